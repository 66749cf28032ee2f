"""The matches of a document on their way into a league, one at a time."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from scorekeeper import derived, noted
from scorekeeper.archive import trial
from scorekeeper.archive.batches import Batch
from scorekeeper.archive.head import Contradiction
from scorekeeper.archive.sections import LOG
from scorekeeper.archive.trial import Impossible, Stand
from scorekeeper.events import Entry, MatchStarted, ResultNoted, decode
from scorekeeper.folding import replay
from scorekeeper.imports import State
from scorekeeper.models import Match, MatchEvent, MatchPlayer
from scorekeeper.noted import NotedResult
from scorekeeper.rules.words import Say, say

LONGEST = 50_000  # entries of one match: more than any table can write


class People(NamedTuple):
    """Names of all players by key, and under which key somebody counts who was merged."""

    names: Mapping[str, str]
    now: Mapping[str, str]


class Matches:
    """Takes the rows of the log in order; `batches` are the states of imports by number."""

    def __init__(
        self,
        connection: Connection,
        league: int,
        change: int,
        people: People,
        batches: Mapping[int, str],
    ) -> None:
        self.batches, self.people = batches, people
        self.connection, self.league, self.change = connection, league, change
        self.newest: int = (
            connection.scalar(
                select(func.coalesce(func.max(MatchEvent.match_id), 0)).where(
                    MatchEvent.league_id == league
                )
            )
            or 0
        )
        self.events = Batch(connection, insert(MatchEvent))
        self.rows = Batch(connection, insert(Match))
        self.players = Batch(connection, insert(MatchPlayer), before=self.rows)
        self.current: Arriving | None = None
        self.matches = self.entries = 0

    def take(self, row: Mapping[str, Any], line: int) -> None:
        """One more row of the log; raises Contradiction."""
        if self.current is None or self.current.match != row["match"]:
            self.finish()
            here = self.here(row["match"]) if row["match"] <= self.newest else []
            self.current = Arriving(row["match"], here, self.people)
        self.current.take(row, line)

    def here(self, match: int) -> list[dict[str, Any]]:
        """What stands in the log of this league already."""
        ask = LOG.ask(self.league).where(MatchEvent.match_id == match)
        return [dict(row) for row in self.connection.execute(ask).mappings()]

    def finish(self) -> None:
        """Write the match that has come in whole, if there is anything new in it."""
        match, self.current = self.current, None
        if match is None or not match.new:
            return
        its_row, its_players = match.derived(self.league, self.change, self.batches)
        if match.here:
            its_row["counted"] = self.change  # whoever has added it up before notices
            mine = (MatchPlayer.league_id == self.league, MatchPlayer.match_id == match.match)
            self.connection.execute(delete(MatchPlayer).where(*mine))
            self.connection.execute(
                delete(Match).where(Match.league_id == self.league, Match.id == match.match)
            )
        for row in match.new:
            self.events.add(LOG.to_store(row, self.league), match.line)
        self.rows.add(its_row, match.line)
        for row in its_players:
            self.players.add(row, match.line)
        self.matches += 1
        self.entries += len(match.new)

    def close(self) -> None:
        """All that is still waiting."""
        self.finish()
        self.events.write()
        self.players.write()


class Arriving:
    """One match: what is `here` already, and what is `new`, each entry tried by the rules."""

    def __init__(self, match: int, here: list[dict[str, Any]], people: People) -> None:
        self.match, self.here, self.people = match, here, people
        self.new: list[Mapping[str, Any]] = []
        self.keys = {row["key"] for row in here}
        self.stand: Stand | None = None
        self.version = self.line = 0

    def take(self, row: Mapping[str, Any], line: int) -> None:
        self.line = line
        if row["version"] != self.version + 1 or row["version"] > LONGEST:
            raise self.refused(
                say("entry {n} has to follow entry {last}.", n=row["version"], last=self.version)
            )
        self.version = row["version"]
        if self.version <= len(self.here):
            if canonical(row) != canonical(self.here[self.version - 1]):
                raise self.refused(
                    say(
                        "entry {n} says something else here than in this file. It is another"
                        " match, or one that went on in both places.",
                        n=self.version,
                    )
                )
            return
        try:
            self.add(row)
        except Impossible as impossible:
            raise self.impossible(impossible) from None

    def add(self, row: Mapping[str, Any]) -> None:
        """One more entry than there are here. Raises Impossible."""
        if row["key"] in self.keys:
            raise Impossible(say("The same key stands twice in one match."))
        self.keys.add(row["key"])
        if self.stand is None and self.here:
            self.stand = stand_of(self.here)
        entry = trial.entry_of(row["version"], row["kind"], row["body"], row["at"])
        if isinstance(entry.event, MatchStarted | ResultNoted):
            self.refuse_strangers(entry.event.players)
        self.stand = trial.follow(self.stand, entry)
        self.new.append(row)

    def refuse_strangers(self, players: tuple[str, ...]) -> None:
        """Raise Impossible unless these are in the league, each somebody else."""
        people = []
        for key in players:
            if key not in self.people.names:
                raise Impossible(say("There is no player number {n}.", n=int(key)))
            people.append(self.people.now.get(key, key))
        if len(set(people)) < len(people) == len(set(players)):
            raise Impossible(say("Two of its players are the same person."))

    def derived(
        self, league: int, change: int, batches: Mapping[int, str]
    ) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The rows that follow from the log; raises Contradiction where none can."""
        key, match = (self.here or self.new)[0]["key"], self.match
        try:
            if isinstance(self.stand, NotedResult):
                counted = change if self.counts(self.stand, batches) else None
                return (
                    derived.noted_row(league, match, key, self.stand, counted),
                    derived.noted_player_rows(league, match, self.stand),
                )
            if self.stand is None:
                raise Impossible(trial.NOT_NOW)
            trial.can_go_on(self.stand)
            return derived.rows_of(league, match, key, self.stand, change)
        except Impossible as impossible:
            raise self.impossible(impossible) from None
        except trial.UNFORESEEN:
            raise self.impossible(Impossible(trial.NOT_SO)) from None

    def counts(self, result: NotedResult, batches: Mapping[int, str]) -> bool:
        """Whether the import that an old result came with counts."""
        batch = result.noted.batch
        if batch not in batches:
            raise Impossible(say("There is no import number {n}.", n=batch))
        return batches[batch] == State.WRITTEN

    def impossible(self, impossible: Impossible) -> Contradiction:
        return self.refused(
            say(
                "entry {n} cannot be. {reason}",
                n=self.version,
                reason=trial.called(impossible.reason, self.people.names),
            )
        )

    def refused(self, reason: Say) -> Contradiction:
        return Contradiction(
            say(
                "Line {line}, match {match}: {reason}",
                line=self.line,
                match=self.match,
                reason=reason,
            )
        )


def stand_of(rows: list[dict[str, Any]]) -> Stand:
    """Where a match of this league stands."""
    entries = [Entry(row["version"], decode(row["kind"], row["body"]), row["at"]) for row in rows]
    if isinstance(entries[0].event, ResultNoted):
        return noted.replay(entries)
    return replay(entries)


def canonical(row: Mapping[str, Any]) -> str:
    """The same for rows that say the same, in whatever order."""
    return json.dumps(row, sort_keys=True)
