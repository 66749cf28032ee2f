"""Up to forty people for draws, with random strengths and meetings."""

from itertools import combinations
from random import Random

from scorekeeper.club.draws import Past, pair

FORTY = [str(n) for n in range(1, 41)]


def people_of(n):
    return FORTY[:n]


def past(people, seed=1):
    rng = Random(seed)
    pairs = [pair(one, other) for one, other in combinations(people, 2)]
    return Past(
        {each: rng.randrange(3) for each in pairs},
        {each: rng.randrange(30) for each in pairs},
        {one: rng.gauss(25, 4) for one in people},
    )
