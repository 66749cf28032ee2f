"""A match retold from its log alone: each entry a sentence, and what came of it.

The log is folded once; every line is told from the sheets before and after its entry.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorekeeper import standings
from scorekeeper.events import (
    CorrectionDrafted,
    DraftDropped,
    Entry,
    Event,
    MatchBroughtBack,
    MatchClosed,
    MatchReopened,
    MatchThrownAway,
    RoundCorrected,
    StageRecorded,
    Stages,
    StepRestored,
    StepWithdrawn,
    is_step,
    numbers_of,
)
from scorekeeper.folding import apply, started
from scorekeeper.rules.kernel import Round
from scorekeeper.rules.words import Name, Say, Signed, Together, say, say_n
from scorekeeper.scoresheet import Scoresheet
from scorekeeper.web.answers import (
    Change,
    by_field,
    differing,
    differs,
    in_a_row,
    of_deal,
    of_stage,
    one_line,
)
from scorekeeper.web.effects import fates_changed, totals_changed
from scorekeeper.web.pages import deal_of, position_of


@dataclass(frozen=True, slots=True)
class Line:
    """One entry in words. `deal` is the one it is about, None: the match as a whole.

    `did` is what was done: "saved the bids"; `said` the answers in a row, `changes` what became
    another in place of them. `follows` is what came of it, a sentence each.
    """

    entry: Entry
    deal: int | None
    icon: str
    did: Say
    said: Say | None = None
    is_plain: bool = False  # the answers need no name of their own
    changes: tuple[Change, ...] = ()
    follows: tuple[Say, ...] = ()

    @property
    def is_fix(self) -> bool:
        return isinstance(self.entry.event, RoundCorrected)

    @property
    def fields(self) -> list[tuple[Say, list[Change]]]:
        return by_field(self.changes)

    @property
    def sentence(self) -> Say:
        """All of it but what came of it."""
        said = self.said or in_a_row(self.changes)
        if said is None:
            return say("{did}.", did=self.did)
        if self.is_plain:
            return say("{did}: {said}.", did=self.did, said=said)
        return say("{did}. {said}.", did=self.did, said=said)


class Turn(NamedTuple):
    """An entry between the sheets before and after it."""

    before: Scoresheet
    entry: Entry
    after: Scoresheet


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
        entry, None, "deal", say("started {game}", game=sheet.game.name), said, is_plain=True,
        follows=other or (say("By the usual rules."),),
    )  # fmt: skip


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


# ---------------------------------------------------------------- what was said of deals


def of_deals(turn: Turn, known: set[tuple[int, str]]) -> Line | None:
    """Answers, corrections and their drafts. `known` are the stages that were saved before."""
    match turn.entry.event:
        case StageRecorded(round=number, stage=stage):
            again = (number, stage) in known
            known.add((number, stage))
            return saved(turn, turn.entry.event, again=again)
        case RoundCorrected(round=number) as correction:
            did = say("corrected {deal}", deal=deal_of(turn.before, number))
            changes = changed(turn.before, turn.after, number, correction.stages)
            return Line(
                turn.entry,
                number,
                "edit",
                did,
                changes=changes,
                follows=tuple(came_of(turn, correction)),
            )
        case CorrectionDrafted(round=number, stages=stages):
            did = say("kept a correction of {deal} as a draft", deal=deal_of(turn.before, number))
            return Line(
                turn.entry,
                number,
                "edit",
                did,
                follows=(say("It counts nothing yet."),),
                changes=changed(turn.before, turn.before, number, stages),
            )
        case DraftDropped(round=number):
            made = is_just_corrected(turn.before, number)
            did = say("dropped the draft of {deal}", deal=deal_of(turn.before, number))
            return Line(turn.entry, number, "erase", did,
                        follows=(say("The deal has been corrected."),) if made else ())  # fmt: skip
    return None


def is_just_corrected(sheet: Scoresheet, number: int) -> bool:
    """Whether a correction of this deal is the last that was written: it takes its draft along."""
    step = sheet.last_step
    if step is None or step.version != sheet.version:
        return False
    return isinstance(step.event, RoundCorrected) and step.event.round == number


def saved(turn: Turn, event: StageRecorded, *, again: bool) -> Line:
    """An answer, with points where it was the last of its deal."""
    sheet, number = turn.before, event.round
    position, game = position_of(sheet, number), sheet.game
    stage = game.named(position, event.stage)
    answers = list(of_stage(game, position, sheet.record, event.stage, event.answers))
    return Line(
        turn.entry, number, "check",
        say("saved {stage} again", stage=stage) if again else say("saved {stage}", stage=stage),
        one_line(answers),
        is_plain=bool(answers) and answers[0].is_plain,
        follows=tuple(outcome(turn)),
    )  # fmt: skip


def changed(
    before: Scoresheet, after: Scoresheet, number: int, stages: Stages
) -> tuple[Change, ...]:
    """What other answers to a deal change of those on the sheet `before`."""
    game = before.game
    written = of_deal(game, position_of(before, number), before.said[number - 1])
    return differing(written, of_deal(game, position_of(after, number), stages))


def came_of(turn: Turn, correction: RoundCorrected) -> Iterator[Say]:
    """What a correction changed in later deals, and what became of totals."""
    yield from later_deals(turn, correction)
    told = False
    for each in followed(turn):
        told = True
        yield each
    if not told:
        yield say("No total changed.")


def later_deals(turn: Turn, correction: RoundCorrected) -> Iterator[Say]:
    """The later deals that the correction replaced, one sentence each."""
    for number, stages in correction.later:
        deal = deal_of(turn.before, number)
        if not stages:
            yield say("{deal} no longer counts: the match ends before it.", deal=deal)
        elif said := in_a_row(changed(turn.before, turn.after, number, stages)):
            yield say("{deal} with it: {said}.", deal=deal, said=said)


def followed(turn: Turn) -> Iterator[Say]:
    """What became of totals, and of who was out or had won."""
    if totals := list(totals_changed(turn.before, turn.after)):
        yield say("{points}.", points=totals)
    yield from fates_changed(turn.before, turn.after)


def outcome(turn: Turn) -> Iterator[Say]:
    """Points of the deal that was played with this entry, and who wins with it."""
    if len(turn.after.rounds) > len(turn.before.rounds):
        points = list(scored(turn.after, turn.after.rounds[-1]))
        yield say("{points}.", points=points) if points else say("No points.")
        yield from winning(turn.after)


def scored(sheet: Scoresheet, played: Round) -> Iterator[Say]:
    """Points of a deal: who got as many together, in the order of the sheet."""
    cells = sheet.game.cells(played)
    together: dict[tuple[int, Say | None], list[Name]] = {}
    for side, points in played.points.items():
        note = cells[side].note if side in cells else None
        word = note.word if note and note.tone != "soft" else None
        if points or word:
            together.setdefault((points, word), []).append(Name(side))
    for (points, word), who in together.items():
        gained = say("{points} for {who}", points=Signed(points), who=listed_names(who))
        yield say("{what} ({word})", what=gained, word=word) if word else gained


def listed_names(names: Iterable[Name]) -> Say:
    """Ana and Bruno and Chus, so that a comma goes on parting what stands around them."""
    first, *more = names
    told = say("{who}", who=first)
    for name in more:
        told = say("{first} and {who}", first=told, who=name)
    return told


def winning(sheet: Scoresheet) -> Iterator[Say]:
    if sheet.is_over and sheet.winners:
        who = Together(Name(side) for side in sheet.winners)
        yield say_n("{who} wins.", "{who} win.", len(standings.winners(sheet)), who=who)


# ---------------------------------------------------------------- what was done with the match


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
