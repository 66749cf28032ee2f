"""The fields of gin. Their names and the stages that they belong to are in stages.py."""

from scorekeeper.messages import say
from scorekeeper.rules.cards import ForbiddenByRank, LimitByRank
from scorekeeper.rules.fields import (
    Choice,
    Field,
    FieldKind,
    FieldLayout,
    NamedSeatLimits,
    NumberLimits,
    PageHints,
    SeatLimits,
)
from scorekeeper.rules.gin.hand import (
    BIG_GIN,
    DRAW,
    GIN,
    KNOCK,
    MOST_DEADWOOD,
    knock_limit,
    knock_limits,
    needs_upcard,
    ranks_without_knock,
)
from scorekeeper.rules.gin.scoring import active
from scorekeeper.rules.gin.stages import (
    DEADWOOD,
    FIRST,
    HAND,
    KNOCKER,
    PAIR,
    PAIR_STAGES,
    RESULT,
    UPCARD,
    hand_in,
    knocker_in,
    other_pair,
    pair_in,
    suggested_pair,
    upcard_in,
    with_upcard,
)
from scorekeeper.rules.kernel import Answers, Options, Position


def fields(position: Position, answers: Answers) -> tuple[Field, ...]:
    """Return all fields: the upcard, if any, then each hand's result, knocker and deadwood.

    With two pairs, the fields of each hand begin with the two players.
    """
    upcard = upcard_fields(position, answers)
    if len(position.players) != 4:
        return (*upcard, *hand_fields(position, answers, answers, HAND, active(position)))
    all_fields = [*upcard]
    for n, name in enumerate(PAIR_STAGES):
        hand, seats = hand_in(answers, n), pair_in(position, answers, n)
        all_fields.append(pair_field(position, answers, n))
        all_fields += hand_fields(position, answers, hand, name, seats)
    return tuple(all_fields)


def upcard_fields(position: Position, answers: Answers) -> tuple[Field, ...]:
    """Return the upcard's field, if any.

    The field is required if the upcard affects the deal. Otherwise, the field exists only if it was
    answered. A check then refuses the answer.
    """
    needed = needs_upcard(position.options)
    if not needed and UPCARD not in answers:
        return ()
    pairs = len(position.players) == 4
    # With four players, the stage also asks for the opponents. A phone's screen has no room for
    # both questions.
    layout = FieldLayout.FOLDED if pairs else FieldLayout.CHIPS
    return (
        Field(
            name=UPCARD,
            kind=FieldKind.CARD,
            stage=FIRST if pairs else HAND,
            label=say("Upcard"),
            layout=layout if needed else FieldLayout.HIDDEN,
            required=needed,
        ),
    )


def pair_field(position: Position, answers: Answers, n: int) -> Field:
    """Return the field for the two players of hand `n` (0 or 1).

    The players who do not play hand 0 play hand 1.
    """
    first_pair, second_pair = position.players[0::2], position.players[1::2]
    offered = tuple((a, b) for a in first_pair for b in second_pair)
    if n == 1:
        offered = (other_pair(position, pair_in(position, answers, 0)),)
    default = suggested_pair(position) if n == 0 else offered[0]
    return Field(
        name=PAIR,
        kind=FieldKind.PAIR,
        stage=PAIR_STAGES[n],
        label=say("Opponents"),
        layout=FieldLayout.STRIP,
        seats=position.players,
        pairs=offered,
        default=list(default),
    )


def hand_fields(
    position: Position, answers: Answers, hand: Answers, stage: str, seats: tuple[str, ...]
) -> tuple[Field, ...]:
    """Return the fields of one hand: result, knocker and deadwood.

    They depend on the answers about the hand.
    """
    hand = with_upcard(hand, answers)
    return (
        result_field(position, stage, hand),
        knocker_field(hand, stage, seats),
        deadwood_field(position.options, hand, stage, seats),
    )


