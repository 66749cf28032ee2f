"""Matches played deal by deal produce the standings that docs/seasons.md describes.

Each test contains its season as a text table of matches, and the resulting standings.
"""

import pytest

from scorekeeper.rules import GAMES
from scorekeeper.stats.stakes import Stakes
from tests.league.playing_group import PlayingGroup, deal_answers
from tests.league.season_changes import season
from tests.rules.gin_table import deal as two_hands
from tests.rules.gin_table import draw_of, gin, knock
from tests.stats.season_on_paper import added_up, per_match

A, B, C, D, E, F = "123456"
IN_CENTS = Stakes("cents", dict.fromkeys(GAMES, 10))


@pytest.fixture
def group(app, log, stats_cache):
    return PlayingGroup(log, stats_cache)


def test_a_player_coming_back_gets_the_place_reached_at_the_end(store, group):
    autumn = season(store, stakes=IN_CENTS)

    group.play(
        "2026-10-01",
        "chinchon",
        (A, B, C, D),
        deal_answers(A, b=60, c=50, d=40),
        deal_answers(A, b=45, c=30, d=30, back=B),  # out at 105, back at 80
        deal_answers(A, b=10, c=25, d=40, back=()),  # both out: Chus at 105, Dina at 110
        deal_answers(B, a=61),
        deal_answers(B, a=50),
    )

    assert group.is_as_on(
        autumn,
        """
        evening            | Ana     | Bruno  | Chus    | Dina
        1 Oct chinchon low | 2 (111) | 1 (90) | 3 (105) | 4 (110)
    """,
    )
    assert group.table(autumn) == "1 Bruno 5 | 2 Ana 3 | 3 Chus 2 | 4 Dina 1"
    # Everyone pays one stake and Bruno, who came back, a second one. Bruno wins the pot.
    assert group.money(autumn) == {"Ana": -10, "Bruno": 30, "Chus": -10, "Dina": -10}


def test_players_out_in_the_same_deal_have_their_podium_places_in_the_season(store, group):
    autumn = season(store, scheme=added_up("places", tie_breaks=("head",)))

    group.play(  # Bruno and Chus go out together with equal totals
        "2026-10-01",
        "loba",
        (A, B, C, D),
        deal_answers(A, b=60, c=60, d=30),
        deal_answers(A, b=40, c=40, d=20, back=()),
        deal_answers(D, a=90),
        deal_answers(D, a=10, back=()),
    )
    group.play(  # Chus out below Bruno; then Ana and Dina out together, Dina below Ana
        "2026-10-08",
        "loba",
        (A, B, C, D),
        deal_answers(A, b=80, c=75, d=60),
        deal_answers(A, b=25, c=25, d=10, back=()),
        deal_answers(None, a=90, d=20),
        deal_answers(None, a=20, d=15),
    )

    assert group.is_as_on(
        autumn,
        """
        evening        | Ana     | Bruno    | Chus     | Dina
        1 Oct loba low | 2 (100) | 3= (100) | 3= (100) | 1 (50)
        8 Oct loba low | 2 (110) | 4 (105)  | 3 (100)  | 1 (105)
    """,
    )
    assert group.table(autumn) == "1 Dina 10 | 2 Ana 6 | 3 Chus 3½ | 4 Bruno 2½"


def test_partners_share_a_place_and_do_not_count_as_opponents(store, group):
    autumn = season(store, scheme=added_up("places", tie_breaks=("head",)), stakes=IN_CENTS)

    group.play(  # Ana and Chus: hands of 50 and 10, a box, the game, a shutout
        "2026-10-01",
        "gin",
        (A, B, C, D),
        two_hands(gin(A, 30, B), knock(C, 5, 15, D)),
        target=50,
    )
    group.play(  # Ana and Bruno: 3 from hands + box; Chus and Dina: 60, a box, the game
        "2026-10-08",
        "gin",
        (A, C, B, D),
        {"hands": [{"pair": [A, C], **knock(A, 4, 7, C)}, draw_of(B, D)]},
        two_hands(gin(C, 30, A), knock(D, 5, 15, B)),
        target=50,
    )

    assert group.is_as_on(
        autumn,
        """
        evening   | Ana      | Bruno   | Chus     | Dina
        1 Oct gin | 1a (280) | 2b (0)  | 1a (280) | 2b (0)
        8 Oct gin | 2a (23)  | 2a (23) | 1b (180) | 1b (180)
    """,
    )
    # Not a tie: both partners get 3 for second place, not half of 3 + 2. Ana met Chus and Bruno
    # once and Dina twice. Dina and Ana are level with each other.
    assert group.table(autumn) == "1 Chus 10 | 2= Ana 8 | 2= Dina 8 | 4 Bruno 6"
    assert group.table(autumn, per_match("beaten")) == (
        "1 Chus 1.00 | 2= Ana 0.50 | 2= Dina 0.50 | 4 Bruno 0.00"
    )
    met = group.season_stats(autumn).aggregate.totals.meetings
    assert set(met) == {(A, B), (A, C), (A, D), (B, C), (B, D), (C, D)}
    assert group.money(autumn) == {"Ana": 1230, "Bruno": -4370, "Chus": 4370, "Dina": -1230}


