"""Payments between players: balances that add up to zero, undo and redo."""

from random import Random

import pytest

from scorekeeper.errors import NotFound, Refused
from scorekeeper.league import match_terms_commands, payments, player_merge, roster, season_commands
from scorekeeper.league.payment_totals import payment_totals
from scorekeeper.league.payments import NewPayment, StalePayment
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.stats.stakes import COUNTERS, REMAINDER, STAKE_UNITS, Stakes
from tests.league_fixtures import in_turn

NAMES = ("Ana", "Bruno", "Chus", "Dina", "Edu")


@pytest.fixture(autouse=True)
def people(store):
    """The keys of five players, 1 to 5, in a league with a season."""
    season_commands.create_season(store, Season(0, "Autumn"), at=0)
    return tuple(roster.add_player(store, name, at=0).key for name in NAMES)


def balances(store, season=1, now=None):
    return payment_totals(store, season, now or {}).balances


def test_a_payment_raises_the_payers_balance_and_lowers_the_payees(store):
    payments.record_payment(store, NewPayment(1, 2, 250, "cents", 1), "a", at=100)
    payments.record_payment(store, NewPayment(1, 3, 50, "cents", 1), "b", at=200)
    payments.record_payment(store, NewPayment(2, 1, 3, COUNTERS, 1), "c", at=300)

    assert balances(store) == {
        "cents": {"1": 300, "2": -250, "3": -50},
        "counters": {"2": 3, "1": -3},
    }


def test_a_payment_with_the_same_key_is_recorded_once(store):
    first = payments.record_payment(store, NewPayment(1, 2, 250, "cents", 1), "a")

    assert payments.record_payment(store, NewPayment(1, 2, 250, "cents", 1), "a") == first
    assert balances(store) == {"cents": {"1": 250, "2": -250}}


def test_a_payment_can_be_undone_and_redone_repeatedly(store):
    payment = payments.record_payment(store, NewPayment(1, 2, 250, "cents", 1), "a", at=100)
    for _ in range(2):
        payments.undo_payment(store, payment, at=200)
        assert balances(store) == {"cents": {"1": 0, "2": 0}}
    assert [each.is_undone for each in payments.recent_payments(store, 1, {})] == [True]
    payments.redo_payment(store, payment)
    assert balances(store) == {"cents": {"1": 250, "2": -250}}


def test_payments_count_in_their_season_and_in_all_time(store):
    other = season_commands.create_season(store, Season(0, "Cup")).id
    payments.record_payment(store, NewPayment(1, 2, 100, "cents", 1), "a")
    payments.record_payment(store, NewPayment(1, 2, 10, "cents", other), "b")
    payments.record_payment(store, NewPayment(1, 2, 1, "cents", None), "c")

    assert [balances(store, which)["cents"]["1"] for which in (1, other, None)] == [100, 10, 111]
    assert [each.amount for each in payments.recent_payments(store, None, {})] == [1, 10, 100]
    assert [each.amount for each in payments.recent_payments(store, None, {}, limit=2)] == [1, 10]
    assert [each.amount for each in payments.recent_payments(store, 1, {})] == [100]


def test_payments_of_a_merged_player_count_for_the_player_merged_into(store):
    payments.record_payment(store, NewPayment(1, 2, 100, "cents", 1), "a")
    payments.record_payment(store, NewPayment(3, 1, 40, "cents", 1), "b")

    paid = payment_totals(store, 1, {"3": "2"})
    assert paid.balances == {"cents": {"1": 60, "2": -60}}
    assert paid.between("cents", "1", "2") == paid.between("cents", "2", "1") == (2, 140)
    assert paid.between("counters", "1", "2") == (0, 0)
    assert [(p.payer, p.payee) for p in payments.recent_payments(store, 1, {"3": "2"})] == [
        ("2", "1"),
        ("1", "2"),
    ]


@pytest.mark.both_databases
def test_payments_since_a_time_are_added_up_by_payer_and_payee(store):
    payments.record_payment(store, NewPayment(1, 2, 100, "cents", 1), "a", at=99)
    payments.record_payment(store, NewPayment(1, 2, 40, "cents", 1), "b", at=100)
    payments.record_payment(store, NewPayment(3, 2, 7, "cents", 1), "c", at=101)
    payments.record_payment(store, NewPayment(2, 3, 50, "cents", 1), "d", at=102)
    undone = payments.record_payment(store, NewPayment(1, 3, 5, "cents", 1), "e", at=103)
    payments.undo_payment(store, undone)

    paid = payment_totals(store, 1, {"3": "2"}, since=100)
    assert paid.recent == {"cents": {("1", "2"): 40}}  # 2 and 3 are one player


