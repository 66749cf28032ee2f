"""Random legal answers for every game, from which demo matches are made.

One function per game answers a stage of a deal: ordinary values mostly, rare ones sometimes. Limits
come from the fields that the game declares.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from scorekeeper.match.events import Stages
from scorekeeper.match.sheet import AskedStage, Scoresheet
from scorekeeper.rules.fields import Field
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Position, Record

Answers = dict[str, Any]
MAX_CALLS = 6  # calls recorded one by one in a deal of Jamón


def next_answers(sheet: Scoresheet, dice: Random) -> tuple[str, Answers]:
    """Return a stage that may be answered now, and answers for it.

    Raises ValueError when the match is over.
    """
    asked = sheet.asked
    if asked is None:
        raise ValueError("Nothing is asked any more.")
    if sheet.game.slug == "jamon" and (call := next_call(sheet.game, asked, dice)):
        return call
    return asked.stage, ANSWER_GENERATORS[sheet.game.slug](sheet.game, asked, dice)


def random_deal(game: Game, position: Position, dice: Random) -> Stages:
    """Return answers to every stage of a deal."""
    stages: list[tuple[str, Record]] = []
    record: Record = {}
    while stage := game.deal.stage(position, record):
        answers = ANSWER_GENERATORS[game.slug](
            game, AskedStage(position.number, stage, position, record), dice
        )
        stages.append((stage, answers))
        record = game.deal.merge(record, stage, answers)
    return tuple(stages)


def find_asked_field(
    game: Game, asked: AskedStage, name: str, so_far: Record | None = None
) -> Field:
    """Return a field of the asked stage, as it is once `so_far` is answered."""
    record = game.deal.merge(asked.record, asked.stage, so_far or {})
    fields = game.deal.fields(asked.position, record)
    return next(f for f in fields if f.name == name and f.stage == asked.stage)


def happens(dice: Random, per_cent: int) -> bool:
    return dice.randrange(100) < per_cent


def random_near(dice: Random, limits: tuple[int, int], likely: int) -> int:
    """Return a number within the limits, mostly near the likely one."""
    least, most = limits
    return round(dice.triangular(least, most, min(max(likely, least), most)))


# ---------------------------------------------------------------- Jabberwocky


def jabberwocky(game: Game, asked: AskedStage, dice: Random) -> Answers:
    return (
        random_bids(game, asked, dice)
        if asked.stage == "bids"
        else random_tricks(game, asked, dice)
    )


def random_bids(game: Game, asked: AskedStage, dice: Random) -> Answers:
    """Bids around an equal share of the tricks; the last player avoids the forbidden bid."""
    found: dict[str, int] = {}
    asks = find_asked_field(game, asked, "bids")
    for seat in asks.seats:
        if seat == asks.seats[-1]:
            asks = find_asked_field(game, asked, "bids", {"bids": found})
        least, most = asks.limits.of(seat)
        likely = most // len(asks.seats)
        bid = random_near(dice, (least, min(most, likely + 2)), likely)
        while (seat, bid) in asks.no:
            bid = dice.randint(least, most)
        found[seat] = bid
    return {"bids": found}


def random_tricks(game: Game, asked: AskedStage, dice: Random) -> Answers:
    """Tricks equal to the bids, then adjusted until they add up to the tricks played."""
    asks = find_asked_field(game, asked, "tricks")
    took, played = dict(asks.hints.mark), asks.limits.total or 0
    while sum(took.values()) != played:
        seat, step = dice.choice(asks.seats), 1 if sum(took.values()) < played else -1
        took[seat] = min(max(took[seat] + step, 0), played)
    return {"tricks": took} | random_reneges(game, asked, dice)


def random_reneges(game: Game, asked: AskedStage, dice: Random) -> Answers:
    asks = find_asked_field(game, asked, "reneges")
    if asks.limits.most < 1 or not happens(dice, 4):
        return {}
    return {"reneges": {dice.choice(asks.seats): 1}}


# ---------------------------------------------------------------- Chinchón and Loba


def chinchon(game: Game, asked: AskedStage, dice: Random) -> Answers:
    """A player closes, 8 % of the time with Chinchón; the others have little deadwood."""
    if asked.stage == "back":
        return random_reenlistment(game, asked, dice)
    closer = dice.choice(find_asked_field(game, asked, "closer").seats)
    said = {"closer": closer, "close": "chinchon" if happens(dice, 8) else "normal"}
    return said | {
        "deadwood": random_deadwood(find_asked_field(game, asked, "deadwood", said), dice)
    }


def loba(game: Game, asked: AskedStage, dice: Random) -> Answers:
    """A player goes out, rarely clean; in 3 % of deals nobody does, because the pack ends."""
    if asked.stage == "back":
        return random_reenlistment(game, asked, dice)
    seats = find_asked_field(game, asked, "went_out").seats
    said: Answers = {"went_out": None if happens(dice, 3) else dice.choice(seats)}
    if said["went_out"] is not None and happens(dice, 6):
        said["clean"] = True
    return said | {
        "deadwood": random_deadwood(find_asked_field(game, asked, "deadwood", said), dice)
    }


def random_deadwood(asks: Field, dice: Random) -> dict[str, int]:
    return {
        seat: asks.limits.fixed[seat]
        if seat in asks.limits.fixed
        else random_near(dice, asks.limits.of(seat), 8)
        for seat in asks.seats
    }


def random_reenlistment(game: Game, asked: AskedStage, dice: Random) -> Answers:
    """Return the players who re-enlist; less likely the higher the total they return at."""
    asks = find_asked_field(game, asked, "reenlist")
    price = next(iter(asks.hints.mark.values()), 0)
    return {"reenlist": [seat for seat in asks.seats if happens(dice, 90 - price)]}


# ---------------------------------------------------------------- Gin


def gin(game: Game, asked: AskedStage, dice: Random) -> Answers:
    """One hand: 75 % knocks, 20 % gin, 5 % draws."""
    said: Answers = {}
    fields = game.deal.fields(asked.position, asked.record)
    here = {f.name: f for f in fields if f.stage == asked.stage}
    if "upcard" in here:
        said["upcard"] = dice.choice("A23456789JQK") + dice.choice("CDHS")
    if "pair" in here:
        said["pair"] = list(dice.choice(here["pair"].pairs))
    result = find_asked_field(game, asked, "result", said)
    said["result"] = dice.choices(("knock", "gin", "draw"), (75, 20, 5))[0]
    if ("", said["result"]) in result.no:
        said["result"] = "gin"
    if said["result"] == "draw":
        return said
    said["knocker"] = dice.choice(find_asked_field(game, asked, "knocker", said).seats)
    left = find_asked_field(game, asked, "deadwood", said)
    return said | {"deadwood": {seat: random_gin_deadwood(left, seat, dice) for seat in left.seats}}


def random_gin_deadwood(asks: Field, seat: str, dice: Random) -> int:
    """Return a hand's deadwood; a knocker has at least 1 point, as 0 would be gin."""
    if seat in asks.limits.fixed:
        return asks.limits.fixed[seat]
    least, most = asks.limits.of(seat)
    least += (seat, least) in asks.no
    return random_near(dice, (least, min(most, 60)), 12 if most > 10 else most)


