"""Jabberwocky: scores, the last bidder's forbidden bid, refusals, and the match."""

import pytest

from scorekeeper.match.document import build_result, play_records
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems

GAME = GAMES["jabberwocky"]
NAMES = {"1": "Ana", "2": "Bruno", "3": "Chus", "4": "Dina", "5": "Edu"}
THREE, FOUR, FIVE = ("1", "2", "3"), ("1", "2", "3", "4"), tuple(NAMES)


def text(sentence):
    return sentence and render(sentence, NAMES)


def table(seats=THREE, **agreed):
    return build_setup(GAME, seats, agreed)


def each(numbers, seats=THREE):
    """each((1, 1, 0)) is a value for Ana, Bruno and Chus, in that order."""
    return dict(zip(seats, numbers, strict=True))


def deal(bids, tricks, seats=THREE, **reneges):
    """deal((1, 1, 0), (0, 2, 1), Chus=1) is a record: Chus reneged once."""
    record = {"bids": each(bids, seats), "tricks": each(tricks, seats)}
    if not reneges:
        return record
    seat_of = {name: seat for seat, name in NAMES.items()}
    return record | {"reneges": {seat_of[who]: n for who, n in reneges.items()}}


def start(seats=THREE, **agreed):
    return GAME.begin(table(seats, **agreed))


def after(*records, seats=THREE, **agreed):
    """Play these deals, each of which must be legal; return (rounds, position)."""
    return play_records(GAME, table(seats, **agreed), list(records), False)


def refusals(position, record, stage=None):
    return [
        (p.code, p.field, p.seat, text(p.reason)) for p in problems(GAME, position, record, stage)
    ]


def field(position, record, name):
    return next(f for f in GAME.deal.fields(position, record) if f.name == name)


# ---------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("agreed", "record", "points"),
    [
        pytest.param({}, deal((1, 1, 0), (0, 2, 1)), (0, 0, 0), id="nobody kept it"),
        pytest.param({}, deal((2, 2, 0), (2, 1, 0)), (1, 0, 1), id="two bids kept"),
        pytest.param({}, deal((0, 1, 1), (0, 1, 2)), (1, 1, 0), id="nothing, kept"),
        pytest.param({}, deal((0, 3, 3), (0, 3, 0)), (1, 1, 0), id="all of them, kept"),
        pytest.param({}, deal((1, 0, 0), (2, 0, 1)), (0, 1, 0), id="over is as bad as under"),
        pytest.param({}, deal((2, 2, 0), (2, 1, 0), Chus=1), (1, 0, -2), id="reneged, bid kept"),
        pytest.param({}, deal((2, 2, 0), (2, 1, 0), Bruno=2), (1, -6, 1), id="reneged twice"),
        pytest.param({}, deal((2, 2, 0), (2, 1, 0), Ana=0), (1, 0, 1), id="not reneged"),
        pytest.param(
            {}, deal((2, 2, 0), (2, 1, 0), Ana=1, Bruno=1, Chus=2), (-2, -3, -5), id="all reneged"
        ),
        pytest.param(
            {"renege_penalty": 0},
            deal((2, 2, 0), (2, 1, 0), Ana=1),
            (1, 0, 1),
            id="reneges cost nothing",
        ),
        pytest.param(
            {"renege_penalty": 5},
            deal((2, 2, 0), (2, 1, 0), Ana=2),
            (-9, 0, 1),
            id="reneges cost five",
        ),
        pytest.param(
            {"renege_voids_point": True},
            deal((2, 2, 0), (2, 1, 0), Ana=1),
            (-3, 0, 1),
            id="a renege costs the point too",
        ),
        pytest.param(
            {"renege_voids_point": True},
            deal((2, 2, 0), (2, 1, 0), Bruno=1),
            (1, -3, 1),
            id="no point to lose",
        ),
        pytest.param(
            {"renege_voids_point": True},
            deal((2, 2, 0), (2, 1, 0), Ana=0),
            (1, 0, 1),
            id="no renege, no point lost",
        ),
        pytest.param(
            {"scoring": "ten_plus_bid"},
            deal((0, 2, 3), (0, 2, 1)),
            (10, 12, 0),
            id="ten and the bid",
        ),
        pytest.param(
            {"scoring": "ten_plus_bid"},
            deal((0, 2, 3), (0, 2, 1), Bruno=1),
            (10, 9, 0),
            id="ten and the bid, less a renege",
        ),
        pytest.param(
            {"scoring": "ten_plus_bid", "renege_voids_point": True},
            deal((0, 2, 3), (0, 2, 1), Bruno=1),
            (10, -3, 0),
            id="ten and the bid, lost by a renege",
        ),
        pytest.param(
            {"scoring": "tricks_plus_ten"},
            deal((0, 2, 3), (0, 2, 1)),
            (10, 12, 1),
            id="a point a trick and ten",
        ),
        pytest.param(
            {"scoring": "tricks_plus_ten", "renege_voids_point": True},
            deal((0, 2, 3), (0, 2, 1), Bruno=1, Chus=1),
            (10, -1, -2),
            id="the tricks count, the ten are lost by a renege",
        ),
        pytest.param(
            {"dealer_hook": False}, deal((1, 1, 1), (1, 1, 1)), (1, 1, 1), id="bids may even out"
        ),
    ],
)
def test_the_points_of_a_deal(agreed, record, points):
    (first,), _ = after(record, **agreed)

    assert first.points == each(points)


