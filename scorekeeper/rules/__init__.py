"""All games by slug. Each package `rules/<game>` holds one game and is imported only here."""

from scorekeeper.rules import chinchon, gin, jabberwocky, jaguar, jamon, loba
from scorekeeper.rules.game import Game

GAMES: dict[str, Game] = {
    game.slug: game
    for game in (
        jabberwocky.GAME,
        chinchon.GAME,
        loba.GAME,
        gin.GAME,
        jaguar.GAME,
        jamon.GAME,
    )
}


def game_name(slug: str) -> str:
    """Return the name of the game with this slug.

    If a damaged slug belongs to no game, return the slug itself.
    """
    return GAMES[slug].name if slug in GAMES else slug
