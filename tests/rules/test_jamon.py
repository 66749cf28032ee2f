"""Jamón: what is paid, what the points method counts, calls one by one, and every refusal."""

import pytest

from scorekeeper.document import score
from scorekeeper.rules import GAMES
from scorekeeper.rules.checking import problems, set_up
from scorekeeper.rules.common import play
from scorekeeper.rules.kernel import Look
from scorekeeper.rules.words import spell

GAME = GAMES["jamon"]
FOUR = ("Ana", "Ben", "Cleo", "Dan")
FIVE = ("Ana", "Bruno", "Chus", "Dina", "Edu")


def match(*deals, players=FOUR, closed=False, **options):
    """The result of a whole match as a document gives it."""
    return score({
        "game": "jamon", "players": list(players), "options": options, "rounds": list(deals),
        "closed": closed,
    })  # fmt: skip


def each(*numbers, players=FOUR):
    """each(3, 7, 1, 9) is what the players have, in seat order."""
    return dict(zip(players, numbers, strict=True))


def deal(*counters, out="Ana", **more):
    """The counters in seat order, and who went out."""
    return {"went_out": out} | ({"counters": each(*counters)} if counters else {}) | more


def calls(text):
    """calls("Ana Ben, Ben Cleo"): Ana calls Ben, then Ben calls Cleo."""
    return [call.split() for call in text.split(", ")]


def start(players=FOUR, **options):
    return GAME.begin(set_up(GAME, players, options))


def places(record, **options):
    """Where the refusals stand: field and seat."""
    return [(p.field, p.seat) for p in problems(GAME, start(**options), record)]


def refusals(record, stage=None, players=FOUR, **options):
    return [
        (p.code, p.seat, spell(p.reason, {}))
        for p in problems(GAME, start(players, **options), record, stage)
    ]


def refusal(record, stage=None, players=FOUR, **options):
    """The first refusal's code and sentence."""
    found = refusals(record, stage, players, **options)
    return (found[0][0], found[0][2]) if found else None


def field(name, record=None, stage="count", players=FOUR, **options):
    fields = GAME.fields(start(players, **options), record or {})
    (found,) = [f for f in fields if f.name == name and f.stage == stage]
    return found


def said(sentence):
    return None if sentence is None else spell(sentence, {})


def words(by_seat):
    return {seat: said(sentence) for seat, sentence in by_seat.items()}


# ---------------------------------------------------------------- counters


@pytest.mark.parametrize(
    ("record", "after"),
    [
        pytest.param(deal(3, 7, 1, 9), (8, 5, 0, 7), id="two, or the one there is"),
        pytest.param(deal(3, 7, 0, 10), (7, 5, 0, 8), id="or none"),
        pytest.param(deal(2, 2, 2, 14, out="Dan"), (0, 0, 0, 20), id="two of two"),
        pytest.param(deal(0, 0, 0, 20, out="Dan"), (0, 0, 0, 20), id="nothing to get"),
        pytest.param(deal(5, 5, 5, 5, cards=each(0, 4, 4, 4)), (11, 3, 3, 3), id="cards said"),
        pytest.param(deal(5, 4, 6, 5, out="Cleo", default_by="Ben"), (3, 2, 12, 3),
                     id="by default the caller pays again"),
        pytest.param(deal(5, 5, 5, 5, default_by=None), (11, 3, 3, 3), id="not by default"),
    ],
)  # fmt: skip
def test_everybody_pays_whoever_went_out(record, after):
    assert refusals(record) == []
    assert match(record)["per_round"] == [each(*after)]


@pytest.mark.parametrize(
    ("said_calls", "more", "after"),
    [
        pytest.param("Ana Ben, Ana Ben, Cleo Ana", {}, (10, 5, 2, 3), id="from the calls alone"),
        pytest.param("Ana Ben, Ana Ben, Cleo Ana", {"counters": each(4, 7, 4, 5)}, (10, 5, 2, 3),
                     id="and counted"),
        pytest.param("Ben Cleo, Dan Ana", {"default_by": "Dan"}, (12, 2, 4, 2), id="by default"),
    ],
)  # fmt: skip
def test_counters_follow_from_the_calls(said_calls, more, after):
    record = {"went_out": "Ana", "calls": calls(said_calls)} | more

    assert refusals(record) == []
    assert match(record)["per_round"] == [each(*after)]


def test_without_any_call_everybody_has_what_he_began_with():
    assert match({"went_out": "Ana", "calls": []})["totals"] == each(11, 3, 3, 3)


def test_most_counters_win_and_not_who_went_out():
    result = match(deal(0, 10, 5, 5))

    assert (result["totals"], result["winners"]) == (each(6, 8, 3, 3), ["Ben"])


