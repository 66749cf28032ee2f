"""Wording for Jabberwocky's pages: titles, previews, cells of the sheet, and the rules summary."""

from collections.abc import Mapping

from scorekeeper.messages import AndList, Message, Name, Placeholder, say, say_n
from scorekeeper.rules.all_but_one import AllButOne
from scorekeeper.rules.common import numbers_by_seat, points_by_side
from scorekeeper.rules.display import Cell, Preview, ProjectedTotal
from scorekeeper.rules.jabberwocky.fields import bid_note, fields, tricks_sum_sentence
from scorekeeper.rules.jabberwocky.options import DEFAULT_PENALTY, DEFAULT_SCHEDULE
from scorekeeper.rules.jabberwocky.scoring import (
    BIDS,
    RENEGES,
    TRICKS,
    bid_and_trick_points,
    bidding_order,
    hand_size,
    made_bid_points,
    parts,
)
from scorekeeper.rules.kernel import Answers, Options, PlayedDeal, Position, Setup
from scorekeeper.rules.live_hints import LiveHints, LiveLine, join_sentences
from scorekeeper.rules.live_totals import LiveBids, LiveTotals
from scorekeeper.rules.partial_answers import partial_answers, shown_sentences

MOST_LISTED_DEALS = 15  # with more deals, the summary does not list the cards in each


def title(position: Position, stage: str) -> Message:
    return say("Bids") if stage == BIDS else say("Tricks")


def deal_subtitle(position: Position) -> Message:
    return say_n("one card", "{n} cards", hand_size(position))


def deal_label(position: Position) -> Message:
    """Return the number of cards per player, which is shown beside the deal's number."""
    return say("{n}", n=hand_size(position))


def stage_phrase(position: Position, stage: str) -> Message:
    return say("the bids") if stage == BIDS else say("the tricks")


def save_label(position: Position, stage: str) -> Message:
    return say("Save the bids") if stage == BIDS else say("Save the tricks")


def preview(position: Position, stage: str, answers: Answers) -> Preview:
    return preview_bids(position, answers) if stage == BIDS else preview_tricks(position, answers)


def live_hints(position: Position, stage: str, answers: Answers) -> LiveHints:
    """Return lines for the sum so far and, once all tricks are entered, for the bids made.

    If the tricks do not add up, a line says so instead. The tricks also have quick answers.
    """
    n = hand_size(position)
    all_tricks = say_n("{n} trick", "{n} tricks", n)
    if stage == BIDS:
        bid = say(
            "Bids: {bid} for {tricks}. {who} bids last.",
            bid=Placeholder("sum", BIDS),
            tricks=all_tricks,
            who=Name(position.dealer),
        )
        return LiveHints(status_line=(LiveLine(bid),), waiting_totals=waiting_totals(position))
    placed, made = Placeholder("sum", TRICKS), Placeholder("marked", TRICKS, say("nobody"))
    so_far = say("{placed} of {tricks}", placed=placed, tricks=all_tricks)
    all_placed = say("{placed} of {tricks}.", placed=placed, tricks=all_tricks)
    wrong_sum = tricks_sum_sentence(n, placed)
    return LiveHints(
        save_note=(
            LiveLine(so_far, missing=TRICKS, exceeds=(TRICKS, False)),
            LiveLine(all_placed, complete=(TRICKS,), adds_up=(TRICKS, True)),
            LiveLine(say("Made it: {who}.", who=made), complete=(TRICKS,), adds_up=(TRICKS, True)),
            LiveLine(
                wrong_sum, complete=(TRICKS,), adds_up=(TRICKS, False), exceeds=(TRICKS, False)
            ),
            LiveLine(wrong_sum, exceeds=(TRICKS, True)),
        ),
        quick_answers=all_made_buttons(position),
        waiting_totals=waiting_totals(position),
    )


def waiting_totals(position: Position) -> LiveTotals:
    """Return the data from which the page computes the totals after waiting deals."""
    options = position.options
    scoring: str = options["scoring"]
    made = made_bid_points(scoring, 0)
    bids = LiveBids(
        TRICKS,
        RENEGES,
        made=made,
        per_bid=made_bid_points(scoring, 1) - made,
        per_trick=bid_and_trick_points(scoring, 0, 1),
        penalty=options["renege_penalty"],
        penalty_voids=options["renege_voids_point"],
    )
    return LiveTotals({}, position.totals, bids=bids, note=points_note(Placeholder("n")))


def points_note(total: int | Placeholder) -> Message:
    """Return the note of a player with this total."""
    return say_n("{n} point", "{n} points", total)


def preview_bids(position: Position, answers: Answers) -> Preview:
    """Return a preview with the tricks bid so far, the last bidder, and each seat's total."""
    (status,) = shown_sentences(
        live_hints(position, BIDS, answers).status_line,
        partial_answers(fields(position, answers), answers),
    )
    notes = {s: points_note(position.totals[s]) for s in position.players}
    return Preview(status_line=status, notes=notes)


