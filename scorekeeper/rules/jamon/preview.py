"""Previews of a deal of Jamón that is being entered: missing answers, payments and new totals."""

from collections.abc import Mapping

from scorekeeper.messages import AndList, Message, Name, Placeholder, Signed, say, say_n
from scorekeeper.rules.common import numbers_by_seat, points_by_side
from scorekeeper.rules.display import Preview, ProjectedTotal
from scorekeeper.rules.jamon.checks import (
    called_too_late,
    counters_left_sentence,
    counters_only_change_hands,
    counters_sum_sentence,
    last_call_sentence,
    only_one_has_no_cards,
    pack_holds_the_cards,
)
from scorekeeper.rules.jamon.fields import fields, readable_answers, readable_calls, recorded_calls
from scorekeeper.rules.jamon.scoring import (
    CALL_PREFIX,
    CALLS,
    CARDS,
    COUNTERS,
    PAYMENT,
    POINTS_FOR_GOING_OUT,
    POINTS_PER_CARD,
    POINTS_PER_COUNTER,
    counters_after_calls,
    counters_paid,
    is_scored_in_points,
    parts,
    pool,
)
from scorekeeper.rules.kernel import Answers, Check, Position
from scorekeeper.rules.live_hints import LiveHints, LiveLine, join_sentences
from scorekeeper.rules.live_totals import LiveTotals, points_so_far
from scorekeeper.rules.partial_answers import PartialAnswers, partial_answers, shown_sentences

# Checks of a complete deal in the preview; each call is checked when it is saved.
CHECKS = (
    Check((CARDS,), pack_holds_the_cards),
    Check((COUNTERS,), counters_only_change_hands),
    Check((CARDS,), only_one_has_no_cards),
    Check(("default_by",), called_too_late),
)


def preview(position: Position, stage: str, answers: Answers) -> Preview:
    if stage.startswith(CALL_PREFIX):
        return preview_calls(position, answers)
    return preview_count(position, stage, answers)


def preview_calls(position: Position, answers: Answers) -> Preview:
    """Return a preview with the last call, and the number of counters that each player has left."""
    calls = readable_calls(position, recorded_calls(answers))
    held = counters_after_calls(position, calls)
    status = say("No calls yet · {all} counters in play", all=pool(position))
    if calls:
        caller, called = calls[-1]
        status = last_call_sentence(Name(caller), Name(called))
    note = say("The caller gives a counter to the player called.")
    notes = {seat: counters_left_sentence(counters) for seat, counters in held.items()}
    return Preview(status_line=status, save_note=note, notes=notes)


def preview_count(position: Position, stage: str, deal_answers: Answers) -> Preview:
    """Return a preview with the counters entered so far, and the payments that follow from them.

    Once everything is entered, the preview also has the result and the new totals or, if an answer
    would be refused, the first problem.
    """
    answers = readable_answers(position, deal_answers)
    answered, lines = (
        partial_answers(fields(position, deal_answers), answers),
        live_hints(position, stage, deal_answers),
    )
    status = with_rest_phrase(deal_answers, answers, *shown_sentences(lines.status_line, answered))
    totals = projected_totals(position, answers, answered)
    if missing := join_sentences(shown_sentences(lines.save_note, answered)):
        notes = total_notes(position, payment_notes(position, answers))
        return Preview(status_line=status, save_note=missing, notes=notes, totals_after=totals)
    for check in CHECKS:
        if all(answers.get(name) is not None for name in check.needs):
            for problem in check.find(position, answers):
                return Preview(
                    status_line=status,
                    save_note=problem.reason,
                    notes=total_notes(position, {}),
                    totals_after=totals,
                )
    points = points_by_side(parts(position, answers))
    return Preview(
        status_line=status,
        save_note=outcome_sentence(position, answers, points),
        notes=total_notes(position, deal_notes(position, answers, points)),
        totals_after=totals,
    )


def projected_totals(
    position: Position, answers: Answers, answered: PartialAnswers
) -> dict[str, ProjectedTotal]:
    """For each seat whose numbers are known, return its total after this deal.

    The result is empty until the player who went out is known. It is also empty while the counters
    cannot add up to the number of counters in play.
    """
    out, totals = answers.get("went_out"), live_totals(position)
    if out is None or answered.has_wrong_sums:
        return {}
    numbers = {
        name: {seat: n for seat, n in answered.numbers(name).items() if n >= 0}
        for name in totals.factors
    }
    points = points_so_far(totals, numbers, out)
    return {seat: ProjectedTotal(position.totals[seat] + won) for seat, won in points.items()}


