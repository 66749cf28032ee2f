"""The page that shows how a round was drawn, and draws it again."""

from itertools import combinations

import pytest
from sqlalchemy import update

from scorekeeper.club.draws import DrawMethod, Past, pair
from scorekeeper.db.club_tables import ClubRounds
from scorekeeper.league.club import draws as club_draws
from scorekeeper.league.club.draws import DrawRequest
from tests.club_league import (
    BEGAN,
    FIRST_NAMES,
    add_people,
    create_night,
    draft_of,
    draw_round,
    end_match,
    round_matches,
    start_round,
    version_of,
)


@pytest.mark.both_databases
def test_the_page_draws_again_and_shows_the_figures(phone, store, log, people, night):
    draw_round(store, night)
    start_round(store, log, night)
    for match in round_matches(store, night):
        end_match(log, match)
    draw_round(store, night, number=2, seed=7)
    phone.go(f"/club/{night}")

    page = phone.tap("Check this draw", within="Draw for round 2")

    assert page.title == "How round 2 was drawn"
    assert "The same tables again" in page.words
    assert "the seed 7 gives exactly the same tables" in page.words
    assert "New opponents" in page.words
    assert "8 players · 2 tables of 4 and 4" in page.words
    assert "12 pairs had met before" in page.words
    players = page.table("Players in the draw").all("tr")[1:]
    assert [row.words for row in players] == [f"{name} 1 0" for name in FIRST_NAMES[:8]]
    assert page.table("12 pairs had met before").all("tr")[1].words.endswith(" 1 0")


def test_strengths_are_listed_for_a_draw_by_strength(phone, store, people):
    night = create_night(store, people, size=4, method=DrawMethod.BALANCED)
    strengths = {people[2]: 31.5, people[5]: 20}
    club_draws.draw_round(store, night, DrawRequest(1, 0, 3), Past(strengths=strengths), BEGAN)

    page = phone.go(f"/club/{night}/rounds/1/check")

    rows = [row.words for row in page.table("Players in the draw").all("tr")[1:]]
    assert (rows[0], rows[1], rows[-1]) == ("Chus 1195 0 0", "Ana 1000 0 0", "Fátima 850 0 0")


def test_a_change_by_hand_is_explained(phone, store, night):
    draw_round(store, night)
    (one, *_), (_, other, *_) = draft_of(store, night).tables
    club_draws.swap_players(store, night, 1, version_of(store, night), one, other)

    page = phone.go(f"/club/{night}/rounds/1/check")

    assert "Changed by hand after the draw" in page.words
    assert "the seed 1 puts 2 players in different seats" in page.words
    name = FIRST_NAMES[int(one) - 1]
    assert f"{name} table 1, seat 1 table 2, seat 2" in page.words


def test_tables_changed_outside_the_app_are_reported(phone, store, night):
    draw_round(store, night)
    with store.write() as connection:
        connection.execute(update(ClubRounds).values(seed=2))

    page = phone.go(f"/club/{night}/rounds/1/check")

    assert "Not the same tables" in page.words


def test_a_round_drawn_by_an_older_version_has_no_link_but_a_page_that_says_why(
    phone, store, night
):
    draw_round(store, night)
    with store.write() as connection:
        connection.execute(update(ClubRounds).values(drawn_from=None))

    assert "Check this draw" not in phone.go(f"/club/{night}").words
    assert "This draw cannot be checked" in phone.go(f"/club/{night}/rounds/1/check").words


def test_at_most_a_hundred_pairs_are_listed(phone, store):
    people = add_people(store, 16)
    night = create_night(store, people, size=4)
    season = {pair(one, other): 1 for one, other in combinations(people, 2)}
    club_draws.draw_round(store, night, DrawRequest(1, 0, 3), Past(season=season), BEGAN)

    page = phone.go(f"/club/{night}/rounds/1/check")

    assert "120 pairs had met before" in page.words
    assert len(page.root.all("tbody")[1].all("tr")) == 100
    assert "And 20 more pairs, which had not met more often than these." in page.words


def test_a_round_that_was_not_drawn_is_not_found(phone, night):
    page = phone.go(f"/club/{night}/rounds/1/check")

    assert page.status == 404
    assert "This round has not been drawn yet." in page.words
