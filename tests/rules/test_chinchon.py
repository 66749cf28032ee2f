"""Chinchón: scores, closing, going out and coming back, and the end of a match."""

import pytest

from scorekeeper.match.document import build_result, play_records
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from scorekeeper.rules.elimination.scoring import seats_still_in
from scorekeeper.rules.game import play
from scorekeeper.rules.kernel import Problem
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems

GAME = GAMES["chinchon"]
NAMES = {"1": "Ana", "2": "Bruno", "3": "Chus", "4": "Dina", "5": "Edu"}
FIVE = tuple(NAMES)


def text(sentence):
    return sentence and render(sentence, NAMES)


def table(*options, seats=FIVE, **agreed):
    return build_setup(GAME, seats, agreed)


def deal(closer, *left, close=None, seats=FIVE, **more):
    """deal("3", 21, 18, 3) is a record: Chus closed, Ana has 21 left, Bruno 18, Chus 3."""
    record = {"closer": closer, "deadwood": dict(zip(seats, left, strict=False)), **more}
    return record | ({"close": close} if close else {})


def after(*records, seats=FIVE, **agreed):
    """Play these deals, each of which must be legal; return (rounds, position)."""
    setup = table(seats=seats, **agreed)
    rounds, position = play_records(GAME, setup, list(records), False)
    return rounds, position


def refusals(position, record, stage=None):
    return [
        (p.code, p.field, p.seat, text(p.reason)) for p in problems(GAME, position, record, stage)
    ]


def field(position, record, name):
    return next(f for f in GAME.deal.fields(position, record) if f.name == name)


TWO_DEALS = (  # Ana 58, Bruno 85, Chus 1, Dina 79, Edu 66
    deal("3", 30, 45, 0, 39, 33),
    deal("3", 28, 40, 1, 40, 33),
)


@pytest.mark.parametrize(
    ("agreed", "record", "points"),
    [
        pytest.param({}, deal("3", 21, 18, 3), (21, 18, 3), id="closed with three"),
        pytest.param({}, deal("3", 0, 61, 0), (0, 61, 0), id="closed with nothing, no bonus"),
        pytest.param({}, deal("3", 7, 8, 0, close="chinchon"), (7, 8, -10), id="chinchón"),
        pytest.param({}, deal("3", 7, 8, 0, close="run"), (7, 8, -10), id="a run is a chinchón"),
        pytest.param(
            {"run_rule": "minus25"},
            deal("3", 7, 8, 0, close="run"),
            (7, 8, -25),
            id="a run takes 25 off",
        ),
        pytest.param(
            {"run_rule": "minus50"},
            deal("3", 7, 8, 0, close="run"),
            (7, 8, -50),
            id="a run takes 50 off",
        ),
        pytest.param(
            {"run_rule": "minus50"},
            deal("3", 7, 8, 0, close="chinchon"),
            (7, 8, -10),
            id="other full hands stay at ten",
        ),
        pytest.param(
            {"run_rule": "wins"},
            deal("3", 7, 8, 0, close="run"),
            (7, 8, -10),
            id="the run that wins counts ten",
        ),
        pytest.param(
            {"chinchon_bonus": 0},
            deal("3", 7, 8, 0, close="chinchon"),
            (7, 8, 0),
            id="no bonus agreed",
        ),
        pytest.param({"close_max": 7}, deal("3", 7, 8, 7), (7, 8, 7), id="closed with seven"),
        pytest.param({"deck": 48}, deal("3", 75, 8, 4), (75, 8, 4), id="75 in the pack of 48"),
        pytest.param({"figures": "ten"}, deal("3", 67, 8, 4), (67, 8, 4), id="67, figures ten"),
        pytest.param(
            {"wilds": 2, "wild_points": 50},
            deal(
                "3",
                161,
                8,
                4,
            ),
            (161, 8, 4),
            id="61 and two wild cards of 50",
        ),
        pytest.param({"wilds": 1}, deal("3", 86, 8, 4), (86, 8, 4), id="61 and a wild card of 25"),
        pytest.param(
            {},
            deal("3", 68, 54, 4, defective={"1": 8, "2": 6}),
            (68, 54, 4),
            id="eight cards and six",
        ),
    ],
)
def test_players_score_what_is_left_in_their_hands(agreed, record, points):
    (first,), _ = after(record, seats=("1", "2", "3"), limit=1000, **agreed)

    assert first.points == dict(zip(("1", "2", "3"), points, strict=True))


