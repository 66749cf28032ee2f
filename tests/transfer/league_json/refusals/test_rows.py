"""Invalid or impossible rows are refused with a reason."""

import pytest

from scorekeeper.db.tables import Matches
from scorekeeper.transfer.league_json import VERSION
from tests.databases import rows
from tests.transfer.exports import decode_document, encode_document, export_league, import_league
from tests.transfer.league_json.refusals.changes import (
    AWAY,
    KEPT,
    NIGHT,
    NOTED,
    PAID,
    SEASON,
    add,
    add_correction,
    body,
    change,
    drop,
    merge_in_circle,
    remove,
)
from tests.transfer.league_json.refusals.refused import refusal_of


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        pytest.param(
            change("players", 0, name=" Ana"), 'players: “name” cannot be " Ana".', id="name"
        ),
        pytest.param(
            change("players", 0, colour=11), "players: “colour” cannot be 11.", id="colour"
        ),
        pytest.param(
            change("players", 0, colour=True), "players: “colour” cannot be true.", id="true"
        ),
        pytest.param(change("players", 0, hidden=0), "players: “hidden” cannot be 0.", id="flag"),
        pytest.param(change("players", 1, id=1), "rows must be in order of their ids", id="twice"),
        pytest.param(
            change("players", 1, name="ANA"),
            "the name ANA already belongs to the row with id 1.",
            id="same name",
        ),
        pytest.param(
            change("players", 0, avatar=1), 'players: "avatar" is not allowed here.', id="column"
        ),
        pytest.param(drop("players", 0, "hidden"), "players: “hidden” is missing.", id="no column"),
        pytest.param(
            change("players", 0, merged_into=9), "1 cannot be merged into player 9.", id="merged"
        ),
        pytest.param(merge_in_circle, "player 1 cannot be merged into player 1.", id="a cycle"),
        pytest.param(
            add("seasons", **SEASON | {"scheme": {"measure": "luck"}}),
            "seasons: “scheme” cannot be",
            id="scheme",
        ),
        pytest.param(
            add("seasons", **SEASON | {"stakes": {"unit": "pesos", "amounts": {}}}),
            "seasons: “stakes” cannot be",
            id="stakes",
        ),
        pytest.param(
            add("seasons", **SEASON | {"starts": "2026-02-30"}),
            'seasons: “starts” cannot be "2026-02-30".',
            id="a day",
        ),
        pytest.param(
            add("seasons", **SEASON | {"games": ["mus"]}), "“games” cannot be", id="games"
        ),
        pytest.param(add("kept", **KEPT), "kept: there is no season with id 1.", id="no season"),
        pytest.param(add("kept", **KEPT | {"result": [["1"]]}), "“result” cannot be", id="result"),
        pytest.param(
            add("terms", match=1, chosen=True, season=3, stake=None),
            "terms: there is no season with id 3.",
            id="terms",
        ),
        pytest.param(
            add("payments", **PAID | {"payee": 9}), "there is no player with id 9.", id="payment"
        ),
        pytest.param(add("payments", **PAID | {"amount": 0}), "“amount” cannot be 0.", id="amount"),
        pytest.param(
            add("payments", **PAID | {"amount": 2**40}),
            "“amount” cannot be 10995",
            id="too much money",
        ),
        pytest.param(
            change("log", 1, kind="bids shouted"), '“kind” cannot be "bids shouted".', id="kind"
        ),
        pytest.param(change("log", 1, at=-1), "“at” cannot be -1.", id="time"),
        pytest.param(
            change("log", 1, at=2**62),
            "“at” cannot be 4611686018427387904.",
            id="a time out of range",
        ),
        pytest.param(
            change("players", 1, merged_into=1),
            "match 1: entry 1 is not valid. Two of its players are the same person.",
            id="twice at the table",
        ),
        pytest.param(change("log", 1, at=1.5), "“at” cannot be 1.5.", id="half a second"),
        pytest.param(change("log", 1, version=2**40), "“version” cannot be", id="version"),
        pytest.param(change("log", 1, body=[]), "“body” cannot be [].", id="body"),
        pytest.param(remove("log", 0), "match 1: entry 2 cannot follow entry 0.", id="no start"),
        pytest.param(remove("log", 1), "match 1: entry 3 cannot follow entry 1.", id="a gap"),
        pytest.param(
            change("log", 2, key="bids"), "The same key appears twice in one match.", id="key"
        ),
        pytest.param(
            body(0, game="mus"), "“game” has an invalid value in “match started”.", id="game"
        ),
        pytest.param(
            body(0, players=["1", "2", "9"]), "There is no player with id 9.", id="stranger"
        ),
        pytest.param(
            body(0, players=["1", "2", "02"]),
            "“players” has an invalid value",
            id="not a player's key",
        ),
        pytest.param(
            body(0, players=["1", "1", "2"]), "Each player needs a different name.", id="two"
        ),
        pytest.param(body(0, players=["1"]), "Jabberwocky is for 3 to", id="too few"),
        pytest.param(body(0, options={"schedule": [99]}), "entry 1 is not valid.", id="option"),
        pytest.param(
            body(0, options={}), "The tricks must add up to 3, not 1.", id="default options"
        ),
        pytest.param(
            body(0, rules=2), "Its rules are from a newer version of Scorekeeper.", id="rules"
        ),
        pytest.param(body(0, deck=40), "“deck” is not allowed in “match started”.", id="field"),
        pytest.param(body(1, round=2), "It does not fit the entries before it.", id="deal"),
        pytest.param(body(1, stage="tricks"), "It does not fit the entries before it.", id="stage"),
        pytest.param(
            body(1, answers={"bids": {"1": 1, "2": 0, "3": 0}}),
            "match 1: entry 2 is not valid. The bids must not add up to 1",
            id="bids",
        ),
        pytest.param(
            body(1, answers={"bids": {"1": True, "2": 1, "3": 0}}),
            "must be a whole number.",
            id="true for 1",
        ),
        pytest.param(
            body(1, answers={"bids": {"1": 1, "2": 1, "9": 0}}),
            "9 is not in this match.",
            id="not in the match",
        ),
        pytest.param(
            body(1, answers={"bids": {"1": 1, "2": 1}}), "enter a number for Chus.", id="missing"
        ),
        pytest.param(
            lambda whole: whole["log"][1].update(kind="match closed", body={"how": "so"}),
            "“how” has an invalid value in “match closed”.",
            id="how",
        ),
        pytest.param(
            lambda whole: whole["log"][2].update(kind="step withdrawn", body={"step": 1}),
            "entry 3 is not valid. It does not fit the entries before it.",
            id="undo",
        ),
        pytest.param(
            lambda whole: whole["log"][2].update(kind="match brought back", body={}),
            "entry 3 is not valid. It does not fit the entries before it.",
            id="back",
        ),
        pytest.param(
            lambda whole: whole["log"][2].update(
                kind="match started", body=whole["log"][0]["body"]
            ),
            "entry 3 is not valid. It does not fit the entries before it.",
            id="two starts",
        ),
        pytest.param(
            lambda whole: whole["log"].extend((AWAY, AWAY | {"version": 5, "key": "y"})),
            "entry 5 is not valid. It does not fit the entries before it.",
            id="deleted twice",
        ),
        pytest.param(
            lambda whole: whole["log"].extend(row | {"match": 2} for row in list(whole["log"])),
            "is in the file twice, or already exists",
            id="a start twice",
        ),
        pytest.param(
            add_correction(later="all"),
            "“later” has an invalid value in “round corrected”.",
            id="later is not a list",
        ),
        pytest.param(
            add_correction(later=[[2, []], [1]]), "“later” has an invalid value", id="later deal"
        ),
        pytest.param(
            add_correction(later=[[2, []]]),
            "entry 4 is not valid. It does not fit the entries before it.",
            id="later than the last deal",
        ),
        pytest.param(
            add_correction(later=[[1, []]]),
            "entry 4 is not valid. It does not fit the entries before it.",
            id="later is the corrected deal",
        ),
        pytest.param(add("log", **NOTED), "There is no import with id 7.", id="import"),
        pytest.param(
            add("log", **NOTED | {"body": NOTED["body"] | {"places": [1, 3]}}),
            "These places are not possible in one match.",
            id="places",
        ),
        pytest.param(
            add("log", **NOTED | {"body": NOTED["body"] | {"points": [1]}}),
            "Every player must have a place, and points or null.",
            id="points",
        ),
        pytest.param(
            add("log", **NOTED | {"body": NOTED["body"] | {"players": ["1", "1"]}}),
            "This game cannot have these players.",
            id="seats",
        ),
        pytest.param(
            lambda whole: whole["league"].update(current_season=4),
            "The current season has id 4, which is not in this file.",
            id="current",
        ),
    ],
)
@pytest.mark.parametrize("version", [2, VERSION])
def test_an_invalid_or_impossible_row_is_refused_with_a_reason(
    another_league, document, spoil, sentence, version
):
    spoil(document)

    assert sentence in refusal_of(another_league, document, version)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        pytest.param(
            add("club_players", night=4, player=1, here=True, answer=None, at=1),
            "club_players: there is no club night with id 4.",
            id="no club night",
        ),
        pytest.param(
            add("club_nights", **NIGHT | {"method": "by hand"}),
            '“method” cannot be "by hand".',
            id="a way of drawing",
        ),
    ],
)
def test_an_invalid_row_of_a_club_night_is_refused_with_a_reason(
    another_league, document, spoil, sentence
):
    spoil(document)

    assert sentence in refusal_of(another_league, document)


def test_an_imported_result_is_loaded_with_its_import_job(app, another_league, document):
    made = {
        "id": 7,
        "name": "a.csv",
        "key": "k",
        "state": "written",
        "lines": 2,
        "bad": 0,
        "matches": 1,
        "done": 1,
        "ranges": [[2, 2]],
        "newcomers": [],
        "at": 5,
        "undone_at": None,
    }
    document["imports"].append(made)
    document["league"]["last_import"] = 7
    document["log"].append(NOTED)

    import_league(another_league, encode_document(document))

    assert decode_document(export_league(another_league)) == document
    assert [row.state for row in rows(another_league, Matches)] == ["over", "noted"]
