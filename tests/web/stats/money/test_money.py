"""Money: balances, suggested payments, and the amounts of each evening."""

import pytest

from scorekeeper.league import match_terms_commands, payments, player_merge, roster, season_commands
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.match import correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.stats.stakes import Stakes
from tests.web.results import jabberwocky, let_win, loba
from tests.web.stats.money.page import ANA, BRUNO, CHUS, DINA, FIRST, SECOND, STAKES

pytestmark = pytest.mark.usefixtures("season")


def test_without_matches_nobody_owes_anything(phone):
    page = phone.go("/money")

    assert page.title == "Money"
    assert "Nobody owes anyone anything" in page.words
    assert "Settled" not in page.words
    assert "No match with a stake has been finished in this season." in page.words
    assert "No match here has been played for money" not in page.words


def test_balances_and_the_fewest_payments_are_shown(phone, two_evenings):
    page = phone.go("/money")

    [payment] = page.items("One payment settles everything")
    assert payment.startswith("Chus pays Bruno 0.75 ")
    assert "This is the smallest possible number of payments." in page.words
    assert page.items("Balance") == ["Bruno gets +0.75", "Chus owes −0.75"]
    assert "One player is even. All balances add up to zero." in page.words


def test_balance_bars_start_at_zero_and_are_proportional_to_the_amounts(phone, log):
    jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    page = phone.go("/money")

    bars = [(bar["class"], bar["x"], bar["width"]) for bar in page.root.all("rect")]
    assert bars == [
        ("win", "50.00%", "50.00%"),
        ("loss", "25.00%", "25.00%"),
        ("loss", "25.00%", "25.00%"),
    ]


def test_correcting_a_match_updates_the_balances_at_once(phone, log):
    match = jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    assert phone.go("/money").items("Balance")[0] == "Ana gets +0.50"

    let_win(log, match, CHUS)

    assert phone.go("/money").items("Balance")[0] == "Chus gets +0.50"


def test_the_table_lists_the_amounts_of_each_evening(phone, two_evenings):
    page = phone.go("/money")

    table = page.table("Amounts won and lost")
    assert [row.words for row in table.all("tr")] == [
        "Evening Ana Bruno Chus",
        "Wed 12 Nov 2025 −0.50 +1.00 −0.50",
        "Wed 5 Nov 2025 +0.50 −0.25 −0.25",
    ]
    assert phone.tap("Wed 12 Nov 2025").path == f"/nights/{SECOND}"


@pytest.mark.both_databases
def test_the_stakes_of_a_closed_season_cannot_be_changed(store, phone, season, two_evenings):
    assert "Change the stakes" in phone.go("/money").part("Stakes").words
    season_commands.close_season(store, season)

    stakes = phone.go(f"/money?season={season}").part("Stakes")
    assert "The season is closed, so its stakes cannot be changed." in stakes.words
    assert "Change the stakes" not in stakes.words


def test_the_stakes_are_in_the_usual_order_of_the_games(store, phone):
    stakes = Stakes("cents", {"chinchon": 50, "gin": 5, "jabberwocky": 100})
    season_commands.create_season(store, Season(0, "Restored", stakes=stakes))

    assert phone.go("/money").items("Stakes") == [
        "Jabberwocky: 1.00 per player who does not win",
        "Chinchón: 0.50 for a stake of 1",
        "Gin rummy: 0.05 per point",
    ]


def test_the_stakes_are_described_in_words(phone, two_evenings):
    part = phone.go("/money").part("Stakes")

    assert [line.words for line in part.all("li")] == [
        "Jabberwocky: 0.25 per player who does not win",
        "Loba: 0.50 for a stake of 1",
    ]


def test_a_stake_of_five_costs_five_times_the_amount_for_a_stake_of_one(phone, log):
    loba(log, ANA, BRUNO, CHUS, evening=FIRST, stake=5)

    page = phone.go("/money")
    due = page.items("2 payments settle everything")

    assert page.items("Stakes")[1] == "Loba: 0.50 for a stake of 1"
    assert [line.partition(" Mark as paid")[0] for line in due] == [
        "Bruno pays Ana 2.50",
        "Chus pays Ana 2.50",
    ]


def test_an_amount_that_cannot_be_split_evenly_stays_on_the_table(phone, log, app):
    """One loser pays 25 cents to two winners. Each winner gets 12 cents, and 1 cent is left."""
    match = jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    sheet = log.sheet(match)
    stages = [
        ("bids", {"bids": {ANA: 0, BRUNO: 0, CHUS: 0}}),
        ("tricks", {"tricks": {ANA: 0, BRUNO: 0, CHUS: 1}}),
    ]
    correction_commands.correct_deal(
        log, match, 1, stages, sheet.version, CommandMeta("c", 2_000_000_000)
    )

    page = phone.go("/money")
    assert page.items("Balance") == ["Ana gets +0.12", "Bruno gets +0.12", "Chus owes −0.25"]
    assert "The amount that cannot be split evenly stays on the table: 0.01." in page.words
    assert "+0.01" in page.table("Amounts won and lost").words
    for _ in range(2):
        phone.tap("Mark as paid: Chus")
    assert phone.page.items("Balance") == ["Chus owes −0.01"]
    assert "Everyone is even" in phone.page.words


