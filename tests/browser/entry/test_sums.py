"""For the same form, the page's own computations equal the server's response."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.keypad_pages import tap_chips_and_keys
from tests.browser.match_factory import (
    CAME_BACK,
    CHINCHON_DEAL,
    FIRST_HAND,
    JAMON_DEAL,
    KNOCK,
    LOBA_DEAL,
    QUESTION_PAGES,
    SHEET_AND_CORRECTION_PAGES,
    by_name,
    correction_path,
)
from tests.browser.player_names import FIVE, TEN
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

COMPARE = (Path(__file__).parent / "sums.js").read_text()
ENTRIES = 20  # random entries for each question
ENOUGH = 5  # the fewest entries that the page must compute without the server
SEED = 13

# Questions in states that no page in `match_factory` has.
MORE_QUESTIONS = {
    "jabberwocky tricks with three players": lambda factory: factory.match(
        "jabberwocky", {"bids": by_name(3, 0, 1, names=FIVE[:3])}, names=FIVE[:3], schedule=[5]
    ),
    "jabberwocky without the hook": lambda factory: factory.match("jabberwocky", dealer_hook=False),
    "jamón with ten players": lambda factory: factory.match("jamon", names=TEN),
    "jamón in points, second deal": lambda factory: factory.match(
        "jamon", {**JAMON_DEAL, "cards": by_name(0, 3, 2, 5, 4)}, scoring="points", deals=3
    ),
    "jamón with counters, second deal": lambda factory: factory.match("jamon", JAMON_DEAL, deals=3),
    "chinchón, nearly out": lambda factory: factory.match(
        "chinchon", *[CHINCHON_DEAL] * 2, limit=100, max_reenlist=1
    ),
    "chinchón, a run wins": lambda factory: factory.match(
        "chinchon", CHINCHON_DEAL, run_rule="wins", limit=50
    ),
    "chinchón, out above": lambda factory: factory.match(
        "chinchon", CHINCHON_DEAL, bust="exceed", limit=41
    ),
    "loba, nobody returns": lambda factory: factory.match("loba", LOBA_DEAL, max_reenlist=0),
    "loba, two players came back": lambda factory: factory.match(
        "loba", CAME_BACK, limit=50, max_reenlist=1
    ),
    "gin, second hand of a match": lambda factory: factory.match(
        "gin", KNOCK, names=FIVE[:2], undercut_on_tie=False, undercut_bonus=0
    ),
    "gin, three games": lambda factory: factory.match(
        "gin", KNOCK, KNOCK, names=FIVE[:2], hollywood=True
    ),
    "gin of three, second hand": lambda factory: factory.match(
        "gin",
        {"result": "knock", "knocker": "Bruno", "deadwood": {"Bruno": 4, "Chus": 29}},
        names=FIVE[:3],
    ),
    "jaguar with bids in points": lambda factory: factory.match(
        "jaguar", point_bids=True, point_bands=[[80, 2], [100, 3]]
    ),
    "gin with a spade": lambda factory: factory.match("gin", names=FIVE[:2], spades_double=True),
    "gin with a low knock limit": lambda factory: factory.match(
        "gin", names=FIVE[:2], knock_limit=3
    ),
    "gin with an ace that allows only gin": lambda factory: factory.match(
        "gin", names=FIVE[:2], oklahoma=True, oklahoma_ace="gin_only", spades_double=True
    ),
    "gin of two pairs, second hand in Oklahoma": lambda factory: factory.match(
        "gin",
        {"hands": [{**FIRST_HAND["hands"][0], "upcard": "5C"}]},
        names=FIVE[:4],
        oklahoma=True,
    ),
    "gin with big gin": lambda factory: factory.match(
        "gin", KNOCK, names=FIVE[:2], big_gin_bonus=31
    ),
}
QUESTIONS = {
    name: page for name, page in {**QUESTION_PAGES, **MORE_QUESTIONS}.items() if "calls" not in name
}


@pytest.mark.cases(2)
@pytest.mark.parametrize("name", QUESTIONS)
def test_the_page_computes_the_same_preview_as_the_server(name, table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{QUESTIONS[name](table.factory)}")
    wait_until(page, "() => document.querySelector('#save[aria-disabled]')")

    comparison = page.evaluate(COMPARE, {"entries": ENTRIES, "seed": SEED, "dashed": True})

    assert comparison["differences"] == []
    assert comparison["compared"] >= ENOUGH


# Waits until stage-preview.js has run.
SUMS_ARE_THERE = """() => import(document.querySelector("script[src$='/stage-preview.js']").src)
  .then(() => true)"""
CORRECTED = {
    name: page for name, page in SHEET_AND_CORRECTION_PAGES.items() if name.startswith("correct ")
} | {
    "correct gin with its upcard": lambda factory: correction_path(
        factory.match(
            "gin",
            {**KNOCK, "upcard": "8S"},
            names=FIVE[:2],
            oklahoma=True,
            oklahoma_ace="gin_only",
        )
    ),
}


@pytest.mark.parametrize("name", CORRECTED)
def test_the_page_computes_the_same_correction_preview_as_the_server(name, table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{CORRECTED[name](table.factory)}")
    assert page.evaluate(SUMS_ARE_THERE)

    # In a correction, the suggested number counts as entered once all other numbers are entered.
    comparison = page.evaluate(COMPARE, {"entries": ENTRIES, "seed": SEED, "dashed": False})

    assert comparison["differences"] == []


@pytest.mark.parametrize("tricks", [(1, 1, 1, 1, 2), (1, 1, 1, 3)])
def test_the_server_marks_an_impossible_sum(tricks, table, open_phone):
    match = table.factory.match("jabberwocky", {"bids": by_name(1, 1, 1, 1, 0)}, schedule=[5, 5])
    page = open_phone()
    page.goto(f"{table.address}/matches/{match}")
    with page.expect_response(re.compile("/look$")) as looked:
        tap_chips_and_keys(
            page, *(f"tricks-{name}-{n}" for name, n in zip(FIVE, tricks, strict=False))
        )
    wait_until(page, NOTHING_UNDER_WAY)

    assert looked.value.ok
    save_note = page.locator("[data-line=save_note]")
    expect(save_note).to_have_text("The tricks must add up to 5, not 6.")
    expect(save_note).to_have_class("save-bar__status loss")


@pytest.mark.thorough
def test_a_typed_number_returns_after_it_was_temporarily_fixed(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.factory.match('chinchon', limit=100)}")
    box, closer = page.locator("#deadwood-Bruno"), page.locator(chip_of("closer-Bruno"))
    box.tap()
    page.locator("[data-key='3']").tap()
    closer.tap()
    page.locator(chip_of("close-chinchon")).tap()
    expect(box).to_be_disabled()
    wait_until(page, NOTHING_UNDER_WAY)
    page.locator(chip_of("close-normal")).tap()

    expect(box).to_have_value("3")
    wait_until(page, NOTHING_UNDER_WAY)
    expect(box).to_have_value("3")
