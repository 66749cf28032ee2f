"""A link that asks who is coming to a club night."""

import re

from scorekeeper.league.club import coming as club_coming
from scorekeeper.league.club import nights as club_nights
from scorekeeper.rights import Right
from tests.clocks import evening_timestamp
from tests.club_league import add_people, create_night
from tests.members import add_phone
from tests.web.league.club.phones import Newcomer


def link(phone, night=1):
    """Create a link that asks who is coming, and return its path."""
    phone.go(f"/club/{night}")
    return path_on(phone.tap("Create a link to ask who is coming"))


def path_on(page):
    """Return the path of the new link that the page shows."""
    return re.search(r"/coming/[\w-]+", page.by_id("link")["value"])[0]


def test_people_answer_with_a_link_and_are_ticked_on_the_night(app, phone, store):
    people = add_people(store, 3)
    night = create_night(store, [])
    assert "Nobody has answered" not in phone.go("/club/1").words
    stranger, path = Newcomer(app), link(phone)
    assert "Nobody has answered yet." in phone.go("/club/1").words

    page = stranger.go(path)
    assert "Yes: 0, maybe: 0, no: 0" in page.words
    stranger.tap("Bruno")
    stranger.tap("Yes")
    page = stranger.tap("Save the answer")
    assert "Saved: Bruno, Yes." in page.words
    assert "Yes: 1, maybe: 0, no: 0" in page.words
    stranger.tap("Chus")
    stranger.tap("Maybe")
    stranger.tap("Save the answer")

    phone.go("/club/1")
    assert "Nobody has answered" not in phone.page.words
    assert "Yes (1): Bruno" in phone.page.words
    assert "Maybe (1): Chus" in phone.page.words
    phone.tap("Tick everyone who said yes")
    phone.tap("Save who is here")
    here = [each.key for each in club_nights.night_players(store, night) if each.here]
    assert here == [people[1]]


def test_an_answer_without_a_name_or_an_answer_is_refused_and_keeps_the_rest(app, phone, store):
    add_people(store, 3)
    create_night(store, [])
    stranger, path = Newcomer(app), link(phone)
    stranger.go(path)
    stranger.tap("Yes")
    page = stranger.tap("Save the answer")
    assert (page.status, page.alerts) == (
        422,
        [
            "Not saved Choose your name from the list. If it is missing, ask the organiser to add"
            " it."
        ],
    )
    assert [box["value"] for box in page.root.all("input") if "checked" in box] == ["", "yes"]

    stranger.go(path)
    stranger.tap("Ana")
    page = stranger.tap("Save the answer")

    assert (page.status, page.alerts) == (422, ["Not saved Choose yes, maybe or no."])
    assert [each.answer for each in club_nights.night_players(store, 1)] == []


def test_the_phone_of_a_player_answers_for_this_player(app, phone, store):
    ana, _, _ = add_people(store, 3)
    create_night(store, [])
    path = link(phone)
    add_phone(app, Right.VIEWER, "anas", player_id=int(ana))
    anas = Newcomer(app, "anas")

    anas.go(path)
    anas.tap("No")
    anas.tap("Save the answer")

    assert [(p.key, p.answer) for p in club_nights.night_players(store, 1)] == [(ana, "no")]


def test_an_answer_shows_when_it_was_given_and_can_be_removed(app, phone, store):
    ana, _, _ = add_people(store, 3)
    create_night(store, [])
    stranger, path = Newcomer(app), link(phone)
    club_coming.save_attendance(store, 1, int(ana), "yes", evening_timestamp("2026-11-19"))
    assert "Remove the answer" not in stranger.go(path).words

    page = stranger.go(f"{path}?who={ana}")
    assert "Ana last answered: Thu 19 Nov 20:00" in page.words
    page = stranger.tap("Remove the answer")

    assert page.words.count("Ana’s answer was removed.") == 1
    assert "Yes: 0, maybe: 0, no: 0" in page.words
    assert "last answered" not in page.words
    assert [box["value"] for box in page.root.all("input") if "checked" in box] == [ana]
    assert "Yes (1)" not in phone.go("/club/1").words


def test_a_new_link_ends_the_previous_link_after_a_second_tap(app, phone, store):
    add_people(store, 3)
    create_night(store, [])
    first, stranger = link(phone), Newcomer(app)
    phone.go("/club/1")

    page = phone.tap("Create a new link")
    assert (page.status, page.title) == (422, "Create a new link")
    assert "The current link that asks who is coming stops working." in page.words
    assert stranger.go(first).status == 200

    second = path_on(phone.tap("Create a new link"))
    assert stranger.go(first).status == 404
    assert stranger.go(second).status == 200


def test_a_withdrawn_link_gets_a_404(app, phone, store):
    add_people(store, 3)
    create_night(store, [])
    path, stranger = link(phone), Newcomer(app)

    phone.go("/club/1")
    page = phone.tap("Withdraw the link")
    assert "The answers are kept." in page.words
    assert stranger.go(path).status == 200
    phone.tap("Withdraw")

    assert stranger.go(path).status == 404


def test_a_link_to_a_night_that_has_ended_says_so(app, phone, store):
    add_people(store, 3)
    create_night(store, [])
    address = link(phone)
    phone.go("/club/1")
    phone.tap("End club night")

    page = Newcomer(app).go(address)

    assert page.status == 404
    assert "is for a club night that has ended. Ask for a new one." in page.words
