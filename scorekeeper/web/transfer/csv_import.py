"""Old results: a file is chosen, looked through, written; undone and brought back as one."""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from threading import Thread

from flask import (
    Blueprint,
    Flask,
    abort,
    current_app,
    g,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorekeeper.db.evenings import night_of
from scorekeeper.league import match_lists
from scorekeeper.league.roster import current_league
from scorekeeper.match.log import SamePerson
from scorekeeper.messages import Say, say, say_n
from scorekeeper.rules import GAMES
from scorekeeper.transfer.results_csv import Unreadable, read_file
from scorekeeper.transfer.results_csv.csv_file import MOST_BYTES, MOST_LINES
from scorekeeper.transfer.results_import import import_undo, import_write, jobs, preview
from scorekeeper.transfer.results_import.import_undo import NotNow
from scorekeeper.transfer.results_import.import_write import Job
from scorekeeper.transfer.results_import.jobs import Import, NoImport, State
from scorekeeper.transfer.results_import.preview import Looked
from scorekeeper.web import security
from scorekeeper.web.match.context import new_key, now, wants_part, whole_number
from scorekeeper.web.transfer.csv_import_view import MOST_HEADED, ROLES, View, chosen

bp = Blueprint("old_results", __name__)
LARGEST = MOST_BYTES + 3_000_000  # bytes; a file that is somewhat too large gets a sentence
AT_ONCE = 1000  # lines; more are written beside the page
CHOOSE_ONE = say("Choose a file first.")
NOTHING = say(
    "No match can be read from this file as it is: look at the columns and the bad lines."
)

MERGED_SINCE = say(
    "Two players of one match have been merged since: look at the bad lines, then write."
)


@bp.get("/import")
def choose() -> ResponseReturnValue:
    """Which file, what is expected of it, and what was brought in so far."""
    return first_page()


def first_page(wrong: Say | None = None) -> ResponseReturnValue:
    page = render_template(
        "imports/choose.html",
        league=current_league(),
        wrong=wrong,
        so_far=jobs.latest(),
        key=new_key(),
        most=MOST_BYTES // 10**6,
        most_lines=MOST_LINES,
    )
    return page, 422 if wrong else 200


@bp.post("/import")
@security.takes_up_to(LARGEST)
def upload() -> ResponseReturnValue:
    """Keep the file for a while and look through it."""
    file = request.files.get("file")
    if file is None or not file.filename:
        return first_page(CHOOSE_ONE)
    with closing(file):
        data = file.read()
    try:
        read_file(data)
    except Unreadable as reason:
        return first_page(reason.sentence)
    name = "".join(sign for sign in file.filename if sign.isprintable())[-80:].strip() or "?"
    digest = hashlib.sha256(data).hexdigest()[:16]
    key = f"{request.form.get('key', '')[:64] or new_key()}-{digest}"
    return redirect(url_for(".look", import_id=jobs.keep(name, data, key, now())), code=303)


@bp.get("/import/<int:import_id>")
def look(import_id: int) -> ResponseReturnValue:
    """The file as it was understood, and what can be chosen otherwise."""
    row = jobs.found(import_id)
    seen = looked(row)
    return look_page(row, seen) if seen else redirect(url_for(".running", import_id=import_id), 303)


def looked(row: Import) -> Looked | None:
    """The file with what was chosen; None once it is written, or being written."""
    if row.state is not State.LOOKED_THROUGH:
        return None
    try:
        data = jobs.data_of(row.id)
    except NoImport:  # written since the row was read
        return None
    choices, again = jobs.choices_of(row.choices), bool(row.choices.get("again"))
    return preview.look(data, choices, night_of(now()), again=again)


def look_page(row: Import, seen: Looked, wrong: Sequence[Say] = ()) -> ResponseReturnValue:
    page = render_template(
        "imports/_look.html" if wants_part() else "imports/look.html",
        view=View(row, seen, bool(row.choices.get("again"))),
        row=row,
        looked=seen,
        wrong=wrong,
        roles=ROLES,
        all_games=GAMES,
        headed=range(MOST_HEADED + 1),
        address=url_for(".change", import_id=row.id),
    )
    return page, 422 if wrong else 200


@bp.post("/import/<int:import_id>")
def change(import_id: int) -> ResponseReturnValue:
    """Look again with what was chosen; with the gold button, write it."""
    jobs.choose(import_id, chosen(request.form, jobs.found(import_id).choices))
    if "write" not in request.form and not wants_part():
        return redirect(url_for(".look", import_id=import_id), code=303)
    row = jobs.found(import_id)
    seen = looked(row)
    if seen is None:  # somebody was faster, perhaps with the second of two taps
        return redirect(url_for(".running", import_id=import_id), code=303)
    wrong = reasons_not_to(seen) if "write" in request.form else []
    if "write" not in request.form or wrong:
        return look_page(row, seen, wrong)
    try:
        begin(Job(import_id, seen.matches, seen.lines, len(seen.bad), now()))
    except SamePerson:
        seen = looked(row) or seen
        return look_page(row, seen, [MERGED_SINCE])
    return redirect(url_for(".running", import_id=import_id), code=303)


def reasons_not_to(seen: Looked) -> list[Say]:
    """Why it is not written: something is open, or it is not what the person saw."""
    if wrong := [*seen.seen.problems, *seen.seen.open]:
        return wrong
    if not seen.matches:
        return [NOTHING]
    if whole_number("seen") != len(seen.matches):
        return [
            say_n(
                "With what you chose there is {n} match now: look once more, then write.",
                "With what you chose there are {n} matches now: look once more, then write.",
                len(seen.matches),
            )
        ]
    return []


def begin(job: Job) -> None:
    """Write it: a little at once, much in a thread beside the page."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    with suppress(NotNow):  # a second tap: it is being written, or is
        if job.lines <= AT_ONCE:
            import_write.write(job)
            return
        given = (app, job, import_write.claim(job))
        Thread(target=beside, args=given, name=f"import {job.import_id}", daemon=True).start()


def beside(app: Flask, job: Job, keys: dict[str, str]) -> None:
    """Write it in a thread of its own."""
    with app.app_context():
        g.league = job.league
        try:
            import_write.write_in_pieces(job, keys)
        except NotNow:
            app.logger.info("Import %s was stopped.", job.import_id)
        except SamePerson:
            app.logger.info("Import %s was taken back: two of its players are one.", job.import_id)
        except Exception:
            app.logger.exception("Import %s was given up.", job.import_id)


@bp.get("/import/<int:import_id>/running")
def running(import_id: int) -> ResponseReturnValue:
    """How far it is, and what can be done about it when it is there."""
    row = jobs.found(import_id)
    return render_template(
        "imports/running.html",
        row=row,
        league=current_league(),
        is_stuck=row.is_stuck(now()),
        here=url_for(".running", import_id=import_id),
    )


@bp.post("/import/<int:import_id>/stop")
def stop(import_id: int) -> ResponseReturnValue:
    """Take back what is written so far, by whoever writes it."""
    if jobs.found(import_id).is_stuck(now()):
        import_undo.take_out(import_id)
    return turned(import_id, import_undo.stop)


@bp.post("/import/<int:import_id>/undo")
def undo(import_id: int) -> ResponseReturnValue:
    """All its matches count for nothing."""
    return turned(import_id, lambda number: import_undo.undo(number, now()))


@bp.post("/import/<int:import_id>/redo")
def redo(import_id: int) -> ResponseReturnValue:
    """They count again."""
    return turned(import_id, import_undo.redo)


def turned(import_id: int, change: Callable[[int], None]) -> ResponseReturnValue:
    """Change it unless somebody was faster; the page says how it is."""
    jobs.found(import_id)
    with suppress(NotNow):
        change(import_id)
    return redirect(url_for(".running", import_id=import_id), code=303)


@bp.get("/results/<int:match_id>")
def show(match_id: int) -> ResponseReturnValue:
    """An old result: who, places, points, and where it came from."""
    match = match_lists.one(match_id)
    if match is None:
        abort(404, say("There is no such result here."))
    if "batch" not in match.summary:
        return redirect(url_for("matches.show", match_id=match_id), code=303)
    if match.state != "noted":
        abort(404, say("This result was taken back together with its import."))
    order = sorted(match.standings, key=lambda key: match.standings[key].place)
    return render_template(
        "imports/result.html",
        match=match,
        order=order,
        game=GAMES[match.game],
        night=night_of(match.ended_at or 0),
        row=jobs.found(match.summary["batch"]),
    )
