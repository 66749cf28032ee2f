"""Jaguar: scores of hands, who sits out with six players, and the end of a match."""

import pytest

from tests.rules.jaguar_table import (
    BANDS,
    FIVE,
    GAME,
    SIX,
    bids,
    hand,
    in_seat_order,
    match,
    refusal,
    refusals,
    start,
)
from tests.rules.notation import text

# ---------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("answers", "points"),
    [
        pytest.param(hand(points=61), (-1, 2, -1, -1, 1), id="61 wins"),
        pytest.param(hand(points=60), (1, -2, 1, 1, -1), id="60 to 60 is lost"),
        pytest.param(hand(points=120), (-1, 2, -1, -1, 1), id="all the points count once"),
        pytest.param(hand(points=0), (1, -2, 1, 1, -1), id="0 points count once"),
        pytest.param(hand(friend="Bruno", points=61), (-1, 4, -1, -1, -1), id="alone, won"),
        pytest.param(hand(friend="Bruno", points=59), (1, -4, 1, 1, 1), id="alone, lost"),
        pytest.param({"all_pass": True}, (0, 0, 0, 0, 0), id="all passed"),
        pytest.param(hand(all_pass=False), (-1, 2, -1, -1, 1), id="not all passed"),
        pytest.param(hand(points=120, all_tricks=True), (-1, 2, -1, -1, 1), id="no doubling"),
        pytest.param(hand(called="4", trump="coins"), (-1, 2, -1, -1, 1), id="the card called"),
        pytest.param(hand(trump="hearts"), (-1, 2, -1, -1, 1), id="a French suit"),
    ],
)
def test_the_jaguar_wins_or_loses_two_points_or_four_alone_and_the_friend_one(answers, points):
    assert refusals(answers) == []
    assert in_seat_order(match(answers)["per_round"][0]) == points


@pytest.mark.parametrize(
    ("taken", "friend", "points"),
    [
        pytest.param((10, 40, 20, 29, 21), "Edu", (-1, 2, -1, -1, 1), id="61 together"),
        pytest.param((10, 40, 20, 30, 20), "Edu", (1, -2, 1, 1, -1), id="60 together"),
        pytest.param((10, 61, 20, 29, 0), "Bruno", (-1, 4, -1, -1, -1), id="61 alone"),
        pytest.param((10, 40, 20, 29, 21), "Bruno", (1, -4, 1, 1, 1), id="40 alone"),
    ],
)
def test_each_players_card_points_can_replace_the_sides(taken, friend, points):
    answers = {"jaguar": "Bruno", "friend": friend, "taken": dict(zip(FIVE, taken, strict=True))}

    assert refusals(answers) == []
    assert in_seat_order(match(answers)["per_round"][0]) == points


@pytest.mark.parametrize(
    ("answers", "points"),
    [
        pytest.param(hand(points=120, all_tricks=True), (-2, 4, -2, -2, 2), id="won"),
        pytest.param(hand(points=0, all_tricks=True), (2, -4, 2, 2, -2), id="lost"),
        pytest.param(hand(points=120, all_tricks=False), (-1, 2, -1, -1, 1), id="a trick of 0"),
        pytest.param(hand(friend="Bruno", points=0, all_tricks=True), (2, -8, 2, 2, 2), id="alone"),
    ],
)
def test_all_tricks_double_by_option(answers, points):
    assert refusals(answers, cappotto_double=True) == []
    assert in_seat_order(match(answers, cappotto_double=True)["per_round"][0]) == points


@pytest.mark.parametrize(
    ("bid", "points", "won"),
    [
        pytest.param(62, 62, 2, id="just made"),
        pytest.param(62, 61, -2, id="61 is one short of 62"),
        pytest.param(70, 70, 2, id="below the bands"),
        pytest.param(71, 71, 4, id="the first band"),
        pytest.param(80, 79, -4, id="lost in the first band"),
        pytest.param(81, 100, 6, id="the second"),
        pytest.param(120, 120, 10, id="the last"),
        pytest.param(None, 61, 2, id="no points bid"),
    ],
)
def test_bids_of_points_raise_the_points_needed_and_the_score(bid, points, won):
    answers = hand(points=points) | ({} if bid is None else {"bid_points": bid})
    result = match(answers, point_bids=True, point_bands=BANDS)

    assert result["totals"]["Bruno"] == won
    assert sum(result["totals"].values()) == 0


def test_bands_and_all_tricks_multiply():
    answers = hand(points=120, bid_points=85, all_tricks=True)

    result = match(answers, point_bids=True, point_bands=BANDS, cappotto_double=True)

    assert in_seat_order(result["totals"]) == (-6, 12, -6, -6, 6)


def test_the_last_bid_of_the_auction_is_needed_to_win():
    auction = bids("Ana 2, Bruno 80, Chus pass, Dina pass, Edu pass, Ana pass")

    result = match(hand(points=79, bids=auction), point_bids=True, point_bands=BANDS)

    assert in_seat_order(result["totals"]) == (2, -4, 2, 2, -2)


