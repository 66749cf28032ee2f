"""The questions that come next, for a phone that may lose the network: asked before their time.

Nobody knows yet what the table will say. So two tables play on here that answer otherwise in
everything: what is the same at both is known already, and stands on the page; what differs is
left open. Where they are asked different things, nothing more can be foreseen.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from flask import jsonify, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.match.sheet import Asked, Scoresheet
from scorekeeper.messages import Say
from scorekeeper.rules.arithmetic import Live
from scorekeeper.rules.display import Preview
from scorekeeper.rules.fields import Field, Kind, Look
from scorekeeper.rules.game import Game, play
from scorekeeper.rules.kernel import Position, Record
from scorekeeper.web import i18n
from scorekeeper.web.match import question_builder
from scorekeeper.web.match.context import Match, deal_of, new_key, opened, title_of
from scorekeeper.web.match.forms import AnswerForm
from scorekeeper.web.match.page import bp
from scorekeeper.web.match.question import Ask

AHEAD = 6  # stages: three deals of two each
USUAL = 20  # points or cards more than the least that one table says; the other says the least
SHAPE = ("name", "kind", "stage", "look", "seats", "choices", "pairs", "required", "everyone")
TABLES = (0, 1)


@bp.get("/<int:match_id>/ahead")
def ahead(match_id: int) -> ResponseReturnValue:
    """What is asked now and the questions after it: {"next": [{"address", "part"}]}."""
    match = opened(match_id)
    i18n.call(match.names)
    answer = jsonify(next=[drawn(match, ask, about) for ask, about in foreseen(match.sheet)])
    answer.headers["Cache-Control"] = "no-store"  # each has a key of its own
    return answer


def drawn(match: Match, ask: Ask, about: Say | None) -> dict[str, str]:
    """One question as the page shows it, and where its answer goes."""
    address = url_for("matches.record", match_id=match.id, number=ask.round, stage=ask.stage)
    part = render_template(
        "matches/_ahead.html",
        match=match,
        sheet=match.sheet,
        game=ask.game,
        people=match.people,
        everybody=tuple(match.people.values()),
        deal=deal_of,
        title_of=title_of,
        key=new_key(),
        ask=ask,
        about=about,
        others=(),
    )
    return {"address": address, "part": part}


def foreseen(sheet: Scoresheet) -> Iterator[tuple[Ask, Say | None]]:
    """The question that is asked, then those that follow whatever is said, each with the line
    below its title, if that is known."""
    asked = None if sheet.thrown_away else sheet.asked
    if asked is None:
        return
    now = question_builder.fresh(sheet.game, asked)
    yield replace(now, preview=at_rest(now.preview)), sheet.game.about(asked.position)
    tables: tuple[Asked | None, ...] = tuple(asked for _ in TABLES)
    for _ in range(AHEAD):
        tables = tuple(
            moved_on(sheet.game, at, table)
            for table, at in zip(TABLES, tables, strict=True)
            if at is not None
        )
        found = agreed(sheet.game, tables)
        if found is None:
            return
        yield found


# ---------------------------------------------------------------- two tables that play on


def moved_on(game: Game, asked: Asked, table: int) -> Asked | None:
    """What this table is asked after it answered; None once its match is over."""
    record = game.merge(asked.record, asked.stage, answers(game, asked, table))
    position, stage = asked.position, game.stage(asked.position, record)
    if stage is None:
        position, record = played(game, position, record, table), {}
        stage = None if position.over else game.stage(position, record)
    is_new = (position.number, stage) != asked[:2]
    return Asked(position.number, stage, position, record) if stage and is_new else None


def played(game: Game, position: Position, record: Record, table: int) -> Position:
    """After the deal. No total is known then, so none may be the same at both tables."""
    after = play(game, position, record).after
    return after._replace(totals={side: total + table for side, total in after.totals.items()})


def answers(game: Game, asked: Asked, table: int) -> Record:
    """What this table says to a stage: what must be said, and nothing unusual."""
    said: dict[str, Any] = {}
    for name in [field.name for field in question_builder.fields_of(game, asked, asked.record)]:
        # What may be said depends on what was said just before.
        record = game.merge(asked.record, asked.stage, said)
        now = question_builder.fields_of(game, asked, record)
        field = next((each for each in now if each.name == name), None)
        if field and is_said(field):
            said[name] = answer(field, table)
    return said


def is_said(field: Field) -> bool:
    """Whether a table says something there: who comes back is said even if it is nobody."""
    return (field.required or field.kind is Kind.SEATS) and field.look is not Look.HIDDEN


def answer(field: Field, table: int) -> Any:
    """One field's answer: the first of what there is at one table, the last at the other."""
    end = -table  # of a list: 0 is its first, -1 its last
    match field.kind:
        case Kind.NUMBERS:
            return numbers(field, table)
        case Kind.NUMBER:
            return field.limits("")[table]
        case Kind.SEAT:
            return field.seats[end]
        case Kind.PAIR:
            return list(field.pairs[end])
        case Kind.CHOICE:
            return next(c.value for c in field.choices if ("", c.value) not in field.no)
        case Kind.CARD:
            return ("2C", "KD")[table]
        case Kind.SEATS:
            return list(field.seats) if table else []
    return []


