"""Keep the derived rows of the trial pass, so that the write pass can reuse them.

Checking a match against the rules takes most of the time of an import, and does not need a lock.
The results are kept in a file, one line per match. The write pass reuses the result of every match
that still has as many entries in the league as during the trial.
"""

import json
from typing import IO

from scorekeeper.db.match_rows import MatchRows

END_OF_RESULTS: tuple[int, int, MatchRows] = (0, 0, ({}, []))


class TrialResults:
    """The derived rows of each match, stored in `file` in the same order as in the document.

    `inputs` are the other inputs of the trial: the players, the clock and the states of imports.
    """

    def __init__(self, file: IO[str]) -> None:
        self.file = file
        self.inputs: object = None
        self.next: tuple[int, int, MatchRows] | None = None

    def keep(self, match: int, entries: int, rows: MatchRows) -> None:
        """Store a match's derived rows. `entries` is the number of its entries in the league."""
        self.file.write(json.dumps((match, entries, rows)) + "\n")

    def rewind_if_unchanged(self, inputs: object) -> None:
        """Go back to the first match, so that `rows` can return the trial's results again.

        If the other `inputs` have changed since the trial, no result is reused.
        """
        self.file.seek(0)
        self.next = self.read_line() if inputs == self.inputs else END_OF_RESULTS

    def rows(self, match: int, entries: int) -> MatchRows | None:
        """Return the derived rows of this match from the trial.

        Returns None unless the match had `entries` entries in the league during the trial.
        """
        while self.next and 0 < self.next[0] < match:
            self.next = self.read_line()
        upcoming = self.next
        return upcoming[2] if upcoming and upcoming[:2] == (match, entries) else None

    def read_line(self) -> tuple[int, int, MatchRows]:
        line = self.file.readline()
        if not line:
            return END_OF_RESULTS
        match, entries, (its_row, its_players) = json.loads(line)
        return match, entries, (its_row, its_players)
