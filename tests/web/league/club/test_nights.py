"""Club nights on a phone without JavaScript: settings, people, the front page and the TV."""

import time

import pytest

from scorekeeper.club.draws import Method
from scorekeeper.league import player_merge, roster
from scorekeeper.league.club import night_lists as club_night_lists
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club.nights import NightSettings
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from tests import big_league
from tests.clocks import MACHINE, evening_date
from tests.club_league import (
    BEGAN,
    FIRST_NAMES,
    add_people,
    create_night,
    draw_round,
    end_night,
    play_out,
    present_players,
    round_matches,
    start_round,
)
from tests.members import add_phone
from tests.web.league.club.phones import Newcomer


def test_a_viewer_sees_the_night_without_buttons(app, store, log, night):
    add_phone(app, Right.VIEWER, "viewer")
    draw_round(store, night)
    viewer = Newcomer(app, "viewer")

    page = viewer.go("/club/1")

    assert page.status == 200
    assert "Draw for round 1" in page.words
    assert page.by_id("main").all("button") == []
    assert viewer.go("/club/new").status == 403


@pytest.mark.parametrize(
    ("field", "text", "reason"),
    [
        ("evening", "21.9.", "Enter the date of the evening, such as 2026-10-01."),
        ("size", "9", "Enter a table size that Jabberwocky allows with these rules: 3, 4, 5."),
        ("size", "", "Enter a table size that Jabberwocky allows with these rules: 3, 4, 5."),
        ("name", "x" * 41, "Enter a name of at most 40 characters, or leave it blank."),
    ],
)
def test_settings_that_are_refused_stay_typed(phone, store, field, text, reason):
    phone.go("/club/new")
    phone.tap("Jabberwocky")
    phone.set("name", "Cup")
    phone.set(field, text)

    page = phone.tap("Create the night")

    assert page.status == 422
    assert page.reasons == [reason]
    [invalid] = [each for each in page.root.all("input") if each["aria-invalid"]]
    assert invalid["name"] == field
    assert page.by_id(invalid["aria-describedby"]).words == reason
    assert dict(phone.form_values(page.root.all("form")[0], None))[field] == text
    assert club_night_lists.nights(store, 1) == []


def test_the_form_keeps_every_setting(phone, store):
    settings = NightSettings(
        evening="2026-10-01",
        name="Cup",
        game="loba",
        options={"limit": 51},
        size=3,
        method=Method.LIKE_WITH_LIKE,
    )
    night = club_nights.create_night(store, settings, "cup", BEGAN)

    phone.go(f"/club/{night}/edit")
    phone.tap("Save")

    stored = club_nights.get_night(store, night)
    assert {name: getattr(stored, name) for name in NightSettings._fields} == settings._asdict()
    phone.go("/club/new")
    phone.set("evening", "2026-10-02")
    phone.tap("Create the night")
    other = club_nights.get_night(store, night + 1)
    for name in NightSettings._fields:  # so an edit form that forgets a setting fails above
        assert getattr(other, name) != getattr(stored, name), name


def test_the_rules_are_those_of_the_last_match_or_the_standard(phone, store, log, people):
    commands.start_match(log, "loba", tuple(people[:3]), {"limit": 51}, CommandMeta("loba", BEGAN))
    phone.go("/club/new")
    phone.tap("Create the night")
    assert club_nights.get_night(store, 1).options == {"limit": 51}

    phone.go("/club/1/edit")
    phone.tap("The standard rules")
    phone.tap("Save")

    assert club_nights.get_night(store, 1).options == {}


def test_a_name_that_is_refused_keeps_the_ticks(phone, store, night, people):
    phone.go("/club/1/people")
    phone.tap("Ana")
    phone.type("Add a name", "\u202eevil")

    page = phone.tap("Add")

    assert page.status == 422
    ticked = [box["value"] for box in page.root.all("input") if "checked" in box]
    assert sorted(ticked) == people[1:]
    assert len([each for each in club_nights.night_players(store, night) if each.here]) == 8


