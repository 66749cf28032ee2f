"""On league pages at 320 pixels, names and buttons are not split, and nothing scrolls sideways."""

from itertools import product

import pytest
from playwright.sync_api import expect

from scorekeeper.db.sql_log import SqlLog
from scorekeeper.league import roster, settings
from scorekeeper.league.club import coming as club_coming
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from scorekeeper.rules import GAMES
from scorekeeper.server import engines
from tests import one_deal
from tests.browser import chromium
from tests.browser.layout_checks import (
    BROKEN_WORDS,
    LARGE_LETTERS,
    NARROW,
    STICKING_OUT,
    UNFOLD,
    one_per_line,
)
from tests.browser.leagues import fill_played_league, hold_club_night
from tests.club_league import BEGAN
from tests.members import add_phone

pytestmark = pytest.mark.browser

PATHS = (
    "/",
    "/season",
    "/season/1",
    "/season/2/games",
    "/season/all",
    "/season/all/games",
    "/season/2/review",
    "/season/2/edit",
    "/season/1/crosstable",
    "/ratings",
    "/records",
    "/money",
    "/nights",
    "/matches",
    "/players",
    "/players/1",
    "/league",
    "/invite",
    "/club",
    "/club/new",
    "/club/1",
    "/club/1/people",
    "/club/1/edit",
    "/club/1/codes",
)
# The chosen words that are wider than the room in their select. The arrow takes 20 pixels.
CUT_SELECTS = """() => [...document.querySelectorAll("#rules select")].flatMap((select) => {
  const style = getComputedStyle(select), text = select.selectedOptions[0].textContent.trim();
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.font = style.font;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return canvas.measureText(text).width > room - 20 ? [text] : [];
})"""


CUT_OFF = "(element) => element.scrollHeight - element.clientHeight"
# The heights of the lines that contain "--local".
LINES_OF_THE_OPTION = """(sentence) => {
  const node = sentence.firstChild, range = document.createRange();
  const found = /-\\u2060?-\\u2060?local/.exec(node.data);
  range.setStart(node, found.index);
  range.setEnd(node, found.index + found[0].length);
  return [...new Set([...range.getClientRects()].map((line) => Math.round(line.top)))];
}"""


@pytest.mark.thorough
def test_names_and_buttons_stay_whole_and_nothing_scrolls_sideways(
    empty_database, tmp_path, open_phone
):
    with chromium.league_app(empty_database, tmp_path) as app:
        fill_played_league(app)
        store = engines.store_of(app)
        hold_club_night(store, SqlLog(store), [each.key for each in roster.players(store)[:5]])
        secret = club_coming.create_link(store, 1)
        club_coming.save_attendance(store, 1, 1, "maybe", 1)
        snapshot = app.extensions["scorekeeper.stats_cache"].wait_until_current()
        evening = snapshot.season_stats(None).aggregate.evenings[-1]
        with chromium.serving(app) as address:
            page, faults = open_phone(NARROW), {}
            for path in (*PATHS, f"/nights/{evening}", f"/coming/{secret}?who=1"):
                assert page.goto(address + path).status == 200, path
                page.evaluate(UNFOLD)
                for size in (chromium.LETTERS, LARGE_LETTERS):
                    chromium.set_letters(page, size)
                    broken = set(page.evaluate(BROKEN_WORDS, "body"))
                    if wrong := broken | set(page.evaluate(STICKING_OUT)):
                        faults[path, size] = wrong

    assert not faults, one_per_line(faults)


@pytest.mark.thorough
def test_the_title_that_asks_about_a_phone_with_the_longest_name_is_whole(
    empty_database, tmp_path, open_phone
):
    with (
        chromium.league_app(empty_database, tmp_path) as app,
        chromium.serving(app) as address,
    ):
        phone = add_phone(app, Right.VIEWER, "another", "Phone of Maximiliana Konstantinopolitans")
        page = open_phone(size=NARROW, scripted=False)
        page.goto(f"{address}/phones")
        page.locator(f"form[action='/phones/{phone}/out'] button").tap()

        title = page.get_by_role("heading", level=1)
        expect(title).to_have_text("Remove Phone of Maximiliana Konstantinopolitans")
        assert title.evaluate("(h1) => h1.scrollHeight <= h1.clientHeight")