def seen_value(store, payer, payee, season=1, now=None):
    """Return the value of `seen` that a page would send if it were opened now."""
    return str(payment_totals(store, season, now or {}).between("cents", str(payer), str(payee)))


@pytest.mark.parametrize(
    "meanwhile",
    [
        pytest.param(
            lambda store: payments.record_payment(store, NewPayment(1, 2, 5, "cents", 1), "b"),
            id="paid",
        ),
        pytest.param(
            lambda store: payments.record_payment(store, NewPayment(2, 1, 5, "cents", 1), "b"),
            id="paid the other way",
        ),
        pytest.param(lambda store: payments.undo_payment(store, 1), id="undone"),
        pytest.param(lambda store: payments.redo_payment(store, 2), id="put back"),
    ],
)
def test_a_payment_from_a_stale_page_is_refused(store, meanwhile):
    payments.record_payment(store, NewPayment(1, 2, 100, "cents", 1), "first")
    payments.undo_payment(
        store, payments.record_payment(store, NewPayment(1, 2, 50, "cents", 1), "second")
    )
    old = seen_value(store, 1, 2)
    meanwhile(store)
    there = payments.recent_payments(store, 1, {})

    with pytest.raises(StalePayment):
        payments.record_payment(store, NewPayment(1, 2, 25, "cents", 1), "mine", seen=old)
    assert payments.recent_payments(store, 1, {}) == there
    payments.record_payment(
        store, NewPayment(1, 2, 25, "cents", 1), "mine", seen=seen_value(store, 1, 2)
    )
    assert len(payments.recent_payments(store, 1, {})) == len(there) + 1


def test_payments_of_other_pairs_seasons_or_units_do_not_make_a_page_stale(store):
    cup, old = season_commands.create_season(store, Season(0, "Cup")).id, seen_value(store, 1, 2)
    payments.record_payment(store, NewPayment(1, 3, 5, "cents", 1), "a")
    payments.record_payment(store, NewPayment(3, 2, 5, "cents", 1), "b")
    payments.record_payment(store, NewPayment(1, 2, 5, "cents", cup), "c")
    payments.record_payment(store, NewPayment(1, 2, 5, COUNTERS, 1), "d")

    payments.record_payment(store, NewPayment(1, 2, 5, "cents", 1), "mine", seen=old)
    with pytest.raises(StalePayment):
        payments.record_payment(store, NewPayment(1, 2, 5, "cents", None), "for ever", seen=old)


def test_a_repeated_key_is_recorded_once_even_after_later_payments(store):
    old = seen_value(store, 1, 2)
    first = payments.record_payment(store, NewPayment(1, 2, 5, "cents", 1), "a", seen=old)
    payments.record_payment(
        store, NewPayment(1, 2, 5, "cents", 1), "b", seen=seen_value(store, 1, 2)
    )

    assert payments.record_payment(store, NewPayment(1, 2, 5, "cents", 1), "a", seen=old) == first
    assert len(payments.recent_payments(store, 1, {})) == 2


def test_a_page_opened_before_a_merge_can_record_one_payment(store):
    old = seen_value(store, 3, 2)
    player_merge.merge_players(store, 3, 1)
    assert payments.record_payment(store, NewPayment(3, 2, 5, "cents", 1), "a", seen=old)

    with pytest.raises(StalePayment):
        payments.record_payment(store, NewPayment(3, 2, 6, "cents", 1), "b", seen=old)
    with pytest.raises(StalePayment):
        payments.record_payment(store, NewPayment(1, 2, 6, "cents", 1), "b", seen=old)
    assert (
        payments.record_payment(
            store,
            NewPayment(1, 2, 6, "cents", 1),
            "b",
            seen=seen_value(store, 1, 2, now={"3": "1"}),
        )
        == 2
    )


@pytest.mark.parametrize(
    ("payer", "payee", "amount", "unit"),
    [
        (1, 2, 0, "cents"),
        (1, 2, -5, "cents"),
        (1, 1, 5, "cents"),
        (1, 2, 5, "euros"),
        (1, 2, 1_000_000_001, "cents"),
    ],
)
def test_an_invalid_payment_is_refused(store, payer, payee, amount, unit):
    with pytest.raises(Refused):
        payments.record_payment(store, NewPayment(payer, payee, amount, unit, 1), "a")
    assert payments.recent_payments(store, 1, {}) == []


