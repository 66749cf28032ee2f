"""Check that a database has every table and column, regardless of the migrations that it lists."""

from sqlalchemy import CompoundSelect, Engine, literal_column, select, union_all
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError

from scorekeeper.db import access_tables, club_tables, import_tables, tables
from scorekeeper.db.base import Base
from scorekeeper.db.connections import autocommit_engine, database_location
from scorekeeper.errors import ConfigError
from scorekeeper.messages import say

# These modules are imported so that `Base` knows all tables.
DECLARED_IN = tables, access_tables, club_tables, import_tables
# One statement that returns no rows, because the server should execute few statements when it
# starts. The database cannot prepare the statement if any table or column is missing.
SCHEMA_QUERY: CompoundSelect[int] = union_all(
    *(
        select(literal_column("1")).select_from(select(*table.columns).limit(0).subquery())
        for table in Base.metadata.sorted_tables
    )
)
SCHEMA_QUERY_SQLITE = str(
    SCHEMA_QUERY.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
)


def refuse_incomplete(engine: Engine) -> None:
    """Raise ConfigError if a table or column of the newest version is missing."""
    try:
        with autocommit_engine(engine).connect() as connection:
            connection.execute(SCHEMA_QUERY).all()
    except DBAPIError as error:
        raise incomplete_database(engine, str(error.orig).strip().splitlines()[0]) from None


def incomplete_database(engine: Engine, reason: str) -> ConfigError:
    return ConfigError(
        say(
            "The database {place} is incomplete: {reason}. Restore a backup with `scorekeeper "
            "restore`, or set SCOREKEEPER_DATABASE to another database.",
            place=database_location(engine),
            reason=reason.rstrip("."),
        )
    )