@pytest.mark.parametrize(
    ("record", "reasons"),
    [
        pytest.param(deal("1", 3, 8), ["Closed with 3", "Cards left: 8"], id="closed"),
        pytest.param(
            deal("1", 0, 8, close="chinchon"),
            ["Chinchón: all seven cards at once", "Cards left: 8"],
            id="chinchón",
        ),
        pytest.param(deal("1", 0, 8, close="run"), ["Run of seven", "Cards left: 8"], id="run"),
    ],
)
def test_every_score_has_a_reason(record, reasons):
    start = GAME.begin(table(seats=("1", "2")))

    assert [text(part.why) for part in GAME.deal.parts(start, record)] == reasons


SIX_OR_EIGHT = "Six or eight cards: one of 6 cards, 8 cards."


@pytest.mark.parametrize(
    ("agreed", "record", "refusal"),
    [
        pytest.param(
            {},
            deal("3", 21, 18, 5),
            ("out_of_range", "deadwood", "3", "Chus closed and may keep at most 4."),
            id="closed with five",
        ),
        pytest.param(
            {"close_max": 0},
            deal("3", 21, 18, 1),
            ("out_of_range", "deadwood", "3", "Chus closed and may keep at most 0."),
            id="only nothing closes",
        ),
        pytest.param(
            {},
            deal("3", 62, 18, 0),
            ("out_of_range", "deadwood", "1", "Seven cards leave between 0 and 61 points."),
            id="62 of 40 cards",
        ),
        pytest.param(
            {"deck": 48},
            deal("3", 76, 18, 0),
            ("out_of_range", "deadwood", "1", "Seven cards leave between 0 and 75 points."),
            id="76 of 48 cards",
        ),
        pytest.param(
            {"figures": "ten"},
            deal("3", 68, 18, 0),
            ("out_of_range", "deadwood", "1", "Seven cards leave between 0 and 67 points."),
            id="68, figures ten",
        ),
        pytest.param(
            {},
            deal("3", -1, 18, 0),
            ("out_of_range", "deadwood", "1", "Seven cards leave between 0 and 61 points."),
            id="below 0",
        ),
        pytest.param(
            {},
            deal("3", 55, 18, 0, defective={"1": 6}),
            ("out_of_range", "deadwood", "1", "Six cards leave between 0 and 54 points."),
            id="55 of six cards",
        ),
        pytest.param(
            {},
            deal("3", 69, 18, 0, defective={"1": 8}),
            ("out_of_range", "deadwood", "1", "Eight cards leave between 0 and 68 points."),
            id="69 of eight cards",
        ),
        pytest.param(
            {"figures": "ten"},
            deal("3", 75, 18, 0, defective={"1": 8}),
            ("out_of_range", "deadwood", "1", "Eight cards leave between 0 and 74 points."),
            id="75 of eight, figures ten",
        ),
        pytest.param(
            {"deck": 48},
            deal("3", 85, 18, 0, defective={"1": 8}),
            ("out_of_range", "deadwood", "1", "Eight cards leave between 0 and 84 points."),
            id="85 of eight, 48 cards",
        ),
        pytest.param(
            {"deck": 48},
            deal("3", 67, 18, 0, defective={"1": 6}),
            ("out_of_range", "deadwood", "1", "Six cards leave between 0 and 66 points."),
            id="67 of six, 48 cards",
        ),
        pytest.param(
            {"figures": "ten"},
            deal("3", 61, 18, 0, defective={"1": 6}),
            ("out_of_range", "deadwood", "1", "Six cards leave between 0 and 60 points."),
            id="61 of six, figures ten",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 2, close="chinchon"),
            (
                "inconsistent",
                "deadwood",
                "3",
                "Chus laid down all seven cards, so 0 is left, not 2.",
            ),
            id="chinchón with two left",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 40, close="run"),
            (
                "inconsistent",
                "deadwood",
                "3",
                "Chus laid down all seven cards, so 0 is left, not 40.",
            ),
            id="run with forty left",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 2, defective={"3": 8}),
            (
                "inconsistent",
                "defective",
                "3",
                "Chus has 8 cards and may not close: only a player with seven may.",
            ),
            id="closed with eight cards",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 2, defective={"1": 7}),
            ("bad_field", "defective", "1", SIX_OR_EIGHT),
            id="seven is not defective",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 2, defective={"1": 9}),
            ("bad_field", "defective", "1", SIX_OR_EIGHT),
            id="nine cards",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 2, defective={"9": 8}),
            ("unknown_player", "defective", None, "9 is not in this match."),
            id="a stranger's defective hand",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 2, close="well"),
            (
                "bad_field",
                "close",
                None,
                "How it was closed: one of Closed, 4 or less, Chinchón, −10.",
            ),
            id="closed in another way",
        ),
        pytest.param(
            {},
            deal("3", 21, 18),
            ("missing_player", "deadwood", "3", "Cards left: Chus is missing."),
            id="a player is missing",
        ),
        pytest.param(
            {},
            {"deadwood": {"1": 1, "2": 2, "3": 3}},
            ("bad_field", "closer", None, "Who closed: please choose or fill in."),
            id="nobody closed",
        ),
        pytest.param(
            {},
            deal("3", 21, 18, 2, reenlist=["1"]),
            (
                "not_allowed",
                "reenlist",
                "1",
                "Ana did not reach 100 in this deal, and only players who did may come back.",
            ),
            id="back without having been out",
        ),
        pytest.param(
            {"bust": "exceed"},
            deal("3", 21, 18, 2, reenlist=["1"]),
            (
                "not_allowed",
                "reenlist",
                "1",
                "Ana did not go over 100 in this deal, and only players who did may come back.",
            ),
            id="back without having been over",
        ),
        pytest.param(
            {"limit": 20},
            deal("3", 21, 18, 2, reenlist=["1", "1"]),
            ("not_allowed", "reenlist", "1", "Ana comes back only once: name every player once."),
            id="back twice",
        ),
        pytest.param(
            {"limit": 20},
            deal("3", 21, 20, 2, reenlist=["1", "2"]),
            (
                "not_allowed",
                "reenlist",
                "1",
                "Only Chus is still in: nobody can come back unless two are.",
            ),
            id="only one is left",
        ),
        pytest.param(
            {"limit": 20, "close_max": 10, "run_rule": "wins"},
            deal("3", 21, 2, 0, close="run", reenlist=["1"]),
            (
                "not_allowed",
                "reenlist",
                "1",
                "Chus has won the match with a run of seven: nobody may come back.",
            ),
            id="the run has won",
        ),
        pytest.param(
            {"limit": 20, "max_reenlist": 0},
            deal("3", 21, 2, 0, reenlist=["1"]),
            (
                "not_allowed",
                "reenlist",
                "1",
                "Nobody may come back in this match, as the table agreed.",
            ),
            id="agreed that nobody comes back",
        ),
    ],
)
def test_wrong_records_are_refused_with_a_reason(agreed, record, refusal):
    start = GAME.begin(table(seats=("1", "2", "3"), **agreed))

    assert refusals(start, record)[0] == refusal


