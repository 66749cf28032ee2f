"""Jaguar on the page: fields, labels and cells of the sheet."""

import pytest

from scorekeeper.rules.fields import FieldLayout
from scorekeeper.rules.game import play
from tests.rules.jaguar_table import (
    BANDS,
    FIVE,
    GAME,
    SIX,
    field,
    hand,
    points_taken,
    preview,
    refusals,
    start,
)
from tests.rules.notation import text


def test_the_jaguars_chip_in_the_friend_field_says_alone():
    assert field("friend").hints.chip_labels == {}
    names = field("friend", {"jaguar": "Bruno"}).hints.chip_labels
    assert {seat: text(words) for seat, words in names.items()} == {"Bruno": "alone"}
    assert field("friend", {"jaguar": "Zoe"}).hints.chip_labels == {}


def test_1_and_119_are_forbidden_before_they_are_entered():
    assert {value: text(why) for (_, value), why in field("points").forbidden.items()} == {
        1: "No card is worth 1 point. Enter 0, or 2 or more.",
        119: "119 would leave 1 point, but no card is worth 1. Enter 120, or 118 or less.",
    }


def test_the_four_suits_of_the_pack_are_offered():
    assert [suit.value for suit in field("trump").choices] == ["coins", "cups", "swords", "batons"]
    assert [suit.icon for suit in field("trump").choices] == ["coins", "cups", "swords", "batons"]


def test_french_suits_are_offered_once_one_is_recorded():
    suits = field("trump", {"trump": "hearts"})

    assert [suit.value for suit in suits.choices] == ["clubs", "diamonds", "hearts", "spades"]
    assert [suit.icon for suit in suits.choices] == ["club", "diamond", "heart", "spade"]
    assert suits.unlisted_values == ("coins", "cups", "swords", "batons")


def rows(**options):
    """Return (name, label, note, layout) of the fields shown, in order."""
    return [
        (f.name, text(f.label), text(f.note), f.layout)
        for f in GAME.deal.fields(start(**options), {})
        if f.layout is not FieldLayout.HIDDEN
    ]


def test_a_hand_asks_for_the_jaguar_the_called_card_the_friend_and_the_points():
    assert rows() == [
        ("jaguar", "Jaguar", "won the bid", FieldLayout.CHIPS),
        ("called", "Called", "the friend’s card", FieldLayout.CHIPS),
        ("trump", "Trump", "card’s suit", FieldLayout.CHIPS),
        ("friend", "Friend", "held the card", FieldLayout.CHIPS),
        ("points", "Points", "0 to 120", FieldLayout.KEYS),
    ]


def test_options_add_fields():
    assert rows(cappotto_double=True)[-1] == (
        "all_tricks",
        "All eight tricks",
        None,
        FieldLayout.FOLDED,
    )
    assert rows(point_bids=True)[-1] == (
        "bid_points",
        "Points bid",
        "62 to 120, after a 2",
        FieldLayout.KEYS,
    )


def test_a_hand_is_one_stage():
    fields = GAME.deal.fields(start(), {})

    assert {f.stage for f in fields} == {"hand"}
    assert [f.name for f in fields if f.required] == ["jaguar", "friend", "points"]
    assert GAME.deal.stage(start(), {}) == "hand"
    assert GAME.deal.stage(start(), hand()) is None


def test_the_points_taken_have_a_total():
    assert (field("taken").limits.total, field("taken").seats) == (120, FIVE)


@pytest.mark.parametrize(
    "also",
    [
        {"jaguar": "Ana"},
        {"called": "4"},
        {"trump": "cups"},
        {"friend": "Ana"},
        {"points": 70},
        {"all_tricks": True},
        {"taken": points_taken(20, 20, 20, 20, 40)},
        {"bid_points": 70},
        {"bids": []},
    ],
    ids=lambda also: next(iter(also)),
)
def test_other_fields_are_refused_if_everyone_passed(also):
    problems = refusals({"all_pass": True} | also, point_bids=True)

    assert problems == [
        (
            "bad_field",
            next(iter(also)),
            None,
            "If everyone passed, leave everything else blank.",
        )
    ]


def test_with_six_players_only_five_are_offered():
    assert field("jaguar", players=SIX).seats == ("Bruno", "Chus", "Dina", "Edu", "Fay")
    assert field("friend", players=SIX).seats == ("Bruno", "Chus", "Dina", "Edu", "Fay")


