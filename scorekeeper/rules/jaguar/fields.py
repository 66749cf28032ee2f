"""The fields and checks of a hand of Jaguar: called card, friend, points, and auction."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.messages import AndList, Message, Name, Placeholder, say, say_n
from scorekeeper.rules.fields import Choice, Field, FieldKind, FieldLayout, NumberLimits, PageHints
from scorekeeper.rules.jaguar import auction
from scorekeeper.rules.jaguar.auction import MAX_BID_POINTS, MIN_BID_POINTS, PASS, RANKS
from scorekeeper.rules.jaguar.cards import FRENCH_SUITS, SPANISH_SUITS
from scorekeeper.rules.jaguar.scoring import (
    ALL_CARD_POINTS,
    IMPOSSIBLE_CARD_POINTS,
    active,
    side_points,
    taken_by_side,
)
from scorekeeper.rules.kernel import Answers, Position, Problem, is_integer

HAND = "hand"  # the only stage
CARD_CHOICES = tuple(Choice(rank, say(rank)) for rank in RANKS)
BID_CHOICES = (*CARD_CHOICES, Choice(PASS, say("pass")))
BID_LIMITS_SENTENCE = say(
    "Bids in points must be between {least} and {most}.", least=MIN_BID_POINTS, most=MAX_BID_POINTS
)


def stage(position: Position, answers: Answers) -> str | None:
    return None if answers.get("all_pass") is True or "jaguar" in answers else HAND


def fields(position: Position, answers: Answers) -> tuple[Field, ...]:
    """Return all fields of the only stage.

    If everyone passed, all fields except `all_pass` are refused.
    """
    hand_fields: tuple[Field, ...] = (
        jaguar_field(position),
        called_field(),
        trump_field(answers),
        friend_field(position, answers),
        points_field(answers),
        all_tricks_field(position),
        taken_field(position),
        bid_points_field(position),
        bids_field(position),
    )
    if answers.get("all_pass") is True:
        reason = say("If everyone passed, leave everything else blank.")
        hand_fields = tuple(replace(field, refusal=reason, required=False) for field in hand_fields)
    return (all_pass_field(), *hand_fields)


def all_pass_field() -> Field:
    return Field(
        name="all_pass",
        kind=FieldKind.YES_OR_NO,
        stage=HAND,
        label=say("All pass"),
        layout=FieldLayout.HIDDEN,
        required=False,
    )


def jaguar_field(position: Position) -> Field:
    return Field(
        name="jaguar",
        kind=FieldKind.SEAT,
        stage=HAND,
        label=say("Jaguar"),
        seats=active(position),
        note=say("won the bid"),
    )


def called_field() -> Field:
    return Field(
        name="called",
        kind=FieldKind.CHOICE,
        stage=HAND,
        label=say("Called"),
        choices=CARD_CHOICES,
        note=say("the friend’s card"),
        required=False,
    )


def trump_field(answers: Answers) -> Field:
    """Return the field for the suit of the called card.

    It offers Spanish suits, unless a French suit is recorded.
    """
    suits, others = SPANISH_SUITS, FRENCH_SUITS
    if answers.get("trump") in [suit.value for suit in FRENCH_SUITS]:
        suits, others = FRENCH_SUITS, SPANISH_SUITS
    return Field(
        name="trump",
        kind=FieldKind.CHOICE,
        stage=HAND,
        label=say("Trump"),
        choices=suits,
        note=say("card’s suit"),
        unlisted_values=tuple(suit.value for suit in others),
        required=False,
    )


def friend_field(position: Position, answers: Answers) -> Field:
    """Return the field for the player who held the called card.

    The jaguar's chip has the label "alone".
    """
    seats, jaguar = active(position), answers.get("jaguar")
    return Field(
        name="friend",
        kind=FieldKind.SEAT,
        stage=HAND,
        label=say("Friend"),
        seats=seats,
        note=say("held the card"),
        hints=PageHints(chip_labels={seat: say("alone") for seat in seats if seat == jaguar}),
    )


def points_field(answers: Answers) -> Field:
    """Return the field for the card points of the jaguar's side.

    The field is optional if `taken` is given.
    """
    return Field(
        name="points",
        kind=FieldKind.NUMBER,
        stage=HAND,
        label=say("Points"),
        layout=FieldLayout.KEYS,
        note=say("0 to {all}", all=ALL_CARD_POINTS),
        forbidden={("", n): impossible_points_reason(n) for n in IMPOSSIBLE_CARD_POINTS},
        required="taken" not in answers,
        limits=NumberLimits(
            most=ALL_CARD_POINTS,
            sentence=say("The card points must be between 0 and {all}.", all=ALL_CARD_POINTS),
        ),
    )


def all_tricks_field(position: Position) -> Field:
    doubles = position.options["cappotto_double"]
    return Field(
        name="all_tricks",
        kind=FieldKind.YES_OR_NO,
        stage=HAND,
        label=say("All eight tricks"),
        layout=FieldLayout.FOLDED if doubles else FieldLayout.HIDDEN,
        required=False,
    )


def taken_field(position: Position) -> Field:
    """Return the field for each player's card points. They can replace the points of the side."""
    return Field(
        name="taken",
        kind=FieldKind.NUMBERS,
        stage=HAND,
        label=say("Points taken"),
        layout=FieldLayout.HIDDEN,
        seats=active(position),
        required=False,
        limits=NumberLimits(
            most=ALL_CARD_POINTS,
            total=ALL_CARD_POINTS,
            sentence=say(
                "The card points of a player must be between 0 and {all}.", all=ALL_CARD_POINTS
            ),
        ),
    )


