"""Backups while the league is in use, and restoring them."""

import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import delete, insert, select, update

from scorekeeper.cli import demo, simulated_players
from scorekeeper.cli.main import main
from scorekeeper.db.access_tables import Devices
from scorekeeper.db.base import Base
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.db.tables import Leagues, MatchEvents
from scorekeeper.errors import ConfigError
from scorekeeper.league import roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.runtime.tokens import token_hash
from scorekeeper.server import engines
from scorekeeper.transfer import backups
from tests.databases import opened, rows
from tests.db.test_rebuild import derived
from tests.filled_league import fill_league
from tests.members import TOKEN, write_phone
from tests.server.processes import ROOT
from tests.transfer.backup_files import closed, complaint, filled
from tests.transfer.leagues import decoded, encoded, written

NEWER = "UPDATE alembic_version SET version_num = '9999'"


@pytest.fixture
def league(sqlite, monkeypatch):
    """The file of a league with four matches, for the commands to work on."""
    monkeypatch.setenv("SCOREKEEPER_DATABASE", sqlite)
    file = Path(sqlite.removeprefix("sqlite:///"))
    app = opened(sqlite)
    fill_league(app, matches=4, seed=1)
    engines.engine_of(app).dispose()
    return file


def contents(file):
    app = opened(f"sqlite:///{file}")
    try:
        return written(app)
    finally:
        engines.engine_of(app).dispose()


def change(file, statement):
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)


def plays_on(log, keys, stop, wrong):
    """Play matches without a pause until `stop` is set; `wrong` collects exceptions."""
    dice, n = Random(5), 0
    try:
        while not stop.is_set():
            match = commands.start_match(
                log, "jabberwocky", keys, {}, CommandMeta(f"on {n}", 1_790_000_000 + n)
            )
            while not log.sheet(match).is_over and not stop.is_set():
                n += 1
                sheet = log.sheet(match)
                stage, answers = simulated_players.next_answers(sheet, dice)
                commands.record_stage(
                    log,
                    match,
                    sheet.position.number,
                    stage,
                    answers,
                    CommandMeta(f"tap {n}", 1_790_000_000 + n),
                )
            n += 1
    except Exception as error:  # the test that waits for this thread checks it
        wrong.append(error)


def test_a_backup_taken_during_writes_is_consistent(league, tmp_path):
    app = opened(f"sqlite:///{league}")
    stop, wrong = threading.Event(), []
    players = ("1", "2", "3", "4")
    log = SqlLog(engines.store_of(app))
    writer = threading.Thread(target=plays_on, args=(log, players, stop, wrong))
    writer.start()
    copies = [tmp_path / f"{n}.sqlite" for n in range(5)]
    try:
        for copy in copies:
            backups.back_up(league, copy)
    finally:
        stop.set()
        writer.join()
        engines.engine_of(app).dispose()

    assert wrong == []
    sizes = [len(contents(copy)) for copy in copies]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]
    for copy in copies:
        is_whole(copy)


def is_whole(copy):
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    app = opened(f"sqlite:///{copy}")
    before = derived(app)
    rebuild(engines.engine_of(app))
    assert derived(app) == before
    engines.engine_of(app).dispose()


def test_a_backup_is_one_file_and_replaces_another_only_with_overwrite(league, tmp_path, capsys):
    copy = tmp_path / "copies" / "friday.sqlite"
    copy.parent.mkdir()

    assert main(["backup", str(copy)]) == 0
    assert [file.name for file in copy.parent.iterdir()] == ["friday.sqlite"]
    before = contents(copy)
    assert before == contents(league)

    assert "already exists. Choose another name, or use --overwrite to replace it." in complaint(
        capsys, "backup", str(copy)
    )
    filled(league, matches=1, seed=9)
    assert contents(copy) == before
    assert main(["backup", str(copy), "--overwrite"]) == 0
    assert contents(copy) == contents(league) != before


def test_a_backup_to_a_missing_folder_is_refused_with_a_reason(league, tmp_path, capsys):
    assert "cannot be written: No such file or directory." in complaint(
        capsys, "backup", str(tmp_path / "nowhere" / "a.sqlite")
    )


@pytest.mark.parametrize("kind", ["backup", "export"])
def test_a_lost_league_is_restored_from_a_backup_or_an_export(league, tmp_path, capsys, kind):
    copy = tmp_path / "copy"
    assert main([kind, str(copy)]) == 0
    before = contents(league)
    league.unlink()

    assert main(["restore", str(copy)]) == 0

    assert capsys.readouterr().out == f"The league was restored from {copy}.\n"
    assert contents(league) == before
    assert not list(league.parent.glob(".restore*"))


