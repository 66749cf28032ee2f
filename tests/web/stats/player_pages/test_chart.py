"""The chart on a player's page, with its table."""

import re

import pytest

from tests.web.loba_matches import EVENINGS, add_friends, play_four_matches, play_loba
from tests.web.stats.player_pages.page import cells, stats


def test_changes_of_strength_add_up_to_the_strength(phone, app):
    play_four_matches(app)
    page = phone.go("/players/1")
    _, *steps = cells(page, "Strength after each match")
    strength, change = ([int(row[n].replace("−", "-")) for row in steps] for n in (2, 3))

    assert [row[:2] for row in steps] == [
        ["Loba Thu 5 Nov 2026", "1"],
        ["Loba Thu 8 Oct 2026", "1"],
        ["Loba Thu 1 Oct 2026", "2"],
        ["Loba Thu 1 Oct 2026", "1"],
    ]
    assert 1000 + sum(change) == strength[0] == int(stats(page)["strength"].split(" ")[0])
    assert [row[1] for row in cells(page, "Strength after each evening")[1:]] == [
        str(strength[2]),
        str(strength[1]),
        str(strength[0]),
    ]


def read_off(page):
    """Return the values that the drawn line has on its scale."""
    scale = [
        (float(word.words), float(word["y"].rstrip("%")))
        for word in page.root.all("text")
        if word["class"] == "plot__word" and re.fullmatch(r"[\d.]+", word.words)
    ]
    (low, at_low), (high, at_high) = scale[0], scale[-1]
    line = next(e["points"] for e in page.root.all("polyline") if e["class"] == "plot__line")
    heights = [float(point.split(",")[1]) for point in line.split()]
    return [low + (at_low - y) * (high - low) / (at_low - at_high) for y in heights]


@pytest.mark.parametrize(
    ("address", "caption", "off"),
    [("/players/1", "Strength after", 1), ("/players/2?season=1", "After each evening", 0.01)],
)
def test_the_line_has_the_same_values_as_its_table(phone, app, autumn, address, caption, off):
    play_four_matches(app)
    page = phone.go(address)
    figures = [float(row[1]) for row in cells(page, caption)[1:]]

    assert read_off(page) == pytest.approx(figures, abs=off)


def test_a_player_with_one_match_has_no_chart(phone, app):
    add_friends(app)
    play_loba(app, *EVENINGS[0])
    page = phone.go("/players/1")

    assert stats(page)["matches"] == "1"
    assert "The chart appears after the second evening." in page.words
    assert not [svg for svg in page.root.all("svg") if svg["role"] == "img"]
    assert page.items("Best and worst") == ["Best: Loba Thu 1 Oct 2026 0"]
