"""A player's value under a scoring scheme, and the text that shows this value."""

from fractions import Fraction

import pytest

from scorekeeper.stats.results import finish
from scorekeeper.stats.scheme_text import format_hundredths, format_value, needs_decimals
from scorekeeper.stats.scheme_values import approximate_value, tally_value
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.strength import displayed_deviation
from scorekeeper.stats.tally import Tally
from tests.stats.season_on_paper import THREE_EVENINGS, added_up, aggregate, per_match


@pytest.mark.parametrize("average", [True, False], ids=["a match", "added up"])
def test_the_bonus_counts_for_matches_without_points(average):
    season = aggregate("evening | Ana | Bruno \n 1 Oct | 1 | 2 \n 2 Oct | 1 | 2")
    scheme = Scheme("points", per_match=average, bonus_hundredths=150)

    assert tally_value(scheme, season.totals.tallies["Ana"]) == 3


def test_the_value_without_matches_is_0_or_the_initial_strength():
    assert tally_value(Scheme("beaten"), Tally()) == 0
    assert tally_value(Scheme("strength"), Tally()) == 1000
    assert (
        approximate_value(Scheme("places"), aggregate(THREE_EVENINGS).totals.tallies["Chus"]) == 2.5
    )


def test_a_match_with_one_side_has_no_beaten_opponents():
    tally = Tally()
    tally.matches, tally.finishes = 1, {finish(1, 1, 1, True): 1}

    assert tally_value(Scheme("beaten"), tally) == 0


@pytest.mark.parametrize(
    ("scheme", "value", "low", "text"),
    [
        (added_up("wins"), Fraction(0), False, "0"),
        (added_up("places"), Fraction(1, 2), False, "½"),
        (added_up("places"), Fraction(-1, 2), False, "−½"),
        (added_up("places"), Fraction(-7, 2), False, "−3½"),
        (added_up("places"), Fraction(10, 3), False, "3.33"),
        (per_match("places"), Fraction(1, 8), False, "0.13"),
        (per_match("places"), Fraction(-1, 8), False, "−0.13"),
        (per_match("places"), Fraction(-1, 300), False, "0.00"),
        (per_match("places"), Fraction(1999, 1000), False, "2.00"),
        (per_match("points"), Fraction(-45), True, "45.00"),
        (added_up("points"), Fraction(12), True, "−12"),
        (Scheme("strength"), Fraction(1066), False, "1066"),
    ],
)
def test_values_are_formatted_for_display(scheme, value, low, text):
    assert format_value(scheme, value, low=low) == text


@pytest.mark.parametrize(
    ("scheme", "values", "texts"),
    [
        (added_up("places"), ("119/2", "46", "557/2"), ["59½", "46", "278½"]),
        (added_up("places"), ("119/2", "275/6", "1113/4"), ["59.50", "45.83", "278.25"]),
        (added_up("places"), ("-1/3", "-2"), ["−0.33", "−2.00"]),
        (per_match("places"), ("3", "7/2"), ["3.00", "3.50"]),
        (Scheme("strength"), ("1066", "934"), ["1066", "934"]),
    ],
)
def test_the_values_of_a_column_have_one_precision(scheme, values, texts):
    values = [Fraction(value) for value in values]
    decimals = needs_decimals(scheme, values)

    assert [format_value(scheme, value, decimals=decimals) for value in values] == texts


def test_the_deviation_has_the_scale_of_the_strength():
    assert displayed_deviation(25 / 3) == 250


@pytest.mark.parametrize(("number", "text"), [(0, "0"), (100, "1"), (5, "0.05"), (1250, "12.50")])
def test_hundredths_are_formatted_as_decimals(number, text):
    assert format_hundredths(number) == text
