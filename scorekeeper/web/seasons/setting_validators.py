"""Validators and parsers for the fields of a season's settings.

A validator raises ValidationError with a sentence that says which values are allowed.
"""

import re
from collections.abc import Callable
from typing import Any

from wtforms import Form
from wtforms.validators import ValidationError

from scorekeeper.clock import MAX_YEAR, MIN_YEAR, is_evening_date
from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.stats.schemes import MAX_PLACES, MAX_POINTS, MEASURES
from scorekeeper.stats.stakes import CENTS, COUNTERS

DECIMAL_PATTERN = re.compile(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?")
NUMBER_LIST_PATTERN = re.compile(r"[0-9]{1,4}(?:[\s,;–-]+[0-9]{1,4})*")
NUMBER_SEPARATORS = re.compile(r"[\s,;–-]+")
CHOICES = {
    "measure": tuple(MEASURES),
    "each": ("match", "sum"),
    "shared": ("average", "higher"),
    "which": ("all", "best", "drop"),
    "unit": (CENTS, COUNTERS, ""),
}


def validation_error(sentence: Message) -> ValidationError:
    return ValidationError(sentence)  # wtforms stores the object unchanged


def one_of(form: Form, field: Any) -> None:
    if field.data not in CHOICES[field.name]:
        raise validation_error(say("Choose one of the options."))


def valid_date(form: Form, field: Any) -> None:
    text = (field.data or "").strip()
    if text and not is_evening_date(text):
        raise validation_error(
            say(
                "Enter a date from {first} to {last} as year, month and day, such as 2026-10-01.",
                first=str(MIN_YEAR),
                last=str(MAX_YEAR),
            )
        )


def integer_between(least: int, most: int) -> Callable[[Form, Any], None]:
    def check(form: Form, field: Any) -> None:
        number = parse_small_int((field.data or "").strip() or "0")
        if number is None or not least <= number <= most:
            raise validation_error(
                say("Enter a whole number from {least} to {most}.", least=least, most=most)
            )

    return check


def valid_place_points(form: Form, field: Any) -> None:
    problem = place_points_problem(field.data or "")
    if problem is not None:
        raise validation_error(problem)


def place_points_problem(text: str) -> Message | None:
    """Return the problem with a list of points for places, or None if the list is valid."""
    if not NUMBER_LIST_PATTERN.fullmatch(text.strip()):
        return say("Enter a whole number for each place, such as 5, 3, 2 and 1.")
    points = parse_numbers(text)
    if len(points) > MAX_PLACES or max(points) > MAX_POINTS:
        return say(
            "Enter points for at most {places} places, and at most {points} points for each.",
            places=MAX_PLACES,
            points=MAX_POINTS,
        )
    if list(points) != sorted(points, reverse=True):
        return say(
            "A better place cannot get fewer points than a worse one. Enter the highest "
            "number first."
        )
    return None


def valid_amount(form: Form, field: Any) -> None:
    if parse_hundredths(field.data or "") is None:
        raise validation_error(say("Enter an amount such as 50 or 0.50, or leave the field blank."))


def valid_games(form: Form, field: Any) -> None:
    if not field.data:
        raise validation_error(say("Choose at least one game."))
    if set(field.data) - set(GAMES):
        raise validation_error(say("Choose from the games in the list."))


def parse_numbers(text: str) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"[0-9]+", text or ""))


def field_number(field: Any) -> int:
    return parse_small_int((field.data or "").strip() or "0") or 0


def parse_hundredths(text: str) -> int | None:
    """Return the hundredths in "0.5", "0,50" or "2".

    Returns 0 if the text is empty, and None if it is invalid.
    """
    text = text.strip()
    if not text:
        return 0
    match = DECIMAL_PATTERN.fullmatch(text)
    if match is None:
        return None
    return int(match[1]) * 100 + int((match[2] or "0").ljust(2, "0"))
