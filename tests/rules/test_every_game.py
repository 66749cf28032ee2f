"""Every game accepts any options and answers, or refuses them with a sentence."""

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cli import simulated_players
from scorekeeper.match.document import score_document
from scorekeeper.match.sheet import merge_stages
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import play
from scorekeeper.rules.kernel import Problem, Setup
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.simulation import ANY_ANSWERS
from scorekeeper.rules.validation import problems
from tests.rules.strategies import (
    NAMES,
    SEEDS,
    deals,
    every_game,
    half_filled,
    json_values,
    likely_values,
    positions,
    setups,
    stages_so_far,
)
from tests.sample import examples

MOST_DEALS = 150  # enough for any match in these tests, unless its totals can fall
OPEN_DEALS = 5  # deals of a match that only its players can end


def score_deals(game, position, rounds):
    return score_document(
        {
            "game": game.slug,
            "players": list(position.players),
            "options": dict(position.options),
            "rounds": rounds,
        }
    )


@every_game
@examples(25, 10)
@given(data=st.data())
def test_any_record_is_scored_or_refused(slug, data):
    game = GAMES[slug]
    position, before = data.draw(positions(game))
    answers = data.draw(deals(game, position))

    refusals = problems(game, position, answers)

    answer = score_deals(game, position, [*before, answers])
    assert answer.get("code") == (refusals[0].code if refusals else None)
    assert all(render(problem.reason, {}) for problem in refusals)
    if refusals:
        assert answer["round"] == len(before) + 1
    else:
        assert game.deal.stage(position, answers) is None


@every_game
@examples(25, 10)
@given(data=st.data())
def test_any_json_in_place_of_a_record_is_scored_or_refused(slug, data):
    game = GAMES[slug]
    position, before = data.draw(positions(game))

    answer = score_deals(game, position, [*before, data.draw(json_values(slug))])

    assert "code" in answer or "totals" in answer


@every_game
@examples(25, 10)
@given(data=st.data())
def test_any_answers_to_a_stage_are_accepted_or_refused(slug, data):
    game = GAMES[slug]
    position, _ = data.draw(positions(game))
    if position.is_over:
        return
    stage, deal_answers = data.draw(stages_so_far(game, position))
    answers = data.draw(
        half_filled(game, position, deal_answers, stage, json_values(slug)) | deals(game, position)
    )

    refusals = problems(game, position, game.deal.merge(deal_answers, stage, answers), stage)

    assert all(render(problem.reason, {}) for problem in refusals)


@every_game
@examples(25, 10)
@given(data=st.data())
def test_a_preview_never_fails_on_incomplete_answers(slug, data):
    game = GAMES[slug]
    position, _ = data.draw(positions(game))
    if position.is_over:
        return
    stage, deal_answers = data.draw(stages_so_far(game, position))
    answers = data.draw(half_filled(game, position, deal_answers, stage))

    seen = game.display.preview(position, stage, game.deal.merge(deal_answers, stage, answers))

    for sentence in (
        seen.status_line,
        seen.save_note,
        seen.detail,
        seen.headline,
        seen.quick_label,
        *seen.notes.values(),
        *(quick.label for quick in seen.quick_answers),
        *(after.note for after in seen.totals_after.values()),
    ):
        assert sentence is None or render(sentence, {})


@every_game
@examples(25, 10)
@given(data=st.data())
def test_any_options_are_accepted_or_refused(slug, data):
    game = GAMES[slug]
    players = tuple(NAMES[: data.draw(st.integers(1, game.seats[-1] + 1))])
    values = {"first_dealer": json_values(slug), "x": json_values(slug)}
    values |= {option.name: likely_values(option) | json_values(slug) for option in game.options}
    agreed = data.draw(st.fixed_dictionaries({}, optional=values))

    setup = build_setup(game, players, agreed)

    if isinstance(setup, Problem):
        assert setup.code == ("bad_option" if len(players) in game.seats else "bad_players")
        assert render(setup.reason, {})
        return
    for name, value in agreed.items():
        assert setup.options[name] == value or (value is None and game.options_with_defaults)
    assert render(game.display.summary(setup), {})


def play_to_its_end(game, setup, rng):
    """Play a match to its end or to a maximum number of deals, and check each deal.

    Returns the last position.
    """
    position = game.begin(setup)
    for _ in range(OPEN_DEALS if game.is_open(setup) else MOST_DEALS):
        if position.is_over:
            break
        assert not position.winners
        answers = merge_stages(game, simulated_players.random_deal(game, position, rng))
        assert problems(game, position, answers) == []
        position = play(game, position, answers).after
    return position


def may_go_on(game, setup, position):
    """Return whether the match may still be in progress.

    This is the case if only its players can end it. It is also the case if nobody has reached the
    target of a game whose totals rise and fall.
    """
    if game.is_open(setup):
        return True
    target, hands = setup.options.get("target"), setup.options.get("hands")
    return game.slug == "jaguar" and hands is None and max(position.totals.values()) < target


@every_game
@examples(10, 4)
@given(data=st.data())
def test_a_match_with_any_options_is_played_to_its_end(slug, data):
    game = GAMES[slug]
    setup = data.draw(setups(game))

    end = play_to_its_end(game, setup, Random(data.draw(SEEDS)))

    assert end.winners if end.is_over else may_go_on(game, setup, end), (
        f"never over: {dict(setup.options)}"
    )


@every_game
@examples(10, 4)
@given(data=st.data())
def test_a_match_can_be_played_if_the_game_declares_no_plausible_answers(slug, data):
    """Random counters of more than five players hardly ever have the right sum."""
    game = replace(GAMES[slug], simulation=ANY_ANSWERS)
    setup = data.draw(setups(game).filter(lambda each: len(each.players) <= 5))

    end = play_to_its_end(game, setup, Random(data.draw(SEEDS)))

    assert end.winners if end.is_over else may_go_on(game, setup, end), (
        f"never over: {dict(setup.options)}"
    )


@every_game
def test_the_house_rules_of_generated_matches_are_accepted(slug):
    game = GAMES[slug]
    players = tuple(NAMES[: game.seats[-1] - 1])

    for options in game.simulation.house_rules:
        assert isinstance(build_setup(game, players, options), Setup)
