"""Hypothesis strategies for any game, derived from the game's declarations.

They draw options, positions of a match, and deals. Most deals are nearly legal, and some are
arbitrary.
"""

from functools import cache
from random import Random

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from scorekeeper.cli import simulated_players
from scorekeeper.match.sheet import AskedStage, fields_in_turn, merge_stages
from scorekeeper.rules import GAMES
from scorekeeper.rules.fields import FieldKind
from scorekeeper.rules.game import play
from scorekeeper.rules.kernel import OptionKind, Setup, choice_json_value
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems

every_game = pytest.mark.parametrize("slug", GAMES)

NAMES = "123456789ABC"
SOME = (*NAMES[:5], "z")  # seats: five that may play, and one that never plays
CARDS = [rank + suit for rank in ("A", "2", "7", "10", "K") for suit in "CDHS"]
RARELY = st.integers(0, 9).map(lambda n: n == 9)
SEEDS = st.integers(0, 2**32)
# The characters that `st.text()` draws from: all except surrogates. By default, `st.text()` finds
# them by encoding each character, which takes seconds in a fresh checkout.
CHARACTERS = st.characters(exclude_categories=["Cs"])


# ---------------------------------------------------------------- options and positions


@cache
def options(slug):
    """Draw values for some of this game's options, each allowed on its own.

    The strategy is cached, because `filter` on numbers reads the source code of its condition.
    """
    return st.fixed_dictionaries(
        {},
        optional={
            each.name: likely_values(each).filter(each.allows) for each in GAMES[slug].options
        },
    )


def likely_values(option):
    """Draw a value of the option's kind. The value is nearly always allowed."""
    match option.kind:
        case OptionKind.YES_OR_NO:
            values = st.booleans()
        case OptionKind.CHOICE:
            values = st.sampled_from([choice_json_value(choice) for choice in option.choices])
        case OptionKind.LIST:
            values = st.lists(st.integers(1, 10), min_size=1, max_size=5)
        case OptionKind.BANDS:
            band = st.lists(st.integers(-5, 130), min_size=1, max_size=3)
            values = st.just([[71, 2], [81, 3]]) | st.lists(band, max_size=3)
        case _:
            most = option.least + 120
            values = st.integers(option.least, most if option.most is None else option.most)
    return values | st.none() if option.nullable else values


@st.composite
def setups(draw, game):
    players = tuple(NAMES[: draw(st.sampled_from(game.seats))])
    setup = build_setup(game, players, draw(options(game.slug)))
    assume(isinstance(setup, Setup))
    return setup


@st.composite
def positions(draw, game):
    """Draw (position, deals) after up to three legal deals. These deals rarely end the match."""
    position, deals = game.begin(draw(setups(game))), []
    rng, to_the_end = Random(draw(SEEDS)), draw(RARELY)
    for _ in range(draw(st.integers(0, 3))):
        answers = merge_stages(game, simulated_players.random_deal(game, position, rng))
        then = play(game, position, answers).after
        if then.is_over and not to_the_end:
            break
        position, deals = then, [*deals, answers]
        if position.is_over:
            break
    return position, deals


# ---------------------------------------------------------------- answers and deals


@cache
def json_values(slug):
    """Draw any JSON value, often one that contains words of this game."""
    fields = first_fields(slug)
    choices = {c.value for f in fields for c in f.choices} | {
        v for f in fields for v in f.unlisted_values
    }
    words = st.sampled_from([*SOME, "", *CARDS, *sorted(choices)])
    number = st.integers(-200, 200) | st.integers() | st.floats(allow_nan=False)
    keys = st.sampled_from(SOME) | st.sampled_from(names(slug))
    return st.recursive(
        st.none() | st.booleans() | number | words | st.text(CHARACTERS, max_size=3),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5),
        max_leaves=12,
    )


@cache
def names(slug):
    """Return the names of the game's fields, and two keys that are rarely legal in a deal."""
    return sorted({field.name for field in first_fields(slug)} | {"hands", "x"})


def first_fields(slug):
    game = GAMES[slug]
    players = tuple(NAMES[: game.seats[-1]])
    return game.deal.fields(game.begin(build_setup(game, players, {})), {})


