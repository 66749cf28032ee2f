"""Random matches of Chinchón and Loba: the rules of going out and coming back always hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import GAMES
from scorekeeper.rules.elimination.scoring import seats_still_in
from scorekeeper.rules.game import play
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems
from tests.rules.notation import text
from tests.rules.page_totals import count_endings, page_totals
from tests.sample import examples

STAY = {"chinchon": 2, "loba": 1}  # players who must stay in so that others may come back
NEEDS_TOTALS = (
    "The page must compute who is out in {}, so its `live_hints` must have `totals`. For another"
    " way to add the numbers to the totals, add a field to `LiveTotals`."
)
both_games = pytest.mark.parametrize("slug", STAY)

SHARED = {
    "limit": st.integers(10, 130),
    "bust": st.sampled_from(["reach", "exceed"]),
    "max_reenlist": st.none() | st.integers(0, 3),
    "stake": st.integers(0, 5),
}
OPTIONS = {
    "chinchon": SHARED
    | {
        "deck": st.sampled_from([40, 48]),
        "figures": st.sampled_from(["fournier", "ten"]),
        "close_max": st.integers(0, 10),
        "chinchon_bonus": st.integers(0, 30),
        "run_rule": st.sampled_from(["same", "minus25", "minus50", "wins"]),
        "reentry_stake": st.integers(0, 5),
        "wilds": st.integers(0, 2),
        "wild_points": st.integers(0, 50),
    },
    "loba": SHARED | {"clean_bonus": st.integers(0, 30), "joker_value": st.integers(0, 50)},
}


@both_games
def test_the_random_matches_use_every_option(slug):
    assert OPTIONS[slug].keys() == {option.name for option in GAMES[slug].options}


def how_it_ended(draw, slug, playing):
    if slug == "chinchon":
        close = draw(st.sampled_from(["normal", "chinchon", "run"]))
        return {"closer": draw(st.sampled_from(playing)), "close": close}
    went_out = draw(st.none() | st.sampled_from(playing))
    return {"went_out": went_out, "clean": went_out is not None and draw(st.booleans())}


@st.composite
def cards(draw, slug, position):
    """Draw a legal answer to the cards stage, within the limits that the fields declare."""
    game = GAMES[slug]
    playing = seats_still_in(position)
    answers = how_it_ended(draw, slug, playing)
    left = next(f for f in game.deal.fields(position, answers) if f.name == "deadwood")
    answers["deadwood"] = {
        seat: left.limits.fixed_numbers.get(seat, draw(st.integers(*left.limits.bounds(seat))))
        for seat in playing
    }
    return answers


@st.composite
def matches(draw, slug):
    """Draw up to twelve legal deals, including who comes back, and return (rounds, position)."""
    game = GAMES[slug]
    players = tuple("12345678"[: draw(st.sampled_from(game.seats))])
    agreed = draw(st.fixed_dictionaries({}, optional=OPTIONS[slug]))
    if agreed.get("figures") == "ten":
        agreed["deck"] = 40  # court cards can count ten only with this pack
    position, rounds = game.begin(build_setup(game, players, agreed)), []
    while not position.is_over and len(rounds) < 12:
        answers = draw(cards(slug, position))
        if game.deal.stage(position, answers) == "back":
            back = next(f for f in game.deal.fields(position, answers) if f.name == "reenlist")
            answers["reenlist"] = draw(st.lists(st.sampled_from(back.seats), unique=True))
        assert problems(game, position, answers) == []
        assert game.deal.stage(position, answers) is None
        rounds.append(play(game, position, answers))
        position = rounds[-1].after
    return tuple(rounds), position


@both_games
@examples(25, 10)
@given(data=st.data())
def test_the_pot_holds_every_stake_and_every_price_of_coming_back(slug, data):
    _, position = data.draw(matches(slug))
    agreed, pot = position.options, position.game_state

    again = agreed["reentry_stake"] if slug == "chinchon" else agreed["stake"]
    returns = sum(pot.returns.values())
    assert pot.size == agreed["stake"] * len(position.players) + again * returns
    if agreed["max_reenlist"] is not None:
        assert max(pot.returns.values()) <= agreed["max_reenlist"]


@both_games
@examples(25, 10)
@given(data=st.data())
def test_players_in_are_below_the_limit_and_players_out_stay_out(slug, data):
    rounds, position = data.draw(matches(slug))
    limit = position.options["limit"] + (position.options["bust"] == "exceed")

    for each in rounds:
        now = each.after
        assert now.eliminated[: len(each.before.eliminated)] == each.before.eliminated
        assert all(now.totals[seat] < limit for seat in seats_still_in(now))
        assert all(now.totals[seat] >= limit for seat in now.eliminated)


@both_games
@examples(25, 10)
@given(data=st.data())
def test_everyone_who_may_come_back_is_asked(slug, data):
    rounds, _ = data.draw(matches(slug))

    for each in rounds:
        bust = [seat for seat in each.after.eliminated if seat not in each.before.eliminated]
        bust += each.answers.get("reenlist", [])
        left = [seat for seat in seats_still_in(each.before) if seat not in bust]
        most = each.before.options["max_reenlist"]
        allowed = [s for s in bust if most is None or each.before.game_state.returns[s] < most]
        run = each.before.options.get("run_rule") == "wins" and each.answers["close"] == "run"
        may_return = bool(allowed) and len(left) >= STAY[slug] and not run
        assert ("reenlist" in each.answers) == may_return


@st.composite
def half_entered(draw, answers):
    """Draw some of a deal's answers, as if the rest had not been entered yet."""
    deadwood = {seat: n for seat, n in answers["deadwood"].items() if draw(st.booleans())}
    others = [name for name in ("closer", "went_out", "close", "clean") if name in answers]
    entered = {name: answers[name] for name in others if draw(st.booleans())}
    return {**entered, "deadwood": deadwood}


