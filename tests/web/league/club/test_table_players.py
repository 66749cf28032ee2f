"""The page to change who plays at a table of a club night."""

import pytest

from scorekeeper.league import roster
from scorekeeper.league.club import draws as club_draws
from scorekeeper.league.club import nights as club_nights
from tests.club_league import (
    BEGAN,
    FIRST_NAMES,
    draft_of,
    draw_round,
    play_out,
    round_matches,
    start_round,
    version_of,
)
from tests.web.league.club.reading import names, seated_tables


def test_a_table_without_a_missing_player_starts_again_and_counts(phone, store, log, night):
    phone.go("/club/1")
    phone.tap("Draw round 1")
    phone.tap("Start 2 matches")
    missing, *others = seated_tables(store, night)[0]

    page = phone.tap("Table 1", within="Round 1")
    assert page.title == "Who plays at table 1"
    phone.tap(*names([missing]))
    page = phone.tap("Start with these players")

    assert page.path == "/club/1#round-1"
    assert "changed by hand" in page.words
    assert seated_tables(store, night)[0] == tuple(others)
    play_out(log, round_matches(store, night)[0])
    ranking = phone.go("/club/1").part("Night ranking")
    assert sorted(name for name in FIRST_NAMES[:8] if name in ranking.words) == sorted(
        names(others)
    )
    assert names([missing])[0] in phone.tap("Check this draw").words
    assert "Changed by hand after the draw" in phone.page.words


def test_a_finished_table_is_not_offered_and_says_why(phone, store, log, night):
    draw_round(store, night)
    start_round(store, log, night)
    phone.go("/club/1/rounds/1/tables/1")
    chosen = names(seated_tables(store, night)[0])
    play_out(log, round_matches(store, night)[0])

    page = phone.tap("Start with these players")

    assert page.status == 422
    assert page.reasons == [
        "The players of table 1 cannot be changed any more. If they are "
        "wrong, delete the table’s match first. Not saved for table 1: "
        f"{', '.join(chosen[:-1])} and {chosen[-1]}."
    ]
    assert [link.words for link in page.find("Change who plays", "details").all("a")] == ["Table 2"]


def test_too_few_players_are_refused_and_stay_chosen(phone, store, night):
    draw_round(store, night)
    phone.go("/club/1/rounds/1/tables/1")
    for name in names(seated_tables(store, night)[0])[:2]:
        phone.tap(name)

    page = phone.tap("Save the table")

    assert (page.status, page.alerts) == (422, ["Not saved Jabberwocky is for 3 to 5 players."])
    boxes = page.by_id("main").all("input")
    assert len([box for box in boxes if "checked" in box]) == 2


@pytest.fixture
def tables(phone, store, night):
    """The players of the two tables in a draft. The phone has the page of table 1 open."""
    draw_round(store, night)
    assert phone.go("/club/1/rounds/1/tables/9").status == 404
    phone.go("/club/1/rounds/1/tables/1")
    return seated_tables(store, night)


def swap(store, night, one, other):
    club_draws.swap_players(store, night, 1, draft_of(store, night).version, one, other)


def ticked_names(page):
    """Return two lists of ticked names: those that can still be changed, and those that cannot."""
    boxes = [box for box in page.by_id("main").all("input") if "checked" in box]
    can_be_saved = [names([box["value"]])[0] for box in boxes if not box.is_disabled]
    return can_be_saved, [names([box["value"]])[0] for box in boxes if box.is_disabled]


@pytest.mark.both_databases
def test_a_table_that_another_phone_changed_first_keeps_the_chosen_players(
    phone, store, night, tables
):
    (ana, bruno, chus, dina), (edu, *_) = tables
    phone.tap(*names([dina]))
    swap(store, night, ana, edu)

    page = phone.tap("Save the table")

    assert (page.status, page.title) == (409, "Who plays at table 1")
    now = "{}, {}, {} and {}".format(*names([edu, bruno, chus, dina]))
    assert page.reasons[0].startswith(
        "Saved now: The draw for round 1 was changed by hand. "
        f"Table 1: {now} Not free for table 1: {names([ana])[0]} Your"
    )
    assert ticked_names(page) == (names([bruno, chus]), names([ana]))
    assert seated_tables(store, night)[0] == (edu, bruno, chus, dina)
    phone.tap(*names([edu]))
    assert phone.tap("Save the table").status == 200
    assert seated_tables(store, night)[0] == (edu, bruno, chus)


