"""Jaguar: points of a hand, the auction, who sits out, and every refusal."""

import pytest

from scorekeeper.document import score
from scorekeeper.rules import GAMES
from scorekeeper.rules.checking import problems, set_up
from scorekeeper.rules.common import play
from scorekeeper.rules.kernel import Look, Setup
from scorekeeper.rules.words import spell

GAME = GAMES["jaguar"]
FIVE = ("Ana", "Bruno", "Chus", "Dina", "Edu")
SIX = (*FIVE, "Fay")


def match(*hands, players=FIVE, closed=False, **options):
    """The result of a whole match as a document gives it."""
    return score({
        "game": "jaguar", "players": list(players), "options": options, "rounds": list(hands),
        "closed": closed,
    })  # fmt: skip


def hand(jaguar="Bruno", friend="Edu", points=71, **more):
    return {"jaguar": jaguar, "friend": friend, "points": points} | more


def in_seat_order(points, players=FIVE):
    return tuple(points.get(seat) for seat in players)


def start(players=FIVE, **options):
    return GAME.begin(set_up(GAME, players, options))


def refusals(record, players=FIVE, **options):
    return [
        (p.code, p.field, p.seat, spell(p.reason, {}))
        for p in problems(GAME, start(players, **options), record)
    ]


def refusal(record, players=FIVE, **options):
    """The first refusal's code and sentence."""
    found = refusals(record, players, **options)
    return (found[0][0], found[0][3]) if found else None


def field(name, record=None, players=FIVE, **options):
    fields = GAME.fields(start(players, **options), record or {})
    return next(f for f in fields if f.name == name)


def preview(record, players=FIVE, **options):
    return GAME.preview(start(players, **options), "hand", record)


def said(sentence):
    return None if sentence is None else spell(sentence, {})


def bids(text):
    """bids("Ana A, Bruno pass, Ana 62") as a record has them."""
    calls = [call.split() for call in text.split(", ")]
    return [[who, int(bid) if len(bid) > 1 and bid.isdigit() else bid] for who, bid in calls]


# ---------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("record", "points"),
    [
        pytest.param(hand(points=61), (-1, 2, -1, -1, 1), id="61 wins"),
        pytest.param(hand(points=60), (1, -2, 1, 1, -1), id="60 to 60 is lost"),
        pytest.param(hand(points=120), (-1, 2, -1, -1, 1), id="all the points count once"),
        pytest.param(hand(points=0), (1, -2, 1, 1, -1), id="none of the points, too"),
        pytest.param(hand(friend="Bruno", points=61), (-1, 4, -1, -1, -1), id="alone, won"),
        pytest.param(hand(friend="Bruno", points=59), (1, -4, 1, 1, 1), id="alone, lost"),
        pytest.param({"all_pass": True}, (0, 0, 0, 0, 0), id="all passed"),
        pytest.param(hand(all_pass=False), (-1, 2, -1, -1, 1), id="not all passed"),
        pytest.param(hand(points=120, all_tricks=True), (-1, 2, -1, -1, 1), id="no doubling"),
        pytest.param(hand(called="4", trump="coins"), (-1, 2, -1, -1, 1), id="the card called"),
        pytest.param(hand(trump="hearts"), (-1, 2, -1, -1, 1), id="a French suit"),
    ],
)
def test_points(record, points):
    assert refusals(record) == []
    assert in_seat_order(match(record)["per_round"][0]) == points


@pytest.mark.parametrize(
    ("taken", "friend", "points"),
    [
        pytest.param((10, 40, 20, 29, 21), "Edu", (-1, 2, -1, -1, 1), id="61 together"),
        pytest.param((10, 40, 20, 30, 20), "Edu", (1, -2, 1, 1, -1), id="60 together"),
        pytest.param((10, 61, 20, 29, 0), "Bruno", (-1, 4, -1, -1, -1), id="61 alone"),
        pytest.param((10, 40, 20, 29, 21), "Bruno", (1, -4, 1, 1, 1), id="40 alone"),
    ],
)
def test_points_taken_by_each_do_as_well(taken, friend, points):
    record = {"jaguar": "Bruno", "friend": friend, "taken": dict(zip(FIVE, taken, strict=True))}

    assert refusals(record) == []
    assert in_seat_order(match(record)["per_round"][0]) == points


