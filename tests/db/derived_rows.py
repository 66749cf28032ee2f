"""Read the rows that are derived from the log."""

from collections import namedtuple

from scorekeeper.db.tables import Matches, MatchPlayers
from tests.databases import rows


def derived_rows(app):
    """Return (match rows, seat rows), without the change numbers of the matches."""
    matches = [row._replace(counted=None) for row in map(as_tuple, rows(app, Matches))]
    return matches, rows(app, MatchPlayers)


def as_tuple(row):
    return namedtuple("Row", row._fields)(*row)  # noqa: PYI024  # the columns vary
