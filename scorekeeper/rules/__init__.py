"""The games, one line each. Each module below is one game's rules; nothing else knows them."""

from scorekeeper.rules import chinchon, jabberwocky, jaguar, loba
from scorekeeper.rules.kernel import Game

GAMES: dict[str, Game] = {
    game.slug: game
    for game in (
        jabberwocky.GAME,
        chinchon.GAME,
        loba.GAME,
        jaguar.GAME,
    )
}  # fmt: skip
