"""A club night of 23 people at five tables on seven phones.

Five phones scan the codes of the tables and keep score. The owner's phone draws the rounds. Another
phone, which belongs to no league, follows the season through a public link.
"""

import pytest
from playwright.sync_api import expect

from scorekeeper.access import public_links
from scorekeeper.access.public_links import CURRENT_SEASON
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.server import engines
from tests import club_league
from tests.browser import chromium
from tests.browser.layout_checks import find_faults
from tests.browser.player import Player
from tests.clocks import evening_date

pytestmark = pytest.mark.browser

TABLES = 5
CODES_COOKIE = "scorekeeper-codes-1-1"
SIZES = ((320, 568), (360, 640), (360, 740), (740, 360), (390, 844))


@pytest.fixture
def club(empty_database, tmp_path):
    """(address, store, log) of a league with a season and a club night, for 23 people."""
    with chromium.league_app(empty_database, tmp_path) as app:
        store = engines.store_of(app)
        season_commands.create_season(store, Season(0, "The club"))
        people = club_league.add_people(store, 23)
        club_league.create_night(store, people, evening=evening_date(club_league.BEGAN))
        with chromium.serving(app) as address:
            yield address, store, SqlLog(store)


def start_next_round(page, address, number):
    page.goto(f"{address}/club/1")
    page.get_by_role("button", name=f"Draw round {number}").click()
    page.get_by_role("button", name=f"Start {TABLES} matches").click()
    expect(page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()


def secret_of_codes(page, address):
    """Create the codes of the tables on the page at this address.

    Returns the secret in the addresses of the codes.
    """
    page.goto(f"{address}/club/1/codes")
    page.get_by_role("button", name="Create codes").click()
    expect(page.get_by_role("img", name="QR code for table 5")).to_be_visible()
    stored = page.context.cookies()
    return next(cookie["value"] for cookie in stored if cookie["name"] == CODES_COOKIE)


def play_match(page, address, store, log, match):
    """Enter the only deal of a match, in which the last player takes the trick."""
    seats = log.sheet(match).setup.players
    names = {each.key: each.name for each in roster.players(store)}
    player = Player(page, address)
    player.keys = {names[key]: key for key in seats}
    winner = names[seats[-1]]
    bids = dict.fromkeys(player.keys, 1)
    player.play({"bids": bids, "tricks": dict.fromkeys(bids, 0) | {winner: 1}})
    expect(page.locator(".podium")).to_be_visible()
    return winner


@pytest.mark.thorough
def test_seven_phones_play_two_rounds_at_five_tables(club, open_phone):
    address, store, log = club
    owner, visitor = open_phone(), open_phone(size={"width": 320, "height": 568})
    visitor.context.clear_cookies()
    public = public_links.create_public_link(store, "World", CURRENT_SEASON)
    visitor.goto(f"{address}/shown/{public}")
    scorers = [open_phone(size={"width": width, "height": height}) for width, height in SIZES]
    start_next_round(owner, address, 1)
    secret = secret_of_codes(owner, address)
    for number, phone in enumerate(scorers, start=1):
        phone.context.clear_cookies()
        phone.goto(f"{address}/club/at/{secret}/{number}")
        phone.get_by_role("button", name="Join").click()
        phone.wait_for_url(f"**/matches/{club_league.round_matches(store, 1)[number - 1]}")
    owner.goto(f"{address}/club/1")
    for phone, match in zip(scorers, club_league.round_matches(store, 1), strict=True):
        play_match(phone, address, store, log, match)

    expect(owner.locator("#ranking-h + span")).to_have_text("5 matches")
    expect(visitor.get_by_text("5 matches, one evening")).to_be_visible()
    start_next_round(owner, address, 2)
    expect(owner.get_by_text("nobody meets again tonight").first).to_be_visible()
    winners = []
    for number, phone in enumerate(scorers, start=1):
        phone.goto(f"{address}/club/at/{secret}/{number}")
        match = club_league.round_matches(store, 1, 2)[number - 1]
        winners.append(play_match(phone, address, store, log, match))

    owner.goto(f"{address}/club/1")
    expect(owner.locator("#ranking-h + span")).to_have_text("10 matches")
    expect(visitor.get_by_text("10 matches, one evening")).to_be_visible()
    faults = [find_faults(page, contrast=False) for page in (owner, visitor, *scorers)]
    assert faults == [{}] * 7
