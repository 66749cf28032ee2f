"""One match of a league document that is being imported."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.clock import LeagueClock
from scorekeeper.db import imported_rows, match_rows
from scorekeeper.db.import_tables import ImportState
from scorekeeper.db.match_rows import MatchRows
from scorekeeper.match import imported
from scorekeeper.match.events import Entry, MatchStarted, ResultImported, decode_event
from scorekeeper.match.imported import ImportedResult
from scorekeeper.match.replay import replay
from scorekeeper.match.stored_answers import REPLAY_ERRORS
from scorekeeper.messages import Message, say
from scorekeeper.transfer.league_json import replay_check
from scorekeeper.transfer.league_json.replay_check import InvalidEntry, Replayed
from scorekeeper.transfer.league_json.row_check import ImportConflict

MAX_ENTRIES = 50_000  # entries of one match; no real match has that many


class PlayerIndex(NamedTuple):
    """The names of all players by key.

    `current_keys` maps the key of a merged player to the key of the player they count as.
    """

    names: Mapping[str, str]
    current_keys: Mapping[str, str]


class IncomingMatch:
    """One match of the document, with its stored and its `new` entries.

    `stored_rows` are the rows of the match's entries in the league. New entries are checked against
    the rules, unless the trial has already computed the derived rows (`known`).
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
                        "entry {n} in the league differs from entry {n} in the file. Either these "
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
        """Raise InvalidEntry if a player is unknown, or if two players count as the same person."""
        people = []
        for key in players:
            if key not in self.people.names:
                raise InvalidEntry(say("There is no player with id {n}.", n=int(key)))
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
        """Return whether this result counts.

        It counts if its CSV import is written and was not undone. Raises InvalidEntry if there is
        no such import.
        """
        import_id = result.event.import_id
        if import_id not in import_states:
            raise InvalidEntry(say("There is no import with id {n}.", n=import_id))
        return import_states[import_id] == ImportState.WRITTEN

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