def test_the_reasons_for_the_points():
    record = deal((2, 2, 0), (2, 1, 0), Ana=1, Bruno=2)

    kept = GAME.deal.parts(start(), record)
    voided = GAME.deal.parts(start(renege_voids_point=True), record)

    assert [(part.side, part.points, text(part.why)) for part in kept] == [
        ("1", 1, "Bid 2, took 2"),
        ("1", -3, "One renege"),
        ("2", 0, "Bid 2, took 1"),
        ("2", -6, "2 reneges"),
        ("3", 1, "Bid 0, took 0"),
    ]
    assert (voided[0].points, text(voided[0].why)) == (0, "Bid 2, took 2, but reneged")
    assert (voided[2].points, text(voided[2].why)) == (0, "Bid 2, took 1")


# ---------------------------------------------------------------- refusals

EVEN = (
    "The bids may not add up to 3: Ana deals and may not bid {}. Any other number will do."
).format
A_BID = "A bid is between 0 and 3."


@pytest.mark.parametrize(
    ("record", "refusal"),
    [
        pytest.param(
            deal((2, 1, 0), (2, 1, 0)),
            ("forbidden_bid", "bids", "1", EVEN(2)),
            id="the bids even out",
        ),
        pytest.param(
            deal((0, 3, 0), (0, 3, 0)),
            ("forbidden_bid", "bids", "1", EVEN(0)),
            id="the dealer may not even bid 0",
        ),
        pytest.param(
            deal((3, 0, 0), (3, 0, 0)),
            ("forbidden_bid", "bids", "1", EVEN(3)),
            id="the dealer may not bid them all",
        ),
        pytest.param(
            deal((2, 2, 0), (2, 2, 0)),
            ("sum_mismatch", "tricks", None, "The tricks must add up to 3, not 4."),
            id="a trick too many",
        ),
        pytest.param(
            deal((2, 2, 0), (2, 0, 0)),
            ("sum_mismatch", "tricks", None, "The tricks must add up to 3, not 2."),
            id="a trick too few",
        ),
        pytest.param(
            deal((1, 1, 1), (0, 0, 0)),
            ("forbidden_bid", "bids", "1", EVEN(1)),
            id="bids are looked at before tricks",
        ),
        pytest.param(
            deal((4, 0, 0), (3, 0, 0)),
            ("out_of_range", "bids", "1", A_BID),
            id="a bid of more than the cards",
        ),
        pytest.param(
            deal((1, -1, 0), (3, 0, 0)),
            ("out_of_range", "bids", "2", A_BID),
            id="a negative bid",
        ),
        pytest.param(
            deal((1, 1, 0), (4, -1, 0)),
            ("out_of_range", "tricks", "1", "Tricks are between 0 and 3."),
            id="more tricks than cards",
        ),
        pytest.param(
            deal((1, 1, 0), (1, 1, 1), Chus=3),
            (
                "out_of_range",
                "reneges",
                "3",
                "Reneges are between 0 and 2: nobody can renege with the last card.",
            ),
            id="a renege with every card",
        ),
        pytest.param(
            deal((1, 1, 0), (1, 1, 1), Chus=-1),
            (
                "out_of_range",
                "reneges",
                "3",
                "Reneges are between 0 and 2: nobody can renege with the last card.",
            ),
            id="fewer reneges than none",
        ),
        pytest.param(
            {"bids": {"1": 1, "2": 1}, "tricks": each((1, 1, 1))},
            ("missing_player", "bids", "3", "Bid: Chus is missing."),
            id="a bid missing",
        ),
        pytest.param(
            {"bids": each((1, 1, 0)), "tricks": {"1": 1, "2": 2}},
            ("missing_player", "tricks", "3", "Tricks: Chus is missing."),
            id="a player’s tricks are missing",
        ),
        pytest.param(
            {"tricks": each((1, 1, 1))},
            ("bad_field", "bids", None, "Bid: please choose or fill in."),
            id="no bids",
        ),
        pytest.param(
            {"bids": each((1, 1, 0))},
            ("bad_field", "tricks", None, "Tricks: please choose or fill in."),
            id="no tricks",
        ),
        pytest.param(
            {"bids": [1, 1, 0], "tricks": each((1, 1, 1))},
            ("bad_field", "bids", None, "Bid: a number for each player."),
            id="bids without names",
        ),
        pytest.param(
            deal((1, True, 0), (1, 1, 1)),
            ("bad_field", "bids", "2", "Bid: a whole number is needed."),
            id="a yes",
        ),
        pytest.param(
            deal((1, 1.0, 0), (1, 1, 1)),
            ("bad_field", "bids", "2", "Bid: a whole number is needed."),
            id="a fraction",
        ),
        pytest.param(
            deal((1, 1, 0), (1, 1, 1)) | {"trump": "spades"},
            ("bad_field", "trump", None, "There is no field “trump” here."),
            id="the trump",
        ),
        pytest.param(
            deal((1, 1, 0), (1, 1, 1)) | {"reneges": {"9": 1}},
            ("unknown_player", "reneges", None, "9 is not in this match."),
            id="a stranger reneged",
        ),
        pytest.param(
            deal((1, 1, 0), (1, 1, 1)) | {"reneges": None},
            ("bad_field", "reneges", None, "Reneges: a number for each player."),
            id="reneges that are nothing",
        ),
    ],
)
def test_wrong_records_are_refused_with_a_reason(record, refusal):
    assert refusals(start(), record)[0] == refusal