def test_a_player_who_is_hidden_during_the_night_can_still_leave_it(phone, store, people, night):
    roster.hide_player(store, int(people[0]))
    phone.go("/club/1/people")
    phone.tap("Ana")

    phone.tap("Save who is here")

    assert present_players(store, night) == people[1:]
    assert "Ana" not in phone.go("/club/1/people").words


def test_a_long_list_can_be_searched_by_first_letters_and_keeps_the_ticks(phone, store):
    people = add_people(store, 25)
    night = create_night(store, people[:3])
    phone.go("/club/1/people")
    phone.tap("Bruno")
    phone.type("Find a player", "os")

    page = phone.tap("Search")

    shown = [
        each.words for each in page.root.all("li") if each["data-entry-of"] and "hidden" not in each
    ]
    assert shown == ["Ana", "Chus", "Óscar"]  # ticked people are always listed
    phone.tap("Óscar")
    phone.tap("Save who is here")
    here = [each.key for each in club_nights.night_players(store, night) if each.here]
    assert here == [people[0], people[2], people[13]]


def test_an_ended_night_can_be_continued(phone, store, night):
    phone.go("/club/1")
    phone.tap("End the night")
    assert "This night has ended." in phone.page.words
    assert not any(b.words.startswith("Draw") for b in phone.page.root.all("button"))

    phone.tap("Continue the night")

    assert club_nights.get_night(store, night).is_open


def test_nights_of_earlier_years_are_listed_by_page(phone, store):
    for number in range(1, 43):
        settings = NightSettings(
            f"2025-{number % 12 + 1:02}-05", f"Night {number}", "loba", {}, 4, Method.CHANCE
        )
        club_nights.create_night(store, settings, f"night {number}", BEGAN)

    names = night_names(phone.go("/club"))
    assert (len(names), names[0]) == (40, "Night 35")
    older = night_names(phone.tap("Earlier nights"))
    assert {*names, *older} == {f"Night {number}" for number in range(1, 43)}
    assert night_names(phone.tap("Latest nights")) == names


def test_the_list_of_nights_shows_the_date_of_a_night_without_a_name_once(phone, store):
    for name in ("", "Autumn cup"):
        settings = NightSettings("2026-09-12", name, "loba", {}, 4, Method.CHANCE)
        club_nights.create_night(store, settings, f"night {name}", BEGAN)

    words = phone.go("/club").words

    assert "Saturday 12 September 2026 Loba" in words
    assert "Autumn cup Sat 12 Sep 2026 · Loba" in words


def night_names(page):
    links = [link.words for link in page.by_id("main").all("a")]
    return [" ".join(words.split()[:2]) for words in links if words.startswith("Night ")]


def test_a_draw_is_not_discarded_without_a_warning(phone, store, night):
    draw_round(store, night)
    phone.go("/club/1")

    page = phone.tap("End the night")

    assert page.status == 422
    assert "The draw for round 1 is discarded." in page.words
    assert club_nights.get_night(store, night).is_open
    phone.tap("End the night")
    assert not club_nights.get_night(store, night).is_open


def test_the_front_page_links_to_tonight_before_later_nights(phone, store, now):
    for evening in ("2000-01-01", "2098-01-01", evening_date(now), "2099-01-01"):
        settings = NightSettings(evening, f"On {evening}", "loba", {}, 4, Method.CHANCE)
        club_nights.create_night(store, settings, evening, BEGAN)
    add_people(store, 3)

    phone.go("/matches/new")
    phone.go("/")

    links = [a.words for a in phone.page.root.all("a") if a.words.startswith("Club night: ")]
    assert links == [f"Club night: On {evening_date(now)}", "Club night: On 2098-01-01"]


def test_a_night_is_on_the_front_page_until_its_evening_ends(
    phone, store, people, now, monkeypatch
):
    evening = evening_date(now)
    create_night(store, people, evening=evening, name="Cup")
    ends = MACHINE.evening_bounds(evening)[1]

    monkeypatch.setattr(time, "time", lambda: ends - 1)
    assert "Club night: Cup" in phone.go("/").words
    monkeypatch.setattr(time, "time", lambda: ends)
    assert "Club night: Cup" not in phone.go("/").words


