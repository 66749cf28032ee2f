"""Databases that cannot be used are refused and left unchanged."""

import pytest

from scorekeeper.errors import ConfigError
from scorekeeper.league import roster
from scorekeeper.server import engines
from tests.databases import create_bare_app
from tests.server.processes import closed_port


def test_a_database_from_a_newer_version_is_refused_and_unchanged(store, app):
    roster.add_player(store, "Ana")
    with engines.engine_of(app).begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    with pytest.raises(ConfigError, match="is from a newer version of Scorekeeper"):
        engines.upgrade(app)

    assert [player.name for player in roster.players(store)] == ["Ana"]


def test_a_file_that_is_not_a_database_is_refused_and_unchanged(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ana, " * 500)

    with pytest.raises(ConfigError) as refused:
        engines.upgrade(create_bare_app(f"sqlite:///{file}"))

    assert str(refused.value) == (
        f"The database {file} cannot be used: file is not a database."
        " Restore a backup with `scorekeeper restore`, or set SCOREKEEPER_DATABASE to another"
        " database."
    )
    assert file.read_text() == "Dear Ana, " * 500


def test_a_folder_instead_of_a_database_file_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="cannot be used: unable to open database file"):
        engines.upgrade(create_bare_app(f"sqlite:///{tmp_path}"))


def test_the_error_for_an_unreachable_database_hides_the_password():
    with closed_port() as port:
        app = create_bare_app(f"postgresql+psycopg://ana:secret@127.0.0.1:{port}/cards")
        with pytest.raises(ConfigError, match="cannot be used") as refused:
            engines.upgrade(app)

    assert "secret" not in str(refused.value)