@pytest.mark.parametrize(
    ("record", "points"),
    [
        pytest.param(hand(points=120, all_tricks=True), (-2, 4, -2, -2, 2), id="won"),
        pytest.param(hand(points=0, all_tricks=True), (2, -4, 2, 2, -2), id="lost"),
        pytest.param(hand(points=120, all_tricks=False), (-1, 2, -1, -1, 1), id="a trick of 0"),
        pytest.param(hand(friend="Bruno", points=0, all_tricks=True), (2, -8, 2, 2, 2), id="alone"),
    ],
)
def test_all_tricks_double_by_option(record, points):
    assert refusals(record, cappotto_double=True) == []
    assert in_seat_order(match(record, cappotto_double=True)["per_round"][0]) == points


BANDS = [[101, 5], [71, 2], [81, 3]]


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
def test_bids_of_points_raise_what_is_needed_and_what_it_is_worth(bid, points, won):
    record = hand(points=points) | ({} if bid is None else {"bid_points": bid})
    result = match(record, point_bids=True, point_bands=BANDS)

    assert result["totals"]["Bruno"] == won
    assert sum(result["totals"].values()) == 0


def test_bands_and_all_tricks_multiply():
    record = hand(points=120, bid_points=85, all_tricks=True)

    result = match(record, point_bids=True, point_bands=BANDS, cappotto_double=True)

    assert in_seat_order(result["totals"]) == (-6, 12, -6, -6, 6)


def test_the_last_bid_of_the_auction_is_what_is_needed():
    auction = bids("Ana 2, Bruno 80, Chus pass, Dina pass, Edu pass, Ana pass")

    result = match(hand(points=79, bids=auction), point_bids=True, point_bands=BANDS)

    assert in_seat_order(result["totals"]) == (2, -4, 2, 2, -2)


@pytest.mark.parametrize(
    ("record", "seat", "reasons"),
    [
        pytest.param(hand(points=71), "Bruno",
                     ["Jaguar: the jaguar’s side won with 71 to 49"], id="jaguar"),
        pytest.param(hand(points=60), "Edu",
                     ["Friend: the jaguar’s side lost with 60 to 60"], id="friend"),
        pytest.param(hand(points=60), "Ana",
                     ["Against the jaguar: the jaguar’s side lost with 60 to 60"], id="other"),
        pytest.param(hand(friend="Bruno"), "Bruno",
                     ["Jaguar alone: the jaguar’s side won with 71 to 49"], id="alone"),
        pytest.param(hand(points=85, bid_points=85), "Bruno",
                     ["Jaguar: the jaguar’s side won with 85 to 35, 85 bid: 2 × 3"], id="times"),
        pytest.param(hand(points=75, bid_points=75), "Ana",
                     ["Against the jaguar: the jaguar’s side won with 75 to 45, 75 bid: −1 × 2"],
                     id="twice"),
        pytest.param({"all_pass": True}, "Dina", ["Everybody passed"], id="all passed"),
    ],
)  # fmt: skip
def test_every_number_has_its_reason(record, seat, reasons):
    parts = GAME.parts(start(point_bids=True, point_bands=BANDS), record)

    assert [said(part.why) for part in parts if part.side == seat] == reasons


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("record", "code", "reason"),
    [
        pytest.param(hand(points=1), "impossible_total",
                     "No cards are worth 1 point: 0 or 2 can be taken.", id="one point"),
        pytest.param(hand(points=119), "impossible_total",
                     "119 would leave 1 point, and no cards are worth 1: 118 or 120 can be taken.",
                     id="all but one point"),
        pytest.param(hand(points=-1), "out_of_range",
                     "The card points lie between 0 and 120.", id="less than none"),
        pytest.param(hand(points=121), "out_of_range",
                     "The card points lie between 0 and 120.", id="more than the pack"),
        pytest.param(hand(points=True), "bad_field",
                     "Points: a whole number is needed.", id="true is no number"),
        pytest.param({"jaguar": "Ana", "points": 70}, "bad_field",
                     "Friend: please choose or fill in.", id="no friend"),
        pytest.param({"friend": "Ana", "points": 70}, "bad_field",
                     "Jaguar: please choose or fill in.", id="no jaguar"),
        pytest.param({"jaguar": "Ana", "friend": "Edu"}, "bad_field",
                     "Points: please choose or fill in.", id="no points"),
        pytest.param({}, "bad_field", "Jaguar: please choose or fill in.", id="nothing"),
        pytest.param(hand(called="10"), "bad_field",
                     "Called: one of A, 3, K, Q, J, 7, 6, 5, 4, 2.", id="no such card"),
        pytest.param(hand(trump="stars"), "bad_field",
                     "Trump: one of coins, cups, swords, batons.", id="no such suit"),
        pytest.param(hand(all_tricks=1), "bad_field",
                     "All eight tricks: yes or no.", id="1 is not yes"),
        pytest.param(hand(friend="Zoe"), "unknown_player",
                     "Zoe is not in this match.", id="stranger"),
        pytest.param(hand(all_pass=True), "bad_field",
                     "Where everybody passed there is nothing else to write down.",
                     id="all passed, and yet a jaguar"),
        pytest.param({"all_pass": True, "called": None}, "bad_field",
                     "Where everybody passed there is nothing else to write down.",
                     id="all passed, and yet a card"),
        pytest.param(hand(all_tricks=True), "inconsistent",
                     "With all tricks taken by one side the points are 120 or 0, not 71.",
                     id="all tricks, not all points"),
        pytest.param(hand(bid_points=80), "not_allowed",
                     "Bids of points are not in use in this match: the lowest bid is 2.",
                     id="points bid without the option"),
        pytest.param(hand(bid_points=None), "bad_field",
                     "Points bid: a whole number is needed.", id="no points bid, said so"),
        pytest.param(hand(bids=bids("Ana 2, Bruno 62")), "not_allowed",
                     "Bids of points are not in use in this match: the lowest bid is 2.",
                     id="points in the auction without the option"),
        pytest.param(hand(bids=bids("Ana X")), "bad_field",
                     "Bids: a player and a bid each time, one of A, 3, K, Q, J, 7, 6, 5, 4, 2,"
                     " pass.", id="no such bid"),
        pytest.param(hand(bids=[["Zoe", "A"]]), "unknown_player",
                     "Zoe is not in this match.", id="a stranger bids"),
    ],
)  # fmt: skip
def test_refused(record, code, reason):
    assert refusal(record) == (code, reason)


