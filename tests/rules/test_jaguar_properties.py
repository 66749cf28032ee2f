"""Random hands of Jaguar: points add up to 0, and the lowest bid wins."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.match.document import score_document
from scorekeeper.rules import GAMES
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems
from tests.rules.strategies import BOOK, deals, options, positions

GAME = GAMES["jaguar"]
PLAYERS = ("Ana", "Bruno", "Chus", "Dina", "Edu", "Fay")
RANKS = ["A", "3", "K", "Q", "J", "7", "6", "5", "4", "2"]
hands = st.fixed_dictionaries(
    {
        "jaguar": st.integers(0, 4),
        "friend": st.integers(0, 4),
        "points": st.integers(0, 120).filter(lambda n: n not in (1, 119)),
    },
    optional={"bid_points": st.integers(62, 120), "all_pass": st.just(True)},
)


def with_players(hand, at_the_table, point_bids):
    """Replace seat numbers with players, and remove `bid_points` unless `point_bids` is true."""
    if "all_pass" in hand:
        return {"all_pass": True}
    return {
        name: at_the_table[value] if name in ("jaguar", "friend") else value
        for name, value in hand.items()
        if name != "bid_points" or point_bids
    }


@BOOK
@given(
    st.integers(5, 6),
    st.lists(hands, max_size=12),
    options(GAME.slug).map(lambda o: {n: v for n, v in o.items() if n not in ("target", "hands")}),
)
def test_every_hand_and_all_totals_add_up_to_0(count, played, agreed):
    players = PLAYERS[:count]
    rounds = []
    for number, hand in enumerate(played):
        dealer = players[number % count]
        at_the_table = [seat for seat in players if count == 5 or seat != dealer]
        rounds.append(with_players(hand, at_the_table, agreed.get("point_bids", False)))

    result = score_document(
        {"game": "jaguar", "players": list(players), "options": agreed, "rounds": rounds}
    )

    assert "error" not in result
    for points, totals in zip(result["per_round"], result["running"], strict=True):
        assert len(points) == 5
        assert sum(points.values()) == sum(totals.values()) == 0
    assert result["winners"] == []


@BOOK
@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from([*RANKS, "pass"])), max_size=20))
def test_an_accepted_auction_was_won_by_the_lowest_bid(auction):
    bids = [[PLAYERS[seat], bid] for seat, bid in auction]
    made = [bid for bid in bids if bid[1] != "pass"]
    jaguar, called = made[-1] if made else ("Ana", "A")
    answers = {"jaguar": jaguar, "friend": "Edu", "points": 70, "called": called, "bids": bids}

    refusals = problems(GAME, GAME.begin(build_setup(GAME, PLAYERS[:5], {})), answers)

    if not refusals:
        assert max(RANKS.index(bid) for _, bid in made) == RANKS.index(called)
        passed = [who for who, bid in bids if bid == "pass"]
        assert len(set(passed)) == len(passed)
        assert jaguar not in passed


@BOOK
@given(st.data())
def test_any_record_has_a_preview(data):
    position, _ = data.draw(positions(GAME))

    assert GAME.display.preview(position, "hand", data.draw(deals(GAME, position)))
