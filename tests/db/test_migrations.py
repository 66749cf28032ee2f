"""Migrations: they create the tables of the models, keep every row and refuse unknown databases."""

import sqlite3

import pytest
import sqlalchemy
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from scorekeeper.access import invitations, public_links
from scorekeeper.db import connections, rebuild
from scorekeeper.db.access_tables import Admissions, Devices
from scorekeeper.db.tables import Base, Matches, SnapshotResults
from scorekeeper.errors import ConfigError
from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import MatchTerms
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.shown_names import ShownNames
from scorekeeper.rights import Right
from scorekeeper.server import database_app, engines
from scorekeeper.stats.stakes import Stakes
from tests.clocks import evening_timestamp
from tests.databases import opened
from tests.databases import rows as all_rows
from tests.filled_league import fill_league
from tests.league.season_changes import season
from tests.members import NAME, add_phone
from tests.server.processes import closed_port
from tests.transfer.result_files import brought

TABLES = ("league", "player", "match_event", "match", "match_player")


def settings(app):
    return app.extensions["migrate"].migrate.get_config()


def scripts(app):
    with app.app_context():
        return ScriptDirectory.from_config(settings(app))


def downgrade(app, revision):
    """Go back to this migration, as the command of Flask-Migrate does."""
    with app.app_context():
        command.downgrade(settings(app), revision)


def rows(app):
    """Return {table: rows} for the tables in TABLES."""
    with engines.engine_of(app).connect() as connection:
        return {
            name: connection.exec_driver_sql(f'SELECT * FROM "{name}" ORDER BY 1, 2, 3').all()
            for name in TABLES
        }


def migrations():
    """Return the revisions of all migrations, oldest first."""
    app = opened("sqlite://")
    return [revision.revision for revision in reversed(list(scripts(app).walk_revisions()))]


def test_migrations_create_the_schema_of_the_models(app):
    with engines.engine_of(app).connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})

        assert compare_metadata(context, Base.metadata) == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_tables_created_without_migrations_are_the_same(app):
    created = opened("sqlite://")
    engines.create_tables(created)

    assert sqlite_schema(created) == sqlite_schema(app) - {"alembic_version"}


def sqlite_schema(app):
    """Return a set of the tables, and of their columns, indexes and foreign keys."""
    with engines.engine_of(app).connect() as connection:
        ask = connection.exec_driver_sql
        tables = ask("SELECT name FROM sqlite_master WHERE type = 'table'").scalars().all()
        return set(tables) | {
            (table, *row[1:])
            for table in set(tables) - {"alembic_version"}
            for part in ("table_info", "index_list", "foreign_key_list")
            for row in ask(f"PRAGMA {part}('{table}')")
        }


def test_keys_and_indexes_start_with_league_id_except_code_and_credential():
    keys = [
        (table.name, next(iter(kind.columns)).name)
        for table in Base.metadata.tables.values()
        if table.name != "league"
        for kind in (table.primary_key, *table.indexes, *table.constraints)
    ]

    # Typed codes and passkeys do not identify a league, so they are searched for in all leagues.
    assert {key for key in keys if key[1] != "league_id"} == {
        ("invitation", "code"),
        ("passkey", "credential"),
    }


def test_upgrading_an_upgraded_database_changes_nothing(app):
    fill_league(app, matches=5, seed=1)
    before = rows(app)

    engines.upgrade(app)

    assert rows(app) == before


@pytest.mark.parametrize("number", range(1, len(migrations()) + 1))
def test_upgrading_from_each_migration_keeps_the_number_of_rows(app, number):
    """Upgrade a filled league from each migration to the newest."""
    revision = migrations()[number - 1]
    fill_league(app, matches=5, seed=1)
    downgrade(app, revision)
    before = rows(app)

    engines.upgrade(app)

    assert {name: len(found) for name, found in rows(app).items()} == {
        name: len(found) for name, found in before.items()
    }


def test_upgrading_keeps_the_stakes_of_matches_in_a_closed_season(store, app, log, people, play):
    """The three matches have the season's stakes, stakes of their own, and none."""
    autumn = season(store, starts=None, stakes=Stakes("cents", {"jabberwocky": 10, "loba": 10}))
    play("2026-10-01")
    play("2026-10-08")
    brought(store, "date;game;Ana;Bruno\n24/12/2025;Loba;101;40\n")
    season_commands.set_match_terms(
        store, 2, MatchTerms(stake=Stakes("counters", {"jabberwocky": 5}))
    )
    season_commands.close_season(store, autumn.id)
    before = [(row.match_id, row.stake) for row in all_rows(app, SnapshotResults)]
    assert [stake for _, stake in before] == [
        None,
        {"unit": "counters", "amounts": {"jabberwocky": 5}},
        {"unit": "cents", "amounts": {}},
    ]

    downgrade(app, "0002")
    engines.upgrade(app)

    assert [(row.match_id, row.stake) for row in all_rows(app, SnapshotResults)] == before


@pytest.mark.parametrize("is_repeated", [True, False])
def test_a_match_whose_last_answer_was_repeated_ends_with_the_first_one_after_the_upgrade(
    store, app, log, play, is_repeated
):
    match, later = play("2026-06-11"), evening_timestamp("2026-11-19")
    if is_repeated:
        commands.undo(log, match, 3, CommandMeta("undo", later))
        answers = {"tricks": {"1": 1, "2": 0, "3": 0}}
        commands.record_stage(log, match, 1, "tricks", answers, CommandMeta("again", later))
        with store.engine.begin() as connection:  # as an older version wrote it
            connection.execute(sqlalchemy.update(Matches).values(ended_at=later))

    downgrade(app, "0010")
    engines.upgrade(app)

    assert rebuild.has_missing_results(store.engine) is is_repeated
    rebuild.rebuild(store.engine)
    [row] = all_rows(app, Matches)
    assert row.ended_at == evening_timestamp("2026-06-11")
    assert row.result is not None


