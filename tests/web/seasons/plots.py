"""A chart with lines for Ana and Bruno, and the page that shows the chart."""

from flask import render_template_string

from scorekeeper import create_app
from scorekeeper.match.log import MemoryLog
from scorekeeper.match.people import Person
from scorekeeper.web import i18n
from scorekeeper.web.seasons import evening_chart
from tests.web.page import Page

ANA, BRUNO = Person("1", "Ana", 1, "A"), Person("2", "Bruno", 2, "B")
PEOPLE = {"1": ANA, "2": BRUNO}
THREE = ("2026-10-01", "2026-10-08", "2026-11-05")


def two_decimals(value):
    return f"{value:.2f}"


def line(values, evenings=THREE, **more):
    return evening_chart.build_plot(evenings, {"1": values}, PEOPLE, two_decimals, **more)


def dates(n):
    """Return `n` dates: the 1st, 8th, 15th and 22nd of each month."""
    return [f"{2024 + at // 48}-{at // 4 % 12 + 1:02}-{at % 4 * 7 + 1:02}" for at in range(n)]


def render_plot(plot, **more):
    app = create_app({"TESTING": True}, log=MemoryLog({}))
    template = (
        '{% from "macros/charts.html" import plot as draw %}'
        '{% from "macros/chart_table.html" import plot_table %}'
        '{{ draw(plot, "c", "Points", story) }}{{ plot_table(plot, "Points a match") }}'
    )
    with app.test_request_context():
        i18n.set_page_names({key: person.name for key, person in PEOPLE.items()})
        return Page(200, "/", render_template_string(template, plot=plot, **more))