# ---------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("counters", "cards", "points"),
    [
        pytest.param((3, 7, 1, 9), (0, 4, 12, 20), (16, 10, -10, -2), id="out, counters, cards"),
        pytest.param((0, 20, 0, 0), (0, 1, 1, 1), (10, 39, -1, -1), id="no counter"),
        pytest.param((5, 5, 5, 5), (0, 49, 1, 1), (20, -39, 9, 9), id="51 cards left"),
    ],
)
def test_points_method(counters, cards, points):
    record = deal(*counters, cards=each(*cards))

    assert refusals(record, scoring="points") == []
    assert match(record, scoring="points")["per_round"] == [each(*points)]


def test_points_method_counts_from_calls_too():
    record = {"went_out": "Ana", "calls": calls("Ben Ana"), "cards": each(0, 3, 2, 1)}

    assert match(record, scoring="points")["totals"] == each(22, 5, 8, 9)


@pytest.mark.parametrize(
    ("options", "record", "seat", "reasons"),
    [
        pytest.param({}, deal(3, 7, 1, 9), "Ana",
                     [(3, "3 counters"), (2, "Paid by Ben"), (1, "Paid by Cleo"),
                      (2, "Paid by Dan")], id="who went out"),
        pytest.param({}, deal(3, 7, 1, 9), "Cleo",
                     [(1, "One counter"), (-1, "Paid to Ana, who went out")], id="who pays one"),
        pytest.param({}, deal(3, 7, 0, 10), "Cleo", [(0, "0 counters")], id="who has none"),
        pytest.param({"scoring": "points"}, deal(3, 7, 1, 9, cards=each(0, 1, 2, 3)), "Ana",
                     [(10, "Went out"), (6, "3 counters")], id="points: out"),
        pytest.param({"scoring": "points"}, deal(3, 7, 1, 9, cards=each(0, 1, 2, 3)), "Ben",
                     [(14, "7 counters"), (-1, "One card left")], id="points: one card"),
        pytest.param({"scoring": "points"},
                     deal(3, 7, 1, 9, cards=each(0, 1, 2, 3), default_by="Cleo"), "Cleo",
                     [(2, "One counter"), (-2, "2 cards left")], id="points: two cards"),
        pytest.param({"scoring": "points"},
                     deal(3, 7, 1, 9, cards=each(0, 1, 2, 3), default_by="Cleo"), "Ana",
                     [(10, "Went out by default"), (6, "3 counters")], id="points: by default"),
    ],
)  # fmt: skip
def test_every_number_has_its_reason(options, record, seat, reasons):
    parts = GAME.parts(start(**options), record)

    assert [(part.points, said(part.why)) for part in parts if part.side == seat] == reasons


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("record", "code", "reason"),
    [
        pytest.param(deal(3, 7, 1, 8), "not_conserved",
                     "The counters must add up to 20, not 19.", id="one too few"),
        pytest.param(deal(3, 7, 1, 40), "not_conserved",
                     "The counters must add up to 20, not 51.", id="more than there are"),
        pytest.param(deal(-1, 7, 5, 9), "out_of_range",
                     "Counters: 0 or more each, 20 in all.", id="below 0"),
        pytest.param({"went_out": "Ana", "counters": {"Ana": 20}}, "missing_player",
                     "Counters: Ben is missing.", id="not everybody"),
        pytest.param({"went_out": "Ana"}, "bad_field",
                     "Counters: please choose or fill in.", id="no counters"),
        pytest.param({"counters": each(5, 5, 5, 5)}, "bad_field",
                     "Went out: please choose or fill in.", id="nobody out"),
        pytest.param(deal(5, 5, 5, 5, out=None), "bad_field",
                     "Went out: one of the players.", id="nobody can be out"),
        pytest.param(deal(5, 5, 5, 5, out="Zoe"), "unknown_player",
                     "Zoe is not in this match.", id="a stranger out"),
        pytest.param(deal(5, 5, 5, 5, pot=3), "bad_field",
                     "There is nothing called “pot” to write down here.", id="unknown field"),
        pytest.param(deal(5, 5, 5, 5, cards=each(1, 4, 4, 4)), "inconsistent",
                     "Ana went out and has no cards left, not 1.", id="out with a card"),
        pytest.param(deal(5, 5, 5, 5, cards=each(0, 0, 4, 4)), "inconsistent",
                     "Ben has at least one card: only Ana, who went out, has none.",
                     id="two without cards"),
        pytest.param(deal(5, 5, 5, 5, cards=each(0, -1, 4, 4)), "out_of_range",
                     "Cards left: 0 or more each, fewer than 52 in all.", id="cards below 0"),
        pytest.param(deal(5, 5, 5, 5, cards=each(0, 20, 16, 16)), "impossible_total",
                     "Of 52 cards at most 51 can be left, not 52.", id="the whole pack"),
        pytest.param(deal(5, 5, 5, 5, cards=each(0, 70, 1, 1)), "impossible_total",
                     "Of 52 cards at most 51 can be left, not 72.", id="more than the pack"),
        pytest.param(deal(5, 5, 5, 5, cards=None), "bad_field",
                     "Cards left: a number for each player.", id="no cards, said so"),
        pytest.param(deal(5, 5, 5, 5, default_by="Zoe"), "unknown_player",
                     "Zoe is not in this match.", id="a stranger called"),
        pytest.param(deal(5, 5, 5, 5, default_by="Ana"), "inconsistent",
                     "Ana cannot win by default by calling Ana: it was another player.",
                     id="called himself out"),
        pytest.param(deal(0, 10, 5, 5, default_by="Ben"), "inconsistent",
                     "Ana was just given a counter by Ben and must have at least one.",
                     id="called, and no counter"),
        pytest.param(deal(5, 5, 5, 5, cards=each(0, 1, 4, 4), default_by="Ben"), "inconsistent",
                     "Ben took the last card of Ana and must have at least two.",
                     id="took a card, and has one"),
        pytest.param(deal(5, 5, 5, 5, cards=each(0, 21, 16, 16), default_by="Ben"),
                     "impossible_total", "Of 52 cards at most 52 can be left, not 53.",
                     id="more than the pack by default"),
    ],
)  # fmt: skip
def test_refused(record, code, reason):
    assert refusal(record) == (code, reason)


