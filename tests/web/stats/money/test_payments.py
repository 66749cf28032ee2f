"""Payments: settling a debt, undoing a payment, and refused payments."""

import pytest

from tests.web.page import Page
from tests.web.results import jabberwocky
from tests.web.stats.money.page import ANA, BRUNO, DINA, FIRST, SECOND

pytestmark = pytest.mark.usefixtures("season")


def test_a_payment_settles_the_balances_and_can_be_undone_and_redone(phone, two_evenings):
    phone.go("/money")
    page = phone.tap("Mark as paid: Chus has paid Bruno 0.75")

    assert "Everyone is even" in page.words
    assert "3 players are even." in page.words
    assert [line.startswith("Chus paid Bruno 0.75") for line in page.items("Settled")] == [True]

    page = phone.tap("Undo: Chus paid Bruno 0.75")
    assert "One payment settles everything" in page.words
    assert "undone" in page.part("Settled").words

    page = phone.tap("Redo: Chus paid Bruno 0.75")
    assert "Everyone is even" in page.words
    assert "undone" not in page.part("Settled").words


def test_a_debt_settled_on_two_phones_is_recorded_once(phone, another_phone, two_evenings):
    phone.go("/money")
    another_phone.go("/money")
    phone.tap("Mark as paid: Chus")
    page = another_phone.tap("Mark as paid: Chus")

    assert len(page.items("Settled")) == 1
    assert "Everyone is even" in page.words


def test_an_outdated_page_cannot_settle_a_debt_that_was_settled_since(phone, another_phone, log):
    jabberwocky(log, ANA, BRUNO, DINA, evening=FIRST)
    phone.go("/money")
    jabberwocky(log, ANA, BRUNO, DINA, evening=SECOND)
    another_phone.go("/money")
    another_phone.tap("Mark as paid: Bruno has paid Ana 0.50")

    page = phone.tap("Mark as paid: Bruno has paid Ana 0.25")
    assert page.status == 409
    assert page.reasons == [
        "A payment between these two players was recorded after this page was "
        "opened. The amounts are now up to date."
    ]
    assert [line.startswith("Bruno paid Ana 0.50") for line in page.items("Settled")] == [True]
    assert page.items("Balance") == ["Ana gets +0.50", "Dina owes −0.50"]
    page = phone.tap("Mark as paid: Dina has paid Ana 0.50")
    assert (page.status, len(page.items("Settled"))) == (200, 2)


def test_two_phones_settle_two_debts_to_the_same_player(phone, another_phone, log):
    jabberwocky(log, ANA, BRUNO, DINA, evening=FIRST)
    phone.go("/money")
    another_phone.go("/money")
    phone.tap("Mark as paid: Bruno has paid Ana 0.25")
    page = another_phone.tap("Mark as paid: Dina has paid Ana 0.25")

    assert (page.status, len(page.items("Settled"))) == (200, 2)


def test_an_equal_later_debt_can_be_settled_again(phone, log):
    for evening in (FIRST, SECOND):
        jabberwocky(log, ANA, BRUNO, DINA, evening=evening)
        phone.go("/money")
        phone.tap("Mark as paid: Bruno has paid Ana 0.25")

    assert len(phone.page.items("Settled")) == 2
    assert phone.page.items("Balance") == ["Ana gets +0.50", "Dina owes −0.50"]


@pytest.mark.both_databases
def test_a_debt_can_be_settled_again_after_an_undone_payment(phone, two_evenings):
    phone.go("/money")
    phone.tap("Mark as paid: Chus")
    phone.tap("Undo: Chus")
    page = phone.tap("Mark as paid: Chus")

    assert len(page.items("Settled")) == 2
    assert "Everyone is even" in page.words


def test_an_invalid_payment_is_refused_with_an_explanation(app):
    data = {"payer": "1", "payee": "1", "amount": "x", "unit": "cents", "season": "1", "key": "k"}
    response = app.test_client().post("/money/settled", data=data)

    assert response.status_code == 422
    assert Page(422, "/", response.text).reasons == [
        "A payment needs two different players and a valid amount."
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
def test_unknown_players_seasons_and_payments_are_not_found(app, path, data):
    assert app.test_client().post(path, data=data).status_code == 404
