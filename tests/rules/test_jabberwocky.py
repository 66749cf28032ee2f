"""Jabberwocky: scores, options, and matches from the first deal to the last."""

import pytest

from scorekeeper.match.document import build_result
from tests.rules.jabberwocky_table import GAME, after, by_seat, deal, start, table
from tests.rules.notation import FIVE, THREE, field, refusals, text


@pytest.mark.parametrize(
    ("agreed", "answers", "points"),
    [
        pytest.param({}, deal((1, 1, 0), (0, 2, 1)), (0, 0, 0), id="nobody kept it"),
        pytest.param({}, deal((2, 2, 0), (2, 1, 0)), (1, 0, 1), id="two bids made"),
        pytest.param({}, deal((0, 1, 1), (0, 1, 2)), (1, 1, 0), id="nothing, kept"),
        pytest.param({}, deal((0, 3, 3), (0, 3, 0)), (1, 1, 0), id="all of them, kept"),
        pytest.param({}, deal((1, 0, 0), (2, 0, 1)), (0, 1, 0), id="over is as bad as under"),
        pytest.param({}, deal((2, 2, 0), (2, 1, 0), Chus=1), (1, 0, -2), id="reneged, bid made"),
        pytest.param({}, deal((2, 2, 0), (2, 1, 0), Bruno=2), (1, -6, 1), id="reneged twice"),
        pytest.param({}, deal((2, 2, 0), (2, 1, 0), Ana=0), (1, 0, 1), id="not reneged"),
        pytest.param(
            {}, deal((2, 2, 0), (2, 1, 0), Ana=1, Bruno=1, Chus=2), (-2, -3, -5), id="all reneged"
        ),
        pytest.param(
            {"renege_penalty": 0},
            deal((2, 2, 0), (2, 1, 0), Ana=1),
            (1, 0, 1),
            id="reneges cost nothing",
        ),
        pytest.param(
            {"renege_penalty": 5},
            deal((2, 2, 0), (2, 1, 0), Ana=2),
            (-9, 0, 1),
            id="reneges cost five",
        ),
        pytest.param(
            {"renege_voids_point": True},
            deal((2, 2, 0), (2, 1, 0), Ana=1),
            (-3, 0, 1),
            id="a renege costs the point too",
        ),
        pytest.param(
            {"renege_voids_point": True},
            deal((2, 2, 0), (2, 1, 0), Bruno=1),
            (1, -3, 1),
            id="no point to lose",
        ),
        pytest.param(
            {"renege_voids_point": True},
            deal((2, 2, 0), (2, 1, 0), Ana=0),
            (1, 0, 1),
            id="no renege, no point lost",
        ),
        pytest.param(
            {"scoring": "ten_plus_bid"},
            deal((0, 2, 3), (0, 2, 1)),
            (10, 12, 0),
            id="ten and the bid",
        ),
        pytest.param(
            {"scoring": "ten_plus_bid"},
            deal((0, 2, 3), (0, 2, 1), Bruno=1),
            (10, 9, 0),
            id="ten and the bid, less a renege",
        ),
        pytest.param(
            {"scoring": "ten_plus_bid", "renege_voids_point": True},
            deal((0, 2, 3), (0, 2, 1), Bruno=1),
            (10, -3, 0),
            id="ten and the bid, lost by a renege",
        ),
        pytest.param(
            {"scoring": "tricks_plus_ten"},
            deal((0, 2, 3), (0, 2, 1)),
            (10, 12, 1),
            id="a point a trick and ten",
        ),
        pytest.param(
            {"scoring": "tricks_plus_ten", "renege_voids_point": True},
            deal((0, 2, 3), (0, 2, 1), Bruno=1, Chus=1),
            (10, -1, -2),
            id="the tricks count, the ten are lost by a renege",
        ),
        pytest.param(
            {"dealer_hook": False}, deal((1, 1, 1), (1, 1, 1)), (1, 1, 1), id="bids may even out"
        ),
    ],
)
def test_a_deal_scores_its_made_bids_less_its_reneges(agreed, answers, points):
    (first,), _ = after(answers, **agreed)

    assert first.points == by_seat(points)