@pytest.mark.parametrize(
    ("record", "code", "reason"),
    [
        pytest.param({"calls": "Ana"}, "bad_field",
                     "Calls: who calls and who is called, each time.", id="no list"),
        pytest.param({"calls": None}, "bad_field",
                     "Calls: who calls and who is called, each time.", id="none"),
        pytest.param({"calls": [["Ana"]]}, "bad_field",
                     "Calls: who calls and who is called, each time.", id="nobody called"),
        pytest.param({"calls": calls("Ana Zoe")}, "unknown_player",
                     "Zoe is not in this match.", id="stranger"),
        pytest.param({"calls": calls("Ana Ben, Ben Ben")}, "inconsistent",
                     "Call 2: Ben cannot call Ben; call somebody else.", id="himself"),
        pytest.param({"calls": calls("Ana Ben, Ana Cleo, Ana Dan, Ana Ben, Ana Ben, Ana Ben")},
                     "not_conserved",
                     "Call 6: Ana has no counter left and can call again only after being called.",
                     id="nothing left"),
        pytest.param({"calls": calls("Ana Ben"), "counters": each(5, 5, 5, 5)}, "not_conserved",
                     "After the calls Ana has 4 counters, not 5.", id="counted otherwise"),
        pytest.param({"calls": calls("Ana Ben, Ana Ben, Ana Ben, Ana Ben"),
                      "counters": each(2, 8, 5, 5)}, "not_conserved",
                     "After the calls Ana has one counter, not 2.", id="counted one too many"),
        pytest.param({"calls": calls("Dan Ana, Ben Cleo"), "default_by": "Dan"}, "inconsistent",
                     "For Ana to win by default the last call must be Dan calling Ana.",
                     id="by default before the last call"),
        pytest.param({"calls": [], "default_by": "Dan"}, "inconsistent",
                     "For Ana to win by default the last call must be Dan calling Ana.",
                     id="by default without a call"),
    ],
)  # fmt: skip
def test_refused_among_calls(record, code, reason):
    assert refusal({"went_out": "Ana"} | record) == (code, reason)


@pytest.mark.parametrize(
    ("record", "place"),
    [
        pytest.param(deal(5, 5, 5, 4), ("counters", None), id="the sum"),
        pytest.param(deal(5, 5, 5, 5, calls=calls("Ana Ben")), ("counters", "Ana"), id="calls"),
        pytest.param(deal(5, 5, 5, 5, cards=each(0, 50, 1, 1)), ("cards", None), id="the pack"),
        pytest.param(deal(5, 5, 5, 5, cards=each(2, 5, 1, 1)), ("cards", "Ana"), id="out"),
        pytest.param(deal(5, 5, 5, 5, cards=each(0, 5, 0, 1)), ("cards", "Cleo"), id="not out"),
        pytest.param(deal(calls=calls("Ben Ben")), ("calls", "Ben"), id="himself"),
        pytest.param(deal(calls=calls("Ben Ana, " * 5 + "Ben Ana")), ("calls", "Ben"), id="none"),
        pytest.param(deal(5, 5, 5, 5, default_by="Ana"), ("default_by", "Ana"), id="himself out"),
        pytest.param(deal(calls=calls("Ben Ana"), default_by="Dan"), ("calls", None), id="last"),
        pytest.param(deal(0, 5, 5, 10, default_by="Dan"), ("counters", "Ana"), id="no counter"),
        pytest.param(deal(5, 5, 5, 5, cards=each(0, 1, 1, 1), default_by="Dan"), ("cards", "Dan"),
                     id="one card"),
    ],
)  # fmt: skip
def test_a_refusal_stands_beside_what_is_wrong(record, place):
    assert places(record) == [place]


