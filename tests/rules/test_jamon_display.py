"""Jamón on the page: fields, labels and previews."""

import pytest

from scorekeeper.rules.fields import FieldLayout
from scorekeeper.rules.game import play
from tests.rules.jamon_table import FIVE, FOUR, GAME, calls, deal, each, field, start, text, words


def rows(**options):
    """Return (name, label, note, layout) of the fields shown in the count stage, in order."""
    return [
        (f.name, text(f.label), text(f.note), f.look)
        for f in GAME.deal.fields(start(**options), {})
        if f.look is not FieldLayout.HIDDEN and f.stage == "count"
    ]


def test_the_fields_of_the_count():
    assert rows() == [
        ("went_out", "Went out", None, FieldLayout.TABLE),
        ("counters", "Counters", None, FieldLayout.TABLE),
        ("default_by", "Called late", "who called too late", FieldLayout.FOLDED),
    ]
    assert rows(scoring="points")[2] == ("cards", "Cards left", None, FieldLayout.TABLE)


def test_the_fields_of_a_call():
    asked = field("calls", {}, "call-1")

    assert (text(asked.label), text(asked.note), asked.look, asked.seats) == (
        "Calls",
        "the caller (row) gives a counter to the player called (column)",
        FieldLayout.GRID,
        FOUR,
    )


def test_only_some_fields_of_the_count_are_required():
    fields = [f for f in GAME.deal.fields(start(), {}) if f.stage == "count"]

    assert [f.name for f in fields if f.required] == ["went_out", "counters"]


def test_the_last_seats_counters_are_suggested():
    assert field("counters", {"counters": {"Ana": 3, "Ben": 7, "Cleo": 1}}).hints.rest == {"Dan": 9}
    assert field("counters", {"counters": {"Ana": 3, "Ben": 7}}).hints.rest == {}
    assert field("counters", {"counters": {"Ana": 9, "Ben": 9, "Cleo": 9}}).hints.rest == {}
    assert field("counters", {"counters": {"Ana": 9, "Ben": 9, "Cleo": 2}}).hints.rest == {"Dan": 0}


def test_counters_have_a_total_and_a_limit_for_the_keys():
    asked = field("counters", players=FIVE)

    assert (asked.limits.total, asked.limits.least, asked.limits.most, asked.limits.fixed) == (
        25,
        0,
        25,
        {},
    )
    assert field("cards").limits.most == 51
    assert field("cards", deck=48).limits.most == 47


def test_after_calls_the_counters_cannot_be_changed():
    asked = field("counters", {"calls": calls("Ana Ben")})

    assert asked.limits.fixed == each(4, 6, 5, 5)
    assert (asked.hints.rest, asked.required) == ({}, False)


def test_cards_are_asked_if_they_count():
    assert (field("cards").look, field("cards").required) == (FieldLayout.HIDDEN, False)
    asked = field("cards", scoring="points")
    assert (asked.look, asked.required, asked.limits.fixed, asked.no) == (
        FieldLayout.TABLE,
        True,
        {},
        {},
    )


def test_the_player_who_went_out_has_0_cards_and_the_others_have_some():
    asked = field("cards", {"went_out": "Ben"}, scoring="points")

    assert asked.limits.fixed == {"Ben": 0}
    assert words(asked.no) == dict.fromkeys(
        (("Ana", 0), ("Cleo", 0), ("Dan", 0)), "only Ben, who went out, has none."
    )


def test_nobody_wins_by_default_by_their_own_call():
    assert words(field("default_by", {"went_out": "Ben"}).no) == {("", "Ben"): "Ben went out."}
    assert field("default_by").no == {}


def test_only_the_last_caller_can_have_called_too_late():
    asked = field("default_by", {"went_out": "Ben", "calls": calls("Ana Cleo, Dan Ben")})

    assert words(asked.no) == {
        ("", "Ana"): "the last call was Dan’s.",
        ("", "Ben"): "Ben went out.",
        ("", "Cleo"): "the last call was Dan’s.",
    }


def test_a_player_without_counters_cannot_call():
    asked = field("calls", {"calls": calls("Ana Ben")}, "call-2", counters=1)

    why = "Ana has no counter left and can call again only after being called."
    assert words(asked.no) == {("Ana", "Ben"): why, ("Ana", "Cleo"): why, ("Ana", "Dan"): why}
    assert [text(reason) for reason in set(asked.no.values())] == [why]


