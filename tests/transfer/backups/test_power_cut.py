"""Restoring after a power cut, and power cuts during a restore."""

import shutil
import subprocess
import sys
from contextlib import contextmanager

import pytest

from scorekeeper.cli import demo
from scorekeeper.cli.main import main
from scorekeeper.league import settings
from scorekeeper.server import engines
from scorekeeper.transfer import backups
from tests.databases import create_bare_app
from tests.server.processes import ROOT
from tests.transfer.backups.backup_files import contents

HEADER = 100  # bytes of the header of an SQLite file


def lose_power(league, act):
    """Call `act(app)`, and leave the files as a power cut would leave them.

    The changes that `act` makes are only in the WAL file.
    """
    app = create_bare_app(f"sqlite:///{league}")
    act(app)
    files = [sibling_file(league, part) for part in ("", "-wal", "-shm")]
    left = [file.read_bytes() for file in files]
    engines.engine_of(app).dispose()
    for file, data in zip(files, left, strict=True):
        file.write_bytes(data)
    assert sibling_file(league, "-wal").stat().st_size > 0


def play_more_matches(app):
    demo.fill_league(app, matches=7, seed=2)


def rename(app):
    settings.rename_league(engines.store_of(app), "Named last")


@pytest.fixture
def cut_off(league, tmp_path):
    """The path of a backup with four matches.

    The league has more matches now, which are only in its WAL file.
    """
    copy = tmp_path / "copy.sqlite"
    main(["backup", str(copy)])
    lose_power(league, play_more_matches)
    return copy


def sibling_file(file, part):
    return file.with_name(file.name + part)


def without_header(file):
    """Overwrite the header of an SQLite file with zeros and return the header."""
    with file.open("r+b") as opened:
        header = opened.read(HEADER)
        opened.seek(0)
        opened.write(bytes(HEADER))
    return header


def test_the_wal_of_a_damaged_database_is_not_applied_to_the_restored_one(league, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite"
    main(["backup", str(copy)])
    lose_power(league, rename)  # page 1, with the header, is not in the WAL
    header = without_header(league)

    assert main(["restore", str(copy), "--overwrite"]) == 0

    old_copy = league.with_name("league.sqlite.before-restore-1")
    assert f"The previous data was saved to {old_copy}." in capsys.readouterr().out
    assert contents(league) == contents(copy)
    assert not backups.is_sqlite_file(old_copy)
    with old_copy.open("r+b") as opened:
        opened.write(header)
    assert b'"name":"Named last"' in contents(old_copy)


def test_restore_keeps_the_wal_of_a_lost_database(league, cut_off, tmp_path, capsys):
    league.rename(tmp_path / "found again")

    assert main(["restore", str(cut_off)]) == 0

    old_copy = league.with_name("league.sqlite.before-restore-1")
    assert f"The previous data was saved to {old_copy}-wal." in capsys.readouterr().out
    assert contents(league) == contents(cut_off)
    assert main(["restore", str(cut_off), "--overwrite"]) == 0
    assert not old_copy.exists()
    (tmp_path / "found again").rename(old_copy)
    assert len(contents(old_copy)) > len(contents(cut_off))


def test_restore_keeps_changes_that_a_power_cut_left_in_the_wal(league, cut_off):
    assert main(["restore", str(cut_off), "--overwrite"]) == 0

    assert contents(league) == contents(cut_off)
    old_copy = league.with_name("league.sqlite.before-restore-1")
    assert [file.name for file in league.parent.glob("*before*")] == [old_copy.name]
    assert len(contents(old_copy)) > len(contents(cut_off))


DIES_AT_STEP = """
import os, sys
from pathlib import Path
from scorekeeper.transfer import backups
def die_after(steps):
    left = [int(steps)]
    def step(event, arguments):
        if event in ("os.link", "os.rename", "os.remove"):
            if not left[0]:
                os._exit(9)
            left[0] -= 1
    sys.addaudithook(step)
def refuse(event, arguments):
    if event == "os.link":
        raise PermissionError(1, "Operation not permitted")
if sys.argv[3] == "without links":
    sys.addaudithook(refuse)
for steps in sys.stdin:
    process = os.fork()
    if not process:
        die_after(steps)
        backups.replace_database(Path(sys.argv[1]), Path(sys.argv[2]))
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
"""


@contextmanager
def replacing(new, league, disk):
    """Yield a function that replaces the league in a process that exits after some steps.

    The function takes the number of these steps and returns the exit status: 0, or 9 if the process
    ended before the last step.
    """
    command = (sys.executable, "-c", DIES_AT_STEP, str(new), str(league), disk)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, text=True, bufsize=1, **pipes) as parent:

        def replace(steps):
            parent.stdin.write(f"{steps}\n")
            return int(parent.stdout.readline())

        yield replace
        parent.stdin.close()


@pytest.mark.parametrize("disk", ["with links", "without links"])
def test_the_league_is_complete_whenever_a_restore_is_killed(league, tmp_path, disk):
    copy, new = tmp_path / "copy.sqlite", tmp_path / "new.sqlite"
    main(["backup", str(copy)])
    lose_power(league, play_more_matches)
    before, states, steps = contents(league), [], 0
    with replacing(new, league, disk) as replace:
        while True:
            shutil.copy(copy, new)
            died = replace(steps)
            states.append(contents(league))
            if not died:
                break
            assert died == 9
            steps += 1

    assert steps >= 2
    assert set(states[:-1]) == {before}
    assert states[-1] == contents(copy) != before
    old_copy = league.with_name(f"league.sqlite.before-restore-{2 if disk == 'with links' else 1}")
    assert contents(old_copy) == before
