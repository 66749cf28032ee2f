"""A club night of 23 people: five tables, two rounds, and who comes."""

import re
import time

import pytest
from playwright.sync_api import expect

from scorekeeper.league import roster
from scorekeeper.league.club import coming as club_coming
from scorekeeper.league.club import nights as club_nights
from tests import club_league
from tests.browser import chromium, layout_shifts
from tests.browser.layout_checks import (
    BROKEN_WORDS,
    LARGE_LETTERS,
    NARROW,
    find_faults,
)
from tests.clocks import evening_date

pytestmark = pytest.mark.browser


@pytest.mark.thorough
def test_23_people_play_two_rounds_at_five_tables(club, open_phone):
    address, store, log = club
    page = open_phone()
    page.goto(f"{address}/club/new")
    page.get_by_label("Players per table").fill("5")
    page.get_by_role("button", name="Create club night").click()
    for name in club_league.FIRST_NAMES[:23]:
        page.get_by_label("Find a player").fill(name[:4])
        page.get_by_role("checkbox", name=name, exact=True).check()
    page.get_by_role("button", name="Save who is here").click()
    expect(page.get_by_text("23 people are here")).to_be_visible()

    page.get_by_role("button", name="Draw round 1").click()
    page.get_by_role("button", name="Start 5 matches").click()
    expect(page.get_by_role("link", name=re.compile("^table .* in progress$"))).to_have_count(5)

    page.get_by_role("link", name=re.compile("^table 1 ")).click()
    expect(page.get_by_role("heading", name="Bids")).to_be_visible()
    for match in club_league.round_matches(store, 1):
        club_league.end_match(log, match)
    page.goto(f"{address}/club/1")
    page.get_by_role("button", name="Draw round 2").click()
    expect(page.get_by_text("nobody meets again tonight").first).to_be_visible()
    page.get_by_role("button", name="Start 5 matches").click()
    expect(page.get_by_role("heading", name="Round 2", exact=True)).to_be_visible()
    assert len(club_league.round_matches(store, 1, 2)) == 5
    assert find_faults(page, contrast=False) == {}


def test_choosing_a_game_proposes_a_size_that_it_allows_until_a_size_is_entered(club, open_phone):
    page = open_phone()
    page.goto(f"{club[0]}/club/new")
    size = page.get_by_label("Players per table")
    for game, proposed in (("Jaguar", "5"), ("Loba", "4"), ("Jaguar", "5")):
        page.locator("label.game", has_text=game).click()
        expect(size).to_have_value(proposed)

    size.fill("6")
    page.locator("label.game", has_text="Loba").click()
    expect(size).to_have_value("6")


def test_choosing_a_game_shows_the_rules_that_each_choice_stands_for(club, open_phone):
    page = open_phone()
    page.goto(f"{club[0]}/club/new")
    last, standard = page.locator("label", has=page.locator("[name=rules]")).all()

    page.locator("label.game", has_text="Gin rummy").click()

    expect(last).to_contain_text("Gin rummy: ")
    expect(last.locator("small:visible")).to_have_count(1)
    expect(standard.locator("small:visible")).to_have_count(1)


def test_a_search_shows_the_result_below_the_field_and_keeps_the_ticks(club, open_phone):
    address, store, _ = club
    hugo, here = roster.add_player(store, "Hugo Íñiguez").key, [str(n) for n in range(1, 24)]
    night = club_league.create_night(store, here)
    page = open_phone()
    page.goto(f"{address}/club/{night}/people")

    page.get_by_label("Find a player").fill("hugo ini")

    expect(page.get_by_role("checkbox")).to_have_count(1)
    expect(page.get_by_role("checkbox", name="Hugo Íñiguez")).to_be_in_viewport()
    page.get_by_role("checkbox", name="Hugo Íñiguez").check()
    expect(page.get_by_role("checkbox")).to_have_count(24)
    page.get_by_label("Find a player").fill("ana")
    page.get_by_role("button", name="Save who is here").click()
    expect(page.get_by_text("24 people are here")).to_be_visible()
    assert club_league.present_players(store, night) == [*here, hugo]


def test_who_is_here_counts_the_ticks_and_nothing_moves(club, open_phone):
    address, store, _ = club
    night = club_league.create_night(store, [str(n) for n in range(1, 10)])
    page = open_phone()
    page.goto(f"{address}/club/{night}/people")
    count = page.get_by_role("status").filter(has_text="here")
    expect(count).to_have_text("9 here")
    page.evaluate(layout_shifts.WATCH)
    layout_shifts.take_shifts(page)

    page.get_by_role("checkbox", name="Jone").check()

    expect(count).to_have_text("10 here")
    for key in ("Jone", "Ana", "Bruno"):
        page.get_by_role("checkbox", name=key).click()
    expect(count).to_have_text("7 here")
    assert layout_shifts.take_shifts(page) == []


# The number of columns, and whether the names are read row by row.
COLUMNS = """() => {
  const rows = [...document.querySelectorAll(".club__people > li")];
  const boxes = rows.map((each) => each.getBoundingClientRect());
  const follows = (box, before) =>
    box.top > before.top || (box.top === before.top && box.left > before.left);
  return [
    new Set(boxes.map((box) => box.left)).size,
    boxes.slice(1).every((box, index) => follows(box, boxes[index])),
  ];
}"""


