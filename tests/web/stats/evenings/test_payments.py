"""An evening's payments are marked once they have been made, in full or in part."""

from datetime import UTC, datetime

import pytest

from scorekeeper.league import payments, season_commands
from scorekeeper.league.payments import NewPayment
from scorekeeper.league.seasons import Season
from scorekeeper.stats.stakes import Stakes
from tests.clocks import evening_timestamp
from tests.web.results import jabberwocky, let_win
from tests.web.stats.evenings.page import ANA, BRUNO, CHUS, DINA, FIRST, SECOND

pytestmark = pytest.mark.both_databases
HOUR_S = 60 * 60
HINT = "Payments are only marked here if they were made before the next evening."


def pay(store, payer, payee, amount, evening, hours=2, unit="cents", season=1):
    """Record a payment this many hours after the evening's usual beginning. Return its id."""
    at = evening_timestamp(evening) + hours * HOUR_S
    payment = NewPayment(int(payer), int(payee), amount, unit, season)
    return payments.record_payment(store, payment, f"{payer} {payee} {amount} {at}", at=at)


def shared_text(page):
    return "".join(page.by_id("text").inside).splitlines()


def test_a_payment_in_full_or_in_part_is_marked_with_its_date(store, phone, log):
    jabberwocky(log, ANA, BRUNO, CHUS, DINA, evening=FIRST)
    pay(store, BRUNO, ANA, 25, FIRST)
    pay(store, CHUS, ANA, 4, FIRST)
    pay(store, CHUS, ANA, 6, FIRST, hours=26)

    page = phone.go(f"/nights/{FIRST}")

    today = datetime.now(UTC).year
    year = "" if today == 2025 else " 2025"
    assert page.items("Settling up") == [
        f"Bruno pays Ana paid Wed 5 Nov{year} 0.25",
        f"Chus pays Ana 0.10 of 0.25 paid Thu 6 Nov{year} 0.15",
        "Dina pays Ana 0.25",
    ]
    assert [each.words for each in page.part("Settling up").all("s")] == ["0.25"]
    assert HINT not in page.words
    assert shared_text(page)[-3:] == [
        "Bruno has paid Ana 0.25",
        "Chus has paid Ana 0.10 of 0.25",
        "Dina pays Ana 0.25",
    ]
    assert phone.go(f"/nights/{FIRST}?open=pays-cents").items("Settling up")[0].endswith("0.25")


def test_an_undone_payment_is_not_marked(store, phone, log):
    jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    payments.undo_payment(store, pay(store, BRUNO, ANA, 25, FIRST))

    assert phone.go(f"/nights/{FIRST}").items("Settling up") == [
        "Bruno pays Ana 0.25",
        "Chus pays Ana 0.25",
    ]


def test_a_payment_is_marked_on_the_last_evening_before_it_only(store, phone, log):
    """Bruno owes Ana 0.25 for both evenings, and pays when the second evening begins."""
    jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    jabberwocky(log, ANA, BRUNO, CHUS, evening=SECOND, hour=1)
    pay(store, BRUNO, ANA, 25, SECOND, hours=0.5)

    first, second = (phone.go(f"/nights/{each}") for each in (FIRST, SECOND))

    assert "paid" in first.items("Settling up")[0]
    assert second.items("Settling up")[0] == "Bruno pays Ana 0.25"
    assert HINT in first.words
    assert HINT not in second.words


def test_a_larger_payment_marks_only_what_is_due_for_the_evening(store, phone, log):
    jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    jabberwocky(log, ANA, BRUNO, CHUS, evening=SECOND)
    pay(store, BRUNO, ANA, 50, SECOND)

    first, second = (phone.go(f"/nights/{each}") for each in (FIRST, SECOND))

    assert first.items("Settling up")[0] == "Bruno pays Ana 0.25"
    assert "paid" in second.items("Settling up")[0]
    assert shared_text(second)[-2:] == ["Bruno has paid Ana 0.25", "Chus pays Ana 0.25"]


def test_once_nobody_owes_anything_older_evenings_are_settled_too(store, phone, log):
    jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    jabberwocky(log, ANA, BRUNO, CHUS, evening=SECOND)
    pay(store, BRUNO, ANA, 50, SECOND)
    assert "settled since" not in phone.go(f"/nights/{FIRST}").words
    pay(store, CHUS, ANA, 50, SECOND)

    first, second = (phone.go(f"/nights/{each}") for each in (FIRST, SECOND))

    assert "All debts have been settled since." in first.part("Settling up").words
    assert HINT not in first.words
    assert first.items("Settling up") == [
        "Bruno pays Ana settled 0.25",
        "Chus pays Ana settled 0.25",
    ]
    assert shared_text(first)[-2:] == [
        "Autumn: 1 Ana 5.00, 2 Bruno 2.50, 2 Chus 2.50",
        "All debts have been settled since.",
    ]
    assert "All of them have been made." in second.part("Settling up").words
    assert "settled since" not in second.words


def test_payments_for_all_seasons_together_settle_an_evening_too(store, phone, log):
    jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    jabberwocky(log, ANA, BRUNO, CHUS, evening=SECOND)
    pay(store, BRUNO, ANA, 50, SECOND, season=None)
    pay(store, CHUS, ANA, 50, SECOND, season=None)

    assert "All debts have been settled since." in phone.go(f"/nights/{FIRST}").words


def test_a_payment_of_money_does_not_settle_counters(store, phone, log):
    stakes = Stakes("counters", {"jabberwocky": 3})
    season_commands.change_season(store, Season(1, "Autumn", stakes=stakes))
    jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    pay(store, BRUNO, ANA, 3, FIRST, unit="cents")
    pay(store, CHUS, ANA, 1, FIRST, unit="counters")

    page = phone.go(f"/nights/{FIRST}")

    assert [each.partition(" paid")[0] for each in page.items("Settling up")] == [
        "Bruno pays Ana 3",
        "Chus pays Ana 1 of 3",
    ]
    assert shared_text(page)[-2:] == [
        "Bruno pays Ana 3 counters",
        "Chus has paid Ana one counter of 3 counters",
    ]


def test_marking_payments_changes_no_result_and_no_balance(store, phone, log):
    """After a payment, a correction changes who is paid. The money page knows the difference."""
    match = jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    pay(store, BRUNO, ANA, 25, FIRST)
    before = phone.client.get("/export.csv").data
    phone.go(f"/nights/{FIRST}")
    assert phone.client.get("/export.csv").data == before

    let_win(log, match, CHUS)

    assert phone.go(f"/nights/{FIRST}").items("Settling up") == [
        "Bruno pays Chus 0.25",
        "Ana pays Chus 0.25",
    ]
    due = phone.go("/money?season=1").items("One payment settles everything")
    assert [line.partition(" Mark as paid")[0] for line in due] == ["Ana pays Chus 0.50"]
