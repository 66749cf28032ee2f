"""Pages to import old results from a CSV file: upload, preview, write, undo and redo."""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import closing, suppress

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.db.store import Store
from scorekeeper.errors import NotFound
from scorekeeper.league import match_lists
from scorekeeper.match.log import DuplicatePerson, UnreadableMatch
from scorekeeper.match.outcome import MatchState
from scorekeeper.messages import Message, say, say_n
from scorekeeper.rules import GAMES
from scorekeeper.transfer.results_csv import UnreadableCsv, read_file
from scorekeeper.transfer.results_csv.csv_file import MAX_BYTES, MAX_LINES
from scorekeeper.transfer.results_csv.headings import MAX_HEADING_LINES
from scorekeeper.transfer.results_import import import_undo, import_write, jobs, preview
from scorekeeper.transfer.results_import.import_write import WriteJob
from scorekeeper.transfer.results_import.jobs import (
    ImportJob,
    WrongImportState,
)
from scorekeeper.transfer.results_import.preview import ImportPreview
from scorekeeper.web import security
from scorekeeper.web.dates import current_clock, now
from scorekeeper.web.match.context import form_int, new_key, wants_part
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.transfer.results_import_view import (
    ROLE_TITLES,
    PreviewView,
    choices_from_form,
)
from scorekeeper.web.unfolding import with_shown_parts

bp = Blueprint("results_import", __name__)
MAX_UPLOAD_BYTES = MAX_BYTES + 3_000_000  # a file slightly above MAX_BYTES gets its own message
NO_FILE = say("Choose a file first.")
NO_MATCHES = say(
    "No matches could be read from this file. Check the columns and the rejected lines."
)

PLAYERS_MERGED = say(
    "Two players of the same match have been merged in the meantime. Check the "
    "rejected lines, then import."
)


@bp.get("/import")
def choose() -> ResponseReturnValue:
    """Show the upload form, the expected format, and the imports so far."""
    return upload_page()


def upload_page(reason: Message | None = None) -> ResponseReturnValue:
    store = current_store()
    page = render_template(
        "transfer/import_upload.html",
        reason=reason,
        earlier_imports=jobs.recent_imports(store),
        key=new_key(),
        max_megabytes=MAX_BYTES // 10**6,
        max_lines=MAX_LINES,
    )
    return page, 422 if reason else 200


@bp.post("/import")
@security.max_body_size(MAX_UPLOAD_BYTES)
def upload() -> ResponseReturnValue:
    """Store the uploaded file and redirect to its preview.

    The status is 422 if no file was chosen, or if the file is not readable as CSV.
    """
    file = request.files.get("file")
    if file is None or not file.filename:
        return upload_page(NO_FILE)
    with closing(file):
        data = file.read()
    try:
        read_file(data)
    except UnreadableCsv as reason:
        return upload_page(reason.sentence)
    name = "".join(sign for sign in file.filename if sign.isprintable())[-80:].strip() or "?"
    digest = hashlib.sha256(data).hexdigest()[:16]
    key = f"{request.form.get('key', '')[:64] or new_key()}-{digest}"
    return redirect(
        url_for(
            ".show_preview", import_id=jobs.store_upload(current_store(), name, data, key, now())
        ),
        code=303,
    )


@bp.get("/import/<int:import_id>")
def show_preview(import_id: int) -> ResponseReturnValue:
    """Show the preview of a file, with the choices for how to read it."""
    row = jobs.get_import(current_store(), import_id)
    import_preview = find_preview(row)
    return (
        preview_page(row, import_preview)
        if import_preview
        else redirect(url_for(".show_import", import_id=import_id), 303)
    )


def find_preview(row: ImportJob) -> ImportPreview | None:
    """Return the preview of a file with the stored choices.

    Returns None if the import has been written already.
    """
    store = current_store()
    if not row.is_previewed:
        return None
    try:
        data = jobs.uploaded_data(store, row.id)
    except NotFound:  # the import was written after the row was read
        return None
    choices, again = jobs.choices_from_json(row.choices), bool(row.choices.get("again"))
    return preview.build_preview(store, data, choices, current_clock().evening(now()), again=again)