def taken(*points):
    return dict(zip(FIVE, points, strict=True))


@pytest.mark.parametrize(
    ("record", "code", "reason"),
    [
        pytest.param({"taken": taken(30, 30, 20, 20, 19)}, "sum_mismatch",
                     "The card points must add up to 120, not 119.", id="119 in all"),
        pytest.param({"taken": taken(30, 30, 20, 20, 20), "points": 61}, "sum_mismatch",
                     "Bruno, Edu took 50 together, not 61.", id="other than the side’s"),
        pytest.param({"taken": taken(30, 30, 20, 20, 20), "points": 50, "friend": "Bruno"},
                     "sum_mismatch", "Bruno took 30 together, not 50.", id="alone"),
        pytest.param({"taken": taken(1, 30, 29, 40, 20)}, "impossible_total",
                     "No cards are worth 1 point: 0 or 2 can be taken.", id="one took 1"),
        pytest.param({"taken": taken(0, 0, 0, 119, 1)}, "impossible_total",
                     "119 would leave 1 point, and no cards are worth 1: 118 or 120 can be taken.",
                     id="one took 119"),
        pytest.param({"taken": taken(-2, 32, 30, 40, 20)}, "out_of_range",
                     "The card points of a player lie between 0 and 120.", id="below 0"),
        pytest.param({"taken": taken(0, 0, 0, 0, 121)}, "out_of_range",
                     "The card points of a player lie between 0 and 120.", id="above 120"),
        pytest.param({"taken": {"Ana": 120}}, "missing_player",
                     "Points taken: Bruno is missing.", id="not all five"),
        pytest.param({"taken": taken(30, 30, 20, 20, 20), "all_tricks": True}, "inconsistent",
                     "With all tricks taken by one side the points are 120 or 0, not 50.",
                     id="all tricks"),
    ],
)  # fmt: skip
def test_refused_among_points_taken(record, code, reason):
    assert refusal({"jaguar": "Bruno", "friend": "Edu"} | record) == (code, reason)


def test_points_taken_may_stand_beside_the_same_points():
    record = hand(points=50, taken=taken(30, 30, 20, 20, 20))

    assert refusals(record) == []
    assert match(record)["totals"]["Bruno"] == -2