def test_the_tv_page_shows_tonights_tables_until_the_night_ends(phone, store, log, people, now):
    night = create_night(store, people, size=4, evening=evening_date(now))
    assert "Table 1" not in phone.go("/tv").words
    draw_round(store, night)
    assert phone.go("/tv").title == "Round 1: find your table"
    start_round(store, log, night)
    assert phone.go("/tv").title == "Round 1"

    end_night(store, night)

    assert "Table 1" not in phone.go("/tv").words


def test_the_tv_page_also_shows_tables_where_an_earlier_round_is_still_played(
    phone, store, log, people, now
):
    night = create_night(store, people, size=4, evening=evening_date(now))
    draw_round(store, night)
    start_round(store, log, night)
    first, second = round_matches(store, night)
    play_out(log, first, at=now)
    draw_round(store, night, 2)
    start_round(store, log, night, 2)

    assert "Table 2 Round 1" in phone.go("/tv").words
    assert set(tv_totals(phone)) == set(FIRST_NAMES[:8])
    play_out(log, second, at=now)
    assert "Table 2" not in phone.go("/tv").words


def test_no_two_tables_on_the_tv_page_have_the_same_number(phone, store, log, now):
    night = create_night(store, add_people(store, 12), size=4, evening=evening_date(now))
    draw_round(store, night)
    start_round(store, log, night)
    first, _, third = round_matches(store, night)
    for match in (first, third):
        play_out(log, match, at=now)
    draw_round(store, night, 2)

    assert "table 2 was still in use" in phone.go(f"/club/{night}").words
    phone.tap("Start 2 matches")
    headings = [each.words for each in phone.go("/tv").by_id("main").all("h2")]
    assert headings[:3] == ["Table 1", "Table 2 Round 1", "Table 3"]


@pytest.mark.parametrize(
    ("people", "shown", "more"), [(59, 29, ""), (115, 56, "One more table is")]
)
def test_the_tv_page_shows_up_to_56_tables(phone, store, now, people, shown, more):
    keys = big_league.add_players(store, big_league.NAMES[:people])
    evening = evening_date(now)
    night = create_night(store, keys, game="gin", options={}, size=2, evening=evening)
    draw_round(store, night)

    page = phone.go("/tv")

    tables = [each.words for each in page.by_id("main").all("h2")][:-1]
    assert tables == [f"Table {n}" for n in range(1, shown + 1)]
    assert (f"{more} on the page of the night." in page.words) == bool(more)


def test_the_tv_page_shows_the_total_of_a_player_who_was_merged_since(
    phone, store, log, people, now
):
    night = create_night(store, people, size=4, evening=evening_date(now))
    draw_round(store, night)
    start_round(store, log, night)
    match = round_matches(store, night)[0]
    winner = log.sheet(match).setup.players[1]
    play_out(log, match, winner)
    totals = tv_totals(phone)
    zita = roster.add_player(store, "Zita")

    player_merge.merge_players(store, int(winner), zita.id)

    names = dict(zip(people, FIRST_NAMES, strict=False))
    assert totals[names[winner]] == max(totals.values())
    assert tv_totals(phone) == {
        "Zita" if name == names[winner] else name: total for name, total in totals.items()
    }


def test_the_tv_page_shows_the_total_of_a_pair_at_both_of_its_players(
    phone, store, log, people, now
):
    night = create_night(store, people[:4], "gin", {}, size=4, evening=evening_date(now))
    draw_round(store, night)
    start_round(store, log, night)

    assert sorted(tv_totals(phone)) == ["Ana", "Bruno", "Chus", "Dina"]
    assert set(tv_totals(phone).values()) == {"0"}


def tv_totals(phone):
    """Return {name: total} of each person with a total on the TV page."""
    totals = {}
    for item in phone.go("/tv").by_id("main").all("li"):
        if len(item.all("bdi")) == 1 and item.all("b"):
            totals[item.all("bdi")[0].words] = item.all("b")[0].words
    return totals