def test_only_the_last_call_makes_a_default():
    record = deal(calls=calls("Dan Ana, Ben Cleo, Dan Ana"), default_by="Ben")

    assert places(record) == [("calls", None)]
    assert places(record | {"default_by": "Dan"}) == []


def test_each_call_brings_one_counter_to_call_with():
    twice_called = "Ben Ana, Cleo Ana"

    assert places(deal(calls=calls(twice_called + ", Ana Ben, Ana Ben, Ana Ben")), counters=1) == []
    too_often = deal(calls=calls(twice_called + ", Ana Ben, Ana Ben, Ana Ben, Ana Ben"))
    assert places(too_often, counters=1) == [("calls", "Ana")]


def test_a_player_who_was_called_can_call_again():
    record = {"went_out": "Ben", "calls": calls("Ana Ben, Ben Ana, Ana Ben")}

    assert refusals(record, counters=1) == []
    assert match(record, counters=1)["totals"] == each(0, 4, 0, 0)


@pytest.mark.parametrize(
    ("deck", "cards", "default_by"),
    [
        pytest.param(52, (0, 17, 17, 17), None, id="51 of 52"),
        pytest.param(52, (0, 20, 16, 16), "Ben", id="52 by default"),
        pytest.param(48, (0, 15, 16, 16), None, id="47 of 48"),
        pytest.param(48, (0, 16, 16, 16), "Ben", id="48 by default"),
        pytest.param(52, (0, 2, 1, 1), "Ben", id="the card of his own and the one he took"),
    ],
)
def test_as_many_cards_as_the_pack_can_leave(deck, cards, default_by):
    assert refusals(deal(5, 5, 5, 5, cards=each(*cards), default_by=default_by), deck=deck) == []


@pytest.mark.parametrize("default_by", [None, "Ben"])
def test_no_more_cards_than_the_smaller_pack_can_leave(default_by):
    cards = each(0, 16, 16, 16) if default_by is None else each(0, 17, 16, 16)

    found = refusal(deal(5, 5, 5, 5, cards=cards, default_by=default_by), deck=48)

    assert found[0] == "impossible_total"


def test_points_need_the_cards():
    assert refusal(deal(5, 5, 5, 5), scoring="points") == (
        "bad_field", "Cards left: please choose or fill in.",
    )  # fmt: skip


# ---------------------------------------------------------------- the end


def test_one_deal_is_the_match():
    assert match()["finished"] is False
    assert match(deal(5, 5, 5, 5))["finished"] is True
    refused = match(deal(5, 5, 5, 5), deal(5, 5, 5, 5))
    assert (refused["code"], refused["round"]) == ("match_over", 2)


def test_several_deals_add_up_and_the_deal_goes_round():
    result = match(deal(3, 7, 1, 9), deal(5, 5, 5, 5, out="Ben"), deals=3)

    assert result["totals"] == each(11, 16, 3, 10)
    assert (result["dealers"], result["next_dealer"]) == (["Ana", "Ben"], "Cleo")


def test_an_open_match_ends_when_the_table_stops():
    deals = (deal(5, 5, 5, 5), deal(5, 5, 5, 5, out="Dan"))

    assert match(*deals, deals=None)["finished"] is False
    assert match(*deals, deals=None, closed=True)["winners"] == ["Ana", "Dan"]
    assert match(*deals, deals=3, closed=True)["code"] == "bad_field"


@pytest.mark.parametrize("seats", [1, 11])
def test_two_to_ten_play(seats):
    result = match(players=[f"P{n}" for n in range(seats)])

    assert (result["code"], result["error"]) == ("bad_players", "Jamón is for 2 to 10 players.")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("scoring", "cards"), ("scoring", None), ("counters", 0), ("counters", 51),
        ("counters", None), ("counters", True), ("deck", 40), ("deck", "52"), ("deals", 0),
        ("deals", "1"), ("first_dealer", "Zoe"), ("target", 5),
    ],
)  # fmt: skip
def test_bad_options(option, value):
    result = match(**{option: value})

    assert (result["code"], result["round"]) == ("bad_option", 0)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("scoring", "points"), ("counters", 1), ("counters", 50), ("deck", 48), ("deck", 52),
        ("deals", 1), ("deals", None), ("first_dealer", "Dan"),
    ],
)  # fmt: skip
def test_good_options(option, value):
    assert match(**{option: value})["finished"] is False


