"""Refusals that all games share, and the order in which problems are reported."""

from dataclasses import replace

import pytest

from scorekeeper.match.document import play_records
from scorekeeper.messages import render, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.fields import Choice, Field, FieldKind, NumberLimits
from scorekeeper.rules.kernel import Option, Problem, Setup
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems

NAMES = {"1": "Ana", "2": "Bruno", "3": "Chus", "4": "Dina", "5": "Edu"}
THREE, FOUR, FIVE = ("1", "2", "3"), ("1", "2", "3", "4"), tuple(NAMES)


def text(sentence):
    return render(sentence, NAMES)


def begin(slug, seats, **agreed):
    return GAMES[slug].begin(build_setup(GAMES[slug], seats, agreed))


def found(position, record, stage=None):
    return [
        (p.code, p.field, p.seat, text(p.reason))
        for p in problems(GAMES[position.setup.game], position, record, stage)
    ]


# ---------------------------------------------------------------- the order of problems


def dina_is_out():
    """Return the position of a Chinchón to 30 after a deal that put Dina out."""
    first = {"closer": "1", "deadwood": {"1": 0, "2": 5, "3": 5, "4": 30}}
    setup = build_setup(GAMES["chinchon"], FOUR, {"limit": 30})
    return play_records(GAMES["chinchon"], setup, [first], False)[1]


LEGAL = {"closer": "1", "deadwood": {"1": 4, "2": 5, "3": 6}}
MISTAKES = {
    "bad_field": lambda record: record | {"weather": "fine"},
    "unknown_player": lambda record: with_deadwood(record, {"9": 5}),
    "not_active": lambda record: with_deadwood(record, {"4": 5}),
    "missing_player": lambda record: (
        record | {"deadwood": {s: n for s, n in record["deadwood"].items() if s != "2"}}
    ),
    "out_of_range": lambda record: with_deadwood(record, {"3": 62}),
    "inconsistent": lambda record: record | {"defective": {"1": 6}},
    "not_allowed": lambda record: record | {"reenlist": ["2"]},
}


def with_deadwood(record, more):
    return record | {"deadwood": record["deadwood"] | more}


@pytest.mark.parametrize("code", MISTAKES)
def test_mistakes_are_reported_in_a_fixed_order(code):
    codes = list(MISTAKES)
    record = LEGAL
    for later in codes[codes.index(code) :]:
        record = MISTAKES[later](record)

    assert {p[0] for p in found(dina_is_out(), record)} == {code}


@pytest.mark.parametrize("code", MISTAKES)
def test_each_mistake_alone_is_reported(code):
    assert {p[0] for p in found(dina_is_out(), MISTAKES[code](LEGAL))} == {code}


def test_a_correct_record_has_no_problems():
    assert found(dina_is_out(), LEGAL) == []


def test_after_the_end_nothing_else_is_checked():
    last = {"closer": "1", "deadwood": {"1": 0, "2": 10}}
    setup = build_setup(GAMES["chinchon"], ("1", "2"), {"limit": 10})
    _, position = play_records(GAMES["chinchon"], setup, [last], False)

    assert found(position, {"weather": 1}) == [("match_over", None, None, "The match is over.")]


def test_all_mistakes_of_one_kind_are_reported_together():
    record = {"weather": "fine", "deadwood": {"1": "4", "2": 5.0, "3": True}, "mood": "good"}

    assert [(code, field, seat) for code, field, seat, _ in found(dina_is_out(), record)] == [
        ("bad_field", "weather", None),
        ("bad_field", "mood", None),
        ("bad_field", "closer", None),
        ("bad_field", "deadwood", "1"),
        ("bad_field", "deadwood", "2"),
        ("bad_field", "deadwood", "3"),
    ]


def test_checks_across_fields_are_reported_one_at_a_time():
    # The bids add up to the number of tricks, and the tricks do not.
    record = {"bids": {"1": 3, "2": 0, "3": 0}, "tricks": {"1": 0, "2": 0, "3": 0}}

    assert [p[:2] for p in found(begin("jabberwocky", THREE), record)] == [
        ("forbidden_bid", "bids")
    ]


# ---------------------------------------------------------------- stage by stage