def test_a_bid_is_refused_when_it_is_entered():
    assert refusals(start(), {"bids": each((2, 1, 0))}, "bids") == [
        ("forbidden_bid", "bids", "1", EVEN(2))
    ]
    assert refusals(start(), {"bids": each((1, 1, 0))}, "bids") == []


@pytest.mark.parametrize("bid", [0, 1, 3], ids="Ana bids {}".format)
def test_the_dealer_may_bid_anything_else(bid):
    assert refusals(start(), {"bids": each((bid, 1, 0))}, "bids") == []


def test_the_next_dealer_may_not_even_out_the_next_bids():
    _, second = after(deal((1, 1, 0), (1, 1, 1)))

    assert second.dealer == "2"
    assert refusals(second, {"bids": each((1, 2, 1))}, "bids")[0][2] == "2"
    assert refusals(second, {"bids": each((1, 0, 2))}, "bids") == []


def test_nobody_can_renege_with_one_card():
    one = start(schedule=[1])

    assert refusals(one, deal((1, 1, 0), (1, 0, 0), Ana=1)) == [
        (
            "out_of_range",
            "reneges",
            "1",
            "Reneges are between 0 and 0: nobody can renege with the last card.",
        )
    ]
    assert refusals(one, deal((1, 1, 0), (1, 0, 0), Ana=0)) == []


# ---------------------------------------------------------------- options