# ---------------------------------------------------------------- stage by stage


def test_until_somebody_is_out_the_next_call_may_be_written_down():
    position, record = start(), {}
    assert (GAME.stage(position, record), GAME.others(position, record)) == ("count", ("call-1",))

    for number, call in enumerate(calls("Ana Ben, Ben Cleo"), start=1):
        record = GAME.merge(record, f"call-{number}", {"calls": [call]})
        assert problems(GAME, position, record, f"call-{number}") == []

    assert record == {"calls": [["Ana", "Ben"], ["Ben", "Cleo"]]}
    assert (GAME.stage(position, record), GAME.others(position, record)) == ("count", ("call-3",))
    record = GAME.merge(record, "count", {"went_out": "Ana"})
    assert refusals(record) == []
    assert (GAME.stage(position, record), GAME.others(position, record)) == (None, ())
    assert play(GAME, position, record).points == each(10, 3, 4, 3)


def test_a_count_is_complete_only_with_the_cards_where_they_count():
    record = deal(5, 5, 5, 5)

    assert GAME.stage(start(), record) is None
    assert GAME.stage(start(scoring="points"), record) == "count"
    assert GAME.stage(start(), {"went_out": "Ana"}) == "count"
    assert GAME.stage(start(), {"counters": each(5, 5, 5, 5)}) == "count"


@pytest.mark.parametrize(
    "answers", [{}, {"calls": []}, {"calls": None}, {"calls": 3}, {"calls": ["Ana"]}], ids=str
)
def test_a_call_that_says_nothing_is_refused(answers):
    before = {"calls": [["Ana", "Ben"]]}

    assert refusal(GAME.merge(before, "call-2", answers), "call-2") == (
        "bad_field", "Calls: who calls and who is called, each time.",
    )  # fmt: skip


def test_a_call_without_a_counter_is_refused_at_once():
    before = {"calls": calls("Ana Ben")}

    record = GAME.merge(before, "call-2", {"calls": calls("Ana Cleo")})

    assert refusals(record, "call-2", counters=1) == [
        ("not_conserved", "Ana",
         "Call 2: Ana has no counter left and can call again only after being called."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(deal(5, 5, 5, 5), id="counted"),
        pytest.param({"went_out": "Ana", "calls": calls("Ana Ben, Ben Ana")}, id="called"),
        pytest.param(deal(4, 6, 5, 5, calls=calls("Ana Ben")), id="both"),
        pytest.param({"went_out": "Ana", "calls": []}, id="no call"),
        pytest.param({"calls": "x"}, id="nonsense"),
    ],
)
def test_a_record_taken_apart_and_put_together_is_the_same(record):
    together = {}
    for stage, answers in GAME.apart(start(), record):
        together = GAME.merge(together, stage, answers)

    assert together == record


# ---------------------------------------------------------------- what the page shows


def rows(**options):
    """What the count asks, in order: name, label, note, look."""
    return [
        (f.name, said(f.label), said(f.note), f.look)
        for f in GAME.fields(start(**options), {})
        if f.look is not Look.HIDDEN and f.stage == "count"
    ]


def test_what_is_asked_at_the_end():
    assert rows() == [
        ("went_out", "Went out", None, Look.TABLE),
        ("counters", "Counters", None, Look.TABLE),
        ("default_by", "Won by default", "who called jamón to a single card", Look.FOLDED),
    ]
    assert rows(scoring="points")[2] == ("cards", "Cards left", None, Look.TABLE)


def test_what_is_asked_of_a_call():
    asked = field("calls", {}, "call-1")

    assert (said(asked.label), said(asked.note), asked.look, asked.seats) == (
        "Calls", "the row gives a counter to the column", Look.GRID, FOUR,
    )  # fmt: skip


def test_of_the_count_only_some_must_be_answered():
    fields = [f for f in GAME.fields(start(), {}) if f.stage == "count"]

    assert [f.name for f in fields if f.required] == ["went_out", "counters"]


def test_the_last_counters_are_the_rest():
    assert field("counters", {"counters": {"Ana": 3, "Ben": 7, "Cleo": 1}}).rest == {"Dan": 9}
    assert field("counters", {"counters": {"Ana": 3, "Ben": 7}}).rest == {}
    assert field("counters", {"counters": {"Ana": 9, "Ben": 9, "Cleo": 9}}).rest == {}
    assert field("counters", {"counters": {"Ana": 9, "Ben": 9, "Cleo": 2}}).rest == {"Dan": 0}


