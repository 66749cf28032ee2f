"""Generated matches look real: bids and deadwood are plausible, and all kinds of results occur."""

from collections import Counter
from random import Random
from statistics import median

import pytest

from scorekeeper.cli import simulated_players
from scorekeeper.match.sheet import merge_stages
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup

DEALS = 300


def records(slug, seats, **options):
    """Return the records of many first deals."""
    game = GAMES[slug]
    position = game.begin(build_setup(game, tuple("ABCDE"[:seats]), options))
    return [
        merge_stages(game, simulated_players.random_deal(game, position, Random(f"{slug} {n}")))
        for n in range(DEALS)
    ]


def share(records, condition):
    """Return the percentage of records that meet the condition, rounded down."""
    return 100 * sum(map(condition, records)) // len(records)


@pytest.mark.parametrize(("cards", "most"), [(1, 1), (5, 3), (9, 5)])
def test_jabberwocky_bids_are_low_and_40_to_80_percent_are_made(cards, most):
    deals = records("jabberwocky", 4, schedule=[cards])

    bids = [bid for answers in deals for bid in answers["bids"].values()]
    is_bid_kept = [
        answers["tricks"][seat] == bid for answers in deals for seat, bid in answers["bids"].items()
    ]
    assert max(bids) <= most
    assert 40 <= share(is_bid_kept, bool) <= 80
    assert 1 <= share(deals, lambda answers: "reneges" in answers) <= 8 or cards == 1


@pytest.mark.parametrize("slug", ["chinchon", "loba"])
def test_the_median_deadwood_is_8_to_20_and_some_is_above_30(slug):
    left = [n for answers in records(slug, 4) for n in answers["deadwood"].values()]

    assert 8 <= median(left) <= 20
    assert max(left) > 30


def test_gin_hands_end_in_every_way_and_most_often_with_a_knock():
    results = Counter(answers["result"] for answers in records("gin", 2, big_gin_bonus=31))

    assert results["knock"] > results["gin"] > results["draw"] > 0
    assert results["big_gin"] > 0


def test_the_jaguar_wins_about_half_of_the_hands_and_is_rarely_alone():
    hands = records("jaguar", 5)
    played = [answers for answers in hands if "jaguar" in answers]

    assert 1 <= share(hands, lambda answers: "all_pass" in answers) <= 8
    assert 40 <= share(played, lambda answers: answers["points"] > 60) <= 70
    assert 1 <= share(played, lambda answers: answers["friend"] == answers["jaguar"]) <= 15


def test_jamon_counters_vary_and_always_add_up_to_20():
    deals = records("jamon", 4, scoring="points")

    assert all(sum(answers["counters"].values()) == 20 for answers in deals)
    assert len({tuple(answers["counters"].values()) for answers in deals}) > 50
    assert {n for answers in deals for n in answers["cards"].values()} == set(range(6))