def test_calls_are_counted_by_pair():
    record = {"calls": calls("Ana Ben, Ben Cleo, Ana Ben")}

    assert field("calls", record, "call-4").hints.tally == {("Ana", "Ben"): 2, ("Ben", "Cleo"): 1}
    assert field("calls", {}, "call-1").hints.tally == {}


def test_the_field_of_the_last_call_is_as_it_was_before_the_call():
    asked = field("calls", {"calls": calls("Ana Ben, Ana Ben")}, "call-2", counters=1)

    assert asked.hints.tally == {("Ana", "Ben"): 1}


def look(record, stage="count", players=FIVE, **options):
    seen = GAME.display.preview(start(players, **options), stage, record)
    return text(seen.strip), text(seen.says)


TYPED = {"went_out": "Dina", "counters": {"Ana": 4, "Bruno": 7, "Chus": 1, "Dina": 6}}
COUNTED = {"went_out": "Dina", "counters": {"Ana": 4, "Bruno": 7, "Chus": 1, "Dina": 6, "Edu": 7}}


@pytest.mark.parametrize(
    ("record", "strip", "says"),
    [
        pytest.param(
            {},
            "Counters 0 of 25",
            "Still missing: who went out, the counters of 5 players.",
            id="nothing yet",
        ),
        pytest.param(
            {"went_out": "Dina"},
            "Counters 0 of 25",
            "Still missing: the counters of 5 players.",
            id="the player who went out",
        ),
        pytest.param(
            {"counters": {"Ana": 4, "Bruno": 7}},
            "Counters 11 of 25",
            "Still missing: who went out, the counters of 3 players.",
            id="two counted",
        ),
        pytest.param(
            TYPED,
            "Counters 25 of 25; Edu gets the rest: 7",
            "Dina went out and gets 2 from each, 1 from Chus: Dina 13.",
            id="the rest",
        ),
        pytest.param(
            {"went_out": "Dina", "counters": {"Ana": 9, "Bruno": 9, "Chus": 9, "Dina": 9}},
            "Counters 36 of 25",
            "Still missing: the counters of Edu.",
            id="too many",
        ),
        pytest.param(
            {"went_out": "Dina", "counters": {"Ana": 9, "Bruno": 6, "Chus": 4, "Dina": 6}},
            "Counters 25 of 25; Edu gets the rest: 0",
            "Dina went out and gets 2 from each, nothing from Edu: Dina 12.",
            id="nothing is left",
        ),
        pytest.param(
            COUNTED,
            "Counters 25 of 25",
            "Dina went out and gets 2 from each, 1 from Chus: Dina 13.",
            id="complete",
        ),
        pytest.param(
            COUNTED | {"counters": each(4, 7, 1, 6, 8, players=FIVE)},
            "Counters 26 of 25",
            "The counters must add up to 25, not 26.",
            id="a wrong sum",
        ),
        pytest.param(
            COUNTED | {"counters": each(10, 0, 1, 7, 7, players=FIVE)},
            "Counters 25 of 25",
            "Dina went out and gets 2 from each, nothing from Bruno, 1 from Chus: Dina 12.",
            id="nothing from one",
        ),
        pytest.param(
            COUNTED | {"counters": each(0, 0, 1, 17, 7, players=FIVE)},
            "Counters 25 of 25",
            "Dina went out and gets nothing from Ana, nothing from Bruno, 1 from Chus,"
            " 2 from Edu: Dina 20.",
            id="two from one only",
        ),
        pytest.param(
            COUNTED | {"default_by": "Dina"},
            "Counters 25 of 25",
            "Dina cannot win by default by calling Dina. Another player must have called.",
            id="by default",
        ),
        pytest.param(
            {"went_out": "Zoe", "counters": "x", "default_by": 3},
            "Counters 0 of 25",
            "Still missing: who went out, the counters of 5 players.",
            id="nonsense",
        ),
        pytest.param(
            {"calls": calls("Ana Dina")},
            "Counters after one call",
            "Still missing: who went out.",
            id="after a call",
        ),
        pytest.param(
            {"calls": calls("Ana Dina, Ana Edu"), "went_out": "Dina"},
            "Counters after 2 calls",
            "Dina went out and gets 2 from each: Dina 14.",
            id="out after calls",
        ),
    ],
)
def test_the_preview_of_the_count(record, strip, says):
    assert look(record) == (strip, says)


