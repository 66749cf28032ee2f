"""Table sizes for a number of people, and who sits out."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.club.sizes import sitting_out, table_sizes


@pytest.mark.parametrize(
    ("people", "allowed", "preferred", "sizes"),
    [
        pytest.param(23, range(3, 6), 5, (5, 5, 5, 4, 4), id="five tables of the preferred size"),
        pytest.param(23, range(3, 6), 4, (4, 4, 4, 4, 4, 3), id="six tables if four is preferred"),
        pytest.param(6, range(3, 6), 5, (3, 3), id="two small tables, so that everyone plays"),
        pytest.param(7, (5, 6), 5, (6,), id="one sits out, because 7 is not 5 or 6"),
        pytest.param(9, (5, 6), 5, (6,), id="three sit out"),
        pytest.param(11, (5, 6), 5, (6, 5), id="both sizes"),
        pytest.param(19, (5, 6), 5, (6, 6, 6), id="the size that seats more people"),
        pytest.param(5, (2, 4), 4, (4,), id="pairs: one sits out"),
        pytest.param(10, (2, 4), 4, (4, 4, 2), id="pairs: a table for two"),
        pytest.param(2, range(3, 6), 4, (), id="not enough for a table"),
        pytest.param(0, range(3, 6), 4, (), id="nobody"),
    ],
)
def test_sizes_are_as_close_to_the_preferred_size_as_possible(people, allowed, preferred, sizes):
    assert table_sizes(people, allowed, preferred) == sizes


@given(st.integers(0, 60), st.sets(st.integers(2, 10), min_size=1), st.integers(2, 10))
def test_sizes_are_allowed_and_nobody_is_left_out_without_need(people, allowed, preferred):
    sizes = table_sizes(people, allowed, preferred)

    assert set(sizes) <= allowed
    seated = {0}
    for n in range(1, people + 1):
        if any(n - size in seated for size in allowed):
            seated.add(n)
    assert sum(sizes) == max(seated)


def test_those_who_sat_out_least_sit_out_first():
    people, sat_out = ("1", "2", "3", "4"), {"1": 1, "2": 0, "3": 1, "4": 2}

    assert sitting_out(people, 1, sat_out, {}, Random(1)) == ("2",)
    assert sitting_out(people, 3, sat_out, {}, Random(1)) == ("1", "2", "3")


def test_a_late_arrival_plays_before_those_who_have_played():
    people, played = ("1", "2", "3"), {"1": 2, "2": 2}

    for seed in range(20):
        assert sitting_out(people, 2, {}, played, Random(seed)) == ("1", "2")


def test_chance_decides_who_sits_out_among_equals():
    people = tuple("12345")

    chosen = {sitting_out(people, 1, {}, {}, Random(seed)) for seed in range(100)}

    assert chosen == {("1",), ("2",), ("3",), ("4",), ("5",)}


@given(st.integers(2, 40), st.integers(0, 1000))
def test_over_an_evening_nobody_sits_out_twice_before_everyone_has_once(people, seed):
    everyone = [str(n) for n in range(people)]
    sat_out, many = dict.fromkeys(everyone, 0), people % 5 or 1
    for number in range(10):
        for one in sitting_out(everyone, many, sat_out, {}, Random(f"{seed} {number}")):
            sat_out[one] += 1
        assert max(sat_out.values()) - min(sat_out.values()) <= 1
