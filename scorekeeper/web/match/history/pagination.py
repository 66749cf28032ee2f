"""Pages of a match's history, so that no page is longer than five screens of a small phone."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.messages import Message, render, say
from scorekeeper.web.match.history.line_types import Chapter, HistoryLine

MAX_ROWS = 56  # rows of text on a page; with text at 130%, a row has fewer letters
LETTERS_IN_A_ROW = 22  # letters in a row on a phone that is 320 pixels wide
HEADING_ROWS = 3


class HistoryPage(NamedTuple):
    """Some chapters of a history, newest first.

    If a deal is divided between several pages, `part` is the number of the part that the page
    begins with. Otherwise, it is 0.
    """

    chapters: tuple[Chapter, ...]
    part: int = 0

    @property
    def deals(self) -> list[int]:
        return [chapter.deal for chapter in self.chapters if chapter.deal is not None]

    @property
    def label(self) -> Message:
        """The numbers of the deals on this page, such as "13–9", or "4 (2)" for a part of a deal.

        If the page contains no deal, the label is the heading of its first chapter.
        """
        deals = self.deals
        if not deals:
            return self.chapters[0].title
        if deals[0] != deals[-1]:
            return say("{first}–{last}", first=deals[0], last=deals[-1])
        if self.part:
            return say("{n} ({part})", n=deals[0], part=self.part)
        return say("{n}", n=deals[0])


def history_pages(chapters: Iterable[Chapter], names: Mapping[str, str]) -> list[HistoryPage]:
    """Return a history's pages. A deal is divided only if it is longer than a page."""
    pages: list[HistoryPage] = []
    rows_left = 0
    for chapter in chapters:
        parts = list(split_chapter(chapter, names))
        for number, part in enumerate(parts, start=1):
            rows = chapter_rows(part, names)
            if rows > rows_left:
                pages.append(HistoryPage((), number if len(parts) > 1 else 0))
                rows_left = MAX_ROWS
            pages[-1] = pages[-1]._replace(chapters=(*pages[-1].chapters, part))
            rows_left -= rows
    return pages


def split_chapter(chapter: Chapter, names: Mapping[str, str]) -> Iterator[Chapter]:
    """Yield the chapter in parts that fit on a page. Each part has at least one line."""
    lines: list[HistoryLine] = []
    for line in chapter.lines:
        longer = replace(chapter, lines=(*lines, line))
        if lines and chapter_rows(longer, names) > MAX_ROWS:
            yield replace(chapter, lines=tuple(lines))
            lines = []
        lines.append(line)
    yield replace(chapter, lines=tuple(lines))


def chapter_rows(chapter: Chapter, names: Mapping[str, str]) -> int:
    """Return the approximate number of text rows that the chapter takes up on a small phone."""
    return HEADING_ROWS + sum(line_rows(line, names) for line in chapter.lines)


def line_rows(line: HistoryLine, names: Mapping[str, str]) -> int:
    texts = [render(line.sentence, names)]
    if line.effects:
        texts.append(" ".join(render(each, names) for each in line.effects))
    return 1 + sum(-(-len(text) // LETTERS_IN_A_ROW) for text in texts)
