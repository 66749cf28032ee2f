"""Check imported entries against the rules of the game.

Each entry is produced again by the command that writes this kind of entry (`match.commands`), in a
log that contains only its match. The entry is valid if the command accepts it and writes exactly
the same entry.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.errors import Refused
from scorekeeper.match import commands, correction_commands, evening_command, imported
from scorekeeper.match.commands import CommandMeta, Stale
from scorekeeper.match.events import (
    RULES_VERSION,
    CorrectionDrafted,
    Deals,
    DraftDropped,
    Entry,
    EveningSet,
    MatchClosed,
    MatchDeleted,
    MatchReopened,
    MatchRestored,
    MatchStarted,
    ResultImported,
    RoundCorrected,
    StageRecorded,
    StepRedone,
    StepUndone,
    decode_event,
    replaced_deals,
)
from scorekeeper.match.imported import ImportedResult
from scorekeeper.match.log import NewEntry, Submission, TableState
from scorekeeper.match.replay import initial_sheet
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.match.stored_answers import REPLAY_ERRORS, is_readable
from scorekeeper.messages import Message, Name, say
from scorekeeper.rules import GAMES
from scorekeeper.transfer.league_json.json_types import BODIES
from scorekeeper.transfer.league_json.row_check import Mistake, first_mistake

MATCH_ID = 1  # id of the only match of a SingleEntryLog
LATEST_EVENING = "2099-12-31"  # the clock of another server may be ahead
OUT_OF_SEQUENCE = say("It does not fit the entries before it.")
INVALID_ANSWERS = say("These answers do not belong to this game.")


class InvalidEntry(Exception):
    """An entry that cannot follow the entries before it. `reason` refers to players by key."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.template)
        self.reason = reason


class SingleEntryLog:
    """A `match.log.Log` of one match that accepts one entry."""

    def __init__(self, sheet: Scoresheet | None) -> None:
        self.sheet_before = sheet
        self.entry: Entry | None = None
        self.sheet_after: Scoresheet | None = None

    def start(self, entry: Entry, key: str) -> int:
        self.entry, self.sheet_after = entry, initial_sheet(entry)
        return MATCH_ID

    def sheet(self, match: int, known_version: int | None = None) -> Scoresheet:
        if self.sheet_before is None:
            raise InvalidEntry(OUT_OF_SEQUENCE)
        return self.sheet_before

    def cached_state(self, match: int) -> tuple[Scoresheet, TableState] | None:
        return (self.sheet_before, self.table_state(match)) if self.sheet_before else None

    def append(self, match: int, *entries: NewEntry) -> None:
        # Keep only the first entry. `correct_deal` also writes a second one, which drops its draft
        # and is a later row of the document.
        self.entry, self.sheet_after = entries[0].entry, entries[0].sheet

    def entry_by_key(self, match: int, key: str) -> Entry | None:
        return self.entry

    def table_state(self, match: int) -> TableState:
        return TableState({}, (), 0)

    def entries(self, match: int) -> Sequence[Entry]:
        return [self.entry] if self.entry else []

    def device_names(self, match: int) -> Mapping[int, str]:
        return {}

    def current_keys(self, players: tuple[str, ...]) -> tuple[str, ...]:
        return players

    def save_submission(
        self, match: int, submission: Submission, at: int, device: int | None
    ) -> None:
        raise NotImplementedError  # documents do not contain submissions


def parse_entry(version: int, kind: str, body: Mapping[str, Any], at: int) -> Entry:
    """Return a row of the log as an entry.

    Raises InvalidEntry if the body does not fit the kind of the entry.
    """
    match first_mistake(body, BODIES[kind]):
        case Mistake(name, is_known=False):
            raise InvalidEntry(say("“{name}” is not allowed in “{kind}”.", kind=kind, name=name))
        case Mistake(name, expected=""):
            raise InvalidEntry(say("“{name}” is missing from “{kind}”.", kind=kind, name=name))
        case Mistake(name, expected=expected):
            raise InvalidEntry(
                say(
                    "“{name}” has an invalid value in “{kind}”. {expected}.",
                    kind=kind,
                    name=name,
                    expected=expected,
                )
            )
    return Entry(version, decode_event(kind, body), at)


Replayed = Scoresheet | ImportedResult  # a match with deals, or an imported result without deals


def check_entry(replayed: Replayed | None, entry: Entry) -> Replayed:
    """Return the match after one more entry. `replayed` is None before the first entry.

    Raises InvalidEntry if the entry is invalid.
    """
    if isinstance(replayed, ImportedResult):
        return check_imported_change(replayed, entry)
    if replayed is None and isinstance(entry.event, ResultImported):
        return check_imported(entry)
    return apply_to_sheet(replayed, entry)


def apply_to_sheet(sheet: Scoresheet | None, entry: Entry) -> Scoresheet:
    """Return the sheet after one more entry, like `check_entry`, for a match with deals."""
    log = SingleEntryLog(sheet)
    try:
        repeat_command(log, entry)
        if log.entry != entry or log.sheet_after is None:
            raise InvalidEntry(OUT_OF_SEQUENCE)
        return log.sheet_after
    except Refused as refusal:
        raise InvalidEntry(refusal.problems[0].reason) from None
    except Stale:
        raise InvalidEntry(OUT_OF_SEQUENCE) from None
    except REPLAY_ERRORS:
        raise InvalidEntry(INVALID_ANSWERS) from None


