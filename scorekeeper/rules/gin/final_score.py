"""The end of a gin match: finals with boxes and bonuses, who pays whom, who stands where."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from scorekeeper.messages import Say, say, say_n
from scorekeeper.rules.display import Column, Place
from scorekeeper.rules.gin import hollywood
from scorekeeper.rules.kernel import Options, Part, Points, Position, Round

SHUTOUT = 100


def finals(position: Position) -> Points:
    """Points, boxes and bonuses by side of a match that is over; in Hollywood all three games."""
    options, kept = position.options, position.kept
    if kept.games:
        ends = [final_of(options, game.points, game.boxes, game.winner) for game in kept.games]
        return {side: sum(end[side] for end in ends) for side in position.totals}
    return final_of(options, position.totals, kept.boxes, reached(position))


def reached(position: Position) -> str | None:
    """Who reached the target; None if the table ended the match before that."""
    target = position.options["target"]
    return next((side for side, total in position.totals.items() if total >= target), None)


def final_of(options: Options, points: Points, boxes: Points, winner: str | None) -> Points:
    """One game's final score, by side."""
    return by_side(points, final_parts(options, points, boxes, winner))


def by_side(sides: Iterable[str], parts: Iterable[Part]) -> dict[str, int]:
    """What the parts come to, for every side."""
    found = dict.fromkeys(sides, 0)
    for part in parts:
        found[part.side] += part.points
    return found


def final_parts(options: Options, points: Points, boxes: Points, winner: str | None) -> list[Part]:
    """What one game's final score is made of. A shutout counts here between two sides only.

    `winner` reached the target; None if nobody did: then there are hands and boxes alone.
    """
    found = [Part(side, points[side], say("hands")) for side in points]
    found += [
        Part(side, options["box_bonus"] * boxes[side], say_n("one box", "{n} boxes", boxes[side]))
        for side in points
        if boxes[side] and options["box_bonus"]
    ]
    if winner is None:
        return found
    if options["game_bonus"]:
        found.append(Part(winner, options["game_bonus"], say("the game")))
    if len(points) == 2 and min(points.values()) == 0:
        more = {
            "flat100": SHUTOUT,
            "double_hands": points[winner],
            "double_all": by_side(points, found)[winner],
            "none": 0,
        }[options["shutout"]]
        if more:
            found.append(Part(winner, more, say("shutout")))
    return found


def adds_up(rounds: tuple[Round, ...], position: Position) -> list[Part]:
    """What the finals are made of, once the match is over; in Hollywood, of its three games."""
    options, kept = position.options, position.kept
    if not position.over:
        return []
    if not kept.games:
        return final_parts(options, position.totals, kept.boxes, reached(position))
    return [
        Part(side, points, say("game {n}", n=n))
        for n, game in enumerate(kept.games, start=1)
        for side, points in final_of(options, game.points, game.boxes, game.winner).items()
    ]


def settlement(position: Position) -> Points:
    """Who is up or down: each two settle the difference of their finals.

    Of three, whoever has no points pays the one who reached the target 100 more.
    """
    final = finals(position)
    everybody = sum(final.values())
    net = {side: len(final) * score - everybody for side, score in final.items()}
    winner = reached(position)
    if len(final) == 3 and winner is not None and position.options["shutout"] != "none":
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
            if game.winner or position.over
            else None,
            open_to=tuple(
                side
                for side in position.totals
                if n - 1 in hollywood.written_in(position.kept.games, side)
            ),
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
