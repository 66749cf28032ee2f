"""Every change a table can make to a match, as a verb.

Each looks at the sheet, asks the rules, and writes one entry into the log. A refused answer
raises `Refused` with the rules' problems, one that came too late `Stale`; nothing is changed
then. The same `key` again (a double tap, an answer sent twice) gives the same sheet and is
written once. `at` is seconds since 1970.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from scorekeeper.match.corrections import first_invalid_deal
from scorekeeper.match.events import (
    CorrectionDrafted,
    Deals,
    DraftDropped,
    Entry,
    Event,
    MatchBroughtBack,
    MatchClosed,
    MatchReopened,
    MatchStarted,
    MatchThrownAway,
    RoundCorrected,
    StageRecorded,
    Stages,
    StepRedone,
    StepUndone,
)
from scorekeeper.match.log import DuplicatePerson, Log, VersionConflict
from scorekeeper.match.replay import apply_entry
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import say
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Options, Problem, Record
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems


class Refused(Exception):
    """The rules say no, and why. `round` is the deal that stands in the way, if a later one."""

    def __init__(self, found: Sequence[Problem], number: int | None = None) -> None:
        super().__init__(found[0].code)
        self.problems = list(found)
        self.round = number


class Stale(Exception):
    """What was answered is no longer asked; `sheet` is what there is now."""

    def __init__(self, sheet: Scoresheet) -> None:
        super().__init__("stale")
        self.sheet = sheet


class CommandMeta(NamedTuple):
    """How a change reached us: its key, made when it was tapped, when it came, from which phone."""

    key: str
    at: int
    device: int | None = None


def start_match(
    log: Log, game: str, players: tuple[str, ...], options: Options, sent: CommandMeta
) -> int:
    """A new match; its id. Options that were not given are fixed at today's defaults."""
    setup = build_setup(GAMES[game], players, options)
    if isinstance(setup, Problem):
        raise Refused([setup])
    event = MatchStarted(game, players, dict(setup.options))
    try:
        return log.start(Entry(1, event, sent.at, sent.device), sent.key)
    except DuplicatePerson as found:
        reason = say(
            "{one} and {other} are the same person, who has one seat.",
            one=found.one,
            other=found.other,
        )
        raise Refused([Problem("same_person", reason, "players")]) from None


def append_event(
    log: Log,
    match: int,
    sent: CommandMeta,
    decide: Callable[[Scoresheet], Event],
    *,
    thrown_away: bool = False,
    known: Scoresheet | None = None,
) -> Scoresheet:
    """Append what `decide` makes of the newest sheet; decide again if somebody was faster.

    `known` is the sheet as it was a moment ago, tried first. A match that was thrown away takes
    nothing but what is meant for one.
    """
    while True:
        sheet, known = known or log.sheet(match), None
        try:
            if sheet.thrown_away and not thrown_away:
                raise Stale(sheet)
            entry = Entry(sheet.version + 1, decide(sheet), sent.at, sent.device)
            after = apply_entry(sheet, entry)
            log.append(match, entry, sent.key, after)
        except (VersionConflict, Refused, Stale) as reason:
            # Asked only now: almost every answer is sent once and fits.
            if log.sent(match, sent.key) is not None:
                return log.sheet(match)
            if not isinstance(reason, VersionConflict):
                raise
        else:
            return after


def record_stage(
    log: Log,
    match: int,
    number: int,
    stage: str,
    answers: Record,
    sent: CommandMeta,
    known: Scoresheet | None = None,
) -> Scoresheet:
    """Write down one stage of one deal. `known` is the sheet if it was just looked at."""

    def decide(sheet: Scoresheet) -> Event:
        asked = sheet.asked_for(number, stage)
        if asked is None:
            raise Stale(sheet)
        together = sheet.game.merge(asked.record, stage, answers)
        if found := problems(sheet.game, asked.position, together, stage):
            raise Refused(found)
        return StageRecorded(number, stage, answers)

    return append_event(log, match, sent, decide, known=known)


