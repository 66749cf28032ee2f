"""Statistics of random matches: whole numbers, within bounds, and the same when recomputed."""

import json
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cli import simulated_players
from scorekeeper.match.document import play_deals
from scorekeeper.match.sheet import merge_stages
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import play
from scorekeeper.rules.statistics import match_statistics, record_values
from tests.rules.strategies import SEEDS, every_game, setups
from tests.sample import examples


@st.composite
def matches(draw, game):
    """Draw (setup, deals, whether the match is closed) of a match with any options."""
    setup, rng = draw(setups(game)), Random(draw(SEEDS))
    position, deals = game.begin(setup), []
    for _ in range(draw(st.integers(0, 12))):
        if position.is_over:
            break
        deals.append(merge_stages(game, simulated_players.random_deal(game, position, rng)))
        position = play(game, position, deals[-1]).after
    return setup, deals, game.is_open(setup)


@every_game
@examples(25, 10)
@given(data=st.data())
def test_counts_are_possible_with_any_options(slug, data):
    game = GAMES[slug]
    setup, deals, closed = data.draw(matches(game))
    rounds, position = play_deals(game, setup, deals, closed)

    counts, offered = (
        match_statistics(game.statistics, rounds, position),
        record_values(game.record_kinds, rounds, position),
    )

    assert list(counts) == list(setup.players)
    assert [seat for seat in setup.players if seat in offered] == list(offered)
    for figure in (each for by_name in counts.values() for each in by_name.values()):
        assert all(type(number) is int and number >= 0 for number in figure)
        assert figure == sorted(figure)
    assert all(type(value) is int for by_name in offered.values() for value in by_name.values())
    again = play_deals(game, setup, json.loads(json.dumps(deals)), closed)
    assert (counts, offered) == (
        match_statistics(game.statistics, *again),
        record_values(game.record_kinds, *again),
    )
