"""Without a network, gin with three players or two pairs asks the right players for a hand."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import ignore_network_errors
from tests.browser.keypad_pages import tap_chips_and_keys
from tests.browser.outbox.phone import expect_all_sent, go_online, save_offline
from tests.browser.player_names import FIVE

pytestmark = pytest.mark.browser

PLAYERS = """() => [...document.querySelectorAll("#ask .numbers-table [id^=row-] b")].map((name) =>
  name.textContent)"""
TOTALS = """() => [...document.querySelectorAll("#ask .numbers-table__total")].map((total) =>
  total.textContent.trim())"""


@pytest.fixture
def gin(open_match_offline):
    def gin(players, **options):
        return open_match_offline("gin", names=FIVE[:players], **options)

    return gin


def enter_hand(page, result, knocker=None, **deadwood):
    tap_chips_and_keys(page, f"result-{result}", *([f"knocker-{knocker}"] if knocker else []))
    for name, number in deadwood.items():
        page.locator(f"[id='deadwood-{name}']").tap()
        tap_chips_and_keys(page, *str(number))


def save_hand(page, *answers, **deadwood):
    enter_hand(page, *answers, **deadwood)
    totals = page.evaluate(TOTALS)
    save_offline(page)
    return totals


def lines_after(page, *answers, **deadwood):
    """Enter a hand. Return the line at the top and the line at Save."""
    enter_hand(page, *answers, **deadwood)
    return [
        page.locator(f"[data-line={name}]").inner_text() for name in ("status_line", "save_note")
    ]


@pytest.mark.thorough
def test_the_loser_of_three_deals_the_next_hand(gin, table):
    page = gin(3)
    assert page.evaluate(PLAYERS) == ["Bruno", "Chus"]
    save_hand(page, "knock", "Bruno", Bruno=4, Chus=24)
    assert page.evaluate(PLAYERS) == ["Ana", "Bruno"]
    # After a draw, the same player deals again.
    save_hand(page, "draw")
    assert page.evaluate(PLAYERS) == ["Ana", "Bruno"]
    assert save_hand(page, "knock", "Bruno", Bruno=9, Ana=2) == ["17+17, box", "20"]
    assert page.evaluate(PLAYERS) == ["Ana", "Chus"]
    go_online(page)
    expect_all_sent(page)

    assert page.evaluate(PLAYERS) == ["Ana", "Chus"]
    expect(page.locator("#row-Ana small").first).to_contain_text("17")


@pytest.mark.thorough
def test_the_other_pair_plays_the_second_hand(gin):
    page = gin(4)
    assert page.evaluate(PLAYERS) == ["Ana", "Bruno"]
    assert save_hand(page, "knock", "Ana", Ana=4, Bruno=24) == ["–", "–"]
    assert page.evaluate(PLAYERS) == ["Chus", "Dina"]
    # The 20 points that Ana and Chus won in the first hand count against these 35.
    assert save_hand(page, "knock", "Dina", Chus=40, Dina=5) == ["0", "15+15, box"]
    assert page.evaluate(PLAYERS) == ["Ana", "Dina"]  # the opponents alternate
    save_hand(page, "gin", "Dina", Ana=30)
    assert page.evaluate(PLAYERS) == ["Chus", "Bruno"]
    assert save_hand(page, "knock", "Bruno", Bruno=4, Chus=5) == ["0", "66+51, box"]
    go_online(page)
    expect_all_sent(page)

    assert page.evaluate(PLAYERS) == ["Ana", "Bruno"]
    expect(page.locator("#row-Bruno small").first).to_contain_text("66")


def test_the_second_hand_follows_the_pair_that_was_chosen(gin):
    page = gin(4)
    tap_chips_and_keys(page, "pair-3")  # Chus against Dina, whose rows need the server
    save_hand(page, "draw")

    assert page.evaluate(PLAYERS) == ["Ana", "Bruno"]
    go_online(page)
    expect_all_sent(page)
    assert page.evaluate(PLAYERS) == ["Ana", "Bruno"]


@pytest.mark.thorough
def test_the_upcard_of_the_first_hand_also_limits_the_second(gin):
    page = gin(4, oklahoma=True)
    page.locator("#fold-upcard > summary").tap()
    tap_chips_and_keys(page, "upcard-rank-5", "upcard-suit-C")
    save_hand(page, "knock", "Ana", Ana=4, Bruno=24)

    assert lines_after(page, "knock", "Dina", Chus=40, Dina=8) == [
        "Knock with 5 or less",
        "Dina may knock only with 5 or less.",
    ]
    ignore_network_errors(page)
