"""Evenings in words: "Thursday 12 November", with the year where it is not this one."""

import time
from collections.abc import Callable
from functools import lru_cache

from flask import Flask

from scorekeeper.rules.words import Say, Translate, say, spell

WEEKDAYS = (
    say("Monday"), say("Tuesday"), say("Wednesday"), say("Thursday"), say("Friday"),
    say("Saturday"), say("Sunday"),
)  # fmt: skip
MONTHS = (
    say("January"), say("February"), say("March"), say("April"), say("May"), say("June"),
    say("July"), say("August"), say("September"), say("October"), say("November"),
    say("December"),
)  # fmt: skip


def init_app(app: Flask) -> None:
    app.jinja_env.filters["in_full"] = speaker(app.extensions["scorekeeper.translate"])


def speaker(translate: Translate) -> Callable[[str], str]:
    """`"2026-11-12"|in_full`: the evening as people say it."""

    @lru_cache(1024)
    def spoken(night: str, this_year: int) -> str:
        return spell(evening(night, this_year), {}, translate)

    return lambda night: spoken(night, time.localtime().tm_year)


def evening(night: str, this_year: int) -> Say:
    day = time.strptime(night, "%Y-%m-%d")
    named = say("{weekday} {day} {month}", weekday=WEEKDAYS[day.tm_wday], day=day.tm_mday,
                month=MONTHS[day.tm_mon - 1])  # fmt: skip
    if day.tm_year == this_year:
        return named
    return say("{evening} {year}", evening=named, year=day.tm_year)
