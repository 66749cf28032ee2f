"""The statistics of each game and the record values of its matches, worked by hand."""

import re
from dataclasses import replace

import pytest

from scorekeeper.match.document import play_records
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.statistics import match_statistics, record_values
from tests.rules.gin_table import DRAW, FOUR, THREE, TWO, big_gin, draw_of, gin, knock
from tests.rules.gin_table import deal as two_hands
from tests.rules.jaguar_table import FIVE, SIX, hand
from tests.rules.strategies import every_game


def match(slug, *records, seats=THREE, closed=False, **agreed):
    """Play these deals, each of which must be legal; return (game, rounds, position)."""
    game = GAMES[slug]
    return (game, *play_records(game, build_setup(game, seats, agreed), list(records), closed))


def statistics_of(game, rounds, position):
    return match_statistics(game.statistics, rounds, position)


def record_values_of(game, rounds, position):
    return record_values(game.record_kinds, rounds, position)


def values_by_seat(by_seat, name):
    """Return one statistic or record value by seat."""
    return {seat: values[name] for seat, values in by_seat.items() if name in values}


def each(*numbers, seats=FOUR):
    return dict(zip(seats, numbers, strict=False))


# ---------------------------------------------------------------- the matches


def bid(bids, tricks, **more):
    """bid((2, 2, 0), (2, 1, 0)) is a record: the bids and the tricks of three players."""
    return {"bids": each(*bids), "tricks": each(*tricks), **more}


def left(who, by_seat, slug="chinchon", **more):
    """Return a record: who closed or went out, and the deadwood of those still in."""
    return {"closer" if slug == "chinchon" else "went_out": who, "deadwood": by_seat, **more}


def counted(*counters, out="1", **more):
    """Return a record: who went out, and the counters of four players in seat order."""
    return {"went_out": out, "counters": each(*counters), **more}


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
    "a row that breaks": match(
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
        left("3", each(30, 45, 0, 20)),
        left("3", each(25, 10, 0, 5), close="chinchon", reenlist=["1"]),
        left("1", {"1": 4, "3": 10, "4": 30}, reenlist=[]),
        left("1", {"1": 0, "3": 60}, close="run"),
        seats=FOUR,
        limit=50,
    ),
    "a shared pot": match(
        "chinchon", left("1", each(10, 10, seats=TWO)), seats=TWO, limit=10, close_max=10, stake=3
    ),
    "a run wins": match(
        "chinchon", left("2", each(20, 0, 20, seats=THREE), close="run"), run_rule="wins", stake=0
    ),
    "back twice": match(
        "loba",
        left("1", each(0, 30, 45, seats=THREE), "loba"),
        left("1", each(0, 30, 2, seats=THREE), "loba", clean=True, reenlist=["2"]),
        left(None, each(3, 5, 4, seats=THREE), "loba", reenlist=["2"]),
        left("2", {"1": 60, "2": 0}, "loba", reenlist=[]),
        limit=50,
    ),
    "never back": match(
        "loba", left("2", {"1": 60, "2": 0}, "loba", reenlist=[]), seats=TWO, limit=50, stake=0
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
        "jamon", counted(3, 7, 1, 9), counted(5, 5, 5, 5, default_by="2"), seats=FOUR, deals=2
    ),
    "by turns": match(
        "jamon", counted(5, 5, 5, 5), counted(5, 5, 5, 5, out="2"), seats=FOUR, deals=2
    ),
    "points": match(
        "jamon", counted(3, 7, 1, 9, cards=each(0, 2, 3, 1)), seats=FOUR, scoring="points"
    ),
    "no deal": match("jamon", seats=FOUR, deals=None, closed=True),
    "no deal for points": match("jamon", seats=FOUR, deals=None, scoring="points", closed=True),
}


def five(*numbers):
    return each(*numbers, seats=FIVE)