# ---------------------------------------------------------------- Jaguar


def jaguar(game: Game, asked: AskedStage, dice: Random) -> Answers:
    """Lower cards are called more often; the jaguar's side mostly wins by a little."""
    if happens(dice, 3):
        return {"all_pass": True}
    seats = find_asked_field(game, asked, "jaguar").seats
    jaguar = dice.choice(seats)
    friend = jaguar if happens(dice, 6) else dice.choice([s for s in seats if s != jaguar])
    asks = find_asked_field(game, asked, "points")
    points = random_near(dice, asks.limits.of(""), 65)
    while ("", points) in asks.no:
        points = random_near(dice, asks.limits.of(""), 65)
    called = dice.choices(("4", "5", "6", "7", "J", "Q", "K"), range(7, 0, -1))[0]
    trump = dice.choice(find_asked_field(game, asked, "trump").choices).value
    return {"jaguar": jaguar, "called": called, "trump": trump, "friend": friend, "points": points}


# ---------------------------------------------------------------- Jamón


def jamon(game: Game, asked: AskedStage, dice: Random) -> Answers:
    """Who went out, and counters and cards where the deal asks for them."""
    asks = find_asked_field(game, asked, "counters")
    out = dice.choice(asks.seats)
    said: Answers = {"went_out": out}
    if asks.required:
        said["counters"] = random_counters(asks, dice)
    cards = find_asked_field(game, asked, "cards", said)
    if cards.required:
        said["cards"] = {
            seat: cards.limits.fixed.get(seat, dice.randint(1, 4)) for seat in cards.seats
        }
    return said


def random_counters(asks: Field, dice: Random) -> dict[str, int]:
    """Return everyone's counters after random calls."""
    held = dict.fromkeys(asks.seats, (asks.limits.total or 0) // len(asks.seats))
    for _ in range(dice.randrange(3 * len(held))):
        caller = dice.choice([seat for seat in asks.seats if held[seat]])
        held[caller] -= 1
        held[dice.choice([seat for seat in asks.seats if seat != caller])] += 1
    return held


def next_call(game: Game, asked: AskedStage, dice: Random) -> tuple[str, Answers] | None:
    """Return another call of the deal, or None.

    The probability is 30 % for the first call of a deal and 75 % for each later one.
    """
    said: Sequence[object] = asked.record.get("calls", ())
    if len(said) >= MAX_CALLS or not happens(dice, 75 if said else 30):
        return None
    asked = asked._replace(stage=game.deal.others(asked.position, asked.record)[0])
    asks = find_asked_field(game, asked, "calls")
    calls = [
        [caller, called]
        for caller in asks.seats
        for called in asks.seats
        if caller != called and (caller, called) not in asks.no
    ]
    return asked.stage, {"calls": [dice.choice(calls)]}


ANSWER_GENERATORS: Mapping[str, Callable[[Game, AskedStage, Random], Answers]] = {
    "jabberwocky": jabberwocky,
    "chinchon": chinchon,
    "loba": loba,
    "gin": gin,
    "jaguar": jaguar,
    "jamon": jamon,
}