@pytest.mark.parametrize(
    ("answers", "seat", "reasons"),
    [
        pytest.param(
            hand(points=71), "Bruno", ["Jaguar: the jaguar’s side won 71 to 49"], id="jaguar"
        ),
        pytest.param(
            hand(points=60), "Edu", ["Friend: the jaguar’s side lost 60 to 60"], id="friend"
        ),
        pytest.param(
            hand(points=60),
            "Ana",
            ["Against the jaguar: the jaguar’s side lost 60 to 60"],
            id="other",
        ),
        pytest.param(
            hand(friend="Bruno"),
            "Bruno",
            ["Jaguar alone: the jaguar’s side won 71 to 49"],
            id="alone",
        ),
        pytest.param(
            hand(points=85, bid_points=85),
            "Bruno",
            ["Jaguar: the jaguar’s side won 85 to 35 with a bid of 85: 2 × 3"],
            id="times",
        ),
        pytest.param(
            hand(points=75, bid_points=75),
            "Ana",
            ["Against the jaguar: the jaguar’s side won 75 to 45 with a bid of 75: −1 × 2"],
            id="twice",
        ),
        pytest.param(
            hand(called="7", trump="batons"),
            "Bruno",
            ["Jaguar: the jaguar’s side won 71 to 49 (called: 7 of batons)"],
            id="called card",
        ),
        pytest.param({"all_pass": True}, "Dina", ["Everyone passed"], id="all passed"),
    ],
)
def test_every_score_has_a_reason(answers, seat, reasons):
    parts = GAME.deal.parts(start(point_bids=True, point_bands=BANDS), answers)

    assert [text(part.why) for part in parts if part.side == seat] == reasons


# ---------------------------------------------------------------- six at the table


def test_with_six_players_the_dealer_sits_out():
    result = match(hand("Bruno", "Fay"), hand("Ana", "Ana", 59), players=SIX)

    assert result["per_round"][0] == {"Bruno": 2, "Chus": -1, "Dina": -1, "Edu": -1, "Fay": 1}
    assert result["per_round"][1] == {"Ana": -4, "Chus": 1, "Dina": 1, "Edu": 1, "Fay": 1}
    assert result["dealers"] == ["Ana", "Bruno"]


def test_with_six_players_the_player_after_the_dealer_bids_first():
    auction = bids("Bruno A, Chus pass, Dina pass, Edu pass, Fay 3, Bruno pass")

    assert refusals(hand("Fay", "Dina", bids=auction), SIX) == []


@pytest.mark.parametrize(
    "answers",
    [
        pytest.param(hand("Ana", "Fay"), id="jaguar"),
        pytest.param(hand("Bruno", "Ana"), id="friend"),
        pytest.param(hand(bids=[["Ana", "A"]]), id="bidder"),
        pytest.param(hand(taken=dict.fromkeys(SIX, 20)), id="taker of points"),
    ],
)
def test_with_six_players_the_dealer_cannot_be_in_the_record(answers):
    assert refusal(answers, SIX) == ("not_active", "Ana deals this hand and sits out.")


@pytest.mark.parametrize("seats", [4, 7])
def test_four_and_seven_players_are_refused(seats):
    result = match(players=[f"P{n}" for n in range(seats)])

    assert (result["code"], result["round"]) == ("bad_players", 0)
    assert result["error"] == "Jaguar is for 5 or 6 players."


# ---------------------------------------------------------------- the end


def test_without_a_target_the_table_ends_the_match():
    hands = (hand("Dina", "Edu"), hand("Edu", "Dina"))

    assert match(*hands)["finished"] is False
    assert match(*hands)["next_dealer"] == "Chus"
    closed = match(*hands, closed=True)
    assert (closed["finished"], closed["winners"]) == (True, ["Dina", "Edu"])


@pytest.mark.parametrize(
    ("hands", "winners"),
    [
        pytest.param([hand("Ana", "Edu")], [], id="one short"),
        pytest.param([hand("Ana", "Edu"), hand("Edu", "Ana")], ["Ana", "Edu"], id="both reach it"),
        pytest.param([hand("Ana", "Edu"), hand("Ana", "Edu")], ["Ana"], id="the first to reach it"),
        pytest.param([hand("Ana", "Ana")], ["Ana"], id="beyond it"),
    ],
)
def test_the_match_ends_at_the_target(hands, winners):
    result = match(*hands, target=3)

    assert (result["winners"], result["finished"]) == (winners, bool(winners))


def test_hands_that_everyone_passed_are_not_counted():
    passed, played = {"all_pass": True}, hand("Ana", "Edu")

    assert match(passed, played, passed, hands=2)["finished"] is False
    ended = match(passed, played, passed, played, hands=2)
    assert (ended["finished"], ended["winners"]) == (True, ["Ana"])


def test_a_record_after_the_end_is_refused():
    result = match(hand(), hand(), hands=1)

    assert (result["code"], result["round"]) == ("match_over", 2)


def test_the_options_have_these_defaults():
    assert start().options == {
        "target": None,
        "hands": None,
        "cappotto_double": False,
        "point_bids": False,
        "point_bands": None,
        "first_dealer": "Ana",
    }


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("target", 0),
        ("target", True),
        ("target", "5"),
        ("hands", 0),
        ("hands", -1),
        ("cappotto_double", 1),
        ("cappotto_double", None),
        ("point_bids", "yes"),
        ("point_bands", [[71]]),
        ("point_bands", [[71, 2, 3]]),
        ("point_bands", [71, 2]),
        ("point_bands", [[71, 0]]),
        ("point_bands", [["71", 2]]),
        ("point_bands", [[121, 2]]),
        ("point_bands", [[-1, 2]]),
        ("point_bands", [[71, 2], [71, 3]]),
        ("point_bands", {}),
        ("point_bands", [[71, True]]),
        ("first_dealer", "Zoe"),
        ("seats", 5),
    ],
)
def test_impossible_options_are_refused(option, value):
    result = match(**{option: value})

    assert (result["code"], result["round"]) == ("bad_option", 0)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("target", 1),
        ("target", None),
        ("hands", 1),
        ("hands", None),
        ("cappotto_double", True),
        ("point_bids", True),
        ("point_bands", None),
        ("point_bands", []),
        ("point_bands", [[0, 1]]),
        ("point_bands", [[120, 9], [62, 2]]),
        ("first_dealer", "Edu"),
    ],
)
def test_possible_options_are_accepted(option, value):
    assert match(**{option: value})["finished"] is False
