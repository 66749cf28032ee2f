"""What goes in and out of the league: old results, everything in one file, spreadsheets."""

from typing import NamedTuple

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.league import roster
from scorekeeper.messages import Say, say
from scorekeeper.web.templating import has_page

bp = Blueprint("in_and_out", __name__)


class Way(NamedTuple):
    """A page, or a file to be had."""

    endpoint: str
    title: Say
    line: Say
    icon: str = "share"


IN = (
    Way("old_results.choose", say("Old results"), say("From a spreadsheet, with one undo"), "plus"),
    Way(
        "exports.restore",
        say("Everything from one file"),
        say("What was taken out elsewhere, or here before"),
        "plus",
    ),
)
OUT = (
    Way(
        "exports.everything",
        say("Everything in one file"),
        say("The whole league, to keep or to take elsewhere"),
    ),
    Way("exports.matches", say("All matches"), say("CSV: a line for each player of each match")),
    Way("exports.rounds", say("All deals"), say("CSV: a line for each player of each deal")),
    Way("exports.standings", say("Standings"), say("CSV: the table of every season")),
    Way(
        "feeds.results", say("Results as a feed"), say("Atom: a reader shows each match that ends")
    ),
)


@bp.get("/in-and-out")
def show() -> ResponseReturnValue:
    """Links to all of it."""
    return render_template(
        "imports/in_and_out.html",
        league=roster.current_league(),
        ways_in=[way for way in IN if has_page(way.endpoint)],
        ways_out=[way for way in OUT if has_page(way.endpoint)],
    )
