"""What the log says of one deal, as sentences: answers, corrections and their drafts."""

from collections.abc import Iterable, Iterator

from scorekeeper.match import outcome as match_outcome
from scorekeeper.match.events import (
    CorrectionDrafted,
    DraftDropped,
    RoundCorrected,
    StageRecorded,
    Stages,
)
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Name, Say, Signed, Together, say, say_n
from scorekeeper.rules.kernel import Round
from scorekeeper.web.match.answer_text import (
    Change,
    differing,
    in_a_row,
    of_deal,
    of_stage,
    one_line,
)
from scorekeeper.web.match.context import deal_of, position_of
from scorekeeper.web.match.effects import fates_changed, totals_changed
from scorekeeper.web.match.history_lines import Line, Turn


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
            return Line(
                turn.entry,
                number,
                "erase",
                did,
                follows=(say("The deal has been corrected."),) if made else (),
            )
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
        turn.entry,
        number,
        "check",
        say("saved {stage} again", stage=stage) if again else say("saved {stage}", stage=stage),
        one_line(answers),
        is_plain=bool(answers) and answers[0].is_plain,
        follows=tuple(outcome(turn)),
    )


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
    yield from list(followed(turn)) or [say("No total changed.")]


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
        yield say_n("{who} wins.", "{who} win.", len(match_outcome.winners(sheet)), who=who)
