"""The checks of a deal of Jamón."""

from collections.abc import Iterator

from scorekeeper.messages import Message, Name, Placeholder, say, say_n
from scorekeeper.rules.jamon.scoring import (
    CALLS,
    CARDS,
    COUNTERS,
    counters_after_calls,
    counters_before_payment,
    pool,
)
from scorekeeper.rules.kernel import Answers, Position, Problem


def pack_holds_the_cards(position: Position, answers: Answers) -> Iterator[Problem]:
    """Require at least one card on the table, unless the deal was won by default."""
    deck = int(position.options["deck"])
    most = deck if answers.get("default_by") is not None else deck - 1
    cards_left = sum(answers[CARDS].values())
    if cards_left > most:
        reason = say(
            "At most {most} of the {deck} cards can be left, not {left}.",
            deck=deck,
            most=most,
            left=cards_left,
        )
        yield Problem("impossible_total", reason, CARDS)


def caller_has_a_counter(position: Position, answers: Answers) -> Iterator[Problem]:
    """Refuse callers who have no counter or call themselves.

    Only the first mistake is reported.
    """
    held = counters_after_calls(position, ())
    for number, (caller, called) in enumerate(answers[CALLS], start=1):
        if caller == called:
            reason = say(
                "Call {number}: {who} cannot call themselves.",
                number=number,
                who=Name(caller),
            )
            yield Problem("inconsistent", reason, CALLS, caller)
            return
        if held[caller] == 0:
            yield Problem(
                "not_conserved",
                say("Call {number}: {why}.", number=number, why=no_counter_sentence(Name(caller))),
                CALLS,
                caller,
            )
            return
        held[caller] -= 1
        held[called] += 1


def no_counter_sentence(who: Name | Placeholder) -> Message:
    return say("{who} has no counters left and can call again only after being called", who=who)


def call_refusal(who: Name | Placeholder) -> Message:
    return say("{why}.", why=no_counter_sentence(who))


def last_call_sentence(caller: Name | Placeholder, called: Name | Placeholder) -> Message:
    return say("Last call: {caller} called {called}", caller=caller, called=called)


def counters_left_sentence(left: int | Placeholder) -> Message:
    return say("{left} left", left=left)


def counters_only_change_hands(position: Position, answers: Answers) -> Iterator[Problem]:
    """Require counters that add up to the initial number and agree with any recorded calls."""
    held, n = answers[COUNTERS], sum(answers[COUNTERS].values())
    if n != pool(position):
        yield Problem("not_conserved", counters_sum_sentence(position, n), COUNTERS)
        return
    if answers.get(CALLS) is None:
        return
    for seat, counters in counters_after_calls(position, answers[CALLS]).items():
        if held[seat] != counters:
            reason = say_n(
                "After the calls, {who} has one counter, not {held}.",
                "After the calls, {who} has {n} counters, not {held}.",
                counters,
                who=Name(seat),
                held=held[seat],
            )
            yield Problem("not_conserved", reason, COUNTERS, seat)
            return


def counters_sum_sentence(position: Position, entered: int | Placeholder) -> Message:
    """Return the sentence for counters that do not add up to the number of counters in play."""
    return say("The counters must add up to {all}, not {n}.", all=pool(position), n=entered)


def only_one_has_no_cards(position: Position, answers: Answers) -> Iterator[Problem]:
    """Require no cards for the player who went out, and at least one card for everyone else."""
    out = answers["went_out"]
    for seat, cards in answers[CARDS].items():
        if seat == out and cards:
            reason = say(
                "{who} went out and has 0 cards left, not {left}.", who=Name(out), left=cards
            )
            yield Problem("inconsistent", reason, CARDS, seat)
        if seat != out and not cards:
            reason = say(
                "{who} must have at least one card: only {out}, who went out, has none.",
                who=Name(seat),
                out=Name(out),
            )
            yield Problem("inconsistent", reason, CARDS, seat)


def called_too_late(position: Position, answers: Answers) -> Iterator[Problem]:
    """Refuse answers that do not fit a win by default.

    In a win by default, the player `default_by` called a player who had one card left, gave them a
    counter and took their card. The player called therefore went out.
    """
    out, caller = answers["went_out"], answers["default_by"]
    names = {"out": Name(out), "caller": Name(caller)}
    calls = answers.get(CALLS)
    if caller == out:
        reason = say(
            "{out} cannot call themselves to win by default. Another player must have called.",
            **names,
        )
        yield Problem("inconsistent", reason, "default_by", caller)
    elif calls is not None and [caller, out] not in calls[-1:]:
        reason = say(
            "For {out} to win by default, the last call must be {caller} calling {out}.", **names
        )
        yield Problem("inconsistent", reason, CALLS)
    elif counters_before_payment(position, answers)[out] == 0:
        reason = say(
            "{out} was just given a counter by {caller} and must have at least one.", **names
        )
        yield Problem("inconsistent", reason, COUNTERS, out)
    elif answers.get(CARDS, {}).get(caller, 2) < 2:
        reason = say("{caller} took {out}’s last card and must have at least two cards.", **names)
        yield Problem("inconsistent", reason, CARDS, caller)