@pytest.mark.parametrize(
    ("record", "code", "reason"),
    [
        pytest.param(hand(bid_points=61), "out_of_range",
                     "Bids of points lie between 62 and 120.", id="61"),
        pytest.param(hand(bid_points=121), "out_of_range",
                     "Bids of points lie between 62 and 120.", id="121"),
        pytest.param(hand(bids=bids("Ana 2, Bruno 61")), "out_of_range",
                     "Bids of points lie between 62 and 120.", id="61 in the auction"),
        pytest.param(hand(bids=bids("Ana 2, Bruno 121")), "out_of_range",
                     "Bids of points lie between 62 and 120.", id="121 in the auction"),
        pytest.param(hand(bids=bids("Ana 2, Bruno 65, Chus 65")), "bid_order",
                     "65 is not higher than 65; each bid of points must be.", id="not higher"),
        pytest.param(hand(bids=bids("Ana 62")), "bid_order",
                     "Points can be bid only after a 2.", id="points first"),
        pytest.param(hand(bids=bids("Ana 4, Bruno 62")), "bid_order",
                     "Points can be bid only after a 2.", id="points after a 4"),
        pytest.param(hand(bids=bids("Ana 2, Bruno 62, Chus A")), "bid_order",
                     "After 62 points only more points can be bid, not A.", id="a card again"),
        pytest.param(hand(bids=bids("Ana 2")), "bid_order",
                     "The bidding is not finished: it is Bruno’s turn to bid or pass.",
                     id="a 2 does not end it"),
        pytest.param(
            hand(bid_points=70, bids=bids("Ana 2, Bruno 80, Chus pass, Dina pass, Edu pass,"
                                          " Ana pass")),
            "inconsistent", "Bruno won the bidding with 80, not with 70 points.",
            id="other points"),
        pytest.param(
            hand(bid_points=70, bids=bids("Ana pass, Bruno A, Chus pass, Dina pass, Edu pass")),
            "inconsistent", "Bruno won the bidding with A, not with 70 points.",
            id="no points were bid"),
        pytest.param(
            hand(called="4", bids=bids("Ana 2, Bruno 80, Chus pass, Dina pass, Edu pass,"
                                       " Ana pass")),
            "inconsistent", "Bruno won the bidding with 80, so the card called is 2, not 4.",
            id="points go with a 2"),
    ],
)  # fmt: skip
def test_refused_where_points_are_bid(record, code, reason):
    assert refusal(record, point_bids=True) == (code, reason)


NO_JAGUAR = "Ana pass, Bruno pass, Chus pass, Dina pass, Edu pass"
BRUNO_WINS = "Ana pass, Bruno 4, Chus pass, Dina pass, Edu pass"


@pytest.mark.parametrize(
    ("record", "field", "seat"),
    [
        pytest.param(hand(points=1), "points", None, id="one point"),
        pytest.param(hand(taken=taken(0, 0, 1, 60, 59)), "taken", "Chus", id="one took 1"),
        pytest.param(hand(taken=taken(0, 0, 0, 60, 59)), "taken", None, id="119 in all"),
        pytest.param(hand(taken=taken(0, 0, 0, 60, 60)), "points", None, id="other than 71"),
        pytest.param(hand(all_tricks=True), "all_tricks", None, id="all tricks"),
        pytest.param(hand(bid_points=80), "bid_points", None, id="points bid"),
        pytest.param(hand(bids=bids("Ana 2, Bruno 62")), "bids", None, id="in the auction"),
        pytest.param(hand(bids=bids("Bruno 2")), "bids", None, id="out of turn"),
        pytest.param(hand(bids=bids("Ana A")), "bids", None, id="not finished"),
        pytest.param(hand(bids=bids(NO_JAGUAR)), "bids", None, id="all passed"),
        pytest.param(hand("Ana", bids=bids(BRUNO_WINS)), "jaguar", None, id="another won"),
        pytest.param(hand(called="5", bids=bids(BRUNO_WINS)), "called", None, id="another card"),
    ],
)
def test_a_refusal_stands_beside_what_is_wrong(record, field, seat):
    assert [refused[1:3] for refused in refusals(record)] == [(field, seat)]


def test_a_wrong_bid_of_points_is_refused_beside_it():
    record = hand(bid_points=62, bids=bids(BRUNO_WINS))

    assert [refused[1] for refused in refusals(record, point_bids=True)] == ["bid_points"]


def test_without_all_tricks_any_points_will_do():
    assert refusals(hand(all_tricks=False)) == []


def test_each_bid_of_points_is_higher():
    auction = "Ana 2, Bruno 62, Chus 65, Dina pass, Edu pass, Ana pass, Bruno 66, Chus pass"

    assert refusals(hand(called="2", bids=bids(auction)), point_bids=True) == []


# ---------------------------------------------------------------- the auction


@pytest.mark.parametrize(
    "auction",
    [
        pytest.param("Ana pass, Bruno 2", id="a 2 ends it at once"),
        pytest.param("Ana A, Bruno 4, Chus pass, Dina pass, Edu pass, Ana pass", id="all passed"),
        pytest.param("Ana pass, Bruno A, Chus 3, Dina K, Edu Q, Bruno J, Chus 7, Dina 6, Edu 5,"
                     " Bruno 4, Chus pass, Dina pass, Edu pass", id="who passed is skipped"),
        pytest.param("Ana pass, Bruno A, Chus pass, Dina pass, Edu pass", id="one bid is enough"),
    ],
)  # fmt: skip
def test_auction(auction):
    record = hand(bids=bids(auction))

    assert refusals(record) == []
    assert match(record)["totals"]["Bruno"] == 2


