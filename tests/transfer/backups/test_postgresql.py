"""Backing up and restoring a PostgreSQL database."""

import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorekeeper.cli import demo
from scorekeeper.cli.main import main
from scorekeeper.db.tables import MatchEvents
from scorekeeper.server import engines
from tests.databases import create_bare_app, rows, waits_or_is_done
from tests.db.statements import before_each_statement
from tests.filled_league import fill_league
from tests.transfer.backups.backup_files import close_connections, complaint
from tests.transfer.exports import export_league


@pytest.mark.pg
def test_postgresql_is_backed_up_and_restored_as_an_export(
    postgresql, server, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("SCOREKEEPER_DATABASE", postgresql)
    app = create_bare_app(postgresql)
    fill_league(app, matches=3, seed=1)
    first, file = export_league(app), tmp_path / "league.jsonl"
    assert main(["backup", str(file)]) == 0
    assert file.read_bytes() == first
    demo.fill_league(app, matches=1, seed=2)
    second = export_league(app)

    close_connections(app, server)
    assert "The database already contains matches." in complaint(capsys, "restore", str(file))
    assert main(["restore", str(file), "--overwrite"]) == 0

    assert export_league(app) == first
    assert Path(f"{file}.before-restore-1").read_bytes() == second
    engines.engine_of(app).dispose()


@pytest.mark.pg
def test_restoring_an_sqlite_file_to_postgresql_is_refused(
    league, postgresql, tmp_path, monkeypatch, capsys
):
    copy = tmp_path / "copy.sqlite"
    main(["backup", str(copy)])
    monkeypatch.setenv("SCOREKEEPER_DATABASE", postgresql)

    assert "An SQLite file cannot be restored to PostgreSQL" in complaint(
        capsys, "restore", str(copy)
    )


@pytest.mark.pg
def test_restore_on_postgresql_is_refused_while_the_server_runs(
    postgresql, server, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("SCOREKEEPER_DATABASE", postgresql)
    app = create_bare_app(postgresql)
    file = tmp_path / "league.jsonl"
    main(["backup", str(file)])
    fill_league(app, matches=1, seed=2)
    before = export_league(app)

    said = complaint(capsys, "restore", str(file), "--overwrite")

    assert "is in use. Stop the server and all other programs that are connected to it" in said
    assert "password" not in said
    assert export_league(app) == before
    assert not list(tmp_path.glob("*before*"))
    close_connections(app, server)
    assert main(["restore", str(file), "--overwrite"]) == 0


@contextmanager
def once_before(word, act):
    """Call `act` before the first statement, on any connection, that begins with `word`."""
    acted = []

    def look(statement):
        if statement.startswith(word) and not acted:
            acted.append(word)
            act()

    with before_each_statement(look):
        yield
    assert acted


@pytest.fixture
def exported(postgresql, server, tmp_path, monkeypatch):
    """(file, app): the export of a league with one match, and an app of the league.

    The league has two matches now.
    """
    monkeypatch.setenv("SCOREKEEPER_DATABASE", postgresql)
    app = create_bare_app(postgresql)
    fill_league(app, matches=1, seed=2)
    main(["export", str(tmp_path / "league.jsonl")])
    demo.fill_league(app, matches=1, seed=3)
    close_connections(app, server)
    yield tmp_path / "league.jsonl", app
    engines.engine_of(app).dispose()


@pytest.mark.pg
def test_restore_is_refused_if_a_server_connects_just_before_the_table_lock(exported, capsys):
    file, app = exported
    with once_before("LOCK TABLE match,", lambda: export_league(app)):
        said = complaint(capsys, "restore", str(file), "--overwrite")

    assert "is in use. Stop the server" in said
    assert export_league(app) != file.read_bytes()


@pytest.mark.pg
def test_a_server_that_connects_during_restore_sees_only_restored_data(exported):
    file, app = exported
    seen = []
    server = threading.Thread(target=lambda: seen.append(rows(app, MatchEvents)))

    def start():
        server.start()
        waits_or_is_done(engines.engine_of(app), server)

    with once_before("DELETE FROM", start):
        assert main(["restore", str(file), "--overwrite"]) == 0
    server.join()

    assert export_league(app) == file.read_bytes()
    assert seen == [rows(app, MatchEvents)]