def test_the_options_have_these_defaults():
    assert table().options == {
        "schedule": [3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3],
        "scoring": "one",
        "dealer_hook": True,
        "renege_penalty": 3,
        "renege_voids_point": False,
        "first_dealer": "1",
    }


SCHEDULE = "Cards in each deal: whole numbers from 1 up, 1000 at most, such as 3 4 5 4 3."


@pytest.mark.parametrize(
    ("seats", "agreed", "refusal"),
    [
        (THREE, {"schedule": []}, ("bad_option", "schedule", SCHEDULE)),
        (THREE, {"schedule": [1] * 1001}, ("bad_option", "schedule", SCHEDULE)),
        (THREE, {"schedule": [3, 0]}, ("bad_option", "schedule", SCHEDULE)),
        (THREE, {"schedule": [3, True]}, ("bad_option", "schedule", SCHEDULE)),
        (THREE, {"schedule": [3.0]}, ("bad_option", "schedule", SCHEDULE)),
        (THREE, {"schedule": 3}, ("bad_option", "schedule", SCHEDULE)),
        (THREE, {"schedule": "345"}, ("bad_option", "schedule", SCHEDULE)),
        (THREE, {"schedule": None}, ("bad_option", "schedule", SCHEDULE)),
        (
            THREE,
            {"schedule": [52]},
            ("bad_option", "schedule", "With 3 players a deal has at most 17 cards each."),
        ),
        (
            THREE,
            {"schedule": [3, 18]},
            ("bad_option", "schedule", "With 3 players a deal has at most 17 cards each."),
        ),
        (
            FOUR,
            {"schedule": [13, 3]},
            ("bad_option", "schedule", "With 4 players a deal has at most 12 cards each."),
        ),
        (
            FIVE,
            {"schedule": [11]},
            ("bad_option", "schedule", "With 5 players a deal has at most 10 cards each."),
        ),
        (
            THREE,
            {"scoring": "two"},
            (
                "bad_option",
                "scoring",
                "A made bid scores 1 point, 10 + the bid, or 1 per trick and 10 more.",
            ),
        ),
        (
            THREE,
            {"dealer_hook": 1},
            ("bad_option", "dealer_hook", "Bids may not add up to the tricks: yes or no."),
        ),
        (
            THREE,
            {"renege_penalty": -1},
            ("bad_option", "renege_penalty", "Points off for a renege: 0 or more."),
        ),
        (
            THREE,
            {"renege_penalty": None},
            ("bad_option", "renege_penalty", "Points off for a renege: 0 or more."),
        ),
        (
            THREE,
            {"renege_voids_point": "no"},
            (
                "bad_option",
                "renege_voids_point",
                "A renege also loses the bid’s points: yes or no.",
            ),
        ),
        (
            THREE,
            {"first_dealer": "9"},
            (
                "bad_option",
                "first_dealer",
                "The first dealer must be one of the players of this match.",
            ),
        ),
        (THREE, {"target": 10}, ("bad_option", "target", "There is no option “target”.")),
        (("1", "2"), {}, ("bad_players", "players", "Jabberwocky is for 3 to 5 players.")),
        (tuple("123456"), {}, ("bad_players", "players", "Jabberwocky is for 3 to 5 players.")),
    ],
)
def test_impossible_options_are_refused(seats, agreed, refusal):
    problem = table(seats, **agreed)

    assert isinstance(problem, Problem)
    assert (problem.code, problem.field, text(problem.reason)) == refusal


@pytest.mark.parametrize(
    ("seats", "most"), [(THREE, 17), (FOUR, 12), (FIVE, 10)], ids=["three", "four", "five"]
)
def test_a_deal_has_at_most_the_cards_of_the_pack(seats, most):
    assert table(seats, schedule=[most, 1]).options["schedule"] == [most, 1]


@pytest.mark.parametrize(
    ("agreed", "says"),
    [
        ({}, "13 deals, 1 point for a made bid, bids may not add up to the tricks."),
        (
            {"schedule": [1], "scoring": "ten_plus_bid", "dealer_hook": False},
            "one deal, 10 + the bid for a made bid, the dealer may bid anything.",
        ),
        (
            {"scoring": "tricks_plus_ten"},
            "13 deals, 1 per trick, 10 more for a made bid, bids may not add up to the tricks.",
        ),
    ],
)
def test_the_summary_states_the_options(agreed, says):
    assert text(GAME.display.summary(table(**agreed))) == says


