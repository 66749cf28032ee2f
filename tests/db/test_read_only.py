"""Backups, exports and checks work on a read-only disk. A full disk leaves no partial file."""

import os
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.server import engines
from tests.databases import create_bare_app
from tests.filled_league import fill_league
from tests.server.processes import ROOT

# Removes the capabilities that let root ignore file permissions.
AS_ANYBODY = (
    "setpriv",
    "--bounding-set=-dac_override,-dac_read_search",
    "--inh-caps=-dac_override,-dac_read_search",
)
MATCHES = 24
SMALL = 40_000  # bytes; the copies are larger


@pytest.fixture
def league(sqlite, tmp_path):
    """The file of a league with matches, in its own folder."""
    app = create_bare_app(sqlite)
    fill_league(app, matches=MATCHES, seed=1)
    engines.engine_of(app).dispose()
    folder = tmp_path / "disk"
    folder.mkdir()
    return Path(sqlite.removeprefix("sqlite:///")).rename(folder / "league.sqlite")


@pytest.fixture
def read_only(league):
    """The league's file. The file and its folder are read-only."""
    league.chmod(0o400)
    league.parent.chmod(0o500)
    yield league
    league.parent.chmod(0o700)


def run(league, *command, most=resource.RLIM_INFINITY):
    """Run a command that may write files of at most `most` bytes each.

    Returns (status, stdout, stderr).
    """
    prefix = AS_ANYBODY if os.geteuid() == 0 else ()
    done = subprocess.run(
        [*prefix, sys.executable, "-m", "scorekeeper", *command],
        capture_output=True,
        check=False,
        text=True,
        env=os.environ | {"SCOREKEEPER_DATABASE": str(league), "PYTHONPATH": str(ROOT)},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.thorough
def test_a_backup_through_a_link_in_a_read_only_folder_has_the_latest_changes(league, tmp_path):
    """SQLite keeps the write-ahead log beside the database, not beside the link."""
    link = tmp_path / "links" / "link.sqlite"
    link.parent.mkdir()
    link.symlink_to(league)
    link.parent.chmod(0o500)
    with closing(sqlite3.connect(league)) as server:
        server.execute("PRAGMA wal_autocheckpoint = 0")
        server.execute("UPDATE league SET name = 'Latest'")
        server.commit()
        status, _, _ = run(link, "backup", str(tmp_path / "copy.sqlite"))
    link.parent.chmod(0o700)

    assert status == 0
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
        assert copy.execute("SELECT name FROM league").fetchone() == ("Latest",)


def matches_in(file):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT count(*) FROM match").fetchone()[0]


def test_the_server_does_not_start_on_a_read_only_database(league):
    league.chmod(0o400)

    status, printed, complaint = run(league, "serve", "--local", "--port", "0")

    assert (status, printed) == (1, "")
    assert complaint == (
        f"The database {league} cannot be used: attempt to write a readonly database."
        " Fix this problem, or set SCOREKEEPER_DATABASE to another database.\n"
    )


@pytest.mark.thorough
def test_a_league_on_a_read_only_disk_can_be_backed_up(read_only, tmp_path):
    copy = tmp_path / "copy.sqlite"

    assert run(read_only, "backup", str(copy)) == (0, "", "")
    assert matches_in(copy) == MATCHES


@pytest.mark.thorough
def test_a_backup_from_a_read_only_disk_includes_the_wal_left_by_a_crash(league, tmp_path):
    copy = tmp_path / "copy.sqlite"
    with closing(sqlite3.connect(league, isolation_level=None)) as crashed:
        crashed.execute("UPDATE league SET name = 'Sundays'")
        for part in ("", "-wal"):
            beside = league.with_name(league.name + part)
            (tmp_path / beside.name).write_bytes(beside.read_bytes())
    left = tmp_path / league.name
    for part in ("", "-wal"):
        left.with_name(left.name + part).rename(league.with_name(league.name + part))
    league.chmod(0o400)
    league.parent.chmod(0o500)

    assert run(league, "backup", str(copy)) == (0, "", "")
    league.parent.chmod(0o700)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT name FROM league").fetchone() == ("Sundays",)


@pytest.mark.thorough
def test_a_league_on_a_read_only_disk_can_be_exported(read_only, tmp_path):
    status, document, complaint = run(read_only, "export")

    assert (status, complaint) == (0, "")
    assert document.count('"match started"') == MATCHES


@pytest.mark.thorough
def test_a_league_on_a_read_only_disk_can_be_checked(read_only):
    assert run(read_only, "check") == (0, "No problems were found in the league.\n", "")


@pytest.mark.thorough
@pytest.mark.parametrize("command", ["backup", "export"])
def test_a_backup_or_export_to_a_full_disk_fails_and_leaves_no_file(command, league, tmp_path):
    file = tmp_path / "target" / "copy"
    file.parent.mkdir()

    status, printed, complaint = run(league, command, str(file), most=SMALL)

    assert (status, printed) == (1, "")
    assert complaint.startswith(f"{file} cannot be written: ")
    assert complaint.count("\n") == 1
    assert list(file.parent.iterdir()) == []


@pytest.mark.thorough
@pytest.mark.parametrize("command", [("check",), ("export", "-")], ids=" ".join)
def test_a_command_without_space_for_temporary_files_says_so(league, command):
    status, printed, complaint = run(league, *command, most=SMALL)

    assert (status, printed) == (1, "")
    assert complaint == (
        "A file cannot be written: File too large. Make space for the output and for the"
        f" temporary files in {tempfile.gettempdir()}.\n"
    )


@pytest.mark.thorough
def test_a_check_without_space_for_its_copy_does_not_blame_the_database(league):
    """The export fits on the disk, but the database that is restored from it does not."""
    _, export, _ = run(league, "export", "-")

    status, _, complaint = run(league, "check", most=len(export.encode()) + 1)

    assert status == 1
    assert re.fullmatch(r"The database .*/check-\w+/copy.sqlite cannot be used: .*\n", complaint)
