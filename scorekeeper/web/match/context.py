"""Helpers for all pages of a match: loading, command metadata of a POST, and rendering."""

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import abort, current_app, g, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.match import outcome, short_names
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.deal_comment import deal_comment
from scorekeeper.match.log import IsImportedResult, Log, MatchNotFound, Submission, UnreadableMatch
from scorekeeper.match.people import Person
from scorekeeper.match.sheet import Scoresheet, deal_title
from scorekeeper.match.submissions import pending_submissions
from scorekeeper.messages import Message, say, say_n
from scorekeeper.rules.common import next_seat
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web import dates, i18n
from scorekeeper.web.dates import now
from scorekeeper.web.extension_keys import EVENING_OF_KEY, LOG_KEY
from scorekeeper.web.match import sheet_view
from scorekeeper.web.match.questions.inputs import SUBMITTED_INPUT, SUGGESTED_INPUT
from scorekeeper.web.match.step_text import step_text, title_with_deal

MATCH_NOT_FOUND = say("This match does not exist. It may be on another server.")
PREVIEW_ROWS = 8  # rows of the sheet beside a question


@dataclass(frozen=True)
class MatchView:
    """A match's data for its pages."""

    id: int
    sheet: Scoresheet
    people: Mapping[str, Person]
    submissions: Sequence[Submission]  # the newest submission from each player
    names_version: int = 0

    @property
    def names(self) -> dict[str, str]:
        return sheet_view.names_by_key(self.sheet, self.people)

    def set_page_names(self) -> None:
        """Let the sentences on this page use the names of the match."""
        i18n.set_page_names(self.names, self.people)

    @cached_property
    def short_names(self) -> Mapping[str, str]:
        """Shortened names for select lists, because CSS cannot truncate text in them."""
        short = short_names.shorten_names({key: each.name for key, each in self.people.items()})
        return {key: i18n.isolate_bidi(name) for key, name in short.items()}

    def names_of_pair(self, one: str, other: str) -> tuple[str, str]:
        """Return two players' names for one line of a select list, in full if both fit."""
        full = self.people[one].name, self.people[other].name
        if sum(map(len, full)) <= short_names.MAX_PAIR:
            return i18n.isolate_bidi(full[0]), i18n.isolate_bidi(full[1])
        return self.short_names[one], self.short_names[other]

    @cached_property
    def pending_submissions(self) -> Mapping[str, Submission]:
        """The submissions for the current stage, by seat."""
        return pending_submissions(self.sheet, self.submissions)

    @property
    def page_version(self) -> str:
        """The version of a page with a question, such as "17-3.5" (live.topics.match_token)."""
        newest = max((submission.serial for submission in self.submissions), default=0)
        return f"{self.sheet.version}-{newest}{self.names_part}"

    @property
    def sheet_version(self) -> str:
        """The version of a page without a question, such as "17.5"."""
        return f"{self.sheet.version}{self.names_part}"

    @property
    def names_part(self) -> str:
        return f".{self.names_version}" if self.names_version else ""

    @property
    def undo(self) -> Message | None:
        """The step that undo would revert, as text. The value is None if there is no such step."""
        step = self.sheet.last_step
        return step_text(self.sheet, step) if step else None

    @property
    def saved_message(self) -> Message:
        """The toast after a save, which names the step that undo would revert."""
        return say("Saved: {what}", what=self.undo or "")

    @property
    def undone_message(self) -> Message:
        return say("Undone: {what}", what=self.redo or "")

    @cached_property
    def deal_comment(self) -> Message | None:
        """A sentence about the effect of the last saved deal, or None (`match.deal_comment`)."""
        return deal_comment(self.sheet)

    @property
    def ended_at(self) -> int:
        """When the match ended, or last changed if it has not ended, in seconds since 1970.

        If another evening was set for the match, the time is moved to that evening.
        """
        ended_at = outcome.ended_at(self.sheet) or self.sheet.changed_at
        if self.sheet.evening is None:  # the usual case, which needs no clock
            return ended_at
        return dates.current_clock().on_evening(ended_at, self.sheet.evening)

    @property
    def duration(self) -> Message:
        return duration_text(outcome.duration_s(self.sheet))

    @property
    def evening(self) -> str | None:
        """The evening of a finished match, as an ISO date.

        The value is None if the match is running or deleted.
        """
        return None if outcome.ended_at(self.sheet) is None else evening_of(self.ended_at)

    @cached_property
    def is_from_earlier_evening(self) -> bool:
        """Whether the match ended before this evening, so undo must be confirmed."""
        return self.evening is not None and self.evening < (evening_of(now()) or "")

    @property
    def next_first_dealer(self) -> str:
        """The seat that would deal first in a rematch."""
        setup = self.sheet.setup
        return next_seat(setup.first_dealer, setup.players, setup.players)

    @property
    def redo(self) -> Message | None:
        return step_text(self.sheet, self.sheet.undone[-1]) if self.sheet.undone else None