def field_values(field, strangers=()):
    """Draw a value of the field's kind.

    The value may be out of range, forbidden or from `strangers`.
    """
    seat = st.sampled_from([*field.seats, *strangers] or [""])
    number = st.integers(field.limits.least - 1, field.limits.most + 1) | st.integers(-9, 130)
    word = st.sampled_from([c.value for c in field.choices] + list(field.unlisted_values) or [""])
    values = {
        FieldKind.NUMBERS: numbers(field, seat, number),
        FieldKind.NUMBER: number,
        FieldKind.SEAT: seat,
        FieldKind.SEATS: st.lists(seat, max_size=4),
        FieldKind.CHOICE: word,
        FieldKind.YES_OR_NO: st.booleans(),
        FieldKind.CARD: st.sampled_from([*CARDS, "7", "S"]),
        FieldKind.PAIR: pairs(seat, seat) | st.sampled_from([*map(list, field.pairs)] or [[]]),
        FieldKind.CALLS: st.lists(pairs(seat, seat), max_size=6),
        FieldKind.BIDS: st.lists(pairs(seat, word | number), max_size=6),
    }[field.kind]
    return values | st.none() if field.nullable else values


def pairs(one, other):
    return st.tuples(one, other).map(list)


def numbers(field, seat, number):
    """Draw numbers by seat.

    Some draws are within the limits, some add up to the total, and others are arbitrary.
    """
    inside = {s: st.integers(*sorted(field.limits.bounds(s))) for s in field.seats}
    right = st.fixed_dictionaries(
        inside | {s: st.just(n) for s, n in field.limits.fixed_numbers.items()}
    )
    if field.limits.total is not None:
        right |= adding_up(field)
    near = st.fixed_dictionaries(dict.fromkeys(field.seats, number))
    return right | near | st.dictionaries(seat, number, max_size=6)


@st.composite
def adding_up(draw, field):
    left, numbers_by_seat = field.limits.total, {}
    for seat in field.seats[:-1]:
        numbers_by_seat[seat] = draw(st.integers(0, max(left, 0)))
        left -= numbers_by_seat[seat]
    return numbers_by_seat | {field.seats[-1]: left}


@st.composite
def half_filled(draw, game, position, deal_answers, stage, wild=None):
    """Draw answers to a stage as a form may contain them.

    Some answers are missing, and a few are drawn from `wild`, if given.
    """
    answers, forgetful = {}, draw(st.booleans())
    for field in fields_in_turn(
        game, AskedStage(position.number, stage, position, deal_answers), answers
    ):
        if field.refusal:
            continue
        if draw(RARELY) and forgetful if field.required else draw(st.booleans()):
            continue
        astray = wild is not None and forgetful
        value = field_values(field, (*position.players, "z") if astray and draw(RARELY) else ())
        answers[field.name] = draw(wild if astray and draw(RARELY) else value)
    return answers


@st.composite
def deals(draw, game, position):
    """Draw a deal stage by stage until it is complete or refused.

    In rare cases, or if the match is over, draw any JSON object instead.
    """
    wild = json_values(game.slug)
    if position.is_over or draw(RARELY):
        return draw(st.dictionaries(st.sampled_from(names(game.slug)), wild, max_size=8))
    deal_answers = {}
    while stage := game.deal.stage(position, deal_answers):
        stage = draw(st.sampled_from([stage, *game.deal.other_stages(position, deal_answers)]))
        answers = draw(half_filled(game, position, deal_answers, stage, wild))
        deal_answers = game.deal.merge(deal_answers, stage, answers)
        if problems(game, position, deal_answers, stage):
            break
    return deal_answers


@st.composite
def stages_so_far(draw, game, position):
    """Draw a stage that may be answered now, and the answers of the stages before it."""
    stages = simulated_players.random_deal(game, position, Random(draw(SEEDS)))
    answers = merge_stages(game, stages[: draw(st.integers(0, len(stages) - 1))])
    stage = game.deal.stage(position, answers)
    return draw(st.sampled_from([stage, *game.deal.other_stages(position, answers)])), answers
