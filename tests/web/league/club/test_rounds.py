"""The rounds of a club night: starts, late arrivals and the ranking."""

import pytest

from scorekeeper.league.club import coming as club_coming
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.club_league import (
    BEGAN,
    FIRST_NAMES,
    add_people,
    create_night,
    draw_round,
    play_out,
    round_matches,
    start_round,
)
from tests.web.league.club.reading import draft
from tests.web.league.lists import table_rows
from tests.web.own_rows import own_rows
from tests.web.phone import phone_of


@pytest.mark.both_databases
def test_a_club_night_of_two_rounds_can_be_created_and_played(phone, store, log, people):
    phone.go("/")
    phone.tap("League")
    phone.tap("Club nights")
    phone.tap("New club night")
    phone.type("Date", "2026-09-21")
    phone.type("Name (optional)", "Autumn cup")
    phone.tap("Jabberwocky")
    phone.tap("Create club night")
    for name in FIRST_NAMES[:8]:
        phone.tap(name)
    phone.type("Add a name", "Ignacio")
    phone.tap("Add")
    phone.tap("Save who is here")
    assert phone.page.title == "Autumn cup"
    assert "9 people are here" in phone.page.words

    phone.tap("Draw round 1")
    assert "nobody meets again tonight" in phone.page.words
    phone.tap("Start 2 matches")
    assert "in progress" in phone.page.words

    first = round_matches(store, 1)
    for match in first:
        commands.close(log, match, "unfinished", CommandMeta("end", BEGAN))
    phone.go("/club/1")
    phone.tap("Draw round 2")
    phone.tap("Start 2 matches")
    assert len(round_matches(store, 1, 2)) == 2
    assert "Earlier rounds" in phone.page.words


def test_two_phones_that_press_start_make_one_set_of_matches(phone, another_phone, store, night):
    draw_round(store, night)
    phone.go("/club/1")
    another_phone.go("/club/1")

    phone.tap("Start 2 matches")
    page = another_phone.tap("Start 2 matches")

    assert page.status == 200
    assert len(round_matches(store, night)) == 2
    assert [row[2] for row in table_rows(phone.go("/matches"))] == ["in progress"] * 2


def test_a_start_after_another_phone_drew_again_is_refused_and_shows_the_new_draw(
    phone, another_phone, store, night
):
    draw_round(store, night)
    phone.go("/club/1")
    another_phone.go("/club/1")
    another_phone.tap("Draw again")

    page = phone.tap("Start 2 matches")

    assert page.status == 409
    assert page.alerts == ["Nothing was changed Round 1 was drawn again."]
    assert f"seed {draft(store, night).seed}" in page.words
    assert round_matches(store, night) == []


def test_a_round_is_not_offered_while_nobody_is_free(phone, store, log, night):
    draw_round(store, night)
    start_round(store, log, night)
    page = phone.go("/club/1")
    assert (
        "Round 2 This round can be drawn when at least 3 people are free. Nobody is free now. "
        "When a match ends, its players are free. Still playing, and not drawn: 8 players"
    ) in page.words
    assert "Draw round 2" not in page.words

    play_out(log, round_matches(store, night)[0])

    page = phone.go("/club/1")
    assert "This round can be drawn" not in page.words
    assert draft(store, night) is None
    phone.tap("Draw round 2")
    assert len(draft(store, night).seated_players) == 4


def test_a_round_is_not_offered_before_enough_people_are_here(phone, store):
    night = create_night(store, [])
    page = phone.go("/club/1")
    assert "Nobody is here yet" in page.words
    assert "This round can be drawn when at least 3 people are free." in page.words
    assert page.words.count("Nobody is here yet") == 1
    assert "0 people" not in page.words

    club_nights.set_here(store, night, (), add_people(store, 1), BEGAN)

    page = phone.go("/club/1")
    assert "when at least 3 people are free. One person is free now." in page.words
    assert "Draw round 1" not in page.words


