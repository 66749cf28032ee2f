"""The export of the whole league in JSON Lines."""

from itertools import islice

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.transfer.league_json.dump import dump_league
from scorekeeper.transfer.value_findings import exported_value_findings, type_findings
from scorekeeper.web.dates import local_date, now
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.transfer.downloads import attachment_response

bp = Blueprint("league_export", __name__)
MAX_SHOWN = 20  # unreadable values that the page lists


@bp.get("/export.json")
def league_document_at_old_address() -> ResponseReturnValue:
    """Download the document from the URL that it had before version 3."""
    return league_document()


@bp.get("/export.jsonl")
def league_document() -> ResponseReturnValue:
    """Download the whole league as one document in JSON Lines.

    If the league has values that cannot be read, show them instead (409). The page links to the
    download without them (`?incomplete=1`), unless some values have the wrong type.
    """
    day = local_date(now())
    store = current_store()
    with store.snapshot() as connection:
        of_types = type_findings(connection, store.league_id, exported_only=True)
        types = list(islice(of_types, MAX_SHOWN))
        values = list(islice(exported_value_findings(connection, store.league_id), MAX_SHOWN))
    if types or (values and "incomplete" not in request.args):
        page = render_template(
            "transfer/unreadable_values.html", findings=types or values, can_leave_out=not types
        )
        return page, 409
    return attachment_response(
        lambda: dump_league(store),
        f"scorekeeper-{day}.jsonl",
        "application/jsonl",
    )