def repeat_command(log: SingleEntryLog, entry: Entry) -> None:
    """Run the command that writes this kind of entry, without catching its exceptions."""
    meta = CommandMeta("", entry.at)
    match entry.event:
        case MatchStarted(game=game, players=players, options=options, rules=rules):
            if log.sheet_before is not None or rules > RULES_VERSION:
                raise InvalidEntry(
                    OUT_OF_SEQUENCE
                    if rules <= RULES_VERSION
                    else say("Its rules are from a newer version of Scorekeeper.")
                )
            commands.start_match(log, game, players, options, meta)
            # Keep the options as written, because an older version had fewer options.
            log.start(entry, "")
        case StageRecorded(round=number, stage=stage, answers=answers):
            commands.record_stage(
                log, MATCH_ID, number, stage, answers, meta, known=log.sheet_before
            )
        case RoundCorrected(round=number, stages=stages, later=later):
            check_order(number, later)
            correction_commands.correct_deal(
                log, MATCH_ID, number, stages, log.sheet(MATCH_ID).version, meta, later
            )
        case CorrectionDrafted(round=number, stages=stages, later=later):
            check_order(number, later)
            check_drafted_deal(log.sheet(MATCH_ID), entry.event)
            correction_commands.save_draft(log, MATCH_ID, number, stages, meta, later)
        case DraftDropped(round=number):
            correction_commands.drop_draft(log, MATCH_ID, number, meta)
        case _:
            repeat_step(log, entry, meta)


def repeat_step(log: SingleEntryLog, entry: Entry, meta: CommandMeta) -> None:
    """Run the command for an entry that contains no answers.

    As in `repeat_command`, exceptions are not caught.
    """
    match entry.event:
        case MatchClosed(how=how):
            commands.close(log, MATCH_ID, how, meta)
        case MatchReopened():
            commands.reopen(log, MATCH_ID, meta)
        case StepUndone(step=step):
            commands.undo(log, MATCH_ID, step, meta)
        case StepRedone(step=step):
            commands.redo(log, MATCH_ID, step, meta)
        case MatchDeleted():
            commands.delete(log, MATCH_ID, meta)
        case MatchRestored():
            commands.restore(log, MATCH_ID, meta)
        case EveningSet(evening=evening):
            evening_command.set_evening(log, MATCH_ID, evening, LATEST_EVENING, meta)


def check_imported(entry: Entry) -> ImportedResult:
    """Return the imported result in this entry. Raises InvalidEntry if the entry is invalid."""
    event = entry.event
    if not isinstance(event, ResultImported):
        raise InvalidEntry(OUT_OF_SEQUENCE)
    seats = len(event.players)
    if seats not in GAMES[event.game].seats or len(set(event.players)) < seats:
        raise InvalidEntry(say("This game cannot have these players."))
    if len(event.places) != seats or len(event.points) != seats:
        raise InvalidEntry(say("Every player must have a place, and points or null."))
    if any(place != 1 + sum(other < place for other in event.places) for place in event.places):
        raise InvalidEntry(say("These places are not possible in one match."))
    return imported.replay_imported([entry])


def check_imported_change(result: ImportedResult, entry: Entry) -> ImportedResult:
    """Return the imported result after it was deleted or restored.

    Raises InvalidEntry if the entry is any other event.
    """
    required = MatchRestored if result.is_deleted else MatchDeleted
    if not isinstance(entry.event, required):
        raise InvalidEntry(OUT_OF_SEQUENCE)
    return imported.apply_to_imported(result, entry)


def check_order(number: int, later: Deals) -> None:
    """Raise InvalidEntry unless `later` contains only later deals, in order and without repeats."""
    numbers = [number, *dict(later)]
    if numbers != sorted(set(numbers)) or len(later) != len(numbers) - 1:
        raise InvalidEntry(OUT_OF_SEQUENCE)


def check_drafted_deal(sheet: Scoresheet, draft: CorrectionDrafted) -> None:
    """Raise Refused if the corrected deal of a draft is itself invalid.

    Problems in later deals are allowed, because that is why the correction is still a draft. Raises
    Stale for a deal that does not exist, and InvalidEntry for damaged answers.
    """
    if any(number > len(sheet.deal_answers) for number, _ in replaced_deals(draft)):
        raise Stale(sheet)
    if not is_readable(sheet, draft):
        raise InvalidEntry(INVALID_ANSWERS)
    try:
        correction_commands.check_correction(sheet, draft.round, draft.stages, draft.later)
    except Refused as refusal:
        if refusal.round is None:
            raise


def check_next_question(sheet: Scoresheet) -> None:
    """Raise InvalidEntry if the next question cannot be built, for example without an option."""
    try:
        if sheet.asked_stage:
            list(sheet.game.deal.fields(sheet.asked_stage.position, sheet.asked_stage.deal_answers))
    except REPLAY_ERRORS:
        raise InvalidEntry(INVALID_ANSWERS) from None


def with_player_names(sentence: Message, names: Mapping[str, str]) -> Message:
    """Return the sentence with player keys replaced by names."""
    return sentence._replace(
        values={key: value_with_names(value, names) for key, value in sentence.values.items()}
    )


def value_with_names(value: object, names: Mapping[str, str]) -> object:
    match value:
        case Message():
            return with_player_names(value, names)
        case Name():
            return " + ".join(names.get(key, key) for key in value.split("+"))
        case list() | tuple():
            return [value_with_names(each, names) for each in value]
        case _:
            return value
