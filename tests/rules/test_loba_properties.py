"""Whatever is dealt, Loba keeps its promises; whatever is sent, it answers."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.document import score
from scorekeeper.rules import GAMES
from scorekeeper.rules.agreeing import set_up
from scorekeeper.rules.checking import problems
from scorekeeper.rules.game import play
from scorekeeper.rules.kernel import Problem
from scorekeeper.rules.words import spell

GAME = GAMES["loba"]
settings.register_profile("book", deadline=None, max_examples=100, derandomize=True)
BOOK = settings.get_profile("book")

AGREED = st.fixed_dictionaries({}, optional={
    "limit": st.integers(10, 130),
    "bust": st.sampled_from(["reach", "exceed"]),
    "clean_bonus": st.integers(0, 30),
    "max_reenlist": st.none() | st.integers(0, 3),
    "stake": st.integers(0, 5),
    "joker_value": st.integers(0, 50),
})  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-200, 200) | st.floats(allow_nan=False)
    | st.sampled_from(["1", "2", "3", ""]) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.sampled_from(["1", "2", "3", "x"]), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip
FIELDS = ("went_out", "clean", "deadwood", "reenlist", "other")
NUMBERS = st.dictionaries(st.sampled_from(["1", "2", "3"]), st.integers(-9, 99))
SEATS = st.sampled_from(["1", "2", "3"])


@st.composite
def cards(draw, position):
    """A legal answer of the cards stage, within the limits the fields declare."""
    playing = GAME.active(position)
    went_out = draw(st.none() | st.sampled_from(playing))
    record = {"went_out": went_out, "clean": went_out is not None and draw(st.booleans())}
    left = next(f for f in GAME.fields(position, record) if f.name == "deadwood")
    record["deadwood"] = {
        seat: left.fixed.get(seat, draw(st.integers(*left.limits(seat)))) for seat in playing
    }
    return record


@st.composite
def matches(draw):
    """Legal deals, up to twelve, with answers about coming back."""
    players = tuple("12345"[: draw(st.integers(2, 5))])
    setup = set_up(GAME, players, draw(AGREED))
    position, rounds = GAME.begin(setup), []
    while not position.over and len(rounds) < 12:
        record = draw(cards(position))
        if GAME.stage(position, record) == "back":
            back = next(f for f in GAME.fields(position, record) if f.name == "reenlist")
            record["reenlist"] = draw(st.lists(st.sampled_from(back.seats), unique=True))
        assert problems(GAME, position, record) == []
        assert GAME.stage(position, record) is None
        rounds.append(play(GAME, position, record))
        position = rounds[-1].after
    return tuple(rounds), position


@BOOK
@given(matches())
def test_the_pot_holds_every_stake_and_every_return(match):
    _, position = match
    agreed, pot = position.options, position.kept

    returns = sum(pot.returns.values())
    assert pot.size == agreed["stake"] * (len(position.players) + returns)
    if agreed["max_reenlist"] is not None:
        assert max(pot.returns.values()) <= agreed["max_reenlist"]


@BOOK
@given(matches())
def test_who_is_in_stays_below_the_limit_and_who_is_out_stays_out(match):
    rounds, position = match
    limit = position.options["limit"] + (position.options["bust"] == "exceed")

    for each in rounds:
        now = each.after
        assert now.out[: len(each.before.out)] == each.before.out
        assert all(now.totals[seat] < limit for seat in GAME.active(now))
        assert all(now.totals[seat] >= limit for seat in now.out)


@BOOK
@given(matches())
def test_who_comes_back_has_the_total_of_somebody_who_stayed(match):
    rounds, _ = match

    for each in rounds:
        back = each.record.get("reenlist", [])
        stayed = [s for s in GAME.active(each.after) if s not in back]
        highest = max((each.after.totals[s] for s in stayed), default=None)
        assert all(each.after.totals[s] == highest for s in back)
        assert stayed or not back


@BOOK
@given(matches())
def test_it_is_over_when_one_is_left_or_none(match):
    _, position = match

    left = GAME.active(position)
    assert position.over == (len(left) < 2)
    assert bool(position.winners) == position.over
    if not position.over:
        assert position.dealer in left


@BOOK
@given(matches())
def test_what_changes_hands_is_what_was_paid_in(match):
    rounds, position = match

    found = GAME.extras(rounds, position)
    if position.over:
        assert sum(found["payout"].values()) + found["remainder"] == found["pot"]
        assert 0 <= found["remainder"] < len(position.winners)
        assert sum(GAME.net(rounds, position).values()) == -found["remainder"]
    else:
        assert GAME.net(rounds, position) == {}


@BOOK
@given(matches())
def test_everybody_has_one_place_and_the_winners_the_first(match):
    rounds, position = match

    places = GAME.places(position, rounds)
    assert sorted(s for place in places for s in place.seats) == sorted(position.players)
    taken = 0
    for place in places:
        assert place.place == taken + 1
        taken += len(place.seats)
    if position.over:
        assert places[0].seats == position.winners


@BOOK
@given(AGREED, st.fixed_dictionaries({}, optional={
    "went_out": st.none() | SEATS, "clean": st.booleans(), "deadwood": NUMBERS,
    "reenlist": st.lists(SEATS),
}))  # fmt: skip
def test_a_half_filled_page_is_always_understood(agreed, record):
    start = GAME.begin(set_up(GAME, ("1", "2", "3"), agreed))

    for stage in ("cards", "back"):
        seen = GAME.preview(start, stage, record)
        for sentence in (seen.says, seen.under, seen.headline, *seen.notes.values()):
            assert sentence is None or spell(sentence, {})


@BOOK
@given(st.dictionaries(st.sampled_from(FIELDS), ANYTHING), AGREED)
def test_any_record_is_counted_or_refused(record, agreed):
    setup = set_up(GAME, ("1", "2", "3"), agreed)
    found = problems(GAME, GAME.begin(setup), record)

    answer = score({"game": "loba", "players": ["1", "2", "3"], "options": agreed,
                    "rounds": [record]})  # fmt: skip
    assert ("error" in answer) == bool(found)
    assert all(spell(problem.reason, {}) for problem in found)


@BOOK
@given(st.dictionaries(st.sampled_from([option.name for option in GAME.options]), ANYTHING))
def test_any_options_are_agreed_or_refused(agreed):
    setup = set_up(GAME, ("1", "2", "3"), agreed)

    if isinstance(setup, Problem):
        assert (setup.code, bool(spell(setup.reason, {}))) == ("bad_option", True)
    else:
        assert spell(GAME.summary(setup), {})
        assert GAME.fields(GAME.begin(setup), {})
