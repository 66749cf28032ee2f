"""The totals that the page computes, calculated as `showTotals()` does (static/js/sentences.js)."""

from scorekeeper.messages import Name
from scorekeeper.rules import GAMES
from tests.rules.notation import field

# The ends of the sentences about players who reach the limit.
ENDINGS = ("is out", "may come back.")


def page_totals(position, stage, answers):
    """Return the totals after the deal by seat, and the sentences about players who are out.

    As on the page, the hints do not depend on the entered answers. If the page does not compute
    totals, returns None.
    """
    hints = GAMES[position.setup.game].display.live_hints(position, stage, {}).totals
    if hints is None:
        return None
    (name,) = hints.factors
    asked = field(position, answers, name)
    points = {**answers.get(name, {}), **entered_points(asked, answers)}
    totals = {seat: now + points.get(seat, 0) for seat, now in hints.current_totals.items()}
    bust = [s for s in totals if hints.out_limit is not None and totals[s] >= hints.out_limit]
    may_return = (
        not ends_match(asked, answers) and len(totals) - len(bust) >= hints.min_others_still_in
    )
    sentence = {seat: hints.used_up_sentences.get(seat, hints.out_sentence) for seat in bust}
    if may_return:
        returning = [seat for seat in bust if seat in hints.returning_seats]
        sentence |= dict.fromkeys(returning, hints.return_sentence)
    sentences = [
        each._replace(values={**each.values, "who": Name(seat), "total": totals[seat]})
        for seat, each in sentence.items()
    ]
    return totals, sentences


def count_endings(said):
    """Return the numbers of players who are out and who may come back, according to this text."""
    return [said.count(ending) for ending in ENDINGS]


def entered_points(asked, answers):
    """Return {seat: points} for the seat whose points differ from the number in its field.

    Returns {} if there is no such seat.
    """
    named = asked.hints.named_seat_limits
    seat, limits = (named and named.seat_and_limits(answers, asked.seats)) or (None, None)
    return {} if limits is None or limits.points is None else {seat: limits.points}


def ends_match(asked, answers):
    """Return whether the deal ended in a way that decides the match, no matter who ended it."""
    named = asked.hints.named_seat_limits
    limits = named and named.by_value.get(answers.get(named.value_field))
    return bool(limits and limits.ends_match)
