"""Scoring schemes of seasons. scheme_values.py computes a tally's value under a scheme.

A scheme measures each match (a win, points for the place, the share of opponents beaten, the
game's own points) and takes the sum or the average per match. The scheme "strength" uses a rating
instead.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from scorekeeper.messages import Message, say
from scorekeeper.stats.strength import (
    STRENGTH_START,
)
from scorekeeper.stats.tally import Tally

MAX_PLACES, MAX_POINTS, MAX_MATCHES = 20, 1000, 1000


class Measure(NamedTuple):
    """A way to measure a match: its key in stored schemes, title, and explanation."""

    name: str
    title: Message
    explanation: Message


WINS = Measure(
    "wins", say("Wins"), say("Each win counts as 1. A shared win counts as 1 for each winner.")
)
PLACES = Measure(
    "places",
    say("Points for places"),
    say(
        "Points for each place, with the most for first place. Places that are not listed get "
        "no points."
    ),
)
BEATEN = Measure(
    "beaten",
    say("Share of opponents beaten"),
    say(
        "Beating everyone counts as 1, and last place as 0, so results from tables of different "
        "sizes are comparable."
    ),
)
POINTS = Measure(
    "points",
    say("Game points"),
    say(
        "The final points on the score sheet. Use this for one game, or for games that score in "
        "the same way."
    ),
)
STRENGTH = Measure(
    "strength",
    say("Strength"),
    say(
        "A rating. Everyone starts at {start}, and beating a strong player counts more "
        "than beating a weak one. It is only a rough estimate until about ten matches "
        "have been played.",
        start=STRENGTH_START,
    ),
)
MEASURES: Mapping[str, Measure] = {
    measure.name: measure for measure in (PLACES, WINS, BEATEN, POINTS, STRENGTH)
}


# The keys of fields in stored schemes and in exports, if they differ from the fields' names.
JSON_KEYS: Mapping[str, str] = {
    "per_match": "a_match",
    "counted_matches": "which",
    "best_or_drop_count": "count",
    "place_points": "table",
    "shared_places": "shared",
    "min_matches": "minimum",
    "bonus_hundredths": "bonus",
    "tie_breaks": "ties",
}


def json_key(name: str) -> str:
    return JSON_KEYS.get(name, name)


@dataclass(frozen=True, slots=True)
class Scheme:
    """The scoring scheme for a season.

    - `measure`: a key of `MEASURES`.
    - `per_match`: whether the sum is divided by the number of matches that count.
    - `place_points`: points for places, first place first.
    - `shared_places`: players on a shared place get the "average" of the points for the places it
      covers, or the "higher" points, which are those for the best of these places.
    - `counted_matches`: the matches that count. They are "all", the "best" `best_or_drop_count`, or
      all but the worst `best_or_drop_count` ("drop"), but at least one.
    - `bonus_hundredths`: hundredths of a point added for each match played.
    - `min_matches`: the number of matches that a player needs to be ranked.
    - `tie_breaks`: the names of tie-breaks, in order.
    """

    measure: str = "places"
    per_match: bool = True
    place_points: tuple[int, ...] = (5, 3, 2, 1)
    shared_places: str = "average"
    counted_matches: str = "all"
    best_or_drop_count: int = 10
    bonus_hundredths: int = 0
    min_matches: int = 0
    tie_breaks: tuple[str, ...] = ("head", "wins", "last")

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> "Scheme":
        """Build a scheme from its JSON.

        Fields that are missing, because an older version wrote the JSON, get their defaults.
        """
        values: dict[str, Any] = {}
        for each in fields(cls):
            if (key := json_key(each.name)) in body:
                value = body[key]
                values[each.name] = tuple(value) if isinstance(value, list) else value
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        return {json_key(each.name): getattr(self, each.name) for each in fields(self)}

    @property
    def uses_rating(self) -> bool:
        return self.measure == STRENGTH.name

    @property
    def has_decimals(self) -> bool:
        """Whether values are shown with two decimals, as averages and shares are."""
        return not self.uses_rating and (self.per_match or self.measure == BEATEN.name)

    @property
    def counts_wins(self) -> bool:
        """Whether a tally's value is its number of wins."""
        return (
            self.measure == WINS.name
            and not self.per_match
            and self.counted_matches == "all"
            and not self.bonus_hundredths
        )


DEFAULT_SCHEME = Scheme()
ALL_TIME_SCHEME = Scheme(measure="beaten", per_match=True, tie_breaks=("wins", "head"))
ALL_TIME_GAME_SCHEME = Scheme(measure="beaten", per_match=True, tie_breaks=("wins",))


def single_game_scheme(scheme: Scheme) -> Scheme:
    """Return the season's scheme for a single game, without a minimum of matches.

    A strength covers all games together. If the season's scheme rates strength, the returned scheme
    therefore measures the share of opponents beaten.
    """
    if scheme.uses_rating:
        return Scheme(measure=BEATEN.name, tie_breaks=scheme.tie_breaks)
    return replace(scheme, min_matches=0)


def single_match_scheme(scheme: Scheme) -> Scheme:
    """Return the scheme for one match, based on this one.

    It keeps the measure, the points for places and the bonus, but does not compute an average.
    """
    return Scheme(
        scheme.measure,
        False,
        scheme.place_points,
        scheme.shared_places,
        bonus_hundredths=scheme.bonus_hundredths,
    )


def is_negated(scheme: Scheme, tally: Tally) -> bool:
    """Return whether the values are the points of a game in which the lowest score wins.

    Such points are stored negated.
    """
    return scheme.measure == POINTS.name and tally.negated_matches > 0
