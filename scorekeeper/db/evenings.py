"""Evenings: which one a moment belongs to, by the clock of this machine (or of `TZ`).

An evening goes on until five in the morning.
"""

import re
import time
from datetime import date, timedelta

BEFORE_ALL_EVENINGS = -(
    10**11
)  # before any evening; what began later has a time, in words of an index
EVENING_END_S = 5 * 60 * 60  # seconds after midnight


def evening_date(seconds: int) -> str:
    """The evening of a moment, "2026-11-19"."""
    return time.strftime("%Y-%m-%d", time.localtime(seconds - EVENING_END_S))


def evening_timestamp(night: str) -> int:
    """Eight in the evening of that day; for results of which only the day is known."""
    return int(time.mktime(time.strptime(f"{night} 20", "%Y-%m-%d %H")))


def is_evening_date(text: str) -> bool:
    """Whether this names an evening, in a year that clocks know."""
    if not re.fullmatch(r"(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}", text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def evening_bounds(night: str) -> tuple[int, int]:
    """The first moment of an evening, and the first that is too late for it."""
    tomorrow = (date.fromisoformat(night) + timedelta(days=1)).isoformat()
    return evening_start(night), evening_start(tomorrow)


def evening_start(night: str) -> int:
    return int(time.mktime(time.strptime(night, "%Y-%m-%d"))) + EVENING_END_S
