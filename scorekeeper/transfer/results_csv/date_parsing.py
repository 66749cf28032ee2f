"""Parse dates that people write in various ways.

The result is a date like "2023-09-03", or a sentence about the mistake. A numeric date with a
four-digit year first is always year, month, day. If the year is last, the role of the column
decides whether the day or the month is first. Month names may be shortened to three letters, in
English, Spanish, Italian, German, French and Portuguese. Weekdays and times are ignored. Two-digit
years up to 69 mean 20xx, and two-digit years from 70 mean 19xx.
"""

import re
from enum import StrEnum
from functools import lru_cache

from scorekeeper.clock import MIN_YEAR, MONTHS
from scorekeeper.messages import Message, say
from scorekeeper.transfer.results_csv.text import shorten, text_key

CENTURY_PIVOT = 70  # two-digit years below this are 20xx, the others 19xx
MAX_DATE_CHARS = 60  # characters; longer text is not a date


class DateOrder(StrEnum):
    """The part that comes first in a date of three numbers."""

    DAY = "day first"
    MONTH = "month first"
    YEAR = "year first"


MONTH_NAMES = (
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
WEEKDAY_NAMES = (
    "monday tuesday wednesday thursday friday saturday sunday",
    "lunes martes miercoles jueves viernes sabado domingo",
    "lunedi martedi mercoledi giovedi venerdi domenica",
    "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "segunda terca quarta quinta sexta feira",
)
FILLERS = "de del di do of the st nd rd th o er le el il den am on a"
FILLER_WORDS = frozenset(FILLERS.split())

TIME_SUFFIX = re.compile(
    r"(?<=\d)(T|,?\s+)\d{1,2}[:.h]\d{2}([:.]\d{2}([.,]\d{1,9})?)?"
    r"(\s?[ap]\.?m\.?)?(\s?(Z|UTC|[+-]\d{2}:?\d{2}))?$",
    re.IGNORECASE | re.ASCII,
)
DIGIT = re.compile(r"[0-9]")
NUMERIC_DATE = re.compile(
    r"(?:([^\W\d_]{2,})[.,]?\s+)?([0-9]{1,4})\s?([./\- ])\s?([0-9]{1,2})\s?\3\s?([0-9]{1,4})\.?"
)


def unique_prefixes(words: tuple[str, ...]) -> dict[str, int]:
    """Return the month number for each prefix that fits only one month.

    Prefixes have three or more letters, and month numbers begin at 1.
    """
    by_prefix: dict[str, set[int]] = {}
    for month, names in enumerate(words, start=1):
        for name in names.split():
            for length in range(3, len(name) + 1):
                by_prefix.setdefault(name[:length], set()).add(month)
    return {word: months.pop() for word, months in by_prefix.items() if len(months) == 1}


MONTH_BY_PREFIX = unique_prefixes(MONTH_NAMES)
WEEKDAY_PREFIXES = {
    name[:length]
    for names in WEEKDAY_NAMES
    for name in names.split()
    for length in range(2, len(name) + 1)
}


def looks_like_date(text: str) -> bool:
    """Return whether `text` has the form of a date, even if the date does not exist."""
    return parse_numeric_date(text) is not None or parse_worded_date(text) is not None


@lru_cache(maxsize=1000)  # lines of a match or an evening share their date
def parse_date(text: str, order: DateOrder, today: str) -> str | Message:
    """Return the date as "2023-09-03", or a sentence if it is invalid or after `today`."""
    numbers = parse_numeric_date(text)
    parts = order_date_parts(numbers, order) if numbers else parse_worded_date(text)
    if parts is None:
        return not_a_date(text, order)
    year, month, number = parts
    if month > 12:
        return say(
            "“{text}” is not a date, because there is no month {month}. Check whether the day or "
            "the month comes first.",
            month=month,
            text=shorten(text),
        )
    if not month or not number:
        return not_a_date(text, order)
    if number > days_in_month(year, month):
        return too_many_days(year, month)
    if year < MIN_YEAR:
        return say(
            "The year {year} is too early. The earliest possible year is {earliest}.",
            earliest=MIN_YEAR,
            year=year,
        )
    date = f"{year:04}-{month:02}-{number:02}"
    if date > today:
        return say("The date {day} is in the future.", day=date)
    return date


def not_a_date(text: str, order: DateOrder) -> Message:
    like = {
        DateOrder.DAY: "31/12/2023",
        DateOrder.MONTH: "12/31/2023",
        DateOrder.YEAR: "2023-12-31",
    }[order]
    return say(
        "“{text}” is not a date. Write dates like {like} or 31 Dec 2023.",
        text=shorten(text),
        like=like,
    )


def too_many_days(year: int, month: int) -> Message:
    if month == 2:
        return say(
            "February {year} has {days} days.", year=str(year), days=days_in_month(year, month)
        )
    return say("{month} has {days} days.", month=MONTHS[month - 1], days=days_in_month(year, month))


def days_in_month(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def parse_numeric_date(text: str) -> tuple[str, str, str] | None:
    """Return the three numbers of a numeric date, in the same order as in the text.

    Returns None if the text is not a numeric date.
    """
    if len(text) > MAX_DATE_CHARS or not DIGIT.search(text):
        return None
    match = NUMERIC_DATE.fullmatch(TIME_SUFFIX.sub("", text))
    if not match or (match[1] and text_key(match[1]) not in WEEKDAY_PREFIXES):
        return None
    return match[2], match[4], match[5]


def has_month_first(text: str) -> bool:
    """Return whether `text` can be a date only in month-first order, like 4/13/2023."""
    numbers = parse_numeric_date(text)
    if numbers is None or len(numbers[0]) > 2 or len(numbers[1]) > 2:
        return False
    return int(numbers[0]) <= 12 < int(numbers[1])


def order_date_parts(
    numbers: tuple[str, str, str], order: DateOrder
) -> tuple[int, int, int] | None:
    """Return the year, month and day.

    Returns None if the numbers do not fit this order, for example if the year is in the wrong
    place.
    """
    first_part, second_part, third_part = numbers
    if len(first_part) == 4 or (order is DateOrder.YEAR and len(third_part) < 3):
        year, month, number = first_part, second_part, third_part
    elif order is DateOrder.YEAR:
        return None
    else:
        year, month, number = third_part, second_part, first_part
        if order is DateOrder.MONTH:
            month, number = first_part, second_part
    if len(year) not in (2, 4) or len(number) > 2:
        return None
    return full_year(year), int(month), int(number)


def full_year(digits: str) -> int:
    if len(digits) > 2:
        return int(digits)
    return int(digits) + (2000 if int(digits) < CENTURY_PIVOT else 1900)


def parse_worded_date(text: str) -> tuple[int, int, int] | None:
    """Return the year, month and day of a date in which the month is a word.

    Returns None if the text is not such a date.
    """
    if len(text) > MAX_DATE_CHARS or not DIGIT.search(text):
        return None
    words = re.findall(r"[^\W\d_]+|[0-9]+", text_key(TIME_SUFFIX.sub("", text)))
    numbers = [word for word in words if DIGIT.match(word)]
    names = [word for word in words if not DIGIT.match(word) and word not in FILLER_WORDS]
    if names and names[0] in WEEKDAY_PREFIXES and not MONTH_BY_PREFIX.keys().isdisjoint(names[1:]):
        del names[0]  # a weekday; "mar" may be a weekday or March
    if len(names) != 1 or names[0] not in MONTH_BY_PREFIX or len(numbers) != 2:
        return None
    number, year = reversed(numbers) if len(numbers[0]) == 4 else numbers
    if len(year) not in (2, 4) or len(number) > 2:
        return None
    return full_year(year), MONTH_BY_PREFIX[names[0]], int(number)
