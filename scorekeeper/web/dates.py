"""Dates and times as text, in the league's time zone: "Thu 12 Nov 2026", "12 Nov", "21:34"."""

import time
from collections.abc import Callable
from datetime import date
from functools import lru_cache, partial

from flask import Flask, current_app, g

from scorekeeper.clock import MONTHS, LeagueClock, nearest_timestamp
from scorekeeper.messages import Message, Translate, render, say
from scorekeeper.web.extension_keys import LOAD_CLOCK_KEY, TRANSLATE_KEY

WEEKDAYS = (
    say("Monday"),
    say("Tuesday"),
    say("Wednesday"),
    say("Thursday"),
    say("Friday"),
    say("Saturday"),
    say("Sunday"),
)
SHORT_DAYS = (
    say("Mon"),
    say("Tue"),
    say("Wed"),
    say("Thu"),
    say("Fri"),
    say("Sat"),
    say("Sun"),
)
SHORT_MONTHS = (
    say("Jan"),
    say("Feb"),
    say("Mar"),
    say("Apr"),
    say("May"),
    say("Jun"),
    say("Jul"),
    say("Aug"),
    say("Sep"),
    say("Oct"),
    say("Nov"),
    say("Dec"),
)


def init_app(app: Flask) -> None:
    app.extensions[LOAD_CLOCK_KEY] = LeagueClock  # replaced if there is a database
    app.jinja_env.globals.update(zone_name=lambda: current_clock().zone_name)
    app.jinja_env.filters.update(
        iso_utc=iso_utc,
        local_date=local_date,
        local_evening=local_evening,
        local_time=local_time,
        other_year=other_year,
        **date_filters(app.extensions[TRANSLATE_KEY]),
    )


def date_filters(translate: Translate) -> dict[str, Callable[[str], str]]:
    """Return the template filters that format an ISO date as text, by name.

    The filter `full_date` omits the current year.
    """

    @lru_cache(1024)
    def text(format_date: Callable[..., Message], iso_date: str, *this_year: int) -> str:
        return render(format_date(iso_date, *this_year), {}, translate)

    return {
        "full_date": lambda iso_date: text(full_date, iso_date, this_year()),
        "medium_date": partial(text, medium_date),
        "weekday_date": partial(text, weekday_date),
        "month_and_year": partial(text, month_and_year),
        "day_of_month": partial(text, day_of_month),
    }


def now() -> int:
    """Return the current time in seconds since 1970."""
    return int(time.time())


def this_year() -> int:
    return current_clock().local(now()).year


def current_clock() -> LeagueClock:
    """Return the clock of the request's league.

    The clock is loaded once for each request, when it is first needed.
    """
    if "clock" not in g:
        g.clock = current_app.extensions[LOAD_CLOCK_KEY]()
    clock: LeagueClock = g.clock
    return clock


def iso_utc(seconds: int) -> str:
    """Return a Unix time in seconds as an ISO 8601 timestamp in UTC."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(nearest_timestamp(seconds)))


def local_date(seconds: int) -> str:
    """Return a Unix time as a date in the league's time zone, such as "2026-11-21"."""
    return current_clock().date(seconds)


def local_evening(seconds: int) -> str:
    """Return the evening that a Unix time belongs to, such as "2026-11-20".

    The evening is in the league's time zone.
    """
    return current_clock().evening(seconds)


def local_time(seconds: int) -> str:
    """Return a Unix time as a time of day in the league's time zone, such as "21:34"."""
    return current_clock().time_of_day(seconds)


def full_date(iso_date: str, this_year: int = 0) -> Message:
    """Return an ISO date as "Thursday 12 November", plus the year unless it is `this_year`."""
    day = time.strptime(iso_date, "%Y-%m-%d")
    without_year = say(
        "{weekday} {day} {month}",
        weekday=WEEKDAYS[day.tm_wday],
        day=day.tm_mday,
        month=MONTHS[day.tm_mon - 1],
    )
    if day.tm_year == this_year:
        return without_year
    return say("{date} {year}", date=without_year, year=day.tm_year)


def medium_date(iso_date: str) -> Message:
    """Return an ISO date such as "2026-11-19" as "Thu 19 Nov 2026"."""
    day = date.fromisoformat(iso_date)
    return say(
        "{weekday} {day} {month} {year}",
        weekday=SHORT_DAYS[day.weekday()],
        day=day.day,
        month=SHORT_MONTHS[day.month - 1],
        year=day.year,
    )


def weekday_date(iso_date: str) -> Message:
    """Return an ISO date as "Thu 19 Nov", for pages on which the year follows or is obvious."""
    day = date.fromisoformat(iso_date)
    return say(
        "{weekday} {day} {month}",
        weekday=SHORT_DAYS[day.weekday()],
        day=day.day,
        month=SHORT_MONTHS[day.month - 1],
    )


def other_year(iso_date: str) -> str:
    """Return the year of an ISO date, or an empty string for the current year."""
    year = date.fromisoformat(iso_date).year
    return "" if year == this_year() else str(year)


def short_date(iso_date: str) -> Message:
    """Return an ISO date as "19 Nov", for pages that show the year elsewhere."""
    day = date.fromisoformat(iso_date)
    return say("{day} {month}", day=day.day, month=SHORT_MONTHS[day.month - 1])


def month_and_year(iso_date: str) -> Message:
    """Return the month of an ISO date as "November 2026"."""
    day = date.fromisoformat(iso_date)
    return say("{month} {year}", month=MONTHS[day.month - 1], year=day.year)


def day_of_month(iso_date: str) -> Message:
    """Return an ISO date as "Thursday 12", for pages that show the month elsewhere."""
    day = date.fromisoformat(iso_date)
    return say("{weekday} {day}", weekday=WEEKDAYS[day.weekday()], day=day.day)
