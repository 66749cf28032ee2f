"""Import the sections of a league document in order, as a trial or for real."""

from collections.abc import Iterator, Mapping
from typing import IO, Any

from sqlalchemy import Connection, insert, select, update

from scorekeeper.db.aliases import resolve_merge_chains
from scorekeeper.db.models import League, Match
from scorekeeper.match.names import name_key
from scorekeeper.messages import Message, say
from scorekeeper.runtime.gc_tuning import ProgressCallback
from scorekeeper.transfer.league_json.batch import Batch
from scorekeeper.transfer.league_json.header import (
    Header,
    ImportConflict,
    RowsById,
    SectionValidator,
    row_conflict,
)
from scorekeeper.transfer.league_json.load_report import LoadReport
from scorekeeper.transfer.league_json.load_results import TrialResults
from scorekeeper.transfer.league_json.matches import MatchLoader, PlayerIndex, canonical_json
from scorekeeper.transfer.league_json.schema import (
    IMPORTS,
    KEPT,
    LEAGUE,
    LOG,
    PAYMENTS,
    PLAYERS,
    SEASONS,
    SECTIONS,
    TERMS,
    Section,
)
from scorekeeper.transfer.league_json.stream_parser import stream_items

LEAGUE_ROW = "league"
# The highest ids given out.
LAST_ID_COLUMNS = ("last_player", "last_season", "last_payment", "last_import")
LAST_ID_BY_SECTION = {
    PLAYERS.name: LAST_ID_COLUMNS[0],
    SEASONS.name: LAST_ID_COLUMNS[1],
    PAYMENTS.name: LAST_ID_COLUMNS[2],
    IMPORTS.name: LAST_ID_COLUMNS[3],
}


