"""The leaderboard beside a question: the sides in order, with their gaps to the leader."""

import pytest

from tests.web.match_phone import sit_down


def lines(page):
    """Return the leaderboard's lines, beginning with the leader.

    There are none before the first deal.
    """
    board = next((e for e in page.root.walk() if e["class"] == "leaderboard"), None)
    return [] if board is None else [line.words for line in board.all("li")]


def test_the_leaderboard_is_empty_before_the_first_deal(app):
    three = sit_down(app, "jabberwocky", 3)
    three.save(bids=(1, 0, 1))

    assert lines(three.page) == []


def test_players_are_in_order_with_the_gap_to_the_leader(app):
    three = sit_down(app, "jabberwocky", 3, scoring="ten_plus_bid")
    three.save(bids=(1, 0, 1))
    three.save(tricks=(2, 0, 1))

    assert lines(three.page) == ["Cem 11", "Ben 10 1 behind", "Ana 0 11 behind"]


def test_players_level_with_the_leader_have_no_gap(app):
    three = sit_down(app, "jabberwocky", 3)
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 1, 1))

    assert lines(three.page) == ["Ana 1", "Cem 1", "Ben 0 1 behind"]


def test_the_gap_is_counted_from_the_lowest_total_if_it_wins(app):
    three = sit_down(app, "loba", 3)
    three.save(went_out="1", deadwood=(None, 30, 7))

    assert lines(three.page) == ["Ana 0", "Cem 7 7 behind", "Ben 30 30 behind"]


def test_a_player_near_the_limit_has_the_points_left_to_it(app):
    three = sit_down(app, "loba", 3)
    three.save(went_out="1", deadwood=(None, 79, 80))

    assert lines(three.page) == ["Ana 0", "Ben 79 79 behind", "Cem 80 20 short of 100"]


def test_a_player_who_is_out_is_listed_last_as_out(app):
    three = sit_down(app, "loba", 3, max_reenlist=0)
    three.save(went_out="1", deadwood=(None, 60, 7))
    three.save(went_out="1", deadwood=(None, 60, 7))

    assert lines(three.page) == ["Ana 0", "Cem 14 14 behind", "Ben 120 out"]


@pytest.mark.parametrize(
    ("target", "expected"),
    [(50, ["Ana 45 5 short of 50", "Ben 0 45 behind"]), (100, ["Ana 45", "Ben 0 45 behind"])],
    ids=["near", "far"],
)
def test_a_leader_near_the_target_has_the_points_left_to_it(app, target, expected):
    two = sit_down(app, "gin", 2, target=target)
    two.save(result="gin", knocker="1", deadwood=(0, 25))

    assert lines(two.page) == expected


def test_partners_share_one_line(app):
    four = sit_down(app, "gin", 4)
    four.save(pair="0", result="gin", knocker="1", deadwood=(0, 31, None, None))
    four.save(result="draw")

    assert lines(four.page) == ["Ana + Cem 51", "Ben + Dora 0 51 behind"]
