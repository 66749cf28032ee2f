"""Jamón as its tests write it down: deals, calls, and what the rules say to them."""

from scorekeeper.match.document import score_document
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems

GAME = GAMES["jamon"]
FOUR = ("Ana", "Ben", "Cleo", "Dan")
FIVE = ("Ana", "Bruno", "Chus", "Dina", "Edu")


def match(*deals, players=FOUR, closed=False, **options):
    """The result of a whole match as a document gives it."""
    return score_document(
        {
            "game": "jamon",
            "players": list(players),
            "options": options,
            "rounds": list(deals),
            "closed": closed,
        }
    )


def each(*numbers, players=FOUR):
    """each(3, 7, 1, 9) is what the players have, in seat order."""
    return dict(zip(players, numbers, strict=True))


def deal(*counters, out="Ana", **more):
    """The counters in seat order, and who went out."""
    return {"went_out": out} | ({"counters": each(*counters)} if counters else {}) | more


def calls(text):
    """calls("Ana Ben, Ben Cleo"): Ana calls Ben, then Ben calls Cleo."""
    return [call.split() for call in text.split(", ")]


def start(players=FOUR, **options):
    return GAME.begin(build_setup(GAME, players, options))


def places(record, **options):
    """Where the refusals stand: field and seat."""
    return [(p.field, p.seat) for p in problems(GAME, start(**options), record)]


def refusals(record, stage=None, players=FOUR, **options):
    return [
        (p.code, p.seat, render(p.reason, {}))
        for p in problems(GAME, start(players, **options), record, stage)
    ]


def refusal(record, stage=None, players=FOUR, **options):
    """The first refusal's code and sentence."""
    found = refusals(record, stage, players, **options)
    return (found[0][0], found[0][2]) if found else None


def field(name, record=None, stage="count", players=FOUR, **options):
    fields = GAME.fields(start(players, **options), record or {})
    (found,) = [f for f in fields if f.name == name and f.stage == stage]
    return found


def said(sentence):
    return None if sentence is None else render(sentence, {})


def words(by_seat):
    return {seat: said(sentence) for seat, sentence in by_seat.items()}
