"""Backups of a league that is in use, and the files to which backups are written."""

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from scorekeeper.cli import simulated_players
from scorekeeper.cli.main import main
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.transfer import backups
from tests.databases import create_bare_app
from tests.db.derived_rows import derived_rows
from tests.transfer.backups.backup_files import add_matches, complaint, contents, run_statement


def play_until(log, keys, stop, wrong):
    """Play matches without a pause until `stop` is set.

    Exceptions are added to the list `wrong`.
    """
    rng, n = Random(5), 0
    try:
        while not stop.is_set():
            match = commands.start_match(
                log, "jabberwocky", keys, {}, CommandMeta(f"on {n}", 1_790_000_000 + n)
            )
            while not log.sheet(match).is_over and not stop.is_set():
                n += 1
                sheet = log.sheet(match)
                stage, answers = simulated_players.next_answers(sheet, rng)
                commands.record_stage(
                    log,
                    match,
                    sheet.position.number,
                    stage,
                    answers,
                    CommandMeta(f"tap {n}", 1_790_000_000 + n),
                )
            n += 1
    except Exception as error:  # the test checks it after joining this thread
        wrong.append(error)


def test_a_backup_taken_during_writes_is_consistent(league, tmp_path):
    app = create_bare_app(f"sqlite:///{league}")
    stop, wrong = threading.Event(), []
    players = ("1", "2", "3", "4")
    log = SqlLog(engines.store_of(app))
    writer = threading.Thread(target=play_until, args=(log, players, stop, wrong))
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
        is_complete(copy)


def is_complete(copy):
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    app = create_bare_app(f"sqlite:///{copy}")
    before = derived_rows(app)
    rebuild(engines.engine_of(app))
    assert derived_rows(app) == before
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
    add_matches(league, matches=1, seed=9)
    assert contents(copy) == before
    assert main(["backup", str(copy), "--overwrite"]) == 0
    assert contents(copy) == contents(league) != before


@pytest.mark.parametrize("command", ["backup", "export"])
@pytest.mark.parametrize("name", ["{league}", "{league}-wal", "linked/{name}", "link.sqlite"])
def test_the_database_is_never_replaced_with_a_copy_of_itself(
    league, tmp_path, monkeypatch, capsys, command, name
):
    (tmp_path / "linked").symlink_to(league.parent)
    link = tmp_path / "link.sqlite"
    link.symlink_to(league)
    if name == link.name:
        monkeypatch.setenv("SCOREKEEPER_DATABASE", str(link))
    target = tmp_path / name.format(league=league, name=league.name)
    before = league.stat()

    said = complaint(capsys, command, str(target), "--overwrite")

    assert said == f"{target} is the database itself. Choose another name.\n"
    assert (league.stat().st_ino, league.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert link.is_symlink()


@pytest.mark.parametrize("command", ["backup", "export"])
def test_folders_and_devices_are_never_replaced_with_a_copy(league, tmp_path, capsys, command):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("pipe")  # as /dev/stdout in a pipeline

    for target in (tmp_path / "pipe", tmp_path / "folder", tmp_path / "link", Path()):
        said = complaint(capsys, command, str(target), "--overwrite")
        assert said == f"{target} is not a file. Choose another name.\n"

    assert {file.name for file in tmp_path.iterdir()} >= {"pipe", "folder", "link"}
    assert (tmp_path / "link").is_symlink()
    assert not [file for file in tmp_path.iterdir() if file.name.endswith(".older")]


def test_a_link_to_another_file_is_replaced_and_the_other_file_stays(league, tmp_path):
    other, link = tmp_path / "other.txt", tmp_path / "link.sqlite"
    other.write_text("precious")
    link.symlink_to(other)

    assert main(["backup", str(link), "--overwrite"]) == 0

    assert other.read_text() == "precious"
    assert not link.is_symlink()
    assert contents(link) == contents(league)


def test_a_backup_with_a_name_that_is_too_long_is_refused_with_a_reason(league, tmp_path, capsys):
    said = complaint(capsys, "backup", str(tmp_path / ("x" * 300)))

    assert said.endswith("cannot be written: File name too long.\n")


def test_a_backup_to_a_missing_folder_is_refused_with_a_reason(league, tmp_path, capsys):
    assert "cannot be written: No such file or directory." in complaint(
        capsys, "backup", str(tmp_path / "nowhere" / "a.sqlite")
    )


def test_a_database_of_an_older_version_is_copied_unchanged(league, tmp_path, capsys):
    run_statement(league, "UPDATE alembic_version SET version_num = '0006'")

    assert main(["backup", str(tmp_path / "copy.sqlite")]) == 0

    assert capsys.readouterr() == ("", "")
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
        assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == ("0006",)


def test_backing_up_a_missing_database_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(tmp_path / "none.sqlite"))

    said = complaint(capsys, "backup", str(tmp_path / "copy.sqlite"))

    assert said == f"There is no database at {tmp_path / 'none.sqlite'}.\n"
    assert list(tmp_path.iterdir()) == []