def numbers(field: Field, table: int) -> Mapping[str, int]:
    """Little, least of all the first; or for everybody what is usual. What must add up to a total
    is one seat's alone."""
    if field.total is not None:
        said = dict.fromkeys(field.seats, 0) | {field.seats[-table]: field.total}
    else:
        said = {
            seat: number(*field.limits(seat), USUAL if table else int(seat != field.seats[0]))
            for seat in field.seats
        }
    return said | {seat: fixed for seat, fixed in field.fixed.items() if seat in said}


def number(least: int, most: int, more: int) -> int:
    """So much more than the least; never what another table says, if there is another number."""
    return min(least + more, most - (more < USUAL and most > least))


# ---------------------------------------------------------------- what both agree on


def agreed(game: Game, tables: tuple[Asked | None, ...]) -> tuple[Ask, Say | None] | None:
    """The question with what is the same at both tables; None if they are not asked the same."""
    first, second = (*tables, None)[:2]
    if first is None or second is None or first[:2] != second[:2]:
        return None
    both = [question_builder.fields_of(game, at, at.record) for at in (first, second)]
    shown = open_fields(*both)
    if shown is None:
        return None
    previews = [game.preview(at.position, at.stage, at.record) for at in (first, second)]
    preview = at_rest(open_preview(*previews))
    if not preview.quick:  # the room of buttons that only the answers before decide
        room = tuple(each for each in previews[0].quick if not each.saves)
        preview = preview._replace(quick=room)
    about, other = game.about(first.position), game.about(second.position)
    if first.position.dealer != second.position.dealer:
        first = first._replace(position=first.position._replace(dealer=""))
    live = open_live(*(game.live(at.position, at.stage, at.record) for at in (first, second)))
    named = {field.name: field for field in shown}
    ask = Ask(game, first, AnswerForm(shown), {}, named, {}, preview, foreseen=live)
    return ask, about if about == other else None


def open_fields(one: tuple[Field, ...], other: tuple[Field, ...]) -> tuple[Field, ...] | None:
    """The fields with nothing in them that only one table knows; None if they are others."""
    if len(one) != len(other) or any(
        getattr(a, name) != getattr(b, name)
        for a, b in zip(one, other, strict=True)
        for name in SHAPE
    ):
        return None
    return tuple(open_field(a, b) for a, b in zip(one, other, strict=True))


def open_field(one: Field, other: Field) -> Field:
    """What both say; limits as wide as either's."""
    same = {
        f.name: getattr(one, f.name)
        for f in fields(Field)
        if getattr(one, f.name) == getattr(other, f.name)
    }
    spans = [each.limits(seat) for each in (one, other) for seat in (*each.seats, "")]
    wide = {"least": min(least for least, _ in spans), "most": max(most for _, most in spans)}
    return replace(unsaid(one), **(same | wide if "span" not in same else wide | same))


def unsaid(field: Field) -> Field:
    """The field with nothing in it that follows from a position."""
    return Field(name=field.name, kind=field.kind, stage=field.stage, label=field.label)


def open_preview(one: Preview, other: Preview) -> Preview:
    """What both say."""
    same = {
        name: getattr(one, name)
        for name in Preview._fields
        if getattr(one, name) == getattr(other, name)
    }
    return Preview(**same)


def open_live(one: Live, other: Live) -> Live:
    """What both tables would be told as it is typed."""
    same = {
        name: getattr(one, name)
        for name in Live._fields
        if getattr(one, name) == getattr(other, name)
    }
    return Live(**same)


def at_rest(preview: Preview) -> Preview:
    """Without what the page cannot tell by itself where there is no network."""
    return Preview(notes=preview.notes, quick=preview.quick, quick_says=preview.quick_says)