def test_each_player_who_may_not_come_back_gets_a_problem():
    start = GAME.begin(table(limit=20))

    found = refusals(start, deal("3", 21, 18, 2, 19, 3, reenlist=["1", "2", "4"]))

    assert [(code, seat) for code, _, seat, _ in found] == [
        ("not_allowed", "2"),
        ("not_allowed", "4"),
    ]


def test_if_all_go_out_together_the_match_ends_and_nobody_comes_back():
    start = GAME.begin(table(seats=("1", "2"), limit=10))
    near = play(GAME, start, deal("1", 4, 9, seats=("1", "2"))).after
    again = play(GAME, near, deal("1", 4, 0, seats=("1", "2"))).after

    assert refusals(again, deal("1", 4, 1, seats=("1", "2"), reenlist=["2"])) == [
        (
            "not_allowed",
            "reenlist",
            "2",
            "All went out together: the match is over and nobody may come back.",
        )
    ]


def test_a_player_who_went_out_earlier_cannot_come_back():
    _, position = after(*TWO_DEALS, deal("3", 1, 18, 0, 8, 12))

    assert refusals(position, deal("3", 1, 2, 3, 4, 5)) == [
        ("not_active", "deadwood", "2", "Bruno is out and takes no part in this deal.")
    ]
    assert refusals(
        position, deal("3", 1, reenlist=["2"]) | {"deadwood": {"1": 1, "3": 1, "4": 1, "5": 1}}
    ) == [
        (
            "not_allowed",
            "reenlist",
            "2",
            "Bruno went out in an earlier deal and can no longer come back.",
        )
    ]


def test_players_come_back_as_often_as_agreed():
    out_again = deal("3", 0, 61, 0, seats=("1", "2", "3"), reenlist=["2"])
    _, once = after(out_again, seats=("1", "2", "3"), limit=60, max_reenlist=1)
    _, twice = after(out_again, out_again, seats=("1", "2", "3"), limit=60, max_reenlist=2)

    assert refusals(once, out_again)[0][3] == (
        "Bruno has come back once already, and the table agreed on no more."
    )
    assert refusals(twice, out_again)[0][3] == (
        "Bruno has come back 2 times already, and the table agreed on no more."
    )


