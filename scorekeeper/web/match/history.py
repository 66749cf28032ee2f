"""The history of a match: what was done with it, by which phone, deal by deal, newest first."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from flask import Response
from flask.typing import ResponseReturnValue

from scorekeeper.match.events import RoundCorrected, StageRecorded, StepWithdrawn
from scorekeeper.match.log import Person
from scorekeeper.messages import Say, say
from scorekeeper.web.dates import evening
from scorekeeper.web.i18n import clock, day, isolated, spoken
from scorekeeper.web.match import history_text
from scorekeeper.web.match.context import Match, deal_of, opened, position_of, render, the_log
from scorekeeper.web.match.history_lines import Line
from scorekeeper.web.match.page import bp


@dataclass(frozen=True, slots=True)
class Chapter:
    """What is told under one heading; `deal` None: the start, or the match as a whole."""

    title: Say
    deal: int | None
    dealer: Person | None
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class History:
    """A match with its chapters, newest first, and how often what was done."""

    match: Match
    lines: tuple[Line, ...]
    chapters: tuple[Chapter, ...]
    devices: Mapping[int, str]

    def phone(self, line: Line) -> str | None:
        """What the phone is called that wrote it, where that is known."""
        return None if line.entry.device is None else self.devices.get(line.entry.device)

    def is_another_day(self, line: Line) -> bool:
        """Whether the hour alone would be taken for one of the evening it began."""
        return day(line.entry.at) != day(self.lines[0].entry.at)

    @property
    def answers(self) -> int:
        return self.count(StageRecorded)

    @property
    def corrected(self) -> int:
        return self.count(RoundCorrected)

    @property
    def taken_back(self) -> int:
        return self.count(StepWithdrawn)

    def count(self, kind: type) -> int:
        return sum(isinstance(line.entry.event, kind) for line in self.lines)


def history_of(match_id: int) -> History:
    """The history of a match, or 404."""
    match = opened(match_id)
    sheet, lines = history_text.retold(the_log().written(match_id))
    match = replace(match, sheet=sheet)
    chapters = tuple(chapters_of(match, lines))
    return History(match, tuple(lines), chapters, the_log().devices(match_id))


def chapters_of(match: Match, lines: list[Line]) -> Iterator[Chapter]:
    """What was done with the match as a whole, the deals from the last to the first, the start."""
    start, *later = lines
    of_match: list[Line] = []
    told: dict[int, list[Line]] = {}
    for line in reversed(later):
        (of_match if line.deal is None else told.setdefault(line.deal, [])).append(line)
    if of_match:
        yield Chapter(say("The match"), None, None, tuple(of_match))
    for number in sorted(told, reverse=True):
        title = deal_of(match.sheet, number)
        yield Chapter(title, number, dealer_of(match, number), tuple(told[number]))
    yield Chapter(say("The start"), None, None, (start,))


def dealer_of(match: Match, number: int) -> Person | None:
    """Who dealt; None if nothing of the deal stands."""
    if number > len(match.sheet.said):
        return None
    return match.people[position_of(match.sheet, number).dealer]


@bp.get("/<int:match_id>/history")
def history(match_id: int) -> ResponseReturnValue:
    """Every entry of the log as a sentence."""
    told = history_of(match_id)
    return render("matches/history.html", told.match, told=told)


@bp.get("/<int:match_id>/history.txt")
def history_as_text(match_id: int) -> Response:
    """The same to keep, in the order in which it happened."""
    told = history_of(match_id)
    file = f'attachment; filename="{told.match.sheet.game.slug}-{match_id}.txt"'
    text = "".join(f"{line}\n" for line in as_text(told))
    return Response(text, mimetype="text/plain", headers={"Content-Disposition": file})


def as_text(told: History) -> Iterator[str]:
    """Days and deals as headings, a line for each entry, what came of it below."""
    match = told.match
    names = {key: isolated(name) for key, name in match.names.items()}
    yield match.sheet.game.name
    for (when, deal), lines in groupby(told.lines, lambda line: (day(line.entry.at), line.deal)):
        title = evening(when)
        if deal is not None:
            title = say("{day}, {deal}", day=title, deal=deal_of(match.sheet, deal))
        yield ""
        yield spoken(title, names)
        for line in lines:
            yield f"{clock(line.entry.at)}  {sentence(told, line, names)}"
            yield from (f"       {spoken(each, names)}" for each in line.follows)


def sentence(told: History, line: Line, names: Mapping[str, str]) -> str:
    """The whole sentence, with the phone if that is known."""
    said, phone = spoken(line.sentence, names), told.phone(line)
    return f"{isolated(phone)} {said}" if phone else begun(said)


def begun(text: str) -> str:
    """A sentence that begins with what was done."""
    return text[:1].upper() + text[1:]
