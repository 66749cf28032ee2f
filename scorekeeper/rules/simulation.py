"""A game's declarations for randomly generated matches: `Simulation` and `AnswerOdds`.

The demo, the benchmarks and the tests can play every game from its fields and limits. To make
generated matches look realistic, a game declares which of the allowed answers are plausible.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rules.kernel import Answers, Options, Position

DEFAULT_WEIGHT = 10  # for a choice or a seat that `AnswerOdds.weights` does not list


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOdds:
    """Plausible answers to one field.

    `percent` is how often an optional field is answered or, for a list of seats, how often the list
    contains each seat. `weights` are relative frequencies of choices or seats. In `weights`, the
    key None is the answer "nobody". `usual` is the range of usual numbers (least, greatest), which
    is clipped to the field's limits.
    """

    percent: int = 0
    weights: Mapping[Any, int] = field(default_factory=dict)
    usual: tuple[int, int] | None = None


def no_likely_answers(position: Position, answers: Answers) -> Mapping[str, AnswerOdds]:
    """Return no odds, so required fields get any allowed answer, and optional fields get none."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """A game's answers and options in generated matches.

    `likely_answers` returns plausible answers by field, given the answers so far. `house_rules` are
    the option sets of matches that do not use the defaults. `frequency` is relative to other games.
    """

    likely_answers: Callable[[Position, Answers], Mapping[str, AnswerOdds]] = no_likely_answers
    house_rules: tuple[Options, ...] = ({},)
    frequency: int = 10


ANY_ANSWERS = Simulation()
