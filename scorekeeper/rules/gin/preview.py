"""Previews of a hand of gin that is being entered: missing answers, points and new totals."""

from scorekeeper.messages import AndList, Message, Name, Placeholder, Signed, say, say_n
from scorekeeper.rules.common import points_by_side
from scorekeeper.rules.display import Preview, ProjectedTotal
from scorekeeper.rules.gin.fields import deadwood_field, fields
from scorekeeper.rules.gin.hand import (
    BIG_GIN,
    DRAW,
    GIN,
    KNOCK,
    hand_points,
    is_doubled,
    knock_limit,
    needs_upcard,
    winner,
)
from scorekeeper.rules.gin.live_totals import box_note, boxes_note, live_totals, total_note
from scorekeeper.rules.gin.partial_hand import PartialHand, partial_hand
from scorekeeper.rules.gin.scoring import active, after, first_pair_points, parts, side_of
from scorekeeper.rules.gin.stages import (
    DEADWOOD,
    FIRST,
    HAND,
    HANDS,
    KNOCKER,
    RESULT,
    SECOND,
    UPCARD,
    hand_in,
    upcard_in,
    with_upcard,
)
from scorekeeper.rules.gin.upcard import upcard_lines
from scorekeeper.rules.kernel import Answers, Points, Position
from scorekeeper.rules.live_hints import LiveHints, LiveLine
from scorekeeper.rules.partial_answers import PartialAnswers, partial_answers, shown_sentences


def preview(position: Position, stage: str, answers: Answers) -> Preview:
    """Return a preview: what is missing or wrong, or the points and new totals of a valid hand."""
    partial = partial_hand(position, stage, answers)
    entered, live = entered_answers(position, stage, answers), live_hints(position, stage, answers)
    status, notes = next(shown_sentences(live.status_line, entered), None), total_notes(position)
    open_question = missing_sentence(position, entered, partial, live) or limits_refusal(
        position, stage, answers, partial
    )
    if open_question:
        return Preview(status_line=status, save_note=open_question, notes=notes)
    if stage == FIRST:
        headline, under = hand_headline(position, answers, partial)
        return Preview(status_line=status, notes=notes, headline=headline, detail=under)
    deal = deal_with_hand(position, stage, answers, partial)
    if deal is None:
        return Preview(status_line=status, notes=notes)
    points = points_by_side(parts(position, deal))
    then = after(position, deal, points)
    headline, under = hand_headline(position, deal, partial)
    if stage == SECOND:
        headline, under = pair_headline(position, deal, points)
    if into := game_numbers_of_hand(position, then):
        headline = say_n(
            "{points}, in game {games}",
            "{points}, in games {games}",
            len(into),
            points=headline,
            games=AndList(into),
        )
    elif stage != SECOND and then.game_state.boxes != position.game_state.boxes:
        headline = say("{points} and a box", points=headline)
    return Preview(
        status_line=status,
        save_note=match_end_sentence(then),
        totals_after=projected_totals(position, then, partial.seats),
        notes=notes,
        headline=headline,
        detail=under,
    )


def deal_with_hand(
    position: Position, stage: str, answers: Answers, partial: PartialHand
) -> Answers | None:
    """Return the deal's answers with this hand, or None if the first of two hands is incomplete."""
    upcard = {UPCARD: answers[UPCARD]} if UPCARD in answers else {}
    if stage == HAND:
        return {**partial.hand(), **upcard}
    first_hand, live = partial_hand(position, FIRST, answers), live_hints(position, FIRST, answers)
    if missing_sentence(position, entered_answers(position, FIRST, answers), first_hand, live):
        return None
    return {HANDS: [first_hand.hand(), partial.hand()], **upcard}


# ---------------------------------------------------------------- missing or wrong


def live_hints(position: Position, stage: str, answers: Answers) -> LiveHints:
    """Return lines for the missing answers, and the data for the totals.

    Only the line for the next missing answer is shown.
    """
    upcard_fields = (UPCARD,) if stage != SECOND and needs_upcard(position.options) else ()
    gin = (GIN,) if position.options["big_gin_bonus"] is None else (GIN, BIG_GIN)
    upcard = LiveLine(say("Choose the upcard."), missing=UPCARD)
    count = say("Still to count: {who}.", who=Placeholder("missing", DEADWOOD))
    lines = (
        LiveLine(say("How did the hand end?"), missing=RESULT, complete=upcard_fields),
        LiveLine(
            say("Who knocked?"), missing=KNOCKER, one_of=(RESULT, (KNOCK,)), complete=upcard_fields
        ),
        LiveLine(
            say("Who went gin?"), missing=KNOCKER, one_of=(RESULT, gin), complete=upcard_fields
        ),
        LiveLine(
            count,
            missing=DEADWOOD,
            one_of=(RESULT, (KNOCK, *gin)),
            complete=(*upcard_fields, KNOCKER),
        ),
    )
    return LiveHints(
        status_line=upcard_lines(position.options, stage),
        save_note=(upcard, *lines) if upcard_fields else lines,
        totals=live_totals(position, stage, answers),
    )


def entered_answers(position: Position, stage: str, answers: Answers) -> PartialAnswers:
    """Return a stage's fields with its answers so far, including the upcard."""
    hand = answers if stage == HAND else hand_in(answers, (FIRST, SECOND).index(stage))
    stage_fields = [field for field in fields(position, answers) if field.stage == stage]
    return partial_answers(stage_fields, with_upcard(hand, answers))


