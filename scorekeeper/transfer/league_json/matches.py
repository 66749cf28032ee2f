"""Import the matches of a league document, one at a time."""

import json
from array import array
from bisect import bisect_left
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from scorekeeper.clock import LeagueClock
from scorekeeper.db import imported_rows, match_rows
from scorekeeper.db.import_tables import ImportState
from scorekeeper.db.log_rows import check_values
from scorekeeper.db.lost_entries import matches_with_lost_entries
from scorekeeper.db.match_rows import MatchRows
from scorekeeper.db.tables import Matches, MatchEvents, MatchPlayers
from scorekeeper.match import imported
from scorekeeper.match.events import Entry, MatchStarted, ResultImported, decode_event
from scorekeeper.match.imported import ImportedResult
from scorekeeper.match.replay import replay
from scorekeeper.match.stored_answers import REPLAY_ERRORS
from scorekeeper.messages import Message, say
from scorekeeper.transfer.league_json import replay_check
from scorekeeper.transfer.league_json.batch import Batch
from scorekeeper.transfer.league_json.load_results import TrialResults
from scorekeeper.transfer.league_json.replay_check import InvalidEntry, Replayed
from scorekeeper.transfer.league_json.row_check import ImportConflict
from scorekeeper.transfer.league_json.sections import LOG

MAX_ENTRIES = 50_000  # entries of one match: more than any real match has


class PlayerIndex(NamedTuple):
    """The names of all players by key.

    `current_keys` maps the key of a merged player to the key of the player they count as.
    """

    names: Mapping[str, str]
    current_keys: Mapping[str, str]


class MatchLoader:
    """Loader for the rows of the log, in order.

    The result of a match whose log has lost entries in the league is replaced only if the document
    has all of them (`db.lost_entries`). `stored_versions` has the newest version of each of these
    matches. `import_states` are the states of CSV imports by id. `change` is the number of this
    change to the league. If it is None, rows are only checked, and their derived rows are stored in
    `trial_results`.
    """

    def __init__(
        self,
        connection: Connection,
        league: int,
        change: int | None,
        people: PlayerIndex,
        clock: LeagueClock,
        import_states: Mapping[int, str],
        trial_results: TrialResults,
    ) -> None:
        self.import_states, self.people, self.clock = import_states, people, clock
        self.connection, self.league, self.change = connection, league, change
        self.trial_results = trial_results
        if change is None:
            trial_results.inputs = people, clock, import_states
        else:
            trial_results.rewind_if_unchanged((people, clock, import_states))
        self.newest: int = (
            connection.scalar(
                select(func.coalesce(func.max(MatchEvents.match_id), 0)).where(
                    MatchEvents.league_id == league
                )
            )
            or 0
        )
        lost = matches_with_lost_entries(connection, league)
        self.stored_versions: Mapping[int, int] = {row.id: row.version for row in lost}
        into = None if change is None else connection
        self.events = Batch(into, insert(MatchEvents))
        self.rows = Batch(into, insert(Matches))
        self.players = Batch(into, insert(MatchPlayers), before=self.rows)
        self.current: IncomingMatch | None = None
        self.ids = array("q")  # of all matches of the document, in order
        self.matches = self.entries = 0

    def load(self, row: Mapping[str, Any], line: int) -> None:
        """Import the next row of the log. Raises ImportConflict if the row is invalid."""
        if self.current is None or self.current.match != row["match"]:
            self.finish()
            self.ids.append(row["match"])
            stored_rows = self.stored_rows(row["match"]) if row["match"] <= self.newest else []
            known = (
                None
                if self.change is None
                else self.trial_results.rows(row["match"], len(stored_rows))
            )
            self.current = IncomingMatch(row["match"], stored_rows, self.people, known)
        self.current.load(row, line)

    def has(self, match: int) -> bool:
        """Return whether the document or the league has this match."""
        place = bisect_left(self.ids, match)
        if self.ids[place : place + 1] == array("q", [match]):
            return True
        query = select(Matches.id).where(Matches.league_id == self.league, Matches.id == match)
        return self.connection.scalar(query) is not None

    def stored_rows(self, match: int) -> list[dict[str, Any]]:
        """Return the match's log in this league. Raises ImportConflict if it cannot be read."""
        query = LOG.query(self.league).where(MatchEvents.match_id == match)
        try:
            rows = [dict(row) for row in self.connection.execute(query).mappings()]
            for row in rows:
                check_values(row["kind"], row["at"], row["device"], row["key"])
            return rows
        except ValueError:
            raise ImportConflict(
                say("Match {match} of this league cannot be read.", match=match)
            ) from None

    def finish(self) -> None:
        """Write the current match, which is complete now, if it has new entries."""
        match, self.current = self.current, None
        if match is None or not match.new:
            return
        self.matches += 1
        self.entries += len(match.new)
        its_row, its_players = match.derived_rows(
            self.league, self.clock, self.change or 0, self.import_states
        )
        if self.change is None:
            self.trial_results.keep(match.match, len(match.stored_rows), (its_row, its_players))
            return
        for row in match.new:
            self.events.add(LOG.to_store(row, self.league), match.line)
        stored_version = self.stored_versions.get(match.match, 0)
        if match.version < stored_version:
            return  # keep the stored rows: only they still contain the result
        if match.stored_rows or stored_version:
            its_row["counted"] = self.change  # so that the statistics cache counts it again
            self.remove(match.match)
        self.rows.add(its_row, match.line)
        for row in its_players:
            self.players.add(row, match.line)

    def remove(self, match: int) -> None:
        """Delete the stored derived rows of a match to which the document adds entries."""
        conditions = (MatchPlayers.league_id == self.league, MatchPlayers.match_id == match)
        self.connection.execute(delete(MatchPlayers).where(*conditions))
        self.connection.execute(
            delete(Matches).where(Matches.league_id == self.league, Matches.id == match)
        )

    def close(self) -> None:
        """Finish the last match and write all waiting rows."""
        self.finish()
        self.events.write()
        self.players.write()


