"""Whether what was brought could have been said at the table: each entry of a match is written
once more by the verbs of `table`, on a log that holds this one match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

from scorekeeper.match import commands, imported
from scorekeeper.match.commands import Refused, Sent, Stale
from scorekeeper.match.events import (
    KINDS,
    RULES,
    CorrectionDrafted,
    Deals,
    DraftDropped,
    Entry,
    MatchBroughtBack,
    MatchClosed,
    MatchReopened,
    MatchStarted,
    MatchThrownAway,
    ResultNoted,
    RoundCorrected,
    StageRecorded,
    StepRestored,
    StepWithdrawn,
    deals_of,
    decode,
)
from scorekeeper.match.imported import NotedResult
from scorekeeper.match.log import Conflict, Seats, Slip
from scorekeeper.match.replay import started
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Name, Say, say
from scorekeeper.rules import GAMES
from scorekeeper.transfer.league_json.validators import BODY

HERE = 1  # the number of the one match
NOT_NOW = say("This does not follow from what was written before.")
NOT_SO = say("These answers are not of this game.")
# What rules meet in answers and options that no form ever sent; they look leniently, and this is
# for what they do not foresee.
UNFORESEEN = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


class Impossible(Exception):
    """Why an entry cannot stand where it stands; players in it are called by their keys."""

    def __init__(self, reason: Say) -> None:
        super().__init__(reason.template)
        self.reason = reason


class OneMatch:
    """A `scorekeeper.match.log.Log` with one match, that takes one entry."""

    def __init__(self, sheet: Scoresheet | None) -> None:
        self.now = sheet
        self.taken: Entry | None = None
        self.then: Scoresheet | None = None  # the sheet with it

    def start(self, entry: Entry, key: str) -> int:
        self.taken, self.then = entry, started(entry)
        return HERE

    def sheet(self, match: int, at: int | None = None) -> Scoresheet:
        if self.now is None:
            raise Impossible(NOT_NOW)
        return self.now

    def lately(self, match: int) -> tuple[Scoresheet, Seats] | None:
        return (self.now, self.seats(match)) if self.now else None

    def append(self, match: int, entry: Entry, key: str, sheet: Scoresheet) -> None:
        if self.taken is not None:  # a correction drops its draft too: here that comes by itself
            raise Conflict
        self.taken, self.then = entry, sheet

    def sent(self, match: int, key: str) -> Entry | None:
        return self.taken

    def seats(self, match: int) -> Seats:
        return Seats({}, (), 0)

    def written(self, match: int) -> Sequence[Entry]:
        return [self.taken] if self.taken else []

    def devices(self, match: int) -> Mapping[int, str]:
        return {}

    def today(self, players: tuple[str, ...]) -> tuple[str, ...]:
        return players

    def hand_in(self, match: int, slip: Slip, at: int, device: int | None) -> None:
        raise NotImplementedError  # a slip is in no document


def entry_of(version: int, kind: str, body: Mapping[str, Any], at: int) -> Entry:
    """The entry of a row of the log. Raises Impossible if its body is not of its kind."""
    known = {field.name: field for field in fields(KINDS[kind])}
    for name, value in body.items():
        if name not in known:
            raise Impossible(say("“{kind}” has no “{name}”.", kind=kind, name=name))
        if not BODY[name](value):
            raise Impossible(say("“{name}” cannot be that in “{kind}”.", kind=kind, name=name))
    for name, field in known.items():
        if name not in body and field.default is MISSING:
            raise Impossible(say("“{name}” is missing in “{kind}”.", kind=kind, name=name))
    return Entry(version, decode(kind, body), at)


Stand = Scoresheet | NotedResult  # of a match with deals, or without


def follow(stand: Stand | None, entry: Entry) -> Stand:
    """Where a match stands after one more entry; None is before the first. Raises Impossible."""
    if isinstance(stand, NotedResult):
        return follow_noted(stand, entry)
    if stand is None and isinstance(entry.event, ResultNoted):
        return noted_so(entry)
    return follow_sheet(stand, entry)


def follow_sheet(sheet: Scoresheet | None, entry: Entry) -> Scoresheet:
    """The same of a match with deals."""
    log = OneMatch(sheet)
    try:
        say_again(log, entry)
        if log.taken != entry or log.then is None:
            raise Impossible(NOT_NOW)
        return log.then
    except Refused as refusal:
        raise Impossible(refusal.problems[0].reason) from None
    except Stale:
        raise Impossible(NOT_NOW) from None
    except UNFORESEEN:
        raise Impossible(NOT_SO) from None


def say_again(log: OneMatch, entry: Entry) -> None:
    """What the table did to write this entry."""
    sent = Sent("", entry.at)
    match entry.event:
        case MatchStarted(game=game, players=players, options=options, rules=rules):
            if log.now is not None or rules > RULES:
                raise Impossible(
                    NOT_NOW if rules <= RULES else say("Its rules are from a newer version.")
                )
            commands.start(log, game, players, options, sent)
            # What was agreed stands as it is written: an older program knew fewer options.
            log.start(entry, "")
        case StageRecorded(round=number, stage=stage, answers=answers):
            commands.record(log, HERE, number, stage, answers, sent, known=log.now)
        case RoundCorrected(round=number, stages=stages, later=later):
            check_order(number, later)
            commands.correct(log, HERE, number, stages, log.sheet(HERE).version, sent, later)
        case CorrectionDrafted(round=number, stages=stages, later=later):
            check_order(number, later)
            check_draft(log.sheet(HERE), entry.event)
            commands.draft(log, HERE, number, stages, sent, later)
        case DraftDropped(round=number):
            commands.drop_draft(log, HERE, number, sent)
        case _:
            turn(log, entry, sent)


def turn(log: OneMatch, entry: Entry, sent: Sent) -> None:
    """The same for all that is no answer."""
    match entry.event:
        case MatchClosed(how=how):
            commands.close(log, HERE, how, sent)
        case MatchReopened():
            commands.reopen(log, HERE, sent)
        case StepWithdrawn(step=step):
            commands.undo(log, HERE, step, sent)
        case StepRestored(step=step):
            commands.redo(log, HERE, step, sent)
        case MatchThrownAway():
            commands.throw_away(log, HERE, sent)
        case MatchBroughtBack():
            commands.bring_back(log, HERE, sent)


def noted_so(entry: Entry) -> NotedResult:
    """An old result, whole in one entry. Raises Impossible."""
    event = entry.event
    if not isinstance(event, ResultNoted):
        raise Impossible(NOT_NOW)
    seats = len(event.players)
    if seats not in GAMES[event.game].seats or len(set(event.players)) < seats:
        raise Impossible(say("These players cannot sit down to this game."))
    if len(event.places) != seats or len(event.points) != seats:
        raise Impossible(say("Every player needs a place, and points or none."))
    if any(place != 1 + sum(other < place for other in event.places) for place in event.places):
        raise Impossible(say("These places are not those of one match."))
    return imported.replay([entry])


def follow_noted(result: NotedResult, entry: Entry) -> NotedResult:
    """An old result is thrown away, or brought back. Raises Impossible."""
    wanted = MatchBroughtBack if result.thrown_away else MatchThrownAway
    if not isinstance(entry.event, wanted):
        raise Impossible(NOT_NOW)
    return imported.apply(result, entry)


def check_order(number: int, later: Deals) -> None:
    """Later deals come after the corrected one, in order, each once."""
    numbers = [number, *dict(later)]
    if numbers != sorted(set(numbers)) or len(later) != len(numbers) - 1:
        raise Impossible(NOT_NOW)


def check_draft(sheet: Scoresheet, draft: CorrectionDrafted) -> None:
    """The deals of a draft are right by themselves; it is one as another deal cannot stay."""
    numbers = dict(deals_of(draft))
    if any(number > len(sheet.said) for number in numbers):
        raise Stale(sheet)
    try:
        commands.check_correction(sheet, draft.round, draft.stages, draft.later)
    except Refused as refusal:
        if refusal.round is None or refusal.round in numbers:
            raise


def can_go_on(sheet: Scoresheet) -> None:
    """Raises Impossible if the next question cannot even be asked, as with options left out."""
    try:
        if sheet.asked:
            list(sheet.game.fields(sheet.asked.position, sheet.asked.record))
    except UNFORESEEN:
        raise Impossible(NOT_SO) from None


def called(sentence: Say, names: Mapping[str, str]) -> Say:
    """The sentence with names in the place of keys."""
    return sentence._replace(
        values={key: called_value(value, names) for key, value in sentence.values.items()}
    )


def called_value(value: object, names: Mapping[str, str]) -> object:
    match value:
        case Say():
            return called(value, names)
        case Name():
            return " + ".join(names.get(key, key) for key in value.split("+"))
        case list() | tuple():
            return [called_value(each, names) for each in value]
        case _:
            return value
