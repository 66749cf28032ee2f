"""The sentences and examples that describe a scoring scheme."""

from pathlib import Path

import pytest

from scorekeeper.league.ratings import rate
from scorekeeper.messages import render
from scorekeeper.stats import scheme_example
from scorekeeper.stats.scheme_text import (
    column_heading,
    scheme_sentences,
    scheme_title,
)
from scorekeeper.stats.schemes import MEASURES, Scheme
from tests.league.season_changes import settings_without_effect
from tests.stats.season_on_paper import added_up, per_match


def scheme_text(scheme):
    return " ".join(render(sentence, {}) for sentence in scheme_sentences(scheme))


@pytest.mark.parametrize(
    ("scheme", "words"),
    [
        (
            Scheme(),
            "Points by place, from first place down: 5–3–2–1. Players who share a place split "
            "the points equally."
            " The sum is divided by the number of matches that count.",
        ),
        (
            added_up(
                "places",
                shared_places="higher",
                place_points=(3, 1),
                counted_matches="best",
                best_or_drop_count=4,
                bonus_hundredths=50,
            ),
            "Points by place, from first place down: 3–1. Players who share a place each get "
            "the points for the higher place. The best 4"
            " matches count. Results are added up over the season."
            " Each match played adds a bonus of 0.50.",
        ),
        (
            added_up("wins", counted_matches="best", best_or_drop_count=1, min_matches=2),
            "Each win counts as 1. A shared win counts as 1 for each winner. Only the best match"
            " counts. Results are added up over the season."
            " Players are ranked once they have played 2 matches.",
        ),
        (
            per_match("beaten", counted_matches="drop", best_or_drop_count=1, min_matches=1),
            "Beating everyone counts as 1, and last place as 0, so"
            " results from tables of different sizes are comparable."
            " The worst match does not count."
            " The sum is divided by the number of matches that count.",
        ),
        (
            added_up("points", counted_matches="drop", best_or_drop_count=3),
            "The final points on the score sheet. Use this for one game, or for "
            "games that score in the same way."
            " The worst 3 matches do not count. Results are added up over the season.",
        ),
        (
            Scheme("strength", min_matches=5, bonus_hundredths=100),
            "A rating. Everyone starts at 1000, and beating a strong "
            "player counts more than beating"
            " a weak one. It is only a rough estimate until about ten matches have been played."
            " Players are ranked once they have played 5 matches.",
        ),
    ],
    ids=["defaults", "fine print", "one best", "one dropped", "points", "strength"],
)
def test_the_sentences_describe_how_a_scheme_counts(scheme, words):
    assert scheme_text(scheme) == words


def test_the_sentences_mention_each_setting_except_the_tie_breaks():
    assert settings_without_effect(scheme_text) == ["tie_breaks"]


@pytest.mark.parametrize(
    ("scheme", "above", "column"),
    [
        (added_up("wins"), "wins", "Won"),
        (per_match("wins"), "share of matches won", "Share"),
        (added_up("beaten"), "sum of the shares of opponents beaten", "Share"),
        (per_match("beaten"), "share of opponents beaten", "Share"),
        (added_up("places"), "points", "Points"),
        (per_match("points"), "points per match", "Points"),
        (Scheme("strength"), "strength", "Strength"),
    ],
)
def test_the_title_and_the_column_heading_name_the_figure_of_a_scheme(scheme, above, column):
    assert (render(scheme_title(scheme), {}), render(column_heading(scheme), {})) == (above, column)


@pytest.mark.parametrize(
    ("measure", "figures"),
    [
        ("places", ["5", "3", "1½", "1½", "0"]),
        ("wins", ["1", "0", "0", "0", "0"]),
        ("beaten", ["1.00", "0.75", "0.38", "0.38", "0.00"]),
        ("points", ["8", "6", "5", "5", "3"]),
    ],
)
def test_the_example_match_has_a_figure_for_each_player_under_each_measure(measure, figures):
    shown = scheme_example.example_rows(added_up(measure), rate)

    assert [each.figure for each in shown] == figures
    assert [(each.name, each.place, each.points) for each in shown[:3]] == [
        ("Ana", 1, 8),
        ("Bruno", 2, 6),
        ("Chus", 3, 5),
    ]


def test_example_strengths_are_around_1000_in_the_order_of_places():
    figures = [int(each.figure) for each in scheme_example.example_rows(Scheme("strength"), rate)]

    assert figures[0] > figures[1] > figures[2] == figures[3] > figures[4]
    assert figures[0] > 1000 > figures[4]


def test_every_measure_has_a_section_in_the_documentation():
    page = (Path(__file__).parents[2] / "docs" / "seasons.md").read_text()

    assert [m for m in MEASURES.values() if f"### {render(m.title, {})}\n" not in page] == []
