"""Matches of every game whose statistics and record values were worked out by hand."""

from scorekeeper.match.document import play_deals
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup
from tests.rules.gin_table import DRAW, big_gin, draw_of, gin, knock
from tests.rules.gin_table import deal as two_hands
from tests.rules.jaguar_table import FIVE, SIX, hand
from tests.rules.notation import FOUR, THREE, TWO


def match(slug, *deals, seats=THREE, closed=False, **agreed):
    """Play these deals, which must be legal, and return (game, rounds, position)."""
    game = GAMES[slug]
    return (game, *play_deals(game, build_setup(game, seats, agreed), list(deals), closed))


def by_seat(*numbers, seats=FOUR):
    return dict(zip(seats, numbers, strict=False))


def bid(bids, tricks, **more):
    """Return a deal's answers with bids and tricks in seat order: `bid((2, 2, 0), (2, 1, 0))`."""
    return {"bids": by_seat(*bids), "tricks": by_seat(*tricks), **more}


def deadwood_left(who, deadwood, slug="chinchon", **more):
    """Return a deal's answers: who closed or went out, and the deadwood of the players still in."""
    return {"closer" if slug == "chinchon" else "went_out": who, "deadwood": deadwood, **more}


def counters_left(*counters, out="1", **more):
    """Return a deal's answers: who went out, and the counters of four players in seat order."""
    return {"went_out": out, "counters": by_seat(*counters), **more}


FIRST_AND_LAST, FIRST_TWO, LAST_BUT_ONE = (
    bid((2, 2, 0), (2, 1, 0)),
    bid((0, 1, 1), (0, 1, 2)),
    bid((1, 0, 0), (2, 0, 1)),
)
ALL_PASS = {"all_pass": True}

MATCHES = {
    "three deals": match(
        "jabberwocky", FIRST_AND_LAST, FIRST_TWO, LAST_BUT_ONE, schedule=[3, 3, 3]
    ),
    "a broken streak": match(
        "jabberwocky",
        FIRST_AND_LAST,
        LAST_BUT_ONE,
        FIRST_AND_LAST,
        FIRST_TWO,
        schedule=[3, 3, 3, 3],
    ),
    "never twice": match("jabberwocky", FIRST_AND_LAST, LAST_BUT_ONE, schedule=[3, 3]),
    "reneges": match(
        "jabberwocky",
        {**FIRST_AND_LAST, "reneges": {"1": 1, "2": 2}},
        schedule=[3],
        renege_voids_point=True,
    ),
    "nothing dealt": match("jabberwocky"),
    "back and won": match(
        "chinchon",
        deadwood_left("3", by_seat(30, 45, 0, 20)),
        deadwood_left("3", by_seat(25, 10, 0, 5), close="chinchon", reenlist=["1"]),
        deadwood_left("1", {"1": 4, "3": 10, "4": 30}, reenlist=[]),
        deadwood_left("1", {"1": 0, "3": 60}, close="run"),
        seats=FOUR,
        limit=50,
    ),
    "a shared pot": match(
        "chinchon",
        deadwood_left("1", by_seat(10, 10, seats=TWO)),
        seats=TWO,
        limit=10,
        close_max=10,
        stake=3,
    ),
    "a run wins": match(
        "chinchon",
        deadwood_left("2", by_seat(20, 0, 20, seats=THREE), close="run"),
        run_rule="wins",
        stake=0,
    ),
    "back twice": match(
        "loba",
        deadwood_left("1", by_seat(0, 30, 45, seats=THREE), "loba"),
        deadwood_left("1", by_seat(0, 30, 2, seats=THREE), "loba", clean=True, reenlist=["2"]),
        deadwood_left(None, by_seat(3, 5, 4, seats=THREE), "loba", reenlist=["2"]),
        deadwood_left("2", {"1": 60, "2": 0}, "loba", reenlist=[]),
        limit=50,
    ),
    "never back": match(
        "loba",
        deadwood_left("2", {"1": 60, "2": 0}, "loba", reenlist=[]),
        seats=TWO,
        limit=50,
        stake=0,
    ),
    "six hands": match(
        "gin",
        knock("1", 5, 27),
        gin("1", 30),
        DRAW,
        knock("2", 8, 8),
        gin("2", 40),
        gin("1", 20),
        seats=TWO,
    ),
    "equal counts": match("gin", knock("2", 8, 8), seats=TWO, undercut_on_tie=False),
    "big gin": match("gin", big_gin("1", 10), seats=TWO, big_gin_bonus=31),
    "spades": match(
        "gin",
        knock("1", 5, 27, upcard="7S"),
        knock("2", 5, 27, upcard="7H"),
        seats=TWO,
        spades_double=True,
    ),
    "gin for nothing": match("gin", gin("1", 0), seats=TWO, gin_bonus=0),
    "one is idle": match("gin", knock("2", 5, 27, "3"), knock("2", 5, 27, "1")),
    "two pairs": match(
        "gin",
        {"hands": [draw_of("1", "2"), {"pair": ["3", "4"], **knock("3", 5, 15, "4")}]},
        two_hands(gin("4", 0, "1"), gin("3", 50, "2")),
        seats=FOUR,
        target=50,
    ),
    "hollywood": match(
        "gin", gin("1", 20), gin("1", 10), gin("2", 5), seats=TWO, hollywood=True, target=20
    ),
    "an evening": match(
        "jaguar",
        hand("Bruno", "Edu", 71),
        hand("Bruno", "Bruno", 50),
        ALL_PASS,
        hand("Bruno", "Chus", 61),
        hand("Ana", "Bruno", 60),
        hand("Bruno", "Chus", 80),
        seats=FIVE,
        closed=True,
    ),
    "six seats": match("jaguar", hand("Bruno", "Edu", 71), seats=SIX, closed=True),
    "all pass": match("jaguar", ALL_PASS, seats=FIVE, closed=True),
    "no hand": match("jaguar", seats=FIVE, closed=True),
    "counters": match(
        "jamon",
        counters_left(3, 7, 1, 9),
        counters_left(5, 5, 5, 5, default_by="2"),
        seats=FOUR,
        deals=2,
    ),
    "by turns": match(
        "jamon", counters_left(5, 5, 5, 5), counters_left(5, 5, 5, 5, out="2"), seats=FOUR, deals=2
    ),
    "points": match(
        "jamon", counters_left(3, 7, 1, 9, cards=by_seat(0, 2, 3, 1)), seats=FOUR, scoring="points"
    ),
    "no deal": match("jamon", seats=FOUR, deals=None, closed=True),
    "no deal for points": match("jamon", seats=FOUR, deals=None, scoring="points", closed=True),
}
