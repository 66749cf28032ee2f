"""Totals evening by evening: tallies, form, and each player's value after every evening."""

from functools import partial

import pytest

from scorekeeper.stats.aggregate import Aggregate, AggregateOptions
from scorekeeper.stats.results import finish, seats_from_json, seats_to_json
from scorekeeper.stats.scheme_values import approximate_value
from scorekeeper.stats.tally import meeting_increments
from tests.stats.season_on_paper import THREE_EVENINGS, add_results, added_up, aggregate, results

SEVEN = """
    evening | Ana | Bruno
    1 Oct   | 2   | 1
    2 Oct   | 1=  | 1=
    3 Oct   | 1   | 2
    3 Oct   | 2   | 1
    4 Oct   | 1   | –
    5 Oct   | 1   | 2
    6 Oct   | 2   | 1
"""


def test_a_tally_counts_matches_wins_finishes_and_points():
    ana = aggregate(THREE_EVENINGS).totals.tallies["Ana"]

    assert (ana.matches, ana.wins, ana.negated_matches) == (3, 2, 0)
    assert ana.finishes == {
        finish(1, 1, 4, True): 1,
        finish(2, 2, 3, False): 1,
        finish(1, 1, 3, True): 1,
    }
    assert ana.points == {12: 1, 8: 1, 11: 1}
    assert ana.strength is None


def test_points_are_negated_if_the_lowest_total_wins():
    season = "evening | Ana | Bruno \n 1 Oct loba low | 1 (30) | 2 (101)"

    bruno = aggregate(season).totals.tallies["Bruno"]

    assert (bruno.points, bruno.negated_matches) == ({-101: 1}, 1)


def test_points_are_omitted_if_the_option_is_off():
    ana = aggregate(THREE_EVENINGS, AggregateOptions(points=False)).totals.tallies["Ana"]

    assert (ana.matches, ana.points) == (3, {})


def test_meetings_are_omitted_if_the_option_is_off():
    assert aggregate(THREE_EVENINGS, AggregateOptions(meetings=False)).totals.meetings == {}


def test_form_is_the_last_five_finishes_newest_last():
    tallies = aggregate(SEVEN).totals.tallies

    assert [finish.place for finish in tallies["Ana"].form] == [1, 2, 1, 1, 2]
    assert [finish.place for finish in tallies["Bruno"].form] == [1, 2, 1, 2, 1]


def season_of_places(text):
    return aggregate(text, AggregateOptions(value=partial(approximate_value, added_up("places"))))


@pytest.mark.parametrize(
    ("player", "values"),
    [
        ("Ana", [5, 7.5, 12.5]),
        ("Bruno", [3, 8, 10]),
        ("Chus", [2, 2, 5]),
        ("Dina", [1, 3.5, 3.5]),
    ],
)
def test_the_value_after_an_evening_includes_only_matches_up_to_it(player, values):
    season = season_of_places(THREE_EVENINGS)

    assert season.evenings == ["2026-10-01", "2026-10-08", "2026-10-15"]
    assert [season.value_after(player, index) for index in range(3)] == values


def test_a_player_has_no_value_before_their_first_evening():
    season = season_of_places("""
        evening | Ana | Bruno | Chus
        1 Oct   | 1   | 2     | –
        2 Oct   | 1   | 2     | –
        3 Oct   | 1   | –     | 2
    """)

    assert [season.value_after("Chus", index) for index in range(3)] == [None, None, 3]
    assert season.value_after("Bruno", 2) == season.value_after("Bruno", 1) == 6
    assert [season.value_after("Dina", index) for index in range(3)] == [None] * 3


def test_all_matches_of_an_evening_are_one_step_of_the_value_history():
    season = season_of_places(SEVEN)

    # Ana by evening: 3, 4, 5 + 3, 5, 5, 3.
    assert season.evenings[2:4] == ["2026-10-03", "2026-10-04"]
    assert [season.value_after("Ana", index) for index in range(6)] == [3, 7, 15, 20, 25, 28]
    assert season.matches == 7


def test_totals_before_the_last_evening_exclude_its_matches():
    season = aggregate(THREE_EVENINGS)

    assert season.before_newest_evening.tallies["Ana"].matches == 2
    assert season.totals.tallies["Ana"].matches == 3


def test_a_copied_aggregate_is_independent_of_the_original():
    first, second, third = results(THREE_EVENINGS)
    one = add_results(
        [first, second],
        Aggregate(AggregateOptions(value=partial(approximate_value, added_up("places")))),
    )
    other = one.copy()

    other.add(third)

    assert (one.matches, len(one.evenings), one.value_after("Ana", 1)) == (2, 2, 7.5)
    assert (other.matches, len(other.evenings), other.value_after("Ana", 2)) == (3, 3, 12.5)
    one.add(third)
    assert one.value_history == other.value_history
    one.add(first._replace(evening="2026-10-16"))
    assert other.value_after("Ana", 2) == 12.5
    assert one.value_after("Ana", 3) == 17.5


def test_plus_returns_new_totals_and_leaves_the_old_ones_unchanged():
    *played, last = results(THREE_EVENINGS)
    totals = add_results(played, Aggregate()).totals

    then = totals.plus([(last, meeting_increments(last))])

    assert {player: tally.matches for player, tally in then.tallies.items()} == {
        "Ana": 3,
        "Bruno": 3,
        "Chus": 2,
        "Dina": 2,
    }
    assert {player: tally.matches for player, tally in totals.tallies.items()} == {
        "Ana": 2,
        "Bruno": 2,
        "Chus": 1,
        "Dina": 2,
    }
    assert totals.meetings != then.meetings


def test_a_match_with_a_single_side_changes_no_rating():
    def no_rate(sides, places):
        raise AssertionError

    alone = "evening | Ana | Bruno \n 1 Oct | 1a | 1a"

    assert aggregate(alone, AggregateOptions(no_rate)).totals.tallies["Ana"].strength is None


def test_player_results_survive_conversion_to_json_and_back():
    [first, *_] = results("evening | Ana | Bruno | Chus \n 1 Oct | 1 (12) | 2= | 2= (−4)")

    assert seats_from_json(seats_to_json(first.seats), {}) == first.seats
    assert first.players == ("Ana", "Bruno", "Chus")
    assert first.order == (1000, 1)


def test_a_stored_result_of_a_merged_player_belongs_to_the_remaining_player():
    [first] = results("evening | Ana | Anita \n 1 Oct | 1 | 2")

    seats = seats_from_json(seats_to_json(first.seats), {"Anita": "Chus"})

    assert [seat.player for seat in seats] == ["Ana", "Chus"]