def test_the_last_player_may_still_bid_when_four_have_passed():
    auction = bids("Ana pass, Bruno pass, Chus pass, Dina pass, Edu Q")

    assert refusals(hand("Edu", "Ana", called="Q", bids=auction)) == []


@pytest.mark.parametrize("end", ["", ", Chus pass, Dina pass"], ids=["at once", "with passes"])
def test_nothing_is_higher_than_a_hundred_and_twenty(end):
    record = hand(points=120, bids=bids("Ana 2, Bruno 120" + end))

    assert refusals(record, point_bids=True) == []


@pytest.mark.parametrize(
    ("auction", "code", "reason"),
    [
        pytest.param("Bruno A", "bid_order", "It was Ana’s turn to bid or pass, not Bruno’s.",
                     id="the dealer bids first"),
        pytest.param("Ana A, Chus 3", "bid_order",
                     "It was Bruno’s turn to bid or pass, not Chus’s.", id="out of turn"),
        pytest.param("Ana pass, Bruno A, Chus 3, Dina K, Edu Q, Ana J", "bid_order",
                     "Ana has passed and may not bid again.", id="after a pass"),
        pytest.param("Ana K, Bruno 3", "bid_order", "3 is not lower than K; each bid must be.",
                     id="not lower"),
        pytest.param("Ana K, Bruno K", "bid_order", "K is not lower than K; each bid must be.",
                     id="the same"),
        pytest.param("Ana 2, Bruno pass", "bid_order",
                     "The bidding was over: nobody could bid after Ana with 2.", id="after a 2"),
        pytest.param("Ana pass, Bruno A, Chus pass, Dina pass, Edu pass, Bruno 3", "bid_order",
                     "The bidding was over: nobody could bid after Bruno with A.",
                     id="alone and yet lower"),
        pytest.param("Ana A, Bruno 4, Chus pass", "bid_order",
                     "The bidding is not finished: it is Dina’s turn to bid or pass.",
                     id="not finished"),
        pytest.param("Ana pass, Bruno pass, Chus pass, Dina pass", "bid_order",
                     "The bidding is not finished: it is Edu’s turn to bid or pass.",
                     id="four passed"),
        pytest.param("Ana pass, Bruno pass, Chus pass, Dina pass, Edu pass", "inconsistent",
                     "Everybody passed, so there is no jaguar: write down “all pass”.",
                     id="five passed"),
        pytest.param("Ana 2", "inconsistent",
                     "Ana won the bidding with 2 and is the jaguar, not Bruno.",
                     id="another won it"),
        pytest.param("Ana 6, Bruno 5, Chus pass, Dina pass, Edu pass, Ana pass", "inconsistent",
                     "Bruno won the bidding with 5, so the card called is 5, not 4.",
                     id="another card"),
    ],
)  # fmt: skip
def test_auction_refused(auction, code, reason):
    assert refusal(hand(called="4", bids=bids(auction))) == (code, reason)


def test_an_empty_auction_is_not_finished():
    assert refusal(hand(bids=[])) == (
        "bid_order", "The bidding is not finished: it is Ana’s turn to bid or pass.",
    )  # fmt: skip


def test_the_bidding_goes_on_from_the_next_dealer():
    auction = bids("Bruno pass, Chus pass, Dina pass, Edu pass, Ana A")

    result = match({"all_pass": True}, hand("Ana", "Edu", bids=auction))

    assert result["totals"]["Ana"] == 2


# ---------------------------------------------------------------- six at the table


def test_of_six_the_dealer_sits_out():
    result = match(hand("Bruno", "Fay"), hand("Ana", "Ana", 59), players=SIX)

    assert result["per_round"][0] == {"Bruno": 2, "Chus": -1, "Dina": -1, "Edu": -1, "Fay": 1}
    assert result["per_round"][1] == {"Ana": -4, "Chus": 1, "Dina": 1, "Edu": 1, "Fay": 1}
    assert result["dealers"] == ["Ana", "Bruno"]


def test_of_six_the_next_player_bids_first_and_the_dealer_is_skipped():
    auction = bids("Bruno A, Chus pass, Dina pass, Edu pass, Fay 3, Bruno pass")

    assert refusals(hand("Fay", "Dina", bids=auction), SIX) == []


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(hand("Ana", "Fay"), id="jaguar"),
        pytest.param(hand("Bruno", "Ana"), id="friend"),
        pytest.param(hand(bids=[["Ana", "A"]]), id="bidder"),
        pytest.param(hand(taken=dict.fromkeys(SIX, 20)), id="taker of points"),
    ],
)
def test_of_six_the_dealer_takes_no_part(record):
    assert refusal(record, SIX) == ("not_active", "Ana deals this hand and sits out.")


