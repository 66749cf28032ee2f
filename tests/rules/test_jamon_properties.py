"""Jamón, whatever is played: counters only change hands, and no JSON breaks the rules."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.document import score
from scorekeeper.rules import GAMES
from scorekeeper.rules.agreeing import set_up
from scorekeeper.rules.checking import problems
from scorekeeper.rules.kernel import Setup

GAME = GAMES["jamon"]
PLAYERS = tuple("ABCDEFGHIJ")
PROPERTY = settings(deadline=None, max_examples=100, derandomize=True)

seats = st.sampled_from([*PLAYERS[:4], "Z"])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | seats | st.just(""),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(seats, inner, max_size=5),
    max_leaves=12,
)
numbers = st.dictionaries(seats, st.integers(-1, 21), max_size=5)
likely = st.fixed_dictionaries(
    {"went_out": seats},
    optional={
        "counters": numbers | json_values,
        "cards": numbers | json_values,
        "calls": st.lists(st.lists(seats, min_size=2, max_size=2), max_size=6) | json_values,
        "default_by": seats | st.none(),
    },
)
names = st.sampled_from(["went_out", "counters", "cards", "calls", "default_by", "x"])
records = likely | st.dictionaries(names, json_values, max_size=6)
options = st.fixed_dictionaries(
    {},
    optional={
        "scoring": st.sampled_from(["counters", "points"]),
        "counters": st.integers(1, 50),
        "deck": st.sampled_from([52, 48]),
        "deals": st.none() | st.integers(1, 3),
    },
)


@st.composite
def called_deals(draw):
    """Players, counters each, calls that can be paid, and who went out."""
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


@PROPERTY
@given(called_deals())
def test_counters_only_change_hands(drawn):
    players, each, held, calls, out = drawn
    counted = {"went_out": out, "counters": held}
    called = {"went_out": out, "calls": calls}

    by_count, by_calls = (
        score({"game": "jamon", "players": list(players), "options": {"counters": each},
               "rounds": [record]})
        for record in (counted, called)
    )  # fmt: skip

    assert by_count == by_calls
    assert sum(by_count["totals"].values()) == len(players) * each
    for seat, total in by_count["totals"].items():
        if seat == out:
            assert held[seat] <= total <= held[seat] + 2 * (len(players) - 1)
        else:
            assert total == max(0, held[seat] - 2)


@PROPERTY
@given(called_deals())
def test_calls_one_by_one_make_the_same_record(drawn):
    players, each, _, calls, out = drawn
    position = GAME.begin(set_up(GAME, players, {"counters": each}))

    record = {}
    for call in calls:
        (stage,) = GAME.others(position, record)
        record = GAME.merge(record, stage, {"calls": [call]})
        assert problems(GAME, position, record, stage) == []
    record = GAME.merge(record, "count", {"went_out": out} | ({} if calls else {"calls": []}))

    assert record == {"went_out": out, "calls": calls}
    assert problems(GAME, position, record, "count") == []
    assert GAME.stage(position, record) is None


@PROPERTY
@given(called_deals())
def test_what_is_offered_is_what_can_be_paid(drawn):
    players, each, held, calls, _ = drawn
    position = GAME.begin(set_up(GAME, players, {"counters": each}))
    stage = f"call-{len(calls) + 1}"
    (asked,) = [f for f in GAME.fields(position, {"calls": calls}) if f.stage == stage]

    for caller in players:
        for called in players:
            if caller == called:
                continue
            record = GAME.merge({"calls": calls}, stage, {"calls": [[caller, called]]})
            refused = bool(problems(GAME, position, record, stage))
            assert refused == ((caller, called) in asked.no) == (held[caller] == 0)


@PROPERTY
@given(st.integers(2, 4), options, records)
def test_any_record_is_a_problem_or_a_deal(count, agreed, record):
    position = GAME.begin(set_up(GAME, PLAYERS[:count], agreed))
    found = problems(GAME, position, record)

    assert bool(found) or GAME.stage(position, record) is None
    result = score({
        "game": "jamon", "players": list(PLAYERS[:count]), "options": agreed, "rounds": [record],
    })  # fmt: skip
    assert ("error" in result) == bool(found)
    GAME.preview(position, "count", record)
    GAME.preview(position, "call-1", record)


@PROPERTY
@given(st.integers(2, 4), options, records, records)
def test_any_answer_to_any_stage_is_a_problem_or_taken(count, agreed, before, answers):
    position = GAME.begin(set_up(GAME, PLAYERS[:count], agreed))
    if problems(GAME, position, before, "call-1"):
        before = {}
    for stage in ("count", *GAME.others(position, before)):
        record = GAME.merge(before, stage, answers)
        problems(GAME, position, record, stage)
        GAME.preview(position, stage, record)


@PROPERTY
@given(called_deals(), json_values)
def test_the_page_finds_the_field_of_the_call_being_made(drawn, call):
    players, _, _, calls, _ = drawn
    position, stage = GAME.begin(set_up(GAME, players, {})), f"call-{len(calls) + 1}"

    for record in ({"calls": calls}, GAME.merge({"calls": calls}, stage, {"calls": [call]})):
        assert [f.name for f in GAME.fields(position, record) if f.stage == stage] == ["calls"]


@PROPERTY
@given(
    st.dictionaries(
        st.sampled_from(["scoring", "counters", "deck", "deals", "x"]), json_values, max_size=4
    )
)
def test_any_options_are_refused_or_kept(agreed):
    setup = set_up(GAME, PLAYERS[:4], agreed)

    if isinstance(setup, Setup):
        assert {name: setup.options[name] for name in agreed} == agreed
    else:
        assert setup.code == "bad_option"
