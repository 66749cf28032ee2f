"""The leaderboard beside a question uses only free space."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import set_letters
from tests.browser.layout.leaderboards import CUT_OFF, OF_TWO, PLAYING
from tests.browser.layout_checks import SIZES
from tests.browser.match_factory import BOTH, KNOCK, LOBA_DEAL, by_name
from tests.browser.player_names import TEN

pytestmark = pytest.mark.browser

# The height of the page, and the boxes of all other elements.
BOXES = """
() => [document.documentElement.scrollHeight, ...[...document.querySelectorAll(
  "#ask :is(input, button, summary, a, p, .strip, fieldset, .seat, tr), .keypad, .save-bar"
)].map((e) => { const { x, y, width, height } = e.getBoundingClientRect();
  return [e.outerHTML.slice(0, 60), x, y, width, height].join(" "); })]
"""
# The widths in pixels of names that are shown.
NAME_WIDTHS = """() => [...document.querySelectorAll(".leaderboard bdi")]
  .filter((name) => getComputedStyle(name).clipPath === "none")
  .map((name) => name.getBoundingClientRect().width)"""
# The space in pixels between the first column of the list and the second.
COLUMN_GAP = """() => {
  const rows = [...document.querySelectorAll(".leaderboard li")];
  const [first, last] = [rows[0], rows.at(-1)].map((row) => row.getBoundingClientRect());
  return last.left - first.right;
}"""
ABOVE = "() => document.querySelector('.leaderboard').classList.add('leaderboard--above')"
SHOW = "(shown) => (document.querySelector('.leaderboard').style.display = shown ? '' : 'none')"
# The heights of the leaderboard and of its form, measured three times: unchanged, with a form that
# the page around it does not stretch, and with a form that has no minimum height.
HEIGHTS = """() => {
  const board = document.querySelector(".leaderboard"), form = board.parentElement;
  const heights = () => [board, form].map((each) => each.getBoundingClientRect().height.toFixed(2));
  const found = [heights()];
  form.parentElement.style.flex = "none";
  found.push(heights());
  form.parentElement.style.flex = "";
  form.style.minBlockSize = 0;
  found.push(heights());
  form.style.minBlockSize = "";
  return found;
}"""


@pytest.mark.parametrize("name", PLAYING)
def test_the_leaderboard_moves_nothing_and_is_not_cut_off(name, table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{PLAYING[name](table.factory)}")
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert (size, page.evaluate(CUT_OFF)) == (size, [])
        with_them = page.evaluate(BOXES)

        page.evaluate(SHOW, False)

        assert (size, page.evaluate(BOXES)) == (size, with_them)
        page.evaluate(SHOW, True)


@pytest.mark.parametrize("name", PLAYING)
def test_the_leaderboard_has_its_height_when_it_is_first_laid_out(name, table, open_phone):
    """If the page stretched the form later, each tap would need two layouts."""
    page = open_phone()
    page.goto(f"{table.address}/matches/{PLAYING[name](table.factory)}")
    for letters in (16, 12, 17, 18, 20, 24):
        set_letters(page, letters)
        for size in ("640", "740", "narrow"):
            page.set_viewport_size(SIZES[size])
            as_it_is, without_stretching, without_own_height = page.evaluate(HEIGHTS)
            assert (letters, size, without_own_height) == (letters, size, as_it_is)
            if letters == 16:  # at other sizes, the height of the bar varies
                assert (letters, size, without_stretching) == (letters, size, as_it_is)


def test_the_leaderboard_lists_names_if_the_page_has_space(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{PLAYING['bids of three cards'](table.factory)}")

    board = page.get_by_role("list", name="Standings")
    assert board.get_by_role("listitem").all_inner_texts() == [
        "A\nAna\n1",
        "B\nBruno\n1",
        "C\nChus\n1",
        "E\nEdu\n1",
        "D\nDina\n0\n1 behind",
    ]
    assert page.get_by_text("2 deals are left.").first.is_visible()


def test_the_leaderboard_is_hidden_if_there_is_no_space(table, open_phone):
    page = open_phone(size=SIZES["narrow"])
    page.goto(f"{table.address}/matches/{PLAYING['bids of nine cards'](table.factory)}")

    expect(page.locator(".leaderboard > div")).to_have_css("opacity", "0")


@pytest.mark.thorough
def test_the_question_of_who_comes_back_shows_only_the_new_totals(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.factory.match('loba', LOBA_DEAL, LOBA_DEAL)}")

    expect(page.get_by_text("New totals", exact=True)).to_be_visible()
    expect(page.locator(".leaderboard li").first).to_be_hidden()


@pytest.mark.parametrize("size", ["640", "landscape", "laptop"])
def test_the_three_games_of_hollywood_are_visible(size, table, open_phone):
    page = open_phone(size=SIZES[size])
    match = table.factory.match("gin", KNOCK, **OF_TWO, hollywood=True)
    page.goto(f"{table.address}/matches/{match}")

    expect(page.locator(".leaderboard table")).to_be_in_viewport(ratio=1)
    expect(page.locator(".leaderboard > div")).to_have_css("opacity", "1")
    assert page.evaluate(CUT_OFF) == []


@pytest.mark.thorough
@pytest.mark.cases(2)
@pytest.mark.parametrize("size", ["narrow", "landscape"])
def test_a_game_of_hollywood_that_is_over_says_so_in_its_row(size, table, open_phone):
    hand = {**KNOCK, "deadwood": by_name(1, 60, names=OF_TWO["names"])}
    page = open_phone(SIZES[size])
    match = table.factory.match("gin", hand, hand, **OF_TWO, hollywood=True)
    page.goto(f"{table.address}/matches/{match}")

    row = page.locator(".inner-games tr").nth(1)
    expect(row.locator("small")).to_have_text("over")
    assert row.locator("small").bounding_box()["width"] > 20
    tops = {number.bounding_box()["y"] for number in row.locator("b").all()}
    assert len(row.locator("b").all()) == 3
    assert len(tops) == 1


@pytest.mark.thorough
@pytest.mark.cases(2)
@pytest.mark.parametrize("size", ["narrow", "landscape"])
def test_the_three_games_of_two_pairs_are_visible_on_small_screens(size, table, open_phone):
    page = open_phone(size=SIZES[size])
    match = table.factory.match("gin", BOTH, names=TEN[:4], hollywood=True)
    page.goto(f"{table.address}/matches/{match}")

    expect(page.locator(".leaderboard table")).to_be_in_viewport(ratio=1)
    expect(page.locator(".leaderboard > div")).to_have_css("opacity", "1")
    assert page.evaluate(CUT_OFF) == []


@pytest.mark.thorough
def test_names_without_space_for_several_letters_are_not_shown(table, open_phone):
    page = open_phone(size={"width": 412, "height": 740})
    page.goto(f"{table.address}/matches/{PLAYING['jamón with ten players'](table.factory)}")
    page.evaluate(ABOVE)  # as after saving a deal

    assert min(page.evaluate(NAME_WIDTHS)) > 32
    page.set_viewport_size(SIZES["narrow"])
    assert page.evaluate(NAME_WIDTHS) == []
    expect(page.get_by_role("list", name="Standings")).to_contain_text("Bruno")


# The texts of the leaderboard that reach into the next column.
STICKING_OUT = """() => {
  const end = (each) => each.getBoundingClientRect().right;
  return [...document.querySelectorAll(".leaderboard li :is(b, small)")]
    .filter((each) => end(each) > end(each.closest("li")) + 0.5).map((each) => each.textContent);
}"""


@pytest.mark.thorough
@pytest.mark.parametrize(("letters", "height"), [(16, 440), (21, 577)])
def test_in_two_narrow_columns_no_distance_reaches_into_the_next_column(
    letters, height, table, open_phone
):
    page = open_phone(size={"width": 740, "height": height})
    set_letters(page, letters)
    eight = TEN[:8]
    left = by_name(25, 2, 24, 30, 3, 5, 16, 4, names=eight)
    deal = {"closer": "Bruno", "close": "normal", "deadwood": left}
    page.goto(f"{table.address}/matches/{table.factory.match('chinchon', deal, names=eight)}")

    expect(page.get_by_role("list", name="Standings")).to_contain_text("28 behind")
    expect(page.locator(".leaderboard > div")).to_have_css("opacity", "1")
    assert page.evaluate(STICKING_OUT) == []


# The number of lines of each distance.
LINES = """() => {
  const range = document.createRange();
  return [...document.querySelectorAll(".leaderboard small")].map((each) => {
    range.selectNodeContents(each);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
}"""


@pytest.mark.thorough
def test_the_distance_to_the_limit_takes_one_line(table, open_phone):
    left = by_name(1, *(42,) * 4)
    deal = {"closer": "Ana", "close": "normal", "deadwood": left}
    page = open_phone(size={"width": 360, "height": 900})
    page.goto(f"{table.address}/matches/{table.factory.match('chinchon', deal, deal)}")

    expect(page.get_by_role("list", name="Standings")).to_contain_text("16 short of 100")
    assert page.evaluate(LINES) == [1] * 4


# The distances as they are shown in a narrow space, or in full if there is room.
SHOWN = """() => [...document.querySelectorAll(".leaderboard small")].map((each) => {
  const isShort = getComputedStyle(each, "::after").content !== "none";
  return isShort ? each.dataset.short : each.textContent.trim();
})"""


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        ((360, 900), ["16 short of 100", "12 behind"]),
        ((320, 568), ["16 left", "+12"]),
    ],
)
def test_distances_are_short_where_there_is_little_room(size, shown, table, open_phone):
    deal = {"closer": "Ana", "close": "normal", "deadwood": by_name(1, 42, 42, 42, 7)}
    page = open_phone(size=dict(zip(("width", "height"), size, strict=True)))
    page.goto(f"{table.address}/matches/{table.factory.match('chinchon', deal, deal)}")

    expect(page.get_by_role("list", name="Standings")).to_contain_text("16 short of 100")
    assert sorted(set(page.evaluate(SHOWN)), reverse=True) == sorted(shown, reverse=True)


CUT_CHIPS = """() => {
  const end = document.querySelector(".leaderboard ol").getBoundingClientRect().bottom;
  return [...document.querySelectorAll(".leaderboard li")].filter((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top < end && bottom > end + 1;
  }).map((each) => each.textContent.trim());
}"""


def test_no_chip_is_cut_where_there_is_room_for_one_row(table, open_phone):
    page = open_phone(size={"width": 320, "height": 620})
    deal = {"closer": "Ana", "close": "normal", "deadwood": by_name(3, 30, 41, 42, 27)}
    page.goto(f"{table.address}/matches/{table.factory.match('chinchon', deal, deal)}")
    box = page.locator(".leaderboard > div").bounding_box()
    chips = page.locator(".leaderboard ol").bounding_box()

    assert 40 < box["height"] < 76
    assert box["y"] <= chips["y"]
    assert chips["y"] + chips["height"] <= box["y"] + box["height"]
    assert page.evaluate(CUT_CHIPS) == []


def test_the_names_of_eight_players_are_shown_in_two_columns_that_do_not_touch(table, open_phone):
    eight = {"closer": "Ana", "close": "normal", "deadwood": by_name(2, *(30,) * 7, names=TEN[:8])}
    page = open_phone(size=SIZES["740"])
    page.goto(f"{table.address}/matches/{table.factory.match('chinchon', eight, names=TEN[:8])}")
    page.evaluate(ABOVE)

    assert len(widths := page.evaluate(NAME_WIDTHS)) == 8
    assert min(widths) > 24
    assert page.evaluate(COLUMN_GAP) >= 8


# The rows of players that are not wholly inside the leaderboard or reach into the next row's box.
NOT_IN_VIEW = """() => {
  const room = document.querySelector(".leaderboard").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".leaderboard li")];
  const boxes = rows.map((row) => row.getBoundingClientRect());
  return rows.filter((row, at) => boxes[at].left < room.left || boxes[at].right > room.right
    || boxes[at].bottom > room.bottom + 1 || boxes[at].right > (boxes[at + 1]?.left ?? Infinity)
  ).map((row) => row.textContent.trim());
}"""


@pytest.mark.cases(2)
@pytest.mark.parametrize("size", ["narrow", "landscape"])
def test_one_row_shows_all_five_players_and_who_is_near_the_limit(size, table, open_phone):
    deals = by_name(45, 49, 7, 51, 42), by_name(40, 40, 51, 50, 40)
    deals = [{"went_out": None, "deadwood": deal} for deal in deals]
    match = table.factory.match("loba", *deals, max_reenlist=0)
    page = open_phone(SIZES[size])
    page.goto(f"{table.address}/matches/{match}")

    assert page.locator(".leaderboard li b").all_inner_texts() == ["58", "82", "85", "89", "101"]
    assert page.locator(".leaderboard .loss").all_inner_texts() == [
        f"{left} short of 100" for left in (18, 15, 11)
    ]
    assert page.evaluate(NOT_IN_VIEW) == []
