"""Find stored values that cannot be read: damaged JSON, or text that is not a value of its enum.

Pages and exports ignore these values and use defaults (`db/column_types.py`). A value of the wrong
type, such as text in a column of numbers, has no default and can cause error pages. The rows that
are derived from the log, and the log itself, are checked elsewhere.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Integer,
    LargeBinary,
    String,
    Table,
    func,
    or_,
    select,
)

from scorekeeper.db.base import Base
from scorekeeper.db.column_types import CheckedText, EnumText, StoredJson
from scorekeeper.db.raw_json import RawJson, decode_raw_json
from scorekeeper.db.tables import Matches, MatchEvents, MatchPlayers
from scorekeeper.messages import say
from scorekeeper.transfer.findings import RESTORE_ADVICE, Finding, table_label
from scorekeeper.transfer.league_json.sections import LEAGUE, SECTIONS

CHECKED_ELSEWHERE = {each.__tablename__ for each in (Matches, MatchEvents, MatchPlayers)}
# The columns of these tables that must be numbers for the other checks to work.
KEYS = {"match": ("id", "version"), "match_event": ("match_id",), "match_player": ("match_id",)}
CHECKED_TYPES = (StoredJson, EnumText, CheckedText)
# The type that SQLite reports for values in columns of each type. Integer includes BigInteger.
SQLITE_TYPES = {Integer: "integer", Boolean: "integer", String: "text", LargeBinary: "blob"}
EXPORTED_TABLES = {each.table.__tablename__ for each in (LEAGUE, *SECTIONS)}
MAX_SHOWN = 40  # characters of a value in a message


def value_findings(connection: Connection, league: int) -> Iterator[Finding]:
    """Yield a finding for each value of this league that cannot be read."""
    for table in Base.metadata.sorted_tables:
        columns = [each for each in table.c if isinstance(each.type, CHECKED_TYPES)]
        if columns and table.name not in CHECKED_ELSEWHERE:
            yield from findings_in_table(connection, league, table, columns)


def type_findings(
    connection: Connection, league: int, *, exported_only: bool = False
) -> Iterator[Finding]:
    """Yield a finding for each value of this league that is not of its column's type.

    If `exported_only` is true, tables that an export does not contain are left out. Only SQLite
    can store such a value, for example after a manual edit.
    """
    if connection.dialect.name != "sqlite":
        return
    for table in Base.metadata.sorted_tables:
        if exported_only and table.name not in EXPORTED_TABLES:
            continue
        expected = {
            column: name
            for column in table.c
            for kind, name in SQLITE_TYPES.items()
            if isinstance(column.type, kind) and column.name in KEYS.get(table.name, (column.name,))
        }
        yield from type_findings_in_table(connection, league, table, expected)


def type_findings_in_table(
    connection: Connection, league: int, table: Table, expected: Mapping[Column[Any], str]
) -> Iterator[Finding]:
    wrong = {
        column: func.typeof(column).not_in((name, "null")) for column, name in expected.items()
    }
    labels = [func.quote(column).label(column.name) for column in table.c]
    flags = [is_wrong.label(f"{column.name} is wrong") for column, is_wrong in wrong.items()]
    query = select(*labels, *flags).where(league_column(table) == league, or_(*wrong.values()))
    for row in connection.execute(query.order_by(*table.primary_key)):
        for column in wrong:
            if row._mapping[f"{column.name} is wrong"]:
                yield value_finding(table, row, column, row._mapping[column.name])


def league_column(table: Any) -> Column[Any]:
    """Return the column with the id of the league to which a row belongs."""
    column: Column[Any] = table.c["id" if table.name == "league" else "league_id"]
    return column


def exported_value_findings(connection: Connection, league: int) -> Iterator[Finding]:
    """Yield a finding for each value that an export of this league would replace with a default."""
    for section in (LEAGUE, *SECTIONS):
        columns = [section.column(name) for name in section.columns]
        columns = [each for each in columns if isinstance(each.type, CHECKED_TYPES)]
        if columns:
            table = section.table.__table__
            yield from findings_in_table(connection, league, table, columns, section.only)


def findings_in_table(
    connection: Connection,
    league: int,
    table: Any,
    columns: list[Column[Any]],
    *conditions: ColumnElement[bool],
) -> Iterator[Finding]:
    raw = [RawJson(each).label(each.name) for each in columns]
    query = select(*table.primary_key, *raw).where(league_column(table) == league, *conditions)
    for row in connection.execute(query.order_by(*table.primary_key)):
        for column in columns:
            value = row._mapping[column.name]
            if value is not None and not is_decodable(value, column):
                yield value_finding(table, row, column, value)


def is_decodable(value: bytes | str, column: Column[Any]) -> bool:
    """Return whether this raw value of a column can be decoded."""
    kind = column.type
    try:
        if isinstance(kind, EnumText | CheckedText):
            return kind.is_readable(value if isinstance(value, str) else value.decode())
        return isinstance(kind, StoredJson) and kind.is_readable(decode_raw_json(value))
    except (RecursionError, ValueError):
        return False


def value_finding(table: Table, row: Any, column: Column[Any], value: bytes | str) -> Finding:
    text = value if isinstance(value, str) else value.decode("utf-8", "backslashreplace")
    key = [f"{each.name} {row._mapping[each.name]}" for each in table.primary_key]
    problem = say(
        "The value of {column} in the table {table} cannot be read: {value}. "
        "It is in the row with {key}.",
        table=table_label(table.name),
        key=", ".join(key),
        column=column.name,
        value=text[:MAX_SHOWN].replace("\0", r"\x00"),
    )
    # A rebuild would not count the matches of an import whose state is unknown.
    return Finding(problem, RESTORE_ADVICE, forbids_rebuild=True)
