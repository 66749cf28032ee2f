"""Short notation for the Jaguar tests: hands, auctions, and their results."""

from scorekeeper.match.document import score_document
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup
from tests.rules import notation

GAME = GAMES["jaguar"]
FIVE = ("Ana", "Bruno", "Chus", "Dina", "Edu")
SIX = (*FIVE, "Fay")


def match(*hands, players=FIVE, closed=False, **options):
    """Return the result of a match document with these hands."""
    return score_document(
        {
            "game": "jaguar",
            "players": list(players),
            "options": options,
            "rounds": list(hands),
            "closed": closed,
        }
    )


def hand(jaguar="Bruno", friend="Edu", points=71, **more):
    return {"jaguar": jaguar, "friend": friend, "points": points} | more


def in_seat_order(points, players=FIVE):
    return tuple(points.get(seat) for seat in players)


def start(players=FIVE, **options):
    return GAME.begin(build_setup(GAME, players, options))


def refusals(answers, players=FIVE, **options):
    return notation.refusals(start(players, **options), answers)


def refusal(answers, players=FIVE, **options):
    """Return (code, sentence) of the first problem, or None if there is no problem."""
    problems = refusals(answers, players, **options)
    return (problems[0][0], problems[0][3]) if problems else None


def field(name, answers=None, players=FIVE, **options):
    fields = GAME.deal.fields(start(players, **options), answers or {})
    return next(f for f in fields if f.name == name)


def preview(answers, players=FIVE, **options):
    return GAME.display.preview(start(players, **options), "hand", answers)


def bids(text):
    """Return a deal's list of [seat, bid] from a text such as "Ana A, Bruno pass, Ana 62"."""
    calls = [call.split() for call in text.split(", ")]
    return [[who, int(bid) if len(bid) > 1 and bid.isdigit() else bid] for who, bid in calls]


def points_taken(*points):
    return dict(zip(FIVE, points, strict=True))


BANDS = [[101, 5], [71, 2], [81, 3]]