def test_counters_and_money_have_separate_balances(store, phone, log, two_evenings):
    own = MatchTerms(False, None, Stakes("counters", {"jabberwocky": 3}))
    match_terms_commands.set_match_terms(
        store, jabberwocky(log, DINA, ANA, BRUNO, evening=SECOND, hour=2), own
    )

    page = phone.go("/money")
    assert page.items("Balance, in counters") == [
        "Dina gets +6",
        "Ana owes −3",
        "Bruno owes −3",
    ]
    text = "".join(page.find("Payments as text", "textarea").inside)
    assert "Ana pays 3 counters to Dina" in text
    page = phone.tap("Mark as paid: Ana has paid Dina 3")
    assert "Ana paid Dina 3 in counters" in page.part("Settled").words
    assert page.items("Balance")[0] == "Bruno gets +0.75"


def test_a_single_counter_is_in_the_singular(store, phone, log, two_evenings):
    own = MatchTerms(False, None, Stakes("counters", {"jabberwocky": 1}))
    match = jabberwocky(log, DINA, ANA, BRUNO, evening=SECOND, hour=2)
    match_terms_commands.set_match_terms(store, match, own)

    page = phone.go("/money")
    text = "".join(page.find("Payments as text", "textarea").inside)
    assert "Dina gets one counter from Ana and one counter from Bruno" in text
    assert "Ana pays Dina one counter" in "".join(
        phone.go(f"/nights/{SECOND}").by_id("text").inside
    )


def test_all_time_includes_all_seasons_and_stakes_of_friendly_matches(
    store, phone, log, two_evenings
):
    season_commands.create_season(store, Season(0, "Winter", starts="2025-12-01", stakes=STAKES))
    jabberwocky(log, BRUNO, DINA, ANA, evening="2025-12-03")
    friendly = jabberwocky(log, DINA, ANA, BRUNO, evening=SECOND, hour=3)
    match_terms_commands.set_match_terms(store, friendly, MatchTerms(True, None))

    assert phone.go("/money").items("Balance")[0] == "Bruno gets +0.50"
    phone.choose("Season", "All time")
    page = phone.tap("Show")
    assert page.items("Balance") == [
        "Bruno gets +1.25",
        "Ana owes −0.25",
        "Dina owes −0.25",
        "Chus owes −0.75",
    ]
    assert [o.words for o in page.root.all("option") if "selected" in o] == ["All time"]

    own = MatchTerms(True, None, Stakes("cents", {"jabberwocky": 100}))
    match_terms_commands.set_match_terms(store, friendly, own)
    assert phone.go("/money?season=all").items("Balance")[0] == "Dina gets +1.75"


def test_a_league_without_a_season_shows_all_time(store, phone, season):
    season_commands.remove_season(store, season)

    page = phone.go("/money")
    assert page.status == 200
    assert "All time" in page.words
    assert "Stakes" not in page.words


def test_with_many_players_a_note_states_that_fewer_payments_may_suffice(store, phone, log, season):
    people = [roster.add_player(store, f"P{number:02}").id for number in range(30)]
    for number, player in enumerate(people[1:]):
        payments.record_payment(
            store,
            payments.NewPayment(player, people[0], 10 + number, "cents", season),
            f"p{number}",
        )

    page = phone.go("/money")
    assert "29 payments settle everything" in page.words
    assert "With this many players, fewer payments might be possible." in page.words
    assert "This is the smallest possible number of payments." not in page.words


def test_debts_of_a_merged_player_belong_to_the_player_merged_into(store, phone, two_evenings):
    player_merge.merge_players(store, 3, 4)

    assert phone.go("/money").items("Balance") == ["Bruno gets +0.75", "Dina owes −0.75"]


def test_a_payment_between_two_entries_that_were_merged_says_so(store, season, phone, two_evenings):
    payments.record_payment(store, payments.NewPayment(3, 4, 75, "cents", season), "key")
    player_merge.merge_players(store, 3, 4)

    page = phone.go("/money")

    assert "Dina: 0.75 between two merged entries of this player" in page.words
    assert page.items("Balance") == ["Bruno gets +0.75", "Dina owes −0.75"]


@pytest.mark.parametrize("which", ["9", "x", "99999999999"])
def test_an_unknown_season_is_not_found(phone, which):
    assert phone.go(f"/money?season={which}").status == 404


def test_the_league_page_leads_to_the_payments_for_all_seasons(phone, store, two_evenings):
    season_commands.create_season(store, Season(0, "Winter", starts="2026-01-01", stakes=STAKES))
    phone.go("/league")

    page = phone.tap("Settle up")

    assert page.path == "/money?season=all"
    assert page.items("One payment settles everything")[0].startswith("Chus pays Bruno 0.75")
    assert (
        "Payments that you mark here do not change the balances of individual seasons."
        in page.words
    )


def test_a_new_season_says_what_is_due_from_all_seasons(phone, store, two_evenings):
    assert "All seasons together" not in phone.go("/money").words
    season_commands.create_season(store, Season(0, "Winter", starts="2026-01-01", stakes=STAKES))

    page = phone.go("/money?season=2")
    assert "Nobody owes anyone anything" in page.words
    assert "All seasons together One payment is due" in page.words

    assert phone.tap("All seasons together").path == "/money?season=all"
    assert "All seasons together" not in phone.page.words
    phone.tap("Mark as paid")
    assert "All seasons together" not in phone.go("/money?season=2").words
