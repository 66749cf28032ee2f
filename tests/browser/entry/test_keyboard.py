"""Whole deals entered by keyboard, and the position of the focus."""

import pytest
from playwright.sync_api import expect

from scorekeeper.match import correction_commands
from tests.browser.match_factory import (
    CHINCHON_DEAL,
    JAGUAR_HAND,
    LOBA_DEAL,
    NINE_CARDS,
    OUT_NOW,
    by_name,
)
from tests.browser.outbox.phone import expect_saved
from tests.browser.player_names import FIVE
from tests.browser.selectors import chip_of
from tests.browser.typist import DESK, Typist

pytestmark = pytest.mark.browser


@pytest.fixture
def typist(open_phone):
    return Typist(open_phone(size=DESK))


@pytest.fixture
def go(table, typist):
    """A function that opens a match of a game and returns a function that reads its sheet."""

    def go(game, *deals, names=FIVE, **options):
        match = table.factory.match(game, *deals, names=names, **options)
        typist.page.goto(f"{table.address}/matches/{match}")
        return lambda: table.log.sheet(match)

    return go


def title(typist, text):
    """Wait until the page has this title and the server has all answers.

    Returns the element with the title.
    """
    expect_saved(typist.page, text)
    return typist.page.get_by_role("heading", level=1)


def test_a_deal_of_jabberwocky_can_be_entered_with_digit_keys(typist, go):
    sheet = go("jabberwocky", **NINE_CARDS)
    for seat, number in zip(("Bruno", "Chus", "Dina", "Edu", "Ana"), "31405", strict=True):
        typist.tab_to(f"[name=bids-{seat}]")
        typist.press(number)
    typist.press("Enter")
    expect(title(typist, "Tricks")).to_be_focused()
    for seat, number in zip(("Bruno", "Chus", "Dina", "Edu"), "3140", strict=True):
        typist.tab_to(f"[name=tricks-{seat}]")
        typist.press(number)
    typist.press("Enter")

    expect(title(typist, "Bids")).to_be_focused()
    assert sheet().played_deals[0].points == {"Ana": 0, "Bruno": 1, "Chus": 1, "Dina": 1, "Edu": 1}


@pytest.mark.thorough
def test_a_digit_key_does_not_choose_the_player_with_that_id(typist, go, table):
    for number, name in enumerate(FIVE, start=1):
        table.log.names[str(number)], table.factory.keys[name] = name, str(number)
    go("jaguar")
    typist.choose("jaguar", "2")
    typist.press("4")

    expect(typist.page.locator("[id='jaguar-2']")).to_be_checked()


@pytest.mark.thorough
def test_a_hand_of_jaguar_can_be_entered_by_keyboard(typist, go):
    sheet = go("jaguar")
    typist.choose("jaguar", "Bruno")
    typist.choose("called", "3")
    typist.choose("trump", "cups")
    typist.choose("friend", "Dina")
    typist.type("#points", "75")
    typist.press("Enter")

    expect(title(typist, "Hand 2")).to_be_focused()
    assert sheet().position.totals == {"Ana": -1, "Bruno": 2, "Chus": -1, "Dina": 1, "Edu": -1}


@pytest.mark.thorough
def test_a_deal_of_jamon_with_a_call_can_be_entered_by_keyboard(typist, go):
    sheet = go("jamon", deals=2)
    typist.tab_to("a:text-is('Calls')")
    typist.press("Enter")
    title(typist, "Calls")
    typist.tab_to("[aria-label='Ana calls Bruno, 0 so far']")
    typist.press("Enter")
    expect(typist.page.get_by_label("Ana calls Bruno, 1 so far")).to_be_visible()
    typist.tab_to("a:text-is('Someone went out')")
    typist.press("Enter")
    title(typist, "Counters")
    typist.choose("went_out", "Chus")
    typist.press("Enter")

    expect(title(typist, "Counters")).to_be_focused()
    assert sheet().position.totals == {"Ana": 2, "Bruno": 4, "Chus": 13, "Dina": 3, "Edu": 3}


@pytest.mark.thorough
def test_a_deal_of_chinchon_with_coming_back_can_be_entered_by_keyboard(typist, go):
    sheet = go("chinchon", OUT_NOW)
    typist.choose("closer", "Ana")
    for seat, number in zip(FIVE, ("1", "55", "20", "3", "4"), strict=True):
        typist.type(f"[id='deadwood-{seat}']", number)
    typist.press("Enter")
    expect(title(typist, "Coming back?")).to_be_focused()
    typist.choose("reenlist-Bruno", "yes")
    typist.press("Enter")

    expect(title(typist, "Points left")).to_be_focused()
    assert sheet().position.totals == {"Ana": 2, "Bruno": 70, "Chus": 70, "Dina": 6, "Edu": 8}


@pytest.mark.thorough
def test_a_deal_of_loba_can_be_entered_by_keyboard(typist, go):
    sheet = go("loba")
    typist.choose("went_out", "Edu")
    for seat, number in zip(FIVE[:4], ("12", "30", "9", "44"), strict=True):
        typist.type(f"[id='deadwood-{seat}']", number)
    typist.press("Enter")

    expect(title(typist, "Points left")).to_be_focused()
    assert sheet().position.totals == {"Ana": 12, "Bruno": 30, "Chus": 9, "Dina": 44, "Edu": 0}


@pytest.mark.thorough
def test_a_hand_of_gin_can_be_entered_by_keyboard(typist, go):
    sheet = go("gin", names=FIVE[:2])
    typist.choose("result", "gin")
    typist.choose("knocker", "Bruno")
    typist.type("[id='deadwood-Ana']", "31")
    typist.press("Enter")

    expect(title(typist, "Hand 2")).to_be_focused()
    assert sheet().position.totals == {"Ana": 0, "Bruno": 51}