def correct_deal(
    log: Log,
    match: int,
    number: int,
    stages: Stages,
    seen: int,
    sent: CommandMeta,
    later: Deals = (),
) -> Scoresheet:
    """Correct an old deal, and with it `later` ones that could not stay as they were.

    `seen` is the version of the sheet that was corrected from.
    """

    def decide(sheet: Scoresheet) -> Event:
        check_deals_unchanged(sheet, (number, *dict(later)), seen)
        check_correction(sheet, number, stages, later)
        return RoundCorrected(number, stages, later)

    sheet = append_event(log, match, sent, decide)
    if number not in sheet.drafts:
        return sheet
    try:
        return drop_draft(log, match, number, sent._replace(key=f"{sent.key}-draft"))
    except Stale as late:  # somebody was faster with the draft; the correction is written
        return late.sheet


def check_deals_unchanged(sheet: Scoresheet, numbers: Iterable[int], seen: int) -> None:
    """Raise Stale if one of the deals was written, undone or redone after version `seen`."""
    for number in numbers:
        if not 1 <= number <= len(sheet.said) or deal_version(sheet, number) > seen:
            raise Stale(sheet)


def deal_version(sheet: Scoresheet, number: int) -> int:
    """The version by which a deal came to be as it is: written so, or turned back to it."""
    return max(sheet.written[number - 1].version, sheet.turned.get(number, 0))


def check_correction(sheet: Scoresheet, number: int, stages: Stages, later: Deals = ()) -> None:
    """Raise Refused if a deal is wrong so, or if a later one becomes impossible."""
    corrected = dict(((number, stages), *later))
    if stop := first_invalid_deal(sheet, corrected):
        raise Refused(stop.problems, stop.number if stop.number > number else None)


def save_draft(
    log: Log, match: int, number: int, stages: Stages, sent: CommandMeta, later: Deals = ()
) -> Scoresheet:
    """Keep a correction that is not complete yet."""

    def decide(sheet: Scoresheet) -> Event:
        if any(not 1 <= each <= len(sheet.said) for each in (number, *dict(later))):
            raise Stale(sheet)
        return CorrectionDrafted(number, stages, later)

    return append_event(log, match, sent, decide)


def drop_draft(log: Log, match: int, number: int, sent: CommandMeta) -> Scoresheet:
    """Give up a kept correction."""

    def decide(sheet: Scoresheet) -> Event:
        if number not in sheet.drafts:
            raise Stale(sheet)
        return DraftDropped(number)

    return append_event(log, match, sent, decide)


def undo(log: Log, match: int, step: int, sent: CommandMeta) -> Scoresheet:
    """Take back the last step, which must be the one of version `step`."""

    def decide(sheet: Scoresheet) -> Event:
        if sheet.last_step is None or sheet.last_step.version != step:
            raise Stale(sheet)
        return StepUndone(step)

    return append_event(log, match, sent, decide)


def redo(log: Log, match: int, step: int, sent: CommandMeta) -> Scoresheet:
    """Let the step that was undone last hold again."""

    def decide(sheet: Scoresheet) -> Event:
        if not sheet.undone or sheet.undone[-1].version != step:
            raise Stale(sheet)
        return StepRedone(step)

    return append_event(log, match, sent, decide)


def close(log: Log, match: int, how: str, sent: CommandMeta) -> Scoresheet:
    """End the match now: "closed" (whoever leads wins) or "unfinished" (nobody wins).

    Before the first complete deal nobody leads: that match is left unfinished in both cases.
    """

    def decide(sheet: Scoresheet) -> Event:
        if sheet.is_over:
            raise Stale(sheet)
        return MatchClosed(how)

    return append_event(log, match, sent, decide)


def reopen(log: Log, match: int, sent: CommandMeta) -> Scoresheet:
    """Play on after ending early."""

    def decide(sheet: Scoresheet) -> Event:
        if sheet.ended is None:
            raise Stale(sheet)
        return MatchReopened()

    return append_event(log, match, sent, decide)


def throw_away(log: Log, match: int, sent: CommandMeta) -> Scoresheet:
    """The match counts for nothing; it can be brought back."""
    return set_thrown_away(log, match, sent, thrown_away=False)


def bring_back(log: Log, match: int, sent: CommandMeta) -> Scoresheet:
    """A match that was thrown away counts again."""
    return set_thrown_away(log, match, sent, thrown_away=True)


def set_thrown_away(log: Log, match: int, sent: CommandMeta, *, thrown_away: bool) -> Scoresheet:
    def decide(sheet: Scoresheet) -> Event:
        if sheet.thrown_away is not thrown_away:
            raise Stale(sheet)
        return MatchBroughtBack() if thrown_away else MatchThrownAway()

    return append_event(log, match, sent, decide, thrown_away=thrown_away)
