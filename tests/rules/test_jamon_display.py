"""Jamón on the page: fields, labels and previews."""

import pytest

from scorekeeper.rules.fields import FieldLayout
from scorekeeper.rules.game import play
from tests.rules.jamon_table import FIVE, FOUR, GAME, by_seat, calls, deal, field, start, words
from tests.rules.notation import text


def rows(**options):
    """Return (name, label, note, layout) of the fields shown in the count stage, in order."""
    return [
        (f.name, text(f.label), text(f.note), f.layout)
        for f in GAME.deal.fields(start(**options), {})
        if f.layout is not FieldLayout.HIDDEN and f.stage == "count"
    ]


def test_the_count_also_asks_for_the_cards_left_in_the_points_method():
    assert rows() == [
        ("went_out", "Went out", None, FieldLayout.TABLE),
        ("counters", "Counters", None, FieldLayout.TABLE),
        ("default_by", "Called late", "who called too late", FieldLayout.FOLDED),
    ]
    assert rows(scoring="points")[2] == ("cards", "Cards left", None, FieldLayout.TABLE)


def test_calls_are_asked_for_in_a_grid_of_callers_and_players_called():
    asked = field("calls", {}, "call-1")

    assert (text(asked.label), text(asked.note), asked.layout, asked.seats) == (
        "Calls",
        "the caller (row) gives a counter to the player called (column)",
        FieldLayout.GRID,
        FOUR,
    )


def test_only_some_fields_of_the_count_are_required():
    fields = [f for f in GAME.deal.fields(start(), {}) if f.stage == "count"]

    assert [f.name for f in fields if f.required] == ["went_out", "counters"]


def test_the_last_seats_counters_are_suggested():
    def suggested(*numbers):
        entered = dict(zip(("Ana", "Ben", "Cleo"), numbers, strict=False))
        return field("counters", {"counters": entered}).hints.suggested_numbers

    assert suggested(3, 7, 1) == {"Dan": 9}
    assert suggested(3, 7) == {}
    assert suggested(9, 9, 9) == {}
    assert suggested(9, 9, 2) == {"Dan": 0}


def test_counters_have_a_total_and_a_limit_for_the_keys():
    asked = field("counters", players=FIVE)

    assert (
        asked.limits.total,
        asked.limits.least,
        asked.limits.most,
        asked.limits.fixed_numbers,
    ) == (
        25,
        0,
        25,
        {},
    )
    assert field("cards").limits.most == 51
    assert field("cards", deck=48).limits.most == 47


def test_after_calls_the_counters_cannot_be_changed():
    asked = field("counters", {"calls": calls("Ana Ben")})

    assert asked.limits.fixed_numbers == by_seat(4, 6, 5, 5)
    assert (asked.hints.suggested_numbers, asked.required) == ({}, False)


def test_cards_are_asked_if_they_count():
    assert (field("cards").layout, field("cards").required) == (FieldLayout.HIDDEN, False)
    asked = field("cards", scoring="points")
    assert (asked.layout, asked.required, asked.limits.fixed_numbers, asked.forbidden) == (
        FieldLayout.TABLE,
        True,
        {},
        {},
    )


def test_the_player_who_went_out_has_0_cards_and_the_others_have_some():
    asked = field("cards", {"went_out": "Ben"}, scoring="points")

    assert asked.limits.fixed_numbers == {"Ben": 0}
    assert words(asked.forbidden) == dict.fromkeys(
        (("Ana", 0), ("Cleo", 0), ("Dan", 0)), "only Ben, who went out, has none."
    )


def test_nobody_wins_by_default_by_their_own_call():
    assert words(field("default_by", {"went_out": "Ben"}).forbidden) == {
        ("", "Ben"): "Ben went out."
    }
    assert field("default_by").forbidden == {}


def test_only_the_last_caller_can_have_called_too_late():
    asked = field("default_by", {"went_out": "Ben", "calls": calls("Ana Cleo, Dan Ben")})

    assert words(asked.forbidden) == {
        ("", "Ana"): "the last call was Dan’s.",
        ("", "Ben"): "Ben went out.",
        ("", "Cleo"): "the last call was Dan’s.",
    }


def test_a_player_without_counters_cannot_call():
    asked = field("calls", {"calls": calls("Ana Ben")}, "call-2", counters=1)

    why = "Ana has no counters left and can call again only after being called."
    assert words(asked.forbidden) == {
        ("Ana", "Ben"): why,
        ("Ana", "Cleo"): why,
        ("Ana", "Dan"): why,
    }
    assert [text(reason) for reason in set(asked.forbidden.values())] == [why]


