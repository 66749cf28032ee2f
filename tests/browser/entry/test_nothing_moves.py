"""No key, row or button moves under the finger while a stage is entered."""

from itertools import cycle
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser import chromium, taps
from tests.browser.layout_checks import LARGE_LETTERS, NARROW
from tests.browser.match_factory import (
    BOTH,
    LOW,
    QUESTION_PAGES,
    SHEET_AND_CORRECTION_PAGES,
    by_name,
)
from tests.browser.player_names import FIVE, HARD_NAMES
from tests.browser.selectors import by_id, chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, TAPS_ARE_READ, tap, wait_until
from tests.browser.watcher import Watcher

pytestmark = pytest.mark.browser

SCREENS = [(320, 568), (740, 360), (1280, 800)]
# Each deal is played on one of these screens. `make matrix` plays whole matches on all of them, at
# each text size. test_whole_matches.py checks the usual screen, with and without browser bars.
DEALS = list(zip(taps.ONE_DEAL, cycle(SCREENS), strict=False))


@pytest.mark.cases(2)
@pytest.mark.parametrize(("game", "screen"), DEALS, ids=str)
def test_nothing_moves_while_a_deal_is_entered(game, screen, table, open_phone):
    page = open_phone(size={"width": screen[0], "height": screen[1]}, motion=True)
    player, answers = taps.open_deal(game, page, table)
    player.play(answers)

    assert player.moved == []


@pytest.mark.thorough
def test_choosing_a_draw_moves_nothing_and_keeps_typed_numbers(table, open_phone):
    page = open_phone(motion=True)
    page.goto(f"{table.address}/matches/{table.factory.match('gin', names=('Ana', 'Bruno'))}")
    player = Watcher(page, table.address)
    player.keys = {"Ana": "Ana", "Bruno": "Bruno"}
    player.deal, player.stage = player.current_stage()
    player.fill({"result": "knock", "knocker": "Ana", "deadwood": {"Ana": 4, "Bruno": 29}})
    player.tap(chip_of("result-draw"))
    typed = page.get_by_label("Bruno: Deadwood")
    expect(typed).to_be_hidden()
    expect(page.get_by_text("Draw: no points")).to_be_visible()

    player.tap(chip_of("result-knock"))
    expect(typed).to_have_value("29")
    expect(page.get_by_role("button", name="Save")).to_be_enabled()
    assert player.moved == []


CORRECTIONS = [name for name in SHEET_AND_CORRECTION_PAGES if name.startswith("correct ")]


@pytest.mark.parametrize("screen", [(320, 568), (740, 360)], ids=str)
@pytest.mark.parametrize("name", CORRECTIONS)
def test_nothing_moves_while_a_deal_is_corrected(name, screen, table, open_phone):
    page = open_phone(size={"width": screen[0], "height": screen[1]}, motion=True)
    player = Watcher(page, table.address)
    path = f"/matches/{SHEET_AND_CORRECTION_PAGES[name](table.factory)}"
    player.correct_at_random(path, Random(f"{name} {screen}"))

    assert player.moved == []


@pytest.mark.thorough
@pytest.mark.parametrize("screen", [(320, 640), (568, 320), (1280, 800)], ids=str)
def test_a_stage_that_a_correction_adds_moves_nothing_else(screen, table, open_phone):
    match = table.factory.match("loba", LOW, LOW, names=FIVE, limit=50)
    page = open_phone({"width": screen[0], "height": screen[1]})
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    player = Watcher(page, table.address)
    player.stage = "correcting"
    for what in (by_id("cards.deadwood-Bruno"), "[data-key='5']", "[data-key='6']"):
        player.tap(what)

    expect(page.get_by_role("heading", name="Coming back?")).to_be_visible()
    assert player.moved == []


