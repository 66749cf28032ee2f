"""The picture of a match that has ended, at an address of its own."""

from collections.abc import Mapping

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.db.evenings import night_of
from scorekeeper.match import outcome, story
from scorekeeper.match.log import Person
from scorekeeper.messages import Say, say, say_n
from scorekeeper.web import dates
from scorekeeper.web.i18n import spoken
from scorekeeper.web.match import charts, sheets
from scorekeeper.web.match.context import Match, opened
from scorekeeper.web.match.page import headline
from scorekeeper.web.stats import match_image
from scorekeeper.web.stats.match_image import Line, MatchCard, Row, writable
from scorekeeper.web.stats.share_image import Chip, drawable

bp = Blueprint("match_pictures", __name__)
SENTENCES = 2  # of the story: there is room for so many lines


@bp.get("/matches/<int:match_id>/picture.png")
def show(match_id: int) -> ResponseReturnValue:
    """The picture; 404 while nobody has won."""
    match = opened(match_id)
    if match.sheet.thrown_away or not match.sheet.winners:
        abort(404, say("There is a picture once somebody has won the match."))
    response = Response(match_image.drawn(card_of(match)), mimetype="image/png")
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    return response.make_conditional(request)


def card_of(match: Match) -> MatchCard:
    sheet, people = match.sheet, named(match.people)
    names = sheets.names_of(sheet, people)
    chart = charts.chart(sheet, people)
    sides = outcome.seats_of(sheet)

    def text(sentence: Say) -> str:
        return drawable(spoken(sentence, names))

    ended = outcome.ended_at(sheet) or sheet.changed_at
    under = say(
        "{game} · {deals} · {day}",
        game=sheet.game.name,
        deals=say_n("one deal", "{n} deals", len(sheet.rounds)),
        day=dates.evening(night_of(ended)),
    )
    title = headline(sheet)
    return MatchCard(
        text(title) if title else sheet.game.name,
        text(under),
        tuple(
            Row(
                str(place.place),
                tuple(chip(people[seat]) for seat in sides[side]),
                names[side],
                text(place.what),
                sheet.position.totals[side],
            )
            for place in outcome.podium(sheet)
            for side in place.seats
        ),
        tuple(
            Line(chip(people[sides[line.side][0]]), line.dashed, line.at, line.label_y)
            for line in (chart.lines if chart else ())
        ),
        chart.scale if chart else (),
        tuple(text(each) for each in story.story(sheet)[:SENTENCES]),
    )


def named(people: Mapping[str, Person]) -> dict[str, Person]:
    """The same people, those whose names cannot be written by the number of their seat."""
    return {
        key: person._replace(name=writable(person.name) or spoken(say("Player {n}", n=n), {}))
        for n, (key, person) in enumerate(people.items(), start=1)
    }


def chip(person: Person) -> Chip:
    return Chip(person.colour, writable(person.initials), person.name)
