"""The page that links to all imports and exports."""

from typing import NamedTuple

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.league import roster
from scorekeeper.messages import Message, say
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.templating import has_page

bp = Blueprint("transfer", __name__)


class TransferLink(NamedTuple):
    """A link to a page or a download; `line` describes it."""

    endpoint: str
    title: Message
    line: Message
    icon: str = "share"


IMPORT_LINKS = (
    TransferLink(
        "csv_import.choose",
        say("Old results"),
        say("From a spreadsheet. You can undo the whole import."),
        "plus",
    ),
    TransferLink(
        "exports.restore",
        say("Everything from one file"),
        say("An export from this server or from another one"),
        "plus",
    ),
)
EXPORT_LINKS = (
    TransferLink(
        "exports.league_document",
        say("Everything in one file"),
        say("The whole league, for a backup or a move to another server"),
    ),
    TransferLink(
        "exports.matches", say("All matches"), say("CSV, with one line per player and match")
    ),
    TransferLink("exports.rounds", say("All deals"), say("CSV, with one line per player and deal")),
    TransferLink("exports.standings", say("Standings"), say("CSV, with the table of each season")),
    TransferLink("feeds.results", say("Results as a feed"), say("Atom, for feed readers")),
)


@bp.get("/in-and-out")
def show() -> ResponseReturnValue:
    """Show the imports and exports that this phone may use."""
    return render_template(
        "transfer/index.html",
        league=roster.get_league(current_store()),
        ways_in=[way for way in IMPORT_LINKS if has_page(way.endpoint)],
        ways_out=[way for way in EXPORT_LINKS if has_page(way.endpoint)],
    )
