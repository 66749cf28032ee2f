"""Jabberwocky: thirteen deals, one point for each bid kept exactly.

Hands grow from three cards to nine and shrink back to three. The dealer bids last and may not make
the bids add up to the number of tricks, so at least one player misses. Each punished renege costs
three points, whether the bid was kept or not. The numbers are the defaults.

Sources and house variants: docs/rules/jabberwocky.md
"""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.messages import Message, Name, Placeholder, Signed, say, say_n
from scorekeeper.rules.common import (
    finished_position,
    highest,
    next_position,
    number_for_last_seat,
    numbers_by_seat,
    seats_after,
)
from scorekeeper.rules.fields import Choice, Field, FieldKind, FieldLayout, ForbiddenSum
from scorekeeper.rules.kernel import (
    Option,
    Points,
    Position,
    Problem,
    Record,
    Round,
    ScorePart,
    Setup,
    is_integer,
)

DEFAULT_SCHEDULE = (3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3)
PACK_SIZE = 52
MAX_DEALS = 1000
BIDS, TRICKS = "bids", "tricks"  # both the stages and their fields


def hand_size(position: Position) -> int:
    """The number of cards each player gets in this deal."""
    schedule: list[int] = position.options["schedule"]
    return schedule[min(position.number, len(schedule)) - 1]


def deals(setup: Setup) -> int:
    """The number of deals in the match."""
    return len(setup.options["schedule"])


def bidding_order(position: Position) -> tuple[str, ...]:
    """The seats from the one after the dealer to the dealer, who bids last."""
    return seats_after(position.dealer, position.players)


def forbidden_bid(position: Position, bids: Mapping[str, int]) -> int | None:
    """The bid forbidden to the dealer; None if there is none or another bid is missing."""
    others = [seat for seat in position.players if seat != position.dealer]
    if not position.options["dealer_hook"] or not all(seat in bids for seat in others):
        return None
    left = hand_size(position) - sum(bids[seat] for seat in others)
    return left if left >= 0 else None


def dealer_may_not_even_out_bids(position: Position, record: Record) -> Iterator[Problem]:
    """The dealer's bid may not make the bids equal to the number of tricks."""
    bids, dealer = record[BIDS], position.dealer
    if bids[dealer] == forbidden_bid(position, bids):
        reason = say(
            "The bids may not add up to {cards}: {who} deals and may not bid {bid}."
            " Any other number will do.",
            cards=hand_size(position),
            who=Name(dealer),
            bid=bids[dealer],
        )
        yield Problem("forbidden_bid", reason, BIDS, dealer)


def every_trick_is_somebodys(position: Position, record: Record) -> Iterator[Problem]:
    taken, played = sum(record[TRICKS].values()), hand_size(position)
    if taken != played:
        yield Problem("sum_mismatch", tricks_sum_sentence(played, taken), TRICKS)


def tricks_sum_sentence(played: int, taken: int | Placeholder) -> Message:
    return say("The tricks must add up to {played}, not {taken}.", played=played, taken=taken)


def fields(position: Position, record: Record) -> tuple[Field, ...]:
    n, order = hand_size(position), bidding_order(position)
    bids, tricks = numbers_by_seat(record, BIDS), numbers_by_seat(record, TRICKS)
    hook = None
    if position.options["dealer_hook"]:
        why = say("the bids may not add up to {cards}.", cards=n)
        hook = ForbiddenSum(position.dealer, n, why)
    rest = {s: v for s, v in number_for_last_seat(n, order, tricks).items() if 0 <= v <= n}
    return (
        Field(
            name=BIDS,
            kind=FieldKind.NUMBERS,
            stage=BIDS,
            label=say("Bid"),
            seats=order,
            most=n,
            avoid=hook,
            out_of_range=say("A bid is between 0 and {cards}.", cards=n),
        ).with_forbidden_number(bids),
        Field(
            name=TRICKS,
            kind=FieldKind.NUMBERS,
            stage=TRICKS,
            label=say("Tricks"),
            seats=order,
            most=n,
            total=n,
            rest=rest,
            mark=bids,
            out_of_range=say("Tricks are between 0 and {cards}.", cards=n),
        ),
        Field(
            name="reneges",
            kind=FieldKind.NUMBERS,
            stage=TRICKS,
            label=say("Reneges"),
            seats=order,
            most=n - 1,
            required=False,
            everyone=False,
            look=FieldLayout.FOLDED,
            default=0,
            note=say(
                "Punished reneges, {points} each",
                points=Signed(-position.options["renege_penalty"]),
            ),
            out_of_range=say(
                "Reneges are between 0 and {most}: nobody can renege with the last card.",
                most=n - 1,
            ),
        ),
    )


