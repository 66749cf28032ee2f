"""Gin rummy: knock with little deadwood or go gin, until a side reaches the target.

The knocker scores the difference in deadwood. An opponent with no more deadwood than the knocker
undercuts, and scores the difference and a bonus. Each won hand is a box. Bonuses for the game,
boxes and a shutout are added at the end. Gin is for two players, for three with an idle dealer, or
for two pairs.

Sources and house variants: docs/rules/gin.md
"""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.messages import AndList, Message, Name, say, say_n
from scorekeeper.rules.common import (
    add_points,
    finished_position,
    highest_sides,
    next_seat,
    with_low_totals,
)
from scorekeeper.rules.gin import hollywood
from scorekeeper.rules.gin.final_score import final_scores
from scorekeeper.rules.gin.hand import hand_points, is_doubled, scoring_reasons, winner
from scorekeeper.rules.gin.options import sides
from scorekeeper.rules.kernel import Answers, Points, Position, ScorePart, Setup


class GinState(NamedTuple):
    """The state of a match in addition to the totals.

    `boxes` has the number of boxes by side. A won hand is one box or, in Hollywood, one box in each
    game that counts the hand. `games` are Hollywood's three games, or empty without Hollywood.
    """

    boxes: Mapping[str, int]
    games: hollywood.HollywoodGames = ()


def begin(setup: Setup) -> Position:
    names = tuple(sides(setup))
    games = hollywood.new_games(names) if setup.options["hollywood"] else ()
    zeros = dict.fromkeys(names, 0)
    return Position(setup, 1, setup.first_dealer, zeros, game_state=GinState(zeros, games))


def far_from_end(position: Position) -> Position:
    """Return the position with low totals and, in Hollywood, with three new games."""
    state = position.game_state
    games = hollywood.new_games(tuple(position.totals)) if state.games else ()
    return with_low_totals(position)._replace(game_state=state._replace(games=games))


def active(position: Position) -> tuple[str, ...]:
    """Return the seats that play the deal. With three players, the dealer does not play."""
    if len(position.players) != 3:
        return position.players
    return tuple(seat for seat in position.players if seat != position.dealer)


# ---------------------------------------------------------------- points of a deal


def parts(position: Position, answers: Answers) -> list[ScorePart]:
    """Return the winner's points by reason, then 0 for the loser.

    If nobody wins, both have 0.
    """
    if len(position.players) == 4:
        return pair_parts(position, answers)
    options, seats = position.options, active(position)
    won = winner(options, answers)
    if won is None:
        return [ScorePart(seat, 0, no_winner_reason(answers)) for seat in seats]
    scored = [ScorePart(won, points, why) for points, why in scoring_reasons(options, answers)]
    return [*with_spade_doubling(position, answers, scored), *hollywood_remarks(position, won)] + [
        ScorePart(seat, 0, say("{who} won the hand", who=Name(won)))
        for seat in seats
        if seat != won
    ]


def no_winner_reason(hand: Answers) -> Message:
    """Return the reason why a hand has no winner."""
    return say("Draw") if hand["result"] == "draw" else say("Equal deadwood: nobody wins the hand")


def pair_parts(position: Position, answers: Answers) -> list[ScorePart]:
    """Return the signed points of both hands for the pair that is ahead, then 0 for the other pair.

    If the hands are equal, both pairs have 0.
    """
    first_side, second_side = position.totals
    scored = [
        (points if won in position.players[0::2] else -points, won, why)
        for hand in answers["hands"]
        for won in (winner(position.options, hand),)
        for points, why in scoring_reasons(position.options, hand)
    ]
    ahead = sum(points for points, _, _ in scored)
    if ahead == 0:
        return [
            ScorePart(side, 0, say("The two hands cancel out"))
            for side in (first_side, second_side)
        ]
    taker, other, sign = (
        (first_side, second_side, 1) if ahead > 0 else (second_side, first_side, -1)
    )
    hands = [
        ScorePart(taker, sign * points, say("{who}: {why}", who=Name(won or ""), why=why))
        for points, won, why in scored
    ]
    nothing = say("{who} won more points in the two hands", who=Name(taker))
    return [
        *with_spade_doubling(position, answers, hands),
        *hollywood_remarks(position, taker),
        ScorePart(other, 0, nothing),
    ]


