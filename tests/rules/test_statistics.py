"""The statistics of each game and the record values of its matches, worked out by hand."""

import re
from dataclasses import replace

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.rules.statistics import match_statistics, record_values
from tests.rules.jaguar_table import FIVE
from tests.rules.statistics_matches import MATCHES, by_seat
from tests.rules.strategies import every_game


def statistics_of(game, rounds, position):
    return match_statistics(game.statistics, rounds, position)


def record_values_of(game, rounds, position):
    return record_values(game.record_kinds, rounds, position)


def values_by_seat(all_values, name):
    """Return {seat: value} of one statistic or record kind."""
    return {seat: values[name] for seat, values in all_values.items() if name in values}


def five_seats(*numbers):
    return by_seat(*numbers, seats=FIVE)


@pytest.mark.parametrize(
    ("which", "name", "expected"),
    [
        ("three deals", "bids_kept", by_seat([2, 3], [2, 3], [1, 3])),
        ("reneges", "bids_kept", by_seat([1, 1], [0, 1], [1, 1])),
        ("nothing dealt", "bids_kept", by_seat([0, 0], [0, 0], [0, 0])),
        ("three deals", "bids_overshot", by_seat([1, 3], [0, 3], [2, 3])),
        ("three deals", "reneges", by_seat([0], [0], [0])),
        ("reneges", "reneges", by_seat([1], [2], [0])),
        ("back and won", "closed", by_seat([2, 4], [0, 2], [2, 4], [0, 3])),
        ("back and won", "chinchons", by_seat([1], [0], [1], [0])),
        ("back and won", "out", by_seat([1], [1], [1], [1])),
        ("a run wins", "out", by_seat([0], [0], [0])),
        ("a shared pot", "out", by_seat([1], [1])),
        ("back and won", "come_back", by_seat([1], [0], [0], [0])),
        ("back twice", "went_out", by_seat([2, 4], [1, 4], [0, 3])),
        ("back twice", "all_at_once", by_seat([1], [0], [0])),
        ("back twice", "out", by_seat([1], [2], [1])),
        ("back twice", "come_back", by_seat([0], [2], [0])),
        ("six hands", "hands_won", by_seat([4, 6], [1, 6])),
        ("equal counts", "hands_won", by_seat([0, 1], [0, 1])),
        ("one is idle", "hands_won", by_seat([0, 1], [2, 2], [0, 1])),
        ("two pairs", "hands_won", by_seat([0, 2], [0, 2], [2, 2], [1, 2])),
        ("hollywood", "hands_won", by_seat([2, 3], [1, 3])),
        ("six hands", "gins", by_seat([2], [1])),
        ("big gin", "gins", by_seat([0], [0])),
        ("two pairs", "gins", by_seat([0], [0], [1], [1])),
        ("big gin", "big_gins", by_seat([1], [0])),
        ("six hands", "big_gins", {}),
        ("six hands", "undercuts", by_seat([1], [0])),
        ("equal counts", "undercuts", by_seat([0], [0])),
        ("an evening", "as_jaguar", five_seats([1, 5], [4, 5], [0, 5], [0, 5], [0, 5])),
        ("an evening", "won_as_jaguar", five_seats([0, 1], [3, 4], [0, 0], [0, 0], [0, 0])),
        ("an evening", "as_friend", five_seats([0, 5], [1, 5], [2, 5], [0, 5], [1, 5])),
        ("an evening", "alone", five_seats([0], [1], [0], [0], [0])),
        (
            "six seats",
            "as_jaguar",
            five_seats([0, 0], [1, 1], [0, 1], [0, 1], [0, 1]) | {"Fay": [0, 1]},
        ),
        ("all pass", "as_jaguar", five_seats(*[[0, 0]] * 5)),
        ("no hand", "as_friend", five_seats(*[[0, 0]] * 5)),
        ("counters", "went_out", by_seat([2, 2], [0, 2], [0, 2], [0, 2])),
        ("counters", "counters_won", by_seat([19, 40], [8, 40], [3, 40], [10, 40])),
        ("points", "counters_won", {}),
        ("no deal", "counters_won", by_seat(*[[0, 0]] * 4)),
        ("counters", "called_too_late", by_seat([0], [1], [0], [0])),
    ],
)
def test_the_statistics_of_a_match_have_the_values_worked_out_by_hand(which, name, expected):
    assert values_by_seat(statistics_of(*MATCHES[which]), name) == expected


