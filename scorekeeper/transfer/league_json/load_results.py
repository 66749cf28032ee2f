"""What each match of a document comes to, found out before anybody is kept waiting.

Trying the entries of a match by the rules takes most of the time of bringing it in, and needs no
lock: only what is here already. It is kept in a file, a line a match, and believed afterwards of
every match that stands as it stood then.
"""

import json
from typing import IO

from scorekeeper.db.match_rows import MatchRows

END_OF_RESULTS: tuple[int, int, MatchRows] = (0, 0, ({}, []))


class TrialResults:
    """Matches in the order of the document, in this file; `on` is what they were tried with."""

    def __init__(self, file: IO[str]) -> None:
        self.file = file
        self.on: object = None
        self.next: tuple[int, int, MatchRows] | None = None

    def keep(self, match: int, here: int, rows: MatchRows) -> None:
        """What follows from a match, of which so many entries were `here`."""
        self.file.write(json.dumps((match, here, rows)) + "\n")

    def rewind_if_unchanged(self, on: object) -> None:
        """From the first match on, or nothing at all if it would be found out otherwise now."""
        self.file.seek(0)
        self.next = self.line() if on == self.on else END_OF_RESULTS

    def rows(self, match: int, here: int) -> MatchRows | None:
        """What follows from this match; None if so many entries were not here then."""
        while self.next and 0 < self.next[0] < match:
            self.next = self.line()
        found = self.next
        return found[2] if found and found[:2] == (match, here) else None

    def line(self) -> tuple[int, int, MatchRows]:
        line = self.file.readline()
        if not line:
            return END_OF_RESULTS
        match, here, (its_row, its_players) = json.loads(line)
        return match, here, (its_row, its_players)
