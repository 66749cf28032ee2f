"""Changes saved on one phone appear on the others and overwrite no entered value."""

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from scorekeeper.match import commands
from tests.browser.bids import BIDS, chip, fill
from tests.browser.chromium import LETTERS, PHONE, set_letters
from tests.browser.layout_checks import COVERED_BY_TOAST, LARGE_LETTERS, SIZES
from tests.browser.layout_shifts import WATCH, take_shifts, take_total_shift
from tests.browser.match_factory import CHINCHON_DEAL, JABBERWOCKY_DEAL, NINE_CARDS, by_name
from tests.browser.selectors import chip_of
from tests.browser.waits import HIDE, NOTHING_UNDER_WAY, SETTLED, wait_until

pytestmark = pytest.mark.browser

BIDS_OF_TWO = {"bids": by_name(2, 2, 2, 2, 2)}
TITLE = "#match h1"


@pytest.fixture
def match(live_league):
    return live_league.match("jabberwocky", **NINE_CARDS)


@pytest.fixture
def watch_match(live_league, open_phone):
    """A function that opens a match on a phone and records the page's requests.

    The attribute `asked` of the page is a list of (method, URL).
    """
    with ExitStack() as listeners:

        def watch_match(match):
            page = open_phone()
            page.asked = []

            def record(sent):
                page.asked.append((sent.method, sent.url))

            page.on("request", record)
            listeners.callback(page.remove_listener, "request", record)
            page.goto(f"{live_league.address}/matches/{match}")
            return page

        yield watch_match


@pytest.fixture
def phones(match, watch_match):
    """Two phones that watch the match."""
    return [watch_match(match) for _ in range(2)]


def bid(page, bids=BIDS, save=True):
    fill(page, bids)
    wait_until(page, NOTHING_UNDER_WAY)
    if save:
        page.locator("#save").tap()


def checked_numbers(page):
    return [int(box.get_attribute("value")) for box in page.locator("#ask :checked").all()]


@pytest.mark.thorough
def test_going_back_to_an_old_page_shows_the_current_stage_with_its_draft(phones):
    page, _ = phones
    bid(page)
    expect(page.locator(TITLE)).to_have_text("Tricks")
    wait_until(page, SETTLED)
    bid(page, (1, 2), save=False)
    page.locator(".bar__rules").tap()
    page.wait_for_url(lambda url: "/rules/" in url)
    page.go_back()

    expect(page.locator(TITLE)).to_have_text("Tricks")
    wait_until(page, NOTHING_UNDER_WAY)
    assert checked_numbers(page) == [1, 2]


@pytest.mark.thorough
def test_going_back_to_an_old_page_keeps_undone_values_cleared(live_league, watch_match):
    match = live_league.match("chinchon")
    page = watch_match(match)  # the browser caches this page, without values, for Back
    live_league.deal(match, CHINCHON_DEAL)
    expect(page.locator(".bar p")).to_contain_text("Deal 2")
    sheet, now = live_league.log.sheet(match), live_league.factory.next_meta()
    commands.undo(live_league.log, match, sheet.last_step.version, now)
    page.get_by_role("button", name="Clear", exact=True).tap()
    expect(page.locator("#save")).to_contain_text("6 still to enter")
    wait_until(page, NOTHING_UNDER_WAY)
    page.locator(".bar__rules").tap()
    page.wait_for_url(lambda url: "/rules/" in url)
    page.go_back()

    page.get_by_role("button", name="Fill in").wait_for()
    expect(page.locator("#save")).to_contain_text("6 still to enter")
    assert [box.input_value() for box in page.locator(".numbers-table__field").all()] == [""] * 5


def fetched_urls(page, what):
    return [url for method, url in page.asked if method == "GET" and re.search(what, url)]


@pytest.mark.thorough
def test_bids_saved_on_one_phone_appear_on_the_other(phones, match):
    one, other = phones

    bid(one)

    for page in phones:
        expect(page.locator(TITLE)).to_have_text("Tricks")
    expect(other).to_have_title(re.compile("^Tricks"))
    expect(other.locator(".toast")).to_have_count(0)
    expect(other.locator("#announce")).to_be_empty()
    assert len(fetched_urls(other, f"/matches/{match}$")) == 2
    assert len(fetched_urls(one, f"/matches/{match}$")) == 1


