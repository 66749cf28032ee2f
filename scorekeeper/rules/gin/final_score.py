"""The end of a gin match: final scores with boxes and bonuses, settlement, and places."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from scorekeeper.messages import AndList, Message, Name, say, say_n
from scorekeeper.rules.common import points_by_side
from scorekeeper.rules.display import GameColumn, Place
from scorekeeper.rules.gin import hollywood
from scorekeeper.rules.kernel import Options, PlayedDeal, Points, Position, ScorePart
from scorekeeper.rules.live_hints import join_sentences

SHUTOUT_BONUS = 100


def final_scores(position: Position) -> Points:
    """Return the final scores by side, with boxes and bonuses.

    In Hollywood, a side's final score is the sum over the games.
    """
    options, state = position.options, position.game_state
    if state.games:
        ends = [
            game_final_scores(options, game.points, game.boxes, game.winner) for game in state.games
        ]
        return {side: sum(end[side] for end in ends) for side in position.totals}
    return game_final_scores(options, position.totals, state.boxes, target_winner(position))


def target_winner(position: Position) -> str | None:
    """Return the side that reached the target, or None if no side has reached it."""
    target = position.options["target"]
    return next((side for side, total in position.totals.items() if total >= target), None)


def game_final_scores(
    options: Options, points: Points, boxes: Points, winner: str | None
) -> Points:
    """Return one game's final scores, by side."""
    return points_by_side(final_parts(options, points, boxes, winner))


def final_parts(
    options: Options, points: Points, boxes: Points, winner: str | None
) -> list[ScorePart]:
    """Return the parts of one game's final scores.

    `winner` is the side that reached the target. If `winner` is None, only hands and boxes
    count. With three sides, the shutout bonus is not included, because `settlement` adds it.
    """
    scored = [ScorePart(side, points[side], say("hands")) for side in points]
    scored += [
        ScorePart(
            side, options["box_bonus"] * boxes[side], say_n("one box", "{n} boxes", boxes[side])
        )
        for side in points
        if boxes[side] and options["box_bonus"]
    ]
    if winner is None:
        return scored
    if options["game_bonus"]:
        scored.append(ScorePart(winner, options["game_bonus"], say("the game")))
    if len(points) == 2 and min(points.values()) == 0:
        more = {
            "flat100": SHUTOUT_BONUS,
            "double_hands": points[winner],
            "double_all": points_by_side(scored)[winner],
            "none": 0,
        }[options["shutout"]]
        if more:
            scored.append(ScorePart(winner, more, say("shutout")))
    return scored


def parts(played_deals: tuple[PlayedDeal, ...], position: Position) -> list[ScorePart]:
    """Return the parts of the final scores or, in Hollywood, one part for each side and game.

    The result is empty before the end.
    """
    options, state = position.options, position.game_state
    if not position.is_over:
        return []
    if not state.games:
        return final_parts(options, position.totals, state.boxes, target_winner(position))
    return [
        ScorePart(side, points, say("game {n}", n=n))
        for n, game in enumerate(state.games, start=1)
        for side, points in game_final_scores(options, game.points, game.boxes, game.winner).items()
    ]


def settlement(position: Position) -> Points:
    """Return each side's net result.

    Any two sides settle the difference between their final scores. With three players and a shutout
    bonus, a player with 0 points pays 100 more to the player who reached the target.
    """
    final = final_scores(position)
    everyone = sum(final.values())
    net = {side: len(final) * score - everyone for side, score in final.items()}
    winner = target_winner(position)
    if winner is not None:
        for side in shutout_payers(position):
            net[side] -= SHUTOUT_BONUS
            net[winner] += SHUTOUT_BONUS
    return net


def shutout_payers(position: Position) -> list[str]:
    """Return the players who pay the shutout bonus in the settlement of three players."""
    if len(position.totals) != 3 or position.options["shutout"] == "none":
        return []
    return [side for side, total in position.totals.items() if total == 0]