def test_a_stage_needs_only_its_own_fields():
    start = begin("jabberwocky", THREE)

    assert found(start, {"bids": {"1": 1, "2": 1, "3": 0}}, "bids") == []
    assert found(start, {}, "bids") == [("bad_field", "bids", None, "Bid: nothing was entered.")]


def test_answers_of_earlier_stages_are_checked_again():
    start = begin("jabberwocky", THREE)
    tricks = {"1": 1, "2": 1, "3": 1}

    assert found(start, {"bids": {"1": 9, "2": 1, "3": 0}, "tricks": tricks}, "tricks") == [
        ("out_of_range", "bids", "1", "A bid must be between 0 and 3.")
    ]


def test_an_unknown_field_is_refused_in_a_stage_too():
    record = {"bids": {"1": 1, "2": 1, "3": 0}, "mood": "good"}

    assert found(begin("jabberwocky", THREE), record, "bids") == [
        ("bad_field", "mood", None, "There is no field “mood” here.")
    ]


def test_a_stage_of_a_split_record_needs_only_its_own_fields():
    four = begin("gin", FOUR)
    first, second = PAIRS

    assert found(four, {"hands": [first]}, "hand-1") == []
    assert [p[:2] for p in found(four, {"hands": [first, {}]})] == [
        ("bad_field", "pair"),
        ("bad_field", "result"),
        ("bad_field", "knocker"),
        ("bad_field", "deadwood"),
    ]
    assert found(four, {"hands": [first, second]}, "hand-2") == []


# ---------------------------------------------------------------- values of every kind

JAGUAR = {"jaguar": "1", "friend": "2", "points": 61}
JAMON = {"went_out": "1", "counters": {"1": 5, "2": 5, "3": 5}}
GIN = {"result": "knock", "knocker": "1", "deadwood": {"1": 3, "2": 20}}
PAIRS = [
    {"pair": ["1", "2"], "result": "draw"},
    {"pair": ["3", "4"], "result": "draw"},
]
CALLS = "Calls must be pairs of a caller and the player called."
BIDS = (
    "Bids must be pairs of a player and a bid. A bid is one of A, 3, K, Q, J, 7, 6, 5, 4, 2, pass."
)
UPCARD = "Upcard must be a rank and a suit, such as 7S or 10D."
WHO = "Pairs must be a list of players."


