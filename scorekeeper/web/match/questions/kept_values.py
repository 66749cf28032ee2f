"""Values typed for players who are no longer in the question, such as opponents in gin.

Without scripts, the page keeps them in hidden inputs, and shows them when the question includes
their players again. With scripts, static/js/drafts.js keeps them.
"""

from collections.abc import Iterator

from scorekeeper.web.match.questions.form_fields import FieldInput, NumbersInput, SeatInput
from scorekeeper.web.match.questions.forms import AnswerForm
from scorekeeper.web.match.questions.inputs import KEPT_INPUT, Posted, hidden_values

Players = tuple[str, ...]


def values_without_inputs(form: AnswerForm, posted: Posted, players: Players) -> Iterator[str]:
    """Yield each posted or kept value that the form has no input for, as "deadwood-12=20"."""
    kept = hidden_values(posted, KEPT_INPUT)
    for box, seat in inputs_of_players(form, players):
        name = box.input(seat)
        for text in (posted.get(name, "").strip(), kept.get(name, "")):
            if is_typed(box, text, players) and not is_asked(box, seat, text):
                yield f"{name}={text}"
                break


def with_kept_values(form: AnswerForm, posted: Posted, players: Players) -> Posted:
    """Return the posted values, with the kept values for which the form has an input again."""
    kept, values = hidden_values(posted, KEPT_INPUT), posted.copy()
    values.poplist(KEPT_INPUT)
    for box, seat in inputs_of_players(form, players):
        name = box.input(seat)
        typed, text = posted.get(name, ""), kept.get(name, "")
        if is_asked(box, seat, text) and not (typed and is_asked(box, seat, typed)):
            values[name] = text
    return values


def inputs_of_players(form: AnswerForm, players: Players) -> Iterator[tuple[FieldInput, str]]:
    """Yield (field, key of the input) for each input that could have a value for a player."""
    for box in form.boxes:
        if isinstance(box, NumbersInput):
            yield from ((box, seat) for seat in players)
        elif isinstance(box, SeatInput):
            yield box, ""


def is_typed(box: FieldInput, text: str, players: Players) -> bool:
    """Return whether the text is a player's number, or the key of a player."""
    if isinstance(box, SeatInput):
        return text in players
    return text not in ("", str(box.field.default))


def is_asked(box: FieldInput, seat: str, text: str) -> bool:
    """Return whether the form has an input for this value."""
    return (
        text in box.field.seats if isinstance(box, SeatInput) else bool(text) and seat in box.keys
    )