def settlement_note(position: Position) -> Message | None:
    """Explain the settlement of three players, or return None with two sides."""
    if len(position.totals) != 3:
        return None
    netted = say(
        "Any two players settle the difference between their final scores. Each player then pays"
        " or gets only the balance."
    )
    payers, winner = shutout_payers(position), target_winner(position)
    if not payers or winner is None:
        return netted
    shutout = say_n(
        "{who} has no points and pays {winner} {bonus} more.",
        "{who} have no points and each pay {winner} {bonus} more.",
        len(payers),
        who=AndList(map(Name, payers)),
        winner=Name(winner),
        bonus=SHUTOUT_BONUS,
    )
    return join_sentences([netted, shutout])


def net_amounts(played_deals: tuple[PlayedDeal, ...], position: Position) -> Points:
    """Return the settlement. It is empty before the end."""
    return settlement(position) if position.is_over else {}


def additional_results(
    played_deals: tuple[PlayedDeal, ...], position: Position
) -> Mapping[str, Any]:
    """Return the boxes by side, and further results.

    With three players, these include the idle dealer of each hand. In Hollywood, they include the
    three games. At the end, they include the final scores and the settlement.
    """
    values: dict[str, Any] = {"boxes": dict(position.game_state.boxes)}
    if len(position.players) == 3:
        values["idle"] = [played.before.dealer for played in played_deals]
    if position.game_state.games:
        values["columns"] = [
            {"points": c.points, "boxes": c.boxes, "winner": c.winner, "final": c.final}
            for c in columns(played_deals, position)
        ]
    if position.is_over:
        values |= {"final": final_scores(position), "settlement": settlement(position)}
    return values


def columns(played_deals: tuple[PlayedDeal, ...], position: Position) -> tuple[GameColumn, ...]:
    """Return Hollywood's three games as columns of the sheet. Without Hollywood, there are none."""
    return tuple(
        GameColumn(
            title=say("Game {n}", n=n),
            entries={side: running_totals(hands) for side, hands in game.entries.items()},
            points=game.points,
            boxes=game.boxes,
            winner=game.winner,
            final=game_final_scores(position.options, game.points, game.boxes, game.winner)
            if game.winner or position.is_over
            else None,
            open_to=tuple(
                side
                for side in position.totals
                if n - 1 in hollywood.games_for_next_hand(position.game_state.games, side)
            ),
        )
        for n, game in enumerate(position.game_state.games, start=1)
    )


def running_totals(hands: tuple[int, ...]) -> tuple[int, ...]:
    """Return the running total after each hand."""
    return tuple(sum(hands[: n + 1]) for n in range(len(hands)))


def places(position: Position, played_deals: tuple[PlayedDeal, ...]) -> list[Place]:
    """Return the winners, who share the first place, then the other sides by final score.

    Before the end, all sides are ranked by their points.
    """
    scores = final_scores(position) if position.is_over else position.totals

    def rank(side: str) -> tuple[bool, int]:
        return (True, -scores[side]) if side not in position.winners else (False, 0)

    ranked: list[Place] = []
    place = 1
    for _, group in groupby(sorted(scores, key=rank), key=rank):
        equal = tuple(group)
        ranked.append(Place(place, equal, place_description(position, equal, scores)))
        place += len(equal)
    return ranked


def place_description(position: Position, equal: tuple[str, ...], scores: Points) -> Message:
    """Return a short description for the podium, such as "289, 4 boxes".

    If the players end the match while the leaders have equal points, their boxes may differ. The
    description then gives the points without boxes.
    """
    score = scores[equal[0]]
    if len({scores[side] for side in equal}) > 1:
        return say("{points} each, without boxes", points=position.totals[equal[0]])
    if len(equal) > 1:
        return say("{score} each", score=score)
    boxes = position.game_state.boxes[equal[0]]
    return say_n("{score}, one box", "{score}, {n} boxes", boxes, score=score)