@pytest.mark.parametrize("screen", [(360, 640), (1280, 480)], ids=str)
def test_a_stage_that_a_correction_removes_moves_nothing_else(screen, table, open_phone):
    page = open_phone({"width": screen[0], "height": screen[1]})
    match = table.factory.match("loba", LOW, LOW, names=FIVE, limit=50)
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    player = Watcher(page, table.address)
    player.stage = "correcting"
    for what in (by_id("cards.deadwood-Edu"), "[data-key='5']", "[data-key='6']"):
        player.tap(what)
    heading = page.get_by_role("heading", name="Coming back?")
    expect(heading).to_be_visible()
    page.locator(by_id("row-Edu")).evaluate("(row) => row.scrollIntoView()")
    player.tap("[data-key='erase']")

    expect(heading).to_have_count(0)
    assert player.moved == []


# The ids of the number fields whose rows are wholly above, or beside, the keys and Save.
FIELDS_IN_VIEW = """() => {
  const foot = document.querySelector(".entry-foot").getBoundingClientRect();
  return [...document.querySelectorAll("#ask .numbers-table__field:not(:disabled)")]
    .filter((field) => field.checkVisibility() && !field.closest(".popover"))
    .filter((field) => {
      const { left, bottom } = field.closest("tr").getBoundingClientRect();
      return bottom <= (foot.left > left + 50 ? innerHeight : foot.top);
    })
    .map((field) => field.id);
}"""
NEXT_FRAMES = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
})"""


@pytest.mark.parametrize("screen", [(320, 568), (740, 360)], ids=str)
@pytest.mark.parametrize("name", ["chinchón", "correct jamón", "correct loba"])
def test_tapping_a_field_in_view_does_not_scroll(name, screen, table, open_phone):
    page = open_phone(size={"width": screen[0], "height": screen[1]})
    path = {**QUESTION_PAGES, **SHEET_AND_CORRECTION_PAGES}[name](table.factory)
    page.goto(f"{table.address}/matches/{path}")
    wait_until(page, NOTHING_UNDER_WAY)
    fields = page.evaluate(FIELDS_IN_VIEW)
    assert len(fields) >= 2

    for field in fields:
        tap(page, by_id(field))
        page.evaluate(NEXT_FRAMES)  # keypad.js scrolls in an animation frame
        assert (field, page.evaluate("scrollY")) == (field, 0)


def test_the_result_of_a_first_hand_moves_nothing_below_it(table, open_phone):
    match = table.factory.match("gin", BOTH, names=FIVE[:4])
    page = open_phone(NARROW)
    chromium.set_letters(page, LARGE_LETTERS)
    page.goto(f"{table.address}/matches/{match}/rounds/1/correct")
    player = Watcher(page, table.address)
    player.stage = "correcting"
    player.look()
    player.tap(chip_of("hand-1.result-draw"))

    expect(page.locator("[data-line='save_note']").first).to_have_text("Draw: no points")
    assert player.moved == []


NEARLY_OUT = [
    {**LOW, "deadwood": by_name(0, points, 5, 6, points), "reenlist": []} for points in (49, 7)
]
# Corrections with large text: the match, the deal number, the text size in pixels, and taps that
# lengthen a sentence.
LENGTHENED = {
    "a note of the second hand": (
        lambda factory: factory.match("gin", BOTH, names=FIVE[:4]),
        1,
        21,
        [chip_of("hand-1.pair-1"), by_id("hand-1.deadwood-Dina"), "[data-key='2']"],
    ),
    "a reason with a long name": (
        lambda factory: factory.match(
            "loba",
            {
                **LOW,
                "deadwood": by_name(0, 20, 15, 12, 9, names=HARD_NAMES),
                "went_out": HARD_NAMES[0],
            },
            names=HARD_NAMES,
        ),
        1,
        21,
        [by_id(f"cards.deadwood-{HARD_NAMES[4]}"), "[data-key='0']"],
    ),
    "the sum of one of two players who are out": (
        lambda factory: factory.match("loba", *NEARLY_OUT, limit=50),
        2,
        LARGE_LETTERS,
        [by_id("cards.deadwood-Bruno"), "[data-key='7']", "[data-key='0']"],
    ),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", LENGTHENED)
def test_a_text_that_gets_longer_in_a_correction_moves_nothing(name, table, open_phone):
    match, number, letters, tapped = LENGTHENED[name]
    page = open_phone(NARROW)
    chromium.set_letters(page, letters)
    page.goto(f"{table.address}/matches/{match(table.factory)}/rounds/{number}/correct")
    player = Watcher(page, table.address)
    player.stage = "correcting"
    for what in tapped:
        player.tap(what)

    assert player.moved == []


@pytest.mark.thorough
def test_a_note_that_disappears_in_a_correction_moves_nothing(table, open_phone):
    page = open_phone()
    chromium.set_letters(page, 21)
    path = SHEET_AND_CORRECTION_PAGES["correct jabberwocky"](table.factory)
    page.goto(f"{table.address}/matches/{path}")
    player = Watcher(page, table.address)
    player.stage = "correcting"
    player.look()
    player.tap(chip_of("bids.bids-Bruno-1"))  # forbidden: the bids add up to the number of tricks

    expect(page.locator(".seat__note", has_text="bid")).to_have_count(0)
    assert player.moved == []


CALLED = "#match :is(.calls button, .calls thead bdi, .seat a)"
WHERE = """(what) => [...document.querySelectorAll(what)].map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [x, y + scrollY, width, height];
})"""


CALLERS = [("short", SCREENS[0]), *(("long", screen) for screen in SCREENS)]


@pytest.mark.thorough
@pytest.mark.parametrize(("names", "screen"), CALLERS, ids=str)
def test_a_call_moves_no_row_of_the_call_grid(names, screen, table, open_phone):
    page = open_phone(size={"width": screen[0], "height": screen[1]}, motion=True)
    who = HARD_NAMES if names == "long" else FIVE[:4]
    match = table.factory.match("jamon", names=who, counters=1)
    page.goto(f"{table.address}/matches/{match}?instead=1")
    before = page.evaluate(WHERE, CALLED)

    # The first call takes a player's only counter, and the page says why they cannot call. The
    # third call gives them another.
    for number, call in enumerate(("0>1", "1>2", "1>0"), 1):
        wait_until(page, SETTLED)
        page.locator(f".calls [value='{call}']").tap()
        expect(page.locator("form[data-entry]")).to_have_attribute(
            "action", f"/matches/{match}/rounds/1/call-{number + 1}"
        )
        wait_until(page, NOTHING_UNDER_WAY)
        assert page.evaluate(WHERE, CALLED) == before


# Pages with an answer behind a button, which shows the answer: a name, or all numbers except 0.
BEHIND_A_BUTTON = {
    "long names": (
        lambda factory: factory.match("jamon", names=HARD_NAMES),
        [chip_of(f"default_by-{who}") for who in (HARD_NAMES[0], HARD_NAMES[4], "nobody")],
    ),
    "two reneges": (
        QUESTION_PAGES["jabberwocky tricks"],
        ["#reneges-Bruno", "[data-key='1']", "#reneges-Ana", "[data-key='1']"],
    ),
}


@pytest.mark.parametrize("screen", SCREENS, ids=str)
@pytest.mark.parametrize("name", BEHIND_A_BUTTON)
def test_answering_behind_a_button_moves_nothing(name, screen, table, open_phone):
    match, answers = BEHIND_A_BUTTON[name]
    page = open_phone(size={"width": screen[0], "height": screen[1]}, motion=True)
    page.goto(f"{table.address}/matches/{match(table.factory)}")
    player = Watcher(page, table.address)
    player.deal, player.stage = player.current_stage()
    for what in (".popover > summary", *answers):
        player.tap(what)

    assert player.moved == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("question", "answer"),
    [("jaguar", "jaguar-Ana"), ("jabberwocky tricks", "tricks-Ana-0")],
)
def test_a_quick_answer_that_asks_first_moves_nothing(question, answer, table, open_phone):
    page = open_phone(size={"width": 320, "height": 568}, motion=True)
    page.goto(f"{table.address}/matches/{QUESTION_PAGES[question](table.factory)}")
    assert page.evaluate(TAPS_ARE_READ)
    player = Watcher(page, table.address)
    player.deal, player.stage = player.current_stage()
    player.tap(chip_of(answer))
    player.tap("#ask [name=quick]")
    expect(page.locator("#ask .is-armed")).to_be_visible()
    player.tap(chip_of(answer.replace("Ana", "Bruno")))

    expect(page.locator("#ask .is-armed")).to_have_count(0)
    assert player.moved == []
