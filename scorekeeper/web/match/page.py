"""The page of a match and its one part: the question, or the end, with the sheet beside it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.match import outcome, story
from scorekeeper.match.sheet import Asked, Scoresheet
from scorekeeper.messages import Name, Say, say, say_n
from scorekeeper.rules.display import Place
from scorekeeper.rules.fields import Field, Kind
from scorekeeper.rules.kernel import Part, Problem
from scorekeeper.stats import settlement
from scorekeeper.web import permissions
from scorekeeper.web.match import charts, question_builder, sheets
from scorekeeper.web.match.context import LAST_ROWS, Match, opened, render, wants_part
from scorekeeper.web.match.question import Ask
from scorekeeper.web.match.submissions import Own, Said, arrived, of_seat, own_seat, so_far

STEPS = 3  # of the podium
MOST_NAMED = 4  # players on a step of the podium, and winners in a title

bp = Blueprint("matches", __name__, url_prefix="/matches")


class Step(NamedTuple):
    """A place at the end, with the people who share it, side by side."""

    place: Place
    sides: tuple[tuple[str, ...], ...]

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(seat for side in self.sides for seat in side)

    @property
    def is_crowd(self) -> bool:
        """Whether there are too many names to write them on a step."""
        return len(self.seats) > MOST_NAMED


def last_of(match: Match) -> int | None:
    """The version of the step that undo would take back."""
    return match.sheet.last_step.version if match.sheet.last_step else None


def next_question(sheet: Scoresheet, instead: bool = False) -> Ask | None:
    """The question that is asked next, or the one that may be answered instead of it."""
    asked = sheet.asked
    if asked is None or sheet.thrown_away:
        return None
    others = sheet.game.others(asked.position, asked.record)
    if instead and others:
        asked = asked._replace(stage=others[0])
    return before_undo(sheet, asked) or question_builder.fresh(sheet.game, asked)


def before_undo(sheet: Scoresheet, asked: Asked) -> Ask | None:
    """The question with the answers that were undone; None if there are none."""
    answers = sheet.answers_before_undo(asked)
    if answers is None:
        return None
    empty = question_builder.fresh(sheet.game, asked)
    for quick in empty.buttons.values():
        if quick.answers == answers:
            return replace(empty, instead=quick)
    names = {field.name for field in question_builder.fields_of(sheet.game, asked, answers)}
    filled = {name: value for name, value in answers.items() if name in names}
    return question_builder.fresh(sheet.game, asked, filled)


def question(match: Match, instead: bool = False, seat: str = "") -> Ask | None:
    """The same on the page of a match: with what players have sent from their own phones; or with
    this seat chosen, where the question is for one.
    """
    field = seat_asked(match.sheet)
    if match.sheet.asked and field and seat in field.seats and not instead:
        return question_builder.fresh(match.sheet.game, match.sheet.asked, {field.name: seat})
    ask = next_question(match.sheet, instead)
    return arrived(match, ask) if ask else None


def seat_asked(sheet: Scoresheet) -> Field | None:
    """What the next question asks about one seat, if it must: who went out."""
    asked = sheet.asked
    if asked is None or sheet.thrown_away:
        return None
    fields = question_builder.fields_of(sheet.game, asked, asked.record)
    return next((each for each in fields if each.kind is Kind.SEAT and each.required), None)


def page(
    match: Match,
    ask: Ask | None,
    status: int = 200,
    *,
    saved: str = "",
    late: bool = False,
    refusal: Sequence[Problem] = (),
    own: Own | None = None,
) -> ResponseReturnValue:
    """The match: its whole page, or the part that htmx swaps after a POST.

    `late`: what was wanted had been overtaken; `refusal`: why it may not be. `own` is shown in the
    place of the question, and to who may not answer that.
    """
    sheet = match.sheet
    others_said: Said = {}
    if ask and (own or not permissions.may("matches.record")):
        seat = own_seat(match)
        own = own or of_seat(match, seat)
        others_said = so_far(match, seat if own else None)
    ended = None if ask or sheet.thrown_away else ending(match)
    return render(
        "matches/_match.html" if wants_part() else "matches/show.html",
        match,
        status,
        ask=ask,
        saved=saved,
        ended=ended,
        late=late,
        refusal=refusal,
        board=sheets.board(sheet, match.people, LAST_ROWS),
        others=others(sheet) if ask else (),
        own=own,
        others_said=others_said,
    )


def others(sheet: Scoresheet) -> tuple[str, ...]:
    """Stages that may be answered instead of the one that is asked."""
    return sheet.game.others(sheet.position, sheet.record)


def ending(match: Match) -> dict[str, object]:
    """Places, the story, what changes hands and who pays whom."""
    sheet = match.sheet
    places = who_is_where(sheet)
    extras = sheet.game.extras(sheet.rounds, sheet.position)
    net = sheet.game.net(sheet.rounds, sheet.position) if sheet.ended != "unfinished" else {}
    return {
        "headline": headline(sheet),
        "places": outcome.podium(sheet),
        "steps": places[:STEPS],
        "below": [each for n, each in enumerate(places) if each.is_crowd or n >= STEPS],
        "payments": settlement.payments(net),
        "adds_up": adds_up(sheet),
        "extras": extras,
        "back": extras.get("reenlisted", {}),
        "story": story.story(sheet),
        "chart": charts.chart(sheet, match.people),
    }


def headline(sheet: Scoresheet) -> Say | None:
    """Who won, short enough for a title; None if nobody did."""
    if not sheet.winners:
        return None
    won, who = len(outcome.winners(sheet)), [Name(side) for side in sheet.winners]
    if len(who) > MOST_NAMED:
        return say("{n} players share the win", n=won)
    return say_n("{who} wins", "{who} win", won, who=who)


def who_is_where(sheet: Scoresheet) -> list[Step]:
    """Everybody's place at the end, the best first."""
    sides = outcome.seats_of(sheet)
    return [
        Step(place, tuple(tuple(sides[side]) for side in place.seats))
        for place in outcome.podium(sheet)
    ]


def adds_up(sheet: Scoresheet) -> dict[str, list[Part]]:
    """What each side's result is made of, where that is more than its total."""
    found: dict[str, list[Part]] = {}
    for part in sheet.game.adds_up(sheet.rounds, sheet.position) if sheet.game.adds_up else ():
        found.setdefault(part.side, []).append(part)
    return found


def written(
    match_id: int, *, instead: bool = False, saved: str = "saved", match: Match | None = None
) -> ResponseReturnValue:
    """After a change: the next question, with a word on it: "saved", "undone", "draft" or none.

    `match` is how the change left it, where that is known and need not be asked again.
    """
    match = match or opened(match_id)
    if wants_part():
        return page(match, question(match, instead), saved=saved)
    flag = 1 if instead else None  # None is left out of the address
    told = last_of(match) if saved == "saved" else saved or None
    page_of_it = url_for("matches.show", match_id=match_id, saved=told, instead=flag)
    return redirect(page_of_it, code=303)
