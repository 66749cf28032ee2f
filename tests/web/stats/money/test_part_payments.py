"""Part payments of a debt, and the text that lists the payments due."""

import pytest

from tests.web.results import jabberwocky
from tests.web.stats.money.page import ANA, BRUNO, CHUS, DINA, SECOND

PART = "Amount paid (up to 0.75)"
SAVE = "Save: part of what Chus owes Bruno"


@pytest.fixture
def phone(phone, two_evenings):
    """A phone on the money page. Chus owes Bruno 0.75."""
    phone.go("/money")
    return phone


@pytest.mark.parametrize(
    ("typed", "paid", "left"), [("0.5", "0.50", "0.25"), ("0,2", "0.20", "0.55")]
)
def test_after_a_part_payment_the_rest_is_due(phone, typed, paid, left):
    phone.type(PART, typed)
    page = phone.tap(SAVE)

    assert f"Chus paid Bruno {paid}" in page.items("Settled")[0]
    assert page.items("Balance") == [f"Bruno gets +{left}", f"Chus owes −{left}"]

    page = phone.tap(f"Mark as paid: Chus has paid Bruno {left}")
    assert "Everyone is even" in page.words


def test_a_part_payment_that_is_sent_twice_is_recorded_once(phone):
    phone.type(PART, "0.25")
    form = phone.page.form_of(phone.page.find(SAVE, "button"))
    phone.send(form)
    page = phone.send(form)

    assert len(page.items("Settled")) == 1
    assert page.items("Balance") == ["Bruno gets +0.50", "Chus owes −0.50"]


@pytest.mark.parametrize("typed", ["0", "0.76", "1", "-0.10", "half", "0.123", "٣"])
def test_a_refused_part_says_what_is_accepted_and_keeps_what_was_typed(phone, typed):
    phone.type(PART, typed)
    page = phone.tap(SAVE)

    assert page.status == 422
    assert page.reasons == ["Enter an amount from 0.01 to 0.75."]
    assert page.find(PART, "input")["value"] == typed
    assert page.items("Balance") == ["Bruno gets +0.75", "Chus owes −0.75"]


def test_the_payments_due_can_be_copied_as_text(phone, log):
    jabberwocky(log, ANA, BRUNO, CHUS, evening=SECOND)
    page = phone.go("/money")

    text = "".join(page.find("Payments as text", "textarea").inside)
    assert text.strip().splitlines() == [
        "Card table, Autumn: payments due",
        "Chus pays 0.50 to Ana and 0.50 to Bruno",
        "Ana gets 0.50 from Chus",
        "Bruno gets 0.50 from Chus",
    ]


def test_a_part_payment_does_not_change_the_other_payments(phone, log):
    """The balances are 1.00 for Ana, 0.75 for Bruno, −1.25 for Chus and −0.50 for Dina."""
    for hour in (1, 2):
        jabberwocky(log, ANA, CHUS, DINA, evening=SECOND, hour=hour)
    phone.go("/money")
    phone.type("Amount paid (up to 1.00)", "0.50")
    page = phone.tap("Save: part of what Chus owes Ana")

    text = "".join(page.find("Payments as text", "textarea").inside)
    assert text.strip().splitlines()[1:] == [
        "Chus pays 0.50 to Ana and 0.25 to Bruno",
        "Ana gets 0.50 from Chus",
        "Dina pays 0.50 to Bruno",
        "Bruno gets 0.50 from Dina and 0.25 from Chus",
    ]
