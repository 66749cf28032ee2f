"""Random hands of Jaguar: points add up to 0, and the lowest bid wins."""

from itertools import pairwise

from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.match.document import score_document
from scorekeeper.rules import GAMES
from scorekeeper.rules.partial_answers import partial_answers, shown_sentences
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems
from tests.rules.notation import text
from tests.rules.strategies import deals, options, positions
from tests.sample import examples

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
    """Return the hand with seat numbers replaced by players.

    Without `point_bids`, `bid_points` is left out.
    """
    if "all_pass" in hand:
        return {"all_pass": True}
    return {
        name: at_the_table[value] if name in ("jaguar", "friend") else value
        for name, value in hand.items()
        if name != "bid_points" or point_bids
    }


@examples(25, 10)
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


@st.composite
def finished_auctions(draw):
    """Draw (calls, jaguar).

    In turn, players bid a lower rank or pass, until only one is left or the lowest rank is bid.
    """
    waiting, calls, jaguar, lower = list(PLAYERS[:5]), [], None, RANKS
    while lower and waiting != [jaguar]:
        seat = waiting.pop(0)
        may_pass = ["pass"] if waiting else []  # if all others have passed, the last player bids
        call = draw(st.sampled_from([*lower[:3], *may_pass]))
        calls.append([seat, call])
        if call != "pass":
            waiting.append(seat)
            jaguar, lower = seat, RANKS[RANKS.index(call) + 1 :]
    return calls, jaguar


def auction_refusals(calls, jaguar):
    """Return (code, field) of each problem of a hand that `jaguar` won with this auction."""
    called = [call for _, call in calls if call != "pass"][-1:] or ["A"]
    answers = {"jaguar": jaguar, "friend": jaguar, "points": 70, "called": called[0]}
    position = GAME.begin(build_setup(GAME, PLAYERS[:5], {}))
    return [(each.code, each.field) for each in problems(GAME, position, answers | {"bids": calls})]


@examples(25, 10)
@given(finished_auctions(), st.sampled_from(PLAYERS[:5]))
def test_a_finished_auction_is_accepted_only_for_the_lowest_bidder(auction, anybody):
    calls, jaguar = auction

    assert auction_refusals(calls, jaguar) == []
    assert auction_refusals(calls, anybody) == (
        [] if anybody == jaguar else [("inconsistent", "jaguar")]
    )


@examples(25, 10)
@given(finished_auctions(), st.data())
def test_an_auction_with_a_call_out_of_turn_too_few_or_too_many_is_refused(auction, data):
    calls, jaguar = auction
    place = data.draw(st.integers(0, len(calls) - 1))
    seat, call = calls[place]
    other = data.draw(st.sampled_from([each for each in PLAYERS[:5] if each != seat]))
    changed = {
        "out of turn": [*calls[:place], [other, call], *calls[place + 1 :]],
        "too few": calls[:place],
        "too many": [*calls, [jaguar, "pass"]],
    }

    for what, wrong in changed.items():
        assert auction_refusals(wrong, jaguar) == [("bid_order", "bids")], what


@examples(25, 10)
@given(finished_auctions(), st.data())
def test_an_auction_with_a_bid_that_is_not_lower_than_the_last_is_refused(auction, data):
    calls, jaguar = auction
    bids = [place for place, (_, call) in enumerate(calls) if call != "pass"]
    assume(len(bids) > 1)
    before, place = data.draw(st.sampled_from([*pairwise(bids)]))
    higher = data.draw(st.sampled_from(RANKS[: RANKS.index(calls[before][1]) + 1]))
    wrong = [*calls[:place], [calls[place][0], higher], *calls[place + 1 :]]

    assert auction_refusals(wrong, jaguar) == [("bid_order", "bids")]


@examples(25, 10)
@given(st.data())
def test_the_preview_of_any_answers_has_a_note_for_each_player(data):
    position, _ = data.draw(positions(GAME))

    preview = GAME.display.preview(position, "hand", data.draw(deals(GAME, position)))

    assert set(preview.notes) == set(position.players)


@examples(100, 40)
@given(
    hands.filter(lambda hand: "all_pass" not in hand),
    st.sampled_from([5, 6]),
    st.fixed_dictionaries({"point_bids": st.booleans(), "cappotto_double": st.booleans()}),
    st.booleans(),
)
def test_the_page_computes_the_same_result_and_points_as_the_server(
    hand, players, agreed, all_tricks
):
    position = GAME.begin(build_setup(GAME, PLAYERS[:players], agreed))
    at_the_table = [seat for seat in PLAYERS[:players] if players == 5 or seat != position.dealer]
    answers = with_players(hand, at_the_table, agreed["point_bids"])
    if all_tricks and agreed["cappotto_double"]:
        answers["all_tricks"] = True
    hints = GAME.display.live_hints(position, "hand", {})
    partial = partial_answers(GAME.deal.fields(position, answers), answers)
    preview = GAME.display.preview(position, "hand", answers)

    for name in ("headline", "detail", "save_note"):
        computed = [text(each) for each in shown_sentences(getattr(hints, name), partial)]
        assert computed == [text(each) for each in [getattr(preview, name)] if each], name


def test_the_page_computes_no_points_that_a_high_bid_multiplies():
    rules = {"point_bids": True, "point_bands": [[71, 2]]}
    position = GAME.begin(build_setup(GAME, PLAYERS[:5], rules))

    assert len(GAME.display.live_hints(position, "hand", {}).save_note) == 1