@pytest.mark.parametrize(
    ("game", "seats", "agreed", "record", "reason"),
    [
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"points": "61"},
            "Points must be a whole number.",
            id="a word for a number",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"points": 61.0},
            "Points must be a whole number.",
            id="a fraction for a number",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"points": True},
            "Points must be a whole number.",
            id="a yes for a number",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"points": None},
            "Points must be a whole number.",
            id="null for a number",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"jaguar": 1},
            "Jaguar must be one of the players.",
            id="a number for a player",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"jaguar": None},
            "Jaguar must be one of the players.",
            id="null for a player",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"all_tricks": 1},
            "All eight tricks must be yes or no.",
            id="a number for yes",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"all_tricks": "true"},
            "All eight tricks must be yes or no.",
            id="a word for yes",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"called": "10"},
            "Called must be one of A, 3, K, Q, J, 7, 6, 5, 4, 2.",
            id="no such card",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"called": 3},
            "Called must be one of A, 3, K, Q, J, 7, 6, 5, 4, 2.",
            id="a number for a card",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"trump": "leaves"},
            "Trump must be one of coins, cups, swords, batons.",
            id="no such suit",
        ),
        pytest.param("jaguar", FIVE, {}, JAGUAR | {"bids": {"1": "A"}}, BIDS, id="bids by player"),
        pytest.param("jaguar", FIVE, {}, JAGUAR | {"bids": [["1", "10"]]}, BIDS, id="no such bid"),
        pytest.param("jaguar", FIVE, {}, JAGUAR | {"bids": [["1", True]]}, BIDS, id="a bid of yes"),
        pytest.param("jaguar", FIVE, {}, JAGUAR | {"bids": [["1", None]]}, BIDS, id="a null bid"),
        pytest.param(
            "jaguar", FIVE, {}, JAGUAR | {"bids": [["1", "A", "3"]]}, BIDS, id="two bids at once"
        ),
        pytest.param("jaguar", FIVE, {}, JAGUAR | {"bids": [["1"]]}, BIDS, id="no bid at all"),
        pytest.param("jaguar", FIVE, {}, JAGUAR | {"bids": [[1, "A"]]}, BIDS, id="a number bids"),
        pytest.param("jaguar", FIVE, {}, JAGUAR | {"bids": ["1A"]}, BIDS, id="bids as words"),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"taken": [61, 59]},
            "Points taken must have a number for each player.",
            id="numbers without players",
        ),
        pytest.param("jamon", THREE, {}, JAMON | {"calls": "1,2"}, CALLS, id="calls as a word"),
        pytest.param("jamon", THREE, {}, JAMON | {"calls": ["12"]}, CALLS, id="a call as a word"),
        pytest.param("jamon", THREE, {}, JAMON | {"calls": [["1", 2]]}, CALLS, id="calls a number"),
        pytest.param("jamon", THREE, {}, JAMON | {"calls": [[1, "2"]]}, CALLS, id="a number calls"),
        pytest.param(
            "jamon", THREE, {}, JAMON | {"calls": [["1", "2", "3"]]}, CALLS, id="calls two at once"
        ),
        pytest.param(
            "gin", ("1", "2"), {"oklahoma": True}, GIN | {"upcard": "1S"}, UPCARD, id="no such rank"
        ),
        pytest.param(
            "gin",
            ("1", "2"),
            {"oklahoma": True},
            GIN | {"upcard": "7s"},
            UPCARD,
            id="a small letter",
        ),
        pytest.param(
            "gin",
            ("1", "2"),
            {"oklahoma": True},
            GIN | {"upcard": "7S "},
            UPCARD,
            id="a space behind",
        ),
        pytest.param(
            "gin",
            ("1", "2"),
            {"oklahoma": True},
            GIN | {"upcard": 7},
            UPCARD,
            id="a number for a card of a suit",
        ),
        pytest.param(
            "gin",
            ("1", "2"),
            {},
            GIN | {"result": "won"},
            "Result must be one of Knock, Gin, Draw.",
            id="no such result",
        ),
        pytest.param(
            "gin",
            FOUR,
            {},
            {"hands": [PAIRS[0] | {"pair": "12"}, PAIRS[1]]},
            WHO,
            id="a pair as a word",
        ),
        pytest.param(
            "gin",
            FOUR,
            {},
            {"hands": [PAIRS[0] | {"pair": ["1"]}, PAIRS[1]]},
            WHO,
            id="a pair of one",
        ),
        pytest.param(
            "gin",
            FOUR,
            {},
            {"hands": [PAIRS[0] | {"pair": ["1", 2]}, PAIRS[1]]},
            WHO,
            id="a pair with a number",
        ),
        pytest.param(
            "gin",
            FOUR,
            {},
            {"hands": [PAIRS[0] | {"pair": [1, "2"]}, PAIRS[1]]},
            WHO,
            id="a pair with a number first",
        ),
        pytest.param(
            "chinchon",
            THREE,
            {},
            {"closer": "1", "deadwood": {"1": 0, "2": 5, "3": 5}, "reenlist": {"2": True}},
            "Coming back must be a list of players.",
            id="an object for a list",
        ),
        pytest.param(
            "chinchon",
            THREE,
            {},
            {"closer": "1", "deadwood": {"1": 0, "2": 5, "3": 5}, "reenlist": [2]},
            "Coming back must be a list of players.",
            id="a number in a list of players",
        ),
        pytest.param(
            "chinchon",
            THREE,
            {},
            {"closer": "1", "deadwood": {"1": 0, "2": 5, "3": 5}, "defective": {"2": 7}},
            "Misdeal must be one of 6 cards, 8 cards.",
            id="a number not on offer",
        ),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(game, seats, agreed, record, reason):
    [(code, _, _, sentence)] = found(begin(game, seats, **agreed), record)

    assert (code, sentence) == ("bad_field", reason)