@pytest.mark.parametrize("seats", [4, 7])
def test_only_five_or_six_play(seats):
    result = match(players=[f"P{n}" for n in range(seats)])

    assert (result["code"], result["round"]) == ("bad_players", 0)
    assert result["error"] == "Jaguar is for 5 to 6 players."


# ---------------------------------------------------------------- the end


def test_without_an_end_of_its_own_the_table_closes_it():
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
def test_target(hands, winners):
    result = match(*hands, target=3)

    assert (result["winners"], result["finished"]) == (winners, bool(winners))


def test_hands_that_all_passed_are_not_counted():
    passed, played = {"all_pass": True}, hand("Ana", "Edu")

    assert match(passed, played, passed, hands=2)["finished"] is False
    ended = match(passed, played, passed, played, hands=2)
    assert (ended["finished"], ended["winners"]) == (True, ["Ana"])


def test_nothing_follows_the_end():
    result = match(hand(), hand(), hands=1)

    assert (result["code"], result["round"]) == ("match_over", 2)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("target", 0), ("target", True), ("target", "5"), ("hands", 0), ("hands", -1),
        ("cappotto_double", 1), ("cappotto_double", None), ("point_bids", "yes"),
        ("point_bands", [[71]]), ("point_bands", [[71, 2, 3]]), ("point_bands", [71, 2]),
        ("point_bands", [[71, 0]]), ("point_bands", [["71", 2]]), ("point_bands", [[121, 2]]),
        ("point_bands", [[-1, 2]]), ("point_bands", [[71, 2], [71, 3]]), ("point_bands", {}),
        ("point_bands", [[71, True]]), ("first_dealer", "Zoe"), ("seats", 5),
    ],
)  # fmt: skip
def test_bad_options(option, value):
    result = match(**{option: value})

    assert (result["code"], result["round"]) == ("bad_option", 0)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("target", 1), ("target", None), ("hands", 1), ("hands", None),
        ("cappotto_double", True), ("point_bids", True), ("point_bands", None),
        ("point_bands", []), ("point_bands", [[0, 1]]), ("point_bands", [[120, 9], [62, 2]]),
        ("first_dealer", "Edu"),
    ],
)  # fmt: skip
def test_good_options(option, value):
    assert match(**{option: value})["finished"] is False


# ---------------------------------------------------------------- what the page shows


def test_the_jaguars_own_chip_among_the_friends_says_alone():
    assert field("friend").names == {}
    names = field("friend", {"jaguar": "Bruno"}).names
    assert {seat: said(words) for seat, words in names.items()} == {"Bruno": "alone"}
    assert field("friend", {"jaguar": "Zoe"}).names == {}


def test_one_and_all_but_one_are_struck_out_before_anyone_types_them():
    assert {value: said(why) for (_, value), why in field("points").no.items()} == {
        1: "No cards are worth 1 point: 0 or 2 can be taken.",
        119: "119 would leave 1 point, and no cards are worth 1: 118 or 120 can be taken.",
    }


def test_the_four_suits_of_the_pack_are_offered():
    assert [suit.value for suit in field("trump").choices] == ["coins", "cups", "swords", "batons"]
    assert [suit.icon for suit in field("trump").choices] == ["coins", "cups", "swords", "batons"]


def test_who_wrote_down_a_french_suit_is_offered_those():
    suits = field("trump", {"trump": "hearts"})

    assert [suit.value for suit in suits.choices] == ["clubs", "diamonds", "hearts", "spades"]
    assert [suit.icon for suit in suits.choices] == ["club", "diamond", "heart", "spade"]
    assert suits.also == ("coins", "cups", "swords", "batons")


def rows(**options):
    """What the page asks, in order: name, label, note, look."""
    return [
        (f.name, said(f.label), said(f.note), f.look)
        for f in GAME.fields(start(**options), {})
        if f.look is not Look.HIDDEN
    ]


def test_what_is_asked():
    assert rows() == [
        ("jaguar", "Jaguar", "won the bidding", Look.CHIPS),
        ("called", "Called", "the friend’s card", Look.CHIPS),
        ("trump", "Trump", "its suit", Look.CHIPS),
        ("friend", "Friend", "who held it", Look.CHIPS),
        ("points", "Points", "0 to 120", Look.KEYS),
    ]


