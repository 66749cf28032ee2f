"""A chart in words: its description for screen readers, and the table below it."""

import re

import pytest

from scorekeeper.web.seasons import evening_chart
from tests.web.seasons.plots import PEOPLE, THREE, dates, line, render_plot, two_decimals


def test_a_chart_has_a_title_and_a_description_for_screen_readers():
    page = render_plot(line([2, 1, 3]), story="She is new.")
    picture = page.root.all("svg")[0]
    title, told = (page.by_id(key).words for key in picture["aria-labelledby"].split())

    assert picture["role"] == "img"
    assert title == "Points"
    assert told == (
        "She is new. From 2.00 on 1 Oct to 3.00 on 5 Nov; best 3.00 on 5 Nov, worst 1.00 on 8 Oct."
    )


def test_the_lowest_value_is_described_as_best_if_the_lowest_wins():
    """These values are stored with the opposite sign, but shown as they were scored."""
    plot = evening_chart.build_plot(THREE, {"1": [-20, 0, -30]}, PEOPLE, lambda value: str(-value))

    assert render_plot(plot).by_id("c-d").words == (
        "From 20 on 1 Oct to 30 on 5 Nov; best 0 on 8 Oct, worst 30 on 5 Nov."
    )


def test_the_description_of_several_lines_names_leaders_and_final_values():
    plot = evening_chart.build_plot(
        THREE, {"1": [1, 2, 3], "2": [2, 1, None]}, PEOPLE, two_decimals, leaders=["2", "1", "1"]
    )

    assert render_plot(plot).by_id("c-d").words == (
        "In the lead: Bruno from 1 Oct, Ana from 8 Oct. At the end: Ana 3.00, Bruno 1.00."
    )


def test_the_description_names_leaders_of_evenings_that_are_not_drawn():
    """Of 79 evenings, the chart shows the first, third, fifth, and so on."""
    evenings = dates(79)
    leaders = ["2" if n in (1, 77) else "1" for n in range(79)]
    plot = evening_chart.build_plot(
        evenings, {"1": [1] * 79, "2": [0] * 79}, PEOPLE, two_decimals, leaders=leaders
    )

    assert plot.left_out == 39
    assert [row.leader for row in plot.rows] == ["1"] * 40
    assert render_plot(plot).by_id("c-d").words == (
        "In the lead: Ana from Mon 1 Jan 2024, Bruno from Mon 8 Jan 2024,"
        " Ana from Mon 15 Jan 2024, Bruno from Fri 8 Aug 2025, Ana from Fri 15 Aug 2025."
        " At the end: Ana 1.00, Bruno 0.00."
    )


def test_the_description_counts_changes_of_lead_and_names_the_last_twenty_leaders():
    leaders = ["1", None, *["1", "2"] * 15]
    plot = evening_chart.build_plot(
        dates(32), {"1": [1] * 32, "2": [0] * 32}, PEOPLE, two_decimals, leaders=leaders
    )

    told = render_plot(plot).by_id("c-d").words
    assert told.startswith("The lead changed 29 times. Latest leaders: Ana from 1 Apr, Bruno")
    assert told.count(" from ") == 20


def test_the_table_has_the_same_values_as_the_lines():
    values = {"1": [1.25, -2, 3], "2": [None, 4.5, 0.75]}
    plot = evening_chart.build_plot(THREE, values, PEOPLE, two_decimals, leaders=["1", "2", "1"])
    page = render_plot(plot)
    rows = [[cell.words for cell in row.all("th", "td")] for row in page.root.all("tr")]

    assert rows == [
        ["Evening", "Ana", "Bruno"],
        ["1 Oct", "1.25", "–"],
        ["8 Oct", "-2.00", "4.50"],
        ["5 Nov", "3.00", "0.75"],
    ]
    assert [bold.words for bold in page.root.all("b")] == ["1.25", "4.50", "3.00"]
    assert heights_as_values(plot, page) == [
        [float(row[n]) for row in rows[1:] if row[n] != "–"] for n in (1, 2)
    ]


def heights_as_values(plot, page):
    """Return a list for each line of the chart: the values that its points have on the scale."""
    (low, at_low), (high, at_high) = (
        (float(tick.text.replace("−", "-")), tick.y) for tick in (plot.scale[0], plot.scale[-1])
    )
    lines = [e["points"] for e in page.root.all("polyline") if e["class"] == "plot__line"]
    return [
        [
            pytest.approx(low + (at_low - float(y)) * (high - low) / (at_low - at_high), abs=0.02)
            for y in re.findall(r",([\d.]+)", points)
        ]
        for points in lines
    ]
