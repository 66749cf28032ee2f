"""Money: balances, suggested payments, and payments that were made."""

import pytest

from scorekeeper.league import payments, player_merge, roster, season_commands
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.match import commands as verbs
from scorekeeper.match.commands import CommandMeta
from scorekeeper.stats.stakes import Stakes
from tests.web.page import Page
from tests.web.results import jabberwocky, let_win, loba

FIRST, SECOND = "2025-11-05", "2025-11-12"
ANA, BRUNO, CHUS, DINA = "1", "2", "3", "4"
STAKES = Stakes("cents", {"jabberwocky": 25, "loba": 50})


@pytest.fixture(autouse=True)
def season(store):
    """A season with stakes, and Ana, Bruno, Chus and Dina, keys 1 to 4; returns its id."""
    for name in ("Ana", "Bruno", "Chus", "Dina"):
        roster.add_player(store, name)
    return season_commands.create_season(store, Season(0, "Autumn", stakes=STAKES)).id


@pytest.fixture
def two_evenings(log):
    """Ana wins 0.25 from each, then Bruno 0.50: 0.00, +0.75, −0.75."""
    jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    loba(log, BRUNO, ANA, CHUS, evening=SECOND)


def items(page, part):
    return [line.words for line in page.part(part).all("li")]


def test_without_matches_nobody_owes_anything(phone):
    page = phone.go("/money")

    assert page.title == "Money"
    assert "Nobody owes anybody anything" in page.words
    assert "Settled" not in page.words


def test_balances_and_the_fewest_payments_are_shown(phone, two_evenings):
    page = phone.go("/money")

    assert items(page, "One payment settles everything") == [
        "Chus pays Bruno 0.75 Mark as paid: Chus has paid Bruno 0.75 Only a part was paid: "
        "Chus to Bruno Amount paid, at most 0.75 Save: a part of what Chus owes Bruno"
    ]
    assert "Fewer payments are not possible." in page.words
    assert items(page, "Balance") == ["Bruno gets +0.75", "Chus owes −0.75"]
    assert "One player is even. Nothing is left on the table." in page.words


def test_balance_bars_start_at_zero_and_are_proportional_to_the_amounts(phone, log):
    jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    page = phone.go("/money")

    bars = [(bar["class"], bar["x"], bar["width"]) for bar in page.root.all("rect")]
    assert bars == [
        ("win", "50.00%", "50.00%"),
        ("loss", "25.00%", "25.00%"),
        ("loss", "25.00%", "25.00%"),
    ]


def test_a_payment_settles_the_balances_and_can_be_undone_and_redone(phone, two_evenings):
    phone.go("/money")
    page = phone.tap("Mark as paid: Chus has paid Bruno 0.75")

    assert "Everybody is even" in page.words
    assert "3 players are even." in page.words
    assert [line.startswith("Chus paid Bruno 0.75") for line in items(page, "Settled")] == [True]

    page = phone.tap("Undo: Chus paid Bruno 0.75")
    assert "One payment settles everything" in page.words
    assert "undone" in page.part("Settled").words

    page = phone.tap("Redo: Chus paid Bruno 0.75")
    assert "Everybody is even" in page.words
    assert "undone" not in page.part("Settled").words


def test_a_debt_settled_on_two_phones_is_recorded_once(phone, another_phone, two_evenings):
    phone.go("/money")
    another_phone.go("/money")
    phone.tap("Mark as paid: Chus")
    page = another_phone.tap("Mark as paid: Chus")

    assert len(items(page, "Settled")) == 1
    assert "Everybody is even" in page.words


def test_an_outdated_page_cannot_settle_a_debt_that_was_settled_since(phone, another_phone, log):
    jabberwocky(log, ANA, BRUNO, DINA, evening=FIRST)
    phone.go("/money")
    jabberwocky(log, ANA, BRUNO, DINA, evening=SECOND)
    another_phone.go("/money")
    another_phone.tap("Mark as paid: Bruno has paid Ana 0.50")

    page = phone.tap("Mark as paid: Bruno has paid Ana 0.25")
    assert page.status == 409
    assert page.alerts == [
        "Not saved A payment between these two players was recorded after this page was "
        "opened. The amounts are now up to date."
    ]
    assert [line.startswith("Bruno paid Ana 0.50") for line in items(page, "Settled")] == [True]
    assert items(page, "Balance") == ["Ana gets +0.50", "Dina owes −0.50"]
    page = phone.tap("Mark as paid: Dina has paid Ana 0.50")
    assert (page.status, len(items(page, "Settled"))) == (200, 2)


def test_two_phones_settle_two_debts_to_the_same_player(phone, another_phone, log):
    jabberwocky(log, ANA, BRUNO, DINA, evening=FIRST)
    phone.go("/money")
    another_phone.go("/money")
    phone.tap("Mark as paid: Bruno has paid Ana 0.25")
    page = another_phone.tap("Mark as paid: Dina has paid Ana 0.25")

    assert (page.status, len(items(page, "Settled"))) == (200, 2)


def test_an_equal_later_debt_can_be_settled_again(phone, log):
    for evening in (FIRST, SECOND):
        jabberwocky(log, ANA, BRUNO, DINA, evening=evening)
        phone.go("/money")
        phone.tap("Mark as paid: Bruno has paid Ana 0.25")

    assert len(items(phone.page, "Settled")) == 2
    assert items(phone.page, "Balance") == ["Ana gets +0.50", "Dina owes −0.50"]