def test_what_the_table_agreed_to_is_asked_as_well():
    assert rows(cappotto_double=True)[-1] == (
        "all_tricks", "All eight tricks", "taken by one side", Look.CHIPS,
    )  # fmt: skip
    assert rows(point_bids=True)[-1] == (
        "bid_points", "Points bid", "after a 2, 62 to 120", Look.KEYS,
    )  # fmt: skip


def test_everything_is_answered_at_once():
    fields = GAME.fields(start(), {})

    assert {f.stage for f in fields} == {"hand"}
    assert [f.name for f in fields if f.required] == ["jaguar", "friend", "points"]
    assert GAME.stage(start(), {}) == "hand"
    assert GAME.stage(start(), hand()) is None


def test_the_numbers_taken_have_a_total():
    assert (field("taken").total, field("taken").seats) == (120, FIVE)


@pytest.mark.parametrize("also", [
    {"jaguar": "Ana"}, {"called": "4"}, {"trump": "cups"}, {"friend": "Ana"}, {"points": 70},
    {"all_tricks": True}, {"taken": taken(20, 20, 20, 20, 40)}, {"bid_points": 70}, {"bids": []},
], ids=lambda also: next(iter(also)))  # fmt: skip
def test_where_everybody_passed_nothing_else_is_said(also):
    found = refusals({"all_pass": True} | also, point_bids=True)

    assert found == [(
        "bad_field", next(iter(also)), None,
        "Where everybody passed there is nothing else to write down.",
    )]  # fmt: skip


def test_of_six_only_the_five_who_play_are_offered():
    assert field("jaguar", players=SIX).seats == ("Bruno", "Chus", "Dina", "Edu", "Fay")
    assert field("friend", players=SIX).seats == ("Bruno", "Chus", "Dina", "Edu", "Fay")


def test_all_pass_answers_the_whole_hand():
    (quick,) = preview({}).quick

    assert (said(quick.label), quick.answers, quick.saves) == ("All pass", {"all_pass": True}, True)
    assert refusals(quick.answers) == []
    assert GAME.stage(start(), quick.answers) is None
    assert preview(hand()).quick == preview({"all_pass": True}).quick == (quick,)


@pytest.mark.parametrize(
    ("record", "says", "headline", "under"),
    [
        pytest.param({}, "Still to say: the jaguar, the friend, the points.", None, None,
                     id="nothing yet"),
        pytest.param({"jaguar": "Bruno"}, "Still to say: the friend, the points.", None, None,
                     id="the jaguar"),
        pytest.param({"points": 71}, "Still to say: the jaguar, the friend.", "won", "against 49",
                     id="the points"),
        pytest.param({"jaguar": "Zoe", "friend": 3, "points": "x"},
                     "Still to say: the jaguar, the friend, the points.", None, None,
                     id="nonsense"),
        pytest.param({"jaguar": "Ana", "friend": "Zoe", "points": 71}, "Still to say: the friend.",
                     "won", "against 49", id="a stranger"),
        pytest.param(hand(points=71), "Bruno +2, Edu +1; Ana, Chus, Dina −1.", "won", "against 49",
                     id="won"),
        pytest.param(hand(points=120, all_tricks=True), "Bruno +2, Edu +1; Ana, Chus, Dina −1.",
                     "won", "against 0", id="all of them"),
        pytest.param(hand(points=60), "Bruno −2, Edu −1; Ana, Chus, Dina +1.", "lost", "against 60",
                     id="lost"),
        pytest.param(hand(friend="Bruno"), "Bruno +4; Ana, Chus, Dina, Edu −1.", "won",
                     "against 49", id="alone"),
        pytest.param(hand(points=1), "No cards are worth 1 point: 0 or 2 can be taken.", None, None,
                     id="one point"),
        pytest.param(hand(points=-1), "The card points lie between 0 and 120.", None, None,
                     id="below"),
        pytest.param(hand(points=121), "The card points lie between 0 and 120.", None, None,
                     id="above"),
        pytest.param(hand(all_tricks=True),
                     "With all tricks taken by one side the points are 120 or 0, not 71.",
                     None, None, id="all tricks"),
        pytest.param({"all_tricks": True},
                     "Still to say: the jaguar, the friend, the points.", None, None,
                     id="all tricks, no points yet"),
        pytest.param(hand(bid_points=80), "Bruno −2, Edu −1; Ana, Chus, Dina +1.", "lost",
                     "against 49, 80 bid", id="less than was bid"),
        pytest.param({"all_pass": True}, "Everybody passed: nobody scores, and Bruno deals next.",
                     None, None, id="all pass"),
        pytest.param({"jaguar": "Ana", "friend": "Edu", "taken": taken(40, 0, 20, 29, 31)},
                     "Ana +2, Edu +1; Bruno, Chus, Dina −1.", "won", "against 49", id="taken"),
        pytest.param({"jaguar": "Ana", "friend": "Edu", "taken": {"Ana": 40}},
                     "Still to say: the points.", None, None, id="taken by one so far"),
    ],
)  # fmt: skip
def test_preview(record, says, headline, under):
    seen = preview(record, point_bids=True)

    assert (said(seen.says), said(seen.headline), said(seen.under)) == (says, headline, under)