def test_too_few_people_are_refused_with_a_reason(phone, store):
    people = add_people(store, 3)
    night = create_night(store, people)
    phone.go("/club/1")
    club_nights.set_here(store, night, people, people[:2], BEGAN)

    page = phone.tap("Draw round 1")

    assert page.status == 422
    assert page.reasons == [
        "Jabberwocky needs at least 3 players at each table, but only 2 are free."
    ]


def test_a_late_arrival_is_named_until_the_round_is_drawn_again(phone, store):
    people = add_people(store, 9)
    night = create_night(store, people[:8], size=4)
    draw_round(store, night)
    phone.go("/club/1/people")
    phone.tap("Íñigo")
    phone.tap("Save who is here")
    assert "Not in this draw: Íñigo. Draw again to include them." in phone.page.words

    phone.tap("Draw again")

    assert "Not in this draw" not in phone.page.words


def test_people_of_a_running_table_are_not_drawn(phone, store, log, night):
    draw_round(store, night)
    start_round(store, log, night)
    play_out(log, round_matches(store, night)[0])

    page = phone.go("/club/1")
    assert "Still playing, and not drawn:" in page.words
    phone.tap("Draw round 2")

    assert len(draft(store, night).seated_players) == 4


def test_many_names_are_folded_behind_their_number(phone, store, log):
    people = add_people(store, 24)
    night = create_night(store, people[:8], size=4)
    draw_round(store, night)
    club_nights.set_here(store, night, (), people[8:], BEGAN)
    late = "Not in this draw: 16 players. Draw again to include them."
    assert "Íñigo, Jone, Kemal" in phone.go("/club/1").find(late, "details").words
    start_round(store, log, night)
    for person in people[:13]:
        club_coming.save_attendance(store, night, int(person), "yes", BEGAN)

    page = phone.go("/club/1")

    playing = page.find("Still playing, and not drawn: 8 players", "details")
    assert playing.words.endswith("Ana, Bruno, Chus, Dina, Edu, Fátima, Gari, Héctor")
    assert page.find("Yes (13)", "details").words.startswith("Yes (13) Ana, Bruno, Chus")


def test_a_deleted_match_does_not_count_for_the_night_ranking(phone, store, log, night):
    draw_round(store, night)
    start_round(store, log, night)
    first, second = round_matches(store, night)
    play_out(log, first)
    play_out(log, second)
    assert "2 matches" in phone.go("/club/1").words

    commands.delete(log, second, CommandMeta("delete", BEGAN + 200))

    page = phone.go("/club/1")
    assert "The match was deleted and does not count." in page.words
    assert "one match" in page.part("Night ranking").words
    assert len(page.part("Night ranking").all("tr")) == 5


def test_many_tables_are_rows_and_the_ranking_shows_the_row_of_the_phones_player(store, log, app):
    people = add_people(store, 21)
    night = create_night(store, people, size=3)
    draw_round(store, night)
    start_round(store, log, night)
    tables = round_matches(store, night)
    for match in tables[1:]:
        play_out(log, match)
    commands.delete(log, tables[1], CommandMeta("delete", BEGAN + 200))
    last = club_rounds.night_rounds(store, night).rounds[0].tables[6][2]
    phone = phone_of(app, last)

    page = phone.go("/club/1")

    assert page.items("Round 1")[0].endswith("in progress")
    assert page.items("Round 1")[1].endswith("The match was deleted and does not count.")
    assert page.find("Their names", "details").words.count("Ana") == 1
    [row] = own_rows(page)
    assert row.endswith("6th of 15, shared 0.25")
    [address] = [link["href"] for link in page.root.all("a") if "from=" in link["href"]]
    assert address == f"?open=ranking&from=1#standing-{last}"
    page = phone.go(f"/club/1{address}")
    assert len(page.root.all("tbody")[0].all("tr")) == 15
    assert own_rows(page) == []
    assert phone.page.by_id(f"standing-{last}")["tabindex"] == "-1"