@pytest.mark.parametrize(
    ("record", "says"),
    [
        pytest.param(TYPED, "Still missing: the cards of 4 players.", id="no cards"),
        pytest.param(
            TYPED | {"cards": {"Ana": 1, "Bruno": 2, "Chus": 3}},
            "Still missing: the cards of Edu.",
            id="one left",
        ),
        pytest.param(
            TYPED | {"cards": {"Ana": 1, "Bruno": 2, "Chus": 3, "Edu": 4}},
            "Dina went out: Dina 22.",
            id="complete",
        ),
        pytest.param(
            TYPED | {"cards": {"Ana": 1, "Bruno": 2, "Chus": 3, "Edu": 46}},
            "At most 51 of the 52 cards can be left, not 52.",
            id="too many",
        ),
        pytest.param(
            TYPED | {"cards": {"Ana": 1, "Bruno": 2, "Chus": 3, "Edu": 0}},
            "Edu must have at least one card: only Dina, who went out, has none.",
            id="none",
        ),
    ],
)
def test_the_preview_in_the_points_method(record, says):
    assert look(record, scoring="points")[1] == says


def test_notes_say_what_each_player_pays():
    seen = GAME.display.preview(start(FIVE), "count", COUNTED)

    assert words(seen.notes) == {
        "Ana": "0 · pays 2",
        "Bruno": "0 · pays 2",
        "Chus": "0 · pays 1",
        "Dina": "0 · gets 7",
        "Edu": "0 · pays 2",
    }
    assert {seat: then.total for seat, then in seen.after.items()} == {
        "Ana": 2,
        "Bruno": 5,
        "Chus": 0,
        "Dina": 13,
        "Edu": 5,
    }


def test_notes_say_what_a_player_pays_before_the_count_is_complete():
    record = {"went_out": "Dina", "counters": {"Ana": 1, "Bruno": -3, "Dina": 6}}

    seen = GAME.display.preview(start(FIVE), "count", record)

    assert words(seen.notes) == {
        "Ana": "0 · pays 1",
        "Bruno": "0 · pays 0",
        "Chus": "0",
        "Dina": "0",
        "Edu": "0",
    }
    assert seen.after == {}
    seen = GAME.display.preview(start(FIVE), "count", {"counters": {"Ana": 1}})

    assert words(seen.notes) == dict.fromkeys(FIVE, "0")


def test_notes_have_the_points_of_the_deal():
    record = TYPED | {"cards": {"Ana": 1, "Bruno": 2, "Chus": 3, "Edu": 4}}

    seen = GAME.display.preview(start(FIVE, scoring="points"), "count", record)

    assert words(seen.notes) == {
        "Ana": "0 · +7",
        "Bruno": "0 · +12",
        "Chus": "0 · −1",
        "Dina": "0 · +22",
        "Edu": "0 · +10",
    }
    assert {seat: then.total for seat, then in seen.after.items()} == {
        "Ana": 7,
        "Bruno": 12,
        "Chus": -1,
        "Dina": 22,
        "Edu": 10,
    }
    typed = GAME.display.preview(start(FIVE, scoring="points"), "count", TYPED)
    assert (set(words(typed.notes).values()), typed.after) == ({"0"}, {})


def test_the_preview_of_calls():
    assert look({}, "call-1") == (
        "No calls yet, 25 counters",
        "The caller gives a counter to the player called.",
    )
    record = {"calls": [*calls("Chus Ana, Chus Edu, Edu Dina, Chus Dina"), None]}
    assert look(record, "call-5") == (
        "Last call: Chus called Dina",
        "The caller gives a counter to the player called.",
    )
    seen = GAME.display.preview(start(FIVE), "call-5", record)
    assert words(seen.notes) == {
        "Ana": "6 left",
        "Bruno": "5 left",
        "Chus": "2 left",
        "Dina": "7 left",
        "Edu": "5 left",
    }