@pytest.mark.parametrize(
    ("agreed", "refusal"),
    [
        pytest.param(
            {"figures": "ten", "deck": 48},
            ("bad_option", "figures", "Court cards count ten each only with the pack of 40 cards."),
            id="ten of 48",
        ),
        pytest.param(
            {"deck": 52}, ("bad_option", "deck", "The pack has 40 or 48 cards."), id="52 cards"
        ),
        pytest.param(
            {"deck": "40"},
            ("bad_option", "deck", "The pack has 40 or 48 cards."),
            id="a word for a number",
        ),
        pytest.param(
            {"limit": 9},
            ("bad_option", "limit", "The limit is between 10 and 1000."),
            id="limit 9",
        ),
        pytest.param(
            {"limit": 1001},
            ("bad_option", "limit", "The limit is between 10 and 1000."),
            id="limit 1001",
        ),
        pytest.param(
            {"close_max": 11},
            ("bad_option", "close_max", "Most points to close: 0 to 10."),
            id="close with 11",
        ),
        pytest.param(
            {"close_max": -1},
            ("bad_option", "close_max", "Most points to close: 0 to 10."),
            id="close with −1",
        ),
        pytest.param(
            {"stake": None}, ("bad_option", "stake", "The stake is 0 or more."), id="no stake"
        ),
        pytest.param(
            {"run_rule": "minus10"},
            (
                "bad_option",
                "run_rule",
                "A run of seven: like any chinchón, 25 off, 50 off, or it wins the match.",
            ),
            id="an unknown run",
        ),
        pytest.param(
            {"joker_value": 10},
            ("bad_option", "joker_value", "There is no option “joker_value”."),
            id="another game's option",
        ),
    ],
)
def test_options_outside_their_range_are_refused(agreed, refusal):
    problem = table(**agreed)

    assert isinstance(problem, Problem)
    assert (problem.code, problem.field, text(problem.reason)) == refusal


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("limit", 10),
        ("limit", 1000),
        ("close_max", 0),
        ("close_max", 10),
        ("max_reenlist", 0),
        ("max_reenlist", None),
        ("stake", 0),
        ("reentry_stake", 0),
        ("wilds", 8),
        ("wild_points", 0),
        ("chinchon_bonus", 0),
        ("deck", 48),
        ("figures", "ten"),
    ],
)
def test_options_at_the_edge_of_their_range_are_accepted(name, value):
    assert table(**{name: value}).options[name] == value


def test_coming_back_costs_the_stake_unless_agreed_otherwise():
    assert table(stake=5).options["reentry_stake"] == 5
    assert table(stake=5, reentry_stake=0).options["reentry_stake"] == 0


def test_two_to_eight_players_can_play():
    assert text(table(seats=("1",)).reason) == "Chinchón is for 2 to 8 players."
    assert text(table(seats=tuple("123456789")).reason) == "Chinchón is for 2 to 8 players."
    assert table(seats=tuple("12345678")).players == tuple("12345678")


# ---------------------------------------------------------------- out and back in


def test_the_cards_are_asked_first_then_who_comes_back():
    _, position = after(*TWO_DEALS)
    cards = deal("3", 21, 18, 3, 8, 12)

    assert GAME.deal.stage(position, {}) == "cards"
    assert GAME.deal.stage(position, cards) == "back"
    assert GAME.deal.stage(position, cards | {"reenlist": []}) is None
    assert GAME.deal.stage(position, deal("3", 21, 14, 3, 8, 12)) is None


@pytest.mark.parametrize(
    ("agreed", "record"),
    [
        pytest.param({"max_reenlist": 0}, deal("3", 50, 2, 1), id="agreed that nobody does"),
        pytest.param({}, deal("3", 50, 50, 1), id="one is left"),
        pytest.param({"run_rule": "wins"}, deal("3", 50, 2, 0, close="run"), id="the run won"),
        pytest.param({"bust": "exceed"}, deal("3", 50, 2, 1), id="not over the limit"),
    ],
)
def test_nobody_is_asked_to_come_back(agreed, record):
    start = GAME.begin(table(seats=("1", "2", "3"), limit=50, **agreed))

    assert GAME.deal.stage(start, record) is None


def test_a_player_who_comes_back_gets_the_highest_total_still_in():
    _, position = after(*TWO_DEALS, deal("3", 21, 18, 3, 8, 12, reenlist=["2"]))

    assert position.totals == {"1": 79, "2": 87, "3": 4, "4": 87, "5": 78}
    assert (position.out, position.over, position.dealer) == ((), False, "4")
    assert position.kept.size == 6
    assert position.kept.returns == {"1": 0, "2": 1, "3": 0, "4": 0, "5": 0}


def test_a_missing_answer_means_not_coming_back():
    _, position = after(*TWO_DEALS, deal("3", 21, 18, 3, 8, 12))

    assert (position.out, position.kept.size) == (("2",), 5)
    assert seats_still_in(position) == ("1", "3", "4", "5")


def test_players_who_are_out_do_not_deal():
    _, position = after(*TWO_DEALS, deal("3", 21, 18, 3, 8, 12), first_dealer="4")

    assert [position.dealer, position.number] == ["3", 4]


