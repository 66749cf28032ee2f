"""The page marks numbers above a limit, and impossible ones, before the preview arrives."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.bids import fill
from tests.browser.entry.number_fields import box, is_marked, tap
from tests.browser.match_factory import by_name
from tests.browser.net import hold_requests
from tests.browser.player_names import FIVE
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, TAPS_ARE_READ, wait_until

pytestmark = pytest.mark.browser

# The limit of each player's number.
MOST = """() => Object.fromEntries([...document.querySelectorAll("#ask .numbers-table__field")]
  .map((box) => [box.id.replace("deadwood-", ""), Number(box.dataset.most)]))"""


# ------------------------------------------------------------------ six or eight cards


@pytest.mark.thorough
def test_the_limit_of_a_hand_follows_its_number_of_cards(phone):
    page = phone("chinchon")
    hold_requests(page, "/look")
    page.locator(".popover > summary").tap()
    tap(page, "defective-Bruno-8", "defective-Chus-6")
    assert page.evaluate(MOST) == {"Ana": 61, "Bruno": 68, "Chus": 54, "Dina": 61, "Edu": 61}
    tap(page, "defective-Bruno-6", "defective-Chus-6")

    assert page.evaluate(MOST) == {"Ana": 61, "Bruno": 54, "Chus": 61, "Dina": 61, "Edu": 61}


def test_a_number_above_the_limit_of_its_cards_is_marked_with_the_reason(phone):
    page = phone("chinchon")
    hold_requests(page, "/look")
    box(page, "Bruno").fill("65")
    expect(page.locator("#save-note")).to_have_text(
        "Bruno: Seven cards are worth between 0 and 61 points."
    )
    page.locator(".popover > summary").tap()
    tap(page, "defective-Bruno-8")
    expect(box(page, "Bruno")).not_to_have_attribute("aria-invalid", "true")
    tap(page, "defective-Bruno-6")

    expect(box(page, "Bruno")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#save-note")).to_have_text(
        "Bruno: Six cards are worth between 0 and 54 points."
    )


@pytest.mark.thorough
def test_a_player_who_no_longer_closes_gets_the_limit_of_their_cards(phone):
    page = phone("chinchon")
    page.locator(".popover > summary").tap()
    tap(page, "defective-Bruno-8", "closer-Bruno")
    wait_until(page, NOTHING_UNDER_WAY)
    hold_requests(page, "/look")
    tap(page, "closer-Chus")

    assert page.evaluate(MOST) == {"Ana": 61, "Bruno": 68, "Chus": 4, "Dina": 61, "Edu": 61}


# ------------------------------------------------------------------ the upcard of Oklahoma gin


@pytest.mark.thorough
def test_the_limit_of_a_knock_follows_the_upcard_before_the_servers_preview(phone):
    page = phone("gin", names=FIVE[:2], oklahoma=True)
    hold_requests(page, "/look")
    tap(page, "upcard-rank-5", "upcard-suit-C", "result-knock", "knocker-Ana", "1", "2", "5")

    expect(page.locator("[data-line=status_line]")).to_have_text("Knock with 5 or less")
    # 1 is complete, because 10 would be too much.
    expect(box(page, "Ana")).to_have_value("1")
    expect(box(page, "Bruno")).to_have_value("25")


def test_a_number_above_the_limit_of_the_upcard_is_marked_with_the_reason(phone):
    page = phone("gin", names=FIVE[:2], oklahoma=True)
    hold_requests(page, "/look")
    tap(page, "result-knock", "knocker-Ana", "8", "2", "0")
    assert not is_marked(page, "Ana")
    tap(page, "upcard-rank-5", "upcard-suit-C")

    assert is_marked(page, "Ana")
    expect(page.locator("#save-note")).to_have_text("Ana may knock only with 5 or less.")
    expect(page.locator("#save")).to_contain_class("save--refused")


def test_a_corrected_upcard_limits_the_knock_before_the_servers_preview(table, open_phone):
    deal = {"upcard": "KC", "result": "knock", "knocker": "Ana", "deadwood": {"Ana": 8, "Bruno": 9}}
    match = table.factory.match("gin", deal, names=FIVE[:2], oklahoma=True)
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    assert page.evaluate(TAPS_ARE_READ)
    hold_requests(page, "/look")
    page.locator(chip_of("hand.upcard-rank-5")).tap()

    expect(page.locator("[id='hand.deadwood-Ana']")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#save")).to_contain_class("save--refused")


@pytest.mark.thorough
def test_an_ace_that_allows_only_gin_forbids_the_knock_before_the_servers_preview(phone):
    page = phone("gin", names=FIVE[:2], oklahoma=True, oklahoma_ace="gin_only")
    hold_requests(page, "/look")
    tap(page, "upcard-rank-A", "upcard-suit-C")

    expect(page.locator("#result-knock")).to_be_disabled()
    expect(page.locator("#result-why")).to_have_text("Not Knock: only gin ends this hand.")
    expect(page.locator("[data-line=status_line]")).to_have_text("Only gin ends this hand")
    tap(page, "upcard-rank-2", "result-knock", "upcard-rank-A")
    expect(page.locator("#save")).to_contain_class("save--refused")


# ------------------------------------------------------------------ exactly at a limit


def test_a_number_exactly_at_its_limit_is_not_marked(phone):
    page = phone("chinchon")
    hold_requests(page, "/look")
    box(page, "Bruno").fill("61")
    box(page, "Chus").fill("62")

    assert is_marked(page, "Chus")
    assert not is_marked(page, "Bruno")


@pytest.mark.parametrize(
    ("points", "result"), [(0, "lost"), (60, "lost"), (61, "won"), (120, "won")]
)
def test_jaguar_is_won_from_61_points_and_the_result_is_shown_for_every_number(
    points, result, phone
):
    page = phone("jaguar")
    hold_requests(page, "/look")
    page.locator("#points").fill(str(points))

    expect(page.locator("[data-line=headline]")).to_have_text(result)


# ------------------------------------------------------------------ impossible numbers


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ("121", "The card points must be between 0 and 120."),
        (
            "119",
            "119 would leave 1 point, but no card is worth 1. Enter 120, or 118 or less.",
        ),
    ],
)
def test_an_impossible_number_of_points_is_marked_at_once(points, reason, phone):
    page = phone("jaguar")
    hold_requests(page, "/look")
    tap(page, *points)

    expect(page.locator(".seat--wrong #points")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#save-note")).to_have_text(reason)


@pytest.mark.thorough
def test_one_point_is_not_marked_while_it_may_become_twelve(phone):
    page = phone("jaguar")
    hold_requests(page, "/look")
    tap(page, "1")

    expect(page.locator(".seat--wrong")).to_have_count(0)
    tap(page, "jaguar-Bruno", "next")
    expect(page.locator(".seat--wrong #points")).to_have_count(1)


@pytest.mark.thorough
def test_the_server_marks_an_impossible_number_too(phone):
    page = phone("jaguar")
    with page.expect_response(re.compile("/look$")):
        tap(page, "1", "1", "9")
    wait_until(page, NOTHING_UNDER_WAY)

    expect(page.locator(".seat--wrong #points")).to_have_attribute("aria-invalid", "true")


# Whether the element is wholly visible, with nothing over it.
IS_IN_VIEW = """(element) => {
  const { left, top, bottom } = element.getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => element.contains(
    document.elementFromPoint(left + 9, y)));
}"""


@pytest.mark.parametrize("saved", [False, True])
def test_an_impossible_number_in_a_popover_is_marked_with_the_reason_above_its_keys(
    saved, table, open_phone
):
    deal = {"bids": by_name(1, 1, 1, 1, 0)}
    page = open_phone({"width": 320, "height": 568})
    match = table.factory.match("jabberwocky", deal, schedule=[3, 3])
    page.goto(f"{table.address}/matches/{match}")
    fill(page, (1, 1, 1, 0, 0))
    page.locator(".popover > summary").tap()
    page.locator("[name='reneges-Ana']").tap()
    page.locator(".popover [data-key='5']").tap()
    if saved:
        wait_until(page, NOTHING_UNDER_WAY)
        page.locator("#save").tap()
        expect(page.get_by_role("alert")).to_contain_text("Not saved.")

    reason = page.locator(".popover .keypad > p")
    expect(page.locator("tr.seat--wrong [name='reneges-Ana']")).to_have_count(1)
    expect(reason).to_contain_text("Ana: Reneges must be between 0 and ")
    assert reason.evaluate(IS_IN_VIEW)