def test_calls_are_counted_by_pair():
    answers = {"calls": calls("Ana Ben, Ben Cleo, Ana Ben")}

    assert field("calls", answers, "call-4").hints.call_counts == {
        ("Ana", "Ben"): 2,
        ("Ben", "Cleo"): 1,
    }
    assert field("calls", {}, "call-1").hints.call_counts == {}


def test_the_field_of_the_last_call_is_as_it_was_before_the_call():
    asked = field("calls", {"calls": calls("Ana Ben, Ana Ben")}, "call-2", counters=1)

    assert asked.hints.call_counts == {("Ana", "Ben"): 1}


@pytest.mark.parametrize(
    ("options", "answers", "seat", "cell"),
    [
        pytest.param({}, deal(3, 7, 1, 9), "Ana", ("3→", "3 counters", "went out"), id="out"),
        pytest.param({}, deal(3, 7, 1, 9), "Cleo", ("1→", "one counter", None), id="other"),
        pytest.param(
            {},
            deal(3, 7, 1, 9, default_by="Ben"),
            "Ana",
            ("3→", "3 counters", "by default"),
            id="by default",
        ),
        pytest.param(
            {},
            deal(3, 7, 1, 9, default_by="Ben"),
            "Ben",
            ("7→", "7 counters", "called too late"),
            id="too late",
        ),
        pytest.param(
            {"scoring": "points"},
            deal(3, 7, 1, 9, cards=by_seat(0, 1, 2, 3)),
            "Ben",
            ("7/1", "7 counters, one card", None),
            id="points",
        ),
        pytest.param(
            {"scoring": "points"},
            deal(3, 7, 1, 9, cards=by_seat(0, 1, 2, 3)),
            "Cleo",
            ("1/2", "one counter, 2 cards", None),
            id="points, two cards",
        ),
        pytest.param(
            {},
            {"went_out": "Ana", "calls": calls("Ana Ben")},
            "Ben",
            ("6→", "6 counters", None),
            id="from calls",
        ),
    ],
)
def test_a_cell_shows_counters_cards_and_who_went_out_or_called_too_late(
    options, answers, seat, cell
):
    shown = GAME.display.cells(play(GAME, start(**options), answers))[seat]

    word = shown.note and shown.note.word
    assert (text(shown.text), text(shown.spoken), text(word)) == cell


def test_only_the_late_caller_has_a_soft_note():
    cells = GAME.display.cells(play(GAME, start(), deal(3, 7, 1, 9, default_by="Ben")))

    assert {s: cell.note.tone for s, cell in cells.items() if cell.note} == {
        "Ana": "",
        "Ben": "soft",
    }


def test_a_call_is_described_by_caller_and_called_player():
    assert text(GAME.display.step_phrase("call-2", {"calls": calls("Ana Ben")})) == "Ana called Ben"
    assert GAME.display.step_phrase("count", deal(5, 5, 5, 5)) is None


def test_titles_buttons_and_notes_describe_the_deal_and_the_deals_left():
    one, three, any_number = start(), start(deals=3), start(deals=None)

    assert [text(GAME.display.title(one, stage)) for stage in ("count", "call-2")] == [
        "Counters",
        "Calls",
    ]
    assert [text(GAME.display.save_label(one, stage)) for stage in ("count", "call-2")] == [
        "Save the deal",
        "Save the call",
    ]
    assert [text(GAME.display.deal_subtitle(each)) for each in (one, three, any_number)] == [
        "Ana deals · one deal in total",
        "Ana deals · 3 deals in total",
        "Ana deals",
    ]
    assert [text(GAME.display.sheet_note(each)) for each in (one, three, any_number)] == [
        "One deal is left.",
        "3 deals are left.",
        "There is no fixed end.",
    ]
    assert [GAME.deals(each.setup) for each in (one, three, any_number)] == [1, 3, None]
    assert [GAME.is_open(each.setup) for each in (one, three, any_number)] == [False, False, True]
    assert GAME.display.deal_label(one) is None


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
        == "Each cell shows counters/cards left, the points and the total."
    )
    assert text(GAME.display.summary(counters)) == (
        "one deal, 5 counters each, the player who goes out gets up to two from everyone."
    )
    assert text(GAME.display.summary(start(deals=4).setup)) == (
        "4 deals, 5 counters each, the player who goes out gets up to two from everyone."
    )
    assert text(GAME.display.summary(points)) == (
        "no fixed end, one counter each, 10 for going out, 2 per counter, −1 per card."
    )


def test_the_summary_states_a_smaller_pack():
    assert text(GAME.display.summary(start(deck=48).setup)) == (
        "one deal, 5 counters each, the player who goes out gets up to two from everyone, 48 cards."
    )


def test_jamon_has_no_net_result_and_no_extras():
    played = play(GAME, start(), deal(5, 5, 5, 5))

    assert GAME.end.net_amounts((played,), played.after) == {}
    assert GAME.end.additional_results((played,), played.after) == {}
