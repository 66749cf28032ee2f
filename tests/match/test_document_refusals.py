"""Match documents that are refused: as a whole, or at a deal."""

import pytest

from scorekeeper.match.document import RefusedDocument, parse_document, score_document
from scorekeeper.rules import GAMES
from tests.match.documents import A_DEAL, OPTIONS, match_document

ONE_OF_THESE = "The field “game” must be one of jabberwocky, chinchon, loba, gin, jaguar, jamon."


@pytest.mark.parametrize(
    ("document", "code", "error"),
    [
        pytest.param(
            None,
            "bad_field",
            "A match must be an object with the fields “game”, “players” and “rounds”.",
            id="nothing",
        ),
        pytest.param(
            [],
            "bad_field",
            "A match must be an object with the fields “game”, “players” and “rounds”.",
            id="a list",
        ),
        pytest.param({}, "bad_field", ONE_OF_THESE, id="no game"),
        pytest.param(match_document("whist"), "bad_field", ONE_OF_THESE, id="another game"),
        pytest.param(match_document("Gin", 2), "bad_field", ONE_OF_THESE, id="a capital letter"),
        pytest.param(match_document(["gin"], 2), "bad_field", ONE_OF_THESE, id="a list for a game"),
        pytest.param(
            match_document(date="today"),
            "bad_field",
            "A match has no field “date”.",
            id="an extra field",
        ),
        pytest.param(
            match_document("whist", date="today"),
            "bad_field",
            "A match has no field “date”.",
            id="an extra field, before the game",
        ),
        pytest.param(
            match_document() | {"players": None},
            "bad_field",
            "The field “players” must be a list of names in order of play.",
            id="no players",
        ),
        pytest.param(
            match_document() | {"players": "Ana"},
            "bad_field",
            "The field “players” must be a list of names in order of play.",
            id="a word for players",
        ),
        pytest.param(
            match_document() | {"players": ["Ana", "Bruno", 3]},
            "bad_players",
            "Every player needs a name.",
            id="a number for a name",
        ),
        pytest.param(
            match_document() | {"players": ["Ana", "Bruno", None]},
            "bad_players",
            "Every player needs a name.",
            id="null for a name",
        ),
        pytest.param(
            match_document() | {"players": ["Ana", "Bruno", ["Chus"]]},
            "bad_players",
            "Every player needs a name.",
            id="a list for a name",
        ),
        pytest.param(
            match_document("jabberwocky", 2),
            "bad_players",
            "Jabberwocky is for 3 to 5 players.",
            id="too few",
        ),
        pytest.param(
            match_document(options=None),
            "bad_field",
            "The field “options” must be an object with the game’s options.",
            id="null for options",
        ),
        pytest.param(
            match_document(options=[]),
            "bad_field",
            "The field “options” must be an object with the game’s options.",
            id="a list for options",
        ),
        pytest.param(
            match_document(options={"limit": 5}),
            "bad_option",
            "There is no option “limit”.",
            id="an option of another game",
        ),
        pytest.param(
            {"game": "gin", "players": ["Ana", "Bruno"]},
            "bad_field",
            "The field “rounds” must be a list with an object for each deal.",
            id="no rounds",
        ),
        pytest.param(
            match_document() | {"rounds": {}},
            "bad_field",
            "The field “rounds” must be a list with an object for each deal.",
            id="an object for rounds",
        ),
        pytest.param(
            match_document(closed="yes"),
            "bad_field",
            "The field “closed” must be true or false.",
            id="a word for closed",
        ),
        pytest.param(
            match_document(closed=1),
            "bad_field",
            "The field “closed” must be true or false.",
            id="a number for closed",
        ),
        pytest.param(
            match_document(closed=None),
            "bad_field",
            "The field “closed” must be true or false.",
            id="null for closed",
        ),
        pytest.param(
            match_document(closed=True),
            "bad_field",
            "The field “closed” is only for a match without a fixed end.",
            id="closed, though the deals are counted",
        ),
        pytest.param(
            match_document("jamon", 3, closed=True),
            "bad_field",
            "The field “closed” is only for a match without a fixed end.",
            id="closed after one deal of Jamón",
        ),
        pytest.param(
            match_document("gin", 2, closed=True),
            "bad_field",
            "The field “closed” is only for a match without a fixed end.",
            id="closed gin",
        ),
        pytest.param(
            match_document("jabberwocky", 2, {"mood": 1}, closed=True),
            "bad_players",
            "Jabberwocky is for 3 to 5 players.",
            id="players come first",
        ),
    ],
)
def test_an_invalid_document_is_refused_before_the_first_deal(document, code, error):
    assert score_document(document) == {"error": error, "code": code, "round": 0}


def test_the_exception_text_of_a_refused_document_is_its_code():
    with pytest.raises(RefusedDocument, match=r"^bad_players$"):
        parse_document(match_document("gin", 1))


def test_fields_for_remarks_are_ignored():
    remarks = {"id": 7, "title": ["a", "b"], "expected": {"code": "none"}, "why": None}

    assert score_document(match_document() | remarks) == score_document(match_document())


@pytest.mark.parametrize("game", ["jabberwocky", "chinchon", "loba", "gin", "jamon", "jaguar"])
def test_closed_is_false_by_default(game):
    players = GAMES[game].seats[0]

    assert score_document(match_document(game, players, closed=False)) == score_document(
        match_document(game, players)
    )


@pytest.mark.parametrize(
    ("rounds", "code", "number", "error"),
    [
        pytest.param([A_DEAL, {}], "bad_field", 2, "Bid: nothing was entered.", id="an empty deal"),
        pytest.param(
            [[]],
            "bad_field",
            1,
            "A deal must be an object with the game’s fields.",
            id="a list",
        ),
        pytest.param(
            [A_DEAL, None],
            "bad_field",
            2,
            "A deal must be an object with the game’s fields.",
            id="nothing",
        ),
        pytest.param(
            [A_DEAL, A_DEAL, A_DEAL], "match_over", 3, "The match is over.", id="one deal more"
        ),
        pytest.param(
            [A_DEAL, A_DEAL, {"mood": 1}],
            "match_over",
            3,
            "The match is over.",
            id="something else after the end",
        ),
        pytest.param(
            [A_DEAL, A_DEAL, None],
            "match_over",
            3,
            "The match is over.",
            id="nothing after the end",
        ),
        pytest.param(
            [A_DEAL, {"mood": 1}, None],
            "bad_field",
            2,
            "There is no field “mood” here.",
            id="the first of two",
        ),
        pytest.param(
            [A_DEAL | {"bids": {"Ana": 0, "Bruno": 2, "Chus": 1}}],
            "forbidden_bid",
            1,
            "The bids must not add up to 3: Ana deals and may not bid 0."
            " Any other number is allowed.",
            id="a name in the sentence",
        ),
        pytest.param(
            [A_DEAL | {"tricks": {"Ana": 2, "Bruno": 1, "ana": 0}}],
            "unknown_player",
            1,
            "ana is not in this match.",
            id="a name in lower case",
        ),
    ],
)
def test_an_invalid_deal_is_refused_with_its_number(rounds, code, number, error):
    refusal = score_document(match_document("jabberwocky", 3, *rounds, options=OPTIONS))

    assert refusal == {"error": error, "code": code, "round": number}
