"""A league's evenings, dates and times of day, in its time zone.

An evening lasts until 05:00 the next day. Times are seconds since 1970.
"""

import re
from calendar import timegm
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from scorekeeper.messages import say
from scorekeeper.runtime.time_zones import time_zone_names

DAY_S = 24 * 60 * 60
EVENING_END_S = 5 * 60 * 60  # seconds after midnight
USUAL_HOUR = 20  # for results whose time of day is unknown
MIN_YEAR, MAX_YEAR = 1900, 2099  # for all evenings, typed or imported
# The latest possible time of an entry in a log. Its evening is in MAX_YEAR in every time zone.
MAX_TIMESTAMP = timegm((MAX_YEAR, 12, 31, 0, 0, 0))
# The earliest and the latest possible time of a result. Imported results end at 20:00 or later on
# their evening. In UTC, this can be up to a day after the end of MAX_YEAR.
MIN_RESULT_TIMESTAMP = timegm((MIN_YEAR, 1, 1, 0, 0, 0))
MAX_RESULT_TIMESTAMP = timegm((MAX_YEAR + 1, 1, 2, 0, 0, 0))
TIMESTAMP_MARGIN_S = 2 * DAY_S
MIN_EVENING, MAX_EVENING = f"{MIN_YEAR}-01-01", f"{MAX_YEAR}-12-31"
EVENING_PATTERN = "^(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}$"  # a date in these years
MONTHS = (
    say("January"),
    say("February"),
    say("March"),
    say("April"),
    say("May"),
    say("June"),
    say("July"),
    say("August"),
    say("September"),
    say("October"),
    say("November"),
    say("December"),
)


@dataclass(frozen=True, slots=True)
class LeagueClock:
    """A clock in a league's time zone.

    If `zone` is None, the clock uses the machine's zone, which the environment variable `TZ` can
    set. Evenings and dates are text such as "2026-11-19".
    """

    zone: ZoneInfo | None = None

    @property
    def zone_name(self) -> str | None:
        """The name of the zone, such as "Europe/Madrid", or None for the machine's zone."""
        return None if self.zone is None else self.zone.key

    def date(self, seconds: int) -> str:
        """Return the calendar date of a time."""
        return self.local(seconds).date().isoformat()

    def time_of_day(self, seconds: int) -> str:
        """Return the time of day, such as "21:34"."""
        return self.local(seconds).strftime("%H:%M")

    def evening(self, seconds: int) -> str:
        """Return the evening that a time belongs to."""
        return self.date(seconds - EVENING_END_S)

    def evening_start(self, evening: str) -> int:
        """Return when an evening starts, in seconds since 1970."""
        return self.timestamp(datetime.fromisoformat(evening)) + EVENING_END_S

    def evening_bounds(self, evening: str) -> tuple[int, int]:
        """Return the start and the exclusive end of an evening, in seconds since 1970."""
        tomorrow = (date.fromisoformat(evening) + timedelta(days=1)).isoformat()
        return self.evening_start(evening), self.evening_start(tomorrow)

    def evening_timestamp(self, evening: str) -> int:
        """Return 20:00 on the evening's date, for results without a time of day.

        The time is in seconds since 1970.
        """
        return self.timestamp(datetime.fromisoformat(evening).replace(hour=USUAL_HOUR))

    def on_evening(self, seconds: int, evening: str | None) -> int:
        """Return the same time of day on another evening.

        If `evening` is None, the time is returned unchanged.
        """
        if evening is None:
            return seconds
        days = date.fromisoformat(evening) - date.fromisoformat(self.evening(seconds))
        start, end = self.evening_bounds(evening)
        # If the clocks changed between the two dates, a time near 05:00 could end up outside the
        # evening.
        return min(max(self.timestamp(self.local(seconds) + days), start), end - 1)

    def local(self, seconds: int) -> datetime:
        """Return the local date and time. A damaged time is read as the nearest possible time."""
        return datetime.fromtimestamp(nearest_timestamp(seconds), self.zone)

    def timestamp(self, local: datetime) -> int:
        return int(local.replace(tzinfo=self.zone).timestamp())


def clock_in(time_zone: str | None) -> LeagueClock:
    """Return the clock of the time zone with this name.

    Returns the machine's clock if the name is None, or if the installed tzdata does not contain the
    zone. Pages therefore still work after tzdata is downgraded.
    """
    is_known = time_zone is not None and time_zone in time_zone_names()
    return LeagueClock(ZoneInfo(time_zone) if time_zone is not None and is_known else None)


def nearest_timestamp(seconds: int) -> int:
    """Return this time or, if it is out of range, the nearest time in the range.

    The range extends beyond the possible times of results at both ends, so the evening of an
    out-of-range time is before the first or after the last possible evening of a result.
    """
    return min(
        max(seconds, MIN_RESULT_TIMESTAMP - TIMESTAMP_MARGIN_S),
        MAX_RESULT_TIMESTAMP + TIMESTAMP_MARGIN_S,
    )


def is_timestamp(value: object) -> bool:
    """Return whether the value can be the time of an entry in a log, in seconds since 1970."""
    return type(value) is int and 0 <= value <= MAX_TIMESTAMP


def is_result_timestamp(value: object) -> bool:
    """Return whether the value can be the time of a result, in seconds since 1970."""
    return type(value) is int and MIN_RESULT_TIMESTAMP <= value <= MAX_RESULT_TIMESTAMP


def is_evening_date(text: str) -> bool:
    """Return whether the text is a valid date "YYYY-MM-DD" between MIN_YEAR and MAX_YEAR."""
    if not re.fullmatch(EVENING_PATTERN, text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
