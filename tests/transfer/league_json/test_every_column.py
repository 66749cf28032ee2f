"""An export contains every column of a league, except those listed here with a reason."""

import pytest

from scorekeeper.db import access_tables, club_tables, tables  # noqa: F401  # declare the tables
from scorekeeper.db.base import Base
from scorekeeper.transfer.league_json.sections import LEAGUE, SECTIONS

# Phones, links and passkeys give access to one server, so they are not moved to another.
ACCESS = {
    "admission",
    "challenge",
    "device",
    "invitation",
    "passkey",
    "passkey_phone",
    "push_key",
    "push_subscription",
    "showing",
    "slip",
}
# The import recomputes these rows from the log.
DERIVED = {"match", "match_player"}
LEFT_OUT = {
    # The last ids of phones, links and passkeys, the recovery code, and counters for caches.
    "league": {
        "last_device",
        "last_invitation",
        "last_passkey",
        "last_showing",
        "recovery",
        "recovery_at",
        "changes",
        "names_version",
        "doors",
    },
    # Computed from the name.
    "player": {"folded"},
    "season": {"folded"},
    # The file of an import that is not written yet, and the user's choices for it.
    "import": {"data", "choices"},
    # The links of a night, and the version of a draft, because drafts are not exported.
    "club_night": {"invitation_id", "secret"},
    "club_round": {"version"},
}
TABLES = {table.name: table for table in Base.metadata.sorted_tables}


def exported_columns(name):
    """Return the names of the table's columns that are in the document."""
    sections = [each for each in (LEAGUE, *SECTIONS) if each.table.__tablename__ == name]
    return {each.league for each in sections} | {
        each.stored.get(column, column) for each in sections for column in each.columns
    }


@pytest.mark.parametrize("name", sorted(TABLES.keys() - ACCESS - DERIVED))
def test_every_column_is_exported_or_left_out_for_a_reason(name):
    columns = {column.name for column in TABLES[name].columns}

    assert columns - exported_columns(name) == LEFT_OUT.get(name, set())


def test_tables_with_access_or_derived_rows_are_not_exported():
    assert {name for name in ACCESS | DERIVED if exported_columns(name)} == set()