@pytest.mark.parametrize(
    ("which", "name", "expected"),
    [
        ("three deals", "bids_kept", each([2, 3], [2, 3], [1, 3])),
        ("reneges", "bids_kept", each([1, 1], [0, 1], [1, 1])),
        ("nothing dealt", "bids_kept", each([0, 0], [0, 0], [0, 0])),
        ("three deals", "bids_overshot", each([1, 3], [0, 3], [2, 3])),
        ("three deals", "reneges", each([0], [0], [0])),
        ("reneges", "reneges", each([1], [2], [0])),
        ("back and won", "closed", each([2, 4], [0, 2], [2, 4], [0, 3])),
        ("back and won", "chinchons", each([1], [0], [1], [0])),
        ("back and won", "out", each([1], [1], [1], [1])),
        ("a run wins", "out", each([0], [0], [0])),
        ("a shared pot", "out", each([1], [1])),
        ("back and won", "come_back", each([1], [0], [0], [0])),
        ("back twice", "went_out", each([2, 4], [1, 4], [0, 3])),
        ("back twice", "all_at_once", each([1], [0], [0])),
        ("back twice", "out", each([1], [2], [1])),
        ("back twice", "come_back", each([0], [2], [0])),
        ("six hands", "hands_won", each([4, 6], [1, 6])),
        ("equal counts", "hands_won", each([0, 1], [0, 1])),
        ("one is idle", "hands_won", each([0, 1], [2, 2], [0, 1])),
        ("two pairs", "hands_won", each([0, 2], [0, 2], [2, 2], [1, 2])),
        ("hollywood", "hands_won", each([2, 3], [1, 3])),
        ("six hands", "gins", each([2], [1])),
        ("big gin", "gins", each([0], [0])),
        ("two pairs", "gins", each([0], [0], [1], [1])),
        ("big gin", "big_gins", each([1], [0])),
        ("six hands", "big_gins", {}),
        ("six hands", "undercuts", each([1], [0])),
        ("equal counts", "undercuts", each([0], [0])),
        ("an evening", "as_jaguar", five([1, 5], [4, 5], [0, 5], [0, 5], [0, 5])),
        ("an evening", "won_as_jaguar", five([0, 1], [3, 4], [0, 0], [0, 0], [0, 0])),
        ("an evening", "as_friend", five([0, 5], [1, 5], [2, 5], [0, 5], [1, 5])),
        ("an evening", "alone", five([0], [1], [0], [0], [0])),
        ("six seats", "as_jaguar", five([0, 0], [1, 1], [0, 1], [0, 1], [0, 1]) | {"Fay": [0, 1]}),
        ("all pass", "as_jaguar", five(*[[0, 0]] * 5)),
        ("no hand", "as_friend", five(*[[0, 0]] * 5)),
        ("counters", "went_out", each([2, 2], [0, 2], [0, 2], [0, 2])),
        ("counters", "counters_won", each([19, 40], [8, 40], [3, 40], [10, 40])),
        ("points", "counters_won", {}),
        ("no deal", "counters_won", each(*[[0, 0]] * 4)),
        ("counters", "called_too_late", each([0], [1], [0], [0])),
    ],
)
def test_the_statistics_of_a_match(which, name, expected):
    assert values_by_seat(statistics_of(*MATCHES[which]), name) == expected