@pytest.mark.parametrize(
    ("bust", "left", "out"),
    [("reach", 49, ()), ("reach", 50, ("1",)), ("exceed", 50, ()), ("exceed", 51, ("1",))],
)
def test_players_go_out_at_the_limit_or_above_it_by_option(bust, left, out):
    record = deal("2", left, 0, 0, seats=("1", "2", "3"))

    _, position = after(record, seats=("1", "2", "3"), limit=50, bust=bust)

    assert position.out == out


def test_a_run_wins_at_once_if_agreed():
    record = deal("2", 50, 0, 30, close="run", seats=("1", "2", "3"))

    rounds, position = after(record, seats=("1", "2", "3"), limit=50, run_rule="wins")

    assert (position.over, position.winners, position.out) == (True, ("2",), ("1",))
    assert [(p.place, p.seats, text(p.what)) for p in GAME.end.places(position, rounds)] == [
        (1, ("2",), "won at once, −10"),
        (2, ("3",), "still in, 30"),
        (3, ("1",), "out at 50"),
    ]


def test_a_run_that_is_a_chinchon_does_not_win():
    record = deal("2", 49, 0, 30, close="run", seats=("1", "2", "3"))

    _, position = after(record, seats=("1", "2", "3"), limit=50)

    assert (position.over, position.winners) == (False, ())


# ---------------------------------------------------------------- the end

TO_THE_END = (
    *TWO_DEALS,
    deal("3", 21, 18, 3, 8, 12, reenlist=["2"]),  # Bruno 103, back at 87
    deal("3", 1, 9, 2, 14, 23, reenlist=["5"]),  # Dina 101 out, Edu 101 back at 96
    {"closer": "3", "deadwood": {"1": 11, "2": 7, "3": 2, "5": 6}},  # Bruno 103, Edu 102 out
    {"closer": "3", "deadwood": {"1": 15, "3": 0}},  # Ana 106 out
)


def test_the_last_one_in_wins_the_pot():
    rounds, position = after(*TO_THE_END)

    found = build_result(GAME, rounds, position)

    assert (found["out"], found["winners"]) == (["4", "2", "5", "1"], ["3"])
    assert (found["pot"], found["payout"], found["remainder"]) == (7, {"3": 7}, 0)
    assert found["reenlisted"] == {"1": 0, "2": 1, "3": 0, "4": 0, "5": 1}
    assert "next_dealer" not in found


def test_the_net_result_is_the_pot_minus_the_stakes():
    rounds, position = after(*TO_THE_END)

    assert GAME.end.net(rounds, position) == {"1": -1, "2": -2, "3": 6, "4": -1, "5": -2}


def test_a_player_who_came_back_pays_the_higher_stake():
    rounds, position = after(*TO_THE_END, stake=2, reentry_stake=5)

    assert GAME.end.net(rounds, position) == {"1": -2, "2": -7, "3": 18, "4": -2, "5": -7}


def test_there_is_no_net_result_before_the_end_or_without_stakes():
    rounds, position = after(*TWO_DEALS)
    assert GAME.end.net(rounds, position) == {}
    assert GAME.end.extras(rounds, position) == {
        "pot": 5,
        "payout": {},
        "remainder": 0,
        "reenlisted": {"1": 0, "2": 0, "3": 0, "4": 0, "5": 0},
    }

    rounds, position = after(*TO_THE_END, stake=0)
    assert GAME.end.net(rounds, position) == {}
    assert GAME.end.extras(rounds, position)["payout"] == {"3": 0}


def test_the_remainder_of_a_split_pot_is_not_paid():
    last = deal("3", 41, 3, 3, seats=("1", "2", "3"), close="normal")
    rounds, position = after(
        deal("1", 4, 45, 45, seats=("1", "2", "3")),
        deal("3", 4, 2, 2, seats=("1", "2", "3")),
        last | {"deadwood": {"1": 42, "2": 3, "3": 3}},
        seats=("1", "2", "3"),
        limit=50,
    )

    assert position.totals == {"1": 50, "2": 50, "3": 50}
    assert (position.winners, position.out) == (("1", "2", "3"), ("1", "2", "3"))
    assert GAME.end.net(rounds, position) == {"1": 0, "2": 0, "3": 0}


def test_if_all_go_out_together_the_lowest_two_share_the_pot():
    rounds, position = after(
        deal("1", 4, 45, 47, seats=("1", "2", "3")),
        deal("3", 46, 10, 3, seats=("1", "2", "3")),
        seats=("1", "2", "3"),
        limit=50,
    )

    assert position.winners == ("1", "3")
    assert GAME.end.net(rounds, position) == {"1": 0, "2": -1, "3": 0}
    assert GAME.end.extras(rounds, position)["remainder"] == 1
    assert [(p.place, p.seats, text(p.what)) for p in GAME.end.places(position, rounds)] == [
        (1, ("1", "3"), "lowest of all, 50"),
        (3, ("2",), "out at 55"),
    ]


