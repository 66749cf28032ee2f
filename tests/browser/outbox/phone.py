"""A phone that loses its network, and its answers waiting in the outbox."""

import re

from playwright.sync_api import expect

from scorekeeper.match.events import StageRecorded
from tests.browser import chromium
from tests.browser.bids import FIRST_TO_BID, fill
from tests.browser.player import Player
from tests.browser.player_names import FIVE
from tests.browser.waits import AHEAD, wait_until

BIDS, TRICKS = (1, 1, 1, 1, 2), (1, 1, 1, 1, 1)
SAVED = StageRecorded(1, "bids", {"bids": dict(zip(FIRST_TO_BID, BIDS, strict=True))})
FOUR_DEALS = {"schedule": [5, 5, 5, 5]}
ONLINE = "() => window.dispatchEvent(new Event('online'))"
THREE_ROUNDS = [(n, stage) for n in (1, 2, 3) for stage in ("bids", "tricks")]


def open_match_page(page, address):
    page.goto(address)
    wait_until(page, AHEAD)
    return page


def play_deals(page, *deals, keys=None):
    """Enter the answers of these deals. Without `keys`, the players' keys are their names."""
    player = Player(page, "")
    player.keys = keys or {name: name for name in FIVE}
    for deal in deals:
        player.play(deal)


def save_refused_answer(page):
    """Save an answer that the server will refuse, as if the page did not find the mistake."""
    save = page.locator("#save")
    save.evaluate("(save) => (save.classList.remove('save--refused'), save.click())")


def save_answer(page, numbers):
    fill(page, numbers)
    page.locator("#save").tap()


def save_offline(page):
    """Save without a network, and wait until the page says that the answer is kept on the phone."""
    saved = page.locator("#match form[data-entry]").get_attribute("data-says")
    page.locator("#save").tap()
    expect(page.locator("#announce")).to_have_text(f"Kept on this phone: {saved}")


def save_without_response(page, bids):
    """Save bids that the server receives, while its response is lost."""

    def lose(route):
        route.fetch()
        route.abort()

    page.route(re.compile("/bids$"), lose, times=1)
    save_answer(page, bids)
    expect(outbox_rows(page)).to_have_count(1)


def expect_title(page, text):
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def go_offline(page):
    page.context.set_offline(True)


def go_online(page):
    chromium.ignore_network_errors(page)
    page.context.set_offline(False)


def outbox(page):
    return page.locator("#outbox")


def tap_badge(page):
    """Tap the badge in the bar, which opens or closes the list of waiting answers."""
    page.get_by_role("link", name="Not sent yet").tap()


def toast(page):
    return page.locator(".toast")


def outbox_rows(page):
    return page.locator("#outbox li")


def expect_all_sent(page):
    expect(outbox(page)).to_have_count(0)


def expect_saved(page, title):
    """Wait until the page has this title after a save, and the server has the answer.

    If a save takes longer than four seconds, the page already shows the predicted next question,
    while the answer waits in the outbox.
    """
    expect_title(page, title)
    expect_all_sent(page)


def saved_stages(table, match):
    return [(event.round, event.stage) for event in table.events_of(match)]


def answer_stages(page, stages, bids=BIDS):
    """Answer this many stages, which ask for bids and tricks in turn."""
    for number in range(stages):
        expect_title(page, "Tricks" if number % 2 else "Bids")
        save_answer(page, TRICKS if number % 2 else bids)