def missing_sentence(
    position: Position, entered: PartialAnswers, partial: PartialHand, live: LiveHints
) -> Message | None:
    """Return a sentence that says what is missing, or why the hand cannot be scored.

    Returns None if nothing is missing.
    """
    if partial.result == BIG_GIN and position.options["big_gin_bonus"] is None:
        return say("Big gin does not count in this match: enter it as gin.")
    if partial.knocker is not None and len(partial.seats) != 2:
        return say("Choose the two opponents.")
    return next(shown_sentences(live.save_note, entered), None)


def limits_refusal(
    position: Position, stage: str, answers: Answers, partial: PartialHand
) -> Message | None:
    """Return the reason why a complete hand would be refused when it is saved.

    Returns None if the hand would be accepted.
    """
    if partial.result == DRAW or partial.knocker is None:
        return None
    limit = knock_limit(position.options, upcard_in(answers))
    deadwood = partial.deadwood[partial.knocker]
    if partial.result == KNOCK and limit == 0:
        return say("Only gin ends this hand: nobody may knock.")
    if partial.result == KNOCK and deadwood == 0:
        return say("{who} has 0 deadwood, so this is gin, not a knock.", who=Name(partial.knocker))
    if partial.result != KNOCK and deadwood != 0:
        return say(
            "{who} went gin and has 0 deadwood, not {n}.", who=Name(partial.knocker), n=deadwood
        )
    hand = with_upcard(partial.hand(), answers)
    field = deadwood_field(position.options, hand, stage, partial.seats)
    for seat, points in partial.deadwood.items():
        least, most = field.limits.bounds(seat)
        if not least <= points <= most:
            return field.limits.sentence_by_seat.get(seat, field.limits.sentence)
    return None


# ---------------------------------------------------------------- points and totals


def total_notes(position: Position) -> dict[str, Message]:
    """Return points and boxes by seat, such as "45 · 2 boxes"."""
    boxes = position.game_state.boxes
    return {
        seat: total_note(position.totals[side_of(position, seat)], boxes[side_of(position, seat)])
        for seat in active(position)
    }


def hand_headline(
    position: Position, answers: Answers, partial: PartialHand
) -> tuple[Message, Message | None]:
    """Return the headline for this hand, and the phrase below it.

    They give the winner's points and the deadwood. If nobody wins, the phrase is None.
    """
    hand = partial.hand()
    won = winner(position.options, hand)
    if won is None:
        return (
            (say("Draw: no points"), None)
            if partial.result == DRAW
            else (say("Equal deadwood: no points"), None)
        )
    points, under = hand_points(position.options, hand), deadwood_sentence(partial, won)
    if is_doubled(position.options, answers):
        under = doubled_sentence(under, points)
        points *= 2
    headline = say_n("{who} one point", "{who} {n} points", points, who=Name(won))
    return headline, under


def doubled_sentence(sentence: Message, points: int) -> Message:
    """Return the phrase with " · {points} × 2" added, because a spade upcard doubles the points."""
    return say("{phrase} · {points} × 2", phrase=sentence, points=points)


def deadwood_sentence(partial: PartialHand, won: str) -> Message:
    """Return a short phrase with both players' deadwood or, after gin, only the opponent's."""
    deadwood = {seat: partial.deadwood[seat] for seat in partial.seats}
    knocker_deadwood = deadwood.pop(partial.knocker or "")
    (opponent_deadwood,) = deadwood.values()
    if partial.result == BIG_GIN:
        return say("Big gin against {left}", left=opponent_deadwood)
    if partial.result != KNOCK:
        return say("Gin against {left}", left=opponent_deadwood)
    if won == partial.knocker:
        return say(
            "{own} against {left}, after lay-offs", own=knocker_deadwood, left=opponent_deadwood
        )
    return say("{own} against {left}: undercut", own=knocker_deadwood, left=opponent_deadwood)


def pair_headline(position: Position, deal: Answers, points: Points) -> tuple[Message, Message]:
    """Return two phrases about the pair that is ahead: its total, and its points in each hand."""
    first_side, _ = position.totals
    taker = next((side for side, scored in points.items() if scored), None)
    if taker is None:
        return say("No points, no box"), say("The two hands cancel out")
    first_points, second_points = (
        Signed(
            first_pair_points(position, hand)
            if taker == first_side
            else -first_pair_points(position, hand)
        )
        for hand in deal[HANDS]
    )
    headline = say_n(
        "{who} one point and a box", "{who} {n} points and a box", points[taker], who=Name(taker)
    )
    under = say("First hand {one}, second hand {two}", one=first_points, two=second_points)
    if is_doubled(position.options, deal):
        under = doubled_sentence(under, points[taker] // 2)
    return headline, under


def game_numbers_of_hand(position: Position, then: Position) -> list[int]:
    """Return the numbers (1 to 3) of the Hollywood games in which the hand counts, if any."""
    pairs = zip(position.game_state.games, then.game_state.games, strict=True)
    return [n for n, (old, new) in enumerate(pairs, start=1) if old.entries != new.entries]


def projected_totals(
    position: Position, then: Position, seats: tuple[str, ...]
) -> dict[str, ProjectedTotal]:
    """Return the total for each of `seats` after this hand, with a short note if a box was won."""
    projected = {}
    for seat in seats:
        side = side_of(position, seat)
        gained = then.totals[side] - position.totals[side]
        boxes = then.game_state.boxes[side] - position.game_state.boxes[side]
        word = box_note(gained) if boxes else None
        if boxes > 1:
            word = boxes_note(boxes, gained // boxes)
        projected[seat] = ProjectedTotal(then.totals[side], word)
    return projected


def match_end_sentence(then: Position) -> Message | None:
    """Name the winners if the match ends with this hand. Otherwise, return None."""
    if not then.is_over:
        return None
    winners = AndList(map(Name, then.winners))
    return say_n(
        "This hand wins {who} the match.",
        "With this hand, {who} share the win.",
        len(winners),
        who=winners,
    )
