"""Stakes paid after a match, worked out by hand.

The payments and the remainder add up to zero.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.stats.results import PlayerResult, finish
from scorekeeper.stats.stakes import CENTS, COUNTERS, NO_STAKES, REMAINDER, Stakes, match_balances
from tests.sample import examples


def seats(**won):
    """Return the results of players. Ana=True means that Ana won.

    All winners share first place.
    """
    results = []
    winners = sum(won.values())
    for side, (player, has_won) in enumerate(won.items()):
        place, level = (1, winners) if has_won else (winners + 1, len(won) - winners)
        results.append(PlayerResult(player, side, finish(place, level, len(won), has_won), None))
    return results


def results_with_net(**net):
    how = finish(1, 1, 2, True)
    return [
        PlayerResult(player, side, how, 0, value)
        for side, (player, value) in enumerate(net.items())
    ]


@pytest.mark.parametrize(
    ("won", "amount", "balances"),
    [
        pytest.param(
            {"a": True, "b": False, "c": False}, 50, {"a": 100, "b": -50, "c": -50}, id="one wins"
        ),
        pytest.param(
            {"a": True, "b": True, "c": False}, 50, {"a": 25, "b": 25, "c": -50}, id="two share"
        ),
        pytest.param(
            {"a": True, "b": True, "c": False},
            25,
            {"a": 12, "b": 12, "c": -25, REMAINDER: 1},
            id="a cent stays",
        ),
        pytest.param(
            {"a": True, "b": True, "c": True, "d": False, "e": False},
            10,
            {"a": 6, "b": 6, "c": 6, "d": -10, "e": -10, REMAINDER: 2},
            id="two cents stay",
        ),
        pytest.param({"a": True, "b": True}, 50, {"a": 0, "b": 0}, id="all won"),
        pytest.param({"a": False, "b": False}, 50, {"a": 0, "b": 0}, id="nobody won"),
    ],
)
def test_losers_pay_the_winners(won, amount, balances):
    assert match_balances(seats(**won), amount, by_net=False) == balances


@pytest.mark.parametrize(
    ("net", "amount", "balances"),
    [
        pytest.param({"a": 25, "b": -25}, 2, {"a": 50, "b": -50}, id="points of gin"),
        pytest.param({"a": 3, "b": -1, "c": -2}, 10, {"a": 30, "b": -10, "c": -20}, id="a pot"),
        pytest.param(
            {"a": 1, "b": 1, "c": -3},
            10,
            {"a": 10, "b": 10, "c": -30, REMAINDER: 10},
            id="a pot that cannot be split",
        ),
        pytest.param({"a": 0, "b": 0}, 10, {"a": 0, "b": 0}, id="nothing changed hands"),
    ],
)
def test_games_with_net_results_are_paid_by_them(net, amount, balances):
    assert match_balances(results_with_net(**net), amount, by_net=True) == balances


@examples(100, 40)
@given(st.lists(st.booleans(), min_size=1, max_size=9), st.integers(1, 10_000))
def test_balances_add_up_to_0_with_a_remainder_below_the_number_of_winners(won, amount):
    balances = match_balances(
        seats(**{f"p{n}": each for n, each in enumerate(won)}), amount, by_net=False
    )

    assert sum(balances.values()) == 0
    assert 0 <= balances.get(REMAINDER, 0) < max(sum(won), 1)


def test_stakes_without_an_amount_are_falsy():
    assert not NO_STAKES
    assert not Stakes(CENTS, {})
    assert Stakes(COUNTERS, {"gin": 1})


def test_stakes_survive_conversion_to_json_and_back():
    stakes = Stakes(COUNTERS, {"gin": 2, "jamon": 5})

    assert Stakes.from_json(stakes.to_json()) == stakes
    assert Stakes.from_json({}) == NO_STAKES


def test_equal_stakes_have_equal_hashes_in_any_order_of_games():
    one, other = Stakes(CENTS, {"gin": 1, "loba": 2}), Stakes(CENTS, {"loba": 2, "gin": 1})

    assert len({one, other}) == 1
