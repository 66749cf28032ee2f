"""The check finds impossible histories, and reports them briefly and in a file."""

import math
import re
from pathlib import Path

import pytest

from tests.faults.clients import Client
from tests.faults.histories import (
    UNKNOWN,
    Action,
    LeagueChange,
    Read,
    contradictions,
    impossible,
    lost_changes,
    refuse_impossible,
)


def test_contradictions_in_a_history_are_found():
    """Two clients take three actions in sequence, with two reads between them."""
    acts = [
        Action(1, 7, "answer", "a", 303, 0, 1),
        Action(2, 7, "answer", "b", 303, 2, 3),
        Action(1, 7, "undo", "c", 409, 4, 5),
    ]
    reads = [Read(2, 7, 2, 1.5, 1.6), Read(1, 7, 3, 3.5, 3.6)]
    right = {(7, "a"): 2, (7, "b"): 3}

    assert contradictions(acts, reads, right) == []
    assert contradictions(acts, reads, {(7, "a"): 2}) == [
        "b (answer, match 7, 303) was saved, and is not in the log.",
    ]
    assert contradictions(acts, reads, right | {(7, "c"): 4}) == [
        "c (undo, match 7, 409) was refused, and is in the log.",
    ]
    assert contradictions(acts, reads, {(7, "a"): 3, (7, "b"): 2}) == [
        "a (answer, match 7, 303) was over before b (answer, match 7, 303) began, and comes"
        " after it: 3, 2.",
        "Client 2 saw version 2 after a (answer, match 7, 303) was 3.",
        "Client 2 saw version 2 before b (answer, match 7, 303) was 2.",
    ]


def test_starts_that_are_lost_doubled_or_out_of_order_are_found():
    acts = [
        Action(1, 7, "start", "a", 303, 0, 1),
        Action(2, 8, "start", "b", 303, 2, 3),
        Action(1, 0, "start", "c", 422, 4, 5),
        Action(2, 0, "start", "d", UNKNOWN, 6, math.inf),
    ]
    right = {(7, "a"): 1, (8, "b"): 1}

    assert contradictions(acts, [], right) == []
    assert contradictions(acts, [], right | {(9, "d"): 1}) == []
    assert contradictions(acts, [], {(8, "b"): 1}) == [
        "a (start, match 7, 303) was saved, and is not in the log.",
    ]
    assert contradictions(acts, [], right | {(9, "c"): 1, (10, "b"): 1}) == [
        "c (start, match 0, 422) was refused, and is in the log.",
        "b (start, match 8, 303) is in several matches: [8, 10].",
    ]
    swapped = [acts[0]._replace(match=8), acts[1]._replace(match=7)]
    assert contradictions(swapped, [], {(8, "a"): 1, (7, "b"): 1}) == [
        "a (start, match 0, 303) was over before b (start, match 0, 303) began, and comes after"
        " it: 8, 7.",
    ]


@pytest.mark.parametrize(
    ("choices", "value", "is_possible"),
    [
        pytest.param([], False, True, id="nobody"),
        pytest.param([], True, False, id="nobody, but changed"),
        pytest.param([(True, 303, 0, 1)], True, True, id="once"),
        pytest.param([(True, 303, 0, 1)], False, False, id="lost"),
        pytest.param([(True, 422, 0, 1)], True, False, id="refused"),
        pytest.param([(True, UNKNOWN, 0, 1)], True, True, id="unknown, and changed"),
        pytest.param([(True, UNKNOWN, 0, 1)], False, True, id="unknown, and unchanged"),
        pytest.param([(True, 303, 0, 1), (False, 303, 2, 3)], True, False, id="the earlier one"),
        pytest.param([(True, 303, 0, 2), (False, 303, 1, 3)], True, True, id="at the same time"),
    ],
)
def test_a_value_at_the_end_must_be_one_that_was_chosen_last(choices, value, is_possible):
    client = Client(1, 0, {}, None)
    client.league_changes = [LeagueChange(1, "season", *each) for each in choices]

    assert (list(lost_changes([client], {"season": value})) == []) == is_possible


def test_an_impossible_history_is_written_to_a_file_that_the_failure_names():
    client = Client(1, 0, {}, None)
    client.actions = [Action(1, 7, "answer", f"{n}", 303, 2 * n, 2 * n + 1) for n in range(9)]

    with pytest.raises(pytest.fail.Exception) as failure:
        refuse_impossible([client], {(7, f"{n}"): n + 2 for n in range(8)}, {})

    said = str(failure.value)
    file = Path(re.search(r"in (/\S+):", said)[1])
    assert "8 (answer, match 7, 303) was saved, and is not in the log." in said
    assert file.read_text().splitlines()[1:] == said.splitlines()[1:]
    assert file.read_text().startswith("FAULTS_SEED=")
    file.unlink()


def test_a_contradiction_is_reported_with_only_the_actions_it_involves():
    """Of two hundred actions and reads, two contradict each other."""
    clients = [Client(1, 0, {}, None), Client(2, 0, {}, None)]
    for n in range(100):
        who = clients[n % 2]
        who.actions.append(Action(who.number, 7, "answer", f"{n}", 303, 2 * n, 2 * n + 1))
        who.reads.append(Read(who.number, 7, n + 2, 2 * n + 1.2, 2 * n + 1.4))
    log = {(7, f"{n}"): n + 2 for n in range(100)}
    assert impossible(clients, log) == []

    clients[0].reads[30] = clients[0].reads[30]._replace(version=61)

    assert impossible(clients, log) == [
        "Client 1 saw version 61 after 60 (answer, match 7, 303) was 62.",
        "120.000 to 121.000: client 1: 60 (answer, match 7, 303), in the log as 62",
        "121.200 to 121.400: client 1 saw version 61 of match 7",
    ]
