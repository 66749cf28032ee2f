"""Short notation for the Jamón tests: deals, calls, and their results."""

from scorekeeper.match.document import score_document
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems
from tests.rules import notation
from tests.rules.notation import text

GAME = GAMES["jamon"]
FOUR = ("Ana", "Ben", "Cleo", "Dan")
FIVE = ("Ana", "Bruno", "Chus", "Dina", "Edu")


def match(*deals, players=FOUR, closed=False, **options):
    """Return the result of a match document with these deals."""
    return score_document(
        {
            "game": "jamon",
            "players": list(players),
            "options": options,
            "rounds": list(deals),
            "closed": closed,
        }
    )


def by_seat(*numbers, players=FOUR):
    """Return {player: number} for these numbers in seat order."""
    return dict(zip(players, numbers, strict=True))


def deal(*counters, out="Ana", **more):
    """Return a deal's answers: who went out and, if given, the counters in seat order."""
    return {"went_out": out} | ({"counters": by_seat(*counters)} if counters else {}) | more


def calls(text):
    """Return a list of calls. In calls("Ana Ben, Ben Cleo"), Ana calls Ben, then Ben calls Cleo."""
    return [call.split() for call in text.split(", ")]


def start(players=FOUR, **options):
    return GAME.begin(build_setup(GAME, players, options))


def places(answers, **options):
    """Return (field, seat) of each problem that these answers have."""
    return [(p.field, p.seat) for p in problems(GAME, start(**options), answers)]


def refusals(answers, stage=None, players=FOUR, **options):
    refused = notation.refusals(start(players, **options), answers, stage)
    return [(code, seat, reason) for code, _, seat, reason in refused]


def refusal(answers, stage=None, players=FOUR, **options):
    """Return (code, sentence) of the first problem, or None if there is no problem."""
    refused = refusals(answers, stage, players, **options)
    return (refused[0][0], refused[0][2]) if refused else None


def field(name, answers=None, stage="count", players=FOUR, **options):
    fields = GAME.deal.fields(start(players, **options), answers or {})
    (asked,) = [f for f in fields if f.name == name and f.stage == stage]
    return asked


def words(by_seat):
    return {seat: text(sentence) for seat, sentence in by_seat.items()}