def result_field(position: Position, stage: str, hand: Answers) -> Field:
    """Return the field for how the hand ended. If the knock limit is 0, nobody may knock."""
    ranks, why = ranks_without_knock(position.options), say("only gin ends this hand.")
    rule = ForbiddenByRank(UPCARD, ranks, KNOCK, why) if ranks else None
    forbidden = rule.forbidden(hand) if rule else {}
    return Field(
        name=RESULT,
        kind=FieldKind.CHOICE,
        stage=stage,
        label=say("Result"),
        layout=FieldLayout.STRIP,
        note=say("How did the hand end?"),
        choices=result_choices(position),
        forbidden={("", KNOCK): why} if position.options["knock_limit"] == 0 else forbidden,
        unlisted_values=(BIG_GIN,),
        hints=PageHints(forbidden_by_rank=rule),
    )


def result_choices(position: Position) -> tuple[Choice, ...]:
    """Return the possible results of a hand, with big gin only if it has a bonus."""
    big = (Choice(BIG_GIN, say("Big gin")),)
    return (
        Choice(KNOCK, say("Knock")),
        Choice(GIN, say("Gin")),
        *(big if position.options["big_gin_bonus"] is not None else ()),
        Choice(DRAW, say("Draw")),
    )


def knocker_field(hand: Answers, stage: str, seats: tuple[str, ...]) -> Field:
    """Return the field for the player who ended the hand. It does not apply after a draw."""
    drawn = hand.get(RESULT) == DRAW
    return Field(
        name=KNOCKER,
        kind=FieldKind.SEAT,
        stage=stage,
        label=say("Knocker"),
        layout=FieldLayout.SET_ASIDE if drawn else FieldLayout.TABLE,
        seats=seats,
        required=not drawn,
        hints=PageHints(not_asked_if=(RESULT, (DRAW,))),
    )


def deadwood_field(options: Options, hand: Answers, stage: str, seats: tuple[str, ...]) -> Field:
    """Return the field for both players' deadwood. After a draw, the field does not apply.

    The hand includes the upcard.
    """
    drawn, knocker = hand.get(RESULT) == DRAW, knocker_in(hand, seats)
    forbidden = {}
    if hand.get(RESULT) == KNOCK and knocker and knock_limit(options, upcard_in(hand)):
        forbidden = {(knocker, 0): say("a hand with no deadwood is gin, not a knock.")}
    return Field(
        name=DEADWOOD,
        kind=FieldKind.NUMBERS,
        stage=stage,
        label=say("Deadwood"),
        layout=FieldLayout.SET_ASIDE if drawn else FieldLayout.TABLE,
        note=say("After lay-offs"),
        seats=seats,
        required=not drawn,
        needs_every_seat=not drawn,
        forbidden=forbidden,
        limits=NumberLimits(
            most=MOST_DEADWOOD,
            sentence=say(
                "Deadwood must be between 0 and {most}, the most that ten cards can count.",
                most=MOST_DEADWOOD,
            ),
        ),
        hints=PageHints(
            not_asked_if=(RESULT, (DRAW,)),
            named_seat_limits=NamedSeatLimits(KNOCKER, RESULT, knocker_limits(options)),
        ),
    ).with_named_limits(hand)


def knocker_limits(options: Options) -> dict[str, SeatLimits]:
    """Return limits for the knocker's deadwood by result: the knock limit, or 0 after gin.

    In Oklahoma, the knock limit follows from the upcard.
    """
    none = SeatLimits(0, MOST_DEADWOOD, fixed_number=0)
    by_result = {GIN: none, BIG_GIN: none}
    if most := options["knock_limit"]:
        beyond = say("{who} may knock only with {limit} or less.", who=KNOCKER, limit=most)
        by_rank = LimitByRank(UPCARD, knock_limits(options)) if options["oklahoma"] else None
        by_result[KNOCK] = SeatLimits(0, most, beyond, most_by_rank=by_rank)
    return by_result