def test_the_points_for_a_bid_and_for_reneges_have_separate_reasons():
    answers = deal((2, 2, 0), (2, 1, 0), Ana=1, Bruno=2)

    parts = GAME.deal.parts(start(), answers)
    voided = GAME.deal.parts(start(renege_voids_point=True), answers)

    assert [(part.side, part.points, text(part.why)) for part in parts] == [
        ("1", 1, "Bid 2, took 2"),
        ("1", -3, "One renege"),
        ("2", 0, "Bid 2, took 1"),
        ("2", -6, "2 reneges"),
        ("3", 1, "Bid 0, took 0"),
    ]
    assert (voided[0].points, text(voided[0].why)) == (0, "Bid 2, took 2, but reneged")
    assert (voided[2].points, text(voided[2].why)) == (0, "Bid 2, took 1")


def test_the_options_have_these_defaults():
    assert table().options == {
        "schedule": [3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3],
        "scoring": "one",
        "dealer_hook": True,
        "renege_penalty": 3,
        "renege_voids_point": False,
        "first_dealer": "1",
    }


NOBODY_KEEPS = {
    n: deal((1, 1, 0), (0, 0, n)) if n != 2 else deal((0, 1, 0), (1, 0, 1)) for n in range(1, 10)
}


def test_by_default_thirteen_deals_go_up_to_nine_cards_and_back():
    cards = (3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3)

    rounds, position = after(*(NOBODY_KEEPS[n] for n in cards))

    assert tuple(field(r.before, {}, "bids").limits.most for r in rounds) == cards
    assert [text(GAME.display.deal_subtitle(r.before)) for r in rounds[:2]] == [
        "3 cards",
        "4 cards",
    ]
    assert [text(GAME.display.deal_label(r.before)) for r in rounds[5:7]] == ["8", "9"]
    assert [r.before.dealer for r in rounds] == list("1231231231231")
    assert (position.is_over, position.winners, GAME.deals(position.setup)) == (True, THREE, 13)


def test_the_match_goes_on_before_the_last_deal():
    cards = (3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4)

    _, position = after(*(NOBODY_KEEPS[n] for n in cards))

    assert (position.is_over, position.winners, position.number) == (False, (), 13)
    assert text(GAME.display.sheet_note(position)) == "One deal is left."


def test_the_highest_total_wins():
    deals = deal((2, 2, 0), (2, 1, 0), Ana=1), deal((1, 0, 1), (0, 2, 1))

    rounds, position = after(*deals, schedule=[3, 3])
    result = build_result(GAME, rounds, position)

    assert result["per_round"] == [by_seat((-2, 0, 1)), by_seat((0, 0, 1))]
    assert result["running"] == [by_seat((-2, 0, 1)), by_seat((-2, 0, 2))]
    assert (result["totals"], result["winners"], result["out"]) == (by_seat((-2, 0, 2)), ["3"], [])
    assert (result["finished"], result["dealers"]) == (True, ["1", "2"])
    assert result["bid_orders"] == [["2", "3", "1"], ["3", "1", "2"]]
    assert "next_dealer" not in result
    assert (GAME.end.net_amounts(rounds, position), GAME.low_wins) == ({}, False)


def test_equal_totals_share_the_win_even_below_0():
    every_one = deal((1, 0, 1), (2, 1, 0), Ana=1, Bruno=1, Chus=2)

    assert after(every_one, schedule=[3])[1].winners == ("1", "2")


def test_a_deal_after_the_last_one_is_refused():
    _, position = after(deal((1, 1, 0), (1, 1, 1)), schedule=[3])

    assert refusals(position, {}) == [("match_over", None, None, "The match is over.")]


def test_the_dealer_bids_last():
    rounds, position = after(
        *[deal((1,) * 5, (1, 1, 1, 0, 0), FIVE)] * 2,
        seats=FIVE,
        first_dealer="4",
        schedule=[3, 3, 3],
    )

    assert field(rounds[0].before, {}, "bids").seats == ("5", "1", "2", "3", "4")
    assert field(position, {}, "bids").seats == ("2", "3", "4", "5", "1")
    assert field(position, {}, "tricks").seats == ("2", "3", "4", "5", "1")
    assert build_result(GAME, rounds, position)["next_dealer"] == "1"


def test_the_match_has_an_end():
    assert not GAME.is_open(table())


def test_bids_are_asked_first_then_tricks():
    assert GAME.deal.stage(start(), {}) == "bids"
    assert GAME.deal.stage(start(), {"bids": by_seat((1, 1, 0))}) == "tricks"
    assert GAME.deal.stage(start(), deal((1, 1, 0), (1, 1, 1))) is None
    assert GAME.deal.other_stages(start(), {"bids": by_seat((1, 1, 0))}) == ()