def test_a_player_who_went_out_later_ranks_higher():
    rounds, position = after(*TO_THE_END)

    assert [(p.place, p.seats, text(p.what)) for p in GAME.end.places(position, rounds)] == [
        (1, ("3",), "last one in, 8"),
        (2, ("1",), "out at 106"),
        (3, ("5",), "out at 102"),
        (4, ("2",), "out at 103"),
        (5, ("4",), "out at 101"),
    ]


def test_equal_totals_that_go_out_in_one_deal_share_a_place():
    rounds, position = after(
        deal("1", 4, 60, 60, seats=("1", "2", "3")), seats=("1", "2", "3"), limit=50
    )

    assert [(p.place, p.seats, text(p.what)) for p in GAME.end.places(position, rounds)] == [
        (1, ("1",), "last one in, 4"),
        (2, ("2", "3"), "out at 60"),
    ]


def test_during_the_match_the_lower_total_leads():
    rounds, position = after(deal("1", 4, 30, 20, 20, 61), limit=50)

    assert [(p.place, p.seats, text(p.what)) for p in GAME.end.places(position, rounds)] == [
        (1, ("1",), "still in, 4"),
        (2, ("3", "4"), "still in, 20"),
        (4, ("2",), "still in, 30"),
        (5, ("5",), "out at 61"),
    ]


# ---------------------------------------------------------------- what the page shows


def test_the_fields_have_their_order_and_layout():
    asked = GAME.deal.fields(GAME.begin(table()), {})

    assert [(f.name, f.stage, f.look, f.required, f.everyone) for f in asked] == [
        ("close", "cards", "strip", False, True),
        ("closer", "cards", "table", True, True),
        ("deadwood", "cards", "table", True, True),
        ("defective", "cards", "folded", False, False),
        ("reenlist", "back", "chips", False, True),
    ]


def test_a_defective_hand_has_six_or_eight_cards():
    defective = field(GAME.begin(table()), {}, "defective")

    assert (defective.limits.least, defective.limits.most) == (6, 8)
    assert [(c.value, text(c.label)) for c in defective.choices] == [
        ("6", "6 cards"),
        ("8", "8 cards"),
    ]
    assert text(defective.note) == "Only for a hand that was misdealt"


def test_the_closers_limit_is_lower():
    _, position = after(*TWO_DEALS)

    assert field(position, {}, "deadwood").limits.of("3") == (0, 61)
    assert field(position, {"closer": "3"}, "deadwood").limits.of("3") == (0, 4)
    assert field(position, {"closer": "3"}, "deadwood").limits.of("1") == (0, 61)
    assert field(position, {"closer": "9"}, "deadwood").limits.by_seat == {}


def test_a_closer_with_a_full_hand_has_a_fixed_0():
    _, position = after(*TWO_DEALS)

    full = field(position, {"closer": "3", "close": "chinchon"}, "deadwood")

    assert full.limits.fixed == {"3": 0}
    assert field(position, {"closer": "3", "close": "normal"}, "deadwood").limits.fixed == {}
    assert field(position, {"close": "chinchon"}, "deadwood").limits.fixed == {}


def test_six_and_eight_cards_have_other_limits():
    _, position = after(*TWO_DEALS)
    odd = {"1": 6, "2": 8, "4": 7, "5": True}

    left = field(position, {"defective": odd}, "deadwood")

    assert [left.limits.of(seat) for seat in FIVE] == [(0, 54), (0, 68), (0, 61), (0, 61), (0, 61)]


def test_the_closer_cannot_be_given_a_defective_hand():
    _, position = after(*TWO_DEALS)

    assert field(position, {}, "defective").no == {}
    assert {
        where: text(why) for where, why in field(position, {"closer": "3"}, "defective").no.items()
    } == {
        ("3", 6): "the player who closes has seven cards.",
        ("3", 8): "the player who closes has seven cards.",
    }


@pytest.mark.parametrize(
    ("rule", "chips"),
    [
        ("same", ["Closed, 4 or less", "Chinchón, −10"]),
        ("minus25", ["Closed, 4 or less", "Chinchón, −10", "Run of seven, −25"]),
        ("minus50", ["Closed, 4 or less", "Chinchón, −10", "Run of seven, −50"]),
        ("wins", ["Closed, 4 or less", "Chinchón, −10", "Run of seven, wins"]),
    ],
)
def test_a_run_is_offered_only_if_it_counts_unlike_a_chinchon(rule, chips):
    close = field(GAME.begin(table(run_rule=rule)), {}, "close")

    assert [text(choice.label) for choice in close.choices] == chips
    assert [c.value for c in close.choices] == ["normal", "chinchon", "run"][: len(chips)]
    assert (close.default, close.also) == ("normal", ("run",))