@pytest.mark.parametrize(
    ("which", "name", "expected"),
    [
        ("three deals", "highest_total", by_seat(2, 2, 1)),
        ("nothing dealt", "highest_total", {}),
        ("nothing dealt", "lowest_winner", {}),
        ("three deals", "lowest_total", by_seat(2, 2, 1)),
        ("reneges", "lowest_total", by_seat(-3, -6, 1)),
        ("three deals", "lowest_winner", by_seat(2, 2)),
        ("three deals", "kept_in_a_row", by_seat(2, 2)),
        ("a broken streak", "kept_in_a_row", by_seat(2)),
        ("never twice", "kept_in_a_row", {}),
        ("back and won", "lowest_winner", {"1": 19}),
        ("a shared pot", "lowest_winner", by_seat(10, 10)),
        ("a run wins", "lowest_winner", {"2": -10}),
        ("back and won", "longest_match", {"1": 4}),
        ("a run wins", "longest_match", {"2": 1}),
        ("back and won", "biggest_pot", {"1": 5}),
        ("a shared pot", "biggest_pot", by_seat(3, 3)),
        ("a run wins", "biggest_pot", {}),
        ("back and won", "came_back_won", {"1": 1}),
        ("a run wins", "came_back_won", {}),
        ("back twice", "lowest_winner", {"2": -7}),
        ("back twice", "longest_match", {"2": 4}),
        ("back twice", "biggest_pot", {"2": 5}),
        ("never back", "biggest_pot", {}),
        ("back twice", "came_back_won", {"2": 2}),
        ("never back", "came_back_won", {}),
        ("six hands", "highest_final", by_seat(302, 80)),
        ("two pairs", "highest_final", by_seat(300, 0, 300, 0)),
        ("hollywood", "highest_final", by_seat(260, 245)),
        ("one is idle", "highest_final", {}),
        ("six hands", "best_hand", by_seat(50, 60)),
        ("two pairs", "best_hand", {"3": 70, "4": 20}),
        ("hollywood", "best_hand", by_seat(40, 25)),
        ("spades", "best_hand", by_seat(44, 22)),
        ("gin for nothing", "best_hand", {}),
        ("six hands", "won_in_a_row", by_seat(2)),
        ("one is idle", "won_in_a_row", {"2": 2}),
        ("two pairs", "won_in_a_row", {"3": 2}),
        ("equal counts", "won_in_a_row", {}),
        ("an evening", "best_session", {"Bruno": 1, "Chus": 3, "Edu": 1}),
        ("an evening", "worst_session", {"Ana": -4, "Dina": -1}),
        ("all pass", "best_session", {}),
        ("all pass", "worst_session", {}),
        ("an evening", "won_in_a_row", {"Bruno": 2}),
        ("six seats", "won_in_a_row", {}),
        ("counters", "most_counters", by_seat(19, 8, 3, 10)),
        ("points", "most_counters", {}),
        ("no deal", "most_counters", {}),
        ("points", "most_points", by_seat(16, 12, -1, 17)),
        ("counters", "most_points", {}),
        ("no deal for points", "most_points", {}),
        ("counters", "out_in_a_row", {"1": 2}),
        ("by turns", "out_in_a_row", {}),
    ],
)
def test_the_records_of_a_match_have_the_values_worked_out_by_hand(which, name, expected):
    assert values_by_seat(record_values_of(*MATCHES[which]), name) == expected


def test_every_statistic_and_record_kind_has_a_worked_row():
    """Every statistic and record kind of every game has a row in the two tables above."""
    tried = {
        (test, MATCHES[which][0].slug, name)
        for test in (
            test_the_statistics_of_a_match_have_the_values_worked_out_by_hand,
            test_the_records_of_a_match_have_the_values_worked_out_by_hand,
        )
        for mark in test.pytestmark
        for which, name, _ in mark.args[1]
    }
    declared = {
        (test, game.slug, each.name)
        for game in GAMES.values()
        for test, listed in (
            (test_the_statistics_of_a_match_have_the_values_worked_out_by_hand, game.statistics),
            (test_the_records_of_a_match_have_the_values_worked_out_by_hand, game.record_kinds),
        )
        for each in listed
    }

    assert tried == declared


@every_game
def test_names_are_plain_and_unique(slug):
    names = [each.name for each in (*GAMES[slug].statistics, *GAMES[slug].record_kinds)]

    assert names
    assert len(set(names)) == len(names)
    assert [name for name in names if not re.fullmatch("[a-z_]+", name)] == []


def test_seats_are_in_order_of_play_and_names_in_order_of_declaration():
    match_of_four = MATCHES["counters"]

    statistics = statistics_of(*match_of_four)

    assert list(statistics) == ["1", "2", "3", "4"]
    assert list(statistics["4"]) == ["went_out", "counters_won", "called_too_late"]
    assert list(record_values_of(*match_of_four)["1"]) == ["most_counters", "out_in_a_row"]


def test_a_game_without_statistics_has_no_values():
    game, *rest = MATCHES["counters"]
    bare = replace(game, statistics=(), record_kinds=())

    assert statistics_of(bare, *rest) == record_values_of(bare, *rest) == {}
