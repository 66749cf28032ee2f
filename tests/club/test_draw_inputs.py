"""A draw can be repeated from its stored inputs, which contain only what its method uses."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.club.draw_inputs import DrawInputs, inputs_from_json, inputs_to_json
from scorekeeper.club.draws import DrawMethod, Past
from scorekeeper.club.sizes import table_sizes
from tests.club.people import past, people_of
from tests.sample import examples


def inputs_of(n, seed):
    people, rng = people_of(n), Random(seed)
    return DrawInputs(
        people,
        table_sizes(n, (4, 5), 5),
        {key: rng.randrange(3) for key in people},
        {key: rng.randrange(3) for key in people},
        past(people, seed),
    )


@examples(40)
@given(st.integers(4, 30), st.sampled_from(DrawMethod), st.integers(0, 999_999))
def test_stored_inputs_give_the_same_draw(n, method, seed):
    inputs = inputs_of(n, seed)
    drawn = inputs.draw(method, Random(seed))

    stored = json.loads(json.dumps(inputs_to_json(inputs.used_by(method))))

    assert inputs_from_json(stored).draw(method, Random(seed)) == drawn
    assert inputs_to_json(inputs_from_json(stored)) == stored


@pytest.mark.parametrize("method", DrawMethod)
def test_only_the_figures_that_the_method_uses_are_stored(method):
    used = inputs_of(8, 1).used_by(method).past

    uses_strengths = method in (DrawMethod.BALANCED, DrawMethod.LIKE_WITH_LIKE)
    assert bool(used.strengths) is uses_strengths
    assert bool(used.tonight) is bool(used.season) is (method is DrawMethod.FEWEST_MEETINGS)


def test_meetings_with_people_who_are_not_drawn_are_not_stored():
    met = {("1", "2"): 1, ("1", "9"): 2, ("2", "3"): 0}
    inputs = DrawInputs(("1", "2", "3"), (3,), past=Past(met, met))

    stored = inputs_to_json(inputs.used_by(DrawMethod.FEWEST_MEETINGS))

    assert stored["tonight"] == stored["season"] == [["1", "2", 1]]
