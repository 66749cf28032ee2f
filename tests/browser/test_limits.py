"""The page applies the limits of a number itself, before the server's preview arrives."""

import pytest
from playwright.sync_api import expect

from tests.browser.net import hold
from tests.browser.player import NOTHING_UNDER_WAY, face

pytestmark = pytest.mark.browser

# The limit of each player's number.
MOST = """() => Object.fromEntries([...document.querySelectorAll("#ask .numbers-table__field")]
  .map((box) => [box.id.replace("deadwood-", ""), Number(box.dataset.most)]))"""


@pytest.fixture
def phone(table, open_phone):
    """Return a function that opens a new match whose previews wait."""

    def open_match(game, **options):
        page = open_phone()
        page.goto(f"{table.address}/matches/{table.room.match(game, **options)}")
        expect(page.locator("#save")).to_have_attribute("aria-disabled", "true")
        return page

    return open_match


def tap(page, *faces):
    """Tap chips by their id, and keys of the page by their name."""
    for each in faces:
        key = page.locator(f"#ask > :not(details) [data-key='{each}']")
        (key if len(each) == 1 or each in ("next", "erase") else page.locator(face(each))).tap()


def box(page, who):
    return page.locator(f"[id='deadwood-{who}']")


# ------------------------------------------------------------------ six or eight cards


def test_the_limit_of_a_hand_follows_its_number_of_cards(phone):
    page = phone("chinchon")
    hold(page, "/look")
    page.locator(".popover > summary").tap()
    tap(page, "defective-Bruno-8", "defective-Chus-6")
    assert page.evaluate(MOST) == {"Ana": 61, "Bruno": 68, "Chus": 54, "Dina": 61, "Edu": 61}
    tap(page, "defective-Bruno-6", "defective-Chus-6")

    assert page.evaluate(MOST) == {"Ana": 61, "Bruno": 54, "Chus": 61, "Dina": 61, "Edu": 61}


def test_a_number_above_the_limit_of_its_cards_is_marked_with_the_reason(phone):
    page = phone("chinchon")
    hold(page, "/look")
    box(page, "Bruno").fill("65")
    expect(page.locator("#says")).to_have_text(
        "Bruno: Seven cards are worth between 0 and 61 points."
    )
    page.locator(".popover > summary").tap()
    tap(page, "defective-Bruno-8")
    expect(box(page, "Bruno")).not_to_have_attribute("aria-invalid", "true")
    tap(page, "defective-Bruno-6")

    expect(box(page, "Bruno")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#says")).to_have_text(
        "Bruno: Six cards are worth between 0 and 54 points."
    )


def test_a_player_who_no_longer_closes_gets_the_limit_of_their_cards(phone):
    page = phone("chinchon")
    page.locator(".popover > summary").tap()
    tap(page, "defective-Bruno-8", "closer-Bruno")
    page.wait_for_function(NOTHING_UNDER_WAY)
    hold(page, "/look")
    tap(page, "closer-Chus")

    assert page.evaluate(MOST) == {"Ana": 61, "Bruno": 68, "Chus": 4, "Dina": 61, "Edu": 61}
