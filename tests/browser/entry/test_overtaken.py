"""Half-entered values are kept and shown beside the answer that another phone saved."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.match import commands
from tests.browser.layout_checks import COVERED
from tests.browser.match_factory import (
    BIDS,
    FIRST_HAND,
    JABBERWOCKY_DEAL,
    LOBA_DEAL,
    NINE_CARDS,
    by_name,
)
from tests.browser.net import hold_requests, release_requests
from tests.browser.player_names import FIVE
from tests.browser.selectors import by_id, chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, wait_until

pytestmark = pytest.mark.browser

SAID = {"bids": {"Bruno": 3, "Chus": 1, "Dina": 0, "Edu": 0, "Ana": 0}}
NO_DRAFT = "() => !Object.keys(localStorage).some((key) => key.startsWith('draft '))"


@pytest.fixture
def open_match(live_league, open_phone):
    """A function that enters values, leaves the page while other phones save, and reopens it."""

    def open_match(entered, *saved, deals=(), **options):
        match = live_league.match("jabberwocky", *deals, **{**NINE_CARDS, **options})
        keys = live_league.factory.keys
        page = open_phone()
        page.goto(f"{live_league.address}/matches/{match}")
        for field, who, number in entered:
            page.locator(chip_of(f"{field}-{keys[who]}-{number}")).tap()
            wait_until(page, NOTHING_UNDER_WAY)
        page.address, page.keys = page.url, keys
        page.goto("about:blank")
        for answers in saved:
            live_league.deal(match, answers)
        page.goto(page.address)
        return page

    return open_match


BIDS_OF_TWO_PLAYERS = (("bids", "Bruno", 2), ("bids", "Chus", 3))


def cells(page, name):
    return page.get_by_role("row", name=name).get_by_role("cell")


@pytest.mark.thorough
def test_an_own_answer_is_used_with_the_saved_numbers_of_the_other_stage(live_league, open_phone):
    match = live_league.match(
        "loba", {**LOBA_DEAL, "deadwood": by_name(0, 90, 60, 12, 9)}, limit=90
    )
    page, bruno = open_phone(), live_league.factory.keys["Bruno"]
    page.goto(f"{live_league.address}/matches/{match}")
    page.locator(chip_of(f"reenlist-{bruno}-no")).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    live_league.deal(match, {"reenlist": ["Bruno"]})
    page.locator("#remote-change").tap()
    page.get_by_role("button", name="Use my answer").wait_for()
    wait_until(page, SETTLED)
    page.get_by_role("button", name="Use my answer").tap()

    expect(page.get_by_role("heading", level=1)).to_have_text("Correct Deal 1")
    wait_until(page, NOTHING_UNDER_WAY)
    numbers = page.locator("#ask .numbers-table__field")
    assert [field.input_value() for field in numbers.all()] == ["0", "90", "60", "12", "9"]
    expect(page.locator(f"[id='back.reenlist-{bruno}-no']")).to_be_checked()


def test_a_draft_is_shown_beside_the_answer_saved_by_another_phone(open_match):
    page = open_match(BIDS_OF_TWO_PLAYERS, SAID)
    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    page.get_by_role("button", name="Show it").tap()

    expect(page.get_by_role("heading", name="Another phone saved this first")).to_be_visible()
    expect(cells(page, "Chus")).to_have_text(["1", "3"])
    page.get_by_role("link", name="Keep what is saved").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    wait_until(page, NO_DRAFT)


@pytest.mark.thorough
def test_a_conflicting_draft_can_become_the_draft_of_a_correction(open_match):
    page = open_match(BIDS_OF_TWO_PLAYERS, SAID)
    page.get_by_role("button", name="Show it").tap()
    expect(cells(page, "Chus")).to_have_text(["1", "3"])
    wait_until(page, SETTLED)
    page.get_by_role("button", name="Use my answer").tap()

    chip = page.locator(f"[id='bids.bids-{page.keys['Chus']}-3']")
    expect(page.get_by_role("heading", level=1)).to_have_text("Correct Deal 1")
    expect(chip).to_be_checked()
    page.goto(f"{page.address}/rounds/1/correct")
    expect(chip).to_be_checked()


@pytest.mark.thorough
def test_the_draft_of_the_question_on_the_page_is_compared_before_an_older_one(
    open_match, live_league
):
    page = open_match(BIDS_OF_TWO_PLAYERS, SAID)
    notice, title = page.locator("#remote-change"), page.get_by_role("heading", level=1)
    expect(notice).to_contain_text("that you were entering here")
    page.locator(chip_of(f"tricks-{page.keys['Chus']}-4")).tap()
    expect(notice).to_be_hidden()  # the line that it covered is needed now
    wait_until(page, NOTHING_UNDER_WAY)
    live_league.deal(int(page.address.rsplit("/", 1)[1]), {"tricks": JABBERWOCKY_DEAL["tricks"]})
    expect(notice).to_contain_text("Tricks")

    page.get_by_role("button", name="Show it").tap()
    expect(cells(page, "Chus")).to_have_text(["2", "4"])
    page.get_by_role("link", name="Keep what is saved").tap()
    expect(title).to_have_text("Bids")
    expect(notice).to_contain_text("that you were entering here")
    page.get_by_role("button", name="Show it").tap()
    expect(cells(page, "Chus")).to_have_text(["1", "3"])


@pytest.mark.thorough
def test_a_draft_equal_to_the_saved_answer_is_deleted(open_match):
    page = open_match(BIDS_OF_TWO_PLAYERS, {"bids": {**SAID["bids"], "Bruno": 2, "Chus": 3}})

    wait_until(page, NO_DRAFT)
    expect(page.locator("#remote-change")).to_be_hidden()


@pytest.mark.thorough
def test_a_draft_is_shown_after_another_phone_ended_the_match(open_match):
    tricks = {"tricks": {**BIDS["bids"], "Dina": 1}}
    entered = (("tricks", "Chus", 4),)
    page = open_match(entered, tricks, deals=(BIDS,), schedule=[9])
    show_it = page.get_by_role("button", name="Show it")
    expect(show_it).to_be_visible()
    for width, height in ((320, 568), (568, 320), (740, 360), (360, 740)):  # the phone is turned
        page.set_viewport_size({"width": width, "height": height})
        for place in ("0", "document.body.scrollHeight"):
            page.evaluate(f"scrollTo(0, {place})")
            assert page.evaluate(COVERED, ".bar :is(a, button)") == []
            expect(show_it).to_be_in_viewport(ratio=1)
            bar, notice = (
                page.locator(each).first.bounding_box() for each in (".bar", "#remote-change")
            )
            assert notice["y"] >= bar["y"] + bar["height"] - 1
    show_it.tap()

    expect(cells(page, "Chus")).to_have_text(["2", "4"])


@pytest.mark.thorough
def test_ending_a_match_with_a_draft_reports_no_change_by_another_phone(open_match):
    page = open_match((("bids", "Chus", 4),), deals=(JABBERWOCKY_DEAL,))
    page.goto(f"{page.address}/end")
    page.get_by_role("button", name="Leave it unfinished").tap()
    expect(page.get_by_role("button", name="Keep playing")).to_be_visible()
    page.reload()
    wait_until(page, NOTHING_UNDER_WAY)
    expect(page.locator("#remote-change")).to_be_hidden()
    page.get_by_role("button", name="Keep playing").tap()

    expect(page.locator(f"[id='bids-{page.keys['Chus']}-4']")).to_be_checked()
    expect(page.locator("#remote-change")).to_be_hidden()


@pytest.mark.thorough
def test_a_draft_of_a_later_stage_does_not_conflict_with_saving_the_earlier_stage(open_match):
    page = open_match((("tricks", "Chus", 4),), deals=(BIDS,))
    page.get_by_role("button", name="Undo: Bids, Deal 1").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bids")
    page.reload()
    page.locator("#save").tap()

    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    expect(page.locator(f"[id='tricks-{page.keys['Chus']}-4']")).to_be_checked()
    expect(page.locator("#remote-change")).to_be_hidden()


@pytest.mark.thorough
def test_opening_the_match_keeps_the_draft_of_a_correction(live_league, open_phone):
    match = live_league.match("jabberwocky", JABBERWOCKY_DEAL, **NINE_CARDS)
    bid = f"bids.bids-{live_league.factory.keys['Chus']}-3"
    page = open_phone()
    correction = f"{live_league.address}/matches/{match}/rounds/1/correct"
    page.goto(correction)
    page.locator(chip_of(bid)).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    with page.expect_response("**/ahead"):  # the last request of the page
        page.goto(f"{live_league.address}/matches/{match}")
    page.goto(correction)

    expect(page.locator(f"[id='{bid}']")).to_be_checked()


def test_tricks_survive_another_phone_changing_the_bids(live_league, open_phone):
    match = live_league.match("jabberwocky", BIDS, **NINE_CARDS)
    page = open_phone()
    page.goto(f"{live_league.address}/matches/{match}")
    tricks = f"tricks-{live_league.factory.keys['Chus']}-4"
    page.locator(chip_of(tricks)).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    step = live_league.log.sheet(match).last_step.version
    commands.undo(live_league.log, match, step, live_league.factory.next_meta())
    expect(page.locator("#remote-change")).to_contain_text("Undone on another phone: Bids, Deal 1.")
    live_league.deal(match, SAID)
    version = live_league.log.sheet(match).version
    expect(page.locator("#match")).to_have_attribute("data-at", re.compile(rf"^{version}\b"))
    page.get_by_role("button", name="Show it").tap()

    expect(page.get_by_role("group", name="Tricks, Chus bid 1")).to_be_visible()
    expect(page.locator(f"[id='{tricks}']")).to_be_checked()


@pytest.mark.thorough
def test_show_it_shows_the_change_even_if_a_chip_is_tapped_during_the_request(
    live_league, open_phone
):
    match = live_league.match("jabberwocky", **NINE_CARDS)
    page = open_phone()
    page.goto(f"{live_league.address}/matches/{match}")
    chus = live_league.factory.keys["Chus"]
    page.locator(chip_of(f"bids-{chus}-1")).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    live_league.deal(match, SAID)
    expect(page.locator("#remote-change")).to_contain_text("Saved on another phone: Bids, Deal 1.")
    held = hold_requests(page, f"/matches/{match}")
    with page.expect_request(f"**/matches/{match}"):
        page.get_by_role("button", name="Show it").tap()
    page.locator(chip_of(f"bids-{chus}-3")).tap()
    release_requests(held)

    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    page.get_by_role("button", name="Show it").tap()
    expect(cells(page, "Chus")).to_have_text(["1", "3"])


@pytest.mark.thorough
def test_a_draft_of_a_hand_of_two_pairs_is_shown_beside_the_saved_hand(live_league, open_phone):
    match = live_league.match("gin", names=FIVE[:4])
    page = open_phone()
    page.goto(f"{live_league.address}/matches/{match}")
    page.locator(chip_of("result-gin")).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    address = page.url
    page.goto("about:blank")
    live_league.deal(match, {"hands": list(FIRST_HAND["hands"])})
    page.goto(address)
    page.get_by_role("button", name="Show it").tap()

    expect(page.get_by_role("heading", name="Another phone saved this first")).to_be_visible()
    expect(page.get_by_role("row", name="Result").get_by_role("cell")).to_have_text(
        ["Knock", "Gin"]
    )


def test_tricks_saved_after_another_phone_undid_the_bids_are_kept_for_later(
    live_league, open_phone
):
    match = live_league.match("jabberwocky", BIDS, **NINE_CARDS)
    page = open_phone()
    page.goto(f"{live_league.address}/matches/{match}")
    names = ("Bruno", "Chus", "Dina", "Edu", "Ana")
    chips = [
        f"tricks-{live_league.factory.keys[name]}-{JABBERWOCKY_DEAL['tricks'][name]}"
        for name in names
    ]
    for chip in chips[:4]:
        page.locator(chip_of(chip)).tap()
        wait_until(page, NOTHING_UNDER_WAY)
    step = live_league.log.sheet(match).last_step.version
    commands.undo(live_league.log, match, step, live_league.factory.next_meta())
    page.locator("#save").tap()
    expect(page.get_by_role("heading", name="It is too early for this answer")).to_be_visible()
    page.locator(".save-bar > a").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bids")
    live_league.deal(match, BIDS)

    expect(page.get_by_role("heading", level=1)).to_have_text("Tricks")
    expect(page.locator(by_id(chips[0]))).to_be_checked()
    expect(page.locator(by_id(chips[3]))).to_be_checked()