@pytest.mark.both_databases
def test_a_debt_can_be_settled_again_after_an_undone_payment(phone, two_evenings):
    phone.go("/money")
    phone.tap("Mark as paid: Chus")
    phone.tap("Undo: Chus")
    page = phone.tap("Mark as paid: Chus")

    assert len(items(page, "Settled")) == 2
    assert "Everybody is even" in page.words


def test_correcting_a_match_updates_the_balances_at_once(phone, log):
    match = jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    assert items(phone.go("/money"), "Balance")[0] == "Ana gets +0.50"

    let_win(log, match, CHUS)

    assert items(phone.go("/money"), "Balance")[0] == "Chus gets +0.50"


def test_the_table_lists_the_amounts_of_each_evening(phone, two_evenings):
    page = phone.go("/money")

    table = page.root.all("table")[0]
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


def test_the_stakes_are_described_in_words(phone, two_evenings):
    part = phone.go("/money").part("Stakes")

    assert [line.words for line in part.all("li")] == [
        "Jabberwocky: 0.25 per player who does not win",
        "Loba: 0.50 per stake",
    ]


def test_an_amount_that_cannot_be_split_evenly_stays_on_the_table(phone, log, table):
    """Two winners of three: the third pays 25 cents, each winner gets 12, 1 cent is left."""
    match = jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    sheet = log.sheet(match)
    stages = [
        ("bids", {"bids": {ANA: 0, BRUNO: 0, CHUS: 0}}),
        ("tricks", {"tricks": {ANA: 0, BRUNO: 0, CHUS: 1}}),
    ]
    verbs.correct_deal(log, match, 1, stages, sheet.version, CommandMeta("c", 2_000_000_000))

    page = phone.go("/money")
    assert items(page, "Balance") == ["Ana gets +0.12", "Bruno gets +0.12", "Chus owes −0.25"]
    assert "0.01 cannot be split evenly and stays on the table." in page.words
    assert "+0.01" in page.root.all("table")[0].words
    for _ in range(2):
        phone.tap("Mark as paid: Chus")
    assert items(phone.page, "Balance") == ["Chus owes −0.01"]
    assert "Everybody is even" in phone.page.words


def test_counters_and_money_have_separate_balances(store, phone, log, two_evenings):
    own = MatchTerms(False, None, Stakes("counters", {"jabberwocky": 3}))
    season_commands.set_match_terms(
        store, jabberwocky(log, DINA, ANA, BRUNO, evening=SECOND, hour=2), own
    )

    page = phone.go("/money")
    assert items(page, "Balance, in counters") == [
        "Dina gets +6",
        "Ana owes −3",
        "Bruno owes −3",
    ]
    page = phone.tap("Mark as paid: Ana has paid Dina 3")
    assert "Ana paid Dina 3 in counters" in page.part("Settled").words
    assert items(page, "Balance")[0] == "Bruno gets +0.75"


def test_all_time_includes_all_seasons_and_stakes_of_friendly_matches(
    store, phone, log, two_evenings
):
    season_commands.create_season(store, Season(0, "Winter", starts="2025-12-01", stakes=STAKES))
    jabberwocky(log, BRUNO, DINA, ANA, evening="2025-12-03")
    friendly = jabberwocky(log, DINA, ANA, BRUNO, evening=SECOND, hour=3)
    season_commands.set_match_terms(store, friendly, MatchTerms(True, None))

    assert items(phone.go("/money"), "Balance")[0] == "Bruno gets +0.50"
    phone.choose("Season", "All time")
    page = phone.tap("Show")
    assert items(page, "Balance") == [
        "Bruno gets +1.25",
        "Ana owes −0.25",
        "Dina owes −0.25",
        "Chus owes −0.75",
    ]
    assert [o.words for o in page.root.all("option") if "selected" in o] == ["All time"]

    own = MatchTerms(True, None, Stakes("cents", {"jabberwocky": 100}))
    season_commands.set_match_terms(store, friendly, own)
    assert items(phone.go("/money?season=all"), "Balance")[0] == "Dina gets +1.75"


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
    assert "Fewer payments are not possible." not in page.words


def test_debts_of_a_merged_player_belong_to_the_player_merged_into(store, phone, two_evenings):
    player_merge.merge_players(store, 3, 4)

    assert items(phone.go("/money"), "Balance") == ["Bruno gets +0.75", "Dina owes −0.75"]


@pytest.mark.parametrize("which", ["9", "x", "99999999999"])
def test_an_unknown_season_is_not_found(phone, which):
    assert phone.go(f"/money?season={which}").status == 404


def test_an_invalid_payment_is_refused_with_an_explanation(table):
    data = {"payer": "1", "payee": "1", "amount": "x", "unit": "cents", "season": "1", "key": "k"}
    answer = table.test_client().post("/money/settled", data=data)

    assert answer.status_code == 422
    assert Page(422, "/", answer.text).alerts == [
        "Not saved A payment must be 1 or more, and go from one player to another."
    ]


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/money/settled", {"payer": "1", "payee": "9", "amount": "5", "unit": "cents"}),
        ("/money/settled", {"payer": "1", "payee": "2", "amount": "5", "season": "9"}),
        ("/money/7/undo", {}),
        ("/money/7/redo", {}),
    ],
)
def test_unknown_players_seasons_and_payments_are_not_found(table, path, data):
    assert table.test_client().post(path, data=data).status_code == 404
