"""What a correction does to the deals after it: which can stay and which must be replaced.

A correction is the new answers of one or more deals, by number. A deal without stages no longer
counts: the match now ends before it.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorekeeper.match.events import Stages
from scorekeeper.match.sheet import Scoresheet, put_together
from scorekeeper.messages import Name, Together, say
from scorekeeper.rules.fields import Kind
from scorekeeper.rules.game import play
from scorekeeper.rules.kernel import Position, Problem
from scorekeeper.rules.validation import problems

Corrected = Mapping[int, Stages]  # answers by the number of their deal, the first correction first
MATCH_OVER = "match_over"


class Stop(NamedTuple):
    """The first deal that cannot stay as it is: where it begins now, and why it cannot."""

    number: int
    position: Position
    problems: list[Problem]

    @property
    def is_after_the_end(self) -> bool:
        """Whether the match now ends before this deal, so that it and all later ones go."""
        return self.position.over


def start_of(sheet: Scoresheet, number: int) -> Position:
    """Where a deal of the sheet began; the newest may be half answered."""
    if number <= len(sheet.rounds):
        return sheet.rounds[number - 1].before
    return sheet.rounds[-1].after if sheet.rounds else sheet.game.begin(sheet.setup)


def first_stop(sheet: Scoresheet, corrected: Corrected, *, whole: bool = False) -> Stop | None:
    """The first deal that these new answers make impossible or incomplete; None: all can stay.

    The newest deal may become half answered, as the match then asks for the rest. If `whole`, only
    one that was half answered before, and who was not asked in a deal as it was written has to
    answer. Corrections of older versions did not ask: their logs are checked without it.
    """
    first = min(corrected)
    position = start_of(sheet, first)
    for number in range(first, len(sheet.said) + 1):
        stages = corrected.get(number, sheet.said[number - 1])
        if not stages and position.over:
            continue
        was_whole = number <= len(sheet.rounds)
        half = number == len(sheet.said) and not (was_whole and whole)
        found = reasons(sheet, position, stages, was_whole=was_whole, half=half)
        if whole and number not in corrected:
            found = found or list(unasked(sheet, number, position))
        if found:
            return Stop(number, position, found)
        record = put_together(sheet.game, stages)
        if sheet.game.stage(position, record) is not None:
            return None
        position = play(sheet.game, position, record).after
    return None


def position_before(sheet: Scoresheet, corrected: Corrected, number: int) -> Position | None:
    """Where a deal begins with these answers to deals before it; None if one of those is wrong."""
    first = min((*corrected, number))
    position = start_of(sheet, first)
    for each in range(first, number):
        stages = corrected.get(each, sheet.said[each - 1])
        if reasons(sheet, position, stages, was_whole=True, half=False):
            return None
        position = play(sheet.game, position, put_together(sheet.game, stages)).after
    return position


def reasons(
    sheet: Scoresheet, position: Position, stages: Stages, *, was_whole: bool, half: bool
) -> list[Problem]:
    """Why a deal cannot begin here with these answers. One that may be `half` can miss a stage,
    but not what was already answered.
    """
    if not stages:
        return [Problem("incomplete", say("This deal counts, so it needs an answer."))]
    game, record = sheet.game, put_together(sheet.game, stages)
    if found := problems(game, position, record, None if was_whole else stages[-1][0]):
        return found
    missing = None if half else game.stage(position, record)
    if missing is None:
        return []
    reason = say("Not answered yet: {what}", what=game.title(position, missing))
    return [Problem("incomplete", reason)]


def unasked(sheet: Scoresheet, number: int, position: Position) -> Iterator[Problem]:
    """Why a deal that begins here cannot stay as it was written: somebody has to say yes or no now
    who was not asked then. The answers name only those who said yes.
    """
    game, record = sheet.game, put_together(sheet.game, sheet.said[number - 1])
    was = {field.name: field.seats for field in game.fields(start_of(sheet, number), record)}
    for field in game.fields(position, record):
        new = [seat for seat in field.seats if seat not in was.get(field.name, ())]
        if field.kind is Kind.SEATS and field.name in record and new:
            yield Problem(
                "incomplete",
                say(
                    "Not answered yet by {who}: {what}",
                    who=Together(Name(seat) for seat in new),
                    what=game.title(position, field.stage),
                ),
            )


def after_the_end(sheet: Scoresheet, stop: Stop) -> dict[int, Stages]:
    """The deals that no longer count if the match ends before `stop`."""
    return dict.fromkeys(range(stop.number, len(sheet.said) + 1), ())