def test_half_entered_bids_stay_while_an_older_deal_is_corrected_elsewhere(live_league, open_phone):
    match = live_league.match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    page = open_phone()
    page.goto(f"{live_league.address}/matches/{match}")
    bid(page, (2, 3), save=False)
    focused = page.evaluate("document.activeElement.id")
    before = page.locator("#board .sheet__total").all_text_contents()

    live_league.correct(match, 1, {"tricks": by_name(2, 2, 2, 2, 1)})

    expect(page.locator("#board .sheet__total")).not_to_have_text(before)
    wait_until(page, NOTHING_UNDER_WAY)
    assert checked_numbers(page) == [2, 3]
    assert page.evaluate("document.activeElement.id") == focused
    expect(page.locator("#remote-change")).to_be_hidden()


def test_a_half_entered_answer_stays_when_another_phone_saves(live_league, phones, match):
    one, other = phones
    bid(other, (2, 3), save=False)

    bid(one)

    expect(other.get_by_role("status").filter(has_text="Saved on another phone")).to_have_text(
        "Saved on another phone: Bids, Deal 1."
    )
    assert checked_numbers(other) == [2, 3]
    bid(other, (2, 3, 0, 0, 0))
    expect(other.get_by_role("alert").first).to_contain_text("Another phone saved this first")
    row = other.get_by_role("row", name="Bruno")
    expect(row.get_by_role("cell")).to_have_text(["3", "2"])
    expect(other.locator("#remote-change")).to_be_hidden()
    other.get_by_role("link", name="Keep what is saved").tap()
    expect(other.locator(TITLE)).to_have_text("Tricks")


ENTERED_AND_SAVED = {
    "bids": ("jabberwocky", (), "bids-{Bruno}-1", BIDS_OF_TWO),
    "tricks": (
        "jabberwocky",
        (BIDS_OF_TWO,),
        "tricks-{Bruno}-1",
        {"tricks": by_name(2, 2, 2, 1, 2)},
    ),
    "chinchón": ("chinchon", (), "closer-{Bruno}", CHINCHON_DEAL),
}


@pytest.mark.parametrize("name", ENTERED_AND_SAVED)
@pytest.mark.parametrize("letters", [LETTERS, 21, LARGE_LETTERS], ids=str)
def test_the_notice_of_a_change_covers_no_control_and_moves_nothing(
    live_league, open_phone, name, letters
):
    game, before, chip_id, saved = ENTERED_AND_SAVED[name]
    match = live_league.match(game, *before, **(NINE_CARDS if game == "jabberwocky" else {}))
    page, notice = open_phone(script=WATCH), "#remote-change"
    page.goto(f"{live_league.address}/matches/{match}")
    set_letters(page, letters)
    page.locator(chip_of(chip_id.format_map(live_league.factory.keys))).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    take_shifts(page)
    live_league.deal(match, saved)

    expect(page.locator(notice)).to_contain_text("Saved on another phone")
    assert take_total_shift(page) <= 0.02
    for size in SIZES.values() if letters == LETTERS else [PHONE]:
        page.set_viewport_size(size)
        assert (size, page.evaluate(COVERED_BY_TOAST)) == (size, [])
    page.locator("#ask .chip").nth(1).tap()
    expect(page.locator(notice)).to_be_visible()  # the question stays outdated
    page.locator(notice).tap(position={"x": 20, "y": 20})
    expect(page.get_by_role("alert").first).to_contain_text("Another phone saved this first")


@pytest.mark.thorough
def test_show_it_shows_the_saved_answer_beside_the_half_entered_one(phones):
    one, other = phones
    bid(other, (2, 3), save=False)
    bid(one)

    other.get_by_role("button", name="Show it").tap()

    expect(other.get_by_role("alert").first).to_contain_text("Another phone saved this first")
    expect(other.get_by_role("row", name="Chus").get_by_role("cell")).to_have_text(["1", "3"])
    expect(other.locator("#remote-change")).to_be_hidden()
    other.get_by_role("link", name="Keep what is saved").tap()
    expect(other.locator(TITLE)).to_have_text("Tricks")
    assert checked_numbers(other) == []


