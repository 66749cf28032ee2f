"""A match retold from its log alone: each entry a sentence, and what came of it.

The log is folded once; every line is told from the sheets before and after its entry.
"""

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.match.events import (
    Entry,
    Event,
    MatchBroughtBack,
    MatchClosed,
    MatchReopened,
    MatchThrownAway,
    RoundCorrected,
    StageRecorded,
    StepRestored,
    StepWithdrawn,
    is_step,
    numbers_of,
)
from scorekeeper.match.replay import apply, started
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Name, Say, say
from scorekeeper.web.match.answer_text import differs
from scorekeeper.web.match.context import deal_of, position_of
from scorekeeper.web.match.effects import fates_changed
from scorekeeper.web.match.history_deals import followed, of_deals, winning
from scorekeeper.web.match.history_lines import Line, Turn


def retold(entries: Sequence[Entry]) -> tuple[Scoresheet, list[Line]]:
    """Where the match stands, and its lines in the order in which they were written."""
    sheet = started(entries[0])
    lines = [start(sheet, entries[0])]
    known: set[tuple[int, str]] = set()
    for entry in entries[1:]:
        turn = Turn(sheet, entry, apply(sheet, entry))
        lines.append(of_deals(turn, known) or of_match(turn))
        sheet = turn.after
    return sheet, [with_hindsight(line, sheet) for line in lines]


def start(sheet: Scoresheet, entry: Entry) -> Line:
    setup = sheet.setup
    usual = sheet.game.all_options(setup.players, {})
    other = tuple(differs(sheet.game, setup.options, usual))
    who = [Name(seat) for seat in setup.players]
    said = say("{who}; {dealer} deals first", who=who, dealer=Name(setup.first_dealer))
    return Line(
        entry,
        None,
        "deal",
        say("started {game}", game=sheet.game.name),
        said,
        is_plain=True,
        follows=other or (say("By the usual rules."),),
    )


def with_hindsight(line: Line, sheet: Scoresheet) -> Line:
    """A line with what became of it in the end."""
    entry = line.entry
    if not is_step(entry.event):
        return line
    if all(step.version != entry.version for step in sheet.steps):
        return replace(line, follows=(*line.follows, say("Taken back since.")))
    numbers = set(numbers_of(entry.event))
    if isinstance(entry.event, RoundCorrected):
        numbers -= {number for number, stages in entry.event.later if not stages}
    if any(number > len(sheet.said) for number in numbers):
        over = say("The match now ends before it.")
        return replace(line, follows=(*line.follows, over))
    if any(is_corrected_since(sheet, number, entry) for number in numbers):
        return replace(line, follows=(*line.follows, say("Corrected since.")))
    return line


def is_corrected_since(sheet: Scoresheet, number: int, entry: Entry) -> bool:
    written = sheet.written[number - 1]
    return isinstance(written.event, RoundCorrected) and written.version > entry.version


def of_match(turn: Turn) -> Line:
    """Steps that were taken back or put back, and all that is not about one deal."""
    match turn.entry.event:
        case StepWithdrawn():
            step = turn.before.steps[-1]
            return turned(turn, step, say("took {what} back", what=what(turn, step.event)))
        case StepRestored():
            step = turn.before.undone[-1]
            return turned(turn, step, say("put {what} back", what=what(turn, step.event)))
        case MatchClosed() if turn.after.ended == "closed":
            did = say("ended the match: the totals count")
            return Line(turn.entry, None, "crown", did, follows=tuple(winning(turn.after)))
        case MatchClosed():
            return Line(turn.entry, None, "clock", say("left the match unfinished"))
        case MatchReopened():
            return Line(turn.entry, None, "next", say("let the match go on"))
        case MatchThrownAway():
            return Line(turn.entry, None, "erase", say("threw the match away"))
        case MatchBroughtBack():
            return Line(turn.entry, None, "plus", say("brought the match back"))
    raise ValueError("A match starts only once.")


def turned(turn: Turn, step: Entry, did: Say) -> Line:
    """Undo or redo, in the deal that it was about; of an answer its points are no news."""
    deal = step.event.round if isinstance(step.event, StageRecorded | RoundCorrected) else None
    is_answer = isinstance(step.event, StageRecorded)
    follows = fates_changed(turn.before, turn.after) if is_answer else followed(turn)
    return Line(turn.entry, deal, "undo", did, follows=tuple(follows))


def what(turn: Turn, step: Event) -> Say:
    """A step within a sentence."""
    match step:
        case StageRecorded(round=number, stage=stage):
            return turn.before.game.named(position_of(turn.before, number), stage)
        case RoundCorrected(round=number):
            return say("the correction of {deal}", deal=deal_of(turn.before, number))
        case MatchClosed():
            return say("the end of the match")
    return say("playing on")
