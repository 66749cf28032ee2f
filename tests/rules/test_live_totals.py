"""With every value of every option, the totals that the page computes equal those of the deal.

The page adds a field's number to the total, or `SeatLimits.points` if the deal adds other points.
"""

from scorekeeper.rules import GAMES
from scorekeeper.rules.fields import FieldKind
from scorekeeper.rules.kernel import Setup, choice_json_value
from scorekeeper.rules.setup import build_setup
from tests.rules.notation import field
from tests.rules.strategies import NAMES


def values(option):
    """Return values of an option: all of them, or the least, the default and a high number."""
    match option.kind:
        case "yes":
            return [False, True]
        case "choice":
            return [choice_json_value(choice) for choice in option.choices]
        case "number":
            most = option.least + 40 if option.most is None else option.most
            return [option.least, option.default, most]
        case _:
            return [option.default]


def positions(game):
    """Yield ((option name, value), first position of a match) for each accepted value."""
    for option in game.options:
        for value in values(option):
            setup = build_setup(game, tuple(NAMES[: game.seats[0]]), {option.name: value})
            if isinstance(setup, Setup):
                yield (option.name, value), game.begin(setup)


def answers(asked):
    """Return the values of a field that determines the limits of another field."""
    if asked.kind is FieldKind.YES_OR_NO:
        return [False, True]
    return [choice.value for choice in asked.choices]


def deals(game, position, name):
    """Yield a deal for each way to end it, with the lowest numbers in the field `name`."""
    named = field(position, {}, name).hints.named_seat_limits
    for value in answers(field(position, {}, named.value_field)):
        deal_answers = {named.seat_field: position.players[-1], named.value_field: value}
        asked = field(position, deal_answers, name)
        yield deal_answers | {name: {seat: asked.limits.bounds(seat)[0] for seat in asked.seats}}


def page_totals(totals, asked, answers):
    """Return the totals after the deal, computed as in `totals()` of static/js/sentences.js."""
    seat, limits = asked.hints.named_seat_limits.seat_and_limits(answers, asked.seats)
    numbers = answers[totals.field]
    if limits.points is not None:
        numbers = {**numbers, seat: limits.points}
    return {seat: now + numbers[seat] for seat, now in totals.current_totals.items()}


def test_the_page_computes_the_totals_of_the_deal():
    compared, different = 0, []
    for game in GAMES.values():
        for option, position in positions(game):
            stage = game.deal.stage(position, {})
            totals = game.display.live_hints(position, stage, {}).totals
            if totals is None:
                continue
            for answers in deals(game, position, totals.field):
                after = game.display.preview(position, stage, answers).totals_after
                expected = {seat: each.total for seat, each in after.items()}
                compared += 1
                if page_totals(totals, field(position, answers, totals.field), answers) != expected:
                    different.append((game.slug, option, answers))

    assert different == []
    assert compared > 0
