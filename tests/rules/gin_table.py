"""Short notation for the gin tests: hands, deals, and their results."""

from scorekeeper.match.document import build_result, play_deals
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems
from tests.rules.notation import TWO, text

GAME = GAMES["gin"]
DRAW = {"result": "draw"}


def hand(how, knocker, left, other=None, **more):
    other = other or ("2" if knocker == "1" else "1")
    own, theirs = left
    return {"result": how, "knocker": knocker, "deadwood": {knocker: own, other: theirs}, **more}


def knock(knocker, own, theirs, other=None, **more):
    """Return a hand. In knock("1", 5, 27, "3"), Ana knocked with 5, and Chus had 27.

    Without `other`, the opponent is "2" if "1" knocked, and otherwise "1".
    """
    return hand("knock", knocker, (own, theirs), other, **more)


def gin(knocker, theirs, other=None, **more):
    return hand("gin", knocker, (0, theirs), other, **more)


def big_gin(knocker, theirs, other=None, **more):
    return hand("big_gin", knocker, (0, theirs), other, **more)


def deal(first, second, **more):
    """Return a deal of two hands for partners.

    The two players of a hand are those in its deadwood.
    """
    hands = [{"pair": list(h["deadwood"]), **h} for h in (first, second)]
    return {"hands": hands, **more}


def draw_of(*pair):
    return {"pair": list(pair), "result": "draw"}


def table(seats=TWO, **agreed):
    return build_setup(GAME, seats, agreed)


def start(seats=TWO, **agreed):
    return GAME.begin(table(seats, **agreed))


def after(*deals, seats=TWO, **agreed):
    """Play these deals, which must be legal, and return (setup, rounds, position)."""
    return play_deals(GAME, table(seats, **agreed), list(deals), False)


def score_deals(*deals, seats=TWO, **agreed):
    """Return the result of these deals, as `score_document` returns it."""
    return build_result(GAME, *after(*deals, seats=seats, **agreed))


def codes(position, answers, stage=None):
    return [p.code for p in problems(GAME, position, answers, stage)]


def names_of_fields(position, answers):
    return [f.name for f in GAME.deal.fields(position, answers)]


def preview_texts(preview):
    """Return the sentences of a preview as {name: sentence}, without empty ones."""
    words = {
        name: text(getattr(preview, name))
        for name in ("status_line", "save_note", "headline", "detail")
    }
    return {name: sentence for name, sentence in words.items() if sentence}


def look(answers, seats=TWO, stage="hand", **agreed):
    return GAME.display.preview(start(seats, **agreed), stage, answers)


ANA_BRUNO = {"pair": ["1", "2"], **knock("1", 4, 20, "2")}
CHUS_DINA = {"pair": ["3", "4"], **knock("3", 4, 20, "4")}
