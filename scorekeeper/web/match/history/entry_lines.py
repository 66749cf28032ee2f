"""The history of a match, built from its log: a line per entry, with its effects.

The log is replayed once. Each line is computed from the sheets before and after its entry. Only the
drafts of a correction share its line.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.match.events import (
    Entry,
    EveningSet,
    Event,
    MatchClosed,
    MatchDeleted,
    MatchReopened,
    MatchRestored,
    RoundCorrected,
    StageRecorded,
    StepRedone,
    StepUndone,
    deal_numbers,
    is_step,
)
from scorekeeper.match.replay import apply_entry, initial_sheet
from scorekeeper.match.sheet import Scoresheet, deal_title
from scorekeeper.messages import Message, Name, say
from scorekeeper.web.dates import medium_date
from scorekeeper.web.match.answer_text import unusual_options
from scorekeeper.web.match.effects import status_change_sentences
from scorekeeper.web.match.history.deal_lines import (
    deal_line,
    standing_sentences,
    winner_sentences,
)
from scorekeeper.web.match.history.line_types import HistoryLine, Transition
from scorekeeper.web.match.history.one_line_per_correction import with_one_line_per_correction
from scorekeeper.web.match.step_text import deal_position

# The icon and words of entries whose line is always the same.
PLAIN_LINES: Mapping[type[Event], tuple[str, Message]] = {
    MatchReopened: ("next", say("reopened the match")),
    MatchDeleted: ("erase", say("deleted the match")),
    MatchRestored: ("plus", say("restored the match")),
}


def replay_history(entries: Sequence[Entry]) -> tuple[Scoresheet, list[HistoryLine]]:
    """Return the newest sheet, and the history's lines in the same order as the log."""
    sheet = initial_sheet(entries[0])
    lines = [start_line(sheet, entries[0])]
    entered_stages: set[tuple[int, str]] = set()
    for entry in entries[1:]:
        transition = Transition(sheet, entry, apply_entry(sheet, entry))
        lines.append(deal_line(transition, entered_stages) or match_line(transition))
        sheet = transition.after
    shown = with_one_line_per_correction(lines)
    return sheet, [with_later_status(line, sheet) for line in shown]


def start_line(sheet: Scoresheet, entry: Entry) -> HistoryLine:
    setup = sheet.setup
    usual = sheet.game.all_options(setup.players, {})
    other = tuple(unusual_options(sheet.game, setup.options, usual))
    names = [Name(seat) for seat in setup.players]
    players_text = say("{who}; {dealer} deals first", who=names, dealer=Name(setup.first_dealer))
    return HistoryLine(
        entry,
        None,
        "deal",
        say("started {game}", game=sheet.game.name),
        players_text,
        is_plain=True,
        effects=other or (say("Standard rules."),),
    )


def with_later_status(line: HistoryLine, sheet: Scoresheet) -> HistoryLine:
    """Return the line, with a note if its step was undone or corrected or no longer counts."""
    entry = line.entry
    if not is_step(entry.event):
        return line
    if all(step.version != entry.version for step in sheet.steps):
        return replace(line, effects=(*line.effects, say("Undone later.")))
    numbers = set(deal_numbers(entry.event))
    if isinstance(entry.event, RoundCorrected):
        numbers -= {number for number, stages in entry.event.later if not stages}
    if any(number > len(sheet.deal_answers) for number in numbers):
        end_sentence = say("The match now ends before this deal.")
        return replace(line, effects=(*line.effects, end_sentence))
    if any(is_corrected_since(sheet, number, entry) for number in numbers):
        return replace(line, effects=(*line.effects, say("Corrected later.")))
    return line


def is_corrected_since(sheet: Scoresheet, number: int, entry: Entry) -> bool:
    written = sheet.written[number - 1]
    return isinstance(written.event, RoundCorrected) and written.version > entry.version


def match_line(transition: Transition) -> HistoryLine:
    """Return the line for an undo, a redo or an entry about the whole match.

    Raises ValueError for any other entry.
    """
    match transition.entry.event:
        case StepUndone():
            step = transition.before.steps[-1]
            return undo_redo_line(
                transition, step, say("undid {what}", what=step_phrase(transition, step.event))
            )
        case StepRedone():
            step = transition.before.undone[-1]
            return undo_redo_line(
                transition, step, say("redid {what}", what=step_phrase(transition, step.event))
            )
        case MatchClosed():
            return closed_line(transition)
        case MatchReopened() | MatchDeleted() | MatchRestored() as event:
            return HistoryLine(transition.entry, None, *PLAIN_LINES[type(event)])
        case EveningSet(evening=evening):
            action = say("moved the match to the evening of {date}", date=medium_date(evening))
            return HistoryLine(transition.entry, None, "clock", action)
    raise ValueError("A match starts only once.")


def closed_line(transition: Transition) -> HistoryLine:
    if transition.after.ended != "closed":
        return HistoryLine(transition.entry, None, "clock", say("left the match unfinished"))
    action = say("ended the match: the points so far became the result")
    return HistoryLine(
        transition.entry, None, "crown", action, effects=tuple(winner_sentences(transition.after))
    )


def undo_redo_line(transition: Transition, step: Entry, action: Message) -> HistoryLine:
    """Return the line for an undo or redo.

    The totals are left out if the step that was undone or redone is an answer.
    """
    deal = step.event.round if isinstance(step.event, StageRecorded | RoundCorrected) else None
    is_answer = isinstance(step.event, StageRecorded)
    effects = (
        status_change_sentences(transition.before, transition.after)
        if is_answer
        else standing_sentences(transition)
    )
    return HistoryLine(transition.entry, deal, "undo", action, effects=tuple(effects))


def step_phrase(transition: Transition, step: Event) -> Message:
    """Return a step as the object of a sentence, such as "the bids" or "the end of the match"."""
    match step:
        case StageRecorded(round=number, stage=stage):
            return transition.before.game.display.stage_phrase(
                deal_position(transition.before, number), stage
            )
        case RoundCorrected(round=number):
            return say("the correction of {deal}", deal=deal_title(transition.before, number))
        case MatchClosed():
            return say("the end of the match")
    return say("reopening the match")
