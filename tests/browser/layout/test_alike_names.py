"""Sentences that have little room leave out the words that several long names share."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.match_factory import by_name
from tests.browser.player import Player
from tests.browser.player_names import ALIKE_NAMES
from tests.browser.waits import tap_keys

pytestmark = pytest.mark.browser

NAMES = (*ALIKE_NAMES[:2], "Ana", "Bruno")  # "Carmen García" and "Carmen Íñiguez"
FIRST_DEAL = {"went_out": "Ana", "deadwood": by_name(20, 60, 0, 12, names=NAMES)}
# The names in a sentence, as far as they are visible.
VISIBLE_NAMES = """(place) => [...place.querySelectorAll("bdi")].map((name) =>
  [...name.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE || part.offsetWidth > 1)
    .map((part) => part.textContent).join(""))"""


@pytest.fixture
def page(table, open_phone):
    page = open_phone(size={"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{table.factory.match('loba', FIRST_DEAL, names=NAMES)}")
    return page


def test_the_line_below_the_title_shows_the_words_that_differ(page):
    line = page.locator(".bar__parts")

    expect(line).to_contain_text("Carmen Íñiguez deals")
    assert line.evaluate(VISIBLE_NAMES) == ["Íñiguez"]


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


def test_a_message_after_saving_shows_the_words_that_differ(page, table):
    player, toast = Player(page, table.address), page.locator("#ask .toast--fades")
    player.tap(f"[id='went_out-{NAMES[1]}']")
    tap_keys(page, *"204030")
    player.send("#save")

    expect(toast).to_contain_text("Carmen García draws level with Ana.")
    assert toast.evaluate(VISIBLE_NAMES) == ["García", "Ana"]
