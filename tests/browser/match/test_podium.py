"""In Chromium, the podium always has its styles, however it is loaded, and it fits the screen."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.league import roster
from tests.browser import chromium
from tests.browser.layout_checks import BROKEN_WORDS, TOO_WIDE
from tests.browser.match_factory import BOTH, by_name
from tests.browser.player import Player
from tests.browser.player_names import FIVE, HARD_NAMES, LONG_NAMES, MEDIUM_NAMES, TEN

pytestmark = pytest.mark.browser

DISPLAY = "(list) => getComputedStyle(list).display"
COUNTERS = {"went_out": "Ana", "counters": by_name(*(5,) * 10, names=TEN)}


def test_the_last_save_swaps_in_a_podium_with_its_styles(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.factory.match('jamon', names=FIVE[:2])}")
    page.locator("tr", has_text="Ana").locator("label").first.tap()
    for box, counters in zip(page.locator(".numbers-table__field").all(), "64", strict=True):
        box.fill(counters)
    page.evaluate("() => { window.isSamePage = true; }")
    page.locator("#save").tap()

    podium = page.locator(".podium")
    expect(podium).to_be_visible()
    assert podium.evaluate(DISPLAY) == "grid"
    assert page.evaluate("window.isSamePage")


@pytest.mark.parametrize("scripted", [True, False])
def test_a_podium_opened_by_its_address_has_its_styles(table, open_phone, scripted):
    match = table.factory.match("jamon", COUNTERS, names=TEN)
    page = open_phone(scripted=scripted)
    page.goto(f"{table.address}/matches/{match}")

    assert page.locator(".podium").evaluate(DISPLAY) == "grid"


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (740, 360)])
def test_a_podium_of_ten_fits_the_screen_and_the_title_names_the_winner(table, open_phone, size):
    match = table.factory.match("jamon", COUNTERS, names=TEN)
    page = open_phone(size={"width": size[0], "height": size[1]})
    page.goto(f"{table.address}/matches/{match}")

    assert page.evaluate(TOO_WIDE) == 0
    title = page.locator("h1")
    assert title.inner_text() == "Ana wins"
    assert title.evaluate("(h1) => h1.scrollWidth - h1.clientWidth") == 0


def test_a_title_with_four_winners_is_not_cut_off(table, open_phone):
    four = FIVE[:4]
    played = {"bids": by_name(1, 1, 1, 1, names=four), "tricks": by_name(1, 1, 1, 1, names=four)}
    match = table.factory.match("jabberwocky", played, names=four, schedule=[4], dealer_hook=False)
    page = open_phone(size={"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{match}")

    title = page.locator("h1")
    assert title.inner_text() == "Ana, Bruno, Chus and Dina win"
    assert title.evaluate("(h1) => h1.scrollWidth - h1.clientWidth") == 0


LINES = """() => [...document.querySelectorAll(".plot__line")].map((line) => [
  getComputedStyle(line).stroke, getComputedStyle(line.closest(".card")).backgroundColor])"""


def luminance(colour):
    """Return the relative luminance, as WCAG defines it, of a colour such as "rgb(28, 76, 57)"."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (n / 12.92 if n <= 0.03928 else ((n + 0.055) / 1.055) ** 2.4 for n in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_chart_line_contrasts_with_its_background(table, open_phone, scheme):
    match = table.factory.match("jamon", COUNTERS, COUNTERS, names=TEN, deals=None)
    page = open_phone(scheme=scheme)
    page.goto(f"{table.address}/matches/{table.factory.close(match)}")

    lines = page.evaluate(LINES)
    assert len(lines) == 10
    assert [each for each in lines if contrast(*each) < 3] == []


NAMES = """() => [...document.querySelectorAll(".podium__who")].map((who) => {
  const room = who.getBoundingClientRect(), item = who.closest("li").getBoundingClientRect();
  return [...who.querySelectorAll("bdi")].map((name) => {
    const { top, bottom, left, right, height } = name.getBoundingClientRect();
    const isIn = top >= room.top - 1 && bottom <= room.bottom + 1 && left >= item.left - 1
      && right <= item.right + 1;
    return [name.textContent, isIn && height > 10];
  });
})"""