@pytest.mark.parametrize(
    ("which", "name", "expected"),
    [
        ("three deals", "highest_total", each(2, 2, 1)),
        ("nothing dealt", "highest_total", {}),
        ("nothing dealt", "lowest_winner", {}),
        ("three deals", "lowest_total", each(2, 2, 1)),
        ("reneges", "lowest_total", each(-3, -6, 1)),
        ("three deals", "lowest_winner", each(2, 2)),
        ("three deals", "kept_in_a_row", each(2, 2)),
        ("a row that breaks", "kept_in_a_row", each(2)),
        ("never twice", "kept_in_a_row", {}),
        ("back and won", "lowest_winner", {"1": 19}),
        ("a shared pot", "lowest_winner", each(10, 10)),
        ("a run wins", "lowest_winner", {"2": -10}),
        ("back and won", "longest_match", {"1": 4}),
        ("a run wins", "longest_match", {"2": 1}),
        ("back and won", "biggest_pot", {"1": 5}),
        ("a shared pot", "biggest_pot", each(3, 3)),
        ("a run wins", "biggest_pot", {}),
        ("back and won", "came_back_won", {"1": 1}),
        ("a run wins", "came_back_won", {}),
        ("back twice", "lowest_winner", {"2": -7}),
        ("back twice", "longest_match", {"2": 4}),
        ("back twice", "biggest_pot", {"2": 5}),
        ("never back", "biggest_pot", {}),
        ("back twice", "came_back_won", {"2": 2}),
        ("never back", "came_back_won", {}),
        ("six hands", "highest_final", each(302, 80)),
        ("two pairs", "highest_final", each(300, 0, 300, 0)),
        ("hollywood", "highest_final", each(260, 245)),
        ("one is idle", "highest_final", {}),
        ("six hands", "best_hand", each(50, 60)),
        ("two pairs", "best_hand", {"3": 70, "4": 20}),
        ("hollywood", "best_hand", each(40, 25)),
        ("spades", "best_hand", each(44, 22)),
        ("gin for nothing", "best_hand", {}),
        ("six hands", "won_in_a_row", each(2)),
        ("one is idle", "won_in_a_row", {"2": 2}),
        ("two pairs", "won_in_a_row", {"3": 2}),
        ("equal counts", "won_in_a_row", {}),
        ("an evening", "best_session", {"Bruno": 1, "Chus": 3, "Edu": 1}),
        ("an evening", "worst_session", {"Ana": -4, "Dina": -1}),
        ("all pass", "best_session", {}),
        ("all pass", "worst_session", {}),
        ("an evening", "won_in_a_row", {"Bruno": 2}),
        ("six seats", "won_in_a_row", {}),
        ("counters", "most_counters", each(19, 8, 3, 10)),
        ("points", "most_counters", {}),
        ("no deal", "most_counters", {}),
        ("points", "most_points", each(16, 12, -1, 17)),
        ("counters", "most_points", {}),
        ("no deal for points", "most_points", {}),
        ("counters", "out_in_a_row", {"1": 2}),
        ("by turns", "out_in_a_row", {}),
    ],
)
def test_the_record_values_of_a_match(which, name, expected):
    assert values_by_seat(record_values_of(*MATCHES[which]), name) == expected


def test_every_statistic_and_record_kind_has_a_worked_row():
    """Every statistic and record kind of every game has a row in the two tables above."""
    tried = {
        (test, MATCHES[which][0].slug, name)
        for test in (test_the_statistics_of_a_match, test_the_record_values_of_a_match)
        for mark in test.pytestmark
        for which, name, _ in mark.args[1]
    }
    declared = {
        (test, game.slug, each.name)
        for game in GAMES.values()
        for test, listed in (
            (test_the_statistics_of_a_match, game.statistics),
            (test_the_record_values_of_a_match, game.record_kinds),
        )
        for each in listed
    }

    assert tried == declared


# ---------------------------------------------------------------- all games


@every_game
def test_names_are_plain_and_unique(slug):
    names = [each.name for each in (*GAMES[slug].statistics, *GAMES[slug].record_kinds)]

    assert names
    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch("[a-z_]+", name)] == []


def test_seats_are_in_order_of_play_and_names_in_order_of_declaration():
    match_of_four = MATCHES["counters"]

    found = statistics_of(*match_of_four)

    assert list(found) == ["1", "2", "3", "4"]
    assert list(found["4"]) == ["went_out", "counters_won", "called_too_late"]
    assert list(record_values_of(*match_of_four)["1"]) == ["most_counters", "out_in_a_row"]


def test_a_game_without_statistics_has_no_values():
    game, *rest = MATCHES["counters"]
    bare = replace(game, statistics=(), record_kinds=())

    assert statistics_of(bare, *rest) == record_values_of(bare, *rest) == {}
