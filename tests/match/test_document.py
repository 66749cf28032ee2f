"""The match document: its valid contents, its result, and the refusals of invalid documents."""

import pytest

from scorekeeper.match.document import RefusedDocument, parse_document, score_document
from scorekeeper.rules import GAMES

ONE_OF_THESE = "The field “game” must be one of jabberwocky, chinchon, loba, gin, jaguar, jamon."
NAMES = ["Ana", "Bruno", "Chus", "Dina", "Edu"]
A_DEAL = {
    "bids": {"Ana": 2, "Bruno": 2, "Chus": 0},
    "tricks": {"Ana": 2, "Bruno": 1, "Chus": 0},
}
A_HAND = {"jaguar": "Ana", "friend": "Bruno", "points": 61}
AGREED = {"schedule": [3, 3]}


def match(game="jabberwocky", players=3, *rounds, **more):
    return {"game": game, "players": NAMES[:players], "rounds": list(rounds), **more}


def test_the_result_of_a_match_with_two_deals():
    assert score_document(
        match("jabberwocky", 3, A_DEAL, A_DEAL, options={"schedule": [3, 3, 3]})
    ) == {
        "per_round": [{"Ana": 1, "Bruno": 0, "Chus": 1}] * 2,
        "totals": {"Ana": 2, "Bruno": 0, "Chus": 2},
        "out": [],
        "winners": [],
        "finished": False,
        "running": [{"Ana": 1, "Bruno": 0, "Chus": 1}, {"Ana": 2, "Bruno": 0, "Chus": 2}],
        "dealers": ["Ana", "Bruno"],
        "next_dealer": "Chus",
        "bid_orders": [["Bruno", "Chus", "Ana"], ["Chus", "Ana", "Bruno"]],
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_total_is_0_before_the_first_deal(game):
    players = NAMES[: GAMES[game].seats[0]]

    found = score_document(
        {"game": game, "players": players, "rounds": [], "options": {"first_dealer": players[-1]}}
    )

    assert found["totals"] == dict.fromkeys(players, 0)
    assert (found["per_round"], found["running"], found["dealers"], found["out"]) == (
        [],
        [],
        [],
        [],
    )
    assert (found["finished"], found["winners"]) == (False, [])
    assert found["next_dealer"] == players[-1]


@pytest.mark.parametrize(
    ("game", "own"),
    [
        ("jabberwocky", {"bid_orders"}),
        ("jaguar", set()),
        ("jamon", set()),
        ("chinchon", {"pot", "payout", "remainder", "reenlisted"}),
        ("loba", {"pot", "payout", "remainder", "reenlisted"}),
        ("gin", {"boxes"}),
    ],
)
def test_every_result_has_the_common_keys_and_those_of_its_game(game, own):
    common = {"per_round", "totals", "out", "winners", "finished", "running", "dealers"}

    assert set(score_document(match(game, GAMES[game].seats[0]))) == common | {"next_dealer"} | own


def test_a_finished_match_has_no_next_dealer():
    found = score_document(match("jabberwocky", 3, A_DEAL, A_DEAL, options=AGREED))

    assert (found["finished"], found["winners"]) == (True, ["Ana", "Chus"])
    assert "next_dealer" not in found


def test_winning_partners_are_both_listed_in_seat_order():
    hands = [
        {
            "pair": ["Ana", "Bruno"],
            "result": "gin",
            "knocker": "Bruno",
            "deadwood": {"Ana": 90, "Bruno": 0},
        },
        {
            "pair": ["Chus", "Dina"],
            "result": "gin",
            "knocker": "Dina",
            "deadwood": {"Chus": 90, "Dina": 0},
        },
    ]

    found = score_document(match("gin", 4, {"hands": hands}))

    assert (found["winners"], found["totals"]) == (
        ["Bruno", "Dina"],
        {"Ana+Chus": 0, "Bruno+Dina": 220},
    )


# ---------------------------------------------------------------- refused before the first deal


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
        pytest.param(match("whist"), "bad_field", ONE_OF_THESE, id="another game"),
        pytest.param(match("Gin", 2), "bad_field", ONE_OF_THESE, id="a capital letter"),
        pytest.param(match(["gin"], 2), "bad_field", ONE_OF_THESE, id="a list for a game"),
        pytest.param(
            match(date="today"), "bad_field", "A match has no field “date”.", id="a field too many"
        ),
        pytest.param(
            match("whist", date="today"),
            "bad_field",
            "A match has no field “date”.",
            id="a field too many, before the game",
        ),
        pytest.param(
            match() | {"players": None},
            "bad_field",
            "The field “players” must be a list of names in order of play.",
            id="no players",
        ),
        pytest.param(
            match() | {"players": "Ana"},
            "bad_field",
            "The field “players” must be a list of names in order of play.",
            id="a word for players",
        ),
        pytest.param(
            match() | {"players": ["Ana", "Bruno", 3]},
            "bad_players",
            "Every player needs a name.",
            id="a number for a name",
        ),
        pytest.param(
            match() | {"players": ["Ana", "Bruno", None]},
            "bad_players",
            "Every player needs a name.",
            id="null for a name",
        ),
        pytest.param(
            match() | {"players": ["Ana", "Bruno", ["Chus"]]},
            "bad_players",
            "Every player needs a name.",
            id="a list for a name",
        ),
        pytest.param(
            match("jabberwocky", 2),
            "bad_players",
            "Jabberwocky is for 3 to 5 players.",
            id="too few",
        ),
        pytest.param(
            match(options=None),
            "bad_field",
            "The field “options” must be an object with the game’s options.",
            id="null for options",
        ),
        pytest.param(
            match(options=[]),
            "bad_field",
            "The field “options” must be an object with the game’s options.",
            id="a list for options",
        ),
        pytest.param(
            match(options={"limit": 5}),
            "bad_option",
            "There is no option “limit”.",
            id="an option of another game",
        ),
        pytest.param(
            {"game": "gin", "players": ["Ana", "Bruno"]},
            "bad_field",
            "The field “rounds” must be a list with a record for each deal.",
            id="no rounds",
        ),
        pytest.param(
            match() | {"rounds": {}},
            "bad_field",
            "The field “rounds” must be a list with a record for each deal.",
            id="an object for rounds",
        ),
        pytest.param(
            match(closed="yes"),
            "bad_field",
            "The field “closed” must be true or false.",
            id="a word for closed",
        ),
        pytest.param(
            match(closed=1),
            "bad_field",
            "The field “closed” must be true or false.",
            id="a number for closed",
        ),
        pytest.param(
            match(closed=None),
            "bad_field",
            "The field “closed” must be true or false.",
            id="null for closed",
        ),
        pytest.param(
            match(closed=True),
            "bad_field",
            "The field “closed” is only for a match without a fixed end.",
            id="closed, though the deals are counted",
        ),
        pytest.param(
            match("jamon", 3, closed=True),
            "bad_field",
            "The field “closed” is only for a match without a fixed end.",
            id="closed after one deal of Jamón",
        ),
        pytest.param(
            match("gin", 2, closed=True),
            "bad_field",
            "The field “closed” is only for a match without a fixed end.",
            id="closed gin",
        ),
        pytest.param(
            match("jabberwocky", 2, {"mood": 1}, closed=True),
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
        parse_document(match("gin", 1))


def test_fields_for_remarks_are_ignored():
    remarks = {"id": 7, "title": ["a", "b"], "expected": {"code": "none"}, "why": None}

    assert score_document(match() | remarks) == score_document(match())


@pytest.mark.parametrize("game", ["jabberwocky", "chinchon", "loba", "gin", "jamon", "jaguar"])
def test_closed_is_false_by_default(game):
    players = GAMES[game].seats[0]

    assert score_document(match(game, players, closed=False)) == score_document(
        match(game, players)
    )


# ---------------------------------------------------------------- refused at a deal


@pytest.mark.parametrize(
    ("rounds", "code", "number", "error"),
    [
        pytest.param(
            [A_DEAL, {}], "bad_field", 2, "Bid: nothing was entered.", id="an empty record"
        ),
        pytest.param(
            [[]],
            "bad_field",
            1,
            "A record must be an object with the fields of the deal.",
            id="a list",
        ),
        pytest.param(
            [A_DEAL, None],
            "bad_field",
            2,
            "A record must be an object with the fields of the deal.",
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
            id="a name with a small letter",
        ),
    ],
)
def test_an_invalid_deal_is_refused_with_its_number(rounds, code, number, error):
    found = score_document(match("jabberwocky", 3, *rounds, options=AGREED))

    assert found == {"error": error, "code": code, "round": number}


def test_player_names_are_used_unchanged():
    players = [" Ana", "{n}", "李雷"]
    record = {
        field: dict(zip(players, numbers, strict=True))
        for field, numbers in (("bids", (2, 2, 0)), ("tricks", (2, 1, 0)))
    }

    found = score_document({"game": "jabberwocky", "players": players, "rounds": [record]})
    even = record | {"bids": dict(zip(players, (1, 2, 1), strict=True))}
    refused = score_document({"game": "jabberwocky", "players": players, "rounds": [record, even]})

    assert found["totals"] == {" Ana": 1, "{n}": 0, "李雷": 1}
    assert found["next_dealer"] == "{n}"
    assert refused["error"].startswith("The bids must not add up to 4: {n} deals")


# ---------------------------------------------------------------- closed by the table


def test_players_with_the_highest_total_share_the_win_of_a_closed_jaguar_match():
    found = score_document(
        match("jaguar", 5, A_HAND, A_HAND | {"jaguar": "Bruno", "friend": "Ana"}, closed=True)
    )

    assert found["totals"] == {"Ana": 3, "Bruno": 3, "Chus": -2, "Dina": -2, "Edu": -2}
    assert (found["finished"], found["winners"]) == (True, ["Ana", "Bruno"])
    assert "next_dealer" not in found


def test_closing_a_finished_match_changes_nothing():
    rounds = A_HAND, A_HAND | {"points": 60}
    agreed = {"hands": 2}

    over = score_document(match("jaguar", 5, *rounds, options=agreed))

    assert over["finished"]
    assert over == score_document(match("jaguar", 5, *rounds, options=agreed, closed=True))


def test_all_players_share_the_win_of_a_document_closed_before_the_first_deal():
    found = score_document(match("jamon", 3, options={"deals": None}, closed=True))

    assert (found["finished"], found["winners"]) == (True, ["Ana", "Bruno", "Chus"])
    assert found["totals"] == {"Ana": 0, "Bruno": 0, "Chus": 0}


def test_an_invalid_deal_of_a_closed_match_is_refused():
    refused = score_document(match("jaguar", 5, A_HAND, {"all_pass": 1}, closed=True))

    assert (refused["code"], refused["round"]) == ("bad_field", 2)


# ---------------------------------------------------------------- huge numbers

LONG = 10**4200  # 4,201 digits; Python converts at most 4,300


@pytest.mark.parametrize(
    ("document", "code", "number"),
    [
        pytest.param(
            match("jamon", 3, {"went_out": "Ana", "counters": dict.fromkeys(NAMES[:3], 9 * LONG)}),
            "out_of_range",
            1,
            id="counters",
        ),
        pytest.param(
            match(
                "jamon",
                3,
                {
                    "went_out": "Ana",
                    "counters": dict.fromkeys(NAMES[:3], 5),
                    "cards": dict.fromkeys(NAMES[:3], 9 * LONG),
                },
            ),
            "out_of_range",
            1,
            id="cards",
        ),
        pytest.param(match("chinchon", 3, options={"stake": LONG}), "bad_option", 0, id="a stake"),
        pytest.param(
            match("jaguar", 5, options={"point_bands": [[71, LONG]]}),
            "bad_option",
            0,
            id="how many times",
        ),
    ],
)
def test_numbers_with_thousands_of_digits_are_refused(document, code, number):
    refused = score_document(document)

    assert (refused["code"], refused["round"]) == (code, number)


@pytest.mark.parametrize(("times", "code"), [(10**12, None), (10**12 + 1, "bad_option")])
def test_a_band_multiplier_is_at_most_1_000_000_000_000(times, code):
    assert (
        score_document(match("jaguar", 5, options={"point_bands": [[71, times]]})).get("code")
        == code
    )


def test_stakes_and_limits_above_their_maximum_are_refused():
    assert score_document(match("loba", 2, options={"stake": 10**12}))["pot"] == 2 * 10**12
    refused = score_document(match("loba", 2, options={"stake": 10**12 + 1}))
    assert refused["code"] == "bad_option"
    assert refused["error"].endswith("at most 1000000000000.")
    refused = score_document(match("loba", 2, options={"limit": 10**12 + 1}))
    assert refused["error"] == "“Out at” must be between 10 and 1000."
