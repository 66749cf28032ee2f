"""Ties in a club night's ranking: shared places are marked, and tie-breaks are explained."""

from tests.club_league import (
    add_people,
    create_night,
    draw_round,
    play_out,
    present_players,
    round_matches,
    start_round,
)
from tests.web.loba_matches import create_season
from tests.web.own_rows import own_rows
from tests.web.phone import phone_of


def play_round(store, log, night, number, winner):
    draw_round(store, night, number)
    start_round(store, log, night, number)
    for match in round_matches(store, night, number):
        seats = log.sheet(match).setup.players
        play_out(log, match, winner if winner in seats else None)


def ranking_rows(page):
    [body] = page.part("Night ranking").all("tbody")
    return [row.words for row in body.all("tr")]


def test_a_tie_break_between_equal_players_is_explained(app, store, log, phone):
    add_people(store, 4)
    create_season(app)
    night = create_night(store, ["1", "2", "3", "4"], size=4)
    play_round(store, log, night, 1, winner="1")
    play_round(store, log, night, 2, winner="2")

    assert ranking_rows(phone.go(f"/club/{night}")) == [
        "1 Bruno 2 matches 2 3.50",
        "Tie-break: Bruno finished ahead of Ana in the last match that both played.",
        "2 Ana 2 matches 2 3.50",
        "3, shared Chus 2 matches 2 2.00",
        "3, shared Dina 2 matches 2 2.00",
    ]


def test_the_own_row_says_that_the_place_is_shared(app, store, log):
    people = add_people(store, 12)
    night = create_night(store, people, size=4)
    play_round(store, log, night, 1, winner=None)
    [last] = present_players(store, night)[-1:]
    phone = phone_of(app, int(last))

    [own] = own_rows(phone.go(f"/club/{night}"))

    assert own == "Lola 4th of 12, shared 0.33"
