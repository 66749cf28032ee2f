"""Settlements: the fewest payments that bring every balance to zero."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.stats.settlement import finds_fewest_payments, payments_left, settling_payments
from tests.sample import examples


@pytest.mark.parametrize(
    ("net", "paid"),
    [
        pytest.param({}, [], id="nobody"),
        pytest.param({"a": 0, "b": 0}, [], id="all even"),
        pytest.param({"a": 3, "b": -3}, [("b", "a", 3)], id="one pays one"),
        pytest.param(
            {"a": 3, "b": -1, "c": -2}, [("c", "a", 2), ("b", "a", 1)], id="the winner takes it all"
        ),
        pytest.param({"a": -3, "b": 1, "c": 2}, [("a", "c", 2), ("a", "b", 1)], id="one pays all"),
        pytest.param(
            {"a": 2, "b": -1, "c": 1, "d": -2},
            [("d", "a", 2), ("b", "c", 1)],
            id="two pairs of equal amounts",
        ),
        pytest.param(
            {"a": 4, "b": 2, "c": -3, "d": -3},
            [("c", "a", 3), ("d", "b", 2), ("d", "a", 1)],
            id="three payments among four",
        ),
        pytest.param(
            {"a": 5, "b": -2, "c": -3, "d": 4, "e": -4},
            [("c", "a", 3), ("b", "a", 2), ("e", "d", 4)],
            id="a three and a pair",
        ),
        pytest.param(
            {"a": 1, "b": 0, "c": -1}, [("c", "a", 1)], id="a player who is even pays nothing"
        ),
        pytest.param({"a+c": 125, "b+d": -125}, [("b+d", "a+c", 125)], id="two pairs"),
    ],
)
def test_payments_settle_the_balances(net, paid):
    assert settling_payments(net) == paid


@pytest.mark.parametrize(
    ("net", "paid"),
    [
        pytest.param(
            {"a": 1, "b": 1, "c": -3}, [("c", "a", 1), ("c", "b", 1)], id="a remainder of one"
        ),
        pytest.param({"a": 2, "b": -2, "c": -1}, [("b", "a", 2)], id="a pot that cannot be split"),
        pytest.param({"a": -1, "b": -1}, [], id="all of it"),
    ],
)
def test_a_remainder_that_cannot_be_split_stays_on_the_table(net, paid):
    assert settling_payments(net) == paid


def after(net, paid):
    left = dict(net)
    for each in paid:
        left[each.payer] += each.amount
        left[each.payee] -= each.amount
    return left


def fewest_payments(amounts):
    """Return the smallest number of payments, found by trying all pairs of payer and payee."""
    amounts = tuple(sorted(amount for amount in amounts if amount))
    if not amounts:
        return 0
    first, *others = amounts
    return 1 + min(
        fewest_payments((*others[:at], other + first, *others[at + 1 :]))
        for at, other in enumerate(others)
        if other * first < 0
    )


def net_results(most_people):
    """Draw {player: balance}. The balances add up to 0."""
    return st.lists(st.integers(-6, 6), min_size=1, max_size=most_people - 1).map(
        lambda some: dict(enumerate([*some, -sum(some)]))
    )


@examples(100, 40)
@given(net_results(8))
def test_payments_bring_every_balance_to_0(net):
    assert set(after(net, settling_payments(net)).values()) == {0}


@examples(100, 40)
@given(net_results(8))
def test_only_debtors_pay_and_only_creditors_receive(net):
    for each in settling_payments(net):
        assert each.amount > 0
        assert net[each.payer] < 0 < net[each.payee]


@examples(100, 40)
@given(net_results(8))
def test_there_are_fewer_payments_than_players_involved(net):
    involved = [amount for amount in net.values() if amount]

    assert len(settling_payments(net)) <= max(len(involved) - 1, 0)


@examples(100, 40)
@given(net_results(5))
def test_up_to_five_players_are_settled_in_the_fewest_payments(net):
    assert len(settling_payments(net)) == fewest_payments(net.values())


@examples(100, 40)
@given(st.dictionaries(st.sampled_from("abcdef"), st.integers(-9, 9)))
def test_unpaid_balances_add_up_to_the_remainder(net):
    left = after(net, settling_payments(net))

    assert sum(map(abs, left.values())) == abs(sum(net.values()))


def test_ten_players_are_settled_in_six_payments():
    net = dict(enumerate([9, -4, -5, 7, -7, 3, 2, -5, 11, -11]))

    assert len(settling_payments(net)) == 6


def test_twelve_players_are_settled_in_the_fewest_payments():
    net = dict(enumerate([1, -1] * 6))

    assert finds_fewest_payments(net)
    assert len(settling_payments(net)) == 6


@examples(100, 40)
@given(st.lists(st.integers(-60, 60).filter(bool), min_size=13, max_size=300))
def test_large_groups_are_settled_in_fewer_payments_than_players(some):
    last = -sum(some)
    net = dict(enumerate([*some, last]))

    assert not finds_fewest_payments(net)
    settling = settling_payments(net)
    assert set(after(net, settling).values()) == {0}
    assert len(settling) < len(some) + bool(last)


@examples(100, 40)
@given(st.lists(st.integers(-900, 900), min_size=3, max_size=15), st.data())
def test_a_payment_or_part_of_it_leaves_the_other_payments_as_they_are(amounts, data):
    net = dict(zip("abcdefghijklmnop", [*amounts, -sum(amounts)], strict=False))
    proposed = settling_payments(net)
    paid = {}
    chosen = st.lists(st.sampled_from(proposed), unique=True) if proposed else st.just([])
    for each in data.draw(chosen):
        paid[each.payer, each.payee] = data.draw(st.integers(1, each.amount))

    rest = [each._replace(amount=each.amount - paid.get(each[:2], 0)) for each in proposed]
    assert payments_left(net, paid) == [each for each in rest if each.amount]


def test_after_payments_that_were_not_proposed_everyone_is_settled_again():
    net = {"a": 3, "b": -1, "c": -2}

    assert payments_left(net, {("b", "a"): 2}) == [("c", "a", 1), ("c", "b", 1)]
    assert payments_left(net, {("b", "c"): 1}) == [("c", "a", 3)]
