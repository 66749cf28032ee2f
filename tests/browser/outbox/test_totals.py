"""Without a network, the page shows the totals that follow from the entries and waiting deals."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.keypad_pages import tap_chips_and_keys
from tests.browser.match_factory import CHINCHON_DEAL, FIRST_HAND, JAMON_DEAL, KNOCK, by_name
from tests.browser.outbox.phone import (
    expect_all_sent,
    expect_title,
    go_offline,
    go_online,
    play_deals,
    save_offline,
)
from tests.browser.player_names import FIVE
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, wait_until

pytestmark = pytest.mark.browser

TOTALS = """() => {
  const text = (row, place) => row.querySelector(place).textContent.trim();
  const rows = [...document.querySelectorAll("#ask [id^=row-]")];
  const entries = rows.map((row) => [text(row, "b"), text(row, ".numbers-table__total")]);
  return Object.fromEntries(entries);
}"""


@pytest.fixture
def jamon(open_match_offline):
    def jamon(*deals, **options):
        return open_match_offline("jamon", *deals, deals=4, **options)

    return jamon


def type_numbers(page, field, **numbers):
    for name, number in numbers.items():
        page.locator(f"[id='{field}-{name}']").tap()
        tap_chips_and_keys(page, *str(number))


def test_the_points_of_jamon_are_added_offline(jamon):
    page = jamon(JAMON_DEAL | {"cards": by_name(0, 3, 2, 5, 4)}, scoring="points")
    type_numbers(page, "counters", Ana=5, Bruno=4)
    type_numbers(page, "cards", Ana=7)
    assert page.evaluate(TOTALS) == by_name("–", "–", "–", "–", "–")
    tap_chips_and_keys(page, "went_out-Bruno")
    # Before: 16, 11, 8, 13, -2. Ana adds 2 x 5 - 7, and Bruno 10 + 2 x 4.
    assert page.evaluate(TOTALS) == by_name("19", "29", "–", "–", "–")
    type_numbers(page, "counters", Chus=6, Dina=3)
    type_numbers(page, "cards", Chus=1, Dina=2, Edu=9)
    after = page.evaluate(TOTALS)
    assert "–" not in after.values()
    save_offline(page)
    tap_chips_and_keys(page, "went_out-Edu")
    type_numbers(page, "counters", Edu=5)

    assert page.evaluate(TOTALS)["Edu"] == str(int(after["Edu"]) + 20)
    go_online(page)
    expect_all_sent(page)
    expect(page.locator("#row-Edu small").first).to_contain_text(re.compile(rf"^{after['Edu']}"))


@pytest.mark.thorough
def test_the_payment_to_the_player_who_goes_out_is_added_offline(jamon):
    page = jamon()
    tap_chips_and_keys(page, "went_out-Bruno")
    type_numbers(page, "counters", Ana=1, Bruno=4, Chus=6)
    assert page.evaluate(TOTALS) == by_name("0", "–", "4", "–", "–")
    type_numbers(page, "counters", Dina=7)

    assert page.evaluate(TOTALS) == by_name("0", "11", "4", "5", "5")
    go_online(page)


@pytest.mark.thorough
def test_no_totals_are_shown_while_a_correction_waits(table, open_loaded_match):
    page = open_loaded_match("chinchon", CHINCHON_DEAL)
    page.goto(f"{table.address}/matches/{page.match}/rounds/1/correct")
    type_numbers(page, "cards.deadwood", Dina=9)
    wait_until(page, NOTHING_UNDER_WAY)
    go_offline(page)
    save_offline(page)
    expect_title(page, "Points left")
    type_numbers(page, "deadwood", Dina=7)

    assert page.evaluate(TOTALS)["Dina"] == "–"
    expect(page.locator("#row-Dina small")).to_have_text("")
    go_online(page)
    expect_all_sent(page)
    expect(page.locator("#row-Dina small")).to_have_text(re.compile(r"^\d"))


@pytest.fixture
def gin(open_match_offline):
    def gin(*hands, players=2, **options):
        return open_match_offline("gin", *hands, names=FIVE[:players], **options)

    return gin


def knock(page, knocker, **deadwood):
    tap_chips_and_keys(page, "result-knock", f"knocker-{knocker}")
    type_numbers(page, "deadwood", **deadwood)


@pytest.mark.thorough
def test_the_points_of_gin_are_added_offline(gin):
    page = gin(KNOCK)  # Ana has 25 points
    knock(page, "Bruno", Bruno=7, Ana=0)
    assert page.evaluate(TOTALS) == {"Ana": "42+17, box", "Bruno": "0"}
    type_numbers(page, "deadwood", Ana=30)
    assert page.evaluate(TOTALS) == {"Ana": "25", "Bruno": "23+23, box"}
    save_offline(page)
    tap_chips_and_keys(page, "result-gin", "knocker-Bruno")
    type_numbers(page, "deadwood", Ana=10)
    assert page.evaluate(TOTALS) == {"Ana": "25", "Bruno": "53+30, box"}
    tap_chips_and_keys(page, "result-draw")

    assert page.evaluate(TOTALS) == {"Ana": "25", "Bruno": "23"}
    go_online(page)
    expect_all_sent(page)
    expect(page.locator("#row-Bruno small").first).to_have_text("23 · one box")


@pytest.mark.thorough
def test_a_hand_of_gin_that_ends_the_match_is_not_followed_by_another(gin):
    page = gin(KNOCK, target=40)
    knock(page, "Ana", Ana=1, Bruno=16)
    assert page.evaluate(TOTALS) == {"Ana": "40+15, box", "Bruno": "0"}
    save_offline(page)

    expect(page.get_by_role("heading", name="The match is over")).to_be_visible()
    go_online(page)
    expect_title(page, "Ana wins")


@pytest.mark.thorough
def test_the_second_hand_of_two_pairs_adds_to_the_first(gin):
    page = gin(FIRST_HAND, players=4)  # Ana’s pair has 20 points in the first hand
    knock(page, "Dina", Chus=20, Dina=5)
    assert page.evaluate(TOTALS) == {"Chus": "5+5, box", "Dina": "0"}
    type_numbers(page, "deadwood", Chus=40)

    assert page.evaluate(TOTALS) == {"Chus": "0", "Dina": "15+15, box"}
    go_online(page)


# The notes below the players' names.
NOTES = """() => [...document.querySelectorAll(".numbers-table__player small")]
  .map((note) => note.textContent.trim())"""


@pytest.mark.parametrize(
    ("options", "notes"),
    [
        pytest.param({}, ["25 · one box", "46 · 2 boxes"], id="each hand is a box"),
        pytest.param({"hollywood": True}, ["25 · one box", "69 · 3 boxes"], id="Hollywood"),
    ],
)
def test_the_boxes_so_far_are_noted_offline_as_online(gin, options, notes):
    page = gin(KNOCK, **options)
    for _ in range(2):
        knock(page, "Bruno", Bruno=7, Ana=30)
        save_offline(page)
        wait_until(page, SETTLED)

    assert page.evaluate(NOTES) == notes
    go_online(page)
    expect_all_sent(page)
    assert page.evaluate(NOTES) == notes


@pytest.mark.thorough
def test_the_totals_so_far_are_noted_offline(open_loaded_match):
    page = open_loaded_match("chinchon", CHINCHON_DEAL)
    assert page.evaluate(NOTES) == ["2", "30", "41", "12", "9"]
    go_offline(page)
    play_deals(page, CHINCHON_DEAL | {"deadwood": by_name(3, 10, 11, 12, 13)})

    expect(page.locator("#match")).to_contain_text("Deal 3")
    assert page.evaluate(NOTES) == ["5", "40", "52", "24", "22"]
    go_online(page)
    expect_all_sent(page)
