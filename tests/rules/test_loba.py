"""Loba: scores, going out and coming back, and what the page shows."""

import pytest

from scorekeeper.match.document import build_result, play_records
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems

GAME = GAMES["loba"]
NAMES = {"1": "Ana", "2": "Bruno", "3": "Chus", "4": "Dina", "5": "Edu"}
TWO, THREE, FIVE = ("1", "2"), ("1", "2", "3"), tuple(NAMES)


def text(sentence):
    return sentence and render(sentence, NAMES)


def table(seats=THREE, **agreed):
    return build_setup(GAME, seats, agreed)


def deal(went_out, *left, seats=THREE, **more):
    """deal("3", 15, 41, 0) is a record: Chus went out, Ana has 15 left, Bruno 41."""
    return {"went_out": went_out, "deadwood": dict(zip(seats, left, strict=False)), **more}


def after(*records, seats=THREE, **agreed):
    """Play these deals, each of which must be legal; return (rounds, position)."""
    return play_records(GAME, table(seats, **agreed), list(records), False)


def refusals(position, record, stage=None):
    return [
        (p.code, p.field, p.seat, text(p.reason)) for p in problems(GAME, position, record, stage)
    ]


def field(position, record, name):
    return next(f for f in GAME.deal.fields(position, record) if f.name == name)


@pytest.mark.parametrize(
    ("agreed", "record", "points", "reasons"),
    [
        pytest.param(
            {},
            deal("3", 15, 90, 0),
            (15, 90, 0),
            ["Cards left: 15", "Cards left: 90", "Went out"],
            id="went out",
        ),
        pytest.param(
            {},
            deal("3", 15, 2, 0, clean=True),
            (15, 2, -10),
            ["Cards left: 15", "Cards left: 2", "Went out all at once"],
            id="all at once",
        ),
        pytest.param(
            {},
            deal("3", 15, 2, 0, clean=False),
            (15, 2, 0),
            ["Cards left: 15", "Cards left: 2", "Went out"],
            id="not all at once",
        ),
        pytest.param(
            {"clean_bonus": 25},
            deal("3", 15, 2, 0, clean=True),
            (15, 2, -25),
            ["Cards left: 15", "Cards left: 2", "Went out all at once"],
            id="25 for all at once",
        ),
        pytest.param(
            {},
            deal(None, 15, 41, 8),
            (15, 41, 8),
            ["Cards left: 15", "Cards left: 41", "Cards left: 8"],
            id="nobody went out",
        ),
        pytest.param(
            {"joker_value": 25},
            deal("3", 150, 2, 0),
            (150, 2, 0),
            ["Cards left: 150", "Cards left: 2", "Went out"],
            id="jokers of 25",
        ),
        pytest.param(
            {"joker_value": 0},
            deal("3", 90, 2, 0),
            (90, 2, 0),
            ["Cards left: 90", "Cards left: 2", "Went out"],
            id="jokers of nothing",
        ),
    ],
)
def test_players_score_what_is_left_in_their_hands(agreed, record, points, reasons):
    (first,), _ = after(record, limit=1000, **agreed)

    assert first.points == dict(zip(THREE, points, strict=True))
    assert [text(part.why) for part in GAME.deal.parts(first.before, record)] == reasons


OF_90 = "Cards left count between 2 and 90."
NOTHING_LEFT = "Chus went out, so 0 is left."


