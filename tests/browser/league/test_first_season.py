"""An owner's first season, from the first link to the review, with a friend and a stranger."""

import pytest
from playwright.sync_api import expect

from scorekeeper.access import joining
from scorekeeper.db.access_tables import Devices
from scorekeeper.server import engines
from tests.browser import chromium
from tests.browser.layout_checks import find_faults
from tests.browser.player import Player

pytestmark = pytest.mark.browser

# Screen, scheme, and whether scripts run.
PHONES = [
    pytest.param(chromium.PHONE, "light", True, id="phone"),
    pytest.param({"width": 1280, "height": 800}, "dark", False, id="laptop without a script"),
]
PEOPLE = ("Ana", "Bruno", "Chus")
DEAL = {
    "bids": {"Ana": 1, "Bruno": 0, "Chus": 1},
    "tricks": {"Ana": 1, "Bruno": 0, "Chus": 0},
}


@pytest.fixture
def new_league(empty_database, tmp_path):
    """(address, first link) of a league without phones."""
    with chromium.league_app(empty_database, tmp_path) as app:
        with engines.engine_of(app).begin() as connection:
            connection.execute(Devices.__table__.delete())
        link = joining.create_first_owner_link(engines.store_of(app)).link
        with chromium.serving(app) as address:
            yield address, f"{address}/join/{link}"


@pytest.fixture
def open_stranger(open_phone):
    """A function that opens a phone that belongs to no league."""

    def open_as_stranger(*options, **more):
        page = open_phone(*options, **more)
        page.context.clear_cookies()
        return page

    return open_as_stranger


def button(page, name):
    return page.get_by_role("button", name=name).first


def link(page, name):
    return page.get_by_role("main").get_by_role("link", name=name).first


def start_match(player):
    """Start a match of one deal for `PEOPLE`, whoever played the last match."""
    player.page.goto(f"{player.address}/matches/new")
    for chip in player.page.locator("label:has([name=plays])").all():
        box, name = chip.locator("input"), chip.locator("bdi").text_content()
        if box.is_checked() != (name in PEOPLE):
            player.tap(chip)
        if name in PEOPLE:
            player.keys[name] = box.get_attribute("value")
    player.agree("jabberwocky", {"schedule": [1]})
    player.follow(player.button("Start"))
    if not player.scripted:  # the page shows the seats first
        player.follow(player.button("Start"))


def play_first_match(page, friend, address, first_link):
    """Start the first match on the owner's phone, and join with its code on a friend's phone."""
    page.goto(first_link)
    button(page, "Join").click()
    button(page, "Deal & invite").click()
    friend.goto(f"{address}/join")
    friend.get_by_label("Eight letters").fill(page.locator(".join-code span").first.inner_text())
    button(friend, "Continue").click()
    button(friend, "Join").click()
    expect(friend.get_by_text("Jabberwocky").first).to_be_visible()


def play_first_season(page, friend, address, *, scripted):
    """Create a season, play a match in it, and check that the friend sees the result."""
    page.goto(f"{address}/season")
    link(page, "New season").click()
    page.get_by_label("Name").fill("Autumn")
    button(page, "Create the season").click()
    page.goto(f"{address}/players")
    for name in PEOPLE:
        page.get_by_label("Add a name").fill(name)
        button(page, "Add").click()
        expect(page.get_by_text(name, exact=True).first).to_be_visible()
    player = Player(page, address, scripted=scripted)
    start_match(player)
    player.play(DEAL)
    expect(page.locator(".podium")).to_be_visible()
    friend.goto(f"{address}/season")
    expect(friend.get_by_text("Ana").first).to_be_visible()


def publish_and_close(page, stranger, address):
    """Create a public link to the season, close the season, and open its review."""
    page.goto(f"{address}/showings")
    page.get_by_label("Name of the link").fill("The club")
    button(page, "Create link").click()
    stranger.goto(link(page, "Open the page").get_attribute("href"))
    expect(stranger.get_by_role("heading", name="Standings", exact=True)).to_be_visible()
    page.goto(f"{address}/season")
    page.get_by_text("Close the season").first.click()
    button(page, "Close Autumn").click()
    expect(page.get_by_text("One match in progress will not count")).to_be_visible()
    button(page, "Close Autumn").click()
    expect(page.get_by_role("heading", name="This season is closed")).to_be_visible()
    link(page, "review").click()
    expect(page.get_by_text("Ana").first).to_be_visible()
    stranger.reload()
    expect(stranger.get_by_text("Ana").first).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "scheme", "scripted"), PHONES)
def test_an_owner_gets_from_the_first_link_to_the_review_of_a_season(
    new_league, open_stranger, size, scheme, scripted
):
    address, first_link = new_league
    phones = [open_stranger(size, scheme=scheme, scripted=scripted) for _ in range(3)]
    page, friend, stranger = phones

    play_first_match(page, friend, address, first_link)
    play_first_season(page, friend, address, scripted=scripted)
    publish_and_close(page, stranger, address)

    assert [find_faults(each, by_axe=False) for each in phones] == [{}] * 3
