"""Strength: Bradley-Terry over whole tables, by openskill.

Everybody begins with a mean of 25 and an uncertainty of 25/3. A match compares each side with
every other; who beats stronger ones gains more, ties draw together. Players of one side are
rated as a team.
"""

from openskill.models import BradleyTerryFull

from scorekeeper.stats.aggregate import Strength
from scorekeeper.stats.schemes import DEFAULT_DEVIATION, DEFAULT_MEAN

MODEL = BradleyTerryFull(mu=DEFAULT_MEAN, sigma=DEFAULT_DEVIATION)


def rate(sides: list[list[Strength | None]], places: list[int]) -> list[list[Strength]]:
    """Strengths (mean, uncertainty) of all players after a match, by side, from those before.

    None is somebody's first match. `places` are those of the sides; equal ones are ties.
    """
    teams = [
        [MODEL.rating(*strength) if strength else MODEL.rating() for strength in side]
        for side in sides
    ]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [[(player.mu, player.sigma) for player in team] for team in rated]