def test_totals_to_be_wait_until_all_is_said():
    assert preview({"jaguar": "Bruno", "points": 71}).after == {}
    after = preview(hand(), players=SIX, target=2).after
    assert {seat: (then.total, said(then.word)) for seat, then in after.items()} == {
        "Ana": (0, None), "Bruno": (2, "wins"), "Chus": (-1, None), "Dina": (-1, None),
        "Edu": (1, None), "Fay": (-1, None),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("record", "players", "notes"),
    [
        pytest.param(hand(), FIVE, {"Bruno": "jaguar", "Edu": "friend"}, id="two"),
        pytest.param(hand(friend="Bruno"), FIVE, {"Bruno": "alone"}, id="alone"),
        pytest.param({"all_pass": True}, FIVE, dict.fromkeys(FIVE, "passed"), id="all passed"),
        pytest.param(
            hand(), SIX, {"Ana": "sits out", "Bruno": "jaguar", "Edu": "friend"}, id="six"
        ),
    ],
)
def test_the_sheet_says_who_was_what(record, players, notes):
    cells = GAME.cells(play(GAME, start(players), record))

    assert {s: said(cell.note.word) for s, cell in cells.items() if cell.note} == notes
    assert set(cells) == set(players)
    tones = {said(cell.note.word): cell.note.tone for cell in cells.values() if cell.note}
    assert tones.items() <= {
        "jaguar": "", "friend": "", "alone": "", "passed": "soft", "sits out": "soft",
    }.items()  # fmt: skip


def test_words_of_the_page():
    assert said(GAME.title(start(), "hand")) == "Hand 1"
    assert said(GAME.about(start())) == "Ana deals and bids first"
    assert said(GAME.about(start(SIX))) == "Ana deals and sits out, Bruno bids first"
    assert said(GAME.save(start(), "hand")) == "Save the hand"
    assert said(GAME.caption(start().setup)) == "In each box: this hand, and the total so far."
    assert GAME.row(start()) is None
    assert GAME.is_open(start(target=5).setup) is True


def test_below_the_sheet_stands_that_it_adds_up_and_what_ends_it():
    played = play(GAME, start(target=5, hands=3), hand()).after
    over = play(GAME, start(hands=1), hand()).after

    assert said(GAME.standing(start())) == "Every hand adds up to 0."
    assert said(GAME.standing(played)) == (
        "Every hand adds up to 0. To the end: 5 points win, 2 hands are left."
    )
    assert said(GAME.standing(start(hands=1))) == (
        "Every hand adds up to 0. To the end: one hand is left."
    )
    assert said(GAME.standing(over)) == "Every hand adds up to 0."


def test_summary_says_the_rules_in_force():
    everything = {
        "point_bids": True, "point_bands": BANDS, "cappotto_double": True, "target": 7, "hands": 9,
    }  # fmt: skip

    assert said(GAME.summary(start().setup)) == (
        "the jaguar needs 61 of the 120 card points, open until the table stops."
    )
    assert said(GAME.summary(start(hands=1).setup)) == (
        "the jaguar needs 61 of the 120 card points, one hand."
    )
    assert said(GAME.summary(start(SIX, **everything).setup)) == (
        "the jaguar needs 61 of the 120 card points, the dealer sits out, after a 2 the bidding"
        " goes on in points, high bids count more, all eight tricks count double, 7 points win,"
        " 9 hands."
    )


def test_what_is_won_and_lost_at_the_end_are_the_totals():
    played = play(GAME, start(), hand())

    assert GAME.net((played,), played.after) == {
        "Ana": -1, "Bruno": 2, "Chus": -1, "Dina": -1, "Edu": 1,
    }  # fmt: skip
    assert GAME.extras((played,), played.after) == {}


def test_a_setup_keeps_every_option():
    setup = set_up(GAME, FIVE, {})

    assert isinstance(setup, Setup)
    assert setup.options == {
        "target": None, "hands": None, "cappotto_double": False, "point_bids": False,
        "point_bands": None, "first_dealer": "Ana",
    }  # fmt: skip