# ---------------------------------------------------------------- focus


def test_a_save_is_announced(typist, go):
    go("jaguar", JAGUAR_HAND)
    announced = typist.page.locator("#announce")
    expect(announced).to_be_empty()
    typist.choose("jaguar", "Bruno")
    typist.choose("friend", "Dina")
    typist.type("#points", "75")
    typist.press("Enter")

    expect(announced).to_contain_text("Saved: Hand 2")


@pytest.mark.thorough
def test_the_title_that_has_the_focus_after_enter_has_no_frame(typist, go):
    go("jaguar", JAGUAR_HAND)
    typist.choose("jaguar", "Bruno")
    typist.choose("friend", "Dina")
    typist.type("#points", "75")
    typist.press("Enter")
    heading = title(typist, "Hand 3")

    expect(heading).to_be_focused()
    expect(heading).to_have_css("outline-style", "none")
    expect(heading).to_have_css("text-decoration-line", "underline")
    typist.press("Tab")
    expect(typist.page.locator(":focus")).to_have_css("outline-style", "solid")


def test_enter_moves_focus_to_the_first_missing_field(typist, go):
    go("chinchon", CHINCHON_DEAL)
    typist.page.locator("#save[aria-disabled]").wait_for()
    typist.choose("closer", "Ana")
    typist.type("[id='deadwood-Ana']", "3")
    typist.press("Enter")

    expect(typist.page.locator("[id='deadwood-Bruno']")).to_be_focused()


def test_enter_completes_a_number(typist, go):
    go("loba")
    page = typist.page
    page.keyboard.type("12")
    typist.press("Enter")
    page.keyboard.type("7")

    expect(page.locator("[id='deadwood-Ana']")).to_have_value("12")
    expect(page.locator("[id='deadwood-Bruno']")).to_have_value("7")


@pytest.mark.thorough
def test_a_refusal_moves_focus_to_the_invalid_field(typist, go):
    go("chinchon", CHINCHON_DEAL)
    typist.choose("closer", "Ana")
    for name, left in by_name(9, 20, 30, 40, 50).items():
        typist.type(f"[id='deadwood-{name}']", str(left))
    typist.press("Enter")

    notice = typist.page.locator("#ask [role=alert]")
    expect(notice).to_have_text("Not saved. Ana closed and can have at most 4 left.")
    expect(typist.page.locator("[id='deadwood-Ana']")).to_be_focused()


def test_a_preview_does_not_move_focus(typist, go):
    go("loba", LOBA_DEAL)
    typist.type("[id='deadwood-Bruno']", "7")

    expect(typist.page.locator("[id='deadwood-Bruno']")).to_be_focused()


def test_escape_closes_a_popover_and_returns_focus_to_its_summary(typist, go):
    go("chinchon", CHINCHON_DEAL)
    typist.tab_to(".popover > summary")
    typist.press("Enter")
    expect(typist.page.get_by_text("Players dealt six or eight cards")).to_be_visible()
    typist.press("Tab", "Escape")

    expect(typist.page.get_by_text("Players dealt six or eight cards")).to_be_hidden()
    expect(typist.page.locator(".popover > summary")).to_be_focused()


@pytest.mark.thorough
@pytest.mark.parametrize("how", ["Escape", "Close"])
def test_closing_an_explanation_returns_focus_to_its_cell(how, typist, go):
    go("jaguar", JAGUAR_HAND)
    typist.tab_to("[aria-label='Score sheet']")
    typist.press("Enter")
    expect(typist.page.get_by_role("dialog", name="Score sheet")).to_be_visible()
    typist.page.locator("#panel aside").wait_for()
    typist.tab_to("#panel-cell-1-Chus")
    typist.press("Enter")
    expect(typist.page.get_by_role("heading", name="Chus, Hand 1: −1")).to_be_focused()
    if how == "Close":
        typist.tab_to("#panel-why [data-back-to]")
        typist.press("Enter")
    else:
        typist.press("Escape")

    expect(typist.page.locator("#why")).to_have_count(0)
    expect(typist.page.locator("#panel-cell-1-Chus")).to_be_focused()


def test_the_skip_link_is_the_first_focusable_element(typist, go):
    go("jaguar")
    typist.press("Tab")

    expect(typist.page.get_by_role("link", name="Skip to main content")).to_be_focused()


def test_enter_saves_typed_values_without_a_script(table, open_phone):
    match = table.factory.match("jaguar")
    page = open_phone(scripted=False)
    page.goto(f"{table.address}/matches/{match}")
    page.locator(chip_of("jaguar-Ana")).tap()
    page.locator(chip_of("friend-Bruno")).tap()
    page.locator("[id='points']").fill("70")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1)).to_have_text("Hand 2")
    [[(_, said)]] = table.log.sheet(match).deal_answers
    assert said == {"jaguar": "Ana", "friend": "Bruno", "points": 70}


def test_enter_saves_a_drafted_correction_without_a_script(table, open_phone):
    match = table.factory.match("loba", LOBA_DEAL)
    stages = (("cards", {**LOBA_DEAL, "deadwood": {**LOBA_DEAL["deadwood"], "Bruno": 7}}),)
    correction_commands.save_draft(table.log, match, 1, stages, table.factory.next_meta())
    page = open_phone(scripted=False)
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    page.locator("[name='cards.deadwood-Bruno']").press("Enter")

    expect(page.get_by_role("heading", level=1)).to_have_text("Points left")
    assert table.log.sheet(match).position.totals["Bruno"] == 7
