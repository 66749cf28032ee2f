"""Random matches of Jabberwocky: properties that hold for all of them."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import GAMES
from scorekeeper.rules.game import play
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems
from tests.sample import examples

GAME = GAMES["jabberwocky"]

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "schedule": st.lists(st.integers(1, 10), min_size=1, max_size=5),
        "scoring": st.sampled_from(["one", "ten_plus_bid", "tricks_plus_ten"]),
        "dealer_hook": st.booleans(),
        "renege_penalty": st.integers(0, 9),
        "renege_voids_point": st.booleans(),
    },
)


@st.composite
def bids(draw, position):
    """Draw bids that the field allows, in bidding order, so that the dealer bids last."""
    bids = {}
    while len(bids) < len(position.players):
        asked = GAME.deal.fields(position, {"bids": bids})[0]
        seat = next(s for s in asked.seats if s not in bids)
        free = [n for n in range(asked.limits.most + 1) if (seat, n) not in asked.forbidden]
        bids[seat] = draw(st.sampled_from(free))
    return bids


@st.composite
def tricks(draw, position, answers):
    """Draw tricks that add up to the number of tricks in the deal."""
    asked = GAME.deal.fields(position, answers)[1]
    took = dict.fromkeys(asked.seats, 0)
    for _ in range(asked.limits.total):
        took[draw(st.sampled_from(asked.seats))] += 1
    return took


@st.composite
def matches(draw):
    """Draw up to 13 legal deals, which may be the whole match, and return (rounds, position)."""
    players = tuple("12345"[: draw(st.integers(3, 5))])
    position, rounds = GAME.begin(build_setup(GAME, players, draw(OPTIONS))), []
    for _ in range(draw(st.integers(1, 13))):
        if position.is_over:
            break
        answers = {"bids": draw(bids(position))}
        assert problems(GAME, position, answers, "bids") == []
        answers["tricks"] = draw(tricks(position, answers))
        most = GAME.deal.fields(position, answers)[2].limits.most
        answers["reneges"] = draw(
            st.dictionaries(st.sampled_from(players), st.integers(0, most), max_size=2)
        )
        assert problems(GAME, position, answers) == []
        assert GAME.deal.stage(position, answers) is None
        rounds.append(play(GAME, position, answers))
        position = rounds[-1].after
    return tuple(rounds), position


def seats_that_kept_their_bid(played):
    return [s for s, bid in played.answers["bids"].items() if played.answers["tricks"][s] == bid]


@examples(25, 10)
@given(matches())
def test_a_player_always_misses_unless_the_dealer_bids_freely(match):
    rounds, position = match

    for each in rounds:
        if position.options["dealer_hook"]:
            assert len(seats_that_kept_their_bid(each)) < len(position.players)


@examples(25, 10)
@given(matches())
def test_each_kept_bid_scores_1_and_each_renege_costs_its_penalty(match):
    rounds, position = match
    agreed = position.options
    if (agreed["scoring"], agreed["renege_voids_point"]) != ("one", False):
        return

    for each in rounds:
        lost = agreed["renege_penalty"] * sum(each.answers["reneges"].values())
        assert sum(each.points.values()) == len(seats_that_kept_their_bid(each)) - lost


@examples(25, 10)
@given(matches())
def test_with_a_point_per_trick_every_trick_is_scored(match):
    rounds, position = match
    agreed = position.options
    if (agreed["scoring"], agreed["renege_voids_point"]) != ("tricks_plus_ten", False):
        return

    for each in rounds:
        cards = GAME.deal.fields(each.before, {})[0].limits.most
        lost = agreed["renege_penalty"] * sum(each.answers["reneges"].values())
        assert sum(each.points.values()) == cards + 10 * len(seats_that_kept_their_bid(each)) - lost


@examples(25, 10)
@given(matches())
def test_totals_are_the_sum_of_all_deals(match):
    rounds, position = match

    for seat in position.players:
        assert position.totals[seat] == sum(each.points[seat] for each in rounds)


@examples(25, 10)
@given(matches())
def test_the_match_ends_after_the_last_deal_and_the_highest_total_wins(match):
    rounds, position = match

    assert position.is_over == (len(rounds) == GAME.deals(position.setup))
    best = max(position.totals.values())
    at_the_top = tuple(s for s in position.players if position.totals[s] == best)
    assert position.winners == (at_the_top if position.is_over else ())


@examples(25, 10)
@given(matches())
def test_the_players_deal_in_turn(match):
    rounds, position = match

    seats = position.players
    dealers = [each.before.dealer for each in rounds]
    assert dealers == [seats[n % len(seats)] for n in range(len(rounds))]
