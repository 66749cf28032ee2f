"""A league's currency: how amounts are shown and entered, and when the currency can be changed."""

import re

import pytest

from scorekeeper.errors import Refused
from scorekeeper.league import currency, match_terms_commands, payments, season_commands, seasons
from scorekeeper.league.payments import NewPayment
from scorekeeper.league.seasons import MatchTerms
from scorekeeper.stats.currencies import CURRENCIES
from scorekeeper.stats.stakes import Stakes
from tests.league.season_changes import season
from tests.web import results

NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("code", "amount", "text"),
    [
        ("EUR", 140, "€1.40"),
        ("USD", 123_456_789, "$1,234,567.89"),
        ("CHF", 5, f"CHF{NBSP}0.05"),
        ("JPY", 1400, "¥1,400"),
        ("KWD", 1400, f"KWD{NBSP}1.400"),
    ],
)
def test_an_amount_has_the_symbol_and_the_decimals_of_its_currency(code, amount, text):
    assert CURRENCIES[code].text(amount) == text


@pytest.mark.parametrize(
    ("code", "amount", "signed"),
    [
        (None, "1.50", "+3.00"),
        ("EUR", "€1.50", "+€3.00"),
        ("SEK", f"SEK{NBSP}1.50", f"+SEK{NBSP}3.00"),
        ("JPY", "¥150", "+¥300"),
        ("KWD", f"KWD{NBSP}0.150", f"+KWD{NBSP}0.300"),
    ],
)
def test_every_page_writes_money_in_the_currency(store, phone, log, people, code, amount, signed):
    currency.set_currency(store, code)
    autumn = season(store, starts=None, ends=None, stakes=Stakes("cents", {"loba": 150}))
    match = results.loba(log, "1", "2", "3", evening="2026-11-12")

    shown = amount.replace(NBSP, " ")  # `words` normalises spaces
    page = phone.go(f"/money?season={autumn.id}")
    assert f"Bruno has paid Ana {shown}" in page.words
    assert signed.replace(NBSP, " ") in page.words
    assert f"Loba: {shown} for a stake of 1" in page.words
    text = re.sub("[\u2068\u2069]", "", "".join(page.by_id("text").inside))
    assert f"Bruno pays {amount} to Ana" in text
    assert shown in phone.go("/nights/2026-11-12").words
    assert shown in phone.go(f"/season/{autumn.id}").words
    assert f"Same as the season: {shown}" in phone.go(f"/matches/{match}/terms").words
    phone.go(f"/money?season={autumn.id}")
    phone.tap("Mark as paid")
    assert f"paid Ana {shown}" in phone.page.words


def test_the_owner_chooses_the_currency_on_the_league_page(store, phone):
    phone.go("/league")
    phone.choose("Currency", f"Swiss franc: CHF{NBSP}1.40".replace(NBSP, " "))
    page = phone.tap("Save the currency")

    assert page.path == "/league?saved=currency#currency"
    assert currency.stored_currency(store) == "CHF"
    phone.choose("Currency", "Without a symbol: 1.40")
    phone.tap("Save the currency")
    assert currency.stored_currency(store) is None


@pytest.mark.both_databases
@pytest.mark.parametrize("where", ["season", "match", "payment", "closed season"])
def test_decimals_cannot_change_once_there_are_amounts(store, log, people, phone, where):
    match = results.loba(log, "1", "2", "3", evening="2026-11-12")
    stakes = Stakes("cents", {"loba": 150})
    if where == "match":
        match_terms_commands.set_match_terms(store, match, MatchTerms(stake=stakes))
    elif where == "payment":
        payments.record_payment(store, NewPayment(1, 2, 100, "cents", None), "key")
    else:
        number = season(store, starts=None, ends=None, stakes=stakes).id
        if where == "closed season":
            season_commands.close_season(store, number)
    response = phone.client.post(
        "/league/currency", data={"currency": "JPY"}, headers={"Origin": "http://localhost"}
    )

    assert response.status_code == 422
    assert (
        "This league already has amounts with 2 decimals, and this currency has 0." in response.text
    )
    assert '<option value="JPY" selected>' in response.text
    assert currency.stored_currency(store) is None
    currency.set_currency(store, "GBP")
    currency.set_currency(store, "counters")


