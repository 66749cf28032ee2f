"""JSON that lets the page compute sums, limits and hints itself (static/js/stage.js).

It contains the game's declarations for a stage, with sentences in the reader's language and short
keys. Data that is already on the page (names, chip values, bids) is left out.

prefix    the prefix of the input names, only in a correction
given     the cards of earlier stages: rank and suit by field; not in a predicted question
fields    by name of the field (scorekeeper/rules/fields.py):
  free      1 if the field may be left empty
  one       1 if the field has several inputs, but counts as one value (a card)
  total     limits.total
  avoid     hints.forbidden_sum: seat, total, reason
  bars      hints.forbidden_by_rank: card_field, ranks, choice, reason
  unless    hints.not_asked_if: field, values
  marks     hints.marked_field: field, note; only in a predicted question, which has no marks yet
  within    limits.least, limits.most
  over      limits.sentence, or a default sentence; left out if limits.is_soft
  no        the numbers in `forbidden` that no seat may enter, with the reasons
  by        hints.limits_by_number: number_field, by_value (within, over)
  named     hints.named_seat_limits: seat_field, value_field, by_value:
    within    least, most
    over      sentence
    fixed     fixed_number
    points    points
    card      most_by_rank: card_field, by_rank
    decides   1 if ends_match
status_line, save_note, headline, detail    lists of LiveLine (scorekeeper/rules/live_hints.py):
  say       sentence, or its singular and plural
  list      the lines that replace {list:} in the sentence
  none      the `none` of its placeholder, which replaces an empty list of names
  n         the field whose missing numbers decide between singular and plural
  missing, complete, one_of, at_least, less_than, adds_up, exceeds, same, card    as in LiveLine
  refuses   1 if refuses
totals    as in totals_data.py
calls     hints.next_calls, for the script that counts further calls (static/js/calls.js):
  held      held, in seat order
  field     number_field
  last, note, refusal    sentences
  call      the text of a call
  says      the label of the button of a pair
"""

from typing import Any

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from scorekeeper.messages import Message, Placeholder, say
from scorekeeper.rules.cards import card_in
from scorekeeper.rules.fields import (
    Field,
    FieldKind,
    FieldLayout,
    NextCalls,
    PageHints,
    SeatLimits,
)
from scorekeeper.rules.live_hints import LiveLine
from scorekeeper.web.match.questions.page_text import page_text, plural_text
from scorekeeper.web.match.questions.question import QuestionView
from scorekeeper.web.match.questions.stage_values import needs_values
from scorekeeper.web.match.questions.totals_data import totals_data

Data = dict[str, Any]
# The parts of LiveHints that contain sentences. They are also the keys in the data, and the
# `data-line` of the elements that show the sentences.
LIVE_LINES = ("status_line", "save_note", "headline", "detail")


def live_data(question: QuestionView, prefix: str = "") -> Markup:
    """Return the data of one stage as JSON.

    If a button has answered the whole stage, the JSON is an empty object. In a correction, `prefix`
    is the prefix of the input names, and only sentences that refuse the values are included.
    """
    data = {} if question.quick_answer else question_data(question, prefix)
    return htmlsafe_json_dumps(data, separators=(",", ":"), ensure_ascii=False)


def question_data(question: QuestionView, prefix: str) -> Data:
    data: Data = {"prefix": prefix} if prefix else {}
    if given := earlier_cards(question):
        data["given"] = given
    data["fields"] = {}
    for box in question.boxes:
        field = question.fields[box.field.name]
        declared = field_data(field)
        if declared or needs_values(field):
            data["fields"][field.name] = declared
        if field.hints.next_calls and not prefix:
            data["calls"] = calls_data(field.hints.next_calls)
    for name in LIVE_LINES:
        lines = [line for line in getattr(question.live, name) if line.refuses or not prefix]
        if lines:
            data[name] = [line_data(line) for line in lines if has_known_values(question, line)]
    totals = question.live.totals
    if totals and not (prefix and totals.hand and len(totals.hand.sides[0]) > 1):
        data["totals"] = totals_data(totals)
    return data


def earlier_cards(question: QuestionView) -> Data:
    """Return the rank and the suit of the cards in earlier stages, by field.

    A predicted question has none, because the cards of its simulated answers are not the real ones.
    """
    answers = question.asked_stage.deal_answers if question.predicted_live is None else {}
    cards = {name: card_in(answers, name) for name in answers}
    return {name: [card[:-1], card[-1]] for name, card in cards.items() if card}


def field_data(field: Field) -> Data:
    """Return the conditions that the page checks for a field, such as its limits and its total.

    The data is empty if it would say only that the field may be left empty.
    """
    data: Data = {}
    is_typed = (
        field.kind in (FieldKind.NUMBER, FieldKind.NUMBERS)
        and field.layout is not FieldLayout.CHIPS
    )
    if not needs_values(field) and not field.hints.not_asked_if:
        data["free"] = 1
    if field.kind is FieldKind.CARD:
        data["one"] = 1
    if field.limits.total is not None:
        data["total"] = field.limits.total
    if field.hints.not_asked_if:
        data["unless"] = field.hints.not_asked_if
    data |= forbidden_data(field.hints) | marks_data(field.hints)
    if is_typed and not field.choices:
        data |= limits_data(field)
    if data == {"free": 1}:
        return {}
    return data