@pytest.mark.parametrize(
    ("options", "record", "seat", "cell"),
    [
        pytest.param({}, deal(3, 7, 1, 9), "Ana", ("3", "3 counters", "went out"), id="out"),
        pytest.param({}, deal(3, 7, 1, 9), "Cleo", ("1", "one counter", None), id="other"),
        pytest.param(
            {},
            deal(3, 7, 1, 9, default_by="Ben"),
            "Ana",
            ("3", "3 counters", "by default"),
            id="by default",
        ),
        pytest.param(
            {},
            deal(3, 7, 1, 9, default_by="Ben"),
            "Ben",
            ("7", "7 counters", "called too late"),
            id="too late",
        ),
        pytest.param(
            {"scoring": "points"},
            deal(3, 7, 1, 9, cards=each(0, 1, 2, 3)),
            "Ben",
            ("7/1", "7 counters, one card", None),
            id="points",
        ),
        pytest.param(
            {"scoring": "points"},
            deal(3, 7, 1, 9, cards=each(0, 1, 2, 3)),
            "Cleo",
            ("1/2", "one counter, 2 cards", None),
            id="points, two cards",
        ),
        pytest.param(
            {},
            {"went_out": "Ana", "calls": calls("Ana Ben")},
            "Ben",
            ("6", "6 counters", None),
            id="from calls",
        ),
    ],
)
def test_the_cells_of_the_sheet(options, record, seat, cell):
    found = GAME.display.cells(play(GAME, start(**options), record))[seat]

    word = found.note and found.note.word
    assert (text(found.text), text(found.spoken), text(word)) == cell


def test_only_the_late_caller_has_a_soft_note():
    cells = GAME.display.cells(play(GAME, start(), deal(3, 7, 1, 9, default_by="Ben")))

    assert {s: cell.note.tone for s, cell in cells.items() if cell.note} == {
        "Ana": "",
        "Ben": "soft",
    }


def test_a_call_is_described_by_caller_and_called_player():
    assert text(GAME.display.step("call-2", {"calls": calls("Ana Ben")})) == "Ana called Ben"
    assert GAME.display.step("count", deal(5, 5, 5, 5)) is None


def test_titles_and_labels():
    one, three, any_number = start(), start(deals=3), start(deals=None)

    assert [text(GAME.display.title(one, stage)) for stage in ("count", "call-2")] == [
        "Counters",
        "Calls",
    ]
    assert [text(GAME.display.save(one, stage)) for stage in ("count", "call-2")] == [
        "Save the deal",
        "Save the call",
    ]
    assert [text(GAME.display.about(each)) for each in (one, three, any_number)] == [
        "Ana deals, one deal in all",
        "Ana deals, 3 deals in all",
        "Ana deals",
    ]
    assert [text(GAME.display.sheet_note(each)) for each in (one, three, any_number)] == [
        "One deal is left.",
        "3 deals are left.",
        "There is no fixed end.",
    ]
    assert [GAME.deals(each.setup) for each in (one, three, any_number)] == [1, 3, None]
    assert [GAME.is_open(each.setup) for each in (one, three, any_number)] == [False, False, True]
    assert GAME.display.row(one) is None


def test_no_deals_are_left_after_the_end():
    assert GAME.display.sheet_note(play(GAME, start(), deal(5, 5, 5, 5)).after) is None
    assert GAME.display.sheet_note(GAME.end.close(start(deals=None))) is None


def test_caption_and_summary_name_what_counts():
    counters, points = start().setup, start(scoring="points", deals=None, counters=1).setup

    assert text(GAME.display.caption(counters)) == (
        "Each cell shows the counters before and after paying, and the total."
    )
    assert (
        text(GAME.display.caption(points))
        == "Each cell shows counters/cards left, points and total."
    )
    assert text(GAME.display.summary(counters)) == (
        "one deal, 5 counters each, the player who goes out gets two from everybody."
    )
    assert text(GAME.display.summary(start(deals=4).setup)) == (
        "4 deals, 5 counters each, the player who goes out gets two from everybody."
    )
    assert text(GAME.display.summary(points)) == (
        "no fixed end, one counter each, 10 for going out, 2 per counter, −1 per card."
    )


def test_jamon_has_no_net_result_and_no_extras():
    played = play(GAME, start(), deal(5, 5, 5, 5))

    assert GAME.end.net((played,), played.after) == {}
    assert GAME.end.extras((played,), played.after) == {}


def test_the_options_have_these_defaults():
    assert start().options == {
        "scoring": "counters",
        "counters": 5,
        "deck": 52,
        "deals": 1,
        "first_dealer": "Ana",
    }