@pytest.mark.thorough
def test_a_correction_on_one_phone_updates_the_season_page_on_the_other(live_league, open_phone):
    match = live_league.match("jabberwocky", JABBERWOCKY_DEAL, schedule=[9])
    one, other = open_phone(), open_phone()
    other.goto(f"{live_league.address}/season")
    row = other.locator(".standing tr:not(.tie)").filter(has_text="Dina")
    expect(row).to_contain_text("5")
    one.goto(f"{live_league.address}/matches/{match}/rounds/1/correct")
    for who, tricks in (("Dina", 2), ("Edu", 1)):
        key = live_league.factory.keys[who]
        one.locator(chip_of(f"tricks.tricks-{key}-{tricks}")).tap()
    wait_until(one, NOTHING_UNDER_WAY)

    one.locator("#save").tap()

    expect(row).not_to_contain_text("5")


def test_a_phone_without_an_event_stream_polls(live_league, match, watch_match):
    live_league.app.config["STREAMS"] = 0
    page = watch_match(match)
    expect(page.locator(TITLE)).to_have_text("Bids")

    live_league.deal(match, BIDS_OF_TWO)

    expect(page.locator(TITLE)).to_have_text("Tricks")
    assert len(fetched_urls(page, "/live/stream")) == 1
    assert len(fetched_urls(page, f"/matches/{match}$")) == 2

    page.evaluate(HIDE, True)
    live_league.deal(match, {"tricks": by_name(2, 2, 2, 1, 2)})
    page.evaluate(HIDE, False)
    expect(page.locator(TITLE)).to_have_text("Bids")


@pytest.mark.thorough
def test_a_hidden_page_requests_nothing_and_is_updated_when_shown_again(live_league, phones, match):
    one, other = phones
    other.evaluate(HIDE, True)
    before = len(other.asked)
    bid(one)
    expect(one.locator(TITLE)).to_have_text("Tricks")
    expect(other.locator(TITLE)).to_have_text("Bids")
    assert other.asked[before:] == []

    other.evaluate(HIDE, False)

    expect(other.locator(TITLE)).to_have_text("Tricks")
    assert len(fetched_urls(other, "/live/stream")) == 2


@pytest.mark.thorough
def test_the_notice_of_a_deletion_disappears_when_the_match_is_restored(phones, live_league, match):
    page, _ = phones
    bid(page, (2, 3), save=False)
    commands.delete(live_league.log, match, live_league.factory.next_meta())
    expect(page.locator("#remote-change")).to_contain_text(
        "The match was deleted on another phone."
    )
    commands.restore(live_league.log, match, live_league.factory.next_meta())

    expect(page.locator("#remote-change")).to_be_hidden()
    wait_until(page, NOTHING_UNDER_WAY)
    assert checked_numbers(page) == [2, 3]
    bid(page, BIDS)
    expect(page.locator(TITLE)).to_have_text("Tricks")


@pytest.mark.thorough
def test_the_notice_of_an_undo_disappears_when_the_answer_is_redone(live_league, watch_match):
    match = live_league.match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    page = watch_match(match)
    bid(page, (2, 3), save=False)
    step, log = live_league.log.sheet(match).last_step.version, live_league.log
    commands.undo(log, match, step, live_league.factory.next_meta())
    expect(page.locator("#remote-change")).to_contain_text(
        "Undone on another phone: Tricks, Deal 1."
    )
    commands.redo(log, match, step, live_league.factory.next_meta())

    expect(page.locator("#remote-change")).to_be_hidden()
    wait_until(page, NOTHING_UNDER_WAY)
    assert checked_numbers(page) == [2, 3]


@pytest.mark.thorough
def test_a_phone_without_access_shows_what_was_entered_after_the_next_tap(phones):
    page, _ = phones
    bid(page, (1, 1, 0), save=False)
    page.context.clear_cookies()
    chip(page, 3, 1).tap()

    expect(page.get_by_role("heading", level=1)).to_have_text("Not saved")
    entered = page.get_by_role("textbox", name="What you entered")
    expect(entered).to_have_value("bids 2: 1\nbids 3: 1\nbids 4: 0\nbids 5: 1")
