"""Previews of deals of Chinchón."""

import pytest

from tests.rules.chinchon_table import GAME, TWO_DEALS, after, deal
from tests.rules.notation import field, text


def test_the_page_says_who_is_missing_and_who_reaches_the_limit():
    _, position = after(*TWO_DEALS)

    seen = GAME.display.preview(position, "cards", deal("3", 21, 18, 3, 8))

    assert text(seen.save_note) == "Still to count: Edu. Bruno reaches 103 and may come back."
    assert {seat: text(note) for seat, note in seen.notes.items()} == {
        "1": "58",
        "2": "85 of 100",
        "3": "1",
        "4": "79",
        "5": "66",
    }
    assert {s: (a.total, text(a.note), a.is_loss) for s, a in seen.totals_after.items()} == {
        "1": (79, None, False),
        "2": (103, "out", True),
        "3": (4, None, False),
        "4": (87, None, False),
    }


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        pytest.param({}, "Who closed? Still to count: 5 players.", id="nothing"),
        pytest.param(deal(None, 1, 2, 3, 4, 5), "Who closed?", id="only the closer is missing"),
        pytest.param(deal("5", 1, 2, 3, 4), "Still to count: Edu.", id="the closer's number"),
        pytest.param(
            {"closer": "1", "close": "chinchon"},
            "Still to count: 4 players.",
            id="a full hand needs no number",
        ),
        pytest.param(deal("3", 1, 2, 3, 4, 5), "Dina deals next.", id="complete"),
        pytest.param(
            deal("3", 60, 60, 3, 60, 60),
            "Chus wins the pot of 5. Ana reaches 118 and is out. Bruno reaches 145 and is out."
            " Dina reaches 139 and is out. Edu reaches 126 and is out.",
            id="the end",
        ),
    ],
)
def test_the_sentence_beside_save_says_what_follows(answers, says):
    _, position = after(*TWO_DEALS)

    assert text(GAME.display.preview(position, "cards", answers).save_note) == says


def test_the_preview_says_who_shares_the_pot_at_the_end():
    first = deal("1", 4, 45, 47, seats=("1", "2", "3"))
    last = deal("3", 46, 10, 3, seats=("1", "2", "3"))
    _, position = after(first, seats=("1", "2", "3"), limit=50, stake=2)
    _, free = after(first, seats=("1", "2", "3"), limit=50, stake=0)

    assert text(GAME.display.preview(position, "cards", last).save_note) == (
        "Ana and Chus share the pot of 6, 3 each. Ana reaches 50 and is out."
        " Bruno reaches 55 and is out. Chus reaches 50 and is out."
    )
    assert text(GAME.display.preview(free, "cards", last).save_note).startswith(
        "Ana and Chus win. Ana reaches"
    )


def test_the_preview_counts_a_chinchon():
    _, position = after(*TWO_DEALS)

    seen = GAME.display.preview(position, "cards", deal("3", 21, 1, 0, 8, 12, close="chinchon"))

    assert seen.totals_after["3"].total == -9


NOBODY = "The pot stays at 5. Dina deals next."
NOBODY_YET = "If nobody comes back, the pot stays at 5. Dina deals next."
BACK = "The pot goes from 5 to 6. Dina deals next."
BACK_SO_FAR = "If nobody else comes back, the pot goes from 5 to 6. Dina deals next."


@pytest.mark.parametrize(
    ("answer", "says", "says_so_far", "bruno"),
    [
        ({}, NOBODY, NOBODY_YET, (103, "out", True)),
        ({"reenlist": []}, NOBODY, NOBODY_YET, (103, "out", True)),
        ({"reenlist": ["2"]}, BACK, BACK_SO_FAR, (87, "back", False)),
    ],
)
def test_the_preview_of_coming_back_follows_the_answers(answer, says, says_so_far, bruno):
    _, position = after(*TWO_DEALS)

    seen = GAME.display.preview(position, "back", deal("3", 21, 18, 3, 8, 12) | answer)

    assert text(seen.save_note) == says
    assert text(seen.open_save_note) == says_so_far
    assert text(seen.headline) == "Bruno is out"
    assert text(seen.detail) == "Out at 100."
    assert {seat: text(note) for seat, note in seen.notes.items()} == {"2": "85 + 18 = 103"}
    assert (
        seen.totals_after["2"].total,
        text(seen.totals_after["2"].note),
        seen.totals_after["2"].is_loss,
    ) == bruno
    assert {s: a.total for s, a in seen.totals_after.items() if s != "2"} == {
        "1": 79,
        "3": 4,
        "4": 87,
        "5": 78,
    }


def test_the_page_says_that_a_player_has_used_up_the_returns():
    again = deal("3", 0, 61, 0, 0, 0, reenlist=["2"])
    _, position = after(again, limit=60, max_reenlist=1)

    seen = GAME.display.preview(position, "cards", deal("3", 60, 61, 0, 0, 0))

    assert text(seen.save_note) == (
        "Ana reaches 60 and may come back."
        " Bruno reaches 61 and is out, having already come back once."
    )


def test_a_player_who_cannot_come_back_again_is_shown_but_not_asked():
    again = deal("3", 0, 61, 0, 0, 0, reenlist=["2"])
    _, position = after(again, limit=60, max_reenlist=1)
    both = deal("3", 60, 61, 0, 0, 0)

    seen = GAME.display.preview(position, "back", both)

    assert field(position, both, "reenlist").seats == ("1",)
    assert text(seen.headline) == "Ana and Bruno are out"
    assert text(seen.notes["2"]) == "0 + 61 = 61; has already come back once"
    assert text(seen.notes["1"]) == "0 + 60 = 60"
