"""Run the Alembic migrations, all in one transaction, on the application's database.

SQLite cannot alter a column, so Alembic copies the table and drops the old one. With foreign keys
on, SQLite first deletes the rows of a table that it drops. This fails, or it changes other tables.
Foreign keys are therefore off while migrations run, and are checked before the transaction commits.
Rows that referred to missing rows before the upgrade do not prevent the upgrade. `scorekeeper
check` finds them.
"""

from collections import Counter

from alembic import context
from flask import current_app

from scorekeeper.db import tables
from scorekeeper.errors import ConfigError
from scorekeeper.messages import say_n
from scorekeeper.server.engines import db

LOCK = 7_246_837  # arbitrary id of the lock that makes servers migrate one after another


def migrate():
    with db.engine.connect() as connection:
        on_sqlite = connection.dialect.name == "sqlite"
        if on_sqlite:
            foreign_keys(connection, "OFF")
        applied = []
        try:
            context.configure(
                connection=connection,
                target_metadata=tables.Base.metadata,
                transactional_ddl=True,
                on_version_apply=lambda **step: applied.append(step),
                **current_app.extensions["migrate"].configure_args,
            )
            with context.begin_transaction():
                if not on_sqlite:
                    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
                before = broken_references(connection) if on_sqlite and is_outdated() else Counter()
                context.run_migrations()
                if on_sqlite and applied:
                    refuse_newly_broken(before, broken_references(connection))
        finally:
            if on_sqlite:
                foreign_keys(connection, "ON")


def foreign_keys(connection, setting):
    # Executed on the driver's connection, because SQLAlchemy would begin a transaction, and SQLite
    # ignores this pragma inside a transaction.
    connection.connection.dbapi_connection.execute(f"PRAGMA foreign_keys={setting}")


def is_outdated():
    """Return whether there are migrations to run. Without any, nothing has to be checked."""
    return set(context.get_context().get_current_heads()) != {context.get_head_revision()}


def broken_references(connection):
    """Return the number of rows of each table that refer to rows that do not exist."""
    violations = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    return Counter(row[0] for row in violations)


def refuse_newly_broken(before, after):
    for table, n in (after - before).items():
        raise ConfigError(
            say_n(
                "The database was not upgraded: one row of {table} refers to a row that does not"
                " exist. Restore a backup.",
                "The database was not upgraded: {n} rows of {table} refer to rows that do not"
                " exist. Restore a backup.",
                n,
                table=table,
            )
        )


migrate()
