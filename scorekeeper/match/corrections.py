"""What a correction does to the deals after it: which can stay and which must be replaced.

A correction is the new answers of one or more deals, by number. A deal without stages no longer
counts: the match now ends before it.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorekeeper.match.events import Stages
from scorekeeper.match.sheet import Scoresheet, merge_stages
from scorekeeper.messages import AndList, Name, say
from scorekeeper.rules.fields import FieldKind
from scorekeeper.rules.game import play
from scorekeeper.rules.kernel import Position, Problem
from scorekeeper.rules.validation import problems

CorrectedDeals = Mapping[
    int, Stages
]  # answers by the number of their deal, the first correction first
MATCH_OVER = "match_over"


class InvalidDeal(NamedTuple):
    """The first deal that cannot stay as it is: where it begins now, and why it cannot."""

    number: int
    position: Position
    problems: list[Problem]

    @property
    def is_after_the_end(self) -> bool:
        """Whether the match now ends before this deal, so that it and all later ones go."""
        return self.position.over


def recorded_start(sheet: Scoresheet, number: int) -> Position:
    """Where a deal of the sheet began; the newest may be half answered."""
    if number <= len(sheet.rounds):
        return sheet.rounds[number - 1].before
    return sheet.rounds[-1].after if sheet.rounds else sheet.game.begin(sheet.setup)


def first_invalid_deal(
    sheet: Scoresheet, corrected: CorrectedDeals, *, whole: bool = False
) -> InvalidDeal | None:
    """The first deal that these new answers make impossible or incomplete; None: all can stay.

    The newest deal may become half answered, as the match then asks for the rest. If `whole`, only
    one that was half answered before, and who was not asked in a deal as it was written has to
    answer. Corrections of older versions did not ask: their logs are checked without it.
    """
    first = min(corrected)
    position = recorded_start(sheet, first)
    for number in range(first, len(sheet.said) + 1):
        stages = corrected.get(number, sheet.said[number - 1])
        if not stages and position.over:
            continue
        was_whole = number <= len(sheet.rounds)
        half = number == len(sheet.said) and not (was_whole and whole)
        found = deal_problems(sheet, position, stages, was_whole=was_whole, half=half)
        if whole and number not in corrected:
            found = found or list(newly_asked_problems(sheet, number, position))
        if found:
            return InvalidDeal(number, position, found)
        record = merge_stages(sheet.game, stages)
        if sheet.game.stage(position, record) is not None:
            return None
        position = play(sheet.game, position, record).after
    return None


def position_before(sheet: Scoresheet, corrected: CorrectedDeals, number: int) -> Position | None:
    """Where a deal begins with these answers to deals before it; None if one of those is wrong."""
    first = min((*corrected, number))
    position = recorded_start(sheet, first)
    for each in range(first, number):
        stages = corrected.get(each, sheet.said[each - 1])
        if deal_problems(sheet, position, stages, was_whole=True, half=False):
            return None
        position = play(sheet.game, position, merge_stages(sheet.game, stages)).after
    return position


def deal_problems(
    sheet: Scoresheet, position: Position, stages: Stages, *, was_whole: bool, half: bool
) -> list[Problem]:
    """Why a deal cannot begin here with these answers. One that may be `half` can miss a stage,
    but not what was already answered.
    """
    if not stages:
        return [Problem("incomplete", say("This deal counts, so it needs an answer."))]
    game, record = sheet.game, merge_stages(sheet.game, stages)
    if found := problems(game, position, record, None if was_whole else stages[-1][0]):
        return found
    missing = None if half else game.stage(position, record)
    if missing is None:
        return []
    reason = say("Not answered yet: {what}", what=game.title(position, missing))
    return [Problem("incomplete", reason)]


def newly_asked_problems(sheet: Scoresheet, number: int, position: Position) -> Iterator[Problem]:
    """Why a deal that begins here cannot stay as it was written: somebody has to say yes or no now
    who was not asked then. The answers name only those who said yes.
    """
    game, record = sheet.game, merge_stages(sheet.game, sheet.said[number - 1])
    was = {field.name: field.seats for field in game.fields(recorded_start(sheet, number), record)}
    for field in game.fields(position, record):
        new = [seat for seat in field.seats if seat not in was.get(field.name, ())]
        if field.kind is FieldKind.SEATS and field.name in record and new:
            yield Problem(
                "incomplete",
                say(
                    "Not answered yet by {who}: {what}",
                    who=AndList(Name(seat) for seat in new),
                    what=game.title(position, field.stage),
                ),
            )


def uncounted_deals(sheet: Scoresheet, stop: InvalidDeal) -> dict[int, Stages]:
    """The deals that no longer count if the match ends before `stop`."""
    return dict.fromkeys(range(stop.number, len(sheet.said) + 1), ())
