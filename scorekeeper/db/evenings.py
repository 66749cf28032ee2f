"""The evening that a time belongs to, in the machine's time zone (or `TZ`).

An evening lasts until 05:00 of the next day. Times are seconds since 1970.
"""

import re
import time
from datetime import date, timedelta

# A time before any evening. `column > BEFORE_ALL_EVENINGS` is true for every time that is not NULL;
# being a range, it lets the database use an index on the column.
BEFORE_ALL_EVENINGS = -(10**11)
EVENING_END_S = 5 * 60 * 60  # seconds after midnight
MIN_YEAR, MAX_YEAR = 1900, 2099  # of evenings, wherever they are typed or imported
EVENING_PATTERN = "^(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}$"  # a date in these years


def evening_date(seconds: int) -> str:
    """The evening of a time in seconds since 1970, as a date: "2026-11-19"."""
    return time.strftime("%Y-%m-%d", time.localtime(seconds - EVENING_END_S))


def evening_timestamp(evening: str) -> int:
    """20:00 on that date, in seconds since 1970; for results whose time of day is unknown."""
    return int(time.mktime(time.strptime(f"{evening} 20", "%Y-%m-%d %H")))


def is_evening_date(text: str) -> bool:
    """Whether the text is a valid date "YYYY-MM-DD" in the years MIN_YEAR to MAX_YEAR."""
    if not re.fullmatch(EVENING_PATTERN, text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def evening_bounds(evening: str) -> tuple[int, int]:
    """Start and end of an evening in seconds since 1970; the end is exclusive."""
    tomorrow = (date.fromisoformat(evening) + timedelta(days=1)).isoformat()
    return evening_start(evening), evening_start(tomorrow)


def evening_start(evening: str) -> int:
    return int(time.mktime(time.strptime(evening, "%Y-%m-%d"))) + EVENING_END_S
