"""The fields of a hand of Jaguar: jaguar, called card, friend, points, and auction."""

from scorekeeper.messages import Message, say
from scorekeeper.rules.fields import Choice, Field, FieldKind, FieldLayout
from scorekeeper.rules.jaguar.auction import MAX_BID_POINTS, MIN_BID_POINTS, PASS, RANKS
from scorekeeper.rules.jaguar.scoring import (
    ALL_CARD_POINTS,
    HAND,
    IMPOSSIBLE_CARD_POINTS,
    active,
    impossible_points_reason,
)
from scorekeeper.rules.kernel import Position, Record

CARD_CHOICES = tuple(Choice(rank, say(rank)) for rank in RANKS)
BID_CHOICES = (*CARD_CHOICES, Choice(PASS, say("pass")))
SPANISH_SUITS = (
    Choice("coins", say("coins"), "coins"),
    Choice("cups", say("cups"), "cups"),
    Choice("swords", say("swords"), "swords"),
    Choice("batons", say("batons"), "batons"),
)
FRENCH_SUITS = (
    Choice("clubs", say("clubs"), "club"),
    Choice("diamonds", say("diamonds"), "diamond"),
    Choice("hearts", say("hearts"), "heart"),
    Choice("spades", say("spades"), "spade"),
)
FORBIDDEN_POINTS = {
    ("", points): impossible_points_reason(points) for points in IMPOSSIBLE_CARD_POINTS
}


def fields(position: Position, record: Record) -> tuple[Field, ...]:
    """All fields of the only stage; if everybody passed, all others are refused."""
    passed = record.get("all_pass") is True
    refused = say("When everybody passed there is nothing else to enter.") if passed else None
    return (
        Field(
            name="all_pass",
            kind=FieldKind.YES,
            stage=HAND,
            label=say("All pass"),
            look=FieldLayout.HIDDEN,
            required=False,
        ),
        *contract_fields(position, record, refused),
        *card_points_fields(position, record, refused),
        *auction_fields(position, refused),
    )


def contract_fields(
    position: Position, record: Record, refused: Message | None
) -> tuple[Field, ...]:
    """The jaguar, the called card, and the friend who held it."""
    seats, jaguar = active(position), record.get("jaguar")
    suits, others = SPANISH_SUITS, FRENCH_SUITS
    if record.get("trump") in [suit.value for suit in FRENCH_SUITS]:
        suits, others = FRENCH_SUITS, SPANISH_SUITS
    return (
        Field(
            name="jaguar",
            kind=FieldKind.SEAT,
            stage=HAND,
            label=say("Jaguar"),
            seats=seats,
            note=say("won the bid"),
            required=not refused,
            refused=refused,
        ),
        Field(
            name="called",
            kind=FieldKind.CHOICE,
            stage=HAND,
            label=say("Called"),
            choices=CARD_CHOICES,
            note=say("the friend’s card"),
            required=False,
            refused=refused,
        ),
        Field(
            name="trump",
            kind=FieldKind.CHOICE,
            stage=HAND,
            label=say("Trump"),
            choices=suits,
            note=say("its suit"),
            also=tuple(suit.value for suit in others),
            required=False,
            refused=refused,
        ),
        Field(
            name="friend",
            kind=FieldKind.SEAT,
            stage=HAND,
            label=say("Friend"),
            seats=seats,
            note=say("who held it"),
            required=not refused,
            refused=refused,
            names={seat: say("alone") for seat in seats if seat == jaguar},
        ),
    )


def card_points_fields(
    position: Position, record: Record, refused: Message | None
) -> tuple[Field, ...]:
    """Card points of the side, or of each player, and whether one side took all tricks."""
    doubles = position.options["cappotto_double"]
    return (
        Field(
            name="points",
            kind=FieldKind.NUMBER,
            stage=HAND,
            label=say("Points"),
            look=FieldLayout.KEYS,
            note=say("0 to {all}", all=ALL_CARD_POINTS),
            most=ALL_CARD_POINTS,
            no=FORBIDDEN_POINTS,
            required="taken" not in record and not refused,
            refused=refused,
            out_of_range=say("The card points are between 0 and {all}.", all=ALL_CARD_POINTS),
        ),
        Field(
            name="all_tricks",
            kind=FieldKind.YES,
            stage=HAND,
            label=say("All eight tricks"),
            note=say("taken by one side"),
            look=FieldLayout.CHIPS if doubles else FieldLayout.HIDDEN,
            required=False,
            refused=refused,
        ),
        Field(
            name="taken",
            kind=FieldKind.NUMBERS,
            stage=HAND,
            label=say("Points taken"),
            look=FieldLayout.HIDDEN,
            seats=active(position),
            most=ALL_CARD_POINTS,
            total=ALL_CARD_POINTS,
            required=False,
            refused=refused,
            out_of_range=say(
                "The card points of a player are between 0 and {all}.", all=ALL_CARD_POINTS
            ),
        ),
    )


def auction_fields(position: Position, refused: Message | None) -> tuple[Field, ...]:
    """The points that were bid after a 2, and the whole auction, if it was recorded."""
    in_points = position.options["point_bids"]
    limits = say(
        "Bids of points are between {least} and {most}.", least=MIN_BID_POINTS, most=MAX_BID_POINTS
    )
    return (
        Field(
            name="bid_points",
            kind=FieldKind.NUMBER,
            stage=HAND,
            label=say("Points bid"),
            note=say("after a 2, {least} to {most}", least=MIN_BID_POINTS, most=MAX_BID_POINTS),
            look=FieldLayout.KEYS if in_points else FieldLayout.HIDDEN,
            least=MIN_BID_POINTS,
            most=MAX_BID_POINTS,
            required=False,
            refused=refused,
            out_of_range=limits,
        ),
        Field(
            name="bids",
            kind=FieldKind.BIDS,
            stage=HAND,
            label=say("Bids"),
            look=FieldLayout.HIDDEN,
            seats=active(position),
            choices=BID_CHOICES,
            least=MIN_BID_POINTS,
            most=MAX_BID_POINTS,
            required=False,
            refused=refused,
            out_of_range=limits,
        ),
    )
