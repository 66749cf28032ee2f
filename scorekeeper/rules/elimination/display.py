"""Titles of stages and notes in the sheet of Chinchón and Loba."""

from collections.abc import Mapping

from scorekeeper.messages import Message, Name, say
from scorekeeper.rules.common import dealer_sentence, sides_near_limit
from scorekeeper.rules.display import CellNote
from scorekeeper.rules.elimination.fields import CARDS, RETURN_STAGE
from scorekeeper.rules.elimination.scoring import lowest_total_out, seats_still_in
from scorekeeper.rules.kernel import Answers, Options, PlayedDeal, Position, Setup


def step_phrase(stage: str, answers: Answers) -> Message | None:
    """Return a name for the step in which players come back, or None for any other step.

    The stage's title is a question, so it cannot name the step.
    """
    return say("who comes back") if stage == RETURN_STAGE else None


def title(position: Position, stage: str) -> Message:
    return say("Points left") if stage == CARDS else say("Coming back?")


def deal_subtitle(position: Position) -> Message:
    """Name the dealer, and the pot if there is one."""
    if not position.game_state.size:
        return dealer_sentence(position)
    return say("{who} deals · pot {pot}", who=Name(position.dealer), pot=position.game_state.size)


def stage_phrase(position: Position, stage: str) -> Message:
    return say("the deal") if stage == CARDS else say("who comes back")


def save_label(position: Position, stage: str) -> Message:
    return say("Save the deal") if stage == CARDS else say("Save who comes back")


# ---------------------------------------------------------------- on the sheet


def out_or_back_note(played: PlayedDeal, seat: str) -> CellNote | None:
    """Return a note if the seat went out for good in this deal, or came back.

    Returns None for any other seat.
    """
    if seat in played.after.eliminated:
        return CellNote(say("out"), "out")
    if played.after.game_state.returns[seat] > played.before.game_state.returns[seat]:
        return CellNote(say("back {total}", total=played.after.totals[seat]), "back")
    return None


def limit_sentence(options: Options) -> Message:
    if options["bust"] == "exceed":
        return say("Out above {limit}.", limit=options["limit"])
    return say("Out at {limit}.", limit=options["limit"])


def caption(setup: Setup) -> Message:
    if setup.options["max_reenlist"] == 0:
        return say(
            "Each cell shows the points of this deal and the total so far. {limit}",
            limit=limit_sentence(setup.options),
        )
    return say(
        "Each cell shows the points of this deal and the total so far. {limit} Players come back"
        " at the highest total of those still in.",
        limit=limit_sentence(setup.options),
    )


def near_limit(position: Position) -> dict[str, Message]:
    """Return the seats near the limit that are not out.

    Each seat has a phrase such as "12 short of 100".
    """
    return sides_near_limit(
        lowest_total_out(position.options),
        {s: position.totals[s] for s in seats_still_in(position)},
    )


def sheet_note(position: Position) -> Message | None:
    """Return a sentence with the limit and, if there is a pot, its size.

    Returns None after the end of the match.
    """
    if position.is_over:
        return None
    limit = limit_sentence(position.options)
    if not position.game_state.size:
        return limit
    return say("{limit} The pot is {pot}.", limit=limit, pot=position.game_state.size)


def cell_notes(played: PlayedDeal, words: Mapping[str, CellNote]) -> dict[str, CellNote | None]:
    """Return each player's note, or None.

    Players who are out or came back have a note that says so. For others, the game's own note in
    `words` is used.
    """
    return {
        seat: out_or_back_note(played, seat) or words.get(seat)
        for seat in seats_still_in(played.before)
    }
