"""PURE. Dates as people write them -> "2023-09-03", or what is wrong with them.

Numbers with the year first are always read so; with the year last, the column says whether the
day or the month comes first. Months by name, whole or from three letters on, in English, Spanish,
Italian, German, French and Portuguese. The day of the week and the time beside it are passed
over. Two figures of a year are of this century up to 69, of the last from 70.
"""

import re
from enum import StrEnum
from functools import lru_cache

from scorekeeper.messages import Say, say
from scorekeeper.transfer.results_csv.text import letters, shortened

EARLIEST = 1900
THIS_CENTURY = 70  # two figures below are 20.., the others 19..
LONGEST = 60  # characters; no date is longer


class Order(StrEnum):
    """What comes first in a date of three numbers."""

    DAY = "day first"
    MONTH = "month first"
    YEAR = "year first"


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
NAMES = (
    "january enero gennaio januar janner jaenner janvier janeiro",
    "february febrero febbraio februar feber fevrier fevereiro",
    "march marzo marz maerz mars marco",
    "april abril aprile avril",
    "may mayo maggio mai maio",
    "june junio giugno juni juin junho",
    "july julio luglio juli juillet julho",
    "august agosto aout",
    "september septiembre setiembre settembre septembre setembro",
    "october octubre ottobre oktober octobre outubro",
    "november noviembre novembre novembro",
    "december diciembre dicembre dezember decembre dezembro",
)
WEEKDAYS = (
    "monday tuesday wednesday thursday friday saturday sunday",
    "lunes martes miercoles jueves viernes sabado domingo",
    "lunedi martedi mercoledi giovedi venerdi domenica",
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "segunda terca quarta quinta sexta feira",
)
PASSED_OVER = "de del di do of the st nd rd th o er le el il den am on a"
BETWEEN = frozenset(PASSED_OVER.split())

TIME = re.compile(
    r"(?<=\d)(T|,?\s+)\d{1,2}[:.h]\d{2}([:.]\d{2}([.,]\d{1,9})?)?"
    r"(\s?[ap]\.?m\.?)?(\s?(Z|UTC|[+-]\d{2}:?\d{2}))?$",
    re.IGNORECASE | re.ASCII,
)
ANY_FIGURE = re.compile(r"[0-9]")
NUMBERS = re.compile(
    r"(?:([^\W\d_]{2,})[.,]?\s+)?([0-9]{1,4})\s?([./\- ])\s?([0-9]{1,2})\s?\3\s?([0-9]{1,4})\.?"
)


def beginnings(words: tuple[str, ...]) -> dict[str, int]:
    """Every beginning of at least three letters that means one month only -> which, from 1."""
    found: dict[str, set[int]] = {}
    for month, names in enumerate(words, start=1):
        for name in names.split():
            for length in range(3, len(name) + 1):
                found.setdefault(name[:length], set()).add(month)
    return {word: months.pop() for word, months in found.items() if len(months) == 1}


MONTH_OF = beginnings(NAMES)
IN_A_WEEK = {
    name[:length]
    for names in WEEKDAYS
    for name in names.split()
    for length in range(2, len(name) + 1)
}


def looks_like_a_day(text: str) -> bool:
    """Whether somebody probably meant a date, be it possible or not."""
    return in_numbers(text) is not None or in_words(text) is not None


def leading_numbers(text: str) -> tuple[int, int] | None:
    """The first two numbers of a date in numbers whose year is last: day and month, or month
    and day; None for any other.
    """
    found = in_numbers(text)
    return (int(found[0]), int(found[1])) if found and len(found[0]) < 3 else None


def year_leads(text: str) -> bool:
    """Whether it is a date in numbers that begins with a year of four figures."""
    found = in_numbers(text)
    return found is not None and len(found[0]) == 4


@lru_cache(maxsize=1000)  # the lines of a match, and those of a night, have the same
def day(text: str, order: Order, today: str) -> str | Say:
    """The day as "2023-09-03"; a sentence if there is no such day, or it is after `today`."""
    numbers = in_numbers(text)
    parts = arranged(numbers, order) if numbers else in_words(text)
    if parts is None:
        return no_date(text, order)
    year, month, number = parts
    if month > 12:
        return say(
            "There are 12 months, not {month}: does the day come first in “{text}”?",
            month=month,
            text=shortened(text),
        )
    if not month or not number:
        return no_date(text, order)
    if number > days_of(year, month):
        return too_many_days(year, month)
    if year < EARLIEST:
        return say(
            "Dates are read from {earliest} on, not from {year}.", earliest=EARLIEST, year=year
        )
    found = f"{year:04}-{month:02}-{number:02}"
    if found > today:
        return say("This day is still to come: {day}.", day=found)
    return found


def no_date(text: str, order: Order) -> Say:
    like = {Order.DAY: "31/12/2023", Order.MONTH: "12/31/2023", Order.YEAR: "2023-12-31"}[order]
    return say(
        "“{text}” is not a date like {like} or 31 Dec 2023.", text=shortened(text), like=like
    )


def too_many_days(year: int, month: int) -> Say:
    if month == 2:
        return say("February {year} has {days} days.", year=str(year), days=days_of(year, month))
    return say("{month} has {days} days.", month=MONTHS[month - 1], days=days_of(year, month))


def days_of(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def in_numbers(text: str) -> tuple[str, str, str] | None:
    """The three numbers of a date as they stand there."""
    if len(text) > LONGEST or not ANY_FIGURE.search(text):
        return None
    found = NUMBERS.fullmatch(TIME.sub("", text))
    if not found or (found[1] and letters(found[1]) not in IN_A_WEEK):
        return None
    return found[2], found[4], found[5]


def arranged(numbers: tuple[str, str, str], order: Order) -> tuple[int, int, int] | None:
    """Year, month and day; None where the year is not where the column has it."""
    first, second, third = numbers
    if len(first) == 4 or (order is Order.YEAR and len(third) < 3):
        year, month, number = first, second, third
    elif order is Order.YEAR:
        return None
    else:
        year, month, number = third, second, first
        if order is Order.MONTH:
            month, number = first, second
    if len(year) not in (2, 4) or len(number) > 2:
        return None
    return whole_year(year), int(month), int(number)


def whole_year(figures: str) -> int:
    if len(figures) > 2:
        return int(figures)
    return int(figures) + (2000 if int(figures) < THIS_CENTURY else 1900)


def in_words(text: str) -> tuple[int, int, int] | None:
    """Year, month and day of a date with the month's name in it."""
    if len(text) > LONGEST or not ANY_FIGURE.search(text):
        return None
    found = re.findall(r"[^\W\d_]+|[0-9]+", letters(TIME.sub("", text)))
    numbers = [word for word in found if ANY_FIGURE.match(word)]
    names = [word for word in found if not ANY_FIGURE.match(word) and word not in BETWEEN]
    if names and names[0] in IN_A_WEEK and not MONTH_OF.keys().isdisjoint(names[1:]):
        del names[0]  # "mar" is Tuesday and March
    if len(names) != 1 or names[0] not in MONTH_OF or len(numbers) != 2:
        return None
    number, year = reversed(numbers) if len(numbers[0]) == 4 else numbers
    if len(year) not in (2, 4) or len(number) > 2:
        return None
    return whole_year(year), MONTH_OF[names[0]], int(number)
