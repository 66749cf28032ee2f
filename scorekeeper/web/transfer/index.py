"""The page that links to all imports and exports."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.messages import say
from scorekeeper.web.shared.page_link import PageLink, accessible_links

bp = Blueprint("transfer", __name__)


IMPORT_LINKS = (
    PageLink(
        "results_import.choose",
        say("Old results"),
        say("From a spreadsheet. You can undo the whole import."),
        "plus",
    ),
    PageLink(
        "league_import.show",
        say("Restore from a backup file"),
        say("An export from this server or from another one"),
        "plus",
    ),
)
EXPORT_LINKS = (
    PageLink(
        "league_export.league_document",
        say("The whole league in one file"),
        say("For a backup, or a move to another server"),
        "share",
    ),
    PageLink(
        "result_exports.matches",
        say("All matches"),
        say("CSV, with one line per player and match"),
        "share",
    ),
    PageLink(
        "result_exports.deals",
        say("All deals"),
        say("CSV, with one line per player and deal"),
        "share",
    ),
    PageLink(
        "table_exports.standings",
        say("Standings"),
        say("CSV, with the standings of each season"),
        "share",
    ),
    PageLink("feeds.results", say("Results as a feed"), say("Atom, for feed readers"), "share"),
)


@bp.get("/in-and-out")
def show() -> ResponseReturnValue:
    """Show the imports and exports that this phone may use."""
    return render_template(
        "transfer/index.html",
        import_links=accessible_links(IMPORT_LINKS),
        export_links=accessible_links(EXPORT_LINKS),
    )