def test_restore_replaces_matches_only_with_overwrite_and_keeps_the_old_data(
    league, tmp_path, capsys
):
    copy = tmp_path / "copy.sqlite"
    main(["backup", str(copy)])
    filled(league, matches=1, seed=9)
    before = contents(league)

    assert "The league already contains matches." in complaint(capsys, "restore", str(copy))
    assert contents(league) == before

    for number in (1, 2):
        assert main(["restore", str(copy), "--overwrite"]) == 0
        old_copy = league.with_name(f"league.sqlite.before-restore-{number}")
        assert f"The previous data is kept in {old_copy}." in capsys.readouterr().out
        assert contents(league) == contents(copy)
    assert contents(league.with_name("league.sqlite.before-restore-1")) == before


def test_restore_is_refused_while_the_server_runs(league, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite"
    main(["backup", str(copy)])
    before = contents(league)
    with closing(sqlite3.connect(league)) as server:
        server.execute("SELECT count(*) FROM match_event").fetchone()

        said = complaint(capsys, "restore", str(copy), "--overwrite")

    assert said == f"{league} is in use. Stop the server, then try again.\n"
    assert contents(league) == before
    assert main(["restore", str(copy), "--overwrite"]) == 0


# ---------------------------------------------------------------- after a power cut

HEADER = 100  # bytes of the header of an SQLite file


def lose_power(league, act):
    """Call `act(app)`; leave the files as a power cut does, with the changes in the WAL file."""
    app = opened(f"sqlite:///{league}")
    act(app)
    files = [beside(league, part) for part in ("", "-wal", "-shm")]
    left = [file.read_bytes() for file in files]
    engines.engine_of(app).dispose()
    for file, data in zip(files, left, strict=True):
        file.write_bytes(data)
    assert beside(league, "-wal").stat().st_size > 0


def play_on(app):
    demo.fill_league(app, matches=7, seed=2)


def rename(app):
    roster.rename_league(engines.store_of(app), "Named last")


@pytest.fixture
def cut_off(league, tmp_path):
    """A backup of four matches; the league has later matches that are only in its WAL file."""
    copy = tmp_path / "copy.sqlite"
    main(["backup", str(copy)])
    lose_power(league, play_on)
    return copy


def beside(file, part):
    return file.with_name(file.name + part)


def without_header(file):
    """Overwrite the header of an SQLite file with zeros; return the header."""
    with file.open("r+b") as opened:
        header = opened.read(HEADER)
        opened.seek(0)
        opened.write(bytes(HEADER))
    return header


def test_the_wal_of_a_damaged_database_is_not_applied_to_the_restored_one(league, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite"
    main(["backup", str(copy)])
    lose_power(league, rename)  # no header page in the WAL
    header = without_header(league)

    assert main(["restore", str(copy), "--overwrite"]) == 0

    old_copy = league.with_name("league.sqlite.before-restore-1")
    assert f"The previous data is kept in {old_copy}." in capsys.readouterr().out
    assert contents(league) == contents(copy)
    assert not backups.is_sqlite_file(old_copy)
    with old_copy.open("r+b") as opened:
        opened.write(header)
    assert b'"name":"Named last"' in contents(old_copy)


def test_restore_keeps_the_wal_of_a_lost_database(league, cut_off, tmp_path, capsys):
    league.rename(tmp_path / "found again")

    assert main(["restore", str(cut_off)]) == 0

    old_copy = league.with_name("league.sqlite.before-restore-1")
    assert f"The previous data is kept in {old_copy}-wal." in capsys.readouterr().out
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
    """Yield a function that replaces the league in a process, which ends after so many steps.

    The function returns the exit status: 0, or 9 if the process ended before the last step.
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
    lose_power(league, play_on)
    before, found, steps = contents(league), [], 0
    with replacing(new, league, disk) as replace:
        while True:
            shutil.copy(copy, new)
            died = replace(steps)
            found.append(contents(league))
            if not died:
                break
            assert died == 9
            steps += 1

    assert steps >= 2
    assert set(found[:-1]) == {before}
    assert found[-1] == contents(copy) != before
    old_copy = league.with_name(f"league.sqlite.before-restore-{2 if disk == 'with links' else 1}")
    assert contents(old_copy) == before


# ---------------------------------------------------------------- invalid backups


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        pytest.param(NEWER, "is from a newer version of Scorekeeper", id="newer"),
        pytest.param("DROP TABLE match_event", "is not a Scorekeeper database.", id="another"),
        pytest.param("DELETE FROM match", "is damaged. Use an older backup.", id="damaged"),
    ],
)
def test_restoring_an_unusable_database_is_refused(league, tmp_path, capsys, spoil, sentence):
    copy = tmp_path / "copy.sqlite"
    main(["backup", str(copy)])
    change(copy, spoil)
    before = contents(league)

    assert sentence in complaint(capsys, "restore", str(copy), "--overwrite")
    assert contents(league) == before


def test_restoring_a_truncated_database_is_refused(league, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite"
    main(["backup", str(copy)])
    copy.write_bytes(copy.read_bytes()[: 5 * 4096])

    with pytest.raises(ConfigError):
        backups.check_database(copy)
    assert main(["restore", str(copy), "--overwrite"]) == 1


def test_restoring_an_invalid_export_leaves_the_league_unchanged(league, tmp_path, capsys):
    file = tmp_path / "league.jsonl"
    main(["export", str(file)])
    whole = decoded(file.read_bytes())
    whole["log"][1]["version"] = 7
    file.write_bytes(encoded(whole))
    before = contents(league)

    assert "entry 7 must follow entry 1" in complaint(capsys, "restore", str(file), "--overwrite")
    assert contents(league) == before
    assert not list(league.parent.glob("*before*"))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.pg)])
def two_leagues(request, tmp_path, monkeypatch):
    """An app whose database has two leagues, each with a phone.

    An export of the first league was made before its last match.
    """
    address = request.getfixturevalue(request.param)
    monkeypatch.setenv("SCOREKEEPER_DATABASE", address)
    app = opened(address)
    fill_league(app, matches=1, seed=1)
    main(["export", str(tmp_path / "league.jsonl")])
    demo.fill_league(app, matches=1, seed=2)
    with engines.engine_of(app).begin() as connection:
        connection.execute(insert(Leagues).values(id=2, name="Sunday table", last_player=0))
        write_phone(connection, token="sunday", league=2)
        connection.execute(
            update(Devices).where(Devices.league_id == FIRST_LEAGUE_ID).values(player_id=1)
        )
    if request.param == "sqlite":
        engines.engine_of(app).dispose()
    else:
        closed(app, request.getfixturevalue("server"))
    yield app
    engines.engine_of(app).dispose()


def test_restoring_an_export_keeps_devices_and_other_leagues(two_leagues, tmp_path):
    file = tmp_path / "league.jsonl"
    assert main(["restore", str(file), "--overwrite"]) == 0

    assert written(two_leagues) == file.read_bytes()
    phones = [(row.league_id, row.token, row.player_id) for row in rows(two_leagues, Devices)]
    assert phones == [(1, token_hash(TOKEN), None), (2, token_hash("sunday"), None)]
    assert [row.name for row in rows(two_leagues, Leagues)] == ["Card table", "Sunday table"]


def test_matches_of_another_league_do_not_prevent_restoring_an_export(
    two_leagues, tmp_path, request
):
    file, engine = tmp_path / "league.jsonl", engines.engine_of(two_leagues)
    with engine.begin() as connection:
        events = connection.execute(select(MatchEvents.__table__)).mappings().all()
        for table in reversed(Base.metadata.sorted_tables):
            if table.name.startswith("match"):
                connection.execute(delete(table))
        connection.execute(
            insert(MatchEvents.__table__), [{**event, "league_id": 2} for event in events]
        )
    if engine.dialect.name == "postgresql":
        closed(two_leagues, request.getfixturevalue("server"))
    engine.dispose()

    assert main(["restore", str(file)]) == 0

    assert written(two_leagues) == file.read_bytes()
    theirs = [row for row in rows(two_leagues, MatchEvents) if row.league_id == 2]
    assert len(theirs) == len(events)


def test_restoring_a_backup_over_another_league_requires_overwrite(league, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite"
    assert main(["backup", str(copy)]) == 0
    for table in ("match_event", "match", "match_player"):
        change(league, f"UPDATE {table} SET league_id = 2")

    assert "The league already contains matches." in complaint(capsys, "restore", str(copy))


# ---------------------------------------------------------------- checked at once


def test_backup_verifies_the_copy_and_reports_its_problems(league, tmp_path, capsys):
    change(league, "UPDATE player SET merged_into = 1 WHERE id = 2")
    copy = tmp_path / "copy.sqlite"

    assert main(["backup", str(copy)]) == 0

    said = capsys.readouterr()
    assert said.out == ""
    assert "are merged into one player, but both have seats in match" in said.err
    assert contents(copy) == contents(league)
    assert [file.name for file in tmp_path.glob("copy*")] == ["copy.sqlite"]


def test_backup_reports_nothing_for_a_sound_league_or_with_no_verify(league, tmp_path, capsys):
    assert main(["backup", str(tmp_path / "whole.sqlite")]) == 0
    change(league, "UPDATE player SET merged_into = 1 WHERE id = 2")
    assert main(["backup", "--no-verify", str(tmp_path / "copy.sqlite")]) == 0

    assert capsys.readouterr() == ("", "")


def test_a_damaged_league_is_copied_and_reported_as_damaged(league, tmp_path, capsys):
    change(league, "UPDATE match_player SET player_id = 999 WHERE match_id = 1 AND seat = 0")
    copy = tmp_path / "copy.sqlite"

    assert main(["backup", str(copy)]) == 0

    said = f"League 1: The copy was written to {copy}, but it failed the check."
    assert capsys.readouterr().err.startswith(f"{said} {copy} is damaged. Use an older backup.")
    assert copy.exists()


def test_a_database_of_an_older_version_is_copied_unchanged(league, tmp_path, capsys):
    change(league, "UPDATE alembic_version SET version_num = '0006'")

    assert main(["backup", str(tmp_path / "copy.sqlite")]) == 0

    assert capsys.readouterr() == ("", "")
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
        assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == ("0006",)


def test_backing_up_a_missing_database_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(tmp_path / "none.sqlite"))

    said = complaint(capsys, "backup", str(tmp_path / "copy.sqlite"))

    assert said == f"There is no database at {tmp_path / 'none.sqlite'}.\n"
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- checked at once, on PostgreSQL


def flip(file, at):
    """Change one bit of this file."""
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(data)


DAMAGE = {
    "a digit": lambda file: flip(file, file.read_bytes().index(b'"changed_at":') + 14),
    "cut off": lambda file: file.write_bytes(file.read_bytes()[:-9]),
    "empty": lambda file: file.write_bytes(b""),
    "missing": Path.unlink,
}


@pytest.mark.pg
@pytest.mark.parametrize("damage", DAMAGE)
def test_backup_of_postgresql_finds_a_damaged_copy(
    postgresql, tmp_path, monkeypatch, capsys, damage
):
    """The file is damaged after it was written and before it is read again, as by a bad disk."""
    monkeypatch.setenv("SCOREKEEPER_DATABASE", postgresql)
    app, file = opened(postgresql), tmp_path / "league.jsonl"
    fill_league(app, matches=2, seed=1)
    engines.engine_of(app).dispose()
    fsync = backups.fsync_path

    def fsync_and_damage(path):
        fsync(path)
        if path == file.parent:  # the last step of writing the file
            DAMAGE[damage](file)

    monkeypatch.setattr(backups, "fsync_path", fsync_and_damage)

    assert main(["backup", str(file)]) == 0

    said = capsys.readouterr().err
    assert f"The copy was written to {file}, but it failed the check." in said
    assert said.endswith("Keep your older backups.\n")


@pytest.mark.pg
def test_backup_of_postgresql_reads_the_copy_unless_told_otherwise(
    postgresql, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("SCOREKEEPER_DATABASE", postgresql)
    app, file = opened(postgresql), tmp_path / "league.jsonl"
    fill_league(app, matches=2, seed=1)

    assert main(["backup", str(file)]) == 0
    assert capsys.readouterr().err == ""
    with engines.engine_of(app).begin() as connection:
        connection.exec_driver_sql("UPDATE player SET merged_into = 1 WHERE id = 2")
    engines.engine_of(app).dispose()
    assert main(["backup", "--overwrite", "--no-verify", str(file)]) == 0
    assert capsys.readouterr().err == ""
    assert main(["backup", "--overwrite", str(file)]) == 0

    said = capsys.readouterr().err
    assert "are merged into one player, but both have seats in match" in said
    assert "An export of this league cannot be restored: " in said