def forbidden_data(hints: PageHints) -> Data:
    """Return the rules that forbid a value because of other values."""
    data: Data = {}
    if rule := hints.forbidden_sum:
        data["avoid"] = [rule.seat, rule.total, page_text(rule.reason)]
    if bar := hints.forbidden_by_rank:
        data["bars"] = [bar.card_field, bar.ranks, bar.choice, page_text(bar.reason)]
    return data


def marks_data(hints: PageHints) -> Data:
    """Return the field in which the page finds the numbers to mark.

    The data is empty if the numbers are marked already.
    """
    marks = hints.marked_field
    return (
        {"marks": [marks.field, page_text(marks.note)]}
        if marks and not hints.marked_numbers
        else {}
    )


def calls_data(calls: NextCalls) -> Data:
    """Return the counters in seat order, their field, and the sentences about further calls."""
    pair = {"one": Placeholder("caller"), "other": Placeholder("called")}
    sentences = {
        "last": calls.last,
        "note": calls.note,
        "refusal": calls.refusal,
        "call": say("{one} calls {other}", **pair),
        "says": say("{one} calls {other}, {n} so far", **pair, n=Placeholder("n")),
    }
    return {
        "held": list(calls.held.values()),
        "field": calls.number_field,
        **{name: page_text(sentence) for name, sentence in sentences.items()},
    }


def limits_data(field: Field) -> Data:
    """Return a field's limits, overall and by seat, and the sentence for numbers outside them.

    Limits that depend on another field are returned separately. The page applies them itself,
    because that field can change.
    """
    data: Data = {"within": [field.limits.least, field.limits.most]}
    if not field.limits.is_soft:
        data["over"] = over_limit_text(field.limits.sentence, field)
    if forbidden := field.forbidden_values(""):
        data["no"] = {number: page_text(why) for number, why in forbidden}
    if by_number := field.hints.limits_by_number:
        data["by"] = [
            by_number.number_field,
            {
                n: {
                    "within": [each.least, each.most],
                    "over": over_limit_text(each.sentence, field),
                }
                for n, each in by_number.by_value.items()
            },
        ]
    if named := field.hints.named_seat_limits:
        data["named"] = [
            named.seat_field,
            named.value_field,
            {value: named_limits_data(each) for value, each in named.by_value.items()},
        ]
    return data


def named_limits_data(limits: SeatLimits) -> Data:
    """Return the limits of the seat that another field names, and the effects of its number."""
    data: Data = {"within": [limits.least, limits.most]}
    if limits.sentence:
        holes = {"who": Placeholder("seat"), "limit": Placeholder("most")}
        sentence = limits.sentence._replace(values={**limits.sentence.values, **holes})
        data["over"] = page_text(sentence)
    if limits.fixed_number is not None:
        data["fixed"] = limits.fixed_number
    if limits.points is not None:
        data["points"] = limits.points
    if limits.most_by_rank:
        data["card"] = limits.most_by_rank
    if limits.ends_match:
        data["decides"] = 1
    return data


def over_limit_text(sentence: Message | None, field: Field) -> str:
    """Return the sentence for a number outside its limits, with a placeholder for the player."""
    if sentence is None:
        sentence = say(
            "{what} must be between {least} and {most}.",
            what=field.label,
            least=field.limits.least,
            most=field.limits.most,
        )
    if field.seats:
        sentence = say("{who}: {what}", who=Placeholder("seat"), what=sentence)
    return page_text(sentence)


def has_known_values(question: QuestionView, line: LiveLine) -> bool:
    """Return whether the page has the values that the line needs.

    A predicted question may have no bids. In that case, the line about made bids is left out,
    unless the page knows where the bids were entered.
    """
    holes = [value for value in line.sentence.values.values() if isinstance(value, Placeholder)]
    marked = [question.fields[hole.field].hints for hole in holes if hole.kind == "marked"]
    return all(hints.marked_numbers or hints.marked_field for hints in marked)


CONDITIONS = (
    "missing",
    "complete",
    "one_of",
    "at_least",
    "less_than",
    "adds_up",
    "exceeds",
    "same",
    "card",
)


def line_data(line: LiveLine) -> Data:
    """Return one sentence and the conditions for showing it.

    A sentence that depends on a number is returned in the singular and the plural.
    """
    values = dict(line.sentence.values)
    data: Data = {}
    for key, value in values.items():
        if isinstance(value, list) and value and isinstance(value[0], LiveLine):
            data["list"] = [line_data(each) for each in value]
            values[key] = Placeholder("list")
        elif isinstance(value, Placeholder) and value.none:
            data["none"] = page_text(value.none)
        elif isinstance(value, Placeholder) and key == "n":
            data["n"] = value.field
    sentence = line.sentence._replace(values=values)
    data["say"] = (
        [page_text(sentence), plural_text(sentence)] if sentence.many else page_text(sentence)
    )
    for name in CONDITIONS:
        if condition := getattr(line, name):
            data[name] = condition
    if line.refuses:
        data["refuses"] = 1
    return data