def test_counters_have_a_total_and_a_limit_for_the_keys():
    asked = field("counters", players=FIVE)

    assert (asked.total, asked.least, asked.most, asked.fixed) == (25, 0, 25, {})
    assert field("cards").most == 51
    assert field("cards", deck=48).most == 47


def test_after_calls_the_counters_cannot_be_changed():
    asked = field("counters", {"calls": calls("Ana Ben")})

    assert asked.fixed == each(4, 6, 5, 5)
    assert (asked.rest, asked.required) == ({}, False)


def test_cards_are_asked_where_they_count():
    assert (field("cards").look, field("cards").required) == (Look.HIDDEN, False)
    asked = field("cards", scoring="points")
    assert (asked.look, asked.required, asked.fixed, asked.no) == (Look.TABLE, True, {}, {})


def test_who_went_out_has_no_cards_and_everybody_else_has():
    asked = field("cards", {"went_out": "Ben"}, scoring="points")

    assert asked.fixed == {"Ben": 0}
    assert words(asked.no) == dict.fromkeys(
        (("Ana", 0), ("Cleo", 0), ("Dan", 0)), "only Ben, who went out, has none."
    )


def test_nobody_wins_by_default_by_his_own_call():
    assert words(field("default_by", {"went_out": "Ben"}).no) == {("", "Ben"): "Ben went out."}
    assert field("default_by").no == {}


def test_only_who_called_last_can_have_called_too_late():
    asked = field("default_by", {"went_out": "Ben", "calls": calls("Ana Cleo, Dan Ben")})

    assert words(asked.no) == {
        ("", "Ana"): "the last call was Dan’s.",
        ("", "Ben"): "Ben went out.",
        ("", "Cleo"): "the last call was Dan’s.",
    }


def test_who_has_no_counter_left_cannot_call():
    asked = field("calls", {"calls": calls("Ana Ben")}, "call-2", counters=1)

    why = "Ana has no counter left and can call again only after being called."
    assert words(asked.no) == {("Ana", "Ben"): why, ("Ana", "Cleo"): why, ("Ana", "Dan"): why}
    assert [said(reason) for reason in set(asked.no.values())] == [why]


def test_calls_are_counted_by_pair():
    record = {"calls": calls("Ana Ben, Ben Cleo, Ana Ben")}

    assert field("calls", record, "call-4").tally == {("Ana", "Ben"): 2, ("Ben", "Cleo"): 1}
    assert field("calls", {}, "call-1").tally == {}


def test_a_call_just_made_is_asked_as_things_lay_before_it():
    asked = field("calls", {"calls": calls("Ana Ben, Ana Ben")}, "call-2", counters=1)

    assert asked.tally == {("Ana", "Ben"): 1}


def look(record, stage="count", players=FIVE, **options):
    seen = GAME.preview(start(players, **options), stage, record)
    return said(seen.strip), said(seen.says)


TYPED = {"went_out": "Dina", "counters": {"Ana": 4, "Bruno": 7, "Chus": 1, "Dina": 6}}
COUNTED = {"went_out": "Dina", "counters": {"Ana": 4, "Bruno": 7, "Chus": 1, "Dina": 6, "Edu": 7}}