# ---------------------------------------------------------------- the match

NOBODY_KEEPS = {
    n: deal((1, 1, 0), (0, 0, n)) if n != 2 else deal((0, 1, 0), (1, 0, 1)) for n in range(1, 10)
}


def test_thirteen_deals_up_to_nine_cards_and_back():
    cards = (3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3)

    rounds, position = after(*(NOBODY_KEEPS[n] for n in cards))

    assert tuple(field(r.before, {}, "bids").limits.most for r in rounds) == cards
    assert [text(GAME.display.about(r.before)) for r in rounds[:2]] == ["3 cards", "4 cards"]
    assert [text(GAME.display.row(r.before)) for r in rounds[5:7]] == ["8", "9"]
    assert [r.before.dealer for r in rounds] == list("1231231231231")
    assert (position.over, position.winners, GAME.deals(position.setup)) == (True, THREE, 13)


def test_the_match_goes_on_before_the_last_deal():
    cards = (3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4)

    _, position = after(*(NOBODY_KEEPS[n] for n in cards))

    assert (position.over, position.winners, position.number) == (False, (), 13)
    assert text(GAME.display.standing(position)) == "One deal is left."


def test_the_highest_total_wins():
    records = deal((2, 2, 0), (2, 1, 0), Ana=1), deal((1, 0, 1), (0, 2, 1))

    rounds, position = after(*records, schedule=[3, 3])
    found = build_result(GAME, rounds, position)

    assert found["per_round"] == [each((-2, 0, 1)), each((0, 0, 1))]
    assert found["running"] == [each((-2, 0, 1)), each((-2, 0, 2))]
    assert (found["totals"], found["winners"], found["out"]) == (each((-2, 0, 2)), ["3"], [])
    assert (found["finished"], found["dealers"]) == (True, ["1", "2"])
    assert found["bid_orders"] == [["2", "3", "1"], ["3", "1", "2"]]
    assert "next_dealer" not in found
    assert (GAME.end.net(rounds, position), GAME.low_wins) == ({}, False)


def test_equal_totals_share_the_win_even_below_0():
    every_one = deal((1, 0, 1), (2, 1, 0), Ana=1, Bruno=1, Chus=2)

    assert after(every_one, schedule=[3])[1].winners == ("1", "2")


def test_a_record_after_the_last_deal_is_refused():
    _, position = after(deal((1, 1, 0), (1, 1, 1)), schedule=[3])

    assert refusals(position, {}) == [("match_over", None, None, "The match is over.")]


def test_the_dealer_bids_last():
    rounds, position = after(
        *[deal((1,) * 5, (1, 1, 1, 0, 0), FIVE)] * 2,
        seats=FIVE,
        first_dealer="4",
        schedule=[3, 3, 3],
    )

    assert field(rounds[0].before, {}, "bids").seats == ("5", "1", "2", "3", "4")
    assert field(position, {}, "bids").seats == ("2", "3", "4", "5", "1")
    assert field(position, {}, "tricks").seats == ("2", "3", "4", "5", "1")
    assert build_result(GAME, rounds, position)["next_dealer"] == "1"


def test_the_match_has_an_end():
    assert not GAME.is_open(table())


# ---------------------------------------------------------------- fields and previews


def test_bids_are_asked_first_then_tricks():
    assert GAME.deal.stage(start(), {}) == "bids"
    assert GAME.deal.stage(start(), {"bids": each((1, 1, 0))}) == "tricks"
    assert GAME.deal.stage(start(), deal((1, 1, 0), (1, 1, 1))) is None
    assert GAME.deal.others(start(), {"bids": each((1, 1, 0))}) == ()