@pytest.mark.parametrize(
    ("game", "seats", "agreed", "record"),
    [
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"trump": "hearts", "called": "A"},
            id="suits of either pack",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"all_pass": False, "all_tricks": False},
            id="an explicit no",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {"point_bids": True},
            JAGUAR
            | {
                "bids": [
                    ["1", "2"],
                    ["2", 62],
                    ["3", "pass"],
                    ["4", "pass"],
                    ["5", "pass"],
                    ["1", 120],
                    ["2", "pass"],
                ]
            }
            | {"points": 120},
            id="bids of cards, passes and points",
        ),
        pytest.param("jamon", THREE, {}, JAMON | {"calls": []}, id="nobody called"),
        pytest.param("gin", ("1", "2"), {"oklahoma": True}, GIN | {"upcard": "10D"}, id="a ten"),
        pytest.param("gin", ("1", "2"), {"oklahoma": True}, GIN | {"upcard": "KC"}, id="a king"),
        pytest.param("gin", FOUR, {}, {"hands": PAIRS}, id="two pairs"),
        pytest.param(
            "chinchon",
            THREE,
            {},
            {
                "closer": "1",
                "close": "run",
                "deadwood": {"1": 0, "2": 5, "3": 5},
                "defective": {"2": 6, "3": 8},
                "reenlist": [],
            },
            id="a run that is not offered",
        ),
    ],
)
def test_a_value_of_the_right_kind_is_accepted(game, seats, agreed, record):
    assert found(begin(game, seats, **agreed), record) == []


def test_a_problem_names_its_field_and_seat():
    six_or_eight = LEGAL | {"defective": {"2": 7}}

    assert found(begin("jaguar", FIVE), JAGUAR | {"points": "61"}) == [
        ("bad_field", "points", None, "Points must be a whole number.")
    ]
    assert found(dina_is_out(), six_or_eight) == [
        ("bad_field", "defective", "2", "Misdeal must be one of 6 cards, 8 cards.")
    ]


def test_a_field_that_may_not_be_answered_has_the_games_reason():
    assert found(begin("jaguar", FIVE), {"all_pass": True, "jaguar": "1"}) == [
        ("bad_field", "jaguar", None, "If everybody passed, leave everything else empty.")
    ]


# ---------------------------------------------------------------- seats


@pytest.mark.parametrize(
    ("game", "seats", "record", "field"),
    [
        pytest.param("jaguar", FIVE, JAGUAR | {"friend": "9"}, "friend", id="a player"),
        pytest.param("jaguar", FIVE, JAGUAR | {"friend": ""}, "friend", id="nobody"),
        pytest.param("jaguar", FIVE, JAGUAR | {"taken": {"9": 1}}, "taken", id="a number’s player"),
        pytest.param("jaguar", FIVE, JAGUAR | {"bids": [["9", "A"]]}, "bids", id="a bidder"),
        pytest.param("jamon", THREE, JAMON | {"calls": [["9", "1"]]}, "calls", id="the caller"),
        pytest.param(
            "jamon", THREE, JAMON | {"calls": [["1", "9"]]}, "calls", id="the called player"
        ),
        pytest.param(
            "gin",
            FOUR,
            {"hands": [PAIRS[0] | {"pair": ["1", "9"]}, PAIRS[1]]},
            "pair",
            id="one of a pair",
        ),
        pytest.param(
            "loba",
            THREE,
            {"went_out": None, "deadwood": {"1": 5, "2": 5, "3": 5}, "reenlist": ["9"]},
            "reenlist",
            id="one of a list",
        ),
    ],
)
def test_a_player_outside_the_match_is_refused(game, seats, record, field):
    refusal = found(begin(game, seats), record)[0]

    assert refusal[:3] == ("unknown_player", field, None)
    assert refusal[3].endswith(" is not in this match.")


def test_the_reason_why_a_player_takes_no_part():
    six = begin("jaguar", (*FIVE, "6"))
    three = begin("gin", THREE)
    four = begin("gin", FOUR)
    hands = [PAIRS[0] | {"result": "knock", "knocker": "3", "deadwood": {"1": 1, "2": 2}}, PAIRS[1]]

    assert found(six, JAGUAR) == [
        ("not_active", "jaguar", "1", "Ana deals this hand and sits out.")
    ]
    assert found(three, {"result": "knock", "knocker": "2", "deadwood": {"2": 1, "1": 9, "3": 9}})[
        0
    ] == ("not_active", "deadwood", "1", "Ana deals this hand and sits out.")
    assert found(four, {"hands": hands}) == [
        ("not_active", "knocker", "3", "Chus takes no part in this hand.")
    ]
    assert found(dina_is_out(), LEGAL | {"closer": "4"}) == [
        ("not_active", "closer", "4", "Dina is out and takes no part in this deal.")
    ]