def first_pair_points(position: Position, hand: Answers) -> int:
    """Return a hand's points for the first pair. They are negative if the second pair won it."""
    won = winner(position.options, hand)
    if won is None:
        return 0
    points = hand_points(position.options, hand)
    return points if won in position.players[0::2] else -points


def side_of(position: Position, seat: str) -> str:
    """Return the key of the seat's side in `totals`."""
    if len(position.players) != 4:
        return seat
    return list(position.totals)[position.players.index(seat) % 2]


def with_spade_doubling(
    position: Position, answers: Answers, scored: list[ScorePart]
) -> list[ScorePart]:
    """Return the parts and, if the upcard is a spade, one more part that doubles their sum."""
    if not is_doubled(position.options, answers):
        return scored
    points = sum(part.points for part in scored)
    return [*scored, ScorePart(scored[0].side, points, say("Spade upcard: points doubled"))]


def hollywood_remarks(position: Position, side: str) -> list[ScorePart]:
    """Return a remark that says in which Hollywood games the points count.

    The remark is the only part in the list. Without Hollywood, the list is empty.
    """
    games = position.game_state.games
    if not games:
        return []
    into = [n + 1 for n in hollywood.games_for_next_hand(games, side)]
    why = say_n("Counts in game {games}", "Counts in games {games}", len(into), games=AndList(into))
    return [ScorePart(side, 0, why, is_remark=True)]


# ---------------------------------------------------------------- the next position


def after(position: Position, answers: Answers, points: Points) -> Position:
    """Return the next position, with points and a box for the side that won.

    The match, or a Hollywood game, ends when a side reaches the target.
    """
    won = box_winner(position, answers, points)
    dealer = next_dealer(position, won)
    then = position._replace(number=position.number + 1, dealer=dealer)
    if won is None:
        return then
    if position.game_state.games:
        return finished_if_all_games_ended(with_hollywood_hand(then, won, points[won]))
    boxes = add_points(position.game_state.boxes, {won: 1})
    totals = add_points(position.totals, points)
    then = then._replace(totals=totals, game_state=GinState(boxes))
    if totals[won] < position.options["target"]:
        return then
    winners = (
        highest_sides(final_scores(then)) if position.options["winner_by"] == "total" else (won,)
    )
    return then._replace(is_over=True, winners=winners)


def box_winner(position: Position, answers: Answers, points: Points) -> str | None:
    """Return the side that gets the box (the hand's winner or the pair that is ahead), or None."""
    if len(position.players) == 4:
        return next((side for side, scored in points.items() if scored), None)
    return winner(position.options, answers)


def next_dealer(position: Position, won: str | None) -> str:
    """Return the next dealer.

    Two players follow the option `deal_rule`. With three players, the loser deals. Four players
    deal in turn. If nobody won, the same player deals again, unless players deal in turn.
    """
    seats, rule = position.players, position.options["deal_rule"]
    in_turn = next_seat(position.dealer, seats, seats)
    if len(seats) == 4 or (len(seats) == 2 and rule == "alternate"):
        return in_turn
    if won is None:
        return position.dealer
    if len(seats) == 2 and rule == "winner":
        return won
    return next(seat for seat in active(position) if seat != won)


def with_hollywood_hand(position: Position, side: str, points: int) -> Position:
    """Enter a won hand in every game in which it counts. Totals are sums over the three games."""
    before: hollywood.HollywoodGames = position.game_state.games
    into = len(hollywood.games_for_next_hand(before, side))
    games = hollywood.with_won_hand(before, side, points, position.options["target"])
    boxes = add_points(position.game_state.boxes, {side: into})
    totals = add_points(position.totals, {side: points * into})
    return position._replace(totals=totals, game_state=GinState(boxes, games))


def close(position: Position) -> Position:
    """End the match now. The side with the highest total wins.

    In Hollywood, and if `winner_by` is "total", the side with the highest final score wins instead.
    Tied sides share the win.
    """
    by_total = position.game_state.games or position.options["winner_by"] == "total"
    return finished_position(
        position, highest_sides(final_scores(position) if by_total else position.totals)
    )


def finished_if_all_games_ended(position: Position) -> Position:
    """End the match once all three games have ended.

    The highest final score wins, and ties share the win.
    """
    if not hollywood.all_ended(position.game_state.games):
        return position
    return position._replace(is_over=True, winners=highest_sides(final_scores(position)))
