"""Import the matches of a league document, one at a time."""

from array import array
from bisect import bisect_left
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from scorekeeper.clock import LeagueClock
from scorekeeper.db.log_rows import check_values
from scorekeeper.db.lost_entries import matches_with_lost_entries
from scorekeeper.db.tables import Matches, MatchEvents, MatchPlayers
from scorekeeper.messages import say
from scorekeeper.transfer.league_json.batch import Batch
from scorekeeper.transfer.league_json.incoming_match import IncomingMatch, PlayerIndex
from scorekeeper.transfer.league_json.load_results import TrialResults
from scorekeeper.transfer.league_json.row_check import ImportConflict
from scorekeeper.transfer.league_json.sections import LOG


class MatchLoader:
    """Loader for the rows of the log, in order.

    The result of a match whose log has lost entries in the league is replaced only if the document
    has all of these entries (`db.lost_entries`). `stored_versions` has the newest version of each
    of these matches. `import_states` are the states of CSV imports by id. `change` is the number of
    this change to the league. If it is None, rows are only checked, and their derived rows are
    stored in `trial_results`.
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
        self.ids = array("q")  # the ids of all matches of the document, in order
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
            return  # keep the stored rows, because only they still contain the result
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
