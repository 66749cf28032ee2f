"""What the page is told so that it can follow each tap by itself: static/js/stage.js reads it.

Only what the game declares, in the reader's language, with as few letters as is readable; what is
on the page anyway (names, numbers of chips, what was bid) is not said again.
"""

from functools import lru_cache
from typing import Any

from flask import current_app
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from scorekeeper.messages import Hole, Say, Translate, say, spell
from scorekeeper.rules.arithmetic import Line, Totals
from scorekeeper.rules.fields import Field, Kind, Limits, Look
from scorekeeper.web import i18n
from scorekeeper.web.match.question import Ask, needs_values

Data = dict[str, Any]
LINES = ("strip", "says", "headline", "under")


def live_data(ask: Ask, prefix: str = "") -> Markup:
    """All that the page is told of one stage, as JSON; nothing where a button answers it instead.

    `prefix` stands before the names of inputs where an old deal is corrected; its sentences are
    not shown there.
    """
    found = {} if ask.instead else data_of(ask, prefix)
    return htmlsafe_json_dumps(found, separators=(",", ":"), ensure_ascii=False)


def data_of(ask: Ask, prefix: str) -> Data:
    found: Data = {"prefix": prefix} if prefix else {}
    found["fields"] = {}
    for box in ask.boxes:
        field = ask.fields[box.asked.name]
        if data := of_field(ask, field):
            found["fields"][field.name] = data
        elif needs_values(field):
            found["fields"][field.name] = {}
    for name in LINES if not prefix else ():
        if lines := getattr(ask.live, name):
            found[name] = [of_line(line) for line in lines if is_known(ask, line)]
    if ask.live.totals:
        found["totals"] = of_totals(ask.live.totals)
    return found


def of_field(ask: Ask, field: Field) -> Data:
    """A field's limits and what follows from the other numbers of it, as far as it has any."""
    found: Data = {}
    is_typed = field.kind in (Kind.NUMBER, Kind.NUMBERS) and field.look is not Look.CHIPS
    if not needs_values(field) and not field.unless:
        found["free"] = 1
    if field.kind is Kind.CARD:
        found["one"] = 1
    if field.total is not None:
        found["total"] = field.total
    if field.avoid:
        found["avoid"] = [field.avoid.seat, field.avoid.total, told(field.avoid.why)]
    if field.unless:
        found["unless"] = field.unless
    if is_typed and not field.choices:
        found |= limits(ask, field)
    if found == {"free": 1}:
        return {}
    return found


def limits(ask: Ask, field: Field) -> Data:
    """What a number may be, and the sentence if it is more. The named seat's limits are apart."""
    found: Data = {"within": [field.least, field.most]}
    if not field.soft:
        found["over"] = over(field.out_of_range, field)
    named = field.named
    now = ask.said.get(named.by) if named else None
    if span := {seat: within for seat, within in field.span.items() if seat != now}:
        found["span"] = span
        found["says"] = {
            seat: over(field.span_says[seat], field) for seat in span if seat in field.span_says
        }
    if no := [value for seat, value in field.no if not seat]:
        found["no"] = no
    if named:
        found["named"] = [
            named.by,
            named.of,
            {value: of_limits(each, field) for value, each in named.by_value.items()},
        ]
    return found


def of_limits(limits: Limits, field: Field) -> Data:
    """Limits of the named seat."""
    found: Data = {"within": [limits.least, limits.most]}
    if limits.says:
        says = limits.says._replace(values={**limits.says.values, "who": Hole("seat")})
        found["over"] = told(says)
    for name in ("fixed", "points"):
        if getattr(limits, name) is not None:
            found[name] = getattr(limits, name)
    if limits.decides:
        found["decides"] = 1
    return found


def over(sentence: Say | None, field: Field) -> str:
    """The sentence for a number above its limit, with the name of whose it is."""
    if sentence is None:
        sentence = say(
            "{what}: between {least} and {most}.",
            what=field.label,
            least=field.least,
            most=field.most,
        )
    if field.seats:
        sentence = say("{who}: {what}", who=Hole("seat"), what=sentence)
    return told(sentence)


def is_known(ask: Ask, line: Line) -> bool:
    """Whether the page has what the line needs: before its time, nobody knows what was bid."""
    holes = [value for value in line.says.values.values() if isinstance(value, Hole)]
    return all(hole.kind != "kept" or ask.fields[hole.field].mark for hole in holes)


def of_line(line: Line) -> Data:
    """One sentence and its conditions; of one that changes with a number both forms."""
    values = dict(line.says.values)
    found: Data = {}
    for key, value in values.items():
        if isinstance(value, list) and value and isinstance(value[0], Line):
            found["list"] = [of_line(each) for each in value]
            values[key] = Hole("list")
        elif isinstance(value, Hole) and value.none:
            found["none"] = told(value.none)
        elif isinstance(value, Hole) and key == "n":
            found["n"] = value.field
    says = line.says._replace(values=values)
    found["say"] = [told(says), told_of_many(says)] if says.many else told(says)
    for name in ("open", "whole", "where", "least", "below", "adds_up"):
        if condition := getattr(line, name):
            found[name] = condition
    return found


def of_totals(totals: Totals) -> Data:
    """The totals now, and what is said of whoever is out."""
    found: Data = {"of": totals.field, "now": totals.now}
    if totals.out is not None and totals.word and totals.reaches and totals.may_return:
        found |= {
            "out": totals.out,
            "word": told(totals.word),
            "reaches": told(totals.reaches),
            "back": told(totals.may_return),
            "may": totals.returning,
            "stay": totals.staying,
        }
    return found


def translate() -> Translate:
    found: Translate = current_app.extensions["scorekeeper.translate"]
    return found


def told(sentence: Say) -> str:
    """A sentence with the names of this page; what is typed leaves its holes."""
    if any(type(value) not in (int, str, Hole) for value in sentence.values.values()):
        return spell(sentence, i18n.called.get(), translate())
    return told_of_nobody(sentence, translate())


@lru_cache(256)
def told_of_nobody(sentence: Say, translate: Translate) -> str:
    """A sentence without names: the same ones are told at every stage."""
    return spell(sentence, {}, translate)


def told_of_many(sentence: Say) -> str:
    """The form of it for more than one."""
    template = translate()(sentence.template, sentence.many, 2)
    return spell(Say(template, sentence.values), i18n.called.get(), translate())
