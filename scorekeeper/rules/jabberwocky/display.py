"""What Jabberwocky says on the page: titles, what is left, what a deal will bring."""

from collections.abc import Mapping

from scorekeeper.messages import Hole, Name, Say, say, say_n
from scorekeeper.rules.arithmetic import Line, Live, joined, told, typed
from scorekeeper.rules.common import numbers_in
from scorekeeper.rules.display import After, Cell, Preview, Quick
from scorekeeper.rules.jabberwocky.scoring import (
    BIDS,
    TRICKS,
    bidding_order,
    cards,
    fields,
    must_add_up,
    parts,
)
from scorekeeper.rules.kernel import Position, Record, Round, Setup


def title(position: Position, stage: str) -> Say:
    return say("Bids") if stage == BIDS else say("Tricks")


def about(position: Position) -> Say:
    return say_n("one card", "{n} cards", cards(position))


def row(position: Position) -> Say:
    """Cards each, beside the deal's number."""
    return say("{n}", n=cards(position))


def named(position: Position, stage: str) -> Say:
    return say("the bids") if stage == BIDS else say("the tricks")


def save(position: Position, stage: str) -> Say:
    return say("Save the bids") if stage == BIDS else say("Save the tricks")


def preview(position: Position, stage: str, record: Record) -> Preview:
    return preview_bids(position, record) if stage == BIDS else preview_tricks(position, record)


def live(position: Position, stage: str, record: Record) -> Live:
    """How many are bid or placed so far; once all are placed, who kept their bid, or that there
    are not as many.
    """
    n = cards(position)
    if stage == BIDS:
        bid = say(
            "Bid {bid} of {cards} tricks; {who} bids last",
            bid=Hole("sum", BIDS),
            cards=n,
            who=Name(position.dealer),
        )
        return Live(strip=(Line(bid),))
    placed, kept = Hole("sum", TRICKS), Hole("kept", TRICKS, say("nobody"))
    so_far = say("{placed} of {cards} tricks", placed=placed, cards=n)
    all_placed = say("{placed} of {cards} tricks.", placed=placed, cards=n)
    return Live(
        says=(
            Line(so_far, open=TRICKS),
            Line(all_placed, whole=(TRICKS,), adds_up=(TRICKS, True)),
            Line(say("Bid kept: {who}.", who=kept), whole=(TRICKS,), adds_up=(TRICKS, True)),
            Line(must_add_up(n, placed), whole=(TRICKS,), adds_up=(TRICKS, False)),
        )
    )


def preview_bids(position: Position, record: Record) -> Preview:
    """How many are bid so far and who bids last."""
    (strip,) = told(live(position, BIDS, record).strip, typed(fields(position, record), record))
    notes = {s: say_n("{n} point", "{n} points", position.totals[s]) for s in position.players}
    return Preview(strip=strip, notes=notes)


def preview_tricks(position: Position, record: Record) -> Preview:
    """How many tricks are placed; once all are, what the deal brings."""
    bids, tricks = numbers_in(record, BIDS), numbers_in(record, TRICKS)
    at = typed(fields(position, record), record)
    says = joined(told(live(position, TRICKS, record).says, at))
    notes = {s: say("bid {bid}", bid=bids[s]) for s in position.players}
    quick = all_kept_but(position, bids)
    return Preview(
        says=says,
        notes=notes,
        quick=quick,
        quick_says=say("All kept but…") if quick[0].seat else None,
        after=totals_to_be(position, record, tricks),
    )


def totals_to_be(position: Position, record: Record, tricks: Mapping[str, int]) -> dict[str, After]:
    """Totals after this deal, once every trick is somebody's."""
    if len(tricks) < len(position.players) or sum(tricks.values()) != cards(position):
        return {}
    points = dict.fromkeys(position.players, 0)
    for part in parts(position, {**record, "reneges": numbers_in(record, "reneges")}):
        points[part.side] += part.points
    return {seat: After(position.totals[seat] + points[seat]) for seat in position.players}


def all_kept_but(position: Position, bids: Mapping[str, int]) -> tuple[Quick, ...]:
    """One tap: everybody took his bid but one, who took what is left."""
    n, order = cards(position), bidding_order(position)
    left = n - sum(bids.values())
    if left == 0:
        return (Quick(say("All kept"), {TRICKS: dict(bids)}),)
    return tuple(
        Quick(
            say("All kept but {who}, who took {took}", who=Name(seat), took=bids[seat] + left),
            {TRICKS: {**bids, seat: bids[seat] + left}},
            seat=seat,
            disabled=not 0 <= bids[seat] + left <= n,
        )
        for seat in order
    )


def cells(played: Round) -> dict[str, Cell]:
    """Bid and tricks of everybody."""
    bids, tricks = played.record[BIDS], played.record[TRICKS]
    return {
        seat: Cell(
            say("{bid}/{took}", bid=bids[seat], took=tricks[seat]),
            say("bid {bid}, took {took}", bid=bids[seat], took=tricks[seat]),
        )
        for seat in played.before.players
    }


def caption(setup: Setup) -> Say:
    return say("By the deal: cards and dealer. In each box: bid/took, points, total.")


def standing(position: Position) -> Say | None:
    """How much is left to win."""
    left = len(position.options["schedule"]) - position.number + 1
    return say_n("One deal is left.", "{n} deals are left.", left) if left > 0 else None


def summary(setup: Setup) -> Say:
    scoring = {
        "one": say("1 point for a made bid"),
        "ten_plus_bid": say("10 + the bid for a made bid"),
        "tricks_plus_ten": say("1 per trick, 10 more for a made bid"),
    }[setup.options["scoring"]]
    hook_says = (
        say("the dealer can’t make bids equal tricks")
        if setup.options["dealer_hook"]
        else say("the dealer may bid anything")
    )
    return say_n(
        "one deal, {scoring}, {hook}.",
        "{n} deals, {scoring}, {hook}.",
        len(setup.options["schedule"]),
        scoring=scoring,
        hook=hook_says,
    )
