"""Previews of Jamón: the count, the calls and the notes."""

import pytest

from tests.rules.jamon_table import FIVE, GAME, by_seat, calls, start, words
from tests.rules.notation import text


def look(answers, stage="count", players=FIVE, **options):
    seen = GAME.display.preview(start(players, **options), stage, answers)
    return text(seen.status_line), text(seen.save_note)


def totals_after(seen):
    return {seat: then.total for seat, then in seen.totals_after.items()}


TYPED = {"went_out": "Dina", "counters": {"Ana": 4, "Bruno": 7, "Chus": 1, "Dina": 6}}
COUNTED = {"went_out": "Dina", "counters": {"Ana": 4, "Bruno": 7, "Chus": 1, "Dina": 6, "Edu": 7}}


@pytest.mark.parametrize(
    ("answers", "status_line", "says"),
    [
        pytest.param(
            {},
            "0 of 25 counters",
            "Still missing: who went out, 5 players’ counters.",
            id="nothing yet",
        ),
        pytest.param(
            {"went_out": "Dina"},
            "0 of 25 counters",
            "Still missing: 5 players’ counters.",
            id="the player who went out",
        ),
        pytest.param(
            {"counters": {"Ana": 4, "Bruno": 7}},
            "11 of 25 counters",
            "Still missing: who went out, 3 players’ counters.",
            id="two counted",
        ),
        pytest.param(
            TYPED,
            "25 of 25 counters; Edu has the rest: 7",
            "Dina went out and gets 1 from Chus and 2 from each of the others: 13 in this deal.",
            id="the rest",
        ),
        pytest.param(
            {"went_out": "Dina", "counters": {"Ana": 9, "Bruno": 9, "Chus": 9, "Dina": 9}},
            "36 of 25 counters",
            "The counters must add up to 25, not 36.",
            id="too many",
        ),
        pytest.param(
            {"went_out": "Dina", "counters": {"Ana": 9, "Bruno": 6, "Chus": 4, "Dina": 6}},
            "25 of 25 counters; Edu has the rest: 0",
            "Dina went out and gets nothing from Edu and 2 from each of the others:"
            " 12 in this deal.",
            id="nothing is left",
        ),
        pytest.param(
            COUNTED,
            "25 of 25 counters",
            "Dina went out and gets 1 from Chus and 2 from each of the others: 13 in this deal.",
            id="complete",
        ),
        pytest.param(
            COUNTED | {"counters": by_seat(4, 7, 1, 6, 8, players=FIVE)},
            "26 of 25 counters",
            "The counters must add up to 25, not 26.",
            id="a wrong sum",
        ),
        pytest.param(
            COUNTED | {"counters": by_seat(10, 0, 1, 7, 7, players=FIVE)},
            "25 of 25 counters",
            "Dina went out and gets nothing from Bruno, 1 from Chus and 2 from each of the"
            " others: 12 in this deal.",
            id="nothing from one",
        ),
        pytest.param(
            COUNTED | {"counters": by_seat(0, 0, 1, 17, 7, players=FIVE)},
            "25 of 25 counters",
            "Dina went out and gets nothing from Ana, nothing from Bruno, 1 from Chus and 2 from"
            " Edu: 20 in this deal.",
            id="two from one only",
        ),
        pytest.param(
            COUNTED | {"default_by": "Dina"},
            "25 of 25 counters",
            "Dina cannot call themselves to win by default. Another player must have called.",
            id="by default",
        ),
        pytest.param(
            {"went_out": "Zoe", "counters": "x", "default_by": 3},
            "0 of 25 counters",
            "Still missing: who went out, 5 players’ counters.",
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
            "Dina went out and gets 2 from each of the others: 14 in this deal.",
            id="out after calls",
        ),
    ],
)
def test_the_preview_says_what_is_missing_or_what_the_player_who_went_out_gets(
    answers, status_line, says
):
    assert look(answers) == (status_line, says)


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        pytest.param(TYPED, "Still missing: 4 players’ cards.", id="no cards"),
        pytest.param(
            TYPED | {"cards": {"Ana": 1, "Bruno": 2, "Chus": 3}},
            "Still missing: Edu’s cards.",
            id="one left",
        ),
        pytest.param(
            TYPED | {"cards": {"Ana": 1, "Bruno": 2, "Chus": 3, "Edu": 4}},
            "Dina went out and scores 22.",
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
def test_with_points_the_preview_also_checks_the_cards_left(answers, says):
    assert look(answers, scoring="points")[1] == says


def test_notes_say_what_each_player_pays():
    seen = GAME.display.preview(start(FIVE), "count", COUNTED)

    assert words(seen.notes) == {
        "Ana": "0 · pays 2",
        "Bruno": "0 · pays 2",
        "Chus": "0 · pays 1",
        "Dina": "0 · gets 7",
        "Edu": "0 · pays 2",
    }
    assert totals_after(seen) == {
        "Ana": 2,
        "Bruno": 5,
        "Chus": 0,
        "Dina": 13,
        "Edu": 5,
    }


def test_notes_say_what_a_player_pays_before_the_count_is_complete():
    answers = {"went_out": "Dina", "counters": {"Ana": 1, "Bruno": -3, "Dina": 6}}

    seen = GAME.display.preview(start(FIVE), "count", answers)

    assert words(seen.notes) == {
        "Ana": "0 · pays 1",
        "Bruno": "0 · pays 0",
        "Chus": "0",
        "Dina": "0",
        "Edu": "0",
    }
    assert totals_after(seen) == {"Ana": 0}  # Dina’s total depends on all counters
    seen = GAME.display.preview(start(FIVE), "count", {"counters": {"Ana": 1}})

    assert words(seen.notes) == dict.fromkeys(FIVE, "0")
    assert totals_after(seen) == {}


def test_notes_have_the_points_of_the_deal():
    answers = TYPED | {"cards": {"Ana": 1, "Bruno": 2, "Chus": 3, "Edu": 4}}

    seen = GAME.display.preview(start(FIVE, scoring="points"), "count", answers)

    assert words(seen.notes) == {
        "Ana": "0 · +7",
        "Bruno": "0 · +12",
        "Chus": "0 · −1",
        "Dina": "0 · +22",
        "Edu": "0 · +10",
    }
    assert totals_after(seen) == {
        "Ana": 7,
        "Bruno": 12,
        "Chus": -1,
        "Dina": 22,
        "Edu": 10,
    }
    typed = GAME.display.preview(start(FIVE, scoring="points"), "count", TYPED)
    assert (set(words(typed.notes).values()), totals_after(typed)) == ({"0"}, {"Dina": 22})


def test_the_preview_shows_the_last_call_and_the_counters_left():
    assert look({}, "call-1") == (
        "No calls yet · 25 counters in play",
        "The caller gives a counter to the player called.",
    )
    answers = {"calls": [*calls("Chus Ana, Chus Edu, Edu Dina, Chus Dina"), None]}
    assert look(answers, "call-5") == (
        "Last call: Chus called Dina",
        "The caller gives a counter to the player called.",
    )
    seen = GAME.display.preview(start(FIVE), "call-5", answers)
    assert words(seen.notes) == {
        "Ana": "6 left",
        "Bruno": "5 left",
        "Chus": "2 left",
        "Dina": "7 left",
        "Edu": "5 left",
    }


def test_with_points_each_player_has_a_total_once_their_counters_and_cards_are_known():
    position = start(FIVE, scoring="points")._replace(totals=by_seat(1, 2, 3, 4, 5, players=FIVE))
    counters, cards = {"Ana": 4, "Bruno": 7, "Dina": 6}, {"Ana": 1, "Chus": 9}

    def totals(**answers):
        return totals_after(GAME.display.preview(position, "count", answers))

    assert totals(counters=counters, cards=cards) == {}
    assert totals(went_out="Dina", counters=counters, cards=cards) == {"Ana": 8, "Dina": 26}
    # Too many counters: one of the numbers is wrong.
    assert totals(went_out="Dina", counters=counters | {"Chus": 20}, cards=cards) == {}
