"""Jaguar, whatever is played: hands add up to 0, and no JSON breaks the rules."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.document import score
from scorekeeper.rules import GAMES
from scorekeeper.rules.agreeing import set_up
from scorekeeper.rules.checking import problems
from scorekeeper.rules.kernel import Setup

GAME = GAMES["jaguar"]
PLAYERS = ("Ana", "Bruno", "Chus", "Dina", "Edu", "Fay")
RANKS = ["A", "3", "K", "Q", "J", "7", "6", "5", "4", "2"]
PROPERTY = settings(deadline=None, max_examples=100, derandomize=True)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False)
    | st.sampled_from([*PLAYERS, *RANKS, "pass", "x", ""]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from([*PLAYERS, "x"]), inner, max_size=6),
    max_leaves=12,
)  # fmt: skip
names = st.sampled_from([
    "all_pass", "jaguar", "friend", "points", "taken", "called", "trump", "bids", "bid_points",
    "all_tricks", "x",
])  # fmt: skip
seats = st.sampled_from(PLAYERS)
likely = st.fixed_dictionaries(
    {"jaguar": seats, "friend": seats},
    optional={
        "points": st.integers(-1, 121) | json_values,
        "taken": st.dictionaries(seats, st.integers(-1, 121), max_size=6) | json_values,
        "bids": st.lists(
            st.tuples(seats, st.sampled_from([*RANKS, "pass"]) | st.integers(61, 121)).map(list),
            max_size=6,
        ),
        "called": st.sampled_from(RANKS),
        "bid_points": st.integers(61, 121) | st.none(),
        "all_tricks": st.booleans(),
        "all_pass": st.booleans(),
    },
)
records = likely | st.dictionaries(names, json_values, max_size=8)
options = st.fixed_dictionaries(
    {},
    optional={
        "target": st.none() | st.integers(1, 9),
        "hands": st.none() | st.integers(1, 9),
        "cappotto_double": st.booleans(),
        "point_bids": st.booleans(),
        "point_bands": st.none() | st.just([[71, 2], [81, 3]]),
    },
)
hands = st.fixed_dictionaries(
    {
        "jaguar": st.integers(0, 4),
        "friend": st.integers(0, 4),
        "points": st.integers(0, 120).filter(lambda n: n not in (1, 119)),
    },
    optional={"bid_points": st.integers(62, 120), "all_pass": st.just(True)},
)


def seated(hand, at_the_table, point_bids):
    """The hand with names of those who play it."""
    if "all_pass" in hand:
        return {"all_pass": True}
    return {
        name: at_the_table[said] if name in ("jaguar", "friend") else said
        for name, said in hand.items()
        if name != "bid_points" or point_bids
    }


@PROPERTY
@given(
    st.integers(5, 6),
    st.lists(hands, max_size=12),
    options.map(lambda o: {n: v for n, v in o.items() if n not in ("target", "hands")}),
)
def test_every_hand_and_every_total_adds_up_to_nothing(count, played, agreed):
    players = PLAYERS[:count]
    rounds = []
    for number, hand in enumerate(played):
        dealer = players[number % count]
        at_the_table = [seat for seat in players if count == 5 or seat != dealer]
        rounds.append(seated(hand, at_the_table, agreed.get("point_bids", False)))

    result = score(
        {"game": "jaguar", "players": list(players), "options": agreed, "rounds": rounds}
    )

    assert "error" not in result
    for points, totals in zip(result["per_round"], result["running"], strict=True):
        assert len(points) == 5
        assert sum(points.values()) == sum(totals.values()) == 0
    assert result["winners"] == []


@PROPERTY
@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from([*RANKS, "pass"])), max_size=20))
def test_an_auction_that_stands_was_won_by_the_lowest_bid(auction):
    bids = [[PLAYERS[seat], bid] for seat, bid in auction]
    made = [bid for bid in bids if bid[1] != "pass"]
    jaguar, called = made[-1] if made else ("Ana", "A")
    record = {"jaguar": jaguar, "friend": "Edu", "points": 70, "called": called, "bids": bids}

    found = problems(GAME, GAME.begin(set_up(GAME, PLAYERS[:5], {})), record)

    if not found:
        assert max(RANKS.index(bid) for _, bid in made) == RANKS.index(called)
        passed = [who for who, bid in bids if bid == "pass"]
        assert len(set(passed)) == len(passed)
        assert jaguar not in passed


@PROPERTY
@given(st.integers(5, 6), options, records)
def test_any_record_is_a_problem_or_a_hand(count, agreed, record):
    setup = set_up(GAME, PLAYERS[:count], agreed)
    position = GAME.begin(setup)
    found = problems(GAME, position, record)

    assert bool(found) or GAME.stage(position, record) is None
    result = score({
        "game": "jaguar", "players": list(PLAYERS[:count]), "options": agreed, "rounds": [record],
    })  # fmt: skip
    assert ("error" in result) == bool(found)
    GAME.preview(position, "hand", record)


@PROPERTY
@given(
    st.dictionaries(
        st.sampled_from(["target", "hands", "cappotto_double", "point_bids", "point_bands", "x"]),
        json_values | st.lists(st.lists(st.integers(-5, 130), max_size=3), max_size=3),
        max_size=4,
    )
)
def test_any_options_are_refused_or_kept(agreed):
    setup = set_up(GAME, PLAYERS[:5], agreed)

    if isinstance(setup, Setup):
        assert {name: setup.options[name] for name in agreed} == agreed
        record = {"jaguar": "Ana", "friend": "Ana", "points": 70}
        assert problems(GAME, GAME.begin(setup), record) == []
    else:
        assert setup.code == "bad_option"
