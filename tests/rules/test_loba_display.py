"""Loba on the page: fields, previews, cells of the sheet, the summary."""

import pytest

from tests.rules.loba_table import GAME, after, deal, table
from tests.rules.notation import THREE, TWO, field, text


def test_the_fields_have_their_order_and_layout():
    asked = GAME.deal.fields(GAME.begin(table()), {})

    assert [(f.name, f.stage, f.layout, f.required, f.default) for f in asked] == [
        ("clean", "cards", "strip", False, False),
        ("went_out", "cards", "table", True, None),
        ("deadwood", "cards", "table", True, None),
        ("reenlist", "back", "chips", False, None),
    ]


def test_the_player_who_went_out_has_a_fixed_0():
    start = GAME.begin(table())

    gone = field(start, {"went_out": "3"}, "deadwood")

    assert (gone.limits.fixed_numbers, gone.limits.bounds("3"), gone.limits.bounds("1")) == (
        {"3": 0},
        (0, 90),
        (2, 90),
    )
    for nobody in ({"went_out": None}, {"went_out": "9"}, {"went_out": ["3"]}, {}):
        assert (
            field(start, nobody, "deadwood").limits.fixed_numbers,
            field(start, nobody, "deadwood").limits.by_seat,
        ) == (
            {},
            {},
        )


def test_nobody_went_out_is_an_answer():
    went_out = field(GAME.begin(table()), {}, "went_out")

    assert (went_out.nullable, went_out.seats, text(went_out.note)) == (
        True,
        THREE,
        "Nobody went out",
    )


def test_coming_back_names_score_price_and_pot():
    back = field(GAME.begin(table(limit=40)), deal("3", 15, 41, 0), "reenlist")

    assert (back.stage, back.seats, back.hints.marked_numbers) == ("back", ("2",), {"2": 15})
    assert text(back.label) == "Back in at 15?"
    assert text(back.note) == (
        "The highest total still in the match is 15 (Ana). Coming back adds 1 to the pot of 3."
        " Players cannot come back later."
    )


def test_nobody_may_come_back_before_the_deal_is_complete():
    start = GAME.begin(table(limit=40))

    assert field(start, deal("3", 41), "reenlist").seats == ()
    assert field(start, {"deadwood": {"1": 41, "2": 5, "3": 5}}, "reenlist").seats == ()
    assert field(start, deal(None, 41, 5, 5), "reenlist").seats == ("1",)


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        pytest.param({}, "Who went out? Still to count, 2 to 90 each: 3 players.", id="nothing"),
        pytest.param(
            deal("3", 15, 41),
            "Bruno reaches 41 and may come back.",
            id="the player who went out needs no number",
        ),
        pytest.param(
            {"went_out": "3", "deadwood": {"2": 41}},
            "Still to count, 2 to 90: Ana. Bruno reaches 41 and may come back.",
            id="one missing",
        ),
        pytest.param(
            {"went_out": None}, "Still to count, 2 to 90 each: 3 players.", id="nobody went out"
        ),
        pytest.param(
            {"deadwood": {"1": 2, "2": 2, "3": 2}},
            "Who went out?",
            id="all but the player who went out",
        ),
        pytest.param(deal("3", 2, 2, 0), "Bruno deals next.", id="complete"),
        pytest.param(
            deal(None, 41, 42, 43),
            "Ana wins the pot of 3. Ana reaches 41 and is out. Bruno reaches 42 and is out."
            " Chus reaches 43 and is out.",
            id="the end",
        ),
    ],
)
def test_the_sentence_beside_save_says_what_follows(answers, says):
    start = GAME.begin(table(limit=40))

    assert text(GAME.display.preview(start, "cards", answers).save_note) == says


def test_projected_totals_say_who_would_be_out():
    start = GAME.begin(table(limit=40))

    seen = GAME.display.preview(start, "cards", deal("3", 15, 41, 0, clean=True))

    assert {s: (a.total, text(a.note), a.is_loss) for s, a in seen.totals_after.items()} == {
        "1": (15, None, False),
        "2": (41, "out", True),
        "3": (-10, None, False),
    }
    assert {seat: text(note) for seat, note in seen.notes.items()} == {"1": "0", "2": "0", "3": "0"}


@pytest.mark.parametrize(
    ("yes", "says"),
    [
        ([], "Chus wins the pot of 3."),
        (["1"], "The pot goes from 3 to 4. Chus deals next."),
        (["1", "2"], "The pot goes from 3 to 5. Bruno deals next."),
    ],
)
def test_the_preview_of_coming_back_follows_the_answers(yes, says):
    start = GAME.begin(table(limit=40))

    seen = GAME.display.preview(start, "back", deal("3", 40, 41, 0, reenlist=yes))

    assert text(seen.save_note) == says
    assert text(seen.headline) == "Ana and Bruno are out"


def test_the_sheet_marks_went_out_out_and_back():
    rounds, _ = after(
        deal("1", 0, 60, 61, reenlist=["2"]),
        deal("2", 5, 0, clean=True, seats=TWO),
        deal(None, 5, 8, seats=TWO),
        limit=60,
    )

    marks = [
        {
            s: c.note and (text(c.note.word), c.note.tone)
            for s, c in GAME.display.cells(each).items()
        }
        for each in rounds
    ]
    assert marks == [
        {"1": ("went out", ""), "2": ("back 0", "back"), "3": ("out", "out")},
        {"1": None, "2": ("all at once", "")},
        {"1": None, "2": None},
    ]
    notes = [GAME.display.deal_note(each) for each in rounds]
    assert [note and text(note) for note in notes] == [None, None, "nobody went out"]


@pytest.mark.parametrize(
    ("agreed", "says"),
    [
        (
            {},
            "out at 100, going out all at once −10, a joker counts 10, up to 2 returns"
            " for a stake of 1 each.",
        ),
        (
            {"limit": 101, "max_reenlist": None, "joker_value": 25, "clean_bonus": 0, "stake": 2},
            "out at 101, going out all at once 0, a joker counts 25, stake 2, any number of"
            " returns for a stake of 2 each.",
        ),
    ],
)
def test_the_summary_states_the_options(agreed, says):
    assert text(GAME.display.summary(table(**agreed))) == says
