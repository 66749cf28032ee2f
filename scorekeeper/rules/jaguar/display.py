"""Wording for Jaguar's pages: titles, notes in the sheet, and the rules summary."""

from scorekeeper.messages import Message, Name, say, say_n
from scorekeeper.rules.common import sides_near_limit
from scorekeeper.rules.display import Cell, CellNote
from scorekeeper.rules.jaguar.auction import (
    bidding_order,
)
from scorekeeper.rules.jaguar.scoring import (
    SEATS_PER_HAND,
    active,
    is_alone,
)
from scorekeeper.rules.kernel import PlayedDeal, Position, Setup
from scorekeeper.rules.live_hints import join_sentences


def title(position: Position, stage: str) -> Message:
    return say("Hand {number}", number=position.number)


def deal_subtitle(position: Position) -> Message:
    """Name the dealer and the first bidder, in phrases separated by dots.

    A narrow phone shows only the first phrases.
    """
    dealer, first_bidder = position.dealer, bidding_order(position, active(position))[0]
    if dealer == first_bidder:
        return say("{who} deals · bids first", who=Name(dealer))
    return say(
        "{first} bids first · {who} deals · sits out", first=Name(first_bidder), who=Name(dealer)
    )


def stage_phrase(position: Position, stage: str) -> Message:
    return say("the hand")


def save_label(position: Position, stage: str) -> Message:
    return say("Save the hand")


def cells(played: PlayedDeal) -> dict[str, Cell]:
    """Return a note for the jaguar, the friend, players who passed, and the dealer who sat out."""
    position, answers = played.before, played.answers
    seats = active(position)
    if answers.get("all_pass"):
        notes = dict.fromkeys(seats, CellNote(say("passed"), "soft"))
    elif is_alone(answers):
        notes = {answers["jaguar"]: CellNote(say("alone"))}
    else:
        notes = {
            answers["friend"]: CellNote(say("friend")),
            answers["jaguar"]: CellNote(say("jaguar")),
        }
    sits_out = CellNote(say("sits out"), "soft")
    return {
        seat: Cell(note=notes.get(seat) if seat in seats else sits_out) for seat in position.players
    }


def caption(setup: Setup) -> Message:
    return say("Each cell shows the points of this hand and the total so far.")


def sheet_note(position: Position) -> Message | None:
    """Return a reminder that every hand adds up to 0, and the agreed end of the match, if any."""
    target, hands = position.options["target"], position.options["hands"]
    sentences = [say("Every hand adds up to 0.")]
    if target is not None and not position.is_over:
        sentences.append(say("The match ends at {target} points.", target=target))
    if hands is not None and not position.is_over:
        hands_left = hands - position.game_state
        sentences.append(say_n("One hand is left.", "{n} hands are left.", hands_left))
    return join_sentences(sentences)


def near_limit(position: Position) -> dict[str, Message]:
    """Return the seats near the target. The result is empty if the match has no target."""
    target = position.options["target"]
    return {} if target is None else sides_near_limit(target, position.totals)


def summary(setup: Setup) -> Message:
    """Return this match's rules in one sentence."""
    options = setup.options
    rules = [say("the jaguar needs 61 of the 120 card points")]
    if len(setup.players) > SEATS_PER_HAND:
        rules.append(say("the dealer sits out"))
    if options["point_bids"]:
        rules.append(say("after a 2, the bidding continues in points"))
    if options["point_bands"]:
        rules.append(say("high bids count more"))
    if options["cappotto_double"]:
        rules.append(say("winning all eight tricks counts double"))
    if options["target"] is not None:
        rules.append(say("the match ends at {target} points", target=options["target"]))
    if options["hands"] is not None:
        rules.append(say_n("one hand", "{n} hands", options["hands"]))
    if options["target"] is None and options["hands"] is None:
        rules.append(say("no fixed end"))
    return say("{rules}.", rules=rules)