class IncomingMatch:
    """One match of the document: its entries in the league (`stored_rows`), and `new` entries.

    New entries are checked against the rules, unless the trial has already computed the derived
    rows (`known`).
    """

    def __init__(
        self,
        match: int,
        stored_rows: list[dict[str, Any]],
        people: PlayerIndex,
        known: MatchRows | None,
    ) -> None:
        self.match, self.stored_rows, self.people, self.known = match, stored_rows, people, known
        self.new: list[Mapping[str, Any]] = []
        self.keys = {row["key"] for row in stored_rows}
        self.replayed: Replayed | None = None
        self.version = self.line = 0

    def load(self, row: Mapping[str, Any], line: int) -> None:
        self.line = line
        if row["version"] != self.version + 1 or row["version"] > MAX_ENTRIES:
            raise self.conflict(
                say("entry {n} cannot follow entry {last}.", n=row["version"], last=self.version)
            )
        self.version = row["version"]
        if self.version <= len(self.stored_rows):
            if canonical_json(row) != canonical_json(self.stored_rows[self.version - 1]):
                raise self.conflict(
                    say(
                        "entry {n} of the league differs from entry {n} of the file. Either these "
                        "are two different matches, or the match was continued in both places.",
                        n=self.version,
                    )
                )
            return
        try:
            self.add(row)
        except InvalidEntry as impossible:
            raise self.impossible(impossible) from None

    def add(self, row: Mapping[str, Any]) -> None:
        """Add an entry that the league does not have. Raises InvalidEntry if it is invalid."""
        if row["key"] in self.keys:
            raise InvalidEntry(say("The same key appears twice in one match."))
        self.keys.add(row["key"])
        self.new.append(row)
        if self.known:
            return
        if self.replayed is None and self.stored_rows:
            self.replayed = replay_rows(self.stored_rows)
        entry = replay_check.parse_entry(row["version"], row["kind"], row["body"], row["at"])
        if isinstance(entry.event, MatchStarted | ResultImported):
            self.check_players(entry.event.players)
        self.replayed = replay_check.check_entry(self.replayed, entry)

    def check_players(self, players: tuple[str, ...]) -> None:
        """Raise InvalidEntry if a player is unknown, or two players are merged into one."""
        people = []
        for key in players:
            if key not in self.people.names:
                raise InvalidEntry(say("There is no player number {n}.", n=int(key)))
            people.append(self.people.current_keys.get(key, key))
        if len(set(people)) < len(people) == len(set(players)):
            raise InvalidEntry(say("Two of its players are the same person."))

    def derived_rows(
        self, league: int, clock: LeagueClock, change: int, import_states: Mapping[int, str]
    ) -> MatchRows:
        """Return the rows derived from the log. Raises ImportConflict if the log is invalid."""
        if self.known:
            its_row, its_players = self.known
            counts = its_row["counted"] is not None
            return its_row | {"counted": change if counts else None}, its_players
        key, match = (self.stored_rows or self.new)[0]["key"], self.match
        try:
            if isinstance(self.replayed, ImportedResult):
                result_change = change if self.counts(self.replayed, import_states) else None
                return (
                    imported_rows.imported_match_row(
                        league, match, key, self.replayed, clock, result_change
                    ),
                    imported_rows.imported_player_rows(league, match, self.replayed),
                )
            if self.replayed is None:
                raise InvalidEntry(replay_check.OUT_OF_SEQUENCE)
            replay_check.check_next_question(self.replayed)
            return match_rows.build_match_rows(league, match, key, self.replayed, clock, change)
        except InvalidEntry as impossible:
            raise self.impossible(impossible) from None
        except REPLAY_ERRORS:
            raise self.impossible(InvalidEntry(replay_check.INVALID_ANSWERS)) from None

    def counts(self, result: ImportedResult, import_states: Mapping[int, str]) -> bool:
        """Return whether this result counts: its CSV import is written and was not undone.

        Raises InvalidEntry if there is no such import.
        """
        batch = result.event.batch
        if batch not in import_states:
            raise InvalidEntry(say("There is no import number {n}.", n=batch))
        return import_states[batch] == ImportState.WRITTEN

    def impossible(self, impossible: InvalidEntry) -> ImportConflict:
        return self.conflict(
            say(
                "entry {n} is not valid. {reason}",
                n=self.version,
                reason=replay_check.with_player_names(impossible.reason, self.people.names),
            )
        )

    def conflict(self, reason: Message) -> ImportConflict:
        return ImportConflict(
            say(
                "Line {line}, match {match}: {reason}",
                line=self.line,
                match=self.match,
                reason=reason,
            )
        )


def replay_rows(rows: list[dict[str, Any]]) -> Replayed:
    """Replay a match of this league. Raises InvalidEntry if it cannot be read."""
    try:
        entries = [
            Entry(row["version"], decode_event(row["kind"], row["body"]), row["at"]) for row in rows
        ]
        is_old = isinstance(entries[0].event, ResultImported)
        return imported.replay_imported(entries) if is_old else replay(entries)
    except REPLAY_ERRORS:
        raise InvalidEntry(say("The copy of this match in the league cannot be read.")) from None


def canonical_json(row: Mapping[str, Any]) -> str:
    """Return JSON with sorted keys, to compare rows regardless of the order of their keys."""
    return json.dumps(row, sort_keys=True)
