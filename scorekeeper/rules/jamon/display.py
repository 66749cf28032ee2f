"""Wording for Jamón's pages: titles, cells of the sheet, and the rules summary."""

from scorekeeper.messages import Message, Name, say, say_n
from scorekeeper.rules.common import points_unit
from scorekeeper.rules.display import Cell, CellNote
from scorekeeper.rules.jamon.options import DEFAULT_DECK
from scorekeeper.rules.jamon.scoring import (
    CALL_PREFIX,
    CARDS,
    counters_before_payment,
    is_scored_in_points,
)
from scorekeeper.rules.kernel import Answers, PlayedDeal, Position, Setup


def title(position: Position, stage: str) -> Message:
    return say("Calls") if stage.startswith(CALL_PREFIX) else say("Counters")


def step_phrase(stage: str, answers: Answers) -> Message | None:
    """Return a phrase such as "Ana called Chus" for a call, or None for another stage."""
    if not stage.startswith(CALL_PREFIX):
        return None
    caller, called = answers["calls"][-1]
    return say("{caller} called {called}", caller=Name(caller), called=Name(called))


def deal_subtitle(position: Position) -> Message:
    deals, dealer = position.options["deals"], Name(position.dealer)
    if deals is None:
        return say("{who} deals", who=dealer)
    if deals == 1:
        return say("{who} deals · one deal in total", who=dealer)
    return say("{who} deals · {deals} deals in total", deals=deals, who=dealer)


def stage_phrase(position: Position, stage: str) -> Message:
    return say("a call") if stage.startswith(CALL_PREFIX) else say("the deal")


def save_label(position: Position, stage: str) -> Message:
    return say("Save the call") if stage.startswith(CALL_PREFIX) else say("Save the deal")


def cells(played: PlayedDeal) -> dict[str, Cell]:
    """Return each seat's cell: its counters before the payment, and notes.

    In the points method, the cell also has the seat's cards.
    """
    position, answers = played.before, played.answers
    return {
        seat: Cell(*cell_texts(position, answers, seat, held), cell_note(answers, seat))
        for seat, held in counters_before_payment(position, answers).items()
    }


def cell_texts(
    position: Position, answers: Answers, seat: str, held: int
) -> tuple[Message, Message]:
    """Return a player's counters (and cards in the points method), as short and as spoken text."""
    counters_text = say_n("one counter", "{n} counters", held)
    if not is_scored_in_points(position):
        return say("{held}→", held=held), counters_text
    cards = answers[CARDS][seat]
    return (
        say("{held}/{cards}", held=held, cards=cards),
        say("{held}, {cards}", held=counters_text, cards=say_n("one card", "{n} cards", cards)),
    )


def cell_note(answers: Answers, seat: str) -> CellNote | None:
    if seat == answers["went_out"]:
        return CellNote(say("by default") if answers.get("default_by") else say("went out"))
    return CellNote(say("called too late"), "soft") if seat == answers.get("default_by") else None


def unit(setup: Setup, number: int) -> Message:
    """Return the unit of results: points or counters, depending on how the match is scored."""
    if setup.options["scoring"] == "points":
        return points_unit(setup, number)
    return say_n("counter", "counters", number)


def caption(setup: Setup) -> Message:
    if setup.options["scoring"] == "points":
        return say("Each cell shows counters/cards left, the points and the total.")
    return say("Each cell shows the counters before and after paying, and the total.")


def sheet_note(position: Position) -> Message | None:
    """Return a sentence with the number of deals left, or a note if the match has no fixed end.

    Returns None when the match is over.
    """
    deals = position.options["deals"]
    if deals is None:
        return None if position.is_over else say("There is no fixed end.")
    deals_left = deals - position.number + 1
    return say_n("One deal is left.", "{n} deals are left.", deals_left) if deals_left > 0 else None


def summary(setup: Setup) -> Message:
    """Return this match's rules in one sentence."""
    options = setup.options
    length = say("no fixed end")
    if options["deals"] is not None:
        length = say_n("one deal", "{n} deals", options["deals"])
    each = say_n("one counter each", "{n} counters each", options["counters"])
    counts = say("the player who goes out gets up to two from everyone")
    if options["scoring"] == "points":
        counts = say("10 for going out, 2 per counter, −1 per card")
    rules = [length, each, counts]
    if options["deck"] != DEFAULT_DECK:
        rules.append(say("{n} cards", n=options["deck"]))
    return say("{rules}.", rules=rules)