def preview_page(
    row: ImportJob, import_preview: ImportPreview, problems: Sequence[Message] = ()
) -> ResponseReturnValue:
    page = render_template(
        "transfer/_import_preview.html" if wants_part() else "transfer/import_preview.html",
        view=PreviewView(row, import_preview, bool(row.choices.get("again"))),
        job=row,
        preview=import_preview,
        problems=problems,
        role_titles=ROLE_TITLES,
        all_games=GAMES,
        heading_line_counts=range(MAX_HEADING_LINES + 1),
        form_url=with_shown_parts(url_for(".change", import_id=row.id)),
    )
    return page, 422 if problems else 200


@bp.post("/import/<int:import_id>")
def change(import_id: int) -> ResponseReturnValue:
    """Save the choices, then show the preview or, with the button `write`, write the import."""
    store = current_store()
    jobs.save_choices(
        store, import_id, choices_from_form(request.form, jobs.get_import(store, import_id).choices)
    )
    if "write" not in request.form and not wants_part():
        preview_url = url_for(".show_preview", import_id=import_id)
        return redirect(with_shown_parts(preview_url), code=303)
    row = jobs.get_import(store, import_id)
    import_preview = find_preview(row)
    if import_preview is None:  # the import was already written by another phone or a double tap
        return redirect(url_for(".show_import", import_id=import_id), code=303)
    problems = write_problems(import_preview) if "write" in request.form else []
    if "write" not in request.form or problems:
        return preview_page(row, import_preview, problems)
    job = WriteJob(
        store,
        import_id,
        import_preview.matches,
        import_preview.lines,
        len(import_preview.bad_lines),
        now(),
    )
    try:
        return change_import(import_id, lambda _store, _id: import_write.write(job))
    except DuplicatePerson:
        import_preview = find_preview(row) or import_preview
        return preview_page(row, import_preview, [PLAYERS_MERGED])


def write_problems(import_preview: ImportPreview) -> list[Message]:
    """Return the reasons why the import cannot be written yet.

    The reasons are open questions, no matches, or a number of matches that differs from the number
    shown.
    """
    if problems := [*import_preview.parsed.problems, *import_preview.parsed.prompts]:
        return problems
    if not import_preview.matches:
        return [NO_MATCHES]
    if form_int("seen") != len(import_preview.matches):
        return [
            say_n(
                "With these choices, there is now one match. Check it again, then import.",
                "With these choices, there are now {n} matches. Check them again, then import.",
                len(import_preview.matches),
            )
        ]
    return []


@bp.get("/import/<int:import_id>/running")
def show_import(import_id: int) -> ResponseReturnValue:
    """Show an import's result, and the button that undoes or redoes it."""
    row = jobs.get_import(current_store(), import_id)
    return render_template("transfer/import_result.html", job=row)


@bp.post("/import/<int:import_id>/undo")
def undo(import_id: int) -> ResponseReturnValue:
    """Undo an import, so that its matches no longer count."""
    return change_import(import_id, lambda store, number: import_undo.undo(store, number, now()))


@bp.post("/import/<int:import_id>/redo")
def redo(import_id: int) -> ResponseReturnValue:
    """Redo an import, so that its matches count again."""
    return change_import(import_id, import_undo.redo)


def change_import(import_id: int, change: Callable[[Store, int], None]) -> ResponseReturnValue:
    """Call `change` and show the import. A change that no longer applies is ignored."""
    store = current_store()
    jobs.get_import(store, import_id)
    with suppress(WrongImportState):
        change(store, import_id)
    return redirect(url_for(".show_import", import_id=import_id), code=303)


@bp.get("/results/<int:match_id>")
def show_result(match_id: int) -> ResponseReturnValue:
    """Show the players, places, points and import of an imported result.

    A match that was not imported redirects to its own page. If the import was undone, the status
    is 404. Raises UnreadableMatch for a damaged result.
    """
    store = current_store()
    match = match_lists.find_match(store, match_id)
    if match is None:
        abort(404, say("This result does not exist."))
    if match.import_id is None and match.state == MatchState.IMPORTED:  # its summary is damaged
        raise UnreadableMatch(match_id, match.changed_at)
    if match.import_id is None:
        return redirect(url_for("matches.show", match_id=match_id), code=303)
    if match.state == MatchState.UNREADABLE:
        raise UnreadableMatch(match_id, match.changed_at)
    if match.state != MatchState.IMPORTED:
        abort(404, say("This result was removed when its import was undone."))
    order = sorted(match.standings, key=lambda key: match.standings[key].place)
    return render_template(
        "transfer/imported_result.html",
        match=match,
        keys_by_place=order,
        game=GAMES[match.game],
        evening=current_clock().evening(match.ended_at or 0),
        job=jobs.get_import(store, match.import_id),
    )
