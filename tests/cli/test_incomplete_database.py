"""Commands on a database from which one of the tables is missing.

Every command says what to do, and a restore repairs the database.
"""

import shutil
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import text

from scorekeeper.cli import demo
from scorekeeper.cli.main import main
from scorekeeper.db.base import Base
from scorekeeper.errors import ConfigError
from scorekeeper.server import engines
from tests.databases import create_bare_app, create_league_file
from tests.server.processes import refusal

ADVICE = "Restore a backup with `scorekeeper restore`, or set SCOREKEEPER_DATABASE to another"
TABLES = [*Base.metadata.tables, "alembic_version"]
COMMANDS = {
    "export": ["league.jsonl"],
    "import": ["whole.jsonl"],
    "check": [],
    "rebuild": [],
    "demo": [],
    "owner-link": [],
    "new-league": ["Sunday table"],
    "serve": ["--port", "0"],
}


@pytest.fixture(scope="module")
def whole_league(tmp_path_factory):
    """A folder with a league of two matches, its export and its backup."""
    folder = tmp_path_factory.mktemp("whole")
    file = create_league_file(folder / "league.sqlite")
    app = create_bare_app(f"sqlite:///{file}")
    demo.fill_league(app, matches=2, seed=3)
    engines.engine_of(app).dispose()
    with pytest.MonkeyPatch.context() as settings:
        settings.setenv("SCOREKEEPER_DATABASE", file)
        assert main(["export", str(folder / "whole.jsonl")]) == 0
        assert main(["backup", str(folder / "whole.sqlite")]) == 0
    return folder


@pytest.fixture
def folder(whole_league, tmp_path, monkeypatch):
    for file in whole_league.iterdir():
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(tmp_path / "league.sqlite"))
    return tmp_path


def drop(folder, table):
    with closing(sqlite3.connect(folder / "league.sqlite")) as connection:
        connection.execute(f'DROP TABLE "{table}"')


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_on_a_database_without_a_table_says_what_to_do(folder, command, capsys):
    drop(folder, "match")

    assert main([command, *COMMANDS[command]]) == 1

    said = capsys.readouterr()
    assert said.out == ""
    assert f"league.sqlite is incomplete: no such table: match. {ADVICE}" in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("table", TABLES)
def test_any_missing_table_is_named_and_nothing_is_created(folder, table, capsys):
    drop(folder, table)
    with closing(sqlite3.connect(folder / "league.sqlite")) as connection:
        before = list(connection.iterdump())

    assert main(["owner-link"]) == 1

    assert f"no such table: {table}. {ADVICE}" in capsys.readouterr().err
    with closing(sqlite3.connect(folder / "league.sqlite")) as connection:
        assert list(connection.iterdump()) == before


def test_a_missing_column_is_named(folder, capsys):
    with closing(sqlite3.connect(folder / "league.sqlite")) as connection:
        connection.execute("ALTER TABLE payment DROP COLUMN amount")

    assert main(["check"]) == 1

    assert f"no such column: payment.amount. {ADVICE}" in capsys.readouterr().err


@pytest.mark.thorough
def test_a_server_without_a_table_ends_with_one_sentence(folder):
    drop(folder, "invitation")

    said = refusal(folder, SCOREKEEPER_DATABASE=str(folder / "league.sqlite"))

    assert ADVICE in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("copy", ["whole.sqlite", "whole.jsonl"])
def test_a_database_without_a_table_is_replaced_by_a_backup_or_an_export(folder, copy, capsys):
    drop(folder, "match")

    assert main(["restore", copy, "--overwrite"]) == 0
    assert main(["check"]) == 0

    assert (folder / "league.sqlite.before-restore-1").exists()
    assert main(["export", "again.jsonl"]) == 0
    assert (folder / "again.jsonl").read_bytes() == (folder / "whole.jsonl").read_bytes()


def test_a_backup_of_a_database_without_a_table_is_written_and_called_damaged(folder, capsys):
    drop(folder, "match")

    assert main(["backup", "copy.sqlite"]) == 0

    assert "copy.sqlite is damaged. Use an older backup." in capsys.readouterr().err
    assert main(["restore", "copy.sqlite", "--overwrite"]) == 1


@pytest.mark.pg
def test_a_missing_table_on_postgresql_is_named_too(postgresql):
    app = create_bare_app(postgresql)
    with engines.engine_of(app).begin() as connection:
        connection.execute(text('DROP TABLE "payment"'))

    with pytest.raises(ConfigError) as refused:
        engines.upgrade(app)

    assert 'relation "payment" does not exist' in str(refused.value)
    assert ADVICE in str(refused.value)
    engines.engine_of(app).dispose()