def test_three_player_gin_counts_with_its_final_scores(store, group):
    autumn = season(store, scheme=added_up("points"), stakes=IN_CENTS)

    group.play(  # from hands: Ana 40 and one box, Chus 31 and three boxes
        "2026-10-01",
        "gin",
        (A, B, C),
        knock(C, 5, 20, B),
        knock(C, 5, 20, A),
        gin(B, 30, C),
        gin(A, 20, B),
        knock(C, 5, 6, A),
        gin(B, 40, C),
    )

    assert group.is_as_on(
        autumn,
        """
        evening   | Ana    | Bruno   | Chus
        1 Oct gin | 3 (60) | 1 (250) | 2 (91)
    """,
    )
    assert group.table(autumn) == "1 Bruno 250 | 2 Chus 91 | 3 Ana 60"
    # Each pair settles its difference: 190 and 159 to Bruno, 31 to Chus.
    assert group.money(autumn) == {"Ana": -2210, "Bruno": 3490, "Chus": -1280}


@pytest.mark.parametrize(
    ("game", "deals", "how"),
    [
        pytest.param("jaguar", [{"jaguar": A, "friend": B, "points": 74}], "unfinished", id="left"),
        pytest.param("jaguar", [], "closed", id="closed without a hand"),
        pytest.param("loba", [deal_answers(A, b=9, c=60, d=30, e=2)], "unfinished", id="loba"),
    ],
)
def test_unfinished_matches_and_sessions_without_a_hand_do_not_count(
    store, group, game, deals, how
):
    autumn = season(store, stakes=IN_CENTS)

    group.play("2026-10-01", game, (A, B, C, D, E), *deals, how=how)

    assert group.table(autumn) == ""
    league_stats = group.stats_cache.wait_until_current().league_stats
    assert (league_stats.matches, league_stats.careers, league_stats.strengths) == (0, {}, {})
    for season_stats in (league_stats.all_time, group.season_stats(autumn)):
        assert (season_stats.aggregate.matches, season_stats.games, season_stats.records.best) == (
            0,
            {},
            {},
        )
        assert season_stats.balances.totals == {}


def test_jaguar_totals_carry_over_between_sessions_in_a_season_of_points(store, group):
    autumn = season(store, scheme=added_up("points"), stakes=IN_CENTS)
    hands = (
        {"jaguar": A, "friend": B, "points": 74},
        {"jaguar": E, "friend": A, "points": 60},
        {"jaguar": F, "friend": F, "points": 68},
        {"jaguar": E, "friend": A, "points": 61},
    )

    group.play("2026-10-01", "jaguar", (A, B, C, D, E), *hands[:2], how="closed")
    assert group.table(autumn) == "1 Bruno 2 | 2 Ana 1 | 3= Chus 0 | 3= Dina 0 | 5 Edu −3"

    # Edu is absent and keeps −3. Fina joins and starts at 0.
    group.play("2026-10-08", "jaguar", (A, B, C, D, F), hands[2], how="closed")
    assert (
        group.table(autumn) == "1 Fina 4 | 2 Bruno 1 | 3 Ana 0 | 4= Chus −1 | 4= Dina −1 | 6 Edu −3"
    )

    # Dina is absent.
    group.play("2026-10-15", "jaguar", (A, B, C, E, F), hands[3], how="closed")
    assert (
        group.table(autumn) == "1 Fina 3 | 2 Ana 1 | 3 Bruno 0 | 4= Dina −1 | 4= Edu −1 | 6 Chus −2"
    )
    assert group.is_as_on(
        autumn,
        """
        evening       | Ana     | Bruno   | Chus    | Dina    | Edu    | Fina
        1 Oct jaguar  | 2 (1)   | 1 (2)   | 3= (0)  | 3= (0)  | 5 (−3) | –
        8 Oct jaguar  | 2= (−1) | 2= (−1) | 2= (−1) | 2= (−1) | –      | 1 (4)
        15 Oct jaguar | 2 (1)   | 3= (−1) | 3= (−1) | –       | 1 (2)  | 3= (−1)
    """,
    )
    assert group.money(autumn) == {
        "Ana": 10,
        "Bruno": 0,
        "Chus": -20,
        "Dina": -10,
        "Edu": -10,
        "Fina": 30,
    }
