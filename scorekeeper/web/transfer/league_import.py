"""The page that imports a whole league from JSON Lines."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.match.strict_json import InvalidDocuments
from scorekeeper.messages import Message, say
from scorekeeper.transfer.league_json.load import load_league
from scorekeeper.transfer.league_json.load_report import LoadReport
from scorekeeper.transfer.league_json.row_check import ImportConflict
from scorekeeper.web.security import max_body_size
from scorekeeper.web.shared.session import current_store

bp = Blueprint("league_import", __name__)
MAX_UPLOAD_BYTES = 200 * 1024 * 1024  # about 50,000 matches


@bp.get("/restore")
def show() -> ResponseReturnValue:
    """Show the form to import a league document."""
    return render_import_form()


def render_import_form(
    reason: Message | None = None, report: LoadReport | None = None
) -> ResponseReturnValue:
    body = render_template(
        "transfer/restore.html",
        reason=reason,
        report=report,
        max_megabytes=MAX_UPLOAD_BYTES // (1024 * 1024),
    )
    return body, 422 if reason else 200


@bp.post("/restore")
@max_body_size(MAX_UPLOAD_BYTES)
def import_document() -> ResponseReturnValue:
    """Import the whole uploaded document, or refuse it with the reason (422)."""
    sent = request.files.get("file")
    if sent is None or not sent.filename:
        return render_import_form(say("Choose a file first."))
    try:
        store = current_store()
        report = load_league(store, sent.stream)
    except (InvalidDocuments, ImportConflict) as refusal:
        return render_import_form(refusal.sentence)
    return render_import_form(report=report)