def test_changes_to_different_tables_are_both_saved(phone, another_phone, store, night, tables):
    first, second = tables
    another_phone.go("/club/1/rounds/1/tables/2")
    for each, table in ((another_phone, second), (phone, first)):
        each.tap(*names(table[-1:]))
        assert each.tap("Save the table").status == 200

    assert seated_tables(store, night) == (first[:-1], second[:-1])


def test_the_same_players_chosen_on_two_phones_do_not_conflict(phone, another_phone, store, tables):
    another_phone.go("/club/1/rounds/1/tables/1")
    for each in (another_phone, phone):
        each.tap(*names(tables[0][-1:]))
        assert each.tap("Save the table").status == 200


def test_the_page_of_a_draft_does_not_replace_a_match_that_has_started(
    phone, another_phone, store, night, tables
):
    phone.tap(*names(tables[0][-1:]))
    another_phone.go("/club/1")
    another_phone.tap("Start 2 matches")
    before = round_matches(store, night)

    page = phone.tap("Save the table")

    assert page.status == 409
    assert page.reasons[0].startswith("Saved now: Round 1 has started. Table 1: ")
    assert "A new match starts at this table and replaces the old one." in page.words
    assert ticked_names(page) == (names(tables[0][:-1]), [])
    assert round_matches(store, night) == before
    assert phone.tap("Start with these players").status == 200
    assert round_matches(store, night)[0] not in before


def test_a_chosen_player_who_has_left_is_named(phone, store, night, tables):
    late = roster.add_player(store, "Late").key
    club_nights.set_here(store, night, (), [late], BEGAN)
    phone.go("/club/1/rounds/1/tables/1")
    phone.tap("Late")
    club_nights.set_here(store, night, [late], [], BEGAN)

    page = phone.tap("Save the table")

    assert page.status == 409
    assert "Not free for table 1: Late Your entries" in page.reasons[0]
    assert seated_tables(store, night) == tables
    phone.tap(*names(tables[0][-1:]))
    phone.tap("Save the table")
    assert seated_tables(store, night)[0] == tables[0][:-1]


@pytest.mark.parametrize(
    ("left", "change"),
    [(5, "Round 1 was drawn again."), (2, "The draw for round 1 was discarded.")],
)
def test_the_players_of_a_table_that_no_longer_exists_stay_on_the_page(
    phone, store, people, night, left, change
):
    draw_round(store, night)
    phone.go("/club/1/rounds/1/tables/2")
    chosen = names(seated_tables(store, night)[1])
    club_nights.set_here(store, night, people, people[:left], BEGAN)
    if left > 2:
        draw_round(store, night)

    page = phone.tap("Save the table")

    assert page.status == 409
    assert page.reasons == [
        f"{change} Not saved for table 2: {', '.join(chosen[:-1])} and {chosen[-1]}."
    ]


def test_a_page_from_before_the_update_is_compared_by_the_version_of_the_round(
    phone, store, night, tables
):
    first, second = tables
    for box in phone.page.root.all("input"):
        if box["name"].startswith("was-"):
            box.attrs["disabled"] = ""
    phone.tap(*names(first[-1:]))
    older = phone.page
    swap(store, night, *second[:2])

    page = phone.tap("Save the table")

    assert page.status == 409
    assert ticked_names(page) == (names(first[:-1]), [])
    phone.page = older
    [seen] = [box for box in older.root.all("input") if box["name"] == "seen"]
    seen.attrs["value"] = str(version_of(store, night))  # the page of the changed draft
    assert phone.tap("Save the table").status == 200
    assert seated_tables(store, night)[0] == first[:-1]