def test_the_fields_have_their_order_and_layout():
    asked = GAME.deal.fields(start(), {"bids": each((1, 1, 0))})

    assert [
        (
            f.name,
            f.stage,
            f.kind,
            f.look,
            f.required,
            f.everyone,
            f.default,
            f.limits.most,
            f.limits.total,
        )
        for f in asked
    ] == [
        ("bids", "bids", "numbers", "chips", True, True, None, 3, None),
        ("tricks", "tricks", "numbers", "chips", True, True, None, 3, 3),
        ("reneges", "tricks", "numbers", "folded", False, False, 0, 2, None),
    ]
    assert [text(f.label) for f in asked] == ["Bid", "Tricks", "Reneges"]
    assert text(asked[2].note) == "Punished reneges, −3 each"
    assert asked[1].hints.mark == each((1, 1, 0))
    assert all(f.seats == ("2", "3", "1") for f in asked)


@pytest.mark.parametrize(
    ("bids", "forbidden"),
    [
        pytest.param({"2": 1, "3": 0}, 2, id="two are left"),
        pytest.param({"2": 3, "3": 0}, 0, id="nothing is left"),
        pytest.param({"2": 0, "3": 0}, 3, id="everything is left"),
        pytest.param({"2": 3, "3": 1}, None, id="the others bid more than there is"),
        pytest.param({"2": 1}, None, id="one has not bid yet"),
        pytest.param({}, None, id="nobody has bid yet"),
        pytest.param({"1": 2, "2": 1, "3": 0}, 2, id="the dealer has bid it"),
    ],
)
def test_the_dealers_forbidden_bid(bids, forbidden):
    no = field(start(), {"bids": bids}, "bids").no

    assert {key: text(why) for key, why in no.items()} == (
        {} if forbidden is None else {("1", forbidden): "the bids may not add up to 3."}
    )
    assert field(start(dealer_hook=False), {"bids": bids}, "bids").no == {}


@pytest.mark.parametrize(
    ("tricks", "rest"),
    [
        ({"2": 1, "3": 1}, {"1": 1}),
        ({"1": 3, "2": 0}, {"3": 0}),
        ({"1": 0, "2": 0}, {"3": 3}),
        ({"1": 3, "2": 1}, {}),
        ({"1": -1, "2": 0}, {}),
        ({"1": 1}, {}),
        ({"1": 1, "2": 1, "3": 1}, {}),
        ({}, {}),
    ],
    ids=str,
)
def test_the_last_seats_tricks_are_suggested(tricks, rest):
    record = {"bids": each((1, 1, 0)), "tricks": tricks}

    assert field(start(), record, "tricks").hints.rest == rest


def test_titles_and_buttons():
    assert [text(GAME.display.title(start(), s)) for s in ("bids", "tricks")] == ["Bids", "Tricks"]
    assert [text(GAME.display.save(start(), s)) for s in ("bids", "tricks")] == [
        "Save the bids",
        "Save the tricks",
    ]
    assert text(GAME.display.about(start(schedule=[1]))) == "one card"
    assert text(GAME.display.caption(table())) == (
        "By the deal: cards and dealer. In each box: bid/took, points, total."
    )


def test_the_preview_counts_the_bids():
    _, position = after(deal((2, 2, 0), (2, 1, 0), Bruno=1), schedule=[3, 4])

    seen = GAME.display.preview(position, "bids", {"bids": {"1": 2, "3": 1}})

    assert text(seen.strip) == "Bid 3 of 4 tricks; Bruno bids last"
    assert {seat: text(note) for seat, note in seen.notes.items()} == {
        "1": "1 point",
        "2": "−3 points",
        "3": "1 point",
    }
    assert (seen.says, dict(seen.after), seen.quick) == (None, {}, ())


