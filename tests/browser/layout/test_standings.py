"""In standings on narrow phones, no word of a name is split."""

from itertools import product
from random import Random

import pytest

from scorekeeper.cli import simulated_players
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.league import roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests.big_league import fill_season
from tests.browser import chromium
from tests.browser.layout_checks import (
    BROKEN_WORDS,
    LARGE_LETTERS,
    LEAST_TARGET,
    SMALL_TARGETS,
    STICKING_OUT,
)
from tests.browser.leagues import EVENING_AT, end_a_match

pytestmark = pytest.mark.browser

TEN_LETTERS = ("Wilhelmine", "Bartolomeo", "Guillermos", "Ñandúverde")
# The number of lines of each name.
LINES = """() => [...document.querySelectorAll(".standing tbody th bdi")].map(name => {
  const range = document.createRange();
  range.selectNodeContents(name);
  return new Set([...range.getClientRects()].map(box => box.top)).size;
})"""

# The texts of cells whose content is wider than the cell.
OVERFLOWING = """() => [...document.querySelectorAll(".standing tr > *")].filter((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const seen = cell.checkVisibility() && !cell.querySelector(".visually-hidden");
  return seen && range.getBoundingClientRect().width > cell.getBoundingClientRect().width + 1;
}).map((cell) => cell.textContent)"""
# The texts of cells that lie over another cell of their row.
OVERLAPS = """() => [...document.querySelectorAll(".standing tr")].flatMap(row => {
  const boxes = [...row.children].map(cell => cell.getBoundingClientRect());
  return [...row.children].filter((cell, n) => boxes.some((b, m) => m > n
    && boxes[n].left < b.right - 1 && b.left < boxes[n].right - 1
    && boxes[n].top < b.bottom - 1 && b.top < boxes[n].bottom - 1)).map(cell => cell.textContent);
})"""

# Fills in places of a big league, and returns the distance from each place to the chip beside it.
LARGE_PLACES = """() => [...document.querySelectorAll(".row__place")].map((place) => {
  place.textContent = "147=";
  const text = document.createRange();
  text.selectNodeContents(place);
  return place.nextElementSibling.getBoundingClientRect().left - text.getBoundingClientRect().right;
})"""

# The tables that scroll sideways in their box.
SCROLLING = """() => [...document.querySelectorAll(".scroll")]
  .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent)"""

# The texts of cells that are not below the heading of their column.
APART = """() => ["standing__matches", "standing__wins", "standing__value"].flatMap((column) => {
  const [heading, ...cells] = [...document.getElementsByClassName(column)];
  const { left, right } = heading.getBoundingClientRect();
  return cells.filter((cell) => cell.getBoundingClientRect().left > right ||
    cell.getBoundingClientRect().right < left).map((cell) => cell.textContent);
})"""


@pytest.fixture
def standings(empty_database, tmp_path):
    """The address of the standings of four players with names of ten letters."""
    with chromium.league_app(empty_database, tmp_path) as app:
        store = engines.store_of(app)
        seats = [roster.add_player(store, name).key for name in TEN_LETTERS]
        for number in range(12):
            end_a_match(app, tuple(seats[number % 4 :] + seats[: number % 4]), number)
        with chromium.serving(app) as address:
            yield f"{address}/season/all"


# Makes the figures as long as in a season of many matches, and all places shared.
LONG_FIGURES = """() => {
  const write = (name, text) =>
    document.querySelectorAll(name).forEach((each) => (each.textContent = text));
  write(".standing__figure", "−234.50");
  write(".standing__place", "249=");
  document.querySelectorAll(".standing__place").forEach((each) =>
    each.classList.add("standing__place--long"));
  write(".standing__matches:not(th), .standing__wins:not(th)", "1234");
}"""


def test_names_of_ten_letters_stay_on_one_line_and_no_cells_overlap(standings, open_phone):
    page, faults = open_phone(), {}
    page.goto(standings)
    for figures in ("short", "long"):
        if figures == "long":
            page.evaluate(LONG_FIGURES)
        for letters, width in product((chromium.LETTERS, LARGE_LETTERS), (320, 360, 412)):
            chromium.set_letters(page, letters)
            page.set_viewport_size({"width": width, "height": 640})
            lines = page.evaluate(LINES)
            wrong = [
                page.evaluate(each) for each in (OVERLAPS, OVERFLOWING, STICKING_OUT, SCROLLING)
            ]
            if (lines, wrong) != ([1] * len(TEN_LETTERS), [[], [], [], []]):
                faults[figures, letters, width] = lines, wrong

    assert faults == {}


def test_names_in_the_table_of_a_game_stay_whole(standings, open_phone):
    page, faults = open_phone(), {}
    page.goto(standings.replace("/all", "/all/games"))
    page.evaluate(LONG_FIGURES)
    for width in (320, 344, 360, 412, 1100):
        page.set_viewport_size({"width": width, "height": 740})
        broken = page.evaluate(BROKEN_WORDS, ".standing")
        apart = page.evaluate(APART)
        if wrong := broken + page.evaluate(OVERFLOWING) + page.evaluate(STICKING_OUT) + apart:
            faults[width] = wrong

    assert faults == {}


def test_the_links_of_short_names_are_wide_and_longer_names_are_whole(
    empty_database, tmp_path, open_phone
):
    with chromium.league_app(empty_database, tmp_path) as app:
        store = engines.store_of(app)
        seats = [roster.add_player(store, name).key for name in ("Li", "Maximiliana", "Ana")]
        end_a_match(app, tuple(seats), 0)
        page = open_phone()
        with chromium.serving(app) as address:
            page.goto(f"{address}/season/all")
            page.get_by_text("Li", exact=True).first.wait_for()
            small = page.evaluate(SMALL_TARGETS, LEAST_TARGET)
            page.goto(f"{address}/season/all/crosstable")
            page.get_by_text("Maximiliana", exact=True).first.wait_for()
            broken = page.evaluate(BROKEN_WORDS, ".cross-table")

    assert (small, broken) == ([], [])


def start_match(log):
    """Start a match in which one deal has been played."""
    match = commands.start_match(log, "loba", ["1", "2", "3"], {}, CommandMeta("now", EVENING_AT))
    sheet, rng = log.sheet(match), Random(1)
    while not sheet.played_deals:
        stage, answers = simulated_players.next_answers(sheet, rng)
        sent = CommandMeta(f"stage {sheet.version}", EVENING_AT)
        sheet = commands.record_stage(log, match, sheet.position.number, stage, answers, sent)


@pytest.mark.parametrize("width", [320, 1280])
def test_places_of_three_digits_leave_a_gap_before_the_chip(
    width, empty_database, tmp_path, open_phone
):
    with chromium.league_app(empty_database, tmp_path) as app:
        fill_season(app, 6)
        start_match(SqlLog(engines.store_of(app)))
        with chromium.serving(app) as address:
            page = open_phone(size={"width": width, "height": 640})
            page.goto(f"{address}/season/1")
            gaps = page.evaluate(LARGE_PLACES)

    assert len(gaps) >= 3
    assert min(gaps) > 2