@pytest.mark.parametrize(
    ("record", "strip", "says"),
    [
        pytest.param({}, "Counters 0 of 25",
                     "Still to say: who went out, the counters of 5 players.", id="nothing yet"),
        pytest.param({"went_out": "Dina"}, "Counters 0 of 25",
                     "Still to say: the counters of 5 players.", id="who went out"),
        pytest.param({"counters": {"Ana": 4, "Bruno": 7}}, "Counters 11 of 25",
                     "Still to say: who went out, the counters of 3 players.", id="two counted"),
        pytest.param(TYPED, "Counters 25 of 25; Edu gets the rest: 7",
                     "Dina went out and gets 2 from each, 1 from Chus: Dina 13.", id="the rest"),
        pytest.param({"went_out": "Dina", "counters": {"Ana": 9, "Bruno": 9, "Chus": 9, "Dina": 9}},
                     "Counters 36 of 25", "Still to say: the counters of Edu.", id="too many"),
        pytest.param({"went_out": "Dina", "counters": {"Ana": 9, "Bruno": 6, "Chus": 4, "Dina": 6}},
                     "Counters 25 of 25; Edu gets the rest: 0",
                     "Dina went out and gets 2 from each, nothing from Edu: Dina 12.",
                     id="nothing is left"),
        pytest.param(COUNTED, "Counters 25 of 25",
                     "Dina went out and gets 2 from each, 1 from Chus: Dina 13.", id="complete"),
        pytest.param(COUNTED | {"counters": each(4, 7, 1, 6, 8, players=FIVE)}, "Counters 26 of 25",
                     "The counters must add up to 25, not 26.", id="a wrong sum"),
        pytest.param(COUNTED | {"counters": each(10, 0, 1, 7, 7, players=FIVE)},
                     "Counters 25 of 25",
                     "Dina went out and gets 2 from each, nothing from Bruno, 1 from Chus:"
                     " Dina 12.", id="nothing from one"),
        pytest.param(COUNTED | {"counters": each(0, 0, 1, 17, 7, players=FIVE)},
                     "Counters 25 of 25",
                     "Dina went out and gets nothing from Ana, nothing from Bruno, 1 from Chus,"
                     " 2 from Edu: Dina 20.", id="two from one only"),
        pytest.param(COUNTED | {"default_by": "Dina"}, "Counters 25 of 25",
                     "Dina cannot win by default by calling Dina: it was another player.",
                     id="by default"),
        pytest.param({"went_out": "Zoe", "counters": "x", "default_by": 3}, "Counters 0 of 25",
                     "Still to say: who went out, the counters of 5 players.", id="nonsense"),
        pytest.param({"calls": calls("Ana Dina")}, "Counters as one call left them",
                     "Still to say: who went out.", id="after a call"),
        pytest.param({"calls": calls("Ana Dina, Ana Edu"), "went_out": "Dina"},
                     "Counters as 2 calls left them",
                     "Dina went out and gets 2 from each: Dina 14.", id="out after calls"),
    ],
)  # fmt: skip
def test_preview_of_the_count(record, strip, says):
    assert look(record) == (strip, says)


@pytest.mark.parametrize(
    ("record", "says"),
    [
        pytest.param(TYPED, "Still to say: the cards of 4 players.", id="no cards"),
        pytest.param(TYPED | {"cards": {"Ana": 1, "Bruno": 2, "Chus": 3}},
                     "Still to say: the cards of Edu.", id="one left"),
        pytest.param(TYPED | {"cards": {"Ana": 1, "Bruno": 2, "Chus": 3, "Edu": 4}},
                     "Dina went out: Dina 22.", id="complete"),
        pytest.param(TYPED | {"cards": {"Ana": 1, "Bruno": 2, "Chus": 3, "Edu": 46}},
                     "Of 52 cards at most 51 can be left, not 52.", id="too many"),
        pytest.param(TYPED | {"cards": {"Ana": 1, "Bruno": 2, "Chus": 3, "Edu": 0}},
                     "Edu has at least one card: only Dina, who went out, has none.", id="none"),
    ],
)  # fmt: skip
def test_preview_of_points(record, says):
    assert look(record, scoring="points")[1] == says


def test_beside_each_name_stands_what_is_paid():
    seen = GAME.preview(start(FIVE), "count", COUNTED)

    assert words(seen.notes) == {
        "Ana": "pays 2", "Bruno": "pays 2", "Chus": "pays 1", "Dina": "gets 7", "Edu": "pays 2",
    }  # fmt: skip
    assert {seat: then.total for seat, then in seen.after.items()} == {
        "Ana": 2, "Bruno": 5, "Chus": 0, "Dina": 13, "Edu": 5,
    }  # fmt: skip


def test_who_is_counted_sees_at_once_what_he_pays():
    record = {"went_out": "Dina", "counters": {"Ana": 1, "Bruno": -3, "Dina": 6}}

    seen = GAME.preview(start(FIVE), "count", record)

    assert words(seen.notes) == {"Ana": "pays 1", "Bruno": "pays 0"}
    assert seen.after == {}
    assert GAME.preview(start(FIVE), "count", {"counters": {"Ana": 1}}).notes == {}


def test_beside_each_name_stand_the_points_of_the_deal():
    record = TYPED | {"cards": {"Ana": 1, "Bruno": 2, "Chus": 3, "Edu": 4}}

    seen = GAME.preview(start(FIVE, scoring="points"), "count", record)

    assert words(seen.notes) == {
        "Ana": "+7", "Bruno": "+12", "Chus": "−1", "Dina": "+22", "Edu": "+10",
    }  # fmt: skip
    assert {seat: then.total for seat, then in seen.after.items()} == {
        "Ana": 7, "Bruno": 12, "Chus": -1, "Dina": 22, "Edu": 10,
    }  # fmt: skip
    typed = GAME.preview(start(FIVE, scoring="points"), "count", TYPED)
    assert (typed.notes, typed.after) == ({}, {})


