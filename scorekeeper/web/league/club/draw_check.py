"""The page on which anyone can check how a round of a club night was drawn."""

from collections.abc import Mapping
from typing import NamedTuple

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.club.draw_inputs import DrawInputs
from scorekeeper.league.club import draw_check as club_draw_check
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club.draw_check import TableSeat
from scorekeeper.match.names import name_sort_key
from scorekeeper.match.people import Person
from scorekeeper.messages import AndList, Message, say
from scorekeeper.rules import GAMES
from scorekeeper.stats.strength import displayed_strength
from scorekeeper.web.league.club.night_view import (
    DRAW_METHOD_NOTES,
    DRAW_METHOD_TITLES,
    night_title,
)
from scorekeeper.web.shared.page_cache import cache_page, snapshot_for_page
from scorekeeper.web.shared.session import current_store

bp = Blueprint("club_draw_check", __name__)
MAX_PAIRS = 100  # pairs that the page lists


class DrawnPlayer(NamedTuple):
    """A player of the draw, with the values that the draw used.

    `strength` is the displayed value, or None if the method does not use it.
    """

    person: Person
    played: int
    sat_out: int
    strength: int | None


class DrawnPair(NamedTuple):
    """Two players who had met before the draw, and how often they had met.

    `tonight` and `season` count their meetings that night and that season.
    """

    people: tuple[Person, Person]
    tonight: int
    season: int


@bp.get("/club/<int:night_id>/rounds/<int:number>/check")
@cache_page()
def show(night_id: int, number: int) -> ResponseReturnValue:
    """Repeat a round's draw, and show its inputs and whether the tables are the same."""
    night = club_nights.get_night(current_store(), night_id)
    check = club_draw_check.check_draw(current_store(), night_id, number)
    people = snapshot_for_page().league_state.people
    inputs = check.inputs
    return render_template(
        "league/club/draw_check.html",
        night=night,
        title=night_title(night),
        round=check.round,
        game=GAMES[check.round.game],
        method=DRAW_METHOD_TITLES[check.round.method],
        note=DRAW_METHOD_NOTES[check.round.method],
        inputs=inputs,
        is_unreadable=check.is_unreadable,
        sizes=AndList(str(n) for n in inputs.sizes) if inputs else "",
        moved_seats=[
            (people[each.player], seat_in_words(each.drawn), seat_in_words(each.current))
            for each in check.moves
            if each.player in people
        ],
        players=drawn_players(inputs, people) if inputs else [],
        pairs=drawn_pairs(inputs, people) if inputs else [],
        max_pairs=MAX_PAIRS,
    )


def seat_in_words(seat: TableSeat | None) -> Message:
    if seat is None:
        return say("not in the draw")
    table, number = seat
    return say("table {n}, seat {seat}", n=table, seat=number) if table else say("sits out")


def drawn_players(inputs: DrawInputs, people: Mapping[str, Person]) -> list[DrawnPlayer]:
    """Return the draw's players, the strongest first if the draw used strengths."""
    strengths = inputs.past.strengths
    players = [
        DrawnPlayer(
            people[key],
            inputs.played.get(key, 0),
            inputs.sat_out.get(key, 0),
            displayed_strength(strengths[key]) if key in strengths else None,
        )
        for key in inputs.people
        if key in people
    ]
    return sorted(
        players, key=lambda each: (-(each.strength or 0), name_sort_key(each.person.name))
    )


def drawn_pairs(inputs: DrawInputs, people: Mapping[str, Person]) -> list[DrawnPair]:
    """Return the pairs who had met before the draw. The pairs who had met most often come first."""
    tonight, season = inputs.past.tonight, inputs.past.season
    pairs = [
        DrawnPair((people[pair[0]], people[pair[1]]), tonight.get(pair, 0), season.get(pair, 0))
        for pair in {**tonight, **season}
        if pair[0] in people and pair[1] in people
    ]
    return sorted(
        pairs,
        key=lambda pair: (
            -pair.tonight,
            -pair.season,
            *(name_sort_key(each.name) for each in pair.people),
        ),
    )
