"""The bids of five players in their first deal of Jabberwocky, and the chips for them."""

from scorekeeper.match.events import StageRecorded

FIRST_TO_BID = ("Bruno", "Chus", "Dina", "Edu", "Ana")
BIDS = (3, 1, 4, 0, 5)
SAVED = StageRecorded(1, "bids", {"bids": dict(zip(FIRST_TO_BID, BIDS, strict=True))})


def chip(page, row, number):
    return page.locator(".seat").nth(row).locator(".chip").nth(number)


def fill(page, numbers):
    """Tap one number per row, from the top, as fast as possible."""
    for row, number in enumerate(numbers):
        chip(page, row, number).tap()


def bid(page, bids=BIDS):
    fill(page, bids)


def chosen_values(page):
    """Return the chosen values, row by row."""
    inputs = page.locator("#ask :checked")
    return [int(value) for value in inputs.evaluate_all("all => all.map(({ value }) => value)")]