@pytest.mark.parametrize(
    ("agreed", "record", "refusal"),
    [
        pytest.param(
            {}, deal("3", 1, 2, 0), ("out_of_range", "deadwood", "1", OF_90), id="one left"
        ),
        pytest.param(
            {},
            deal("3", 0, 2, 0),
            ("out_of_range", "deadwood", "1", OF_90),
            id="nothing left, but not out",
        ),
        pytest.param(
            {}, deal("3", 91, 2, 0), ("out_of_range", "deadwood", "1", OF_90), id="91 left"
        ),
        pytest.param(
            {},
            deal(None, 5, 2, 0),
            ("out_of_range", "deadwood", "3", OF_90),
            id="nobody went out and Chus has nothing",
        ),
        pytest.param(
            {"joker_value": 25},
            deal("3", 151, 2, 0),
            ("out_of_range", "deadwood", "1", "Cards left count between 2 and 150."),
            id="151 with jokers of 25",
        ),
        pytest.param(
            {},
            deal("3", 5, 2, 1),
            ("inconsistent", "deadwood", "3", NOTHING_LEFT),
            id="went out with one left",
        ),
        pytest.param(
            {},
            deal("3", 5, 2, 90),
            ("inconsistent", "deadwood", "3", NOTHING_LEFT),
            id="went out with ninety left",
        ),
        pytest.param(
            {},
            deal("3", 5, 2, 91),
            ("out_of_range", "deadwood", "3", NOTHING_LEFT),
            id="went out with more than a hand",
        ),
        pytest.param(
            {},
            deal("3", 5, 2, -1),
            ("out_of_range", "deadwood", "3", NOTHING_LEFT),
            id="went out with less than 0",
        ),
        pytest.param(
            {},
            deal(None, 5, 2, 8, clean=True),
            ("inconsistent", "clean", None, "Nobody went out, so nobody went out all at once."),
            id="nobody did",
        ),
        pytest.param(
            {},
            {"deadwood": {"1": 5, "2": 2, "3": 8}},
            ("bad_field", "went_out", None, "Went out: please choose or fill in."),
            id="who went out is missing",
        ),
        pytest.param(
            {},
            deal("3", 5, 2),
            ("missing_player", "deadwood", "3", "Cards left: Chus is missing."),
            id="a player is missing",
        ),
        pytest.param(
            {},
            deal("9", 5, 2, 8),
            ("unknown_player", "went_out", None, "9 is not in this match."),
            id="a stranger went out",
        ),
        pytest.param(
            {},
            deal("3", 5, 2, 0, clean=1),
            ("bad_field", "clean", None, "All at once, −10: yes or no."),
            id="neither yes nor no",
        ),
        pytest.param(
            {},
            deal("3", 5, 2, 0, reenlist=["2"]),
            (
                "not_allowed",
                "reenlist",
                "2",
                "Bruno did not reach 100 in this deal, and only players who did may come back.",
            ),
            id="back without having been out",
        ),
        pytest.param(
            {"limit": 10},
            deal(None, 10, 12, 14, reenlist=["2"]),
            (
                "not_allowed",
                "reenlist",
                "2",
                "All went out together: the match is over and nobody may come back.",
            ),
            id="all out together",
        ),
        pytest.param(
            {"limit": 10, "max_reenlist": 0},
            deal("3", 10, 2, 0, reenlist=["1"]),
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
    assert refusals(GAME.begin(table(**agreed)), record)[0] == refusal


def test_players_come_back_twice_at_most():
    bruno_back = deal("1", 0, 60, seats=TWO, reenlist=["2"])

    _, once = after(bruno_back, seats=TWO, limit=60)
    _, twice = after(bruno_back, bruno_back, seats=TWO, limit=60)
    _, often = after(*[bruno_back] * 3, seats=TWO, limit=60, max_reenlist=None)

    assert refusals(once, bruno_back) == refusals(often, bruno_back) == []
    assert refusals(twice, bruno_back) == [
        (
            "not_allowed",
            "reenlist",
            "2",
            "Bruno has come back 2 times already, and the table agreed on no more.",
        )
    ]
    assert GAME.deal.stage(twice, deal("1", 0, 60, seats=TWO)) is None


@pytest.mark.parametrize(
    ("agreed", "refusal"),
    [
        ({"limit": 1001}, ("bad_option", "limit", "The limit is between 10 and 1000.")),
        ({"limit": 9}, ("bad_option", "limit", "The limit is between 10 and 1000.")),
        (
            {"joker_value": 51},
            ("bad_option", "joker_value", "A joker left counts between 0 and 50."),
        ),
        (
            {"joker_value": -1},
            ("bad_option", "joker_value", "A joker left counts between 0 and 50."),
        ),
        (
            {"clean_bonus": -1},
            ("bad_option", "clean_bonus", "Points off for going out all at once: 0 or more."),
        ),
        ({"stake": -1}, ("bad_option", "stake", "The stake is 0 or more.")),
        (
            {"bust": "over"},
            ("bad_option", "bust", "A player is out on reaching the limit, or on going over it."),
        ),
        (
            {"max_reenlist": True},
            (
                "bad_option",
                "max_reenlist",
                "Buy-backs allowed: 0 or more. Leave blank for no limit.",
            ),
        ),
        (
            {"reentry_stake": 1},
            ("bad_option", "reentry_stake", "There is no option “reentry_stake”."),
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
        ("joker_value", 0),
        ("joker_value", 50),
        ("stake", 0),
        ("clean_bonus", 0),
        ("max_reenlist", 0),
        ("max_reenlist", None),
        ("bust", "exceed"),
    ],
)
def test_options_at_the_edge_of_their_range_are_accepted(name, value):
    assert table(**{name: value}).options[name] == value


def test_the_options_have_these_defaults():
    assert table().options == {
        "limit": 100,
        "bust": "reach",
        "clean_bonus": 10,
        "max_reenlist": 2,
        "stake": 1,
        "joker_value": 10,
        "first_dealer": "1",
    }


def test_two_to_five_players_can_play():
    assert text(table(("1",)).reason) == "Loba is for 2 to 5 players."
    assert text(table(tuple("123456")).reason) == "Loba is for 2 to 5 players."


# ---------------------------------------------------------------- out and back in


def test_the_cards_are_asked_first_then_who_comes_back():
    start = GAME.begin(table(limit=40))

    assert GAME.deal.stage(start, {}) == "cards"
    assert GAME.deal.stage(start, {"went_out": None}) == "cards"
    assert GAME.deal.stage(start, deal("3", 15, 41, 0)) == "back"
    assert GAME.deal.stage(start, deal("3", 15, 41, 0, reenlist=[])) is None
    assert GAME.deal.stage(start, deal("3", 15, 39, 0)) is None
    assert GAME.deal.stage(start, deal(None, 40, 41, 42)) is None


def test_one_player_still_in_is_enough_to_come_back():
    _, position = after(deal("1", 0, 60, 61, reenlist=["2", "3"]), limit=60, stake=3)

    assert position.totals == {"1": 0, "2": 0, "3": 0}
    assert (position.over, position.out, position.dealer) == (False, (), "2")
    assert (position.kept.size, position.kept.returns) == (15, {"1": 0, "2": 1, "3": 1})


def test_the_last_one_in_wins_if_nobody_comes_back():
    rounds, position = after(deal("1", 0, 60, 61), limit=60, stake=3)

    found = build_result(GAME, rounds, position)

    assert (found["finished"], found["winners"], found["out"]) == (True, ["1"], ["2", "3"])
    assert (found["pot"], found["payout"], found["remainder"]) == (9, {"1": 9}, 0)
    assert GAME.end.net(rounds, position) == {"1": 6, "2": -3, "3": -3}
    assert [(p.place, p.seats, text(p.what)) for p in GAME.end.places(position, rounds)] == [
        (1, ("1",), "last one in, 0"),
        (2, ("2",), "out at 60"),
        (3, ("3",), "out at 61"),
    ]


def test_if_all_reach_the_limit_together_the_lowest_total_wins():
    rounds, position = after(deal(None, 62, 60, 61), limit=60)

    assert (position.over, position.winners, position.out) == (True, ("2",), THREE)
    assert [text(p.what) for p in GAME.end.places(position, rounds)] == [
        "lowest of all, 60",
        "out at 61",
        "out at 62",
    ]


def test_a_player_who_is_out_does_not_win_when_the_others_go_out_together():
    _, position = after(
        deal("1", 0, 10, 60), {"went_out": None, "deadwood": {"1": 70, "2": 80}}, limit=60
    )

    assert (position.winners, position.out) == (("1",), ("3", "1", "2"))


@pytest.mark.parametrize(
    ("bust", "left", "out"),
    [("reach", 59, ()), ("reach", 60, ("2",)), ("exceed", 60, ()), ("exceed", 61, ("2",))],
)
def test_players_go_out_at_the_limit_or_above_it_by_option(bust, left, out):
    _, position = after(deal("1", 0, left, 5), limit=60, bust=bust)

    assert position.out == out


def test_a_return_costs_a_stake():
    rounds, position = after(
        deal("1", 0, 60, 5, reenlist=["2"]), deal("1", 0, 60, 60), limit=60, stake=3
    )

    assert GAME.end.net(rounds, position) == {"1": 9, "2": -6, "3": -3}


# ---------------------------------------------------------------- what the page shows


def test_the_fields_have_their_order_and_layout():
    asked = GAME.deal.fields(GAME.begin(table()), {})

    assert [(f.name, f.stage, f.look, f.required, f.default) for f in asked] == [
        ("clean", "cards", "strip", False, False),
        ("went_out", "cards", "table", True, None),
        ("deadwood", "cards", "table", True, None),
        ("reenlist", "back", "chips", False, None),
    ]


def test_the_player_who_went_out_has_a_fixed_0():
    start = GAME.begin(table())

    gone = field(start, {"went_out": "3"}, "deadwood")

    assert (gone.limits.fixed, gone.limits.of("3"), gone.limits.of("1")) == (
        {"3": 0},
        (0, 90),
        (2, 90),
    )
    for nobody in ({"went_out": None}, {"went_out": "9"}, {"went_out": ["3"]}, {}):
        assert (
            field(start, nobody, "deadwood").limits.fixed,
            field(start, nobody, "deadwood").limits.by_seat,
        ) == (
            {},
            {},
        )


def test_nobody_went_out_is_an_answer():
    went_out = field(GAME.begin(table()), {}, "went_out")

    assert (went_out.nullable, went_out.seats, text(went_out.note)) == (
        True,
        THREE,
        "Nobody went out",
    )


def test_coming_back_names_score_price_and_pot():
    back = field(GAME.begin(table(limit=40)), deal("3", 15, 41, 0), "reenlist")

    assert (back.stage, back.seats, back.hints.mark) == ("back", ("2",), {"2": 15})
    assert text(back.label) == "Back in at 15?"
    assert text(back.note) == (
        "15 is the highest total still in: Ana. Coming back puts 1 into the pot of 3. Now or never."
    )


def test_nobody_may_come_back_before_the_deal_is_complete():
    start = GAME.begin(table(limit=40))

    assert field(start, deal("3", 41), "reenlist").seats == ()
    assert field(start, {"deadwood": {"1": 41, "2": 5, "3": 5}}, "reenlist").seats == ()
    assert field(start, deal(None, 41, 5, 5), "reenlist").seats == ("1",)


@pytest.mark.parametrize(
    ("record", "says"),
    [
        pytest.param({}, "Who went out? Still to count, 2 to 90: Ana, Bruno, Chus.", id="nothing"),
        pytest.param(
            deal("3", 15, 41),
            "Bruno reaches 41: out, or back.",
            id="the player who went out needs no number",
        ),
        pytest.param(
            {"went_out": "3", "deadwood": {"2": 41}},
            "Still to count, 2 to 90: Ana. Bruno reaches 41: out, or back.",
            id="one missing",
        ),
        pytest.param(
            {"went_out": None}, "Still to count, 2 to 90: Ana, Bruno, Chus.", id="nobody went out"
        ),
        pytest.param(
            {"deadwood": {"1": 2, "2": 2, "3": 2}},
            "Who went out?",
            id="all but the player who went out",
        ),
        pytest.param(deal("3", 2, 2, 0), "Then Bruno deals.", id="complete"),
        pytest.param(
            deal(None, 41, 42, 43),
            "Ana reaches 41: out. Bruno reaches 42: out."
            " Chus reaches 43: out. Ana wins the pot of 3.",
            id="the end",
        ),
    ],
)
def test_the_sentence_beside_save_says_what_follows(record, says):
    start = GAME.begin(table(limit=40))

    assert text(GAME.display.preview(start, "cards", record).says) == says


def test_projected_totals():
    start = GAME.begin(table(limit=40))

    seen = GAME.display.preview(start, "cards", deal("3", 15, 41, 0, clean=True))

    assert {s: (a.total, text(a.word), a.bad) for s, a in seen.after.items()} == {
        "1": (15, None, False),
        "2": (41, "out", True),
        "3": (-10, None, False),
    }
    assert {seat: text(note) for seat, note in seen.notes.items()} == {"1": "0", "2": "0", "3": "0"}


@pytest.mark.parametrize(
    ("yes", "says"),
    [
        ([], "The pot stays at 3. Chus wins the pot of 3."),
        (["1"], "The pot goes from 3 to 4. Then Chus deals."),
        (["1", "2"], "The pot goes from 3 to 5. Then Bruno deals."),
    ],
)
def test_the_preview_of_coming_back_follows_the_answers(yes, says):
    start = GAME.begin(table(limit=40))

    seen = GAME.display.preview(start, "back", deal("3", 40, 41, 0, reenlist=yes))

    assert text(seen.says) == says
    assert text(seen.headline) == "Ana, Bruno are out"


def test_the_sheet_marks_went_out_out_and_back():
    rounds, _ = after(
        deal("1", 0, 60, 61, reenlist=["2"]),
        deal("2", 5, 0, clean=True, seats=TWO),
        deal(None, 5, 8, seats=TWO),
        limit=60,
    )

    marks = [
        {
            s: c.note and (text(c.note.word), c.note.tone)
            for s, c in GAME.display.cells(each).items()
        }
        for each in rounds
    ]
    assert marks == [
        {"1": ("went out", ""), "2": ("back 0", "back"), "3": ("out", "out")},
        {"1": None, "2": ("all at once", "")},
        {"1": None, "2": None},
    ]


@pytest.mark.parametrize(
    ("agreed", "says"),
    [
        (
            {},
            "Out at 100, all at once −10, a joker counts 10,"
            " back 2 times at most, for 1 each time.",
        ),
        (
            {"limit": 101, "max_reenlist": None, "joker_value": 25, "clean_bonus": 0, "stake": 2},
            "Out at 101, all at once 0, a joker counts 25,"
            " back as often as you like, for 2 each time.",
        ),
    ],
)
def test_the_summary_states_the_options(agreed, says):
    assert text(GAME.display.summary(table(**agreed))) == says


def test_the_lower_total_is_better_and_the_match_has_an_end():
    assert GAME.low_wins
    assert not GAME.is_open(table())