def test_coming_back_names_score_price_and_pot():
    _, position = after(*TWO_DEALS)

    back = field(position, deal("3", 21, 18, 3, 8, 12), "reenlist")

    assert (back.stage, back.seats, back.hints.mark) == ("back", ("2",), {"2": 87})
    assert text(back.label) == "Back in at 87?"
    assert text(back.note) == (
        "87 is the highest total still in: Dina."
        " Coming back puts 1 into the pot of 5. Now or never."
    )
    assert [text(choice.label) for choice in back.choices] == [
        "Yes, back at 87",
        "No, out for good",
    ]


def test_nobody_may_come_back_before_the_deal_is_complete():
    _, position = after(*TWO_DEALS)

    assert field(position, deal("3", 21, 18, 3, 8), "reenlist").seats == ()
    assert field(position, {"deadwood": dict.fromkeys(FIVE, 60)}, "reenlist").seats == ()


def test_the_page_says_who_is_missing_and_who_reaches_the_limit():
    _, position = after(*TWO_DEALS)

    seen = GAME.display.preview(position, "cards", deal("3", 21, 18, 3, 8))

    assert text(seen.says) == "Still to count: Edu. Bruno reaches 103: out, or back."
    assert {seat: text(note) for seat, note in seen.notes.items()} == {
        "1": "58",
        "2": "85 · 15 left",
        "3": "1",
        "4": "79",
        "5": "66",
    }
    assert {s: (a.total, text(a.word), a.bad) for s, a in seen.after.items()} == {
        "1": (79, None, False),
        "2": (103, "out", True),
        "3": (4, None, False),
        "4": (87, None, False),
    }


@pytest.mark.parametrize(
    ("record", "says"),
    [
        pytest.param({}, "Who closed? Still to count: Ana, Bruno, Chus, Dina, Edu.", id="nothing"),
        pytest.param(deal(None, 1, 2, 3, 4, 5), "Who closed?", id="only the closer is missing"),
        pytest.param(deal("5", 1, 2, 3, 4), "Still to count: Edu.", id="the closer's number"),
        pytest.param(
            {"closer": "1", "close": "chinchon"},
            "Still to count: Bruno, Chus, Dina, Edu.",
            id="a full hand needs no number",
        ),
        pytest.param(deal("3", 1, 2, 3, 4, 5), "Then Dina deals.", id="complete"),
        pytest.param(
            deal("3", 60, 60, 3, 60, 60),
            "Ana reaches 118: out. Bruno reaches 145: out. Dina reaches 139: out."
            " Edu reaches 126: out. Chus wins the pot of 5.",
            id="the end",
        ),
    ],
)
def test_the_sentence_beside_save_says_what_follows(record, says):
    _, position = after(*TWO_DEALS)

    assert text(GAME.display.preview(position, "cards", record).says) == says


def test_the_preview_says_who_shares_the_pot_at_the_end():
    first = deal("1", 4, 45, 47, seats=("1", "2", "3"))
    last = deal("3", 46, 10, 3, seats=("1", "2", "3"))
    _, position = after(first, seats=("1", "2", "3"), limit=50, stake=2)
    _, free = after(first, seats=("1", "2", "3"), limit=50, stake=0)

    assert text(GAME.display.preview(position, "cards", last).says) == (
        "Ana reaches 50: out. Bruno reaches 55: out. Chus reaches 50: out."
        " Ana, Chus share the pot of 6, 3 each."
    )
    assert text(GAME.display.preview(free, "cards", last).says).endswith("out. Ana, Chus win.")


def test_the_preview_counts_a_chinchon():
    _, position = after(*TWO_DEALS)

    seen = GAME.display.preview(position, "cards", deal("3", 21, 1, 0, 8, 12, close="chinchon"))

    assert seen.after["3"].total == -9


@pytest.mark.parametrize(
    ("answer", "says", "bruno"),
    [
        ({}, "The pot stays at 5. Then Dina deals.", (103, "out", True)),
        ({"reenlist": []}, "The pot stays at 5. Then Dina deals.", (103, "out", True)),
        ({"reenlist": ["2"]}, "The pot goes from 5 to 6. Then Dina deals.", (87, "back", False)),
    ],
)
def test_the_preview_of_coming_back_follows_the_answers(answer, says, bruno):
    _, position = after(*TWO_DEALS)

    seen = GAME.display.preview(position, "back", deal("3", 21, 18, 3, 8, 12) | answer)

    assert text(seen.says) == says
    assert text(seen.headline) == "Bruno is out"
    assert text(seen.under) == "Out at 100."
    assert {seat: text(note) for seat, note in seen.notes.items()} == {"2": "85 + 18 = 103"}
    assert (seen.after["2"].total, text(seen.after["2"].word), seen.after["2"].bad) == bruno
    assert {s: a.total for s, a in seen.after.items() if s != "2"} == {
        "1": 79,
        "3": 4,
        "4": 87,
        "5": 78,
    }


