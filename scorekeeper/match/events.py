"""What can happen in a match, as facts in the past tense, and their names in the log.

Names in the log are spelled out once, in `KINDS`, and outlive the names of classes. Events
are appended, never edited: a correction and an undo are events too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, assert_never

from scorekeeper.rules.kernel import Options, Record

Stages = tuple[tuple[str, Record], ...]  # a deal's answers, stage by stage, in order
Deals = tuple[tuple[int, Stages], ...]  # the answers of several deals, by number, in order
RULES_VERSION = 1  # the version of the rules a match was started under


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The table agreed on a game; `players` are keys in order of play."""

    game: str
    players: tuple[str, ...]
    options: Options
    rules: int = RULES_VERSION


@dataclass(frozen=True, slots=True)
class StageRecorded:
    """One stage of one deal was answered. `round` counts deals from 1."""

    round: int
    stage: str
    answers: Record


@dataclass(frozen=True, slots=True)
class RoundCorrected:
    """An older deal was replaced, all its stages.

    `later` are the deals after it that had to be replaced too. One without stages no longer
    counts: the match now ends before it.
    """

    round: int
    stages: Stages
    later: Deals = ()


@dataclass(frozen=True, slots=True)
class CorrectionDrafted:
    """A correction that is not complete yet was kept for later; it changes no score."""

    round: int
    stages: Stages
    later: Deals = ()


@dataclass(frozen=True, slots=True)
class DraftDropped:
    """A kept correction was given up or has been made."""

    round: int


@dataclass(frozen=True, slots=True)
class MatchClosed:
    """The table ended the match. `how`: "closed", whoever leads wins; "unfinished", nobody wins.

    Before the first complete deal nobody leads: both are unfinished.
    """

    how: str


@dataclass(frozen=True, slots=True)
class MatchReopened:
    """The table plays on."""


@dataclass(frozen=True, slots=True)
class StepUndone:
    """Undo: the step of that version no longer holds."""

    step: int


@dataclass(frozen=True, slots=True)
class StepRedone:
    """Redo: the withdrawn step of that version holds again."""

    step: int


@dataclass(frozen=True, slots=True)
class MatchThrownAway:
    """The match counts for nothing any more."""


@dataclass(frozen=True, slots=True)
class MatchBroughtBack:
    """A match that was thrown away counts again."""


@dataclass(frozen=True, slots=True)
class ResultImported:
    """An old result without its deals: the whole match in one entry.

    `places` and `points` are as `players` sit; points are None where only places are known.
    `night` is the evening ("2023-09-03"), `number` tells the results of one evening apart, in
    order from 0; `batch` is the import that brought it.
    """

    game: str
    players: tuple[str, ...]
    places: tuple[int, ...]
    points: tuple[int | None, ...]
    night: str
    number: int
    batch: int


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
    | MatchThrownAway
    | MatchBroughtBack
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
    "match thrown away": MatchThrownAway,
    "match brought back": MatchBroughtBack,
    "result noted": ResultImported,
}
KIND_BY_EVENT = {kind: name for name, kind in EVENT_BY_KIND.items()}
LATER_FIELD = (
    "later"  # newer than the log: left out while it is empty, so that old entries stay the same
)


class Entry(NamedTuple):
    """One line of a match's log: versions count from 1; `at` is seconds since 1970, UTC.

    `device` is the phone that wrote it, where that is known.
    """

    version: int
    event: Event
    at: int
    device: int | None = None


def encode_event(event: Event) -> tuple[str, dict[str, Any]]:
    """An event's name in the log and its body as JSON."""
    body = {f.name: getattr(event, f.name) for f in fields(event)}
    return KIND_BY_EVENT[type(event)], {k: v for k, v in body.items() if v or k != LATER_FIELD}


def decode_event(kind: str, body: Mapping[str, Any]) -> Event:
    """The event that `encode` wrote. Raises KeyError for a kind nobody knows."""
    known = EVENT_BY_KIND[kind]
    values = dict(body)
    if known is MatchStarted:
        values["players"] = tuple(values["players"])
    elif known is ResultImported:
        values |= {name: tuple(values[name]) for name in ("players", "places", "points")}
    elif known in (RoundCorrected, CorrectionDrafted):
        values["stages"] = stages_from_json(values["stages"])
        values[LATER_FIELD] = tuple(
            (n, stages_from_json(said)) for n, said in values.get(LATER_FIELD, ())
        )
    return known(**values)


def stages_from_json(said: Iterable[tuple[str, Record]]) -> Stages:
    return tuple((stage, answers) for stage, answers in said)


def replaced_deals(event: RoundCorrected | CorrectionDrafted) -> Deals:
    """All deals that a correction replaces, the corrected one first."""
    return ((event.round, event.stages), *event.later)


def deal_numbers(event: Event) -> tuple[int, ...]:
    """The deals that an answer or a correction wrote."""
    match event:
        case StageRecorded(round=number):
            return (number,)
        case RoundCorrected():
            return tuple(number for number, _ in replaced_deals(event))
    return ()


def is_step(event: Event) -> bool:
    """Whether undo can take it back: what the table said, and how the match ended."""
    match event:
        case StageRecorded() | RoundCorrected() | MatchClosed() | MatchReopened():
            return True
        case (
            MatchStarted()
            | CorrectionDrafted()
            | DraftDropped()
            | StepUndone()
            | StepRedone()
            | MatchThrownAway()
            | MatchBroughtBack()
            | ResultImported()
        ):
            return False
        case _:
            assert_never(event)
