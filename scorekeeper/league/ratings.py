"""Ratings of players, computed with openskill's Bradley-Terry model for tables of any size.

Players start with a mean of 25 and an uncertainty of 25/3. A match compares each side with every
other side. A win against a stronger side gains more, and a tie moves both ratings towards each
other. Players on one side are rated as a team.
"""

from openskill.models import BradleyTerryFull

from scorekeeper.stats.aggregate import Strength
from scorekeeper.stats.strength import DEFAULT_DEVIATION, DEFAULT_MEAN

RATING_MODEL = BradleyTerryFull(mu=DEFAULT_MEAN, sigma=DEFAULT_DEVIATION)


def rate(sides: list[list[Strength | None]], places: list[int]) -> list[list[Strength]]:
    """Return the strengths (mean, uncertainty) of the players after a match, by side.

    `sides` has the players' strengths before the match, or None for a player who has not played
    before. `places` are the places of the sides. Equal places are ties.
    """
    teams = [
        [RATING_MODEL.rating(*strength) if strength else RATING_MODEL.rating() for strength in side]
        for side in sides
    ]
    rated = RATING_MODEL.rate(teams, ranks=[float(place) for place in places])
    return [[(player.mu, player.sigma) for player in team] for team in rated]
