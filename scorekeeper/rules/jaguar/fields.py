"""What is asked about a hand of Jaguar: who, which card, with whom, how many points."""

from scorekeeper.messages import Say, say
from scorekeeper.rules.fields import Choice, Field, Kind, Look
from scorekeeper.rules.jaguar.auction import LEAST_BID, MOST, PASS, RANKS
from scorekeeper.rules.jaguar.scoring import ALL, HAND, NOT_TAKEN, active, why_not
from scorekeeper.rules.kernel import Position, Record

CARDS = tuple(Choice(rank, say(rank)) for rank in RANKS)
BIDS = (*CARDS, Choice(PASS, say("pass")))
SPANISH = (
    Choice("coins", say("coins"), "coins"),
    Choice("cups", say("cups"), "cups"),
    Choice("swords", say("swords"), "swords"),
    Choice("batons", say("batons"), "batons"),
)
FRENCH = (
    Choice("clubs", say("clubs"), "club"),
    Choice("diamonds", say("diamonds"), "diamond"),
    Choice("hearts", say("hearts"), "heart"),
    Choice("spades", say("spades"), "spade"),
)
NO_CARDS = {("", points): why_not(points) for points in NOT_TAKEN}


def fields(position: Position, record: Record) -> tuple[Field, ...]:
    """The whole hand in one stage; where everybody passed there is nothing else to say."""
    passed = record.get("all_pass") is True
    refused = say("Where everybody passed there is nothing else to write down.") if passed else None
    return (
        Field(
            name="all_pass",
            kind=Kind.YES,
            stage=HAND,
            label=say("All pass"),
            look=Look.HIDDEN,
            required=False,
        ),
        *who_and_what(position, record, refused),
        *card_points(position, record, refused),
        *bidding(position, refused),
    )


def who_and_what(position: Position, record: Record, refused: Say | None) -> tuple[Field, ...]:
    """The jaguar, the card that was called, and who turned out to hold it."""
    seats, jaguar = active(position), record.get("jaguar")
    suits, others = SPANISH, FRENCH
    if record.get("trump") in [suit.value for suit in FRENCH]:
        suits, others = FRENCH, SPANISH
    return (
        Field(
            name="jaguar",
            kind=Kind.SEAT,
            stage=HAND,
            label=say("Jaguar"),
            seats=seats,
            note=say("won the bid"),
            required=not refused,
            refused=refused,
        ),
        Field(
            name="called",
            kind=Kind.CHOICE,
            stage=HAND,
            label=say("Called"),
            choices=CARDS,
            note=say("the friend’s card"),
            required=False,
            refused=refused,
        ),
        Field(
            name="trump",
            kind=Kind.CHOICE,
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
            kind=Kind.SEAT,
            stage=HAND,
            label=say("Friend"),
            seats=seats,
            note=say("who held it"),
            required=not refused,
            refused=refused,
            names={seat: say("alone") for seat in seats if seat == jaguar},
        ),
    )


def card_points(position: Position, record: Record, refused: Say | None) -> tuple[Field, ...]:
    """Card points of the side, or of all five, and whether one side took every trick."""
    doubles = position.options["cappotto_double"]
    return (
        Field(
            name="points",
            kind=Kind.NUMBER,
            stage=HAND,
            label=say("Points"),
            look=Look.KEYS,
            note=say("0 to {all}", all=ALL),
            most=ALL,
            no=NO_CARDS,
            required="taken" not in record and not refused,
            refused=refused,
            out_of_range=say("The card points lie between 0 and {all}.", all=ALL),
        ),
        Field(
            name="all_tricks",
            kind=Kind.YES,
            stage=HAND,
            label=say("All eight tricks"),
            note=say("taken by one side"),
            look=Look.CHIPS if doubles else Look.HIDDEN,
            required=False,
            refused=refused,
        ),
        Field(
            name="taken",
            kind=Kind.NUMBERS,
            stage=HAND,
            label=say("Points taken"),
            look=Look.HIDDEN,
            seats=active(position),
            most=ALL,
            total=ALL,
            required=False,
            refused=refused,
            out_of_range=say("The card points of a player lie between 0 and {all}.", all=ALL),
        ),
    )


def bidding(position: Position, refused: Say | None) -> tuple[Field, ...]:
    """The points that were bid after a 2, and the whole auction if somebody kept it."""
    in_points = position.options["point_bids"]
    limits = say("Bids of points lie between {least} and {most}.", least=LEAST_BID, most=MOST)
    return (
        Field(
            name="bid_points",
            kind=Kind.NUMBER,
            stage=HAND,
            label=say("Points bid"),
            note=say("after a 2, {least} to {most}", least=LEAST_BID, most=MOST),
            look=Look.KEYS if in_points else Look.HIDDEN,
            least=LEAST_BID,
            most=MOST,
            required=False,
            refused=refused,
            out_of_range=limits,
        ),
        Field(
            name="bids",
            kind=Kind.BIDS,
            stage=HAND,
            label=say("Bids"),
            look=Look.HIDDEN,
            seats=active(position),
            choices=BIDS,
            least=LEAST_BID,
            most=MOST,
            required=False,
            refused=refused,
            out_of_range=limits,
        ),
    )
