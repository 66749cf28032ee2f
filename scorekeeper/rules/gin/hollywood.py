"""Hollywood scoring: a won hand is entered in up to three games at once.

A side's first won hand counts in one game, its second in two, and later hands in all open games. If
a game ends before a side has scored in it, that side starts in the next open game.
"""

from typing import NamedTuple

GAME_COUNT = 3


class HollywoodGame(NamedTuple):
    """One of the three games: the points of each side's won hands, and the winner of the game."""

    entries: dict[str, tuple[int, ...]]
    winner: str | None = None

    @property
    def points(self) -> dict[str, int]:
        return {side: sum(hands) for side, hands in self.entries.items()}

    @property
    def boxes(self) -> dict[str, int]:
        return {side: len(hands) for side, hands in self.entries.items()}


HollywoodGames = tuple[HollywoodGame, ...]


def new_games(sides: tuple[str, ...]) -> HollywoodGames:
    return (HollywoodGame(dict.fromkeys(sides, ())),) * GAME_COUNT


def games_for_next_hand(games: HollywoodGames, side: str) -> tuple[int, ...]:
    """Return the indices (0 to 2) of the games that count the next hand this side wins.

    These are all open games in which the side has an entry, and the first open game in which it has
    none.
    """
    going = [n for n, game in enumerate(games) if game.winner is None]
    begun = [n for n in going if games[n].entries[side]]
    fresh = [n for n in going if not games[n].entries[side]]
    return tuple(sorted(begun + fresh[:1]))


def with_won_hand(games: HollywoodGames, side: str, points: int, target: int) -> HollywoodGames:
    """Return the games with one more won hand. A game ends when the side reaches `target`."""
    into = games_for_next_hand(games, side)
    return tuple(
        with_entry(game, side, points, target) if n in into else game
        for n, game in enumerate(games)
    )


def with_entry(game: HollywoodGame, side: str, points: int, target: int) -> HollywoodGame:
    hands = (*game.entries[side], points)
    winner = side if sum(hands) >= target else None
    return HollywoodGame({**game.entries, side: hands}, winner)


def all_ended(games: HollywoodGames) -> bool:
    return all(game.winner for game in games)