def bid_points_field(position: Position) -> Field:
    """Return the field for the points that were bid after a 2."""
    in_points = position.options["point_bids"]
    return Field(
        name="bid_points",
        kind=FieldKind.NUMBER,
        stage=HAND,
        label=say("Points bid"),
        note=say("{least} to {most}, after a 2", least=MIN_BID_POINTS, most=MAX_BID_POINTS),
        layout=FieldLayout.KEYS if in_points else FieldLayout.HIDDEN,
        required=False,
        limits=NumberLimits(
            least=MIN_BID_POINTS, most=MAX_BID_POINTS, sentence=BID_LIMITS_SENTENCE
        ),
    )


def bids_field(position: Position) -> Field:
    """Return the field for the whole auction, which does not have to be recorded."""
    return Field(
        name="bids",
        kind=FieldKind.BIDS,
        stage=HAND,
        label=say("Bids"),
        layout=FieldLayout.HIDDEN,
        seats=active(position),
        choices=BID_CHOICES,
        required=False,
        limits=NumberLimits(
            least=MIN_BID_POINTS, most=MAX_BID_POINTS, sentence=BID_LIMITS_SENTENCE
        ),
    )


# ---------------------------------------------------------------- checks


def no_side_has_impossible_points(position: Position, answers: Answers) -> Iterator[Problem]:
    """Refuse 1 or 119 card points for a side or a player."""
    if answers.get("points") in IMPOSSIBLE_CARD_POINTS:
        yield Problem("impossible_total", impossible_points_reason(answers["points"]), "points")
    for seat, took in (answers.get("taken") or {}).items():
        if took in IMPOSSIBLE_CARD_POINTS:
            yield Problem("impossible_total", impossible_points_reason(took), "taken", seat)


def impossible_points_reason(points: int) -> Message:
    if points == 1:
        return say("No card is worth 1 point. Enter 0, or 2 or more.")
    return say(
        "{points} would leave 1 point, but no card is worth 1. Enter 120, or 118 or less.",
        points=points,
    )


def points_are_bid_by_option(position: Position, answers: Answers) -> Iterator[Problem]:
    """Refuse bids in points unless the option `point_bids` is on."""
    if position.options["point_bids"]:
        return
    reason = say("This match has no bids in points, so the lowest bid is 2.")
    if answers.get("bid_points") is not None:
        yield Problem("not_allowed", reason, "bid_points")
    elif any(is_integer(bid) for _, bid in answers.get("bids", [])):
        yield Problem("not_allowed", reason, "bids")


def taken_points_add_up(position: Position, answers: Answers) -> Iterator[Problem]:
    """Require players' card points to add up to 120 and match the points of the jaguar's side."""
    n = sum(answers["taken"].values())
    if n != ALL_CARD_POINTS:
        reason = say("The card points must add up to {all}, not {n}.", all=ALL_CARD_POINTS, n=n)
        yield Problem("sum_mismatch", reason, "taken")
    elif (together := taken_by_side(answers)) != side_points(answers):
        side = side_names(answers)
        reason = say_n(
            "{who} took {together}, not {points}.",
            "{who} took {together} together, not {points}.",
            len(side),
            who=side,
            together=together,
            points=side_points(answers),
        )
        yield Problem("sum_mismatch", reason, "points")


def side_names(answers: Answers) -> AndList:
    """Return the names of the jaguar and the friend, or of the jaguar alone."""
    return AndList(map(Name, dict.fromkeys((answers["jaguar"], answers["friend"]))))


def auction_was_won_by_the_jaguar(position: Position, answers: Answers) -> Iterator[Problem]:
    """Require that the auction followed its rules and that the jaguar won it."""
    yield from auction.auction_problems(position, answers, active(position))


def all_tricks_are_all_points(position: Position, answers: Answers) -> Iterator[Problem]:
    """Require 120 or 0 card points for the jaguar's side if one side took all tricks."""
    points = side_points(answers) if answers["all_tricks"] else ALL_CARD_POINTS
    if points not in (0, ALL_CARD_POINTS):
        yield Problem("inconsistent", all_tricks_reason(points), "all_tricks")


def all_tricks_reason(points: int | Placeholder) -> Message:
    return say(
        "If one side took all the tricks, the points are {all} or 0, not {points}.",
        all=ALL_CARD_POINTS,
        points=points,
    )
