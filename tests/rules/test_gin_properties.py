"""Random matches of gin: properties that hold for all of them."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.match.document import build_result, play_deals
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import play
from scorekeeper.rules.gin.scoring import active
from scorekeeper.rules.kernel import Problem
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems
from tests.rules.strategies import CARDS
from tests.sample import examples

GAME = GAMES["gin"]
SEATS = ("1", "2", "3", "4")

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "preset": st.sampled_from(["classic", "modern"]),
        "target": st.integers(1, 300),
        "gin_bonus": st.integers(0, 30),
        "undercut_bonus": st.integers(0, 30),
        "big_gin_bonus": st.none() | st.integers(0, 40),
        "box_bonus": st.integers(0, 30),
        "game_bonus": st.integers(0, 200),
        "shutout": st.sampled_from(["flat100", "double_hands", "double_all", "none"]),
        "knock_limit": st.integers(0, 10),
        "undercut_on_tie": st.booleans(),
        "winner_by": st.sampled_from(["target", "total"]),
        "deal_rule": st.sampled_from(["alternate", "winner", "loser"]),
        "oklahoma": st.booleans(),
        "oklahoma_ace": st.sampled_from(["one", "gin_only"]),
        "spades_double": st.booleans(),
        "hollywood": st.booleans(),
    },
)


@st.composite
def hands(draw, seats):
    """Draw a hand between two players. The hand is usually legal."""
    how = draw(st.sampled_from(["knock", "knock", "gin", "big_gin", "draw"]))
    if how == "draw":
        return {"result": how}
    knocker = draw(st.sampled_from(seats))
    own = draw(st.integers(1, 10)) if how == "knock" else 0
    left = draw(st.integers(0, 98))
    return {
        "result": how,
        "knocker": knocker,
        "deadwood": {seat: own if seat == knocker else left for seat in seats},
    }


@st.composite
def deals(draw, position):
    """Draw a deal in this position. The deal is usually legal."""
    options, players = position.options, position.players
    upcard = {}
    if options["oklahoma"] or options["spades_double"]:
        upcard = {"upcard": draw(st.sampled_from(CARDS))}
    if len(players) < 4:
        return {**draw(hands(active(position))), **upcard}
    a, b, c, d = players
    pairs = draw(st.sampled_from([((a, b), (c, d)), ((a, d), (c, b)), ((d, c), (b, a))]))
    return {"hands": [{"pair": list(p), **draw(hands(p))} for p in pairs], **upcard}


@st.composite
def matches(draw):
    """Draw up to twelve legal deals and return (setup, rounds, position)."""
    agreed = draw(OPTIONS)
    players = SEATS[: draw(st.integers(2, 3 if agreed.get("hollywood") is None else 4))]
    players = players if len(players) != 3 or not agreed.get("hollywood") else SEATS
    setup = build_setup(GAME, players, agreed)
    assert not isinstance(setup, Problem)
    position, rounds = GAME.begin(setup), []
    for _ in range(draw(st.integers(0, 12))):
        answers = draw(deals(position))
        if position.is_over or problems(GAME, position, answers):
            continue
        rounds.append(play(GAME, position, answers))
        position = rounds[-1].after
    return setup, tuple(rounds), position


@examples(25, 10)
@given(matches())
def test_at_most_one_side_scores_in_a_deal(match):
    _, rounds, _ = match

    for each in rounds:
        assert len([points for points in each.points.values() if points]) <= 1
        assert min(each.points.values()) == 0


@examples(25, 10)
@given(matches())
def test_a_deal_is_at_most_one_box_except_in_hollywood(match):
    setup, rounds, _ = match

    for each in rounds:
        won = sum(each.after.game_state.boxes.values()) - sum(each.before.game_state.boxes.values())
        assert won in ((0, 1, 2, 3) if setup.options["hollywood"] else (0, 1))


@examples(25, 10)
@given(matches())
def test_the_match_ends_once_every_game_has_reached_the_target(match):
    setup, rounds, position = match
    target = setup.options["target"]
    games = [c.points for c in GAME.display.columns(rounds, position)] or [position.totals]

    assert position.is_over == all(max(points.values()) >= target for points in games)
    assert bool(position.winners) == position.is_over


@examples(25, 10)
@given(matches())
def test_the_settlement_adds_up_to_0(match):
    _, rounds, position = match

    assert sum(GAME.end.net_amounts(rounds, position).values()) == 0


@examples(25, 10)
@given(matches())
def test_columns_add_up_to_totals_and_boxes(match):
    setup, rounds, position = match
    columns = GAME.display.columns(rounds, position)

    assert bool(columns) == setup.options["hollywood"]
    for side in position.totals if columns else ():
        assert sum(c.points[side] for c in columns) == position.totals[side]
        assert sum(c.boxes[side] for c in columns) == position.game_state.boxes[side]
        assert sum(len(c.entries[side]) for c in columns) == position.game_state.boxes[side]


@examples(25, 10)
@given(matches())
def test_every_side_has_a_place_and_the_winners_have_the_first(match):
    _, rounds, position = match
    places = GAME.end.places(position, rounds)

    assert sorted(side for place in places for side in place.seats) == sorted(position.totals)
    if position.is_over:
        assert set(places[0].seats) >= set(position.winners) or len(places) == 1
        assert places[0].place == 1


@examples(25, 10)
@given(matches())
def test_deals_split_by_stage_merge_into_the_same_deal(match):
    _, rounds, _ = match

    for each in rounds:
        deal_answers = {}
        for stage, answers in GAME.deal.split_by_stage(each.before, each.answers):
            assert GAME.deal.stage(each.before, deal_answers) == stage
            deal_answers = GAME.deal.merge(deal_answers, stage, answers)
            assert problems(GAME, each.before, deal_answers, stage) == []
        assert deal_answers == each.answers
        assert GAME.deal.stage(each.before, deal_answers) is None


@examples(25, 10)
@given(matches())
def test_replaying_the_deals_gives_the_same_match(match):
    setup, rounds, position = match

    again = play_deals(GAME, setup, [each.answers for each in rounds], False)

    assert again == (rounds, position)
    assert build_result(GAME, *again)["running"] == [each.after.totals for each in rounds]


@examples(25, 10)
@given(matches(), st.data())
def test_previews_fields_and_cells_never_fail(match, data):
    _, rounds, position = match
    stage = (
        "hand" if len(position.players) < 4 else data.draw(st.sampled_from(["hand-1", "hand-2"]))
    )
    answers = data.draw(half_said(position))

    deal_answers = (
        GAME.deal.merge({}, "hand-1", data.draw(half_said(position))) if stage == "hand-2" else {}
    )
    deal_answers = GAME.deal.merge(deal_answers, stage, answers)
    GAME.deal.fields(position, deal_answers)
    GAME.display.preview(position, stage, deal_answers)
    for each in rounds:
        assert GAME.display.cells(each)


@st.composite
def half_said(draw, position):
    """Draw answers to a stage as a form may contain them.

    Some answers are missing, and some are illegal.
    """
    seat = st.sampled_from(position.players)
    return draw(
        st.fixed_dictionaries(
            {},
            optional={
                "result": st.sampled_from(["knock", "gin", "big_gin", "draw"]),
                "knocker": seat,
                "deadwood": st.dictionaries(seat, st.integers(-5, 120), max_size=3),
                "pair": st.lists(seat, min_size=2, max_size=2),
                "upcard": st.sampled_from([*CARDS, "7", "S"]),
            },
        )
    )
