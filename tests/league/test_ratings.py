"""The ratings equal those of openskill, which the tests also call directly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import BradleyTerryFull

from scorekeeper.league.ratings import rate
from scorekeeper.stats.aggregate import AggregateOptions
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.strength import displayed_strength
from tests.sample import examples
from tests.stats.season_on_paper import THREE_EVENINGS, aggregate, results

MODEL = BradleyTerryFull()  # default start: mu 25, sigma 25 / 3


def by_the_library(text):
    """Return {player: (mu, sigma)} after all matches, as openskill computes them."""
    known = {}
    for result in results(text):
        sides = sorted({seat.side for seat in result.seats})
        teams = [[s.player for s in result.seats if s.side == side] for side in sides]
        ranks = [next(s.finish.place for s in result.seats if s.side == side) for side in sides]
        before = [[known.get(player) or MODEL.rating() for player in team] for team in teams]
        after = MODEL.rate(before, ranks=ranks)
        for team, rated in zip(teams, after, strict=True):
            known.update(zip(team, rated, strict=True))
    return {player: (rating.mu, rating.sigma) for player, rating in known.items()}


SEASONS = {
    "documented": THREE_EVENINGS,
    "two players": """
        evening | Ana | Bruno
        1 Oct   | 1   | 2
        2 Oct   | 1   | 2
        3 Oct   | 2   | 1
    """,
    "ties": """
        evening | Ana | Bruno | Chus
        1 Oct   | 1=  | 1=    | 3
        2 Oct   | 1=  | 1=    | 1=
        3 Oct   | 1   | 2=    | 2=
    """,
    "teams of two": """
        evening   | Ana | Bruno | Chus | Dina
        1 Oct gin | 1a  | 2b    | 1a   | 2b
        2 Oct gin | 1a  | 1a    | 2b   | 2b
        3 Oct     | 4   | 3     | 2    | 1
    """,
    "five players": """
        evening | Ana | Bruno | Chus | Dina | Edu
        1 Oct   | 1   | 2     | 3    | 4    | 5
        2 Oct   | 5   | 1     | 2=   | 2=   | 4
        3 Oct   | –   | 1     | 2    | –    | 3
    """,
}


@pytest.mark.parametrize("season", SEASONS.values(), ids=SEASONS)
def test_the_ratings_of_a_season_equal_those_of_openskill(season):
    tallies = aggregate(season, AggregateOptions(rate)).totals.tallies

    ratings = {player: tally.strength for player, tally in tallies.items()}
    expected = by_the_library(season)
    assert ratings.keys() == expected.keys()
    for player in expected:
        assert ratings[player] == pytest.approx(expected[player], abs=1e-12)


STRENGTHS = st.one_of(st.none(), st.tuples(st.floats(10, 40), st.floats(1, 8)))


@examples(60, 25)
@given(
    st.lists(st.tuples(STRENGTHS, st.integers(1, 5)), min_size=2, max_size=5),
    st.randoms(use_true_random=False),
)
def test_the_order_of_seats_does_not_change_ratings(seats, rng):
    order = list(range(len(seats)))
    rng.shuffle(order)

    plain = rate([[before] for before, _ in seats], [place for _, place in seats])
    other = rate([[seats[n][0]] for n in order], [seats[n][1] for n in order])

    for number, seat in enumerate(order):
        assert other[number][0] == pytest.approx(plain[seat][0], abs=1e-9)


def test_beating_a_stronger_player_raises_the_rating_more():
    strong, weak, me = (30.0, 3.0), (20.0, 3.0), (25.0, 3.0)

    (over_strong, *_), _ = rate([[me], [strong]], [1, 2])
    (over_weak, *_), _ = rate([[me], [weak]], [1, 2])

    assert over_strong[0] > over_weak[0] > 25


def test_a_tie_brings_ratings_closer_together():
    (strong, *_), (weak, *_) = rate([[(30.0, 3.0)], [(20.0, 3.0)]], [1, 1])

    assert 20 < weak[0] < strong[0] < 30


def test_partners_get_equal_ratings_and_only_the_order_of_places_counts():
    won, lost = rate([[None, None], [None, None]], [1, 2])
    again, _ = rate([[None, None], [None, None]], [3, 9])

    assert won[0] == won[1] == again[0] > lost[0] == lost[1]


def test_displayed_strength_is_1000_at_the_start_and_30_per_rating_point():
    assert displayed_strength(25) == 1000
    assert displayed_strength(26) == 1030
    assert displayed_strength(24.95) == 998
    assert Scheme("strength").uses_rating
