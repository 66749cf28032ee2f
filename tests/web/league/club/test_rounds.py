"""The rounds of a club night: draws, starts, late arrivals and the ranking."""

import pytest

from scorekeeper.club.draws import Method
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
from tests.web.league.lists import table_rows
from tests.web.own_rows import own_rows
from tests.web.phone import phone_of


def draft(store, night):
    return club_rounds.night_rounds(store, night).draft


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


def test_a_draw_can_be_repeated_and_changed_by_hand(phone, store, night):
    phone.go("/club/1")
    phone.tap("Like with like", within="Draw")
    phone.choose("Players per table, if possible", "3")
    phone.tap("Draw round 1")
    assert [len(table) for table in draft(store, night).tables] == [4, 4]
    before = draft(store, night)
    assert before.method is Method.LIKE_WITH_LIKE

    one, other = before.tables[0][0], before.tables[1][0]
    phone.choose("Swap", FIRST_NAMES[int(one) - 1], within="Draw for round 1")
    phone.choose("with", FIRST_NAMES[int(other) - 1], within="Draw for round 1")
    phone.tap("Swap", within="Draw for round 1")
    assert draft(store, night).tables[0][0] == other
    assert "changed by hand" in phone.page.words

    phone.tap("Draw again")
    assert draft(store, night).version == before.version + 2
    assert "changed by hand" not in phone.page.words


def test_a_swap_without_two_different_players_is_refused_with_a_reason(phone, store, night):
    draw_round(store, night)
    phone.go("/club/1")

    page = phone.tap("Swap", within="Draw for round 1")

    assert page.status == 422
    assert page.reasons == ["Choose two different players in this draw."]


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


def choose_swap(phone, one, other):
    """Choose two players to swap, by their keys, and return their names."""
    chosen = [FIRST_NAMES[int(key) - 1] for key in (one, other)]
    for label, name in zip(("Swap", "with"), chosen, strict=True):
        phone.choose(label, name, within="Draw for round 1")
    return chosen


@pytest.mark.both_databases
def test_a_swap_in_an_older_draw_keeps_the_chosen_players(phone, another_phone, store, night):
    draw_round(store, night)
    (one, second, *_), (other, third, *_) = draft(store, night).tables
    phone.go("/club/1")
    names = choose_swap(phone, one, other)
    another_phone.go("/club/1")
    choose_swap(another_phone, second, third)
    another_phone.tap("Swap", within="Draw for round 1")

    page = phone.tap("Swap", within="Draw for round 1")

    assert page.status == 409
    sentence = "The draw for round 1 was changed by hand. Not swapped: {} and {}.".format(*names)
    assert page.reasons == [sentence]
    assert "open" in page.find("Swap two players", "details")
    phone.tap("Swap", within="Draw for round 1")
    first, last = draft(store, night).tables
    assert (first[:2], last[:2]) == ((other, third), (one, second))


def test_a_swap_in_a_round_that_has_started_names_the_chosen_players(phone, store, log, night):
    draw_round(store, night)
    (one, *_), (other, *_) = draft(store, night).tables
    phone.go("/club/1")
    names = choose_swap(phone, one, other)
    start_round(store, log, night)

    page = phone.tap("Swap", within="Draw for round 1")

    assert page.status == 409
    assert page.reasons == ["Round 1 has started. Not swapped: {} and {}.".format(*names)]


def test_a_refused_swap_keeps_the_chosen_player(phone, store, night):
    draw_round(store, night)
    phone.go("/club/1")
    one = draft(store, night).tables[0][0]
    choose_swap(phone, one, one)

    page = phone.tap("Swap", within="Draw for round 1")

    assert page.status == 422
    lines = page.find("Swap two players", "details").all("option")
    assert [line["value"] for line in lines if "selected" in line] == [one, one]


def test_a_draw_of_a_round_that_was_drawn_already_keeps_the_chosen_method_and_size(
    phone, store, night
):
    phone.go("/club/1")
    phone.tap("Like with like", within="Draw")
    phone.choose("Players per table, if possible", "3")
    draw_round(store, night)

    page = phone.tap("Draw round 1")

    assert page.status == 409
    sentence = "Round 1 was drawn. You chose: Like with like, 3 players per table."
    assert page.reasons == [sentence]
    assert draft(store, night).method is Method.FEWEST_MEETINGS
    assert "open" in page.find("Draw again", "details")
    phone.tap("Draw again", within="Round 1")
    assert draft(store, night).method is Method.LIKE_WITH_LIKE
    assert club_nights.get_night(store, night).settings.size == 3


def change_settings(store, night, **settings):
    """Change settings of the night, as another phone would."""
    stored = club_nights.get_night(store, night).settings
    club_nights.change_night(store, night, stored._replace(**settings), seen=stored)


def test_a_draw_uses_settings_that_were_changed_after_its_page_was_opened(phone, store, night):
    phone.go("/club/1")
    phone.tap("At random", within="Draw")
    change_settings(store, night, size=3)

    assert phone.tap("Draw round 1").status == 200

    stored = club_nights.get_night(store, night).settings
    assert (stored.method, stored.size) == (Method.CHANCE, 3)


@pytest.mark.both_databases
def test_a_draw_does_not_replace_a_setting_that_another_phone_has_changed(phone, store, night):
    phone.go("/club/1")
    phone.tap("At random", within="Draw")
    change_settings(store, night, method=Method.BALANCED, size=3)

    page = phone.tap("Draw round 1")

    assert page.status == 409
    assert page.reasons == [
        "Another phone has changed the settings of this night. Draw: Equal tables "
        "You chose: At random."
    ]
    assert draft(store, night) is None
    assert club_nights.get_night(store, night).settings.method is Method.BALANCED
    phone.tap("Draw round 1")
    stored = club_nights.get_night(store, night).settings
    assert (stored.method, stored.size) == (Method.CHANCE, 3)


def test_a_draw_from_a_page_before_the_update_sets_both_settings(phone, store, night):
    phone.go("/club/1")
    for box in phone.page.root.all("input"):
        if box["name"].startswith("was-"):
            box.attrs["disabled"] = ""
    phone.tap("At random", within="Draw")
    change_settings(store, night, size=3)

    assert phone.tap("Draw round 1").status == 200

    stored = club_nights.get_night(store, night).settings
    assert (stored.method, stored.size) == (Method.CHANCE, 4)


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
    assert row.endswith("6th of 15 0.25")
    [address] = [link["href"] for link in page.root.all("a") if "from=" in link["href"]]
    assert address == f"?open=ranking&from=1#standing-{last}"
    page = phone.go(f"/club/1{address}")
    assert len(page.root.all("tbody")[0].all("tr")) == 15
    assert own_rows(page) == []
    assert phone.page.by_id(f"standing-{last}")["tabindex"] == "-1"