def live_totals(position: Position) -> LiveTotals:
    """Return the data from which the page computes the totals while a deal is entered.

    The totals follow from the counters, the cards and the player who went out.
    """
    if is_scored_in_points(position):
        factors = {COUNTERS: POINTS_PER_COUNTER, CARDS: POINTS_PER_CARD}
        return LiveTotals(factors, position.totals, "went_out", bonus=POINTS_FOR_GOING_OUT)
    return LiveTotals({COUNTERS: 1}, position.totals, "went_out", payment=PAYMENT)


def total_notes(position: Position, notes: Mapping[str, Message]) -> dict[str, Message]:
    """Return each seat's total before this deal, with its note from `notes`, if any."""
    return {
        seat: say("{total} · {what}", total=total, what=notes[seat])
        if seat in notes
        else say("{total}", total=total)
        for seat, total in position.totals.items()
    }


def live_hints(position: Position, stage: str, answers: Answers) -> LiveHints:
    """Return the number of counters entered, lines for the missing answers, and the totals."""
    if stage.startswith(CALL_PREFIX):
        return LiveHints()
    counters = say_n(
        "{who}’s counters",
        "{n} players’ counters",
        Placeholder("missing_count", COUNTERS),
        who=Placeholder("missing", COUNTERS),
    )
    cards = say_n(
        "{who}’s cards",
        "{n} players’ cards",
        Placeholder("missing_count", CARDS),
        who=Placeholder("missing", CARDS),
    )
    missing = [
        LiveLine(say("who went out"), missing="went_out"),
        LiveLine(counters, missing=COUNTERS),
        LiveLine(cards, missing=CARDS),
    ]
    return LiveHints(
        totals=live_totals(position),
        status_line=(LiveLine(placed_sentence(position, answers)),),
        save_note=(
            LiveLine(say("Still missing: {what}.", what=missing), exceeds=(COUNTERS, False)),
            LiveLine(
                counters_sum_sentence(position, Placeholder("sum", COUNTERS)),
                exceeds=(COUNTERS, True),
            ),
        ),
    )


def placed_sentence(position: Position, answers: Answers) -> Message:
    """Return a sentence with the number of counters entered.

    If there are calls, the counters follow from them, and the sentence gives the number of calls.
    """
    if calls := readable_calls(position, recorded_calls(answers)):
        return say_n("Counters after one call", "Counters after {n} calls", len(calls))
    return say("{there} of {all} counters", there=Placeholder("sum", COUNTERS), all=pool(position))


def with_rest_phrase(deal_answers: Answers, answers: Answers, placed: Message) -> Message:
    """Return `placed`, followed by the player who gets the remaining counters.

    This is the player without a number. If there is none, `placed` is returned unchanged.
    """
    counted = numbers_by_seat(deal_answers, COUNTERS)
    for seat, rest in {} if CALLS in answers else answers[COUNTERS].items():
        if seat not in counted:
            return say(
                "{placed}; {who} has the rest: {rest}", placed=placed, who=Name(seat), rest=rest
            )
    return placed


def payment_notes(position: Position, answers: Answers) -> dict[str, Message]:
    """Return the payment of each seat whose counters are known.

    The result is empty in the points method, and until the player who went out is known.
    """
    out = answers.get("went_out")
    if out is None or is_scored_in_points(position):
        return {}
    return {
        seat: say("pays {paid}", paid=max(0, min(PAYMENT, held)))
        for seat, held in answers[COUNTERS].items()
        if seat != out
    }


def deal_notes(
    position: Position, answers: Answers, points: Mapping[str, int]
) -> dict[str, Message]:
    """Return the counters that each seat pays or gets, or its points in this deal."""
    if is_scored_in_points(position):
        return {seat: say("{points}", points=Signed(won)) for seat, won in points.items()}
    got = sum(counters_paid(position, answers).values())
    return {**payment_notes(position, answers), answers["went_out"]: say("gets {got}", got=got)}


def outcome_sentence(position: Position, answers: Answers, points: Mapping[str, int]) -> Message:
    """Name the player who went out, with the payments that they get and their points."""
    out = answers["went_out"]
    if is_scored_in_points(position):
        return say("{who} went out and scores {points}.", who=Name(out), points=points[out])
    payments, paid = [], counters_paid(position, answers)
    full = [seat for seat, number in paid.items() if number == PAYMENT]
    if len(full) > 1:
        paid = {seat: less for seat, less in paid.items() if less < PAYMENT}
    for seat, given in paid.items():
        payments.append(say("{paid} from {who}", paid=given or say("nothing"), who=Name(seat)))
    if len(full) > 1:
        payments.append(say("{paid} from each of the others", paid=PAYMENT))
    return say(
        "{who} went out and gets {payments}: {points} in this deal.",
        who=Name(out),
        payments=AndList(payments),
        points=points[out],
    )