@both_games
@examples(25, 10)
@given(data=st.data())
def test_the_page_says_at_each_moment_who_is_out_and_who_may_come_back(slug, data):
    rounds, _ = data.draw(matches(slug))

    for each in rounds:
        for answers in (data.draw(half_entered(each.answers)), each.answers):
            computed = page_totals(each.before, "cards", answers)
            assert computed, NEEDS_TOTALS.format(slug)
            said = text(GAMES[slug].display.preview(each.before, "cards", answers).save_note) or ""
            sentences = " ".join(map(text, computed[1]))
            assert sentences in said
            assert count_endings(said) == count_endings(sentences)


@both_games
@examples(25, 10)
@given(data=st.data())
def test_the_page_can_add_the_entered_points_to_the_totals(slug, data):
    rounds, _ = data.draw(matches(slug))

    for each in rounds:
        computed = page_totals(each.before, "cards", each.answers)
        assert computed, NEEDS_TOTALS.format(slug)
        preview = GAMES[slug].display.preview(each.before, "cards", each.answers)
        totals = {seat: after.total for seat, after in preview.totals_after.items()}
        assert computed[0] == totals


@both_games
@examples(25, 10)
@given(data=st.data())
def test_a_player_who_comes_back_gets_the_total_of_a_player_who_stayed(slug, data):
    rounds, _ = data.draw(matches(slug))

    for each in rounds:
        back = each.answers.get("reenlist", [])
        stayed = [s for s in seats_still_in(each.after) if s not in back]
        highest = max((each.after.totals[s] for s in stayed), default=None)
        assert all(each.after.totals[s] == highest for s in back)
        assert len(stayed) >= STAY[slug] or not back


@both_games
@examples(25, 10)
@given(data=st.data())
def test_the_match_ends_when_at_most_one_is_left_or_a_run_wins(slug, data):
    rounds, position = data.draw(matches(slug))

    left = seats_still_in(position)
    run = position.options.get("run_rule") == "wins" and rounds[-1].answers["close"] == "run"
    assert position.is_over == (len(left) < 2 or run)
    assert bool(position.winners) == position.is_over
    if not position.is_over:
        assert position.dealer in left


@both_games
@examples(25, 10)
@given(data=st.data())
def test_net_results_add_up_to_the_unpaid_remainder(slug, data):
    rounds, position = data.draw(matches(slug))

    extras = GAMES[slug].end.additional_results(rounds, position)
    if position.is_over:
        assert sum(extras["payout"].values()) + extras["remainder"] == extras["pot"]
        assert 0 <= extras["remainder"] < len(position.winners)
        assert sum(GAMES[slug].end.net_amounts(rounds, position).values()) == -extras["remainder"]
    else:
        assert GAMES[slug].end.net_amounts(rounds, position) == {}


@both_games
@examples(25, 10)
@given(data=st.data())
def test_every_player_has_one_place_and_the_winners_have_the_first(slug, data):
    rounds, position = data.draw(matches(slug))

    places = GAMES[slug].end.places(position, rounds)
    assert sorted(s for place in places for s in place.seats) == sorted(position.players)
    taken = 0
    for place in places:
        assert place.place == taken + 1
        taken += len(place.seats)
    if position.is_over:
        assert places[0].seats == position.winners
