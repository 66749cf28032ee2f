"""Chinchón on the page: fields, cells of the sheet, the summary."""

import pytest

from tests.rules.chinchon_table import GAME, TO_THE_END, TWO_DEALS, after, deal, table
from tests.rules.notation import FIVE, field, text


def test_the_fields_have_their_order_and_layout():
    asked = GAME.deal.fields(GAME.begin(table()), {})

    assert [(f.name, f.stage, f.layout, f.required, f.needs_every_seat) for f in asked] == [
        ("close", "cards", "strip", False, True),
        ("closer", "cards", "table", True, True),
        ("deadwood", "cards", "table", True, True),
        ("defective", "cards", "folded", False, False),
        ("reenlist", "back", "chips", False, True),
    ]


def test_a_misdealt_hand_has_six_or_eight_cards():
    misdealt = field(GAME.begin(table()), {}, "defective")

    assert (misdealt.limits.least, misdealt.limits.most) == (6, 8)
    assert [(c.value, text(c.label)) for c in misdealt.choices] == [
        ("6", "6 cards"),
        ("8", "8 cards"),
    ]
    assert text(misdealt.note) == "Players dealt six or eight cards"


def test_the_closers_limit_is_lower():
    _, position = after(*TWO_DEALS)

    assert field(position, {}, "deadwood").limits.bounds("3") == (0, 61)
    assert field(position, {"closer": "3"}, "deadwood").limits.bounds("3") == (0, 4)
    assert field(position, {"closer": "3"}, "deadwood").limits.bounds("1") == (0, 61)
    assert field(position, {"closer": "9"}, "deadwood").limits.by_seat == {}


def test_a_closer_with_a_full_hand_has_a_fixed_0():
    _, position = after(*TWO_DEALS)

    full = field(position, {"closer": "3", "close": "chinchon"}, "deadwood")

    assert full.limits.fixed_numbers == {"3": 0}
    assert (
        field(position, {"closer": "3", "close": "normal"}, "deadwood").limits.fixed_numbers == {}
    )
    assert field(position, {"close": "chinchon"}, "deadwood").limits.fixed_numbers == {}


def test_six_and_eight_cards_have_other_limits():
    _, position = after(*TWO_DEALS)
    odd = {"1": 6, "2": 8, "4": 7, "5": True}

    left = field(position, {"defective": odd}, "deadwood")

    assert [left.limits.bounds(seat) for seat in FIVE] == [
        (0, 54),
        (0, 68),
        (0, 61),
        (0, 61),
        (0, 61),
    ]


def test_the_closer_cannot_be_given_a_misdealt_hand():
    _, position = after(*TWO_DEALS)

    assert field(position, {}, "defective").forbidden == {}
    assert {
        where: text(why)
        for where, why in field(position, {"closer": "3"}, "defective").forbidden.items()
    } == {
        ("3", 6): "the player who closes has seven cards.",
        ("3", 8): "the player who closes has seven cards.",
    }


@pytest.mark.parametrize(
    ("rule", "chips"),
    [
        ("same", ["Closed, 4 or less", "Chinchón, −10"]),
        ("minus25", ["Closed, 4 or less", "Chinchón, −10", "Run of seven, −25"]),
        ("minus50", ["Closed, 4 or less", "Chinchón, −10", "Run of seven, −50"]),
        ("wins", ["Closed, 4 or less", "Chinchón, −10", "Run of seven, wins"]),
    ],
)
def test_a_run_is_offered_only_if_it_counts_unlike_a_chinchon(rule, chips):
    close = field(GAME.begin(table(run_rule=rule)), {}, "close")

    assert [text(choice.label) for choice in close.choices] == chips
    assert [c.value for c in close.choices] == ["normal", "chinchon", "run"][: len(chips)]
    assert (close.default, close.unlisted_values) == ("normal", ("run",))


def test_coming_back_names_score_price_and_pot():
    _, position = after(*TWO_DEALS)

    back = field(position, deal("3", 21, 18, 3, 8, 12), "reenlist")

    assert (back.stage, back.seats, back.hints.marked_numbers) == ("back", ("2",), {"2": 87})
    assert text(back.label) == "Back in at 87?"
    assert text(back.note) == (
        "The highest total still in the match is 87 (Dina)."
        " Coming back adds 1 to the pot of 5. Players cannot come back later."
    )
    assert [text(choice.label) for choice in back.choices] == [
        "Yes, back at 87",
        "No, out for good",
    ]


