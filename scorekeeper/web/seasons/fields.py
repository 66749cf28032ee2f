"""What may stand in each field of a season's settings, and what it means; a refusal is a sentence
that says what would be taken.
"""

import re
import time
from collections.abc import Callable
from typing import Any

from wtforms import Form
from wtforms.validators import ValidationError

from scorekeeper.match.strict_json import small_number
from scorekeeper.messages import Say, say
from scorekeeper.rules import GAMES
from scorekeeper.stats.schemes import MEASURES, MOST_PLACES, MOST_POINTS
from scorekeeper.stats.stakes import CENTS, COUNTERS

DECIMAL = re.compile(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?")
LIST = re.compile(r"[0-9]{1,4}(?:[\s,;–-]+[0-9]{1,4})*")
CHOICES = {
    "measure": tuple(MEASURES),
    "each": ("match", "sum"),
    "shared": ("average", "higher"),
    "which": ("all", "best", "drop"),
    "unit": (CENTS, COUNTERS, ""),
}


def refuse(sentence: Say) -> ValidationError:
    return ValidationError(sentence)  # wtforms keeps it as it is


def one_of(form: Form, field: Any) -> None:
    if field.data not in CHOICES[field.name]:
        raise refuse(say("Choose one of what is there."))


def a_day(form: Form, field: Any) -> None:
    text = (field.data or "").strip()
    try:
        if text:
            time.strptime(text, "%Y-%m-%d")
        if text and not re.fullmatch(r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError
    except ValueError:
        raise refuse(say("A day is written 2026-10-01: year, month, day.")) from None


def whole(least: int, most: int) -> Callable[[Form, Any], None]:
    def check(form: Form, field: Any) -> None:
        number = small_number((field.data or "").strip() or "0")
        if number is None or not least <= number <= most:
            raise refuse(say("A whole number from {least} to {most}.", least=least, most=most))

    return check


def a_table(form: Form, field: Any) -> None:
    wrong = wrong_in_table(field.data or "")
    if wrong is not None:
        raise refuse(wrong)


def wrong_in_table(text: str) -> Say | None:
    """Why these cannot be points for places, if they cannot."""
    if not LIST.fullmatch(text.strip()):
        return say("Whole numbers, the first place first: 5 3 2 1.")
    points = listed(text)
    if len(points) > MOST_PLACES or max(points) > MOST_POINTS:
        return say(
            "At most {places} places, and {points} points for each.",
            places=MOST_PLACES,
            points=MOST_POINTS,
        )
    if list(points) != sorted(points, reverse=True):
        return say("A better place cannot get less: write the highest first.")
    return None


def amount(form: Form, field: Any) -> None:
    if decimal(field.data or "") is None:
        raise refuse(say("An amount such as 50, or 0.50; empty for none."))


def these_games(form: Form, field: Any) -> None:
    if not field.data:
        raise refuse(say("Choose at least one game."))
    if set(field.data) - set(GAMES):
        raise refuse(say("Choose among the games that are here."))


def listed(text: str) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r"[0-9]+", text or ""))


def number(field: Any) -> int:
    return small_number((field.data or "").strip() or "0") or 0


def decimal(text: str) -> int | None:
    """Hundredths in "0.5", "0,50" or "2"; 0 for nothing, None for anything else."""
    text = text.strip()
    if not text:
        return 0
    found = DECIMAL.fullmatch(text)
    if found is None:
        return None
    return int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))


def decimal_text(amount: int) -> str:
    return f"{amount // 100}.{amount % 100:02}"
