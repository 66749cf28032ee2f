"""The data from which the page computes gin totals while a hand is entered."""

from scorekeeper.messages import Message, Placeholder, Signed, say, say_n
from scorekeeper.rules.gin import hollywood
from scorekeeper.rules.gin.hand import (
    BIG_GIN,
    DRAW,
    GIN,
    KNOCK,
    is_doubled,
    knock_limit,
)
from scorekeeper.rules.gin.options import sides
from scorekeeper.rules.gin.partial_hand import partial_hand
from scorekeeper.rules.gin.scoring import first_pair_points, side_of
from scorekeeper.rules.gin.stages import (
    DEADWOOD,
    FIRST,
    KNOCKER,
    RESULT,
    SECOND,
    UPCARD,
    upcard_in,
)
from scorekeeper.rules.kernel import Answers, Position
from scorekeeper.rules.live_totals import LiveHand, LiveTotals


def box_note(gained: int | Placeholder) -> Message:
    """Return the note of a side that wins a box, with its points."""
    return say("{gained}, box", gained=Signed(gained) if isinstance(gained, int) else gained)


def boxes_note(boxes: int | Placeholder, points: int | Placeholder) -> Message:
    """Return the note of a side that wins several boxes, each with these points."""
    return say("{n} × {points}", n=boxes, points=points)


def total_note(total: int | Placeholder, boxes: int | Placeholder) -> Message:
    """Return the note of a seat with its points and boxes, such as "45 · 2 boxes"."""
    return say_n("{total} · one box", "{total} · {n} boxes", boxes, total=total)


def live_totals(position: Position, stage: str, answers: Answers) -> LiveTotals | None:
    """Return the data for the totals after this hand.

    Returns None if the first of two hands is not known.
    """
    options, games = position.options, position.game_state.games
    carried = points_of_first_hand(position, answers) if stage == SECOND else 0
    if carried is None:
        return None
    asks_upcard = options["oklahoma"] and stage != SECOND
    big_gin = options["big_gin_bonus"]
    hand = LiveHand(
        KNOCKER,
        RESULT,
        DEADWOOD,
        bonuses={GIN: options["gin_bonus"]} | ({} if big_gin is None else {BIG_GIN: big_gin}),
        contested=KNOCK if asks_upcard or knock_limit(options, upcard_in(answers)) else None,
        drawn=DRAW,
        undercut_bonus=options["undercut_bonus"],
        undercut_on_tie=options["undercut_on_tie"],
        boxes={
            seat: len(hollywood.games_for_next_hand(games, side_of(position, seat))) if games else 1
            for seat in position.players
        },
        box_note=box_note(Placeholder("gained")),
        boxes_note=boxes_note(Placeholder("n"), Placeholder("points")),
        boxes_won={
            seat: position.game_state.boxes[side_of(position, seat)] for seat in position.players
        },
        total_note=total_note(Placeholder("total"), Placeholder("n")),
        sides=tuple(sides(position.setup).values()),
        is_first=stage == FIRST,
        carried=carried,
        doubled_by=(UPCARD, "suit", "S") if options["spades_double"] else None,
        factor=2 if stage == SECOND and is_doubled(options, answers) else 1,
        games=open_games(position) if games else None,
        games_end_at=options["target"],
        loser_deals=len(position.players) == 3,
    )
    totals = {seat: position.totals[side_of(position, seat)] for seat in position.players}
    return LiveTotals({}, totals, hand=hand, match_ends_at=None if games else options["target"])


def open_games(position: Position) -> tuple[dict[str, int | None], ...]:
    """Return the seats' points in each open game of Hollywood, or None if there is no entry."""
    sides_by_seat = {seat: side_of(position, seat) for seat in position.players}
    return tuple(
        {
            seat: game.points[side] if game.entries[side] else None
            for seat, side in sides_by_seat.items()
        }
        for game in position.game_state.games
        if game.winner is None
    )


def points_of_first_hand(position: Position, answers: Answers) -> int | None:
    """Return the first hand's points for the first pair, or None if the hand is incomplete."""
    first = partial_hand(position, FIRST, answers)
    is_complete = first.result == DRAW or (
        first.result and first.knocker and len(first.deadwood) == len(first.seats) == 2
    )
    return first_pair_points(position, first.hand()) if is_complete else None
