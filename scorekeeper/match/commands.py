"""The commands that change a match, except corrections (`correction_commands`).

Each command checks the sheet and the rules and appends its event to the log. It raises `Refused` if
an answer breaks the rules, and `Stale` if the command is outdated. In both cases, nothing is
written. A command that is repeated with the same `key` (a double tap, a retry) is written only
once. The repeated command returns the current sheet or, if it starts a match, the match's id.
"""

from collections.abc import Callable
from typing import NamedTuple

from scorekeeper.errors import Refused
from scorekeeper.match.events import (
    DraftDropped,
    Entry,
    Event,
    MatchClosed,
    MatchDeleted,
    MatchReopened,
    MatchRestored,
    MatchStarted,
    RoundCorrected,
    StageRecorded,
    StepRedone,
    StepUndone,
)
from scorekeeper.match.log import DuplicatePerson, Log, NewEntry, VersionConflict
from scorekeeper.match.replay import apply_entry
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import say
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Answers, Options, Problem
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems


class Stale(Exception):
    """The command no longer fits the match. `sheet` is the current sheet."""

    def __init__(self, sheet: Scoresheet) -> None:
        super().__init__("stale")
        self.sheet = sheet


class CommandMeta(NamedTuple):
    """Metadata of a command: its idempotency key, the time it arrived, and the phone's id.

    `at` is seconds since 1970.
    """

    key: str
    at: int
    device: int | None = None


def start_match(
    log: Log, game: str, players: tuple[str, ...], options: Options, meta: CommandMeta
) -> int:
    """Start a match and return its id.

    Options that are not given are stored with their current defaults. Raises Refused if the game
    does not allow these players or options, or if two of the players are the same person.
    """
    setup = build_setup(GAMES[game], players, options)
    if isinstance(setup, Problem):
        raise Refused([setup])
    event = MatchStarted(game, players, dict(setup.options))
    try:
        return log.start(Entry(1, event, meta.at, meta.device), meta.key)
    except DuplicatePerson as error:
        reason = say(
            "{one} and {other} are the same person and cannot have two seats.",
            one=error.one,
            other=error.other,
        )
        raise Refused([Problem("same_person", reason, "players")]) from None


def append_event(
    log: Log,
    match: int,
    meta: CommandMeta,
    decide: Callable[[Scoresheet], Event],
    *,
    allow_deleted: bool = False,
    known: Scoresheet | None = None,
) -> Scoresheet:
    """Append the event that `decide` returns for the newest sheet, and return the sheet after it.

    If `known` is given, `decide` is first called with this sheet, which may be outdated. On a
    version conflict, `decide` is called again with the newer sheet. If the event is a correction,
    its draft is dropped at the same time. Raises Stale for a deleted match unless `allow_deleted`
    is true.
    """
    while True:
        sheet, known = known or log.sheet(match), None
        try:
            if sheet.is_deleted and not allow_deleted:
                raise Stale(sheet)
            new = [next_entry(sheet, decide(sheet), meta)]
            if dropped := draft_to_drop(sheet, new[0].entry.event):
                drop_meta = meta._replace(key=f"{meta.key}-draft")
                new.append(next_entry(new[0].sheet, dropped, drop_meta))
            log.append(match, *new)
        except (VersionConflict, Refused, Stale) as reason:
            # The key is queried only on failure, because almost every command is sent once and
            # succeeds.
            if log.entry_by_key(match, meta.key) is not None:
                return log.sheet(match)
            if not isinstance(reason, VersionConflict):
                raise
        else:
            return new[-1].sheet


def next_entry(sheet: Scoresheet, event: Event, meta: CommandMeta) -> NewEntry:
    """Return the event as the next entry after this sheet."""
    entry = Entry(sheet.version + 1, event, meta.at, meta.device)
    return NewEntry(entry, meta.key, apply_entry(sheet, entry))


def draft_to_drop(sheet: Scoresheet, event: Event) -> DraftDropped | None:
    """Return the event that drops the draft of this correction, or None if there is no draft."""
    if isinstance(event, RoundCorrected) and event.round in sheet.drafts:
        return DraftDropped(event.round)
    return None


def record_stage(
    log: Log,
    match: int,
    number: int,
    stage: str,
    answers: Answers,
    meta: CommandMeta,
    known: Scoresheet | None = None,
) -> Scoresheet:
    """Record one stage of one deal.

    `known` is a sheet that the caller already has, which may be outdated. Raises Refused if the
    answers break the rules, and Stale if the stage cannot be answered now.
    """

    def decide(sheet: Scoresheet) -> Event:
        asked_stage = sheet.answerable_stage(number, stage)
        if asked_stage is None:
            raise Stale(sheet)
        together = sheet.game.deal.merge(asked_stage.deal_answers, stage, answers)
        if refusals := problems(sheet.game, asked_stage.position, together, stage):
            raise Refused(refusals)
        return StageRecorded(number, stage, answers)

    return append_event(log, match, meta, decide, known=known)


def undo(log: Log, match: int, step: int, meta: CommandMeta) -> Scoresheet:
    """Undo the last step.

    Raises Stale unless the last step has the version `step`.
    """

    def decide(sheet: Scoresheet) -> Event:
        if sheet.last_step is None or sheet.last_step.version != step:
            raise Stale(sheet)
        return StepUndone(step)

    return append_event(log, match, meta, decide)


def redo(log: Log, match: int, step: int, meta: CommandMeta) -> Scoresheet:
    """Redo the step that was undone last.

    Raises Stale unless the step that was undone last has the version `step`.
    """

    def decide(sheet: Scoresheet) -> Event:
        if not sheet.undone or sheet.undone[-1].version != step:
            raise Stale(sheet)
        return StepRedone(step)

    return append_event(log, match, meta, decide)


def close(log: Log, match: int, how: str, meta: CommandMeta) -> Scoresheet:
    """End the match now. `how` is "closed" (the leader wins) or "unfinished" (nobody wins).

    Before the first complete deal there is no leader, so the match becomes unfinished either way.
    """

    def decide(sheet: Scoresheet) -> Event:
        if sheet.is_over:
            raise Stale(sheet)
        return MatchClosed(how)

    return append_event(log, match, meta, decide)


def reopen(log: Log, match: int, meta: CommandMeta) -> Scoresheet:
    """Continue a match that the players have ended."""

    def decide(sheet: Scoresheet) -> Event:
        if sheet.ended is None:
            raise Stale(sheet)
        return MatchReopened()

    return append_event(log, match, meta, decide)


def delete(log: Log, match: int, meta: CommandMeta) -> Scoresheet:
    """Delete a match, so that it no longer counts. It can be restored."""

    def decide(sheet: Scoresheet) -> Event:
        return MatchDeleted()

    return append_event(log, match, meta, decide)


def restore(log: Log, match: int, meta: CommandMeta) -> Scoresheet:
    """Restore a deleted match."""

    def decide(sheet: Scoresheet) -> Event:
        if not sheet.is_deleted:
            raise Stale(sheet)
        return MatchRestored()

    return append_event(log, match, meta, decide, allow_deleted=True)
