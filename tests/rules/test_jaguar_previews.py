"""Previews of hands of Jaguar."""

import pytest

from tests.rules.jaguar_table import SIX, hand, points_taken, preview
from tests.rules.notation import text


@pytest.mark.parametrize(
    ("answers", "says", "headline", "under"),
    [
        pytest.param(
            {}, "Still missing: the jaguar, the friend, the points.", None, None, id="nothing yet"
        ),
        pytest.param(
            {"jaguar": "Bruno"},
            "Still missing: the friend, the points.",
            None,
            None,
            id="the jaguar",
        ),
        pytest.param(
            {"points": 71},
            "Still missing: the jaguar, the friend.",
            "won",
            "against 49",
            id="the points",
        ),
        pytest.param(
            {"jaguar": "Zoe", "friend": 3, "points": "x"},
            "Still missing: the jaguar, the friend, the points.",
            None,
            None,
            id="nonsense",
        ),
        pytest.param(
            {"jaguar": "Ana", "friend": "Zoe", "points": 71},
            "Still missing: the friend.",
            "won",
            "against 49",
            id="a stranger",
        ),
        pytest.param(
            hand(points=71),
            "Bruno +2, Edu +1; Ana, Chus, Dina −1 each.",
            "won",
            "against 49",
            id="won",
        ),
        pytest.param(
            hand(points=120, all_tricks=True),
            "Bruno +2, Edu +1; Ana, Chus, Dina −1 each.",
            "won",
            "against 0",
            id="all of them",
        ),
        pytest.param(
            hand(points=60),
            "Bruno −2, Edu −1; Ana, Chus, Dina +1 each.",
            "lost",
            "against 60",
            id="lost",
        ),
        pytest.param(
            hand(friend="Bruno"),
            "Bruno +4; Ana, Chus, Dina, Edu −1 each.",
            "won",
            "against 49",
            id="alone",
        ),
        pytest.param(
            hand(points=1),
            "No card is worth 1 point. Enter 0, or 2 or more.",
            None,
            None,
            id="one point",
        ),
        pytest.param(
            hand(points=-1), "The card points must be between 0 and 120.", None, None, id="below"
        ),
        pytest.param(
            hand(points=121), "The card points must be between 0 and 120.", None, None, id="above"
        ),
        pytest.param(
            hand(all_tricks=True),
            "If one side took all the tricks, the points are 120 or 0, not 71.",
            None,
            "against 49",
            id="all tricks",
        ),
        pytest.param(
            {"all_tricks": True},
            "Still missing: the jaguar, the friend, the points.",
            None,
            None,
            id="all tricks, no points yet",
        ),
        pytest.param(
            hand(bid_points=80),
            "Bruno −2, Edu −1; Ana, Chus, Dina +1 each.",
            "lost",
            "against 49, bid 80",
            id="less than was bid",
        ),
        pytest.param(
            {"all_pass": True},
            "Everyone passed: nobody scores, and Bruno deals next.",
            None,
            None,
            id="all pass",
        ),
        pytest.param(
            {"jaguar": "Ana", "friend": "Edu", "taken": points_taken(40, 0, 20, 29, 31)},
            "Ana +2, Edu +1; Bruno, Chus, Dina −1 each.",
            "won",
            "against 49",
            id="taken",
        ),
        pytest.param(
            {"jaguar": "Ana", "friend": "Edu", "taken": {"Ana": 40}},
            "Still missing: the points.",
            None,
            None,
            id="taken by one so far",
        ),
    ],
)
def test_the_preview_says_what_is_missing_or_what_each_player_gets(answers, says, headline, under):
    seen = preview(answers, point_bids=True)

    assert (text(seen.save_note), text(seen.headline), text(seen.detail)) == (says, headline, under)


def test_projected_totals_are_empty_until_the_hand_is_complete():
    assert preview({"jaguar": "Bruno", "points": 71}).totals_after == {}
    after = preview(hand(), players=SIX, target=2).totals_after
    assert {seat: (then.total, text(then.note)) for seat, then in after.items()} == {
        "Ana": (0, None),
        "Bruno": (2, "wins"),
        "Chus": (-1, None),
        "Dina": (-1, None),
        "Edu": (1, None),
        "Fay": (-1, None),
    }
