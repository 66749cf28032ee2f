"""The command that moves a match to another evening, for example if it was entered a day late."""

from scorekeeper.clock import is_evening_date
from scorekeeper.errors import Refused
from scorekeeper.match.commands import CommandMeta, append_event
from scorekeeper.match.events import EveningSet, Event
from scorekeeper.match.log import Log
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import say
from scorekeeper.rules.kernel import Problem


def set_evening(log: Log, match: int, evening: str, today: str, meta: CommandMeta) -> Scoresheet:
    """Move a match to another evening, such as "2026-11-19".

    Raises Refused if the evening is not a valid date or is later than `today`.
    """

    def decide(_sheet: Scoresheet) -> Event:
        if problem := evening_problem(evening, today):
            raise Refused([problem])
        return EveningSet(evening)

    return append_event(log, match, meta, decide)


def evening_problem(evening: str, today: str) -> Problem | None:
    """Return the reason why a match cannot be moved to this evening, or None if it can."""
    if not is_evening_date(evening):
        return Problem("bad_date", say("Enter a date such as 2026-11-19."), "evening")
    if evening > today:
        return Problem("future", say("Choose the current evening or an earlier one."), "evening")
    return None
