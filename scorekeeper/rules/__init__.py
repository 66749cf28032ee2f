"""The games, one line each. Each module below is one game's rules; nothing else knows them."""

from scorekeeper.rules import jabberwocky
from scorekeeper.rules.kernel import Game

GAMES: dict[str, Game] = {
    game.slug: game
    for game in (
        jabberwocky.GAME,
    )
}  # fmt: skip
