"""Load the rows that follow the players, seasons and imports of a document.

These rows may refer to players, seasons, imports and matches.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import update

from scorekeeper.db.tables import Matches
from scorekeeper.messages import say
from scorekeeper.stats.results import packed_seats
from scorekeeper.transfer.league_json.load_target import Target
from scorekeeper.transfer.league_json.matches import MatchLoader
from scorekeeper.transfer.league_json.row_check import row_conflict
from scorekeeper.transfer.league_json.section import Section
from scorekeeper.transfer.league_json.sections import (
    CLUB,
    CLUB_NIGHTS,
    CLUB_PLAYERS,
    CLUB_ROUNDS,
    KEPT,
    PAYMENTS,
    TERMS,
)


@dataclass(frozen=True)
class References:
    """The players, seasons and club nights that rows can refer to, by id.

    They come from the league and the document. `seasons` maps the id of each season to its
    closing time, and `new_seasons` has the ids that are only in the document. The document's club
    nights are added to `nights` when they are loaded.
    """

    players: Mapping[int, str]
    seasons: Mapping[int, int | None]
    new_seasons: set[int]
    nights: set[int]


class RowLoader:
    """Loader for the rows of one section. `new` counts the rows that the league did not have.

    `left_out` counts the rows that were skipped because their match is missing (`is_useless`).
    """

    def __init__(
        self, target: Target, section: Section, references: References, matches: MatchLoader
    ) -> None:
        self.target, self.section, self.references = target, section, references
        self.matches, self.batch = matches, target.batch(section)
        self.new = self.left_out = self.last_id = 0

    def load(self, row: Mapping[str, Any], line: int) -> None:
        """Load the next row. Raises ImportConflict if the row contradicts the league."""
        self.last_id = row.get("id", 0)
        check_references(self.section, row, line, self.references)
        if self.is_useless(row):
            self.left_out += 1
            return
        if self.target.has_row(self.section, row, line):
            return
        if self.section is KEPT:
            refuse_closed_season(row, line, self.references)
        self.batch.add(self.section.to_store(row, self.target.league), line)
        self.new += 1
        if self.section in (TERMS, KEPT):
            mark_recount(self.target, row["match"])

    def is_useless(self, row: Mapping[str, Any]) -> bool:
        """Return whether the row only says where a missing match counts.

        Every version exports such rows if the log of the match is lost or unreadable. A result of
        a closed season is never useless, because the season's table counts it without the match.
        """
        if self.section is KEPT and self.references.seasons[row["season"]] is not None:
            return False
        return self.section in (TERMS, KEPT) and not self.matches.has(row["match"])


def check_references(
    section: Section, row: Mapping[str, Any], line: int, references: References
) -> None:
    """Raise ImportConflict if the row refers to an unknown player, season or club night."""
    for number in players_in(section, row):
        if number not in references.players:
            raise row_conflict(line, section.name, say("there is no player with id {n}.", n=number))
    season = row.get("season") if section in (KEPT, TERMS) else None
    if season is not None and season not in references.seasons:
        raise row_conflict(line, section.name, say("there is no season with id {n}.", n=season))
    if section is CLUB_NIGHTS:
        references.nights.add(row["id"])
    elif section in CLUB and row["night"] not in references.nights:
        raise row_conflict(
            line, section.name, say("there is no club night with id {n}.", n=row["night"])
        )


def players_in(section: Section, row: Mapping[str, Any]) -> Iterator[int]:
    """Yield the ids of the players that must exist.

    A player who only sat out at a club night may have been removed since.
    """
    if section is PAYMENTS:
        yield from (row["payer"], row["payee"])
    elif section is KEPT:
        yield from (int(seat.player) for seat in packed_seats(row["result"]))
    elif section is CLUB_PLAYERS:
        yield row["player"]
    elif section is CLUB_ROUNDS:
        yield from (int(key) for table in row["tables"] for key in table)


def refuse_closed_season(row: Mapping[str, Any], line: int, references: References) -> None:
    """Raise ImportConflict if the row adds a match to a season that the league has closed."""
    season = row["season"]
    if references.seasons[season] is not None and season not in references.new_seasons:
        raise row_conflict(
            line,
            KEPT.name,
            say(
                "season {n} is closed here and does not include match {match}.",
                n=season,
                match=row["match"],
            ),
        )


def mark_recount(target: Target, match: int) -> None:
    """Mark the match as changed, because terms or a snapshot can move it to another season."""
    if target.write_connection and not target.was_empty:
        conditions = (
            Matches.league_id == target.league,
            Matches.id == match,
            Matches.result_change.is_not(None),
        )
        target.write_connection.execute(
            update(Matches).where(*conditions).values(result_change=target.change)
        )
