"""A phone that belongs to a player marks their rows, and announces their turn once."""

import pytest
from playwright.sync_api import expect

from scorekeeper.live import presence
from scorekeeper.rights import Right
from scorekeeper.web.league import streams
from tests import members
from tests.browser.layout_checks import axe_says
from tests.browser.match_factory import BIDS, JABBERWOCKY_DEAL, NINE_CARDS

pytestmark = pytest.mark.browser

COUNT_BUZZES = """
window.buzzes = 0;
Object.defineProperty(navigator, "vibrate", { value: () => (window.buzzes += 1) });
"""


@pytest.fixture
def live_league(live_league):
    chus = int(live_league.factory.keys["Chus"])
    members.add_phone(live_league.app, Right.VIEWER, "chus", player_id=chus)
    return live_league


@pytest.fixture
def phone(open_phone):
    """Chus’s phone, which counts how often it vibrates."""
    page = open_phone(script=COUNT_BUZZES)
    page.context.add_cookies([{**members.COOKIE, "value": "chus"}])
    return page


def buzzes(page):
    return page.evaluate("window.buzzes")


@pytest.mark.thorough
def test_the_players_column_stays_marked_when_another_phone_saves(live_league, phone):
    match = live_league.match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    phone.goto(f"{live_league.address}/matches/{match}")
    head = phone.locator("#board thead [aria-current]")
    expect(head).to_have_text("C Chus 1 point, leads")
    marked = phone.locator("#board tbody td.is-mine")
    expect(marked).to_have_count(2)
    live_league.correct(match, 1, {"tricks": {**JABBERWOCKY_DEAL["tricks"], "Dina": 2, "Chus": 1}})
    expect(head).to_contain_text("C Chus 0")
    expect(marked).to_have_count(2)
    assert axe_says(phone) == []


@pytest.mark.parametrize(
    ("game", "path"), [("loba", ""), ("jamon", ""), ("jamon", "?instead=1"), ("jabberwocky", "")]
)
def test_a_scorers_own_row_of_a_question_is_marked(game, path, live_league, open_phone):
    chus = int(live_league.factory.keys["Chus"])
    members.add_phone(live_league.app, Right.SCORER, "scorer", player_id=chus)
    page = open_phone()
    page.context.add_cookies([{**members.COOKIE, "value": "scorer"}])
    match = live_league.match(game)
    page.goto(f"{live_league.address}/matches/{match}{path}")

    mine = page.locator("#ask .is-mine")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("Chus")
    underline = mine.locator("b, .seat__name").first
    expect(underline).to_have_css("text-decoration-line", "underline")


@pytest.mark.thorough
def test_the_phone_vibrates_once_per_turn_if_enabled(live_league, phone):
    phone.goto(f"{live_league.address}/phone")
    phone.get_by_label("Vibrate").tap()
    assert buzzes(phone) == 1
    match = live_league.match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    phone.goto(f"{live_league.address}/matches/{match}")
    phone.locator("#board caption").tap()
    room = phone.locator("#match")
    expect(room).to_have_attribute("data-asked", "2 bids")
    before = buzzes(phone)

    live_league.deal(match, BIDS)
    expect(room).to_have_attribute("data-asked", "2 tricks")
    expect(room).to_have_attribute("data-next", live_league.factory.keys["Chus"])
    assert buzzes(phone) == before + 1
    phone.reload()
    phone.locator("#board caption").tap()
    expect(phone.locator("#board .is-mine").first).to_be_visible()
    assert buzzes(phone) == 0


@pytest.mark.thorough
def test_viewers_of_a_match_appear_and_disappear_without_a_reload(
    live_league, phone, new_phone, monkeypatch
):
    monkeypatch.setattr(presence, "DEBOUNCE_S", 0.1)  # seconds
    monkeypatch.setattr(presence, "PRESENCE_TIMEOUT_S", 1)
    monkeypatch.setattr(streams, "HEARTBEAT_INTERVAL_S", 0.2)  # until a closed stream is noticed
    match = live_league.match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    owner = new_phone()
    asked = []
    owner.on("request", lambda sent: asked.append(sent.url))
    owner.goto(f"{live_league.address}/matches/{match}")
    faces = owner.locator("#faces li")
    expect(faces).to_have_text([members.NAME])
    pages = len([url for url in asked if url.endswith(f"/matches/{match}")])

    phone.goto(f"{live_league.address}/matches/{match}")
    expect(faces).to_have_text([members.NAME, "CChus"])
    phone.goto(f"{live_league.address}/")
    expect(faces).to_have_text([members.NAME])

    assert len([url for url in asked if url.endswith(f"/matches/{match}")]) == pages
    assert axe_says(owner) == []
