"""Any JSON as a match document gets a result or a refusal, never an exception."""

import json
from copy import deepcopy
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.match.document import score_document
from scorekeeper.rules import GAMES
from tests.rules.golden_cases import CASES_BY_GAME
from tests.rules.strategies import CHARACTERS
from tests.sample import examples, sized

DOCUMENT_KEYS = ("game", "players", "options", "rounds", "closed")
BY_GAME = {
    game: [{key: case[key] for key in DOCUMENT_KEYS if key in case} for case in cases]
    for game, cases in CASES_BY_GAME.items()
}

# Values that are valid in some field, so that wrong values are nearly right.
WORDS = (
    "",
    "Ann",
    "Ben",
    "A+C",
    "pass",
    "2",
    "A",
    "10D",
    "7S",
    "knock",
    "gin",
    "draw",
    "normal",
    "run",
    "coins",
    "hearts",
    "default",
    "classic",
    "total",
    "\x00",
    "\ud800",
    "{who}",
    "😀",
)
NUMBERS = st.integers(-3, 130) | st.sampled_from([10**6, -(10**30), 10**400])
FLOATS = st.floats() | st.sampled_from([1.0, 0.5, -0.0])
PLAIN = (
    st.none()
    | st.booleans()
    | NUMBERS
    | FLOATS
    | st.sampled_from(WORDS)
    | st.text(CHARACTERS, max_size=5)
)
KEYS = st.sampled_from(
    ["game", "players", "options", "rounds", "closed", "bids", "hands", "taken", "calls", *WORDS]
)
ANYTHING = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4)
)


def is_answer(answer):
    """Return whether this is a result with totals, or a refusal with a sentence, code and deal."""
    json.dumps(answer, allow_nan=False)
    if "error" not in answer:
        return set(answer) >= {"per_round", "totals", "winners", "finished"}
    return (
        set(answer) == {"error", "code", "round"}
        and len(answer["error"]) > 1
        and "{" not in answer["error"].replace("{who}", "")
        and type(answer["round"]) is int
    )


def places(value, path=()):
    """Yield the path of every value in a document. The empty path is the document itself."""
    yield path
    inside = value.items() if isinstance(value, dict) else ()
    inside = enumerate(value) if isinstance(value, list) else inside
    for key, each in inside:
        yield from places(each, (*path, key))


def changed_document(document, path, change):
    """Return a copy of the document, with change(parent, key) applied at this path."""
    document = deepcopy(document)
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    change(holder, path[-1])
    return document


def replace_value(value):
    def change(holder, key):
        holder[key] = value

    return change


def remove(holder, key):
    del holder[key]


def duplicate(holder, key):
    if isinstance(holder, list):
        holder.insert(key, deepcopy(holder[key]))
    else:
        holder[f"{key} "] = holder[key]


@examples(100, 40)
@given(ANYTHING)
def test_any_json_value_gets_a_result_or_a_refusal(document):
    assert is_answer(score_document(document))


@examples(100, 40)
@given(
    st.fixed_dictionaries(
        {"game": st.sampled_from(sorted(GAMES)), "players": st.lists(PLAIN, max_size=7)},
        optional={"options": ANYTHING, "rounds": st.lists(ANYTHING, max_size=3), "closed": PLAIN},
    )
)
def test_any_values_in_the_expected_fields_get_a_result_or_a_refusal(document):
    assert is_answer(score_document(document))


@pytest.mark.parametrize("game", GAMES)
@examples(50, 20)
@given(data=st.data())
def test_a_golden_document_with_one_value_replaced_gets_a_result_or_a_refusal(game, data):
    document = data.draw(st.sampled_from(BY_GAME[game]))
    path = data.draw(st.sampled_from([path for path in places(document) if path]))
    value = data.draw(ANYTHING)

    assert is_answer(score_document(changed_document(document, path, replace_value(value))))


@pytest.mark.parametrize("game", GAMES)
@examples(100, 40)
@given(data=st.data())
def test_a_golden_document_with_one_value_copied_elsewhere_gets_a_result_or_refusal(game, data):
    document = data.draw(st.sampled_from(BY_GAME[game]))
    every = [path for path in places(document) if path]
    here, there = data.draw(st.sampled_from(every)), data.draw(st.sampled_from(every))
    value = document
    for key in there:
        value = value[key]

    assert is_answer(
        score_document(changed_document(document, here, replace_value(deepcopy(value))))
    )


@pytest.mark.parametrize("change", [remove, duplicate])
@pytest.mark.parametrize("game", GAMES)
def test_a_golden_document_with_a_value_removed_or_doubled_gets_a_result_or_refusal(game, change):
    shortest = sorted(BY_GAME[game], key=lambda document: len(json.dumps(document)))
    for document in shortest[: sized(25, 8)]:
        for path in places(document):
            if path:
                assert is_answer(score_document(changed_document(document, path, change))), (
                    document,
                    path,
                )


def test_scoring_does_not_modify_the_document():
    for document in chain.from_iterable(BY_GAME.values()):
        before = deepcopy(document)
        score_document(document)
        assert document == before
