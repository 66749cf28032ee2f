"""The history page of a match: every change as a sentence, newest first.

Each sentence names the phone that wrote the entry, if the phone is known.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from flask import Response, request
from flask.typing import ResponseReturnValue

from scorekeeper.match.events import RoundCorrected, StageRecorded, StepUndone
from scorekeeper.match.people import Person
from scorekeeper.match.sheet import deal_title
from scorekeeper.messages import say
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web.dates import local_date, local_time, medium_date
from scorekeeper.web.i18n import isolate_bidi, translate_sentence
from scorekeeper.web.match.context import (
    MatchView,
    current_log,
    evening_of,
    match_or_404,
    render_match,
)
from scorekeeper.web.match.history import entry_lines
from scorekeeper.web.match.history.line_types import Chapter, HistoryLine
from scorekeeper.web.match.history.pagination import history_pages
from scorekeeper.web.match.step_text import deal_position
from scorekeeper.web.templating import capitalize_first


@dataclass(frozen=True, slots=True)
class History:
    """A match and its history.

    `lines` are sorted from oldest to newest, and `chapters` from newest to oldest. `devices` are
    the names of phones by id.
    """

    match: MatchView
    lines: tuple[HistoryLine, ...]
    chapters: tuple[Chapter, ...]
    devices: Mapping[int, str]

    def phone(self, line: HistoryLine) -> str | None:
        """Return the name of the phone that wrote this entry, or None if the phone is not known."""
        return None if line.entry.device is None else self.devices.get(line.entry.device)

    @property
    def evening(self) -> str:
        """The evening of the first entry, as an ISO date."""
        return entry_evening(self.lines[0])

    def is_another_day(self, line: HistoryLine) -> bool:
        """Return whether the entry is not from the evening of the first entry.

        The date of such an entry is shown.
        """
        return entry_evening(line) != self.evening

    @property
    def answers(self) -> int:
        return self.count(StageRecorded)

    @property
    def correction_count(self) -> int:
        return self.count(RoundCorrected)

    @property
    def undo_count(self) -> int:
        return self.count(StepUndone)

    def count(self, kind: type) -> int:
        return sum(isinstance(line.entry.event, kind) for line in self.lines)


def entry_evening(line: HistoryLine) -> str:
    """Return the evening of an entry as an ISO date.

    If the application has no database, return the entry's calendar date instead.
    """
    return evening_of(line.entry.at) or local_date(line.entry.at)


def history_or_404(match_id: int) -> History:
    """Return a match's history, or abort with 404 if there is no such match."""
    match = match_or_404(match_id)
    sheet, lines = entry_lines.replay_history(current_log().entries(match_id))
    match = replace(match, sheet=sheet)
    chapters = tuple(build_chapters(match, lines))
    return History(match, tuple(lines), chapters, current_log().device_names(match_id))


def build_chapters(match: MatchView, lines: list[HistoryLine]) -> Iterator[Chapter]:
    """Yield chapters for the match as a whole, each deal from last to first, and the start."""
    start, *later = lines
    of_match: list[HistoryLine] = []
    by_deal: dict[int, list[HistoryLine]] = {}
    for line in reversed(later):
        (of_match if line.deal is None else by_deal.setdefault(line.deal, [])).append(line)
    if of_match:
        yield Chapter(say("The match"), None, None, tuple(of_match))
    for number in sorted(by_deal, reverse=True):
        title = deal_title(match.sheet, number)
        yield Chapter(title, number, dealer_of(match, number), tuple(by_deal[number]))
    yield Chapter(say("The start"), None, None, (start,))


def dealer_of(match: MatchView, number: int) -> Person | None:
    """Return a deal's dealer, or None if no answer of the deal is on the sheet."""
    if number > len(match.sheet.deal_answers):
        return None
    return match.people[deal_position(match.sheet, number).dealer]


def history(match_id: int) -> ResponseReturnValue:
    """Show page `?page=` of a match's history. Page 1 contains the newest entries."""
    view = history_or_404(match_id)
    pages = history_pages(view.chapters, view.match.names)
    number = parse_small_int(request.args.get("page", "")) or 1
    number = min(max(number, 1), len(pages))
    return render_match(
        "match/history.html",
        view.match,
        history=view,
        pages=pages,
        current=number,
        chapters=pages[number - 1].chapters,
    )


def history_as_text(match_id: int) -> Response:
    """Download the history as a text file, oldest first."""
    view = history_or_404(match_id)
    file = f'attachment; filename="{view.match.sheet.game.slug}-{match_id}.txt"'
    text = "".join(f"{line}\n" for line in text_lines(view))
    return Response(text, mimetype="text/plain", headers={"Content-Disposition": file})


def text_lines(history: History) -> Iterator[str]:
    """Yield the lines of the text file.

    The first line is the game. Entries with their effects follow, below headings for the day and
    deal.
    """
    match = history.match
    names = {key: isolate_bidi(name) for key, name in match.names.items()}
    yield match.sheet.game.name
    for (when, deal), lines in groupby(
        history.lines, lambda line: (entry_evening(line), line.deal)
    ):
        title = medium_date(when)
        if deal is not None:
            title = say("{day}, {deal}", day=title, deal=deal_title(match.sheet, deal))
        yield ""
        yield translate_sentence(title, names)
        for line in lines:
            yield f"{local_time(line.entry.at)}  {line_sentence(history, line, names)}"
            yield from (f"       {translate_sentence(each, names)}" for each in line.effects)


def line_sentence(history: History, line: HistoryLine, names: Mapping[str, str]) -> str:
    """Return a line as a sentence that begins with the phone's name, if it is known."""
    text, phone = translate_sentence(line.sentence, names), history.phone(line)
    return f"{isolate_bidi(phone)} {text}" if phone else capitalize_first(text)
