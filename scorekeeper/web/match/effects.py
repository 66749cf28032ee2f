"""The differences between two sheets of a match as text, by player and for the whole match."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorekeeper.match.outcome import final_points, winners
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import AndList, Message, Name, Signed, say, say_n
from scorekeeper.rules.display import ProjectedTotal
from scorekeeper.rules.validation import MATCH_OVER


class SideChange(NamedTuple):
    """One side's total before and after, and the changes in its status (out, wins) as text."""

    side: str
    before: int
    after: int
    status_changes: tuple[Message, ...]


def changes_by_side(old: Scoresheet, new: Scoresheet) -> Iterator[SideChange]:
    """Yield each side's changes, if any, in order of play."""
    totals_before, totals_after = current_totals(old), current_totals(new)
    for side, after in totals_after.items():
        before = totals_before[side]
        status_changes = tuple(out_changes(before, after)) + tuple(win_changes(old, new, side))
        if after.total != before.total or status_changes:
            yield SideChange(side, before.total, after.total, status_changes)


def current_totals(sheet: Scoresheet) -> dict[str, ProjectedTotal]:
    """Return each side's total, marked if the side is out.

    The total includes the points of an incomplete deal if they are known.
    """
    position, projected = sheet.position, projected_totals(sheet)
    return {
        side: projected.get(seats[0])
        or ProjectedTotal(position.totals[side], is_loss=side in position.eliminated)
        for side, seats in sheet.game.sides(sheet.setup).items()
    }


def projected_totals(sheet: Scoresheet) -> Mapping[str, ProjectedTotal]:
    """Return each seat's total after the incomplete deal, as far as its answers determine it.

    The mapping is empty if there is no incomplete deal.
    """
    asked_stage = sheet.asked_stage
    if asked_stage is None or not is_deal_incomplete(sheet):
        return {}
    position, stage, answers = asked_stage.position, asked_stage.stage, asked_stage.deal_answers
    return sheet.game.display.preview(position, stage, answers).totals_after


def is_deal_incomplete(sheet: Scoresheet) -> bool:
    """Return whether some stages of the last deal have not been answered yet."""
    return len(sheet.deal_answers) > len(sheet.played_deals)


def out_changes(before: ProjectedTotal, after: ProjectedTotal) -> Iterator[Message]:
    """Yield the change in whether a side is out."""
    was_out, is_out = before.is_loss, after.is_loss
    if was_out and not is_out:
        yield say("no longer out")
    if is_out and not was_out:
        yield say("out")


def win_changes(old: Scoresheet, new: Scoresheet, side: str) -> Iterator[Message]:
    """Yield the change in whether a side wins."""
    before, after = win_phrase(old, side), win_phrase(new, side)
    if before != after:
        yield after or say("no longer wins")


def win_phrase(sheet: Scoresheet, side: str) -> Message | None:
    """Return a phrase for a side that wins alone or with others, or None if it does not win."""
    if side not in sheet.winners:
        return None
    return say("wins") if len(sheet.winners) == 1 else say("shares the win")


def match_changes(old: Scoresheet, new: Scoresheet) -> Iterator[Message]:
    """Yield changes in the final scores, the end of the match, the pot, and what comes next."""
    if old.winners and new.winners:
        yield from final_score_changes(old, new)
    if old.is_over and not new.is_over:
        yield say("The match is no longer over.")
    if new.is_over and not old.is_over:
        yield MATCH_OVER
    pot_before, pot_after = pot_size(old), pot_size(new)
    was, note = (sheet.game.display.sheet_note(sheet.position) for sheet in (old, new))
    if pot_before != pot_after:
        yield say("The pot: {before} → {after}.", before=pot_before, after=pot_after)
    elif was and note and was != note:
        yield note
    before, after = old.asked_stage, new.asked_stage
    if after and (before is None or before.stage != after.stage):
        yield say("Next: {title}", title=new.game.display.title(after.position, after.stage))
    if after and old.position.dealer != new.position.dealer:
        yield say("{who} deals next.", who=Name(new.position.dealer))


def pot_size(sheet: Scoresheet) -> int:
    """Return the size of the pot, or 0 in a game without a pot."""
    results = sheet.game.end.additional_results(sheet.played_deals, sheet.position)
    return int(results.get("pot", 0))


def final_score_changes(old: Scoresheet, new: Scoresheet) -> Iterator[Message]:
    """Yield the changes to final scores that differ from the totals, as in gin."""
    before, after = final_points(old), final_points(new)
    for side, points in after.items():
        if points != new.position.totals[side] and points != before[side]:
            yield say(
                "{who}’s final score: {before} → {after}.",
                who=Name(side),
                before=before[side],
                after=points,
            )


# ---------------------------------------------------------------- as sentences


def total_change_sentences(old: Scoresheet, new: Scoresheet) -> Iterator[Message]:
    for side, total in new.position.totals.items():
        before = old.position.totals[side]
        if total != before:
            yield say(
                "{who}: {before} → {total} ({change})",
                who=Name(side),
                before=before,
                total=total,
                change=Signed(total - before),
            )


def status_change_sentences(old: Scoresheet, new: Scoresheet) -> Iterator[Message]:
    """Yield sentences about players who are out or no longer out, winners, and a reopened match."""
    for seat in new.position.players:
        if seat in old.position.eliminated and seat not in new.position.eliminated:
            yield say("{who} is no longer out.", who=Name(seat))
        if seat in new.position.eliminated and seat not in old.position.eliminated:
            yield say("{who} is out.", who=Name(seat))
    if new.is_over and new.winners != old.winners:
        yield say_n(
            "{who} wins.", "{who} win.", len(winners(new)), who=AndList(map(Name, new.winners))
        )
    if old.is_over and not new.is_over:
        yield say("The match is no longer over.")
