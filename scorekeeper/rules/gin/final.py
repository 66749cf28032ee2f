"""The end of a gin match: finals with boxes and bonuses, who pays whom, who stands where."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from scorekeeper.rules.kernel import Options, Points, Position, Round
from scorekeeper.rules.onpage import Column, Place
from scorekeeper.rules.words import Say, say, say_n

SHUTOUT = 100


def finals(position: Position) -> Points:
    """Points, boxes and bonuses by side, once the target is reached; in Hollywood all three."""
    options, kept = position.options, position.kept
    if kept.games:
        ends = [
            final_of(options, game.points, game.boxes, game.winner)
            for game in kept.games
            if game.winner
        ]
        return {side: sum(end[side] for end in ends) for side in position.totals}
    return final_of(options, position.totals, kept.boxes, reached(position))


def reached(position: Position) -> str:
    """Who reached the target of a match that is over."""
    target = position.options["target"]
    return next(side for side, total in position.totals.items() if total >= target)


def final_of(options: Options, points: Points, boxes: Points, winner: str) -> Points:
    """One game's final score. A shutout counts here between two sides only."""
    final = {side: points[side] + options["box_bonus"] * boxes[side] for side in points}
    final[winner] += options["game_bonus"]
    if len(points) == 2 and min(points.values()) == 0:
        final[winner] += {
            "flat100": SHUTOUT,
            "double_hands": points[winner],
            "double_all": final[winner],
            "none": 0,
        }[options["shutout"]]
    return final


def settlement(position: Position) -> Points:
    """Who is up or down: each two settle the difference of their finals.

    Of three, whoever has no points pays the one who reached the target 100 more.
    """
    final = finals(position)
    everybody = sum(final.values())
    net = {side: len(final) * score - everybody for side, score in final.items()}
    if len(final) == 3 and position.options["shutout"] != "none":
        winner = reached(position)
        for side in [side for side, total in position.totals.items() if total == 0]:
            net[side] -= SHUTOUT
            net[winner] += SHUTOUT
    return net


def net(rounds: tuple[Round, ...], position: Position) -> Points:
    """The settlement, once the match is over."""
    return settlement(position) if position.over else {}


def extras(rounds: tuple[Round, ...], position: Position) -> Mapping[str, Any]:
    """Boxes; who sat out of three; Hollywood's games; at the end finals and settlement."""
    found: dict[str, Any] = {"boxes": dict(position.kept.boxes)}
    if len(position.players) == 3:
        found["idle"] = [played.before.dealer for played in rounds]
    if position.kept.games:
        found["columns"] = [
            {"points": c.points, "boxes": c.boxes, "winner": c.winner, "final": c.final}
            for c in columns(rounds, position)
        ]
    if position.over:
        found |= {"final": finals(position), "settlement": settlement(position)}
    return found


def columns(rounds: tuple[Round, ...], position: Position) -> tuple[Column, ...]:
    """Hollywood's three games as the sheet draws them; none without Hollywood."""
    return tuple(
        Column(
            title=say("Game {n}", n=n),
            entries={side: running(hands) for side, hands in game.entries.items()},
            points=game.points,
            boxes=game.boxes,
            winner=game.winner,
            final=final_of(position.options, game.points, game.boxes, game.winner)
            if game.winner
            else None,
        )
        for n, game in enumerate(position.kept.games, start=1)
    )


def running(hands: tuple[int, ...]) -> tuple[int, ...]:
    """Points so far after each of a side's hands."""
    return tuple(sum(hands[: n + 1]) for n in range(len(hands)))


def places(position: Position, rounds: tuple[Round, ...]) -> list[Place]:
    """At the end the winners, then the others by their finals; before it by points."""
    scores = finals(position) if position.over else position.totals

    def rank(side: str) -> tuple[bool, int]:
        return (side not in position.winners, -scores[side])

    found: list[Place] = []
    place = 1
    for _, group in groupby(sorted(scores, key=rank), key=rank):
        equal = tuple(group)
        found.append(Place(place, equal, how_it_went(position, equal, scores[equal[0]])))
        place += len(equal)
    return found


def how_it_went(position: Position, equal: tuple[str, ...], score: int) -> Say:
    """In a few words, for the podium: "289, 4 boxes"."""
    if len(equal) > 1:
        return say("{score} each", score=score)
    boxes = position.kept.boxes[equal[0]]
    return say_n("{score}, one box", "{score}, {n} boxes", boxes, score=score)