class LeagueLoader:
    """Imports one document into one league.

    With `change`, the number of this change to the league, rows are written; without, they are
    only checked.
    """

    def __init__(
        self,
        connection: Connection,
        league: int,
        head: Header,
        tried: TrialResults,
        change: int | None = None,
    ) -> None:
        self.connection, self.league, self.head = connection, league, head
        self.tried, self.change = tried, change
        self.into = None if change is None else connection
        self.was_empty = not any(
            connection.execute(section.ask(league).limit(1)).first() for section in SECTIONS
        )
        self.came = dict.fromkeys((LEAGUE_ROW, *(section.name for section in SECTIONS)), 0)
        self.highest = dict.fromkeys(LAST_ID_COLUMNS, 0)
        self.new_seasons: set[int] = set()
        self.names: dict[str, str] = {}
        self.seasons: dict[int, int | None] = {}  # closing time by season id
        self.matches: MatchLoader | None = None

    def found(self) -> LoadReport:
        matches = self.matches
        names = (LEAGUE_ROW, *(section.name for section in (KEPT, TERMS, PAYMENTS, IMPORTS)))
        others = sum(self.came[name] for name in names)
        return LoadReport(
            matches.matches if matches else 0,
            matches.entries if matches else 0,
            self.came[PLAYERS.name],
            self.came[SEASONS.name],
            others,
            len(self.head.unreadable),
        )

    def take(self, file: IO[bytes], progress: ProgressCallback) -> None:
        """Import everything but the league's own row; raises ImportConflict."""
        self.write_named_rows(PLAYERS, self.head.players)
        self.names = self.known(PLAYERS, "name", self.head.players)
        into = self.known(PLAYERS, "merged_into", self.head.players)
        check_merged(self.head, into)
        now = resolve_merge_chains(
            {int(key): other for key, other in into.items() if other is not None}
        )
        self.write_named_rows(SEASONS, self.head.seasons)
        closed = self.known(SEASONS, "closed_at", self.head.seasons)
        self.seasons = {int(key): at for key, at in closed.items()}
        self.write_imports()
        states = self.known(IMPORTS, "state", self.head.imports)
        batches = {int(number): state for number, state in states.items()}
        people = PlayerIndex(self.names, {str(key): str(other) for key, other in now.items()})
        self.matches = MatchLoader(
            self.connection, self.league, self.change, people, batches, self.tried
        )
        self.write_rest(file, progress, self.matches)

    def write_named_rows(self, section: Section, rows: RowsById) -> None:
        """Import players or seasons; raises ImportConflict if a name is taken."""
        column = section.table.__table__.c
        ask = select(column.folded, column.id).where(column.league_id == self.league)
        taken: dict[str, int] = {row.folded: row.id for row in self.connection.execute(ask)}
        batch = Batch(self.into, insert(section.table))
        for number, (line, row) in rows.items():
            if self.is_here(section, row, line):
                continue
            spelt = name_key(row["name"])
            if taken.setdefault(spelt, number) != number:
                raise row_conflict(
                    line,
                    section.name,
                    say("number {n} is called {name} already.", n=taken[spelt], name=row["name"]),
                )
            batch.add(section.to_store(row, self.league) | {"folded": spelt}, line)
            self.came[section.name] += 1
            if section is SEASONS:
                self.new_seasons.add(number)
        batch.write()

    def write_imports(self) -> None:
        batch = Batch(self.into, insert(IMPORTS.table))
        for line, row in self.head.imports.values():
            if not self.is_here(IMPORTS, row, line):
                batch.add(IMPORTS.to_store(row, self.league), line)
                self.came[IMPORTS.name] += 1
        batch.write()

    def is_here(self, section: Section, row: Mapping[str, Any], line: int) -> bool:
        """Whether the league has this row; raises ImportConflict if it has a different one."""
        self.update_highest(section, row)
        if self.was_empty:
            return False
        ask = section.ask(self.league).where(
            *(section.column(name) == row[name] for name in section.keys)
        )
        here = self.connection.execute(ask).mappings().first()
        if here is None:
            return False
        for name in section.columns:
            if canonical_json({"": here[name]}) != canonical_json({"": row[name]}):
                raise row_conflict(line, section.name, difference_text(name, row, dict(here)))
        return True

    def update_highest(self, section: Section, row: Mapping[str, Any]) -> None:
        if section.name in LAST_ID_BY_SECTION:
            name = LAST_ID_BY_SECTION[section.name]
            self.highest[name] = max(self.highest[name], row["id"])

    def known(self, section: Section, column: str, coming: RowsById) -> dict[str, Any]:
        """One column by id, as text: of the league's rows and of those in the document."""
        ask = select(section.column("id"), section.column(column)).where(
            section.table.__table__.c.league_id == self.league
        )
        here = {str(key): value for key, value in self.connection.execute(ask)}
        return here | {str(key): row[column] for key, (_, row) in coming.items()}

    def write_rest(self, file: IO[bytes], progress: ProgressCallback, matches: MatchLoader) -> None:
        """Import all rows but those of the header, in the order of the document."""
        sections = {each.name: each for each in (KEPT, TERMS, PAYMENTS, LOG)}
        rising = {name: SectionValidator(section) for name, section in sections.items()}
        batches = {
            name: Batch(self.into, insert(section.table)) for name, section in sections.items()
        }
        for piece in stream_items(file, progress):
            section = sections.get(piece.name)
            if section is None or piece.number == 0:
                continue
            row = rising[piece.name].row(piece)
            if section is LOG:
                matches.take(row, piece.line)
                continue
            if section is TERMS and row["match"] in self.head.unreadable:
                continue
            self.check_references(section, row, piece.line)
            if not self.is_here(section, row, piece.line):
                batches[piece.name].add(section.to_store(row, self.league), piece.line)
                self.came[section.name] += 1
                self.mark_recount(section, row)
        matches.close()
        for batch in batches.values():
            batch.write()

    def check_references(self, section: Section, row: Mapping[str, Any], line: int) -> None:
        """Raise ImportConflict if the row refers to an unknown player or season.

        Also if it would add a match to a season that is already closed here.
        """
        for key in players_in(section, row):
            if key not in self.names:
                raise row_conflict(
                    line, section.name, say("there is no player number {n}.", n=int(key))
                )
        season = row.get("season") if section in (KEPT, TERMS) else None
        if season is not None and season not in self.seasons:
            raise row_conflict(line, section.name, say("there is no season number {n}.", n=season))
        if section is not KEPT:
            return
        is_closed = self.seasons[row["season"]] is not None
        is_new = row["season"] in self.new_seasons
        if is_closed and not is_new and not self.is_here(section, row, line):
            raise row_conflict(
                line,
                section.name,
                say(
                    "season {n} was closed without match {match} here.",
                    n=row["season"],
                    match=row["match"],
                ),
            )

    def mark_recount(self, section: Section, row: Mapping[str, Any]) -> None:
        """Mark the match as changed: terms or a kept result can move it to another season."""
        if section in (TERMS, KEPT) and not self.was_empty and self.into:
            self.into.execute(
                update(Match)
                .where(
                    Match.league_id == self.league,
                    Match.id == row["match"],
                    Match.counted.is_not(None),
                )
                .values(counted=self.change)
            )

    def write_league(self) -> None:
        """Raise the highest ids given out; an empty league takes name and current season too.

        Raises ImportConflict if the current season is unknown.
        """
        columns, given = League.__table__.c, self.head.league
        here = (
            self.connection.execute(
                select(*(columns[name] for name in LEAGUE)).where(columns.id == self.league)
            )
            .mappings()
            .one()
        )
        values = {
            name: max(here[name], given[name], self.highest[name]) for name in LAST_ID_COLUMNS
        }
        current = given["current_season"]
        if current is not None and current not in self.seasons:
            raise ImportConflict(
                say("The current season is number {n}, which is not in this file.", n=current)
            )
        if self.was_empty:
            values |= {"name": given["name"], "current_season": current}
        if any(here[name] != value for name, value in values.items()):
            self.came[LEAGUE_ROW] += 1
            self.connection.execute(update(League).where(columns.id == self.league).values(values))


def difference_text(name: str, row: Mapping[str, Any], here: Mapping[str, Any]) -> Message:
    """The sentence that names the differing column."""
    number = row.get("id", row.get("match"))
    if name == "name":
        return say(
            "number {n} is {theirs} in this file and {ours} here. Give them the same name"
            " in both, if they are the same.",
            n=number,
            theirs=row[name],
            ours=here[name],
        )
    return say("number {n} has another “{column}” here than in this file.", n=number, column=name)


def players_in(section: Section, row: Mapping[str, Any]) -> Iterator[str]:
    """The keys of players that a row refers to."""
    if section is PAYMENTS:
        yield from (str(row["payer"]), str(row["payee"]))
    elif section is KEPT:
        yield from (seat[0] for seat in row["result"])


def check_merged(head: Header, into: Mapping[str, int | None]) -> None:
    """Raise ImportConflict if a player is merged into an unknown player or in a cycle."""
    for number, (line, row) in head.players.items():
        seen = {number}
        now = row["merged_into"]
        while now is not None:
            if now in seen or str(now) not in into:
                raise row_conflict(
                    line,
                    PLAYERS.name,
                    say("player {n} cannot be merged into number {other}.", n=number, other=now),
                )
            seen.add(now)
            now = into[str(now)]