def test_public_links_of_older_databases_show_the_same_match_or_feed_with_full_names(
    store, app, people, play
):
    match = play("2026-10-01")
    match_secret = public_links.create_public_link(store, "Final", public_links.one_match(match))
    feed_secret = public_links.create_public_link(store, "Reader", public_links.FEED)

    downgrade(app, "0011")
    engines.upgrade(app)

    found = [public_links.get_by_secret(store, each) for each in (match_secret, feed_secret)]
    assert [link.subject for link in found] == [public_links.one_match(match), public_links.FEED]
    assert [(link.names, link.indexed) for link in found] == [(ShownNames.FULL, False)] * 2


def test_devices_of_older_databases_keep_access_from_invitations_and_from_owners(store, app):
    """A permission that differs from the invitation's counts as granted by an owner."""
    link = invitations.invite(store, Right.VIEWER, "Friends").invitation
    for right, link_id in (("viewer", link), ("scorer", link), ("viewer", None)):
        add_phone(app, Right(right), f"{right} {link_id}", invitation_id=link_id)
    downgrade(app, "0006")
    engines.upgrade(app)

    phones = [row for row in all_rows(app, Devices) if row.name == NAME][1:]
    ways = {(row.device_id, row.invitation_id) for row in all_rows(app, Admissions)}
    assert [(row.right, row.granted) for row in phones] == [
        ("viewer", None),
        ("scorer", "scorer"),
        ("viewer", "viewer"),
    ]
    assert {(phone.id, phone.invitation_id or 0) for phone in phones} < ways


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
    """Return a function that adds a migration after the newest one."""

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
    assert {name: found for name, found in after.items() if name != table} == {
        name: found for name, found in before.items() if name != table
    }
    assert [tuple(row[:-1]) for row in after[table]] == [tuple(row) for row in before[table]]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # PostgreSQL checks by itself
def test_a_migration_that_breaks_foreign_keys_is_rolled_back(app, newer):
    fill_league(app, matches=5, seed=1)
    before = rows(app)
    newer("match", then='op.execute("DELETE FROM player")')

    with pytest.raises(ConfigError, match="refer to rows that do not exist"):
        engines.upgrade(app)

    assert rows(app) == before


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
        engines.upgrade(opened(f"sqlite:///{file}"))

    assert str(refused.value) == (
        f"The database {file} cannot be used: file is not a database."
        " Fix this problem, or set SCOREKEEPER_DATABASE to another database."
    )
    assert file.read_text() == "Dear Ana, " * 500


def test_a_folder_instead_of_a_database_file_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="cannot be used: unable to open database file"):
        engines.upgrade(opened(f"sqlite:///{tmp_path}"))


def test_the_error_for_an_unreachable_database_hides_the_password():
    with closed_port() as port:
        app = opened(f"postgresql+psycopg://ana:secret@127.0.0.1:{port}/cards")
        with pytest.raises(ConfigError, match="cannot be used") as refused:
            engines.upgrade(app)

    assert "secret" not in str(refused.value)


def test_sqlite_connections_use_wal_full_sync_foreign_keys_and_a_busy_timeout(sqlite, careful):
    with engines.engine_of(opened(sqlite)).connect() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }

    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 10000,
    }


def test_transactions_take_the_write_lock_at_once_and_autocommit_reads_never(sqlite):
    app = opened(sqlite)
    other = sqlite3.connect(sqlite.removeprefix("sqlite:///"), timeout=0)
    with engines.engine_of(app).begin(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("BEGIN IMMEDIATE")
    with connections.autocommit_engine(engines.engine_of(app)).connect() as connection:
        connection.exec_driver_sql("SELECT * FROM league").all()
        other.execute("BEGIN IMMEDIATE")

    other.close()
    engines.engine_of(app).dispose()


def test_starting_the_server_fills_in_missing_results_of_an_older_database(
    app, monkeypatch, tmp_path
):
    fill_league(app, matches=8, seed=1)
    results_before = results(app)
    downgrade(app, "0001")
    address = engines.engine_of(app).url.render_as_string(hide_password=False)
    engines.engine_of(app).dispose()
    monkeypatch.setenv("SCOREKEEPER_DATABASE", address)

    upgraded = database_app.create_migrated_app()

    assert any(results_before)
    assert results(upgraded) == results_before
    assert not rebuild.has_missing_results(engines.engine_of(upgraded))
    engines.engine_of(upgraded).dispose()


def test_starting_the_server_separates_records_of_an_older_database_by_variant(
    app, monkeypatch, tmp_path
):
    fill_league(app, matches=30, seed=1)
    results_before = results(app)
    downgrade(app, "0008")
    with engines.engine_of(app).begin() as connection:
        for row in connection.execute(sqlalchemy.select(Matches.id, Matches.result)).all():
            plain = [
                [*seat[:9], {name.split(" ")[0]: value for name, value in seat[9].items()}]
                for seat in row.result or ()
            ]
            change = sqlalchemy.update(Matches).where(Matches.id == row.id)
            connection.execute(change.values(result=plain or None))
    assert results(app) != results_before
    address = engines.engine_of(app).url.render_as_string(hide_password=False)
    engines.engine_of(app).dispose()
    monkeypatch.setenv("SCOREKEEPER_DATABASE", address)

    upgraded = database_app.create_migrated_app()

    assert results(upgraded) == results_before
    engines.engine_of(upgraded).dispose()


def results(app):
    return [row.result for row in all_rows(app, Matches)]