def stage(position: Position, record: Record) -> str | None:
    if BIDS not in record:
        return BIDS
    return None if TRICKS in record else TRICKS


def parts(position: Position, record: Record) -> list[ScorePart]:
    """For each seat the points of bid and tricks, then the penalty for punished reneges."""
    options = position.options
    scoring, penalty, voids = (
        options["scoring"],
        options["renege_penalty"],
        options["renege_voids_point"],
    )
    bids, tricks, reneges = record[BIDS], record[TRICKS], record.get("reneges", {})
    found = []
    for seat in position.players:
        bid, took, offences = bids[seat], tricks[seat], reneges.get(seat, 0)
        points = bid_and_trick_points(scoring, bid, took)
        why = say("Bid {bid}, took {took}", bid=bid, took=took)
        if offences and voids and bid == took:
            points -= made_bid_points(scoring, bid)
            why = say("Bid {bid}, took {took}, but reneged", bid=bid, took=took)
        found.append(ScorePart(seat, points, why))
        if offences:
            found.append(
                ScorePart(seat, -penalty * offences, say_n("One renege", "{n} reneges", offences))
            )
    return found


def made_bid_points(scoring: str, bid: int) -> int:
    """The points for a made bid, without points for tricks."""
    return {"one": 1, "ten_plus_bid": 10 + bid, "tricks_plus_ten": 10}[scoring]


def bid_and_trick_points(scoring: str, bid: int, took: int) -> int:
    """The points for a bid and the tricks taken, before any renege."""
    tricks = took if scoring == "tricks_plus_ten" else 0
    return tricks + (made_bid_points(scoring, bid) if bid == took else 0)


def after(position: Position, record: Record, points: Points) -> Position:
    """The next position; after the last deal the highest total wins, and ties share the win."""
    then = next_position(position, points)
    if position.number < len(position.options["schedule"]):
        return then
    return finished_position(then, highest(then.totals))


# ---------------------------------------------------------------- options


def pack_is_enough(setup: Setup) -> Iterator[Problem]:
    """The largest hands and the card turned up for trump need at most 52 cards."""
    most = (PACK_SIZE - 1) // len(setup.players)
    if max(setup.options["schedule"]) > most:
        reason = say(
            "With {n} players a deal has at most {most} cards each.",
            n=len(setup.players),
            most=most,
        )
        yield Problem("bad_option", reason, "schedule")


def is_schedule(value: Any) -> bool:
    """Whether the value is a list of 1 to MAX_DEALS numbers of cards."""
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_DEALS:
        return False
    return all(is_integer(n) and n >= 1 for n in value)


OPTIONS = (
    Option(
        name="schedule",
        kind="list",
        default=list(DEFAULT_SCHEDULE),
        label=say("Cards in each deal"),
        accepts=say(
            "Cards in each deal: whole numbers from 1 up, {most} at most, such as 3 4 5 4 3.",
            most=MAX_DEALS,
        ),
        valid=is_schedule,
    ),
    Option(
        name="scoring",
        kind="choice",
        default="one",
        label=say("A made bid scores"),
        accepts=say("A made bid scores 1 point, 10 + the bid, or 1 per trick and 10 more."),
        choices=(
            Choice("one", say("1 point")),
            Choice("ten_plus_bid", say("10 + the bid")),
            Choice("tricks_plus_ten", say("1 per trick, +10 if made")),
        ),
    ),
    Option(
        name="dealer_hook",
        kind="yes",
        default=True,
        label=say("Bids may not add up to the tricks"),
        accepts=say("Bids may not add up to the tricks: yes or no."),
    ),
    Option(
        name="renege_penalty",
        kind="number",
        default=3,
        label=say("Points off for a renege"),
        accepts=say("Points off for a renege: 0 or more."),
    ),
    Option(
        name="renege_voids_point",
        kind="yes",
        default=False,
        label=say("A renege also loses the bid’s points"),
        accepts=say("A renege also loses the bid’s points: yes or no."),
    ),
)


def extras(rounds: tuple[Round, ...], position: Position) -> Mapping[str, Any]:
    """The order of bidding in each deal, dealer last."""
    return {"bid_orders": [list(bidding_order(played.before)) for played in rounds]}
