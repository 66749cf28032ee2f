"""Chinchón: points are what is left in the hand, and 100 of them put a player out.

Seven cards each. Whoever can close with little left (4 or less) ends the deal; everybody adds
what he could not meld or lay off. All seven melded and laid down at one time take ten points
off. Who reaches the limit may buy back in, as long as two others are still in.

Sources and house variants: docs/rules/chinchon.md
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.messages import Message, Name, Signed, say
from scorekeeper.rules.chinchon.options import CHINCHON, NORMAL, OPTIONS, RUN, RUN_BONUS
from scorekeeper.rules.common import numbers_by_seat, with_defaults
from scorekeeper.rules.elimination import scoring
from scorekeeper.rules.elimination.display import (
    BACK,
    CARDS,
    DEADWOOD,
    back_field,
    cards_left_field,
)
from scorekeeper.rules.elimination.scoring import (
    REENLIST,
    DealOutcome,
    nobody_can_bust,
    seats_still_in,
)
from scorekeeper.rules.fields import Choice, Field, FieldKind, FieldLayout, Limits, NamedSeatLimits
from scorekeeper.rules.kernel import Options, Points, Position, Problem, Record, ScorePart, Setup

CLOSER, CLOSE, DEFECTIVE = "closer", "close", "defective"
HAND_SIZE = 7
MIN_STAYING = 2  # so many others must stay in for anybody to come back

# The most a hand without a meld is worth: two cards of a rank at most, no three in a row.
MAX_MELDLESS_POINTS = {
    (48, "fournier"): {6: 66, 7: 75, 8: 84},
    (40, "fournier"): {6: 54, 7: 61, 8: 68},
    (40, "ten"): {6: 60, 7: 67, 8: 74},
}


def max_deadwood(options: Options, cards: int = HAND_SIZE) -> int:
    """The most that can be left of so many cards; wild cards count in full on top."""
    wilds: int = options["wilds"] * options["wild_points"]
    return MAX_MELDLESS_POINTS[options["deck"], options["figures"]][cards] + wilds


# ---------------------------------------------------------------- what is asked


class PartialDeal(NamedTuple):
    """What of the cards is said so far and can be understood."""

    closer: str | None
    close: str
    deadwood: Mapping[str, int]
    defective: Mapping[str, int]

    def record(self) -> Record:
        return {CLOSER: self.closer, CLOSE: self.close, DEADWOOD: self.deadwood}

    def is_whole(self, position: Position) -> bool:
        """Whether the deal can be counted."""
        return self.closer is not None and len(self.deadwood) == len(seats_still_in(position))


def partial_deal(position: Position, record: Record) -> PartialDeal:
    """A half-filled or wrong record, without what makes no sense; a full hand down leaves 0."""
    playing = seats_still_in(position)
    closer = next((seat for seat in playing if seat == record.get(CLOSER)), None)
    close = next((c for c in (CHINCHON, RUN) if c == record.get(CLOSE)), NORMAL)
    left = numbers_by_seat(record, DEADWOOD)
    if closer is not None and close != NORMAL:
        left.setdefault(closer, 0)
    odd = numbers_by_seat(record, DEFECTIVE)
    return PartialDeal(
        closer,
        close,
        {seat: left[seat] for seat in playing if seat in left},
        {seat: odd[seat] for seat in playing if odd.get(seat) in (HAND_SIZE - 1, HAND_SIZE + 1)},
    )


def stage(position: Position, record: Record) -> str | None:
    if DEADWOOD not in record:
        return CARDS
    if REENLIST in record or nobody_can_bust(position, record[DEADWOOD]):
        return None
    return (
        BACK if deal_outcome(position, record, points_by_seat(position, record)).returning else None
    )


def fields(position: Position, record: Record) -> tuple[Field, ...]:
    said = partial_deal(position, record)
    counted = None
    if said.is_whole(position):
        counted = deal_outcome(position, said.record(), points_by_seat(position, said.record()))
    return (
        close_field(position),
        closer_field(position),
        deadwood_field(position, said),
        defective_field(position, said),
        back_field(position, counted),
    )


def close_field(position: Position) -> Field:
    """A run has a chip of its own only where it is worth something of its own."""
    options = position.options
    choices = [
        Choice(NORMAL, say("Closed, {most} or less", most=options["close_max"])),
        Choice(CHINCHON, say("Chinchón, {points}", points=Signed(-options["chinchon_bonus"]))),
    ]
    if options["run_rule"] == "wins":
        choices.append(Choice(RUN, say("Run of seven, wins")))
    elif options["run_rule"] != "same":
        bonus = closing_bonus(options, RUN)
        choices.append(Choice(RUN, say("Run of seven, {points}", points=Signed(-bonus))))
    return Field(
        name=CLOSE,
        kind=FieldKind.CHOICE,
        stage=CARDS,
        label=say("How it was closed"),
        look=FieldLayout.STRIP,
        choices=tuple(choices),
        also=(RUN,),
        required=False,
        default=NORMAL,
    )


def closer_field(position: Position) -> Field:
    return Field(
        name=CLOSER,
        kind=FieldKind.SEAT,
        stage=CARDS,
        label=say("Who closed"),
        look=FieldLayout.TABLE,
        seats=seats_still_in(position),
    )


def deadwood_field(position: Position, said: PartialDeal) -> Field:
    """Less for the closer, more or less for a hand of eight or six; nothing for a full hand."""
    options = position.options
    most = {seat: max_deadwood(options, cards) for seat, cards in said.defective.items()}
    span_says = {
        seat: hand_limit_sentence(cards, most[seat]) for seat, cards in said.defective.items()
    }
    return replace(
        cards_left_field(position),
        most=max_deadwood(options),
        span={seat: (0, n) for seat, n in most.items()},
        limit_sentences=span_says,
        named=NamedSeatLimits(CLOSER, CLOSE, closer_limits(options)),
        out_of_range=hand_limit_sentence(HAND_SIZE, max_deadwood(options)),
    ).with_named_limits(said.record())


def closer_limits(options: Options) -> dict[str, Limits]:
    """At most the agreed number; nothing, and points off, for a full hand laid down."""
    most: int = options["close_max"]
    few = say("{who} closed and may keep at most {most}.", who=CLOSER, most=most)
    return {
        "": Limits(0, most, few),
        CHINCHON: Limits(
            0, max_deadwood(options), fixed=0, points=-closing_bonus(options, CHINCHON)
        ),
        RUN: Limits(
            0,
            max_deadwood(options),
            fixed=0,
            points=-closing_bonus(options, RUN),
            decides=options["run_rule"] == "wins",
        ),
    }


def hand_limit_sentence(cards: int, most: int) -> Message:
    """The sentence for more than a hand can be worth, or less than nothing."""
    if cards < HAND_SIZE:
        return say("Six cards leave between 0 and {most} points.", most=most)
    if cards > HAND_SIZE:
        return say("Eight cards leave between 0 and {most} points.", most=most)
    return say("Seven cards leave between 0 and {most} points.", most=most)


def defective_field(position: Position, said: PartialDeal) -> Field:
    """Who was dealt a card too few or too many, and played on with it."""
    sizes = (HAND_SIZE - 1, HAND_SIZE + 1)
    why = say("who closes has seven cards.")
    return Field(
        name=DEFECTIVE,
        kind=FieldKind.NUMBERS,
        stage=CARDS,
        label=say("Six or eight cards"),
        note=say("Only for a hand that was dealt wrong"),
        look=FieldLayout.FOLDED,
        seats=seats_still_in(position),
        required=False,
        everyone=False,
        least=HAND_SIZE - 1,
        most=HAND_SIZE + 1,
        choices=(Choice("6", say("6 cards")), Choice("8", say("8 cards"))),
        no={} if said.closer is None else {(said.closer, n): why for n in sizes},
    )


# ---------------------------------------------------------------- what is refused


def full_hand_leaves_nothing(position: Position, record: Record) -> Iterator[Problem]:
    """Chinchón and run: all seven cards are down."""
    closer, left = record[CLOSER], record[DEADWOOD][record[CLOSER]]
    if record.get(CLOSE, NORMAL) != NORMAL and left:
        reason = say(
            "{who} laid down all seven cards, so 0 is left, not {left}.",
            who=Name(closer),
            left=left,
        )
        yield Problem("inconsistent", reason, DEADWOOD, closer)


def closer_has_seven_cards(position: Position, record: Record) -> Iterator[Problem]:
    """With a defective hand nobody may close."""
    closer = record[CLOSER]
    if closer in record[DEFECTIVE]:
        reason = say(
            "{who} has {cards} cards and may not close: only who has seven may.",
            who=Name(closer),
            cards=record[DEFECTIVE][closer],
        )
        yield Problem("inconsistent", reason, DEFECTIVE, closer)


def only_some_come_back(position: Position, record: Record) -> Iterator[Problem]:
    """Who comes back went out in this deal, and two others are still in."""
    counted, too_late = deal_outcome(position, record, points_by_seat(position, record)), None
    if is_won_by_run(position, record):
        too_late = say(
            "{who} has won the match with a run of seven: nobody may come back.",
            who=Name(record[CLOSER]),
        )
    elif len(counted.staying) < MIN_STAYING:
        too_late = say(
            "Only {who} is still in: two must be for anybody to come back.",
            who=[Name(seat) for seat in counted.staying],
        )
    yield from scoring.return_problems(position, record, counted, too_late)


# ---------------------------------------------------------------- points


def closing_bonus(options: Options, close: str) -> int:
    """What laying down the whole hand takes off."""
    bonus: int = options["chinchon_bonus"]
    return RUN_BONUS.get(options["run_rule"], bonus) if close == RUN else bonus


def parts(position: Position, record: Record) -> list[ScorePart]:
    """What is left counts against everybody; the whole hand laid down takes points off."""
    closer, close, left = record[CLOSER], record.get(CLOSE, NORMAL), record[DEADWOOD]
    found = []
    for seat in position.players:
        if seat not in left:
            continue
        if seat != closer:
            found.append(ScorePart(seat, left[seat], say("Cards left: {left}", left=left[seat])))
        elif close == NORMAL:
            found.append(ScorePart(seat, left[seat], say("Closed with {left}", left=left[seat])))
        else:
            full = say("Chinchón: all seven cards at once")
            why = say("Run of seven") if close == RUN else full
            found.append(ScorePart(seat, -closing_bonus(position.options, close), why))
    return found


def points_by_seat(position: Position, record: Record) -> Points:
    """The parts added up: one for each who plays."""
    return {part.side: part.points for part in parts(position, record)}


def is_won_by_run(position: Position, record: Record) -> bool:
    return position.options["run_rule"] == "wins" and record.get(CLOSE) == RUN


def deal_outcome(position: Position, record: Record, points: Points) -> DealOutcome:
    """Who goes out with this deal and who may come back."""
    return scoring.deal_outcome(
        position, points, MIN_STAYING, decided=is_won_by_run(position, record)
    )


def after(position: Position, record: Record, points: Points) -> Position:
    """The next deal, or the end: one is left, all went out, or a run wins the match."""
    winners = (record[CLOSER],) if is_won_by_run(position, record) else ()
    return scoring.position_after_returns(
        position, deal_outcome(position, record, points), record, winners
    )


# ---------------------------------------------------------------- what the table agreed


def defaults(players: tuple[str, ...], given: Options) -> Options:
    """Coming back costs what coming in did, unless the table says otherwise."""
    options = with_defaults(OPTIONS, given)
    if options["reentry_stake"] is None:
        options["reentry_stake"] = options["stake"]
    return options


def figures_go_with_the_pack(setup: Setup) -> Iterator[Problem]:
    """Knave, knight and king count ten each only in the pack of 40."""
    if (setup.options["deck"], setup.options["figures"]) not in MAX_MELDLESS_POINTS:
        reason = say("Court cards count ten each only with the pack of 40 cards.")
        yield Problem("bad_option", reason, "figures")