@pytest.mark.thorough
def test_the_bar_has_room_around_the_title_of_an_error_page_that_keeps_what_was_typed(
    live_league, open_phone
):
    page = open_phone({"width": 320, "height": 568}, scripted=False)
    page.goto(f"{live_league.address}/phone")
    page.get_by_role("textbox", name="Name of this phone").fill("Table five’s phone")
    page.context.clear_cookies()
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.get_by_role("heading", name="What you entered")).to_be_visible()

    assert page.locator(".bar").bounding_box()["height"] >= 56


def test_the_name_of_a_command_line_option_stays_on_one_line(live_league, open_phone):
    page = open_phone(NARROW, scripted=False)
    page.goto(f"{live_league.address}/invite")

    lines = page.get_by_text("Start it without").evaluate(LINES_OF_THE_OPTION)
    assert len(lines) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["Sonntagsrunde", "Donnerstagsrunde im Café"])
def test_no_word_of_the_leagues_name_is_broken_in_the_header(name, live_league, open_phone):
    settings.rename_league(live_league.log.store, name)
    page, faults = open_phone(), {}
    for path in ("/", "/players"):
        page.goto(live_league.address + path)
        for letters, width in product((chromium.LETTERS, 21, LARGE_LETTERS), (320, 360)):
            chromium.set_letters(page, letters)
            page.set_viewport_size({"width": width, "height": 640})
            header = page.locator(".site-header__name")
            is_cut = header.evaluate("(name) => name.scrollWidth > name.clientWidth")
            if page.evaluate(BROKEN_WORDS, "header") or (is_cut and letters != LARGE_LETTERS):
                faults[path, letters, width] = header.inner_text()

    assert faults == {}


def test_a_tap_opens_the_long_summary_of_the_scoring(live_league, open_phone):
    page = open_phone(NARROW)
    page.goto(f"{live_league.address}/season/new")
    summary = page.get_by_text("Points by place, from first place down")
    assert summary.evaluate(CUT_OFF) > 0
    summary.tap()

    assert summary.evaluate(CUT_OFF) <= 1


def test_names_of_pairs_stay_whole_on_the_card_of_a_match(live_league, open_phone):
    names = ("Antonio Delgado-Ruiz", "Wenceslao Gutiérrez", "Fernanda Bernárdez", "Ana Abellán")
    keys = [roster.add_player(live_league.log.store, name, at=0).key for name in names]
    commands.start_match(live_league.log, "gin", keys, {}, CommandMeta("start", BEGAN))
    page = open_phone(NARROW)
    page.goto(live_league.address)

    expect(page.get_by_text("Wenceslao Gutiérrez").first).to_be_visible()
    assert page.evaluate(BROKEN_WORDS, "main") == []


@pytest.mark.thorough
def test_the_chosen_words_of_every_option_are_whole_on_the_new_match_page(live_league, open_phone):
    page = open_phone(NARROW)
    for game in GAMES:
        page.goto(f"{live_league.address}/matches/new?game={game}")
        page.evaluate(UNFOLD)
        assert (game, page.evaluate(CUT_SELECTS)) == (game, [])


def test_the_buttons_below_a_correction_stay_whole_without_scripts(live_league, open_phone):
    keys = [
        roster.add_player(live_league.log.store, name, at=0).key for name in ("Xin", "Yara", "Zita")
    ]
    match = one_deal.play_match(live_league.log, tuple(keys), keys[0], BEGAN)
    page = open_phone({"width": 320, "height": 568}, scripted=False)
    page.goto(f"{live_league.address}/matches/{match}/rounds/1/correct")

    expect(page.get_by_role("button", name="Correct Deal 1")).to_be_visible()
    assert page.evaluate(BROKEN_WORDS, ".correction__foot") == []
