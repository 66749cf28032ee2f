"""Club nights on a phone without JavaScript: settings, people and the front page."""

import time

import pytest

from scorekeeper.club.draws import DrawMethod
from scorekeeper.league import roster
from scorekeeper.league.club import night_lists as club_night_lists
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club.nights import NightSettings
from scorekeeper.rights import Right
from tests import one_deal
from tests.clocks import MACHINE, evening_date
from tests.club_league import (
    BEGAN,
    FIRST_NAMES,
    add_people,
    create_night,
    draw_round,
    present_players,
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

    page = phone.tap("Create club night")

    assert page.status == 422
    assert page.reasons == [reason]
    [invalid] = [each for each in page.root.all("input") if each["aria-invalid"]]
    assert invalid["name"] == field
    assert page.by_id(invalid["aria-describedby"]).words == reason
    assert dict(phone.form_values(page.root.all("form")[0], None))[field] == text
    assert club_night_lists.nights(store, 1) == []


def test_a_table_size_that_was_not_changed_is_adapted_to_the_game(phone, store):
    phone.go("/club/new")
    phone.tap("Jaguar")
    phone.set("evening", "21.9.")
    phone.tap("Create club night")
    assert phone.page.reasons == ["Enter the date of the evening, such as 2026-10-01."]
    phone.set("evening", "2026-09-21")
    phone.tap("Create club night")
    assert club_nights.get_night(store, 1).settings.size == 5

    phone.go("/club/1/edit")
    phone.tap("Gin rummy")
    phone.tap("Save")
    assert club_nights.get_night(store, 1).settings.size == 4


def test_the_form_keeps_every_setting(phone, store):
    settings = NightSettings(
        evening="2026-10-01",
        name="Cup",
        game="loba",
        options={"limit": 51},
        size=3,
        method=DrawMethod.LIKE_WITH_LIKE,
    )
    night = club_nights.create_night(store, settings, "cup", BEGAN)

    phone.go(f"/club/{night}/edit")
    phone.tap("Save")

    stored = club_nights.get_night(store, night).settings
    assert stored == settings
    phone.go("/club/new")
    phone.set("evening", "2026-10-02")
    phone.tap("Create club night")
    other = club_nights.get_night(store, night + 1).settings
    for name in NightSettings._fields:  # so the comparison above would notice a reset
        assert getattr(other, name) != getattr(stored, name), name


def test_a_name_that_is_refused_keeps_the_ticks(phone, store, night, people):
    phone.go("/club/1/people")
    phone.tap("Ana")
    phone.type("Add a name", "\u202eevil")

    page = phone.tap("Add")

    assert page.status == 422
    ticked = [box["value"] for box in page.root.all("input") if "checked" in box]
    assert sorted(ticked) == people[1:]
    assert "7 here" in page.words
    assert len([each for each in club_nights.night_players(store, night) if each.here]) == 8


def test_a_player_who_is_hidden_during_the_night_can_still_leave_it(phone, store, people, night):
    roster.hide_player(store, int(people[0]))
    phone.go("/club/1/people")
    phone.tap("Ana")

    phone.tap("Save who is here")

    assert present_players(store, night) == people[1:]
    assert "Ana" not in phone.go("/club/1/people").words


def press_button(phone, button):
    """Press a button that shows the page again without saving."""
    if button == "Search":
        phone.type("Find a player", "zo")
    else:
        phone.type("Add a name", "\u202eevil")
    return phone.tap(button)


@pytest.mark.parametrize("button", ["Search", "Add"])
def test_people_ticked_on_another_phone_stay_ticked_after_a_search_or_a_refusal(
    phone, store, button
):
    people = add_people(store, 25)
    night = create_night(store, people[:3])
    phone.go("/club/1/people")
    phone.tap("Ana")
    phone.tap("Dina")
    club_nights.set_here(store, night, people[:3], [*people[:2], people[4]], BEGAN)

    press_button(phone, button)
    phone.type("Add a name", "")
    phone.tap("Save who is here")

    assert present_players(store, night) == [people[1], people[3], people[4]]


def test_people_are_ticked_on_a_page_from_before_the_update(phone, store, people, night):
    phone.go("/club/1/people")
    for box in phone.page.root.all("input"):
        if box["name"] == "was-here":
            box.attrs["name"] = "was"
    phone.tap("Ana")
    club_nights.set_here(store, night, people, people[:7], BEGAN)

    phone.tap("Save who is here")

    assert present_players(store, night) == people[1:7]


def test_a_search_shows_only_the_people_it_finds_and_keeps_the_other_ticks(phone, store):
    people = add_people(store, 25)
    night = create_night(store, people[:3])
    phone.go("/club/1/people")
    phone.tap("Bruno")
    phone.type("Find a player", "os")

    page = phone.tap("Search")

    shown = [
        each.words for each in page.root.all("li") if each["data-entry-of"] and "hidden" not in each
    ]
    assert shown == ["Óscar"]
    phone.tap("Óscar")
    phone.tap("Save who is here")
    here = [each.key for each in club_nights.night_players(store, night) if each.here]
    assert here == [people[0], people[2], people[13]]


def test_the_players_who_play_most_are_offered_first(phone, store, log, night, people):
    names = [f"Player {number:02}" for number in range(45)]
    keys = [roster.add_player(store, name, at=0).key for name in names]
    for number in range(0, 45, 5):
        one_deal.play_match(log, tuple(keys[number : number + 5]), keys[number], BEGAN + number)
    one_deal.play_match(log, tuple(keys[40:]), keys[40], BEGAN)

    page = phone.go(f"/club/{night}/people")

    entries = [each for each in page.root.all("li") if each["data-entry-of"]]
    offered = [each.all("bdi")[0].words for each in entries if "hidden" not in each]
    assert offered == [*FIRST_NAMES[:8], *names[:23], *names[40:]]


def test_an_ended_night_can_be_reopened(phone, store, night):
    phone.go("/club/1")
    phone.tap("End club night")
    assert "This club night has ended." in phone.page.words
    assert not any(b.words.startswith("Draw") for b in phone.page.root.all("button"))

    phone.tap("Reopen club night")

    assert club_nights.get_night(store, night).is_open


def test_nights_of_earlier_years_are_listed_by_page(phone, store):
    for number in range(1, 43):
        settings = NightSettings(
            f"2025-{number % 12 + 1:02}-05", f"Night {number}", "loba", {}, 4, DrawMethod.CHANCE
        )
        club_nights.create_night(store, settings, f"night {number}", BEGAN)

    names = night_names(phone.go("/club"))
    assert (len(names), names[0]) == (40, "Night 35")
    older = night_names(phone.tap("Earlier nights"))
    assert {*names, *older} == {f"Night {number}" for number in range(1, 43)}
    assert night_names(phone.tap("Latest nights")) == names


def test_the_list_of_nights_shows_the_date_of_a_night_without_a_name_once(phone, store):
    for name in ("", "Autumn cup"):
        settings = NightSettings("2026-09-12", name, "loba", {}, 4, DrawMethod.CHANCE)
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

    page = phone.tap("End club night")

    assert page.status == 422
    assert "The draw for round 1 is discarded." in page.words
    assert club_nights.get_night(store, night).is_open
    phone.tap("End club night")
    assert not club_nights.get_night(store, night).is_open


def test_the_front_page_links_to_tonight_before_later_nights(phone, store, now):
    for evening in ("2000-01-01", "2098-01-01", evening_date(now), "2099-01-01"):
        settings = NightSettings(evening, f"On {evening}", "loba", {}, 4, DrawMethod.CHANCE)
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