def preview_tricks(position: Position, answers: Answers) -> Preview:
    """Return a preview with the tricks entered so far and the quick answers.

    Once all tricks are entered, the preview also has the new totals.
    """
    bids, tricks = numbers_by_seat(answers, BIDS), numbers_by_seat(answers, TRICKS)
    answered = partial_answers(fields(position, answers), answers)
    save_note = join_sentences(
        shown_sentences(live_hints(position, TRICKS, answers).save_note, answered)
    )
    notes = {s: bid_note(bids[s]) for s in position.players}
    all_made = all_made_buttons(position)
    quick = all_made.buttons(bids, hand_size(position))
    return Preview(
        save_note=save_note,
        notes=notes,
        quick_answers=quick,
        quick_label=all_made.heading if quick[0].seat else None,
        totals_after=projected_totals(position, answers, tricks),
    )


def projected_totals(
    position: Position, answers: Answers, tricks: Mapping[str, int]
) -> dict[str, ProjectedTotal]:
    """Return the totals after this deal.

    The result is empty until all tricks are entered and add up to the number of cards.
    """
    if len(tricks) < len(position.players) or sum(tricks.values()) != hand_size(position):
        return {}
    checked = {**answers, RENEGES: numbers_by_seat(answers, RENEGES)}
    points = points_by_side(parts(position, checked))
    return {seat: ProjectedTotal(position.totals[seat] + points[seat]) for seat in position.players}


def all_made_buttons(position: Position) -> AllButOne:
    """Return the button "All made it" or, if that is impossible, a button for each seat.

    A seat's button means that everyone but this seat made their bid. The label of an impossible
    answer does not contain the number of tricks, because a number that nobody can take would be
    confusing.
    """
    who, took = Placeholder("who"), Placeholder("took")
    return AllButOne(
        TRICKS,
        bidding_order(position),
        heading=say("All made it but…"),
        all_label=say("All made it"),
        but_label=say("All made it but {who}, who took {took}", who=who, took=took),
        impossible_label=say("Impossible: all made it but {who}", who=who),
    )


def cells(played: PlayedDeal) -> dict[str, Cell]:
    """Return each seat's bid and tricks."""
    bids, tricks = played.answers[BIDS], played.answers[TRICKS]
    return {
        seat: Cell(
            say("{bid}/{took}", bid=bids[seat], took=tricks[seat]),
            say("bid {bid}, took {took}", bid=bids[seat], took=tricks[seat]),
        )
        for seat in played.before.players
    }


def caption(setup: Setup) -> Message:
    return say(
        "Each row shows the number of cards and the dealer. Each cell shows bid/tricks, points and "
        "total."
    )


def sheet_note(position: Position) -> Message | None:
    """Return a sentence with the number of deals left, or None after the last deal."""
    deals_left = len(position.options["schedule"]) - position.number + 1
    return say_n("One deal is left.", "{n} deals are left.", deals_left) if deals_left > 0 else None


def summary(setup: Setup) -> Message:
    scoring = {
        "one": say("1 point for a made bid"),
        "ten_plus_bid": say("10 points plus the bid for a made bid"),
        "tricks_plus_ten": say("1 per trick, 10 more for a made bid"),
    }[setup.options["scoring"]]
    hook_says = (
        say("bids must not add up to the number of tricks")
        if setup.options["dealer_hook"]
        else say("the dealer may bid anything")
    )
    return say(
        "{rules}.",
        rules=[
            deals_phrase(setup.options["schedule"]),
            scoring,
            hook_says,
            *renege_phrases(setup.options),
        ],
    )


def deals_phrase(schedule: list[int]) -> Message:
    """Return a phrase with the number of deals.

    Unless the schedule is the standard one, the phrase also gives the cards in the deals.
    """
    count = say_n("one deal", "{n} deals", len(schedule))
    least, most = min(schedule), max(schedule)
    if tuple(schedule) == DEFAULT_SCHEDULE:
        return count
    if least == most:
        return say_n("{deals} of one card", "{deals} of {n} cards", most, deals=count)
    if len(schedule) > MOST_LISTED_DEALS:
        return say("{deals} of {least} to {most} cards", deals=count, least=least, most=most)
    return say("{deals} of {cards} cards", deals=count, cards=AndList(schedule))


def renege_phrases(options: Options) -> list[Message]:
    """Return the rules for a renege that differ from the standard."""
    phrases = []
    if options["renege_penalty"] == 0:
        phrases.append(say("a renege costs no points"))
    elif options["renege_penalty"] != DEFAULT_PENALTY:
        phrases.append(
            say_n(
                "a renege costs one point", "a renege costs {n} points", options["renege_penalty"]
            )
        )
    if options["renege_voids_point"]:
        phrases.append(say("a renege also loses the bid’s points"))
    return phrases