def duration_text(seconds: int) -> Message:
    """Return the duration of a match in minutes (at least 1), in hours and minutes, or in days."""
    minutes = seconds // 60 or 1
    if minutes < 2 * 60:
        return say_n("one minute", "{n} minutes", minutes)
    if minutes < 24 * 60:
        return say("{h} h {min} min", h=minutes // 60, min=minutes % 60)
    return say_n("more than one day", "more than {n} days", minutes // (24 * 60))


def evening_of(seconds: int) -> str | None:
    """Return the evening of a time in seconds since 1970, as an ISO date.

    Returns None if the application has no database.
    """
    find_evening: Callable[[int], str] | None = current_app.extensions.get(EVENING_OF_KEY)
    return find_evening(seconds) if find_evening else None


def load_match(log: Log, match_id: int) -> MatchView:
    """Return the match with its newest sheet. Raises MatchNotFound or a subclass of it."""
    people, submissions, version, names_version = log.table_state(match_id)
    sheet = log.sheet(match_id, version)
    return MatchView(match_id, sheet, people, submissions, names_version)


def current_log() -> Log:
    """Return the current league's log, or the log that the application was created with."""
    log: Log = g.get("log") or current_app.extensions[LOG_KEY]
    return log


def match_or_404(match_id: int) -> MatchView:
    """Return the match, or abort with 404 if it does not exist.

    An imported result redirects (303) to its own page. Raises UnreadableMatch, which
    web/league/unreadable.py turns into a page.
    """
    log = current_log()
    try:
        return load_match(log, match_id)
    except UnreadableMatch:
        raise
    except IsImportedResult:
        abort(redirect(url_for("results_import.show_result", match_id=match_id), code=303))
    except MatchNotFound:
        abort(404, MATCH_NOT_FOUND)


def cached_match(match_id: int) -> MatchView | None:
    """Return the match from the cache, which may be outdated, or None if it is not cached."""
    cached = current_log().cached_state(match_id)
    if cached is None:
        return None
    sheet, state = cached
    return MatchView(match_id, sheet, state.people, state.submissions, state.names_version)


def command_meta() -> CommandMeta:
    """Return the key, time and device of the current POST.

    The key is the page's key plus a digest of the posted values. If the same answer is sent twice
    (a double tap, a reload), both requests have the same key, and the answer is written once. If
    the user goes back and changes the answer, the request has another key and gets a 409.
    """
    body = sorted(
        (k, v)
        for k, v in request.form.items(multi=True)
        if k not in ("key", SUGGESTED_INPUT, SUBMITTED_INPUT)
    )
    digest = hashlib.sha256(repr(body).encode("utf-8", "replace")).hexdigest()[:16]
    return CommandMeta(f"{request.form.get('key', '')[:64]}-{digest}", now(), g.get("device_id"))


def new_key() -> str:
    """Return a random key for a form on a new page."""
    return secrets.token_urlsafe(12)


def wants_part() -> bool:
    """Return whether the response is only a part of the page, as for every POST from htmx."""
    return request.method == "POST" and request.headers.get("HX-Request") == "true"


def retarget_to_match(answer: ResponseReturnValue) -> ResponseReturnValue:
    """Make htmx replace the whole match with this response, not only the question."""
    response = make_response(answer)
    response.headers["HX-Retarget"] = response.headers["HX-Reselect"] = "#match"
    response.headers["HX-Reswap"] = "outerHTML"
    return response


def form_int(name: str, default: int = 0) -> int:
    """Return a small whole number from a hidden input, or `default` if there is none."""
    number = parse_small_int(request.form.get(name, ""))
    return default if number is None else number


def render_match(
    template: str, match: MatchView, status: int = 200, **more: Any
) -> ResponseReturnValue:
    """Render a page or part of a match, with the variables that all match templates use."""
    match.set_page_names()
    return (
        render_template(
            template,
            match=match,
            sheet=match.sheet,
            game=match.sheet.game,
            people=match.people,
            everyone=tuple(match.people.values()),
            deal=deal_title,
            title_of=title_with_deal,
            key=new_key(),
            **more,
        ),
        status,
    )
