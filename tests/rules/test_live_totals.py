"""The page and the server agree on totals and on players who are out.

They also agree on who may come back. This is tested with every value of every option.

The page adds a field's number to the total. If a deal adds other points, the page adds
`SeatLimits.points`.
"""

from itertools import product

from scorekeeper.rules import GAMES
from scorekeeper.rules.fields import FieldKind
from scorekeeper.rules.kernel import OptionKind, Setup, choice_json_value
from scorekeeper.rules.setup import build_setup
from tests.rules.notation import field, text
from tests.rules.page_totals import ENDINGS, count_endings, page_totals
from tests.rules.strategies import NAMES

MANY_PLAYERS = 5  # so that two or more are still in when others are out


def values(option):
    """Return values of an option: all of them, or the lowest, the default and a high number."""
    match option.kind:
        case OptionKind.YES_OR_NO:
            return [False, True]
        case OptionKind.CHOICE:
            return [choice_json_value(choice) for choice in option.choices]
        case OptionKind.NUMBER:
            most = option.least + 40 if option.most is None else option.most
            return [option.least, option.default, most]
        case _:
            return [option.default]


def positions(game):
    """Yield ((option name, value), position) for each accepted value.

    The positions are the first of a match and, if the game has a limit, a position in which all
    players are one point below the limit.
    """
    players = tuple(NAMES[: min(MANY_PLAYERS, game.seats[-1])])
    for option in game.options:
        for value in values(option):
            setup = build_setup(game, players, {option.name: value})
            if not isinstance(setup, Setup):
                continue
            position = game.begin(setup)
            yield (option.name, value), position
            if "limit" in setup.options:
                totals = dict.fromkeys(position.totals, setup.options["limit"] - 1)
                yield (option.name, value), position._replace(totals=totals)


def possible_values(asked):
    """Return the values of a field that determines the limits of another field."""
    if asked.kind is FieldKind.YES_OR_NO:
        return [False, True]
    return [choice.value for choice in asked.choices]


def deals(game, position, name):
    """Yield deals for each way to end a deal. The last seat ends the deal.

    In the field `name`, 0, 1, 2 or more of the other seats have the highest number, and the rest
    have the lowest number.
    """
    named = field(position, {}, name).hints.named_seat_limits
    for value in possible_values(field(position, {}, named.value_field)):
        deal_answers = {named.seat_field: position.players[-1], named.value_field: value}
        asked = field(position, deal_answers, name)
        bounds = [asked.limits.bounds(seat) for seat in asked.seats]
        for high in range(len(asked.seats)):
            numbers = [most for _, most in bounds[:high]] + [least for least, _ in bounds[high:]]
            yield deal_answers | {name: dict(zip(asked.seats, numbers, strict=True))}


def test_the_page_computes_the_totals_of_the_deal_and_who_may_come_back():
    said, different = set(), []
    for game in GAMES.values():
        for option, position in positions(game):
            stage = game.deal.stage(position, {})
            totals = game.display.live_hints(position, stage, {}).totals
            if totals is None or totals.out_limit is None:
                continue
            (name,) = totals.factors
            for answers in deals(game, position, name):
                preview = game.display.preview(position, stage, answers)
                expected = {seat: each.total for seat, each in preview.totals_after.items()}
                computed, sentences = page_totals(position, stage, answers)
                on_page, note = " ".join(map(text, sentences)), text(preview.save_note)
                said.update((game.slug, ending) for ending in ENDINGS if ending in note)
                is_same_note = on_page in note and count_endings(on_page) == count_endings(note)
                if computed != expected or not is_same_note:
                    different.append((game.slug, option, answers))

    assert different == []
    assert said == set(product(("chinchon", "loba"), ENDINGS))
