"""Migrations create the tables of the models and keep every row."""

import re

import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from scorekeeper.db.tables import Base
from scorekeeper.errors import ConfigError
from scorekeeper.server import engines
from tests.databases import create_bare_app
from tests.db.revisions import downgrade, migrations, rows, scripts
from tests.filled_league import fill_league


def test_migrations_create_the_schema_of_the_models(app):
    with engines.engine_of(app).connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})

        assert compare_metadata(context, Base.metadata) == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_tables_created_without_migrations_are_the_same(app):
    created = create_bare_app("sqlite://")
    engines.create_tables(created)

    assert sqlite_schema(created) == sqlite_schema(app) - {"alembic_version"}


def sqlite_schema(app):
    """Return the set of all tables, columns, indexes and foreign keys."""
    with engines.engine_of(app).connect() as connection:
        execute = connection.exec_driver_sql
        tables = execute("SELECT name FROM sqlite_master WHERE type = 'table'").scalars().all()
        return set(tables) | {
            (table, *row[1:])
            for table in set(tables) - {"alembic_version"}
            for part in ("table_info", "index_list", "foreign_key_list")
            for row in execute(f"PRAGMA {part}('{table}')")
        }


def test_keys_and_indexes_start_with_league_id_except_code_and_credential():
    keys = [
        (table.name, next(iter(kind.columns)).name)
        for table in Base.metadata.tables.values()
        if table.name != "league"
        for kind in (table.primary_key, *table.indexes, *table.constraints)
    ]

    # Typed codes and passkeys do not identify a league, so they are looked up in all leagues.
    assert {key for key in keys if key[1] != "league_id"} == {
        ("invitation", "code"),
        ("passkey", "credential"),
    }


def test_upgrading_an_upgraded_database_changes_nothing(app):
    fill_league(app, matches=5, seed=1)
    before = rows(app)

    engines.upgrade(app)

    assert rows(app) == before


# On PostgreSQL, the tests start from every fourth migration only, because an upgrade also executes
# the statements of all later migrations.
STARTS = [("sqlite", revision) for revision in migrations()] + [
    pytest.param("postgresql", revision, marks=pytest.mark.pg) for revision in migrations()[::4]
]


@pytest.mark.cases(6)
@pytest.mark.parametrize(("database", "revision"), STARTS, indirect=["database"])
def test_upgrading_from_each_migration_keeps_the_number_of_rows(app, revision):
    """Upgrade a filled league from each migration to the newest."""
    fill_league(app, matches=5, seed=1)
    downgrade(app, revision)
    before = rows(app)

    engines.upgrade(app)

    assert {name: len(kept) for name, kept in rows(app).items()} == {
        name: len(kept) for name, kept in before.items()
    }


BATCH = """
revision = "next"
down_revision = "{head}"

from alembic import op
import sqlalchemy as sa


def upgrade():
    # SQLite would add a column without rebuilding the table, but most other changes need a rebuild.
    sqlite = op.get_bind().dialect.name == "sqlite"
    with op.batch_alter_table("{table}", recreate="always" if sqlite else "never") as batch:
        batch.add_column(sa.Column("{column}", sa.Integer))
    {then}
"""


@pytest.fixture
def newer(app, tmp_path, monkeypatch):
    """A function that adds a migration after the newest existing one."""

    def write(table, column="extra", then="pass"):
        head = scripts(app).get_current_head()
        text = BATCH.format(head=head, table=table, column=column, then=then)
        (tmp_path / "more").mkdir()
        (tmp_path / "more" / "next.py").write_text(text)
        monkeypatch.setattr(
            app.extensions["migrate"].migrate, "configure_callbacks", [with_folder(tmp_path)]
        )

    def with_folder(tmp_path):
        def change(config):
            places = f"{config.get_main_option('script_location')}/versions:{tmp_path}/more"
            config.set_main_option("path_separator", ":")
            config.set_main_option("version_locations", places)
            return config

        return change

    return write


@pytest.mark.parametrize("table", ["league", "player", "match"])
def test_a_migration_that_alters_a_referenced_table_keeps_all_rows(app, newer, table):
    fill_league(app, matches=5, seed=1)
    before = rows(app)
    newer(table)

    engines.upgrade(app)

    after = rows(app)
    assert {name: kept for name, kept in after.items() if name != table} == {
        name: kept for name, kept in before.items() if name != table
    }
    assert [tuple(row[:-1]) for row in after[table]] == [tuple(row) for row in before[table]]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # PostgreSQL always checks
def test_a_migration_that_breaks_foreign_keys_is_rolled_back(app, newer):
    fill_league(app, matches=5, seed=1)
    before = rows(app)
    newer("match", then='op.execute("DELETE FROM league")')

    with pytest.raises(ConfigError, match="refer to rows that do not exist") as refused:
        engines.upgrade(app)

    assert rows(app) == before
    count, table = re.search(r"(\d+) rows of (\w+)", str(refused.value)).groups()
    assert int(count) == len(before[table])


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # PostgreSQL always checks
def test_a_row_that_referred_to_a_missing_row_before_does_not_prevent_the_upgrade(app):
    fill_league(app, matches=5, seed=1)
    downgrade(app, migrations()[-3])
    with engines.engine_of(app).connect() as connection:
        driver = connection.connection.dbapi_connection
        driver.execute("PRAGMA foreign_keys=OFF")
        driver.execute(
            "INSERT INTO player (league_id, id, name, folded, colour, hidden, created_at)"
            " VALUES (9, 1, 'x', 'x', 1, 0, 0)"
        )
        driver.execute("PRAGMA foreign_keys=ON")
    before = [tuple(row) for row in rows(app)["player"]]

    engines.upgrade(app)

    columns = len(before[0])  # later migrations may add columns at the end
    assert [tuple(row)[:columns] for row in rows(app)["player"]] == before


def test_foreign_keys_are_enforced_after_an_upgrade(app):
    engines.upgrade(app)

    with (
        pytest.raises(sqlalchemy.exc.IntegrityError),
        engines.engine_of(app).begin() as connection,
    ):
        connection.exec_driver_sql(
            "INSERT INTO player (league_id, id, name, folded, colour, hidden, created_at)"
            " VALUES (9, 1, 'x', 'x', 1, false, 0)"
        )