def test_every_player_in_the_deal_needs_a_number():
    assert found(dina_is_out(), LEGAL | {"deadwood": {}}) == [
        ("missing_player", "deadwood", seat, f"Points left: enter a number for {NAMES[seat]}.")
        for seat in THREE
    ]


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("game", "seats", "agreed", "record", "refusal"),
    [
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"points": 121},
            ("points", None, "The card points must be between 0 and 120."),
            id="a number",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {},
            JAGUAR | {"points": -1},
            ("points", None, "The card points must be between 0 and 120."),
            id="a negative number",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {"point_bids": True},
            JAGUAR | {"bids": [["1", 61]]},
            ("bids", "1", "Bids in points must be between 62 and 120."),
            id="a low bid",
        ),
        pytest.param(
            "jaguar",
            FIVE,
            {"point_bids": True},
            JAGUAR | {"bids": [["1", 121]]},
            ("bids", "1", "Bids in points must be between 62 and 120."),
            id="a high bid",
        ),
        pytest.param(
            "chinchon",
            THREE,
            {},
            {"closer": "1", "deadwood": {"1": 5, "2": 5, "3": 5}},
            ("deadwood", "1", "Ana closed and can have at most 4 left."),
            id="limits of one player",
        ),
        pytest.param(
            "chinchon",
            THREE,
            {},
            {"closer": "1", "deadwood": {"1": 4, "2": 62, "3": 5}},
            ("deadwood", "2", "Seven cards are worth between 0 and 61 points."),
            id="limits of the others",
        ),
    ],
)
def test_a_number_outside_its_limits_is_refused(game, seats, agreed, record, refusal):
    assert found(begin(game, seats, **agreed), record)[0] == ("out_of_range", *refusal)


def test_limits_have_a_sentence_if_the_game_gives_none():
    asked = Field(
        name="points",
        kind=FieldKind.NUMBERS,
        stage="hand",
        label=say("Points"),
        seats=THREE,
        limits=NumberLimits(least=1, most=9, by_seat={"3": (2, 4)}),
    )
    jamon = GAMES["jamon"]
    deal = replace(
        jamon.deal, split_by_stage=None, checks=(), fields=lambda position, record: (asked,)
    )
    game = replace(jamon, deal=deal)

    told = problems(game, begin("jamon", THREE), {"points": {"1": 0, "2": 10, "3": 5}})

    assert [(p.code, p.seat, text(p.reason)) for p in told] == [
        ("out_of_range", "1", "Points must be between 1 and 9."),
        ("out_of_range", "2", "Points must be between 1 and 9."),
        ("out_of_range", "3", "Points must be between 2 and 4."),
    ]


# ---------------------------------------------------------------- options


@pytest.mark.parametrize(
    ("game", "players", "reason"),
    [
        ("jabberwocky", (), "Jabberwocky is for 3 to 5 players."),
        ("jaguar", ("Ana",) * 4, "Jaguar is for 5 to 6 players."),
        ("jabberwocky", ("Ana", "", "Chus"), "Every player needs a name."),
        ("jabberwocky", ("Ana", " \t", "Chus"), "Every player needs a name."),
        ("jabberwocky", ("Ana", "Ana", "Chus"), "Each player needs a different name."),
        ("jabberwocky", ("Ana", " Ana ", "Chus"), "Each player needs a different name."),
        ("jabberwocky", ("Ana", "Chus", "ANA"), "Each player needs a different name."),
        ("jabberwocky", ("Íñigo", "íñigo", "Chus"), "Each player needs a different name."),
        ("jabberwocky", ("Ελλάς", "ΕΛΛΆΣ", "Chus"), "Each player needs a different name."),
        ("jabberwocky", ("", "", "Chus"), "Every player needs a name."),
    ],
)
def test_wrong_players_are_refused(game, players, reason):
    refused = build_setup(GAMES[game], players, {"no such option": 1})

    assert (refused.code, refused.field, text(refused.reason)) == ("bad_players", "players", reason)