def test_preview_of_calls():
    assert look({}, "call-1") == (
        "No call yet; 25 counters", "Whoever calls gives a counter to the player called.",
    )  # fmt: skip
    record = {"calls": [*calls("Chus Ana, Chus Edu, Edu Dina, Chus Dina"), None]}
    assert look(record, "call-5") == (
        "Last call: Chus called Dina; 25 of 25 counters",
        "Whoever calls gives a counter to the player called.",
    )
    seen = GAME.preview(start(FIVE), "call-5", record)
    assert words(seen.notes) == {
        "Ana": "6 left", "Bruno": "5 left", "Chus": "2 left", "Dina": "7 left", "Edu": "5 left",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "record", "seat", "cell"),
    [
        pytest.param({}, deal(3, 7, 1, 9), "Ana", ("3", "3 counters", "went out"), id="out"),
        pytest.param({}, deal(3, 7, 1, 9), "Cleo", ("1", "one counter", None), id="other"),
        pytest.param({}, deal(3, 7, 1, 9, default_by="Ben"), "Ana",
                     ("3", "3 counters", "by default"), id="by default"),
        pytest.param({}, deal(3, 7, 1, 9, default_by="Ben"), "Ben",
                     ("7", "7 counters", "called too late"), id="too late"),
        pytest.param({"scoring": "points"}, deal(3, 7, 1, 9, cards=each(0, 1, 2, 3)), "Ben",
                     ("7/1", "7 counters, one card", None), id="points"),
        pytest.param({"scoring": "points"}, deal(3, 7, 1, 9, cards=each(0, 1, 2, 3)), "Cleo",
                     ("1/2", "one counter, 2 cards", None), id="points, two cards"),
        pytest.param({}, {"went_out": "Ana", "calls": calls("Ana Ben")}, "Ben",
                     ("6", "6 counters", None), id="from calls"),
    ],
)  # fmt: skip
def test_cells(options, record, seat, cell):
    found = GAME.cells(play(GAME, start(**options), record))[seat]

    word = found.note and found.note.word
    assert (said(found.said), said(found.heard), said(word)) == cell


def test_only_who_called_too_late_is_told_so_softly():
    cells = GAME.cells(play(GAME, start(), deal(3, 7, 1, 9, default_by="Ben")))

    assert {s: cell.note.tone for s, cell in cells.items() if cell.note} == {
        "Ana": "",
        "Ben": "soft",
    }


def test_words_of_the_page():
    one, three, any_number = start(), start(deals=3), start(deals=None)

    assert [said(GAME.title(one, stage)) for stage in ("count", "call-2")] == ["Counters", "Calls"]
    assert [said(GAME.save(one, stage)) for stage in ("count", "call-2")] == [
        "Save the deal", "Save the call",
    ]  # fmt: skip
    assert [said(GAME.about(each)) for each in (one, three, any_number)] == [
        "one deal, Ana deals", "deal 1 of 3, Ana deals", "Ana deals",
    ]  # fmt: skip
    assert [said(GAME.standing(each)) for each in (one, three, any_number)] == [
        "One deal is left.", "3 deals are left.", "Open until the table stops.",
    ]  # fmt: skip
    assert [GAME.deals(each.setup) for each in (one, three, any_number)] == [1, 3, None]
    assert [GAME.is_open(each.setup) for each in (one, three, any_number)] == [False, False, True]
    assert GAME.row(one) is None


def test_nothing_is_left_when_it_is_over():
    assert GAME.standing(play(GAME, start(), deal(5, 5, 5, 5)).after) is None
    assert GAME.standing(GAME.close(start(deals=None))) is None


def test_caption_and_summary_say_what_counts():
    counters, points = start().setup, start(scoring="points", deals=None, counters=1).setup

    assert said(GAME.caption(counters)) == (
        "In each box: counters before paying, counters after it, total."
    )
    assert said(GAME.caption(points)) == "In each box: counters/cards left, points, total."
    assert said(GAME.summary(counters)) == (
        "one deal, 5 counters each, whoever goes out gets two from everybody."
    )
    assert said(GAME.summary(start(deals=4).setup)) == (
        "4 deals, 5 counters each, whoever goes out gets two from everybody."
    )
    assert said(GAME.summary(points)) == (
        "open until the table stops, one counter each, 10 for going out, 2 a counter,"
        " a point off a card."
    )


def test_counters_are_given_back_after_the_match():
    played = play(GAME, start(), deal(5, 5, 5, 5))

    assert GAME.net((played,), played.after) == {}
    assert GAME.extras((played,), played.after) == {}


def test_a_setup_keeps_every_option():
    assert start().options == {
        "scoring": "counters", "counters": 5, "deck": 52, "deals": 1, "first_dealer": "Ana",
    }  # fmt: skip
