"""Gin on the page: cells of the sheet, titles, labels and the summary."""

import pytest

from scorekeeper.rules.game import play
from tests.rules.gin_table import DRAW, GAME, big_gin, deal, draw_of, gin, knock, start, table
from tests.rules.notation import FOUR, THREE, TWO, text


def marks(answers, seats=TWO, **agreed):
    cells = GAME.display.cells(play(GAME, start(seats, **agreed), answers))
    return {
        side: (text(c.text), text(c.note.word), c.note.tone) if c.note else text(c.text)
        for side, c in cells.items()
    }


@pytest.mark.parametrize(
    ("agreed", "answers", "cells"),
    [
        pytest.param({}, knock("1", 5, 27), {"1": (None, "knock", "")}, id="knock"),
        pytest.param({}, knock("1", 5, 2), {"2": (None, "undercut", "")}, id="undercut"),
        pytest.param({}, gin("1", 27), {"1": (None, "gin", "")}, id="gin"),
        pytest.param(
            {"preset": "modern"}, big_gin("1", 27), {"1": (None, "big gin", "")}, id="big gin"
        ),
        pytest.param(
            {}, DRAW, {"1": (None, "draw", "soft"), "2": (None, "draw", "soft")}, id="draw"
        ),
        pytest.param(
            {"undercut_on_tie": False},
            knock("1", 5, 5),
            {"1": (None, "equal", "soft"), "2": (None, "equal", "soft")},
            id="equal",
        ),
        pytest.param(
            {"seats": THREE},
            gin("2", 27, "3"),
            {"2": (None, "gin", ""), "1": (None, "sat out", "soft")},
            id="three",
        ),
        pytest.param(
            {"seats": FOUR},
            deal(knock("1", 4, 20, "2"), gin("4", 15, "3")),
            {"1+3": "+16 −35", "2+4": "−16 +35"},
            id="pairs",
        ),
        pytest.param(
            {"seats": FOUR},
            {"hands": [draw_of("1", "2"), draw_of("3", "4")]},
            {"1+3": ("0 0", "draw", "soft"), "2+4": ("0 0", "draw", "soft")},
            id="pairs, drawn",
        ),
        pytest.param(
            {"seats": FOUR},
            deal(gin("1", 5, "2"), gin("4", 5, "3")),
            {"1+3": ("+25 −25", "equal", "soft"), "2+4": ("−25 +25", "equal", "soft")},
            id="pairs, equal",
        ),
        pytest.param(
            {"spades_double": True},
            knock("1", 5, 27, upcard="7S"),
            {"1": (None, "knock ♠×2", "")},
            id="doubled by a spade",
        ),
        pytest.param(
            {"spades_double": True}, gin("1", 27, upcard="7H"), {"1": (None, "gin", "")}, id="heart"
        ),
        pytest.param(
            {"seats": FOUR, "spades_double": True},
            {**deal(knock("1", 4, 20, "2"), gin("4", 15, "3")), "upcard": "7S"},
            {"1+3": "+16 −35", "2+4": "−16 +35 ♠×2"},
            id="pairs, doubled by a spade",
        ),
    ],
)
def test_cells_say_how_a_hand_ended(agreed, answers, cells):
    assert marks(answers, **agreed) == cells


def test_cells_have_texts_for_screen_readers():
    played_deal = play(GAME, start(FOUR), deal(knock("1", 4, 20, "2"), gin("4", 15, "3")))

    assert text(GAME.display.cells(played_deal)["1+3"].spoken) == "first hand +16, second hand −35"

    answers = {**deal(knock("1", 4, 20, "2"), gin("4", 15, "3")), "upcard": "7S"}
    doubled = play(GAME, start(FOUR, spades_double=True), answers)
    assert [text(cell.spoken) for cell in GAME.display.cells(doubled).values()] == [
        "first hand +16, second hand −35",
        "first hand −16, second hand +35, doubled by a spade",
    ]


def test_titles_buttons_and_notes_describe_the_hand_and_the_target():
    position = start()

    assert text(GAME.display.title(position, "hand")) == "Hand 1"
    assert text(GAME.display.title(position, "hand-1")) == "Hand 1, 1 of 2"
    assert text(GAME.display.title(position, "hand-2")) == "Hand 1, 2 of 2"
    assert text(GAME.display.save_label(position, "hand")) == "Save the hand"
    assert text(GAME.display.save_label(position, "hand-1")) == "Save the first hand"
    assert text(GAME.display.save_label(position, "hand-2")) == "Save the second hand"
    assert text(GAME.display.deal_subtitle(position)) == "Ana deals · first to 100"
    assert text(GAME.display.deal_subtitle(start(THREE))) == "Ana sits out as dealer · first to 100"
    assert GAME.display.deal_label(position) is None
    assert (
        text(GAME.display.caption(table()))
        == "Each cell shows the points of the hand and the total. The match ends at 100 points."
    )
    assert text(GAME.display.caption(table(hollywood=True))) == (
        "Each cell shows the points of the hand and the total of all three games."
        " Each game is played to 100."
    )
    assert text(GAME.display.caption(table(FOUR))) == (
        "Each cell shows both hands, the points, and the total. The match ends at 125 points."
    )
    assert text(GAME.display.caption(table(FOUR, hollywood=True))) == (
        "Each cell shows both hands, the points, and the total of all three games."
        " Each game is played to 125."
    )
    assert text(GAME.display.sheet_note(position)) == (
        "Boxes: Ana 0, Bruno 0. At the end, each box counts 20, and the first to reach 100 gets"
        " 100 for the game."
    )
    assert GAME.is_open(table()) is False


@pytest.mark.parametrize(
    ("agreed", "says"),
    [
        pytest.param(
            {},
            "to 100, knock with 10 or less, gin 20, undercut 10, box 20, game 100.",
            id="classic",
        ),
        pytest.param(
            {"preset": "modern", "knock_limit": 0},
            "to 100, only gin ends a hand, gin 25, undercut 25, box 25, game 100, big gin 31,"
            " the hands count double in a shutout.",
            id="modern, only gin",
        ),
        pytest.param(
            {"oklahoma": True, "spades_double": True, "hollywood": True},
            "to 100, knock with 10 or less, gin 20, undercut 10, box 20, game 100,"
            " Oklahoma, spades double, Hollywood.",
            id="everything",
        ),
        pytest.param(
            {
                "shutout": "none",
                "undercut_on_tie": False,
                "winner_by": "total",
                "deal_rule": "loser",
                "oklahoma": True,
                "oklahoma_ace": "gin_only",
            },
            "to 100, knock with 10 or less, gin 20, undercut 10, box 20, game 100,"
            " no shutout bonus, equal deadwood is not an undercut, the highest final score wins,"
            " the loser of a hand deals next, Oklahoma, only gin after an ace.",
            id="other house rules",
        ),
    ],
)
def test_the_summary_states_the_options(agreed, says):
    assert text(GAME.display.summary(table(**agreed))) == says
