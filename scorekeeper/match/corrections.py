"""How a correction affects later deals: find the first deal that it makes invalid.

A correction consists of new answers for one or more deals, by deal number. A deal without stages no
longer counts, because the match now ends before it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from scorekeeper.match.events import Stages
from scorekeeper.match.replay import recorded_start
from scorekeeper.match.sheet import Scoresheet, merge_stages
from scorekeeper.messages import say
from scorekeeper.rules.fields import Field, FieldKind
from scorekeeper.rules.game import play
from scorekeeper.rules.kernel import Position, Problem
from scorekeeper.rules.validation import problems

CorrectedDeals = Mapping[int, Stages]  # new answers by deal number, in order


class InvalidDeal(NamedTuple):
    """The first invalid deal, with its new starting position and its problems."""

    number: int
    position: Position
    problems: list[Problem]

    @property
    def is_after_the_end(self) -> bool:
        """Whether the match now ends before this deal, so neither it nor any later deal counts."""
        return self.position.is_over


def first_invalid_deal(
    sheet: Scoresheet, corrected: CorrectedDeals, *, must_be_complete: bool = False
) -> InvalidDeal | None:
    """Return the first deal that the new answers make impossible or incomplete, or None.

    The newest deal can become half answered. The match then asks for that deal's other stages next.

    With `must_be_complete`, this is allowed only if the deal was half answered before. A later deal
    is then also invalid if it now asks a player who was not asked when it was recorded. Older
    versions accepted corrections that did not meet these conditions. `correction_commands`
    therefore checks without `must_be_complete`, and the correction page checks with it.
    """
    first_number = min(corrected)
    position = recorded_start(sheet, first_number)
    for number in range(first_number, len(sheet.deal_answers) + 1):
        stages = corrected.get(number, sheet.deal_answers[number - 1])
        if not stages and position.is_over:
            continue
        was_whole = number <= len(sheet.played_deals)
        may_be_half = number == len(sheet.deal_answers) and not (was_whole and must_be_complete)
        refusals = deal_problems(
            sheet, position, stages, was_whole=was_whole, allow_missing_stages=may_be_half
        )
        if must_be_complete and number not in corrected:
            refusals = refusals or list(newly_asked_problems(sheet, number, position))
        if refusals:
            return InvalidDeal(number, position, refusals)
        answers = merge_stages(sheet.game, stages)
        if sheet.game.deal.stage(position, answers) is not None:
            return None
        position = play(sheet.game, position, answers).after
    return None


def position_before(sheet: Scoresheet, corrected: CorrectedDeals, number: int) -> Position | None:
    """Return a deal's corrected starting position, or None if an earlier deal is invalid."""
    first_number = min((*corrected, number))
    position = recorded_start(sheet, first_number)
    for each in range(first_number, number):
        stages = corrected.get(each, sheet.deal_answers[each - 1])
        if deal_problems(sheet, position, stages, was_whole=True):
            return None
        position = play(sheet.game, position, merge_stages(sheet.game, stages)).after
    return position


def deal_problems(
    sheet: Scoresheet,
    position: Position,
    stages: Stages,
    *,
    was_whole: bool,
    allow_missing_stages: bool | None = None,
) -> list[Problem]:
    """Return the problems with these answers to a deal that begins at `position`.

    If `was_whole` is true, the fields of all stages are required. Otherwise, only the fields of the
    last answered stage are required. Unanswered stages are allowed if `allow_missing_stages` is
    true. If it is None, unanswered stages are allowed unless `was_whole` is true.
    """
    if not stages:
        return [Problem("incomplete", say("This deal counts, so it must be filled in."))]
    game, answers = sheet.game, merge_stages(sheet.game, stages)
    if refusals := problems(game, position, answers, None if was_whole else stages[-1][0]):
        return refusals
    if allow_missing_stages is None:
        allow_missing_stages = not was_whole
    missing = None if allow_missing_stages else game.deal.stage(position, answers)
    if missing is None:
        return []
    fields = [each for each in game.deal.fields(position, answers) if each.stage == missing]
    if asked := [problem for field in fields for problem in seat_questions(field, field.seats)]:
        return asked
    reason = say("Not answered yet: {what}", what=game.display.title(position, missing))
    return [Problem("incomplete", reason)]


def seat_questions(field: Field, seats: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each of these seats, if the field is a yes/no field.

    The question about the seat is used as the problem's reason.
    """
    for seat in seats if field.kind is FieldKind.SEATS else ():
        yield Problem("incomplete", field.question_about(seat), field.name, seat)


def newly_asked_problems(sheet: Scoresheet, number: int, position: Position) -> Iterator[Problem]:
    """Yield a problem for each question of an unchanged deal about a player not asked before.

    `position` is the deal's new start. The answer to a yes/no field lists only the seats that
    answered yes. A seat that is not listed may have answered no, or may not have been asked.
    """
    game, answers = sheet.game, merge_stages(sheet.game, sheet.deal_answers[number - 1])
    seats_before = {
        field.name: field.seats
        for field in game.deal.fields(recorded_start(sheet, number), answers)
    }
    for field in game.deal.fields(position, answers):
        new = [seat for seat in field.seats if seat not in seats_before.get(field.name, ())]
        yield from seat_questions(field, new if field.name in answers else ())


def uncounted_deals(sheet: Scoresheet, stop: InvalidDeal) -> dict[int, Stages]:
    """Return the deals that no longer count if the match ends before `stop`."""
    return dict.fromkeys(range(stop.number, len(sheet.deal_answers) + 1), ())
