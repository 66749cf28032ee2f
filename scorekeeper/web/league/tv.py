"""The wall: a television that shows what is going on, large, and on which nothing is tapped.

It follows the match that was touched last; once that has ended, its podium for a while; else the
season's table.
"""

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from flask import Blueprint, current_app, g, render_template, url_for

from scorekeeper.league import match_lists
from scorekeeper.league.match_lists import Played
from scorekeeper.match import outcome
from scorekeeper.match.log import Missing, Person
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Say
from scorekeeper.rules.fields import Field, Kind, Look
from scorekeeper.stats.scheme_text import title
from scorekeeper.stats.schemes import ALL_TIME
from scorekeeper.web import i18n
from scorekeeper.web.league import home
from scorekeeper.web.match import sheets
from scorekeeper.web.match.context import now, the_log
from scorekeeper.web.match.page import next_question
from scorekeeper.web.match.sheets import Head
from scorekeeper.web.seasons import season_table
from scorekeeper.web.shared.page_cache import open_books
from scorekeeper.web.shared.qr_code import drawn, outside

bp = Blueprint("wall", __name__)
PODIUM = 30 * 60  # seconds that the end of a match stays on the wall
FORGOTTEN = 12 * 60 * 60  # seconds after which a match nobody touched is not being played
MOST = 10  # rows of the season's table
LAID_OUT = (Look.CHIPS, Look.TABLE)
square = lru_cache(8)(drawn)


class Line(NamedTuple):
    """A side: what it said so far in this deal (None: nothing), what the last deal brought."""

    head: Head
    said: tuple[int | None, ...]
    last: int | None
    deals: bool
    is_next: bool
    is_out: bool


class Step(NamedTuple):
    """A place and all who share it."""

    place: int
    people: tuple[Person, ...]
    what: Say


@bp.get("/tv")
def show() -> str:
    """What is on."""
    g.besides = match_lists.being_played()  # before anything of them is read
    books = open_books()
    people = books.facts.people
    season = books.facts.season(books.facts.current)
    match = on_now()
    try:
        shown = seen(match) if match else {}
    except Missing:
        match, shown = None, {}
    names = {key: person.name for key, person in people.items()}
    i18n.call(names | (sheets.names_of(shown["sheet"], match.people) if match else {}))
    table = season_table.table_of(books, season)
    return render_template(
        "wall/show.html",
        league=books.facts,
        people=people,
        season=season,
        match=match,
        lines=(table.ranked or table.lines)[:MOST],
        title_of=title(season.scheme if season else ALL_TIME),
        build=build(),
        door=door(),
        square=square(f"{outside()}{url_for('joining.show')}"),
        **shown,
    )


def on_now() -> Played | None:
    """The match that is played, or that has just ended: whichever was touched last."""
    playing = next(iter(match_lists.running(limit=1)), None)
    if playing and playing.changed_at < now() - FORGOTTEN:
        playing = None
    ended = match_lists.just_ended(since=now() - PODIUM)
    if ended and playing:
        return ended if (ended.ended_at or 0) > playing.changed_at else playing
    return playing or ended


def seen(match: Played) -> Mapping[str, Any]:
    """What the wall shows of a match."""
    sheet = the_log().sheet(match.id)
    shown = {"sheet": sheet, "game": sheet.game}
    if sheet.is_over:
        return shown | {
            "steps": steps(sheet, match.people),
            "winners": sheet.winners,
            "winning": len(outcome.winners(sheet)),
        }
    ask, said = next_question(sheet), said_so_far(sheet)
    rows = [
        line(sheet, head, said, ask.next_seat if ask else None)
        for head in sheets.heads(sheet, match.people)
    ]
    return shown | {
        "card": home.card(match),
        "labels": [field.label for field in said],
        "rows": rows,
    }


def steps(sheet: Scoresheet, people: Mapping[str, Person]) -> list[Step]:
    """The podium, and who came after."""
    sides = sheet.game.sides(sheet.setup)
    return [
        Step(
            each.place,
            tuple(people[seat] for side in each.seats for seat in sides[side]),
            each.what,
        )
        for each in outcome.podium(sheet)
    ]


def said_so_far(sheet: Scoresheet) -> list[Field]:
    """The numbers that earlier stages of this deal gave each player: what was bid."""
    asked = sheet.asked
    if asked is None:
        return []
    return [
        field
        for field in sheet.game.fields(asked.position, asked.record)
        if field.kind is Kind.NUMBERS
        and field.look in LAID_OUT
        and field.stage != asked.stage
        and field.name in asked.record
    ]


def line(sheet: Scoresheet, head: Head, said: list[Field], next_seat: str | None) -> Line:
    position, seats = sheet.position, [person.key for person in head.people]
    return Line(
        head,
        tuple(number_of(sheet.record[field.name], seats) for field in said),
        sheet.rounds[-1].points.get(head.side) if sheet.rounds else None,
        position.dealer in seats,
        next_seat in seats,
        all(seat in position.out for seat in seats),
    )


def number_of(answers: Mapping[str, int], seats: list[str]) -> int | None:
    """What these seats said together."""
    said = [answers[seat] for seat in seats if seat in answers]
    return sum(said) if said else None


def build() -> str:
    """A word that becomes another when this program does: a page of an older one is reloaded."""
    hashes = current_app.extensions["scorekeeper.assets"]
    return hashlib.sha256(repr(sorted(hashes.items())).encode()).hexdigest()[:16]


def door() -> str:
    """What is typed to come in, without what every browser adds by itself."""
    return f"{outside()}{url_for('joining.show')}".partition("://")[2]