@pytest.mark.parametrize(("code", "digits"), [("JPY", 0), ("KWD", 3)])
def test_only_counters_is_refused_if_it_would_show_other_amounts(
    store, phone, people, code, digits
):
    """Counters show old amounts with two decimals: ¥1,400 would become 14.00."""
    currency.set_currency(store, code)
    payments.record_payment(store, NewPayment(1, 2, 1400, "cents", None), "key")
    phone.go("/league")
    phone.choose("Currency", "Only counters")
    page = phone.tap("Save the currency")

    assert page.status == 422
    assert f"Choose a currency with {digits} decimals." in page.words
    assert currency.stored_currency(store) == code


def test_a_league_that_plays_for_counters_may_choose_any_currency(store, log, people):
    season(store, starts=None, ends=None, stakes=Stakes("counters", {"loba": 3}))
    currency.set_currency(store, "KWD")

    assert currency.stored_currency(store) == "KWD"
    with pytest.raises(Refused, match="unknown_currency"):
        currency.set_currency(store, "XYZ")


@pytest.mark.parametrize(
    ("code", "typed", "stored"),
    [
        ("EUR", "1,5", 150),
        ("EUR", "€ 2", 200),
        ("JPY", "150", 150),
        ("JPY", "¥99999999", 99_999_999),
        ("KWD", "0.125", 125),
        ("KWD", "KWD 1.5", 1500),
    ],
)
def test_stakes_are_typed_in_the_currency(store, phone, people, code, typed, stored):
    currency.set_currency(store, code)
    phone.go("/season/new")
    phone.type("Name", "Autumn")
    phone.tap("money")
    phone.type("Loba", typed)
    phone.tap("Create the season")
    [created] = seasons.seasons(store)

    assert created.stakes == Stakes("cents", {"loba": stored})


@pytest.mark.parametrize(
    ("code", "typed", "example"), [("JPY", "1.5", "50"), ("KWD", "1.2345", "0.500")]
)
def test_an_amount_with_too_many_decimals_is_refused(store, phone, people, code, typed, example):
    currency.set_currency(store, code)
    phone.go("/season/new")
    phone.type("Name", "Autumn")
    phone.tap("money")
    phone.type("Loba", typed)
    page = phone.tap("Create the season")

    assert page.status == 422
    assert f"Enter an amount such as {example}, or leave the field blank" in page.words
    assert page.by_id("amount-loba")["value"] == typed


def test_a_league_for_counters_offers_no_money(store, phone, log, people):
    match = results.loba(log, "1", "2", "3", evening="2026-11-12")
    currency.set_currency(store, "counters")

    assert "money" not in [chip.words for chip in phone.go("/season/new").root.all("label")]
    page = phone.go(f"/matches/{match}/terms")
    assert "money" not in [chip.words for chip in page.root.all("label")]
    phone.tap("A different stake")
    phone.type("Different stake", "4")
    phone.tap("Save")
    assert phone.go(f"/matches/{match}/terms").by_id("amount")["value"] == "4"


def test_a_part_of_a_payment_is_typed_in_the_currency(store, phone, log, people):
    currency.set_currency(store, "JPY")
    season(store, starts=None, ends=None, stakes=Stakes("cents", {"loba": 150}))
    results.loba(log, "1", "2", "3", evening="2026-11-12")
    phone.go("/money")
    phone.set("part", "1.5")
    assert "Enter an amount from ¥1 to ¥150." in phone.send(part_form(phone.page)).alerts[0]
    phone.set("part", "50")
    page = phone.send(part_form(phone.page))

    assert "paid Ana ¥50" in page.words
    assert "¥100" in page.words


def part_form(page):
    return next(box for box in page.root.all("input") if box["name"] == "part").closest("form")