@pytest.mark.parametrize("width", [320, 360, 740])
def test_all_players_sharing_a_place_are_named_even_with_long_names(width, table, open_phone):
    names = (HARD_NAMES[0], HARD_NAMES[4], "Ana", "Bruno", HARD_NAMES[1])
    played = {
        "bids": by_name(1, 1, 1, 0, 0, names=names),
        "tricks": by_name(1, 1, 1, 1, 0, names=names),
    }
    match = table.factory.match("jabberwocky", played, names=names, schedule=[4], dealer_hook=False)
    page = open_phone(size={"width": width, "height": 568})
    page.goto(f"{table.address}/matches/{match}")

    shown = page.evaluate(NAMES)
    assert sorted(name for step in shown for name, _ in step) == sorted(names)
    assert [name for step in shown for name, is_in in step if not is_in] == []
    assert page.evaluate(TOO_WIDE) == 0


ENDS = {
    "jabberwocky": lambda factory, names: factory.match(
        "jabberwocky",
        {"bids": by_name(*(2,) * 5, names=names), "tricks": by_name(2, 2, 2, 1, 2, names=names)},
        names=names,
        schedule=[9],
    ),
    "chinchón": lambda factory, names: factory.match(
        "chinchon",
        {
            "closer": names[0],
            "close": "normal",
            "deadwood": by_name(1, 50, 48, 45, 44, names=names),
        },
        names=names,
        limit=40,
    ),
    "gin with two pairs": lambda factory, names: factory.match(
        "gin",
        {
            "hands": [
                {
                    "pair": [names[0], names[1]],
                    "result": "gin",
                    "knocker": names[0],
                    "deadwood": {names[0]: 0, names[1]: 24},
                },
                {"pair": [names[2], names[3]], "result": "draw"},
            ]
        },
        names=names[:4],
        target=20,
    ),
    "jaguar": lambda factory, names: factory.close(
        factory.match("jaguar", {"jaguar": names[1], "friend": names[3], "points": 75}, names=names)
    ),
}


@pytest.mark.parametrize("letters", [16, 32])
@pytest.mark.parametrize(
    "names", [FIVE, MEDIUM_NAMES, LONG_NAMES, HARD_NAMES], ids=["short", "12", "40", "hard"]
)
@pytest.mark.parametrize("game", ENDS)
def test_no_word_is_broken_on_the_narrowest_phone(game, names, letters, table, open_phone):
    page = open_phone(size={"width": 320, "height": 568})
    chromium.set_letters(page, letters)
    page.goto(f"{table.address}/matches/{ENDS[game](table.factory, names)}")

    assert page.evaluate(BROKEN_WORDS, "#match") == []
    assert page.evaluate(TOO_WIDE) == 0


# Changes a name, and returns the distance of each line from the name's left edge, in pixels.
INDENTS = """(name) => {
  name.textContent = "אברהם בן ישראל הלוי מירושלים העתיקה ותל אביב";
  const text = document.createRange(), { left } = name.getBoundingClientRect();
  text.selectNodeContents(name);
  return [...text.getClientRects()].map((line) => Math.round(line.left - left));
}"""


def test_a_right_to_left_name_on_several_lines_begins_where_the_other_names_do(table, open_phone):
    deal = {"went_out": "Ana", "deadwood": by_name(0, 20, 30, 40, 50)}
    match = table.factory.close(table.factory.match("loba", deal, limit=100))
    page = open_phone(size={"width": 320, "height": 568})
    page.goto(f"{table.address}/matches/{match}")

    indents = page.locator(".podium__below bdi").first.evaluate(INDENTS)
    assert len(indents) > 1
    assert max(indents) <= 2