@pytest.mark.parametrize(
    ("tricks", "says", "totals"),
    [
        pytest.param({}, "0 of 3 tricks", {}, id="nothing yet"),
        pytest.param({"1": 2, "2": 1}, "3 of 3 tricks", {}, id="one missing"),
        pytest.param(
            {"1": 2, "2": 1, "3": 0},
            "3 of 3 tricks. Bid kept: Chus, Ana.",
            {"1": 1, "2": -3, "3": 1},
            id="all placed",
        ),
        pytest.param(
            {"1": 0, "2": 1, "3": 2},
            "3 of 3 tricks. Bid kept: nobody.",
            {"1": 0, "2": -3, "3": 0},
            id="nobody kept it",
        ),
        pytest.param(
            {"1": 1, "2": 2, "3": 0},
            "3 of 3 tricks. Bid kept: Bruno, Chus.",
            {"1": 0, "2": -2, "3": 1},
            id="kept, but reneged",
        ),
        pytest.param(
            {"1": 2, "2": 2, "3": 0},
            "The tricks must add up to 3, not 4.",
            {},
            id="a trick too many",
        ),
    ],
)
def test_the_sentence_beside_save_says_who_kept_their_bid(tricks, says, totals):
    record = {"bids": each((2, 2, 0)), "tricks": tricks, "reneges": {"2": 1, "3": "?"}}

    seen = GAME.display.preview(start(), "tricks", record)

    assert text(seen.says) == says
    assert {seat: then.total for seat, then in seen.after.items()} == totals
    assert {seat: text(note) for seat, note in seen.notes.items()} == {
        "1": "bid 2",
        "2": "bid 2",
        "3": "bid 0",
    }


def test_projected_totals_include_earlier_deals():
    _, position = after(deal((2, 2, 0), (2, 1, 0)), schedule=[3, 3])

    seen = GAME.display.preview(position, "tricks", deal((2, 0, 0), (2, 1, 0)))

    assert {seat: then.total for seat, then in seen.after.items()} == each((2, 0, 2))


def test_all_kept_but_one_gives_that_player_the_rest():
    seen = GAME.display.preview(start(), "tricks", {"bids": each((2, 2, 0))})

    assert [(text(q.label), q.answers, q.seat, q.disabled, q.saves) for q in seen.quick] == [
        ("All kept but Bruno, who took 1", {"tricks": each((2, 1, 0))}, "2", False, False),
        ("All kept but Chus, who took −1", {"tricks": each((2, 2, -1))}, "3", True, False),
        ("All kept but Ana, who took 1", {"tricks": each((1, 2, 0))}, "1", False, False),
    ]


def test_the_player_who_missed_may_have_taken_0():
    quick = GAME.display.preview(start(), "tricks", {"bids": each((1, 3, 0))}).quick

    assert [(text(q.label), q.disabled) for q in quick] == [
        ("All kept but Bruno, who took 2", False),
        ("All kept but Chus, who took −1", True),
        ("All kept but Ana, who took 0", False),
    ]


def test_nobody_can_have_taken_more_than_all_tricks():
    quick = GAME.display.preview(start(), "tricks", {"bids": each((0, 0, 0))}).quick

    assert [(text(q.label), q.disabled) for q in quick] == [
        ("All kept but Bruno, who took 3", False),
        ("All kept but Chus, who took 3", False),
        ("All kept but Ana, who took 3", False),
    ]


def test_all_kept_is_possible_if_the_dealer_bids_freely():
    free = start(dealer_hook=False)

    [quick] = GAME.display.preview(free, "tricks", {"bids": each((2, 1, 0))}).quick

    assert (text(quick.label), quick.answers) == ("All kept", {"tricks": each((2, 1, 0))})
    assert (quick.seat, quick.disabled) == (None, False)
    assert refusals(free, {"bids": each((2, 1, 0)), **quick.answers}) == []


def test_cells_show_bid_and_tricks():
    (first,), _ = after(deal((2, 2, 0), (2, 1, 0)))

    cells = GAME.display.cells(first)

    assert {seat: text(cell.said) for seat, cell in cells.items()} == {
        "1": "2/2",
        "2": "2/1",
        "3": "0/0",
    }
    assert text(cells["2"].heard) == "bid 2, took 1"


def test_the_line_below_the_sheet_says_how_many_deals_are_left():
    _, second = after(deal((2, 2, 0), (2, 1, 0)))
    _, over = after(deal((2, 2, 0), (2, 1, 0)), schedule=[3])

    assert text(GAME.display.standing(start())) == "13 deals are left."
    assert text(GAME.display.standing(second)) == "12 deals are left."
    assert GAME.display.standing(over) is None
