"""Changes by other phones, and a restored network, move nothing that is already on the page."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.league import player_renames
from tests.browser import chromium
from tests.browser.layout_shifts import WATCH, take_shifts
from tests.browser.match_factory import (
    BIDS,
    CHINCHON_DEAL,
    JABBERWOCKY_DEAL,
    JAGUAR_HAND,
    JAMON_DEAL,
    KNOCK,
    LOBA_DEAL,
    NINE_CARDS,
    by_name,
)
from tests.browser.player_names import FIVE
from tests.browser.selectors import chip_of
from tests.browser.waits import AHEAD, NOTHING_UNDER_WAY, tap_and_wait, wait_until

pytestmark = pytest.mark.browser

MOST = 0.02  # total layout shift, as browsers measure it


@pytest.fixture
def watched(live_league, open_phone):
    def watched(match):
        page = open_phone(motion=True, script=WATCH)
        page.goto(f"{live_league.address}/matches/{match}")
        wait_until(page, AHEAD)
        take_shifts(page)
        return page

    return watched


def layout_shifts(page):
    """Return all layout shifts if they add up to more than `MOST`, otherwise an empty list."""
    wait_until(page, NOTHING_UNDER_WAY)
    shifts = take_shifts(page)
    return shifts if sum(value for value, *_ in shifts) > MOST else []


def test_a_stage_saved_by_another_phone_shifts_nothing(live_league, watched):
    match = live_league.match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    page = watched(match)
    live_league.deal(match, BIDS)

    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    assert layout_shifts(page) == []


@pytest.mark.thorough
def test_a_deal_saved_by_another_phone_shifts_nothing(live_league, watched):
    match = live_league.match("jabberwocky", JABBERWOCKY_DEAL, BIDS, schedule=[9, 9, 9])
    page = watched(match)
    live_league.deal(match, {"tricks": by_name(2, 2, 2, 1, 2)})

    expect(page.get_by_role("heading", level=1)).to_have_text("Bids")
    assert layout_shifts(page) == []


@pytest.mark.thorough
def test_a_correction_by_another_phone_during_bidding_shifts_nothing(live_league, watched):
    match = live_league.match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    page = watched(match)
    page.locator(chip_of(f"bids-{live_league.factory.keys['Chus']}-2")).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    before = page.locator("#board .sheet__total").all_text_contents()
    live_league.correct(match, 1, {"tricks": by_name(2, 2, 2, 2, 1)})

    expect(page.locator("#board .sheet__total")).not_to_have_text(before)
    assert layout_shifts(page) == []


@pytest.mark.thorough
@pytest.mark.parametrize("typed", [0, 2])
def test_a_name_changed_on_another_phone_shifts_nothing(live_league, watched, typed):
    match = live_league.match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    page, keys = watched(match), live_league.factory.keys
    for who in ("Bruno", "Chus")[:typed]:
        tap_and_wait(page, chip_of(f"bids-{keys[who]}-2"))
    take_shifts(page)
    player_renames.rename_players(live_league.log.store, {int(keys["Chus"]): "María del Carmen"})

    expect(page.locator("#ask .seat__name", has_text="María del Carmen")).to_be_visible()
    assert layout_shifts(page) == []
    assert page.locator("#ask :checked").count() == typed


# For each game, a deal that another phone saves, and the players.
DEALS = {
    "jaguar": (JAGUAR_HAND, FIVE),
    "jamon": (JAMON_DEAL, FIVE),
    "chinchon": (CHINCHON_DEAL, FIVE),
    "loba": (LOBA_DEAL, FIVE),
    "gin": (KNOCK, FIVE[:2]),
}


@pytest.mark.parametrize("game", DEALS)
def test_a_deal_of_each_game_saved_by_another_phone_shifts_nothing(game, live_league, watched):
    answers, names = DEALS[game]
    options = {"deals": 3} if game == "jamon" else {}
    match = live_league.match(game, names=names, **options)
    page = watched(match)
    live_league.deal(match, answers)

    expect(page.locator("#match")).to_have_attribute("data-asked", re.compile("^2 "))
    assert layout_shifts(page) == []


@pytest.mark.parametrize(
    ("typed", "is_open"), [(3, False), (0, False), (3, True), (0, True)], ids=str
)
def test_coming_back_online_shifts_nothing(live_league, watched, typed, is_open):
    match = live_league.match("jabberwocky", **NINE_CARDS)
    page = watched(match)
    page.context.set_offline(True)
    for who, number in zip(("Ana", "Bruno", "Chus", "Dina", "Edu"), (1, 1, 1, 1, 1), strict=True):
        page.locator(chip_of(f"bids-{live_league.factory.keys[who]}-{number}")).tap()
    page.locator("#save").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    expect(page.locator("#outbox")).to_contain_text("Not sent yet: 1")
    for who in ("Bruno", "Chus", "Dina")[:typed]:
        page.locator(chip_of(f"tricks-{live_league.factory.keys[who]}-2")).tap()
    if is_open:
        page.get_by_role("link", name="Not sent yet").tap()
    take_shifts(page)
    page.context.set_offline(False)
    sent = "#outbox-sent" if is_open else ".toast"
    expect(page.locator(sent)).to_have_text("Everything has been sent.")
    expect(page.locator("#match[data-kept]")).to_have_count(0)
    assert layout_shifts(page) == []
    chromium.ignore_network_errors(page)
