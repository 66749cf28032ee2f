"""The summary of the rules on the new-match page mentions each option that is not the default."""

import pytest

from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import OptionKind, choice_json_value
from scorekeeper.rules.setup import build_setup

# The other options that an option needs to have an effect, or to have its own words in the summary.
TOGETHER_WITH = {
    "oklahoma_ace": {"oklahoma": True},
    "wild_points": {"wilds": 2},
    "stake": {"max_reenlist": 0},
}
LISTS = {"schedule": [[1], [9, 9], [8, 9], [9, 8]], "point_bands": [None, [[71, 2]]]}


def values(option):
    """Return different values of an option, including its default."""
    match option.kind:
        case OptionKind.CHOICE:
            return [choice_json_value(choice) for choice in option.choices]
        case OptionKind.YES_OR_NO:
            return [True, False]
        case OptionKind.LIST | OptionKind.BANDS:
            return LISTS[option.name]
    none = [None] if option.nullable else []
    return [*none, *range(option.least, min(option.most or 30, 30) + 1)]


@pytest.mark.parametrize(
    ("game", "option"),
    [
        pytest.param(game, option, id=f"{game.slug}, {option.name}")
        for game in GAMES.values()
        for option in game.options
    ],
)
def test_each_value_of_an_option_has_its_own_summary(game, option):
    players = tuple("12345"[: max(game.seats[0], 2)])
    used, summaries = set(), set()
    for value in values(option):
        agreed = {option.name: value, **TOGETHER_WITH.get(option.name, {})}
        setup = build_setup(game, players, agreed)
        used.add(str(setup.options[option.name]))  # None may be replaced by another value
        summaries.add(render(game.display.summary(setup), {}))

    assert len(summaries) == len(used) >= 2


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_summary_follows_a_colon_so_it_does_not_begin_with_a_capital_letter(game):
    setup = build_setup(game, tuple("12345"[: max(game.seats[0], 2)]), {})

    assert not render(game.display.summary(setup), {})[0].isupper()
