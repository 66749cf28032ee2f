"""Run the Alembic migrations, all in one transaction, on the application's database.

SQLite cannot alter a column, so Alembic copies the table and drops the old one. With foreign keys
on, SQLite first deletes the rows of a table that it drops, which fails or changes other tables. So
foreign keys are off while migrations run, and are checked before the transaction commits.
"""

from alembic import context
from flask import current_app

from scorekeeper.db import tables
from scorekeeper.errors import ConfigError
from scorekeeper.messages import say
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
                context.run_migrations()
                if on_sqlite and applied:
                    check_references(connection)
        finally:
            if on_sqlite:
                foreign_keys(connection, "ON")


def foreign_keys(connection, setting):
    # Executed on the driver's connection, because SQLAlchemy would begin a transaction, and SQLite
    # ignores this pragma inside a transaction.
    connection.connection.dbapi_connection.execute(f"PRAGMA foreign_keys={setting}")


def check_references(connection):
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if broken:
        table = broken[0][0]
        raise ConfigError(
            say(
                "The database was not upgraded: {n} rows of {table} refer to rows that do not"
                " exist. Restore a backup.",
                n=sum(row[0] == table for row in broken),
                table=table,
            )
        )


migrate()