def test_nobody_may_come_back_before_the_deal_is_complete():
    _, position = after(*TWO_DEALS)

    assert field(position, deal("3", 21, 18, 3, 8), "reenlist").seats == ()
    assert field(position, {"deadwood": dict.fromkeys(FIVE, 60)}, "reenlist").seats == ()


def test_the_sheet_marks_closed_out_and_back():
    rounds, _ = after(*TO_THE_END)

    def marks(played):
        return {
            seat: cell.note and (text(cell.note.word), cell.note.tone)
            for seat, cell in GAME.display.cells(played).items()
        }

    nothing = dict.fromkeys(FIVE)
    assert marks(rounds[0]) == nothing | {"3": ("closed", "")}
    assert marks(rounds[2]) == nothing | {"2": ("back 87", "back"), "3": ("closed", "")}
    assert marks(rounds[3]) == nothing | {
        "3": ("closed", ""),
        "4": ("out", "out"),
        "5": ("back 96", "back"),
    }
    assert marks(rounds[5]) == {"1": ("out", "out"), "3": ("closed", "")}


@pytest.mark.parametrize(("close", "word"), [("chinchon", "chinchón"), ("run", "run")])
def test_the_sheet_says_how_a_deal_was_closed(close, word):
    (only,), _ = after(deal("3", 1, 2, 0, 4, 5, close=close))

    assert GAME.display.deal_note(only) is None
    assert text(GAME.display.cells(only)["3"].note.word) == word


def test_titles_buttons_and_notes_name_the_dealer_the_pot_and_the_limit():
    _, position = after(*TWO_DEALS)
    setup = position.setup

    assert text(GAME.display.title(position, "cards")) == "Points left"
    assert text(GAME.display.title(position, "back")) == "Coming back?"
    assert text(GAME.display.step_phrase("back", {})) == "who comes back"
    assert GAME.display.step_phrase("cards", {}) is None
    assert text(GAME.display.deal_subtitle(position)) == "Chus deals · pot 5"
    assert text(GAME.display.save_label(position, "cards")) == "Save the deal"
    assert text(GAME.display.save_label(position, "back")) == "Save who comes back"
    assert GAME.display.deal_label(position) is None
    assert text(GAME.display.caption(setup)) == (
        "Each cell shows the points of this deal and the total so far. Out at 100."
        " Players come back at the highest total of those still in."
    )
    assert text(GAME.display.sheet_note(position)) == "Out at 100. The pot is 5."


def test_the_notes_mention_no_pot_and_no_return_if_there_are_none():
    setup = table(bust="exceed", max_reenlist=0, stake=0)

    assert text(GAME.display.caption(setup)) == (
        "Each cell shows the points of this deal and the total so far. Out above 100."
    )
    assert text(GAME.display.sheet_note(GAME.begin(setup))) == "Out above 100."
    assert GAME.display.sheet_note(after(*TO_THE_END)[1]) is None


@pytest.mark.parametrize(
    ("agreed", "says"),
    [
        (
            {},
            "out at 100, 40 cards, close with 4 or less, chinchón −10, run of seven counts like"
            " any chinchón, any number of returns for a stake of 1 each.",
        ),
        (
            {"limit": 70, "deck": 48, "close_max": 3, "run_rule": "wins", "max_reenlist": 1},
            "out at 70, 48 cards, close with 3 or less, chinchón −10, run of seven wins the match,"
            " one return for a stake of 1.",
        ),
        (
            {"bust": "exceed", "run_rule": "minus25", "max_reenlist": 0, "chinchon_bonus": 20},
            "out above 100, 40 cards, close with 4 or less, chinchón −20, run of seven −25,"
            " no returns.",
        ),
        (
            {"run_rule": "minus50", "max_reenlist": 3, "reentry_stake": 2},
            "out at 100, 40 cards, close with 4 or less, chinchón −10, run of seven −50,"
            " up to 3 returns for a stake of 2 each.",
        ),
        (
            {"figures": "ten", "wilds": 2, "stake": 5, "max_reenlist": 0},
            "out at 100, 40 cards, close with 4 or less, chinchón −10, run of seven counts like"
            " any chinchón, court cards count 10 each, 2 wild cards that count 25 each, stake 5, no"
            " returns.",
        ),
    ],
)
def test_the_summary_states_the_options(agreed, says):
    assert text(GAME.display.summary(table(**agreed))) == says
