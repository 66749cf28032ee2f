"""Live hints: sentences and totals that the server and the page both compute from the entries.

A game declares sentences with placeholders, and the conditions for showing each. The server fills
them from a deal's answers (partial_answers.py). The page fills them from its inputs on each tap,
without a request (static/js/sentences.js). Anything more complex belongs in a game's `preview`.

Kinds of placeholders:
sum     the sum of the field's numbers
missing  the names of the seats without a number
missing_count  how many seats have no number
marked  the names of the seats whose number equals the field's marked number
left    the field's maximum minus its number
limit   the maximum that follows from a card (`SeatLimits.most_by_rank`)
chosen  the name of the seat that the field names
others  the names of the seats that neither the field nor another field with the same seats names
seat, total  in the sentences of `LiveTotals`: the seat, and its total after this deal
"""

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.messages import Message, say
from scorekeeper.rules.all_but_one import AllButOne
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.live_totals import LiveTotals


class LiveLine(NamedTuple):
    """A sentence that is shown if all its conditions hold.

    missing   a field in which a value must be missing
    complete  fields that must be complete, within their limits, and without a forbidden number
    one_of    a field and several values, one of which it must have. For a yes-or-no field, the
              values are YES, and "" for no or no answer
    at_least  a field and a number. The field's number must be at least this number. A third
              element names a field whose number, if there is one, replaces this number
    less_than the same, but the field's number must be less than this number
    adds_up   a field and a bool: whether the field's numbers must add up to its total, or must not
    exceeds   a field and a bool: whether the sum of the field's numbers must be above its total, or
              must not be. A sum above the total is wrong even if numbers are missing
    same      two fields and a bool: whether their values must be equal, or must differ
    card      a field, several ranks, and several suits. The field's card must have one of these
              ranks and one of these suits. Without ranks or suits, all of them are accepted

    If `refuses` is true, the server would refuse the answers while the line is shown.

    A value in the sentence may be a list of lines. The list is replaced by the lines whose
    conditions hold.
    """

    sentence: Message
    missing: str | None = None
    complete: tuple[str, ...] = ()
    one_of: tuple[str, tuple[str, ...]] | None = None
    at_least: tuple[str, int] | tuple[str, int, str] | None = None
    less_than: tuple[str, int] | tuple[str, int, str] | None = None
    adds_up: tuple[str, bool] | None = None
    exceeds: tuple[str, bool] | None = None
    same: tuple[str, str, bool] | None = None
    card: tuple[str, tuple[str, ...], str] | None = None
    refuses: bool = False


class LiveHints(NamedTuple):
    """The parts of a stage's preview that the page computes, named as in `Preview`.

    For a predicted question, the page also computes the quick answers, once it knows the marked
    numbers. `waiting_totals` replaces `totals` if the page computes them only for answers that wait
    on the phone. They are sent with the predicted questions, so they do not make pages longer.
    """

    status_line: tuple[LiveLine, ...] = ()
    save_note: tuple[LiveLine, ...] = ()
    headline: tuple[LiveLine, ...] = ()
    detail: tuple[LiveLine, ...] = ()
    totals: LiveTotals | None = None
    waiting_totals: LiveTotals | None = None
    quick_answers: AllButOne | None = None


def no_live_hints(position: Position, stage: str, answers: Answers) -> LiveHints:
    """Return no hints, because only the server computes this preview."""
    return LiveHints()


def join_sentences(sentences: Iterable[Message]) -> Message | None:
    """Return the sentences joined by spaces, or None if there are none."""
    joined: Message | None = None
    for sentence in sentences:
        joined = say("{first} {then}", first=joined, then=sentence) if joined else sentence
    return joined