def test_a_game_for_one_number_of_players_names_that_number():
    for_five = replace(GAMES["jaguar"], seats=range(5, 6))

    assert text(build_setup(for_five, THREE, {}).reason) == "Jaguar is for 5 players."


def test_names_are_kept_as_entered():
    players = (" Ana", "Bruno ", "李雷")

    assert build_setup(GAMES["jabberwocky"], players, {}).players == players


@pytest.mark.parametrize(
    ("agreed", "refusal"),
    [
        ({"weather": "fine", "limit": 5}, ("weather", "There is no option “weather”.")),
        ({"limit": 5, "weather": "fine"}, ("limit", "“Out at” must be between 10 and 1000.")),
        ({"first_dealer": "9", "limit": 5}, ("limit", "“Out at” must be between 10 and 1000.")),
        (
            {"first_dealer": "9"},
            ("first_dealer", "The first dealer must be one of the players of this match."),
        ),
        (
            {"first_dealer": None},
            ("first_dealer", "The first dealer must be one of the players of this match."),
        ),
        (
            {"first_dealer": ["1"]},
            ("first_dealer", "The first dealer must be one of the players of this match."),
        ),
        (
            {"figures": "ten", "deck": 48, "first_dealer": "9"},
            ("first_dealer", "The first dealer must be one of the players of this match."),
        ),
        (
            {"figures": "ten", "deck": 48},
            ("figures", "Court cards can count ten each only in a pack of 40 cards."),
        ),
    ],
)
def test_options_are_checked_alone_then_the_dealer_then_combinations(agreed, refusal):
    refused = build_setup(GAMES["chinchon"], THREE, agreed)

    assert isinstance(refused, Problem)
    assert (refused.code, refused.field, text(refused.reason)) == ("bad_option", *refusal)


def test_a_setup_has_every_option():
    setup = build_setup(GAMES["jamon"], THREE, {"counters": 3, "first_dealer": "2"})

    assert setup == Setup(
        "jamon",
        THREE,
        {"scoring": "counters", "counters": 3, "deck": 52, "deals": 1, "first_dealer": "2"},
    )
    assert setup.first_dealer == "2"
    assert build_setup(GAMES["jamon"], THREE, {}).first_dealer == "1"


def option(kind, **more):
    more = {"default": None, "changes_points": False} | more
    return Option(name="it", label=say("it"), accepts=say("it"), kind=kind, **more)


CHOICES = (Choice("low", say("low")), Choice("40", say("40")))


@pytest.mark.parametrize(
    ("asked", "taken", "not_taken"),
    [
        pytest.param(
            option("number"),
            [0, 1, 10**12],
            [10**12 + 1, -1, None, True, False, 1.0, "1", [1]],
            id="a number",
        ),
        pytest.param(option("number", least=2, most=4), [2, 3, 4], [1, 5], id="within limits"),
        pytest.param(option("number", most=0), [0], [1, -1], id="only 0"),
        pytest.param(option("number", nullable=True), [None, 0], [False, ""], id="or empty"),
        pytest.param(option("yes"), [True, False], [0, 1, None, "yes", "true"], id="yes or no"),
        pytest.param(option("yes", nullable=True), [True, None], [0], id="yes, no or empty"),
        pytest.param(
            option("choice", choices=CHOICES),
            ["low", 40],
            ["40", "high", 40.0, None, ["low"], {}, ""],
            id="one of these",
        ),
        pytest.param(
            option("choice", choices=(Choice("1", say("one")),)),
            [1],
            [True, 1.0, "1"],
            id="one, not yes",
        ),
        pytest.param(
            option("list", valid=lambda value: value == [1]),
            [[1]],
            [[], None, 1],
            id="by its own rule",
        ),
    ],
)
def test_the_values_that_an_option_allows(asked, taken, not_taken):
    assert all(asked.allows(value) for value in taken)
    assert not any(asked.allows(value) for value in not_taken)