def test_unknown_players_seasons_and_payments_are_refused(store):
    for payer, payee in ((1, 9), (9, 1)):
        with pytest.raises(NotFound, match="This player does not exist"):
            payments.record_payment(store, NewPayment(payer, payee, 5, "cents", 1), "a")
    with pytest.raises(NotFound, match="This season does not exist"):
        payments.record_payment(store, NewPayment(1, 2, 5, "cents", 7), "a")
    for change in (payments.undo_payment, payments.redo_payment):
        with pytest.raises(NotFound, match="This payment does not exist"):
            change(store, 1)


def test_players_with_payments_cannot_be_removed(store):
    payments.record_payment(store, NewPayment(1, 2, 100, "cents", 1), "a")

    for player in (1, 2):
        with pytest.raises(Refused):
            roster.remove_player(store, player)
    roster.remove_player(store, 3)


def test_every_payment_change_refreshes_the_statistics_cache(store):
    stats_cache = StatsCache(store)
    seen = stats_cache.get_snapshot().league_state.change
    for change in (
        lambda: payments.record_payment(store, NewPayment(1, 2, 5, "cents", 1), "a"),
        lambda: payments.undo_payment(store, 1),
        lambda: payments.redo_payment(store, 1),
    ):
        change()
        assert stats_cache.get_snapshot().league_state.change > seen
        seen = stats_cache.get_snapshot().league_state.change


# ---------------------------------------------------------------- balances add up to zero


def play(store, log, rng, number):
    """Play a match of one deal. Some matches have random stakes of their own."""
    seats = tuple(rng.sample("12345", 3))
    at = 1_700_000_000 + 40_000 * number
    match = commands.start_match(
        log, "jabberwocky", seats, {"schedule": [1]}, CommandMeta(f"m{number}", at)
    )
    winners = rng.choice((seats[:1], ()))
    tricks = dict.fromkeys(seats, 0) | {rng.choice(winners or seats): 1}
    bids = dict.fromkeys(seats, 0 if rng.random() < 0.4 else 1)
    commands.record_stage(log, match, 1, "bids", {"bids": bids}, CommandMeta("b", at))
    commands.record_stage(log, match, 1, "tricks", {"tricks": tricks}, CommandMeta("t", at + 1))
    if rng.random() < 0.4:
        own = Stakes(rng.choice(STAKE_UNITS), {"jabberwocky": rng.randint(1, 99)})
        match_terms_commands.set_match_terms(
            store, match, MatchTerms(rng.random() < 0.5, None, own)
        )


def step(store, log, rng, number):
    what = rng.choice(("play", "play", "pay", "undo", "redo", "stakes"))
    if what == "play":
        play(store, log, rng, number)
    elif what == "pay":
        payer, payee = rng.sample(range(1, 6), 2)
        payments.record_payment(
            store,
            NewPayment(
                payer, payee, rng.randint(1, 500), rng.choice(STAKE_UNITS), rng.choice((1, None))
            ),
            f"p{number}",
        )
    elif what == "stakes":
        stakes = Stakes(rng.choice(STAKE_UNITS), {"jabberwocky": rng.randint(0, 50)})
        season_commands.change_season(store, Season(1, "Autumn", stakes=stakes))
    elif known := payments.recent_payments(store, None, {}):
        change = payments.undo_payment if what == "undo" else payments.redo_payment
        change(store, rng.choice(known).id)


@in_turn("seed", range(4))
def test_all_balances_including_the_remainder_add_up_to_zero(store, log, app, seed):
    rng, stats_cache = Random(seed), StatsCache(engines.store_of(app))
    left_on_the_table = 0
    for number in range(40):
        step(store, log, rng, number)
        league_stats = stats_cache.wait_until_current().league_stats
        for season, season_stats in ((None, league_stats.all_time), (1, league_stats.seasons[1])):
            for balance in balances(store, season).values():
                assert sum(balance.values()) == 0
            for unit, balance in season_stats.balances.totals.items():
                assert sum(balance.values()) == 0
                left_on_the_table += balance.get(REMAINDER, 0)
                for amounts in season_stats.balances.by_evening[unit].values():
                    assert sum(amounts.values()) == 0
    assert seed or left_on_the_table
