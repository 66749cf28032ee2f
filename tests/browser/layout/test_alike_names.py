"""Names that begin in the same way remain distinct where there is little room for them."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.match_factory import by_name
from tests.browser.player import Player
from tests.browser.player_names import ALIKE_NAMES, SAME_BEGINNING
from tests.browser.waits import tap_keys

pytestmark = pytest.mark.browser

NAMES = (*ALIKE_NAMES[:2], "Ana", "Bruno")  # "Carmen García" and "Carmen Íñiguez"
FIRST_DEAL = {"went_out": "Ana", "deadwood": by_name(20, 60, 0, 12, names=NAMES)}
# The names in a sentence, as far as they are visible.
VISIBLE_NAMES = """(place) => [...place.querySelectorAll("bdi")].map((name) =>
  [...name.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE || part.offsetWidth > 1)
    .map((part) => part.textContent).join(""))"""
# The visible text of each name in a place: the full name, or its beginning and its end.
VISIBLE_ENDS = """(place) => [...place.querySelectorAll("bdi:has(> i)")].map((name) => {
  const [whole, short] = name.children, { start, end } = short.dataset;
  const topOf = (part) => part.getBoundingClientRect().top;
  const isVisible = (part) => part.offsetWidth > 1 && topOf(part) >= topOf(name) - 2;
  const ending = Number.parseFloat(getComputedStyle(short, "::after").inlineSize);
  if (!isVisible(short)) return whole.textContent;
  return start.slice(0, 1) + "…" + (ending > 10 ? end : "");
})"""
WITH_SAME_BEGINNING = (*SAME_BEGINNING, "Ana", "Bruno")


@pytest.fixture
def page(table, open_phone):
    page = open_phone(size={"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{table.factory.match('loba', FIRST_DEAL, names=NAMES)}")
    return page


def test_the_line_below_the_title_shows_the_words_that_differ(page):
    line = page.locator(".bar__parts")

    expect(line).to_contain_text("Carmen Íñiguez deals")
    assert line.evaluate(VISIBLE_NAMES) == ["Íñiguez"]


@pytest.mark.thorough
@pytest.mark.parametrize("is_offline", [False, True], ids=["of the server", "of the page"])
def test_a_sentence_about_the_entered_numbers_shows_the_words_that_differ(is_offline, page, table):
    player, status = Player(page, table.address), page.locator("#ask .save-bar__status")
    if is_offline:
        chromium.ignore_network_errors(page)
        page.context.set_offline(True)
    player.tap("#went_out-Ana")
    player.tap(f"[id='deadwood-{NAMES[1]}']")
    tap_keys(page, *"51")

    expect(status).to_contain_text("Carmen Íñiguez reaches 111 and may come back.")
    assert status.evaluate(VISIBLE_NAMES)[-1] == "Íñiguez"
    status.focus()
    assert status.evaluate(VISIBLE_NAMES)[-1] == "Carmen Íñiguez"


@pytest.mark.thorough
def test_a_message_after_saving_shows_the_words_that_differ(page, table):
    player, toast = Player(page, table.address), page.locator("#ask .toast--fades")
    player.tap(f"[id='went_out-{NAMES[1]}']")
    tap_keys(page, *"204030")
    player.send("#save")

    expect(toast).to_contain_text("Carmen García draws level with Ana.")
    assert toast.evaluate(VISIBLE_NAMES) == ["García", "Ana"]


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_a_row_shows_the_beginning_and_the_end_of_a_name_that_does_not_fit(
    width, table, open_phone
):
    page = open_phone(size={"width": width, "height": 740})
    page.goto(f"{table.address}/matches/{table.factory.match('loba', names=WITH_SAME_BEGINNING)}")
    rows = page.locator("#ask .numbers-table")

    visible = rows.evaluate(VISIBLE_ENDS)
    # On a laptop, a wide typeface has room only for the shorter name.
    shortened = ["M…an", "M…ne"] if width < 400 else ["Maximilian", "M…ne"]
    assert visible in (shortened, list(SAME_BEGINNING)[: 2 * (width >= 400)])
    assert "Maximiliane" in rows.aria_snapshot()
    assert "…" not in rows.aria_snapshot()


@pytest.mark.thorough
@pytest.mark.parametrize("is_offline", [False, True], ids=["of the server", "of the page"])
def test_names_in_a_sentence_are_whole_if_they_fit(is_offline, table, open_phone):
    page = open_phone(size={"width": 360, "height": 740})
    first = {"went_out": "Ana", "deadwood": by_name(20, 60, 0, 12, names=WITH_SAME_BEGINNING)}
    match = table.factory.match("loba", first, names=WITH_SAME_BEGINNING)
    page.goto(f"{table.address}/matches/{match}")
    player, status = Player(page, table.address), page.locator("#ask .save-bar__status")
    if is_offline:
        chromium.ignore_network_errors(page)
        page.context.set_offline(True)
    player.tap("#went_out-Ana")
    player.tap("#deadwood-Maximiliane")
    tap_keys(page, *"51")

    expect(status).to_contain_text("2 players. Maximiliane reaches 111 and may come back.")
    assert status.evaluate(VISIBLE_ENDS) == ["M…ne"]
    player.tap("#deadwood-Maximilian")
    tap_keys(page, *"20")
    player.tap("#deadwood-Bruno")
    tap_keys(page, *"30")
    expect(status).to_have_text("Maximiliane reaches 111 and may come back.")
    assert status.evaluate(VISIBLE_ENDS) == ["Maximiliane"]


def test_the_button_of_a_fold_shows_the_end_of_a_chosen_name(table, open_phone):
    page = open_phone(size={"width": 360, "height": 740})
    page.goto(f"{table.address}/matches/{table.factory.match('jamon', names=WITH_SAME_BEGINNING)}")
    button = page.locator("summary", has_text="Called late")
    button.tap()
    page.locator(".popover[open] .chip", has_text="Maximiliane").tap()

    expect(button).to_contain_text("Maximiliane")
    assert button.evaluate(VISIBLE_ENDS) == ["M…ne"]
