"""The match document: its valid contents, its result, and the refusals of invalid documents."""

import pytest

from scorekeeper.match.document import score_document
from scorekeeper.rules import GAMES
from tests.match.documents import A_DEAL, NAMES, OPTIONS, match_document

A_HAND = {"jaguar": "Ana", "friend": "Bruno", "points": 61}


def test_the_result_of_two_deals_lists_their_points_totals_and_dealers():
    assert score_document(
        match_document("jabberwocky", 3, A_DEAL, A_DEAL, options={"schedule": [3, 3, 3]})
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

    result = score_document(
        {"game": game, "players": players, "rounds": [], "options": {"first_dealer": players[-1]}}
    )

    assert result["totals"] == dict.fromkeys(players, 0)
    assert (result["per_round"], result["running"], result["dealers"], result["out"]) == (
        [],
        [],
        [],
        [],
    )
    assert (result["finished"], result["winners"]) == (False, [])
    assert result["next_dealer"] == players[-1]


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

    assert (
        set(score_document(match_document(game, GAMES[game].seats[0])))
        == common | {"next_dealer"} | own
    )


def test_a_finished_match_has_no_next_dealer():
    result = score_document(match_document("jabberwocky", 3, A_DEAL, A_DEAL, options=OPTIONS))

    assert (result["finished"], result["winners"]) == (True, ["Ana", "Chus"])
    assert "next_dealer" not in result


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

    result = score_document(match_document("gin", 4, {"hands": hands}))

    assert (result["winners"], result["totals"]) == (
        ["Bruno", "Dina"],
        {"Ana+Chus": 0, "Bruno+Dina": 220},
    )


# ---------------------------------------------------------------- player names


def test_player_names_are_used_unchanged():
    players = [" Ana", "{n}", "李雷"]
    answers = {
        field: dict(zip(players, numbers, strict=True))
        for field, numbers in (("bids", (2, 2, 0)), ("tricks", (2, 1, 0)))
    }

    result = score_document({"game": "jabberwocky", "players": players, "rounds": [answers]})
    even = answers | {"bids": dict(zip(players, (1, 2, 1), strict=True))}
    refused = score_document({"game": "jabberwocky", "players": players, "rounds": [answers, even]})

    assert result["totals"] == {" Ana": 1, "{n}": 0, "李雷": 1}
    assert result["next_dealer"] == "{n}"
    assert refused["error"].startswith("The bids must not add up to 4: {n} deals")


# ---------------------------------------------------------------- closed by the table


def test_players_with_the_highest_total_share_the_win_of_a_closed_jaguar_match():
    result = score_document(
        match_document(
            "jaguar", 5, A_HAND, A_HAND | {"jaguar": "Bruno", "friend": "Ana"}, closed=True
        )
    )

    assert result["totals"] == {"Ana": 3, "Bruno": 3, "Chus": -2, "Dina": -2, "Edu": -2}
    assert (result["finished"], result["winners"]) == (True, ["Ana", "Bruno"])
    assert "next_dealer" not in result


def test_closing_a_finished_match_changes_nothing():
    rounds = A_HAND, A_HAND | {"points": 60}
    agreed = {"hands": 2}

    over = score_document(match_document("jaguar", 5, *rounds, options=agreed))

    assert over["finished"]
    assert over == score_document(match_document("jaguar", 5, *rounds, options=agreed, closed=True))


@pytest.mark.parametrize("agreed", [{"target": 9}, {"hands": 3}])
def test_a_jaguar_match_with_an_agreed_end_can_be_closed_before_it(agreed):
    result = score_document(match_document("jaguar", 5, A_HAND, options=agreed, closed=True))

    assert (result["finished"], result["winners"]) == (True, ["Ana"])


def test_all_players_share_the_win_of_a_document_closed_before_the_first_deal():
    result = score_document(match_document("jamon", 3, options={"deals": None}, closed=True))

    assert (result["finished"], result["winners"]) == (True, ["Ana", "Bruno", "Chus"])
    assert result["totals"] == {"Ana": 0, "Bruno": 0, "Chus": 0}


def test_an_invalid_deal_of_a_closed_match_is_refused():
    refused = score_document(match_document("jaguar", 5, A_HAND, {"all_pass": 1}, closed=True))

    assert (refused["code"], refused["round"]) == ("bad_field", 2)


# ---------------------------------------------------------------- huge numbers

LONG = 10**4200  # 4,201 digits; Python converts at most 4,300


@pytest.mark.parametrize(
    ("document", "code", "number"),
    [
        pytest.param(
            match_document(
                "jamon", 3, {"went_out": "Ana", "counters": dict.fromkeys(NAMES[:3], 9 * LONG)}
            ),
            "out_of_range",
            1,
            id="counters",
        ),
        pytest.param(
            match_document(
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
        pytest.param(
            match_document("chinchon", 3, options={"stake": LONG}), "bad_option", 0, id="a stake"
        ),
        pytest.param(
            match_document("jaguar", 5, options={"point_bands": [[71, LONG]]}),
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
        score_document(match_document("jaguar", 5, options={"point_bands": [[71, times]]})).get(
            "code"
        )
        == code
    )


def test_stakes_and_limits_above_their_maximum_are_refused():
    assert score_document(match_document("loba", 2, options={"stake": 10**12}))["pot"] == 2 * 10**12
    refused = score_document(match_document("loba", 2, options={"stake": 10**12 + 1}))
    assert refused["code"] == "bad_option"
    assert refused["error"].endswith("at most 1000000000000.")
    refused = score_document(match_document("loba", 2, options={"limit": 10**12 + 1}))
    assert refused["error"] == "“Out at” must be between 10 and 1000."