@pytest.mark.thorough
def test_the_message_about_the_last_save_and_the_ways_to_share_fit_in_large_letters(
    league, open_phone
):
    page = open_phone(size={"width": 320, "height": 568})
    chromium.set_letters(page, 32)
    player = Player(page, league)
    player.sit_down({"players": FIVE[:3], "game": "jabberwocky", "options": {"schedule": [1]}})
    names = FIVE[:3]
    player.play({"bids": by_name(1, 0, 1, names=names), "tricks": by_name(1, 0, 0, names=names)})

    expect(page.locator(".toast--in-page")).to_be_visible()
    assert page.evaluate(BROKEN_WORDS, ".toast--in-page") == []
    assert page.evaluate(BROKEN_WORDS, "#sharing") == []
    assert page.evaluate(TOO_WIDE) == 0


# The parts of the final scores, such as "one box: 20", that do not fit on one line.
BROKEN_PARTS = """() => {
  const section = document.querySelector("[aria-labelledby=adds]"), range = document.createRange();
  const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT), found = [];
  while (texts.nextNode()) {
    for (const part of texts.currentNode.data.matchAll(/[a-z0-9][a-z0-9 ]*: \\d+/g)) {
      range.setStart(texts.currentNode, part.index);
      range.setEnd(texts.currentNode, part.index + part[0].length);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      if (new Set(tops).size > 1) found.push(part[0]);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("width", [320, 360])
def test_no_part_of_a_final_score_is_broken_across_lines(width, table, open_phone):
    page = open_phone({"width": width, "height": 740})
    match = table.factory.match("gin", BOTH, names=FIVE[:4], target=20)
    page.goto(f"{table.address}/matches/{match}")

    parts = page.get_by_role("region", name="How it adds up").get_by_role("listitem").last
    expect(parts).to_contain_text("hands: 31, one box: 20, the game: 100, shutout: 100")
    assert page.evaluate(BROKEN_PARTS) == []


CUT_NAMES = """() => [...document.querySelectorAll(".podium bdi")]
  .filter((name) => name.scrollHeight > name.clientHeight + 1).map((name) => name.textContent)"""


def test_the_long_names_of_two_pairs_are_whole_on_a_laptop(table, open_phone):
    hands = [
        {
            **hand,
            "pair": pair,
            "knocker": pair[0],
            "deadwood": dict(zip(pair, (4, 30), strict=True)),
        }
        for hand, pair in zip(
            BOTH["hands"], (list(LONG_NAMES[:2]), list(LONG_NAMES[2:4])), strict=True
        )
    ]
    hands[1]["result"] = "knock"
    match = table.factory.match("gin", {"hands": hands}, names=LONG_NAMES[:4], target=20)
    page = open_phone(size={"width": 1280, "height": 800})
    page.goto(f"{table.address}/matches/{match}")

    expect(page.locator(".podium bdi")).to_have_count(4)
    assert page.evaluate(CUT_NAMES) == []


# The payments whose amount is below the words that it belongs to.
AMOUNTS_BELOW = """() => [...document.querySelectorAll(".pay-row")].filter((row) => {
  const words = row.querySelector(".pay-row__text").getBoundingClientRect();
  return row.querySelector(".row__figure").getBoundingClientRect().top >= words.bottom;
}).map((row) => row.textContent)"""


@pytest.mark.parametrize("width", [360, 1280])
def test_the_amount_that_a_player_with_a_short_name_pays_is_beside_the_words(
    width, live_league, open_phone
):
    factory = live_league.factory
    for name in ("B", LONG_NAMES[0]):
        if name not in factory.keys:
            factory.keys[name] = roster.add_player(live_league.log.store, name).key
    names = ("Ana", "B", LONG_NAMES[0])
    deal = {"went_out": "Ana", "deadwood": by_name(0, 60, 62, names=names)}
    match = live_league.match("loba", deal, names=names, limit=50, max_reenlist=0)
    page = open_phone(size={"width": width, "height": 800})
    page.goto(f"{live_league.address}/matches/{match}")

    expect(page.locator(".pay-row")).to_have_count(2)
    assert page.evaluate(AMOUNTS_BELOW) == []