def test_a_player_without_returns_left_is_shown_but_not_asked():
    again = deal("3", 0, 61, 0, 0, 0, reenlist=["2"])
    _, position = after(again, limit=60, max_reenlist=1)
    both = deal("3", 60, 61, 0, 0, 0)

    seen = GAME.display.preview(position, "back", both)

    assert field(position, both, "reenlist").seats == ("1",)
    assert text(seen.headline) == "Ana, Bruno are out"
    assert text(seen.notes["2"]) == "0 + 61 = 61; has come back once already"
    assert text(seen.notes["1"]) == "0 + 60 = 60"


def test_the_sheet_marks_closed_out_and_back():
    rounds, _ = after(*TO_THE_END)

    def marks(played):
        return {
            seat: cell.note and (text(cell.note.word), cell.note.tone)
            for seat, cell in GAME.display.cells(played).items()
        }

    nothing = dict.fromkeys(FIVE)
    assert marks(rounds[0]) == nothing | {"3": ("closed", "")}
    assert marks(rounds[2]) == nothing | {"2": ("back 87", "back"), "3": ("closed", "")}
    assert marks(rounds[3]) == nothing | {
        "3": ("closed", ""),
        "4": ("out", "out"),
        "5": ("back 96", "back"),
    }
    assert marks(rounds[5]) == {"1": ("out", "out"), "3": ("closed", "")}


@pytest.mark.parametrize(("close", "word"), [("chinchon", "chinchón"), ("run", "run")])
def test_the_sheet_says_how_a_deal_was_closed(close, word):
    (only,), _ = after(deal("3", 1, 2, 0, 4, 5, close=close))

    assert text(GAME.display.cells(only)["3"].note.word) == word


def test_the_words_around_the_sheet():
    _, position = after(*TWO_DEALS)
    setup = position.setup

    assert text(GAME.display.title(position, "cards")) == "Cards left"
    assert text(GAME.display.title(position, "back")) == "Coming back?"
    assert text(GAME.display.step("back", {})) == "who comes back"
    assert GAME.display.step("cards", {}) is None
    assert text(GAME.display.about(position)) == "Chus deals · pot 5"
    assert text(GAME.display.save(position, "cards")) == "Save the deal"
    assert text(GAME.display.save(position, "back")) == "Save who comes back"
    assert GAME.display.row(position) is None
    assert text(GAME.display.caption(setup)) == (
        "In each box: this deal, and the total so far. Out at 100."
        " Back at the highest total still in."
    )
    assert text(GAME.display.standing(position)) == "Out at 100. The pot has 5."


def test_the_words_around_another_sheet():
    setup = table(bust="exceed", max_reenlist=0, stake=0)

    assert text(GAME.display.caption(setup)) == (
        "In each box: this deal, and the total so far. Out above 100."
    )
    assert text(GAME.display.standing(GAME.begin(setup))) == "Out above 100."
    assert GAME.display.standing(after(*TO_THE_END)[1]) is None


@pytest.mark.parametrize(
    ("agreed", "says"),
    [
        (
            {},
            "Out at 100, 40 cards, close with 4 or less, chinchón −10, run of seven the same,"
            " back as often as you like, for 1 each time.",
        ),
        (
            {"limit": 70, "deck": 48, "close_max": 3, "run_rule": "wins", "max_reenlist": 1},
            "Out at 70, 48 cards, close with 3 or less, chinchón −10, run of seven wins the match,"
            " back once, for 1.",
        ),
        (
            {"bust": "exceed", "run_rule": "minus25", "max_reenlist": 0, "chinchon_bonus": 20},
            "Out above 100, 40 cards, close with 4 or less, chinchón −20, run of seven −25,"
            " nobody comes back.",
        ),
        (
            {"run_rule": "minus50", "max_reenlist": 3, "reentry_stake": 2},
            "Out at 100, 40 cards, close with 4 or less, chinchón −10, run of seven −50,"
            " back 3 times at most, for 2 each time.",
        ),
    ],
)
def test_the_summary_states_the_options(agreed, says):
    assert text(GAME.display.summary(table(**agreed))) == says


def test_the_lower_total_is_better_and_the_match_has_an_end():
    assert GAME.low_wins
    assert not GAME.is_open(table())
