"""Each his own: what a player can enter on his own phone, and how it stands on the scorer's page.

He saves nothing. Who keeps score sees what came in the rows it belongs to, may write something
else there, and saves the form as it stands.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from flask import g
from werkzeug.datastructures import MultiDict

from scorekeeper.match import submissions
from scorekeeper.match.log import Slip
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Say, say
from scorekeeper.rules.fields import Field, Kind
from scorekeeper.rules.kernel import Record
from scorekeeper.web.match import question_builder
from scorekeeper.web.match.context import Match, the_log
from scorekeeper.web.match.forms import AnswerForm
from scorekeeper.web.match.inputs import Came
from scorekeeper.web.match.question import Ask
from scorekeeper.web.match.question_builder import CAME, REST

Posted = MultiDict[str, str]
Said = Mapping[str, Say | None]  # by seat, in a word; None: nobody may know it yet


@dataclass(frozen=True)
class Own:
    """The question with the row of one seat and nothing else."""

    ask: Ask
    seat: str
    label: Say
    is_sent: bool

    @property
    def said(self) -> Record:
        """The seat's values by field; what was left empty is not in it."""
        found: dict[str, int | bool] = {}
        for box in self.ask.boxes:
            if box.asked.kind is Kind.SEATS:
                found[box.asked.name] = box.typed.get(self.seat) == "yes"
            elif box.answer and self.seat in box.answer:
                found[box.asked.name] = box.answer[self.seat]
        return found


def own_seat(match: Match) -> str | None:
    """Whose phone asks, if he plays in this match; also if he was entered twice."""
    player: str | None = g.get("me") or None
    if player is None or player in match.people:
        return player
    seats = tuple(match.people)
    me, *now = the_log().today((player, *seats))
    return next((seat for seat, key in zip(seats, now, strict=True) if key == me), None)


def of_seat(match: Match, seat: str | None, posted: Posted | None = None) -> Own | None:
    """What this seat may enter now, as it was typed, or else as it was handed in; None: nothing."""
    sheet = match.sheet
    asked = sheet.asked
    if seat is None or asked is None or sheet.thrown_away:
        return None
    waiting = match.waiting
    known = [slip for slip in waiting.values() if slip.seat == seat or not is_secret(sheet)]
    fields = [
        replace(field, seats=(seat,), rest={})
        for field in submissions.fields_of(sheet, asked, seat, known)
    ]
    if not fields:
        return None
    form = AnswerForm(tuple(fields), posted, earlier(waiting.get(seat)))
    record = submissions.together(sheet, asked, known)
    preview = sheet.game.preview(asked.position, asked.stage, record)
    allowed = {field.name: field for field in fields}
    ask = Ask(sheet.game, asked, form, form.answers, allowed, {}, preview)
    return Own(ask, seat, fields[0].label, seat in waiting)


def earlier(slip: Slip | None) -> Record:
    """A slip as the answers of a form that asks its seat alone."""
    found: dict[str, object] = {}
    if slip is None:
        return found
    for name, value in slip.answers.items():
        alone = [slip.seat] if value else []
        found[name] = alone if isinstance(value, bool) else {slip.seat: value}
    return found


def is_secret(sheet: Scoresheet) -> bool:
    """Whether nobody may know of another what he says to the stage that is asked."""
    return sheet.asked is not None and sheet.asked.stage in sheet.game.secret


def so_far(match: Match, but: str | None = None) -> Said:
    """What came from everybody `but` one, in a word, for who looks on."""
    asked = match.sheet.asked
    if asked is None or not match.waiting:
        return {}
    fields = submissions.own_fields(match.sheet, asked, match.waiting.values())
    field = next(fields)
    return {
        seat: None if is_secret(match.sheet) else in_a_word(field, slip)
        for seat, slip in match.waiting.items()
        if seat != but
    }


def in_a_word(field: Field, slip: Slip) -> Say:
    value = slip.answers.get(field.name)
    if isinstance(value, bool):
        words = {choice.value: choice.label for choice in field.choices}
        return words[text_of(value)]
    return say("–") if value is None else say("{n}", n=value)


def text_of(value: int | bool) -> str:
    """A value as it would be typed."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


# ---------------------------------------------------------------- the page of who keeps score


class Text(NamedTuple):
    """One value that was handed in, as it would be typed into the input `name`."""

    name: str
    field: str
    slip: Slip
    text: str


def texts(match: Match, ask: Ask) -> Iterator[Text]:
    """All that was handed in for this question."""
    waiting = match.waiting
    if not waiting or ask.asked != match.sheet.asked:
        return
    for field in submissions.own_fields(match.sheet, ask.asked, waiting.values()):
        for seat, slip in waiting.items():
            if seat in field.seats and field.name in slip.answers:
                text = text_of(slip.answers[field.name])
                yield Text(f"{field.name}-{seat}", field.name, slip, text)


def arrived(match: Match, ask: Ask, posted: Posted | None = None) -> Ask:
    """The question with what players sent filled in where nothing else was said.

    `posted` is the form as it stands on the page; without it the page is new.
    """
    found = list(texts(match, ask))
    if not found and not (posted and CAME in posted):
        return ask
    if not is_hidden(ask, found):
        form = as_it_stands(ask) if posted is None else posted.copy()
        put_in(form, ask, {each.name: each.text for each in found})
        ask = question_builder.typed(ask.game, ask.asked, form, looking=True)
    return marked(match, ask)


def marked(match: Match, ask: Ask) -> Ask:
    """The same question, with what came from where."""
    found = list(texts(match, ask))
    hidden = is_hidden(ask, found)
    typed = {box.input(key): box.typed.get(key) for box in ask.boxes for key in box.keys}
    return replace(
        ask,
        came={
            (each.field, each.slip.seat): Came(
                each.slip.phone, None if hidden else each.text, typed.get(each.name) == each.text
            )
            for each in found
        },
    )


def is_hidden(ask: Ask, found: Iterable[Text]) -> bool:
    """Whether what came is a secret still: somebody has not said his on any phone."""
    if ask.stage not in ask.game.secret:
        return False
    names = {each.name for each in found}
    return not all(
        box.typed.get(key) or box.input(key) in names
        for box in ask.boxes
        if box.asked.kind in submissions.OWN and box.asked.required
        for key in box.keys
    )


def as_it_stands(ask: Ask) -> Posted:
    """The form of a new page as it would be sent."""
    return MultiDict(
        (box.input(key), box.typed[key])
        for box in ask.boxes
        for key in box.keys
        if key in box.typed
    )


def put_in(form: Posted, ask: Ask, now: Mapping[str, str]) -> None:
    """Write what came into the form where nothing was said, or where what came before stands yet;
    what was taken back goes.
    """
    before = {name: text for name, _, text in map(at_equals, form.getlist(CAME))}
    usual = {box.input(key): str(box.asked.default) for box in ask.boxes for key in box.keys}
    suggested = form.getlist(REST)
    for name in {**before, **now}:
        said = form.get(name, "")
        is_open = said in ("", usual.get(name)) or f"{name}={said}" in suggested
        if said == before[name] if name in before else is_open:
            form.setlist(name, [now[name]] if name in now else [])


def at_equals(text: str) -> tuple[str, str, str]:
    return text.partition("=")
