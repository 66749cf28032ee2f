"""Wording for a scheme: its title, the sentences that explain it, and formatted values."""

from collections.abc import Iterable
from fractions import Fraction

from scorekeeper.messages import MINUS, Message, say, say_n
from scorekeeper.stats.schemes import BEATEN, MEASURES, PLACES, POINTS, STRENGTH, WINS, Scheme


def needs_decimals(scheme: Scheme, values: Iterable[Fraction | float]) -> bool:
    """Return whether these values need two decimals.

    They do if the scheme has decimals, or if any value is not a multiple of one half.
    """
    return scheme.has_decimals or any(2 * value % 1 for value in values)


def format_value(
    scheme: Scheme, value: Fraction, *, low: bool = False, decimals: bool = False
) -> str:
    """Format a value of this scheme, such as 2.75, 14½ or 1066.

    With `low`, the sign is reversed first. `decimals` is the result of `needs_decimals` for the
    whole column. All values in a column therefore have the same precision.
    """
    value = -value if low else value
    if decimals or needs_decimals(scheme, [value]):
        return prefix_minus(format_two_decimals(abs(value)), value)
    whole, rest = divmod(abs(value), 1)
    return prefix_minus(f"{whole or ''}½" if rest else str(whole), value)


def format_two_decimals(value: Fraction) -> str:
    """Format a non-negative value with two decimals, rounding half up."""
    numerator, denominator = value.as_integer_ratio()
    whole, cents = divmod((200 * numerator + denominator) // (2 * denominator), 100)
    return f"{whole}.{cents:02}"


def prefix_minus(text: str, value: Fraction) -> str:
    """Add a minus sign if the value is negative, unless the text shows zero."""
    return f"{MINUS}{text}" if value < 0 and text.strip("0.") else text


def scheme_title(scheme: Scheme) -> Message:
    """Return a short name for the scheme's measure, to use as the title above its values."""
    if scheme.measure == STRENGTH.name:
        return say("strength")
    if scheme.measure == WINS.name:
        return say("share of matches won") if scheme.per_match else say("wins")
    if scheme.measure == BEATEN.name:
        return (
            say("share of opponents beaten")
            if scheme.per_match
            else say("sum of the shares of opponents beaten")
        )
    return say("points per match") if scheme.per_match else say("points")


def column_heading(scheme: Scheme) -> Message:
    """Return a one-word heading for the column with the scheme's values."""
    if scheme.measure in (PLACES.name, POINTS.name):
        return say("Points")
    if scheme.measure == WINS.name:
        return say("Share") if scheme.per_match else say("Won")
    return say("Share") if scheme.measure == BEATEN.name else say("Strength")


def scheme_sentences(scheme: Scheme) -> list[Message]:
    """Return the sentences that explain the scheme to readers of the standings."""
    sentences = [measure_sentence(scheme)]
    if scheme.uses_rating:
        return [*sentences, *minimum_sentences(scheme)]
    if scheme.counted_matches == "best":
        sentences.append(
            say_n(
                "Only the best match counts.",
                "The best {n} matches count.",
                scheme.best_or_drop_count,
            )
        )
    if scheme.counted_matches == "drop":
        sentences.append(
            say_n(
                "The worst match does not count.",
                "The worst {n} matches do not count.",
                scheme.best_or_drop_count,
            )
        )
    sentences.append(
        say("The sum is divided by the number of matches that count.")
        if scheme.per_match
        else say("Results are added up over the season.")
    )
    if scheme.bonus_hundredths:
        sentences.append(
            say(
                "Each match played adds a bonus of {points}.",
                points=format_hundredths(scheme.bonus_hundredths),
            )
        )
    return [*sentences, *minimum_sentences(scheme)]


def minimum_sentences(scheme: Scheme) -> list[Message]:
    if scheme.min_matches < 2:
        return []
    return [say("Players are ranked once they have played {n} matches.", n=scheme.min_matches)]


def measure_sentence(scheme: Scheme) -> Message:
    if scheme.measure != PLACES.name:
        return MEASURES[scheme.measure].explanation
    shared = (
        say("Players who share a place each get the points for the higher place.")
        if scheme.shared_places == "higher"
        else say("Players who share a place split the points equally.")
    )
    return say(
        "Points by place, from first place down: {points}. {shared}",
        points=join_points(scheme.place_points),
        shared=shared,
    )


def join_points(points: Iterable[int]) -> str:
    return "–".join(str(n) for n in points)


def format_hundredths(number: int) -> str:
    """Format hundredths. For example, 12 becomes "0.12", and 200 becomes "2"."""
    return str(number // 100) if number % 100 == 0 else f"{number / 100:.2f}"
