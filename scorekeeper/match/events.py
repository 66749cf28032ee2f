"""The events of a match, and their encoding in the log.

The kinds in the log are defined in `EVENT_BY_KIND` and do not change when a class is renamed.
Events are appended and never edited, so a correction and an undo are events too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, assert_never

from scorekeeper.rules.kernel import Answers, Options

Stages = tuple[tuple[str, Answers], ...]  # a deal's answers, stage by stage, in order
Deals = tuple[tuple[int, Stages], ...]  # the answers of several deals, by number, in order
# The version of the rules, stored when a match starts. Raise it if a change makes the same options
# and answers score differently, and keep the earlier scoring for matches with a lower number. A new
# option or kind of answer does not need this. An import refuses higher numbers.
RULES_VERSION = 1


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match was started. `players` are the players' keys in order of play."""

    game: str
    players: tuple[str, ...]
    options: Options
    rules: int = RULES_VERSION


@dataclass(frozen=True, slots=True)
class StageRecorded:
    """One stage of one deal was answered. `round` is the deal's number, counted from 1."""

    round: int
    stage: str
    answers: Answers


@dataclass(frozen=True, slots=True)
class RoundCorrected:
    """All stages of a recorded deal were replaced.

    `later` are deals after it that had to be replaced too. A deal without stages no longer counts,
    because the match now ends before it.
    """

    round: int
    stages: Stages
    later: Deals = ()


@dataclass(frozen=True, slots=True)
class CorrectionDrafted:
    """An incomplete correction was saved as a draft, which does not change the score."""

    round: int
    stages: Stages
    later: Deals = ()


@dataclass(frozen=True, slots=True)
class DraftDropped:
    """The draft of a correction was discarded, or the correction was made."""

    round: int


@dataclass(frozen=True, slots=True)
class MatchClosed:
    """The players ended the match.

    `how` is "closed" (the leader wins) or "unfinished" (nobody wins). Before the first complete
    deal there is no leader, so both mean unfinished.
    """

    how: str


@dataclass(frozen=True, slots=True)
class MatchReopened:
    """A match that the table had ended was continued."""


@dataclass(frozen=True, slots=True)
class StepUndone:
    """The step with version `step` was undone."""

    step: int


@dataclass(frozen=True, slots=True)
class StepRedone:
    """The step with version `step`, which had been undone, was redone."""

    step: int


@dataclass(frozen=True, slots=True)
class MatchDeleted:
    """The match was deleted, so it no longer counts."""


@dataclass(frozen=True, slots=True)
class MatchRestored:
    """The deleted match was restored."""


@dataclass(frozen=True, slots=True)
class EveningSet:
    """The match was moved to another evening, such as "2026-11-19"."""

    evening: str


@dataclass(frozen=True, slots=True)
class ResultImported:
    """An old result was imported: a whole match without deals, in one entry.

    `places` and `points` are in the same order as `players`. Points are None if only places are
    known. `evening` is a date such as "2023-09-03". `number` orders the results of one evening and
    starts at 0.
    """

    game: str
    players: tuple[str, ...]
    places: tuple[int, ...]
    points: tuple[int | None, ...]
    evening: str
    number: int
    import_id: int


Event = (
    MatchStarted
    | StageRecorded
    | RoundCorrected
    | CorrectionDrafted
    | DraftDropped
    | MatchClosed
    | MatchReopened
    | StepUndone
    | StepRedone
    | MatchDeleted
    | MatchRestored
    | EveningSet
    | ResultImported
)

EVENT_BY_KIND: dict[str, type[Event]] = {
    "match started": MatchStarted,
    "stage recorded": StageRecorded,
    "round corrected": RoundCorrected,
    "correction drafted": CorrectionDrafted,
    "draft dropped": DraftDropped,
    "match closed": MatchClosed,
    "match reopened": MatchReopened,
    "step withdrawn": StepUndone,
    "step restored": StepRedone,
    "match thrown away": MatchDeleted,
    "match brought back": MatchRestored,
    "evening set": EveningSet,
    "result noted": ResultImported,
}
KIND_BY_EVENT = {kind: name for name, kind in EVENT_BY_KIND.items()}
WAYS_TO_END = ("closed", "unfinished")  # the values of MatchClosed.how
# Not encoded if empty, because old entries without it must keep their encoding.
LATER_FIELD = "later"
# The keys of these fields of ResultImported in the log. Keys in the log never change.
IMPORTED_KEYS = {"evening": "night", "import_id": "batch"}


class Entry(NamedTuple):
    """One entry of a match's log.

    Versions count from 1. `at` is seconds since 1970. `device` is the id of the phone that wrote
    the entry, if known.
    """

    version: int
    event: Event
    at: int
    device: int | None = None


def encode_event(event: Event) -> tuple[str, dict[str, Any]]:
    """Return an event's kind in the log, and its body as a dict for JSON."""
    kind = type(event)
    body = {log_key(kind, f.name): getattr(event, f.name) for f in fields(event)}
    return KIND_BY_EVENT[kind], {k: v for k, v in body.items() if v or k != LATER_FIELD}


def log_key(event_type: type[Event], field: str) -> str:
    """Return the key under which an event's field is stored in the log."""
    return IMPORTED_KEYS.get(field, field) if event_type is ResultImported else field


def decode_event(kind: str, body: Mapping[str, Any]) -> Event:
    """Decode the values returned by `encode_event`.

    Raises KeyError for an unknown kind, and ValueError or TypeError for a damaged body. Answers
    and options are not checked.
    """
    event_type = EVENT_BY_KIND[kind]
    values = dict(body)
    if type(values.get("round", 1)) is not int or values.get("how", "closed") not in WAYS_TO_END:
        raise ValueError("The entry is damaged.")
    if event_type is ResultImported:
        return imported_from_json(values)
    if event_type is MatchStarted:
        values["players"] = tuple(values["players"])
    elif event_type in (RoundCorrected, CorrectionDrafted):
        values["stages"] = stages_from_json(values["stages"])
        values[LATER_FIELD] = tuple(
            (n, stages_from_json(stages)) for n, stages in values.get(LATER_FIELD, ())
        )
    return event_type(**values)


def imported_from_json(values: dict[str, Any]) -> ResultImported:
    values |= {name: tuple(values[name]) for name in ("players", "places", "points")}
    renamed = {name: values.pop(key) for name, key in IMPORTED_KEYS.items()}
    return ResultImported(**values, **renamed)


def stages_from_json(stages: Iterable[tuple[str, Answers]]) -> Stages:
    return tuple((stage, answers) for stage, answers in stages)


def replaced_deals(event: RoundCorrected | CorrectionDrafted) -> Deals:
    """Return all deals that a correction replaces, in order."""
    return ((event.round, event.stages), *event.later)


def deal_numbers(event: Event) -> tuple[int, ...]:
    """Return the numbers of the deals that a step writes, or an empty tuple for other events."""
    match event:
        case StageRecorded(round=number):
            return (number,)
        case RoundCorrected():
            return tuple(number for number, _ in replaced_deals(event))
    return ()


def is_step(event: Event) -> bool:
    """Return whether an event can be undone, as answers, corrections, closing and reopening can."""
    match event:
        case StageRecorded() | RoundCorrected() | MatchClosed() | MatchReopened():
            return True
        case (
            MatchStarted()
            | CorrectionDrafted()
            | DraftDropped()
            | StepUndone()
            | StepRedone()
            | MatchDeleted()
            | MatchRestored()
            | EveningSet()
            | ResultImported()
        ):
            return False
        case _:
            assert_never(event)
