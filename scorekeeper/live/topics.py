"""The subjects of streams, and the tokens that show whether a subject has changed."""

import zlib
from collections.abc import Collection, Iterable
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from scorekeeper.db.league_clock import BEFORE_ALL_EVENINGS
from scorekeeper.db.sql_submissions import NEWEST_SERIAL
from scorekeeper.db.tables import Leagues, Matches
from scorekeeper.match.outcome import MatchState

# Statements are built only once, because building one takes longer than executing it.
MATCHES_QUERY = (
    select(
        Matches.id,
        Matches.version,
        NEWEST_SERIAL.label("serial"),
        Leagues.changes,
        Leagues.names_version,
    )
    .join(Leagues, Leagues.id == Matches.league_id)
    .where(
        Matches.league_id == bindparam("league"), Matches.id.in_(bindparam("these", expanding=True))
    )
)
LEAGUE_VERSIONS_QUERY = (
    select(Leagues.changes, Matches.id, Matches.version)
    .outerjoin(
        Matches,
        (Matches.league_id == Leagues.id)
        & (Matches.state == MatchState.RUNNING)
        & (Matches.changed_at > BEFORE_ALL_EVENINGS),  # always true, but makes an index usable
    )
    .where(Leagues.id == bindparam("league"))
)


class Topic(NamedTuple):
    """The subject of a stream: a match, or the league if `match` is None.

    If `is_public` is true, the token of a match depends on players' names, but not on submissions.
    """

    league: int
    match: int | None = None
    is_public: bool = False


def load_tokens(connection: Connection, topics: Collection[Topic]) -> dict[Topic, str]:
    """Return the tokens of these topics, with at most two queries per league.

    Topics that do not exist are left out.
    """
    tokens: dict[Topic, str] = {}
    for league in {topic.league for topic in topics}:
        matches = {topic.match for topic in topics if topic.league == league and topic.match}
        if matches:
            these = {"league": league, "these": sorted(matches)}
            for n, version, serial, changes, names in connection.execute(MATCHES_QUERY, these):
                tokens[Topic(league, n)] = match_token(version, serial, names)
                tokens[Topic(league, n, is_public=True)] = public_match_token(version, changes)
        if Topic(league) in topics:
            rows = connection.execute(LEAGUE_VERSIONS_QUERY, {"league": league}).all()
            if rows:
                playing = [(row.id, row.version) for row in rows if row.id is not None]
                tokens[Topic(league)] = league_token(rows[0].changes, playing)
    return tokens


def match_token(version: int, serial: int | None, names_version: int) -> str:
    """Return a match's token, such as "17-3.5".

    It consists of the match's version, its newest submission's `serial` and the version of the
    players' names. The second part is left out if there are no submissions, and the third part if
    no name was ever changed.
    """
    serial_part = f"-{serial}" if serial else ""
    return f"{version}{serial_part}{names_part(names_version)}"


def names_part(names_version: int) -> str:
    """Return the last part of a match's token, such as ".5". It is empty at version 0."""
    return f".{names_version}" if names_version else ""


def public_match_token(version: int, changes: int) -> str:
    """Return the token of a public match page, such as "17.4".

    It consists of the match's version and the league's `changes`. A change of a player's name
    increments `changes`.
    """
    return f"{version}.{changes}"


def league_token(changes: int, playing: Iterable[tuple[int, int]]) -> str:
    """Return a league's token, such as "17.4fd1a3c2".

    It consists of the league's `changes` and a CRC of the running matches. `playing` is (id,
    version) of each running match. Pages that show only statistics compare the part before the dot.
    """
    return f"{changes}.{zlib.crc32(repr(sorted(playing)).encode()):08x}"
