"""The decisive match of each review highlight that depends on several matches."""

from typing import NamedTuple

from scorekeeper.stats.results import MatchResult

ALL = ""  # a key for all evenings and games


class DecidingMatch(NamedTuple):
    """A match, the slug of its game, and its evening ("2026-11-19")."""

    match: int
    game: str
    evening: str


class DecidingMatches:
    """The matches that decided highlights. Add results in order, each once.

    `last` is the last match by evening. `last_played` and `last_won` are a player's last match and
    last win, by player and evening, game or ALL. `last_ahead` is the last match in which one player
    finished ahead of another, by these two players. `gains` and `losses` are the largest rise and
    fall of a player's strength in one match, by player.
    """

    def __init__(self) -> None:
        self.last: dict[str, DecidingMatch] = {}
        self.last_played: dict[tuple[str, str], DecidingMatch] = {}
        self.last_won: dict[tuple[str, str], DecidingMatch] = {}
        self.last_ahead: dict[tuple[str, str], DecidingMatch] = {}
        self.gains: dict[str, tuple[float, DecidingMatch]] = {}
        self.losses: dict[str, tuple[float, DecidingMatch]] = {}

    def add(self, result: MatchResult) -> None:
        """Add the next result."""
        match = deciding_match(result)
        self.last[result.evening] = match
        for seat in result.seats:
            for part in (ALL, result.evening, result.game):
                self.last_played[seat.player, part] = match
                if seat.finish.won:
                    self.last_won[seat.player, part] = match
            for other in result.seats:
                if seat.side != other.side and seat.finish.place < other.finish.place:
                    self.last_ahead[seat.player, other.player] = match

    def add_change(self, player: str, change: float, result: MatchResult) -> None:
        """Add the change of a player's strength in this match."""
        if change > self.gains.get(player, (0.0, None))[0]:
            self.gains[player] = change, deciding_match(result)
        if change < self.losses.get(player, (0.0, None))[0]:
            self.losses[player] = change, deciding_match(result)


def deciding_match(result: MatchResult) -> DecidingMatch:
    return DecidingMatch(result.match, result.game, result.evening)