@pytest.mark.thorough
def test_the_people_are_in_columns_on_a_wide_screen(club, open_phone):
    address, store, _ = club
    night = club_league.create_night(store, ["1", "2", "3"])
    page = open_phone({"width": 1280, "height": 800})
    page.goto(f"{address}/club/{night}/people")

    columns, is_in_order = page.evaluate(COLUMNS)
    assert columns >= 3
    assert is_in_order
    assert page.evaluate("document.documentElement.scrollHeight") <= 800


@pytest.mark.thorough
@chromium.WITH_AND_WITHOUT
def test_a_friend_without_access_saves_and_removes_an_answer(club, open_phone, scripted):
    address, store, _ = club
    night = club_league.create_night(
        store, ["1", "2", "3", "4"], evening=evening_date(int(time.time()))
    )
    page = open_phone(scripted=scripted)
    page.context.clear_cookies()
    page.goto(f"{address}/coming/{club_coming.create_link(store, night)}")

    name = club_league.FIRST_NAMES[6]
    page.get_by_label("Find a player").fill(name[:3])
    if not scripted:
        page.get_by_role("button", name="Search").tap()
    page.get_by_label(name, exact=True).check()
    page.get_by_label("Maybe").check()
    page.get_by_role("button", name="Save the answer").tap()
    expect(page.get_by_text(f"Saved: {name}, Maybe.")).to_be_visible()
    expect(page.get_by_text("Yes: 0, maybe: 1, no: 0")).to_be_visible()
    assert find_faults(page, by_axe=scripted, contrast=False) == {}

    page.get_by_role("button", name="Remove the answer").tap()
    expect(page.get_by_text(f"{name}’s answer was removed.")).to_be_visible()
    expect(page.get_by_text("Yes: 0, maybe: 0, no: 0")).to_be_visible()
    expect(page.get_by_role("button", name="Remove the answer")).to_have_count(0)


@pytest.mark.thorough
def test_back_and_a_second_save_keep_who_is_here(club, open_phone):
    address, store, _ = club
    night = club_league.create_night(store, ["7", "13", "20"])
    page = open_phone()
    page.goto(f"{address}/club/1/people")
    page.get_by_role("checkbox", name=club_league.FIRST_NAMES[6], exact=True).uncheck()
    page.get_by_label("Find a player").fill(club_league.FIRST_NAMES[22])
    page.get_by_role("checkbox", name=club_league.FIRST_NAMES[22], exact=True).check()
    page.get_by_role("button", name="Save who is here").click()
    page.wait_for_url("**/club/1")

    page.go_back()
    page.get_by_role("button", name="Save who is here").click()
    page.wait_for_url("**/club/1")

    assert club_league.present_players(store, night) == ["13", "20", "23"]


@pytest.mark.thorough
def test_back_and_a_second_tap_keep_a_table_with_a_substitute(club, open_phone):
    address, store, _ = club
    people = [str(n) for n in range(1, 10)]
    night = club_league.create_night(store, people[:8], size=4)
    club_league.draw_round(store, night)
    missing, *others = club_league.draft_of(store, night).tables[0]
    club_nights.set_here(store, night, (), people[8:], 0)
    page = open_phone()
    page.goto(f"{address}/club/1/rounds/1/tables/1")
    page.get_by_role("checkbox", name=club_league.FIRST_NAMES[int(missing) - 1]).uncheck()
    page.get_by_role("checkbox", name=club_league.FIRST_NAMES[8]).check()
    page.get_by_role("button", name="Save the table").click()
    page.wait_for_url("**/club/1#round-1")

    page.go_back()
    page.get_by_role("button", name="Save the table").click()
    page.wait_for_url("**/club/1*")

    assert club_league.draft_of(store, night).tables[0] == (people[8], *others)


@pytest.mark.thorough
def test_names_in_the_ranking_stay_whole_on_a_narrow_phone(club, open_phone):
    address, store, log = club
    people = [
        roster.add_player(store, name).key for name in ("Maximilian", "Bernardina", "Wilhelmina")
    ]
    night = club_league.create_night(store, ["20", "22", *people])
    club_league.draw_round(store, night)
    club_league.start_round(store, log, night)
    club_league.play_out(log, club_league.round_matches(store, night)[0])
    page, broken = open_phone(size=NARROW), {}
    for letters in (chromium.LETTERS, LARGE_LETTERS):
        chromium.set_letters(page, letters)
        page.goto(f"{address}/club/1")
        broken[letters] = page.evaluate(BROKEN_WORDS, "[aria-labelledby='ranking-h']")

    assert broken == {chromium.LETTERS: [], LARGE_LETTERS: []}


NAMES_BELOW = """() => [...document.querySelectorAll(".club__person")].filter((person) =>
  person.querySelector("bdi").getBoundingClientRect().top
    >= person.querySelector("input").getBoundingClientRect().bottom
).map((person) => person.textContent.trim())"""


@pytest.mark.thorough
def test_names_are_beside_their_boxes_where_the_players_of_a_table_are_changed(club, open_phone):
    address, store, _ = club
    night = club_league.create_night(store, ["1", "2", "3", "4", "5"])
    club_league.draw_round(store, night)
    page = open_phone(NARROW)
    page.goto(f"{address}/club/{night}/rounds/1/tables/1")

    assert page.locator(".club__person").count() == 5
    assert page.evaluate(NAMES_BELOW) == []
