"""Random deals of Jamón: counters change hands, but their number stays the same."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cli import simulated_players
from scorekeeper.match.document import score_document
from scorekeeper.match.sheet import merge_stages
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import play
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems
from tests.rules.strategies import SEEDS, deals, json_values, positions
from tests.sample import examples

GAME = GAMES["jamon"]
PLAYERS = tuple("ABCDEFGHIJ")


@st.composite
def called_deals(draw):
    """Draw (players, counters each, counters held after the calls, calls, who went out)."""
    players = PLAYERS[: draw(st.integers(2, 10))]
    each = draw(st.integers(1, 6))
    held, calls = dict.fromkeys(players, each), []
    for _ in range(draw(st.integers(0, 30))):
        caller = draw(st.sampled_from([seat for seat in players if held[seat]]))
        called = draw(st.sampled_from([seat for seat in players if seat != caller]))
        held[caller] -= 1
        held[called] += 1
        calls.append([caller, called])
    return players, each, held, calls, draw(st.sampled_from(players))


@examples(25, 10)
@given(called_deals())
def test_counters_only_change_hands(drawn):
    players, each, held, calls, out = drawn
    counted = {"went_out": out, "counters": held}
    called = {"went_out": out, "calls": calls}

    by_count, by_calls = (
        score_document(
            {
                "game": "jamon",
                "players": list(players),
                "options": {"counters": each},
                "rounds": [answers],
            }
        )
        for answers in (counted, called)
    )

    assert by_count == by_calls
    assert sum(by_count["totals"].values()) == len(players) * each
    for seat, total in by_count["totals"].items():
        if seat == out:
            assert held[seat] <= total <= held[seat] + 2 * (len(players) - 1)
        else:
            assert total == max(0, held[seat] - 2)


@examples(50, 10)
@given(positions(GAME), SEEDS)
def test_the_preview_of_a_complete_deal_has_the_totals_that_are_scored(drawn, seed):
    position, _ = drawn
    answers = merge_stages(GAME, simulated_players.random_deal(GAME, position, Random(seed)))

    preview = GAME.display.preview(position, "count", answers)

    assert {seat: then.total for seat, then in preview.totals_after.items()} == dict(
        play(GAME, position, answers).after.totals
    )


@examples(25, 10)
@given(called_deals())
def test_calls_saved_one_by_one_make_the_same_record(drawn):
    players, each, _, calls, out = drawn
    position = GAME.begin(build_setup(GAME, players, {"counters": each}))

    answers = {}
    for call in calls:
        (stage,) = GAME.deal.other_stages(position, answers)
        answers = GAME.deal.merge(answers, stage, {"calls": [call]})
        assert problems(GAME, position, answers, stage) == []
    answers = GAME.deal.merge(
        answers, "count", {"went_out": out} | ({} if calls else {"calls": []})
    )

    assert answers == {"went_out": out, "calls": calls}
    assert problems(GAME, position, answers, "count") == []
    assert GAME.deal.stage(position, answers) is None


@examples(25, 10)
@given(called_deals())
def test_exactly_the_players_with_a_counter_may_call(drawn):
    players, each, held, calls, _ = drawn
    position = GAME.begin(build_setup(GAME, players, {"counters": each}))
    stage = f"call-{len(calls) + 1}"
    (asked,) = [f for f in GAME.deal.fields(position, {"calls": calls}) if f.stage == stage]

    for caller in players:
        for called in players:
            if caller == called:
                continue
            answers = GAME.deal.merge({"calls": calls}, stage, {"calls": [[caller, called]]})
            refused = bool(problems(GAME, position, answers, stage))
            assert refused == ((caller, called) in asked.forbidden) == (held[caller] == 0)


@examples(25, 10)
@given(st.data())
def test_the_preview_of_any_answers_has_a_note_for_each_player(data):
    position, _ = data.draw(positions(GAME))
    answers = data.draw(deals(GAME, position))

    for stage in ("count", "call-1"):
        assert set(GAME.display.preview(position, stage, answers).notes) == set(position.players)


@examples(25, 10)
@given(st.data())
def test_any_answer_to_any_stage_has_a_preview_and_is_accepted_or_refused(data):
    position, _ = data.draw(positions(GAME))
    before = data.draw(deals(GAME, position))
    if problems(GAME, position, before, "call-1"):
        before = {}
    for stage in ("count", *GAME.deal.other_stages(position, before)):
        answers = GAME.deal.merge(before, stage, data.draw(deals(GAME, position)))
        problems(GAME, position, answers, stage)
        notes = GAME.display.preview(position, stage, answers).notes
        assert set(notes) == set(position.players)


@examples(25, 10)
@given(called_deals(), json_values("jamon"))
def test_there_is_one_field_for_the_next_call(drawn, call):
    players, _, _, calls, _ = drawn
    position, stage = GAME.begin(build_setup(GAME, players, {})), f"call-{len(calls) + 1}"

    for answers in ({"calls": calls}, GAME.deal.merge({"calls": calls}, stage, {"calls": [call]})):
        assert [f.name for f in GAME.deal.fields(position, answers) if f.stage == stage] == [
            "calls"
        ]
