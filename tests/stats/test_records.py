"""Records that were worked out by hand.

A record has holders, a number of times it was reached, and a previous value.
"""

from itertools import permutations

import pytest

from scorekeeper.stats.records import MAX_HOLDERS, OwnBest, RecordHolder, Records
from scorekeeper.stats.results import MatchResult, PlayerResult, finish

HOW = finish(1, 1, 2, True)


def match(number, game="gin", **record_values):
    """Return a match with record values: Ana=30 is a value of 30 for the kind "hand"."""
    seats = tuple(
        PlayerResult(player, side, HOW, 0, 0, {}, {} if value is None else {"hand": value})
        for side, (player, value) in enumerate(record_values.items())
    )
    return MatchResult(number, game, number, f"2026-10-{number:02}", False, seats)


def records(*matches, low=()):
    found = Records({"gin": frozenset(low)})
    for each in matches:
        found.add(each)
    return found


def test_the_highest_value_is_the_record_and_the_previous_value_is_stored():
    [record] = records(match(1, Ana=20, Bruno=25), match(2, Ana=30, Bruno=3)).best.values()

    assert (record.value, record.before, record.times_reached) == (30, 25, 1)
    assert record.holders == [RecordHolder("Ana", 2, "2026-10-02")]


def test_records_are_in_the_order_in_which_their_values_were_first_reached():
    matches = (match(1, Ana=20), match(2, "loba", Ana=9), match(3, Ana=21), match(4, "loba", Ana=9))

    assert [game for game, _ in records(*matches).best] == ["loba", "gin"]


def test_the_first_record_has_no_previous_value():
    [record] = records(match(1, Ana=0)).best.values()

    assert (record.value, record.before) == (0, None)


def test_later_players_with_the_same_value_become_holders_in_order():
    after = records(match(1, Ana=20), match(2, Bruno=30), match(3, Chus=30, Ana=29))
    [record] = after.best.values()

    assert [holder.player for holder in record.holders] == ["Bruno", "Chus"]
    assert (record.value, record.before, record.times_reached) == (30, 20, 2)


def test_only_the_latest_holders_are_listed_but_all_are_counted():
    [record] = records(*(match(n, Ana=5) for n in range(1, 10))).best.values()

    assert MAX_HOLDERS == 6
    assert [holder.match for holder in record.holders] == [4, 5, 6, 7, 8, 9]
    assert record.times_reached == 9


def test_each_player_has_a_personal_best_with_the_first_match_that_reached_it():
    high = records(match(1, Ana=20, Bruno=25), match(2, Ana=30, Bruno=24), match(3, Ana=30))
    low = records(match(1, Ana=20), match(2, Ana=12), match(3, Ana=12), low=["hand"])

    assert high.own_bests["gin", "hand"] == {
        "Ana": OwnBest(30, 2, "2026-10-02"),
        "Bruno": OwnBest(25, 1, "2026-10-01"),
    }
    assert low.own_bests["gin", "hand"] == {"Ana": OwnBest(12, 2, "2026-10-02")}


def test_the_lowest_value_is_the_record_of_some_kinds():
    after = records(match(1, Ana=20, Bruno=25), match(2, Ana=12), match(3, Ana=13), low=["hand"])
    [record] = after.best.values()

    assert (record.value, record.before, record.holders[0].match) == (12, 20, 2)


@pytest.mark.parametrize("low", [(), ("hand",)], ids=["the most", "the least"])
@pytest.mark.parametrize("seats", list(permutations({"Ana": 0, "Bruno": 1, "Chus": 2}.items())))
def test_values_of_one_match_do_not_beat_each_other_in_any_seat_order(seats, low):
    [first] = records(match(1, **dict(seats)), low=low).best.values()
    [then] = records(match(9, Dina=1), match(10, **dict(seats)), low=low).best.values()

    best = ("Ana", 0) if low else ("Chus", 2)
    assert (first.holders[0].player, first.value) == (then.holders[0].player, then.value) == best
    assert (first.before, first.times_reached) == (None, 1)
    assert (then.before, then.times_reached) == (1, 1)


def test_players_with_the_same_value_in_one_match_share_the_record():
    [record] = records(match(1, Ana=3), match(2, Ana=4, Bruno=5, Chus=5)).best.values()

    assert [holder.player for holder in record.holders] == ["Bruno", "Chus"]
    assert (record.before, record.times_reached, record.holder_count) == (3, 1, 2)


def streaks(*matches):
    found = Records({})
    for each in matches:
        values = {seat.player: seat.record_values["hand"] for seat in each.seats}
        found.add_streak(("gin", "hand"), values, each)
    [record] = found.best.values()
    return [holder.player for holder in record.holders], record.value, record.before


def test_the_previous_value_of_a_streak_is_the_record_before_the_whole_streak():
    runs = match(1, Ana=2), match(2, Bruno=2), match(3, Bruno=3), match(4, Bruno=4)

    assert streaks(*runs) == (["Bruno"], 4, 2)


def test_a_second_streak_of_the_same_player_breaks_the_record_of_the_first():
    assert streaks(match(1, Ana=2), match(5, Ana=2), match(6, Ana=3)) == (["Ana"], 3, 2)


def test_partners_raise_the_record_of_their_streak_together():
    runs = match(1, Chus=2), match(2, Ana=3, Bruno=3), match(3, Ana=4, Bruno=4)

    assert streaks(*runs) == (["Ana", "Bruno"], 4, 2)


def test_a_streak_breaks_the_record_that_another_player_equalled():
    runs = match(1, Ana=2), match(2, Ana=3), match(3, Bruno=3), match(4, Ana=4)

    assert streaks(*runs) == (["Ana"], 4, 3)


def test_players_without_a_value_set_no_record():
    assert records(match(1, Ana=None, Bruno=None)).best == {}


def test_each_game_has_its_own_records():
    after = records(match(1, Ana=20), match(2, game="loba", Ana=7))

    assert {key: record.value for key, record in after.best.items()} == {
        ("gin", "hand"): 20,
        ("loba", "hand"): 7,
    }


def test_copied_records_are_independent_of_the_original():
    one = records(match(1, Ana=20))
    other = one.copy()

    other.add(match(2, Bruno=20))
    other.add(match(3, game="loba", Ana=1))

    assert [len(record.holders) for record in one.best.values()] == [1]
    assert [record.times_reached for record in one.best.values()] == [1]
    assert len(other.best) == 2


def test_records_of_different_variants_are_not_compared():
    def played(number, name, value):
        seats = (PlayerResult("Ana", 0, HOW, 0, 0, {}, {name: value}),)
        return MatchResult(number, "gin", number, f"2026-10-{number:02}", False, seats)

    double = 'hand {"spades_double":true}'
    after = records(
        played(1, "hand", 20), played(2, double, 119), played(3, double, 90), low=["hand"]
    )

    assert {key: (each.value, each.before) for key, each in after.best.items()} == {
        ("gin", "hand"): (20, None),
        ("gin", double): (90, 119),
    }
