"""The story of a match that a test gives in a short notation."""

from scorekeeper.match import commands
from scorekeeper.match.story import story
from tests.match.memory_match import Match
from tests.rules.notation import text


def match_story(game, players, *deals, how=None, **agreed):
    """Return the story of a match with these deals, each a list of (stage, answers)."""
    match = Match(game, tuple(players), **agreed)
    for number, stages in enumerate(deals, start=1):
        for stage, answers in stages:
            match.run_command(commands.record_stage, number, stage, answers)
    if how:
        match.run_command(commands.close, how)
    return [text(each) for each in story(match.sheet)]


def cards(closer, *left, players="123", **more):
    left = {seat: n for seat, n in zip(players, left, strict=True) if n is not None}
    return [("cards", {"closer": closer, "deadwood": left, **more})]


def comeback(*seats):
    return [("back", {"reenlist": list(seats)})]


def tricks(bids, took):
    bids, took = (dict(zip("1234", numbers, strict=False)) for numbers in (bids, took))
    return [("bids", {"bids": bids}), ("tricks", {"tricks": took})]


def hand(result, knocker, own, theirs):
    other = "2" if knocker == "1" else "1"
    answers = {"result": result, "knocker": knocker, "deadwood": {knocker: own, other: theirs}}
    return [("hand", answers)]


def count(out, *counters, **more):
    return [
        ("count", {"went_out": out, "counters": dict(zip("123", counters, strict=True)), **more})
    ]
