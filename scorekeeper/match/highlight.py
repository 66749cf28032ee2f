"""What the deal that was just saved changed, in one sentence: "Ana takes the lead."

Everything follows from the sheet. The first of these that happened is told: somebody is out or
back, the lead changed, a streak went on, a best deal, somebody came close to the limit or the
target; else who leads.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from scorekeeper.match.events import StageRecorded
from scorekeeper.match.outcome import podium, seats_of
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Name, Say, Signed, Together, say, say_n
from scorekeeper.rules.kernel import Round

A_STREAK = 3  # deals in a row
ENOUGH = 4  # deals, until one of them can be called the best


def highlight(sheet: Scoresheet) -> Say | None:
    """The sentence, if the last step completed a deal and the match goes on; else None."""
    step = sheet.last_step
    if sheet.is_over or step is None or not isinstance(step.event, StageRecorded):
        return None
    if step.event.round != len(sheet.rounds):
        return None
    before = replace(sheet, rounds=sheet.rounds[:-1], position=sheet.rounds[-1].before)
    return (
        went_out(sheet)
        or came_back(sheet)
        or lead_changed(sheet, before)
        or streak(sheet)
        or best_deal(sheet)
        or came_close(sheet)
        or lead(sheet)
    )


def went_out(sheet: Scoresheet) -> Say | None:
    """Who is out of the match with this deal."""
    played = sheet.rounds[-1]
    out = [side for side in played.after.out if side not in played.before.out]
    if not out:
        return None
    return say_n("{who} is out.", "{who} are out.", people(sheet, out), who=named(out))


def came_back(sheet: Scoresheet) -> Say | None:
    """Who reached the limit and is in again; all come back at the same total."""
    played = sheet.rounds[-1]
    cells = sheet.game.cells(played).items()
    back = [side for side, cell in cells if cell.note and cell.note.tone == "back"]
    if not back:
        return None
    return say_n(
        "{who} is back at {total}.",
        "{who} are back at {total}.",
        people(sheet, back),
        who=named(back),
        total=played.after.totals[back[0]],
    )


def lead_changed(sheet: Scoresheet, before: Scoresheet) -> Say | None:
    """Who leads now and did not before; after the first deal somebody always does."""
    if not before.rounds:
        return None
    now, then = leaders(sheet), leaders(before)
    new = [side for side in now if side not in then]
    kept = [side for side in now if side in then]
    if not new:
        if len(kept) == 1 < len(then):
            return say_n(
                "{who} leads alone.", "{who} lead alone.", people(sheet, kept), who=named(kept)
            )
        return None
    if not kept:
        return say_n(
            "{who} takes the lead.", "{who} take the lead.", people(sheet, new), who=named(new)
        )
    return say_n(
        "{who} draws level with {other}.",
        "{who} draw level with {other}.",
        people(sheet, new),
        who=named(new),
        other=named(kept),
    )


def streak(sheet: Scoresheet) -> Say | None:
    """Who alone has the longest row of what the game counts, if it is long and goes on."""
    counted, last = sheet.game.streak, len(sheet.rounds)
    if counted is None:
        return None
    row = {side: in_a_row(sheet.rounds, counted.of, side) for side in sheet.position.totals}
    most = max(row.values())
    longest = [side for side in row if row[side] == most]
    if most < A_STREAK or len(longest) > 1:
        return None
    return counted.says(longest[0], most, last - most + 1, last)


def in_a_row(rounds: Sequence[Round], did: Callable[[Round], Collection[str]], side: str) -> int:
    """How many of the last deals in a row this side did it. Looks at no deal before those."""
    return sum(1 for _ in takewhile(lambda played: side in did(played), reversed(rounds)))


def best_deal(sheet: Scoresheet) -> Say | None:
    """Who got more points than anybody in any deal before."""
    *earlier, played = sheet.rounds
    if len(sheet.rounds) < ENOUGH:
        return None
    most = max(played.points.values(), default=0)
    if most <= 0 or any(most <= points for deal in earlier for points in deal.points.values()):
        return None
    who = named(side for side, points in played.points.items() if points == most)
    if sheet.game.low_wins:
        return say("Most points in one deal so far: {who}, {points}.", who=who, points=most)
    return say("Best deal so far: {who}, {points}.", who=who, points=Signed(most))


def came_close(sheet: Scoresheet) -> Say | None:
    """Who is near the limit or the target now and was not before."""
    before, now = (sheet.game.near(at) for at in (sheet.rounds[-1].before, sheet.position))
    new = [side for side in now if side not in before]
    if not new:
        return None
    side = max(new, key=lambda each: sheet.position.totals[each])  # limit and target lie above
    return say_n(
        "{who} is close: {far}.",
        "{who} are close: {far}.",
        people(sheet, [side]),
        who=Name(side),
        far=now[side],
    )


def lead(sheet: Scoresheet) -> Say:
    """Who leads, and by how much."""
    places = podium(sheet)
    first = places[0].seats
    if len(places) == 1:
        return say("All are level.")
    if len(first) > 1:
        return say("{who} share the lead.", who=named(first))
    totals = sheet.position.totals
    margin = abs(totals[first[0]] - totals[places[1].seats[0]])
    return say_n(
        "{who} leads by {margin}.",
        "{who} lead by {margin}.",
        people(sheet, first),
        who=named(first),
        margin=margin,
    )


def leaders(sheet: Scoresheet) -> tuple[str, ...]:
    return podium(sheet)[0].seats


def named(sides: Iterable[str]) -> Together:
    return Together(Name(side) for side in sides)


def people(sheet: Scoresheet, sides: Iterable[str]) -> int:
    """How many they are, for a verb in the plural."""
    return sum(len(seats_of(sheet)[side]) for side in sides)