def test_one_button_answers_a_hand_that_everyone_passed():
    (quick,) = preview({}).quick_answers

    assert (text(quick.label), quick.answers, quick.submits) == (
        "All pass",
        {"all_pass": True},
        True,
    )
    assert refusals(quick.answers) == []
    assert GAME.deal.stage(start(), quick.answers) is None
    assert preview(hand()).quick_answers == preview({"all_pass": True}).quick_answers == (quick,)


@pytest.mark.parametrize(
    ("answers", "players", "notes"),
    [
        pytest.param(hand(), FIVE, {"Bruno": "jaguar", "Edu": "friend"}, id="two"),
        pytest.param(hand(friend="Bruno"), FIVE, {"Bruno": "alone"}, id="alone"),
        pytest.param({"all_pass": True}, FIVE, dict.fromkeys(FIVE, "passed"), id="all passed"),
        pytest.param(
            hand(), SIX, {"Ana": "sits out", "Bruno": "jaguar", "Edu": "friend"}, id="six"
        ),
    ],
)
def test_cells_name_the_jaguar_and_the_friend(answers, players, notes):
    cells = GAME.display.cells(play(GAME, start(players), answers))

    assert {s: text(cell.note.word) for s, cell in cells.items() if cell.note} == notes
    assert set(cells) == set(players)
    tones = {text(cell.note.word): cell.note.tone for cell in cells.values() if cell.note}
    assert (
        tones.items()
        <= {
            "jaguar": "",
            "friend": "",
            "alone": "",
            "passed": "soft",
            "sits out": "soft",
        }.items()
    )


def test_titles_and_notes_describe_the_hand_and_only_a_match_without_a_limit_is_open():
    assert text(GAME.display.title(start(), "hand")) == "Hand 1"
    assert text(GAME.display.deal_subtitle(start())) == "Ana deals · bids first"
    assert text(GAME.display.deal_subtitle(start(SIX))) == "Bruno bids first · Ana deals · sits out"
    assert text(GAME.display.save_label(start(), "hand")) == "Save the hand"
    assert (
        text(GAME.display.caption(start().setup))
        == "Each cell shows the points of this hand and the total so far."
    )
    assert GAME.display.deal_label(start()) is None
    agreed = ({}, {"target": 5}, {"hands": 3}, {"target": 5, "hands": 3})
    assert [GAME.is_open(start(**each).setup) for each in agreed] == [True, False, False, False]


def test_the_line_below_the_sheet_says_what_ends_the_match():
    played = play(GAME, start(target=5, hands=3), hand()).after
    over = play(GAME, start(hands=1), hand()).after

    assert text(GAME.display.sheet_note(start())) == "Every hand adds up to 0."
    assert text(GAME.display.sheet_note(played)) == (
        "Every hand adds up to 0. The match ends at 5 points. 2 hands are left."
    )
    assert text(GAME.display.sheet_note(start(hands=1))) == (
        "Every hand adds up to 0. One hand is left."
    )
    assert text(GAME.display.sheet_note(start(target=5))) == (
        "Every hand adds up to 0. The match ends at 5 points."
    )
    assert text(GAME.display.sheet_note(over)) == "Every hand adds up to 0."


def test_the_summary_states_the_options():
    everything = {
        "point_bids": True,
        "point_bands": BANDS,
        "cappotto_double": True,
        "target": 7,
        "hands": 9,
    }

    assert text(GAME.display.summary(start().setup)) == (
        "the jaguar needs 61 of the 120 card points, no fixed end."
    )
    assert text(GAME.display.summary(start(hands=1).setup)) == (
        "the jaguar needs 61 of the 120 card points, one hand."
    )
    assert text(GAME.display.summary(start(SIX, **everything).setup)) == (
        "the jaguar needs 61 of the 120 card points, the dealer sits out, after a 2, the bidding"
        " continues in points, high bids count more, winning all eight tricks counts double,"
        " the match ends at 7 points, 9 hands."
    )


def test_the_net_result_is_the_totals():
    played = play(GAME, start(), hand())

    assert GAME.end.net_amounts((played,), played.after) == {
        "Ana": -1,
        "Bruno": 2,
        "Chus": -1,
        "Dina": -1,
        "Edu": 1,
    }
    assert GAME.end.additional_results((played,), played.after) == {}


@pytest.mark.parametrize("bid", [6, 61, 121])
def test_an_impossible_bid_in_points_has_no_result(bid):
    answers = {"jaguar": "Bruno", "friend": "Zoe", "points": 65, "bid_points": bid}
    shown = preview(answers, point_bids=True)

    assert shown.headline is None
    assert shown.detail is None
