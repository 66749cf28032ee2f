"""All scoring schemes, worked out by hand for the season in docs/seasons.md and unusual ones."""

import pytest

from scorekeeper.league.ratings import rate
from scorekeeper.stats.schemes import Scheme
from tests.stats.season_on_paper import THREE_EVENINGS, added_up, per_match, standings

PLACES_A_MATCH = "1 Ana 4.17 | 2 Bruno 3.33 | 3 Chus 2.50 | 4 Dina 1.75"
DOCUMENTED = [
    pytest.param(
        added_up("wins", tie_breaks=("head",)),
        "1 Ana 2 | 2 Bruno 1 | 3 Chus 0 | 4 Dina 0",
        id="wins",
    ),
    pytest.param(
        per_match("wins"),
        "1 Ana 0.67 | 2 Bruno 0.33 | 3= Chus 0.00 | 3= Dina 0.00",
        id="wins a match",
    ),
    pytest.param(added_up("places"), "1 Ana 12½ | 2 Bruno 10 | 3 Chus 5 | 4 Dina 3½", id="places"),
    pytest.param(per_match("places"), PLACES_A_MATCH, id="places a match"),
    pytest.param(
        added_up("places", shared_places="higher"),
        "1 Ana 13 | 2 Bruno 10 | 3 Chus 5 | 4 Dina 4",
        id="both get the higher",
    ),
    pytest.param(
        per_match("beaten"),
        "1 Ana 0.75 | 2 Bruno 0.56 | 3 Chus 0.42 | 4 Dina 0.13",
        id="beaten a match",
    ),
    pytest.param(
        added_up("beaten"),
        "1 Ana 2.25 | 2 Bruno 1.67 | 3 Chus 0.83 | 4 Dina 0.25",
        id="beaten, added up",
    ),
    pytest.param(added_up("points"), "1 Ana 31 | 2 Bruno 25 | 3 Chus 16 | 4 Dina 13", id="points"),
    pytest.param(
        per_match("points"),
        "1 Ana 10.33 | 2 Bruno 8.33 | 3 Chus 8.00 | 4 Dina 6.50",
        id="points per match",
    ),
    pytest.param(
        Scheme("strength"), "1 Ana 1234 | 2 Bruno 1044 | 3 Chus 967 | 4 Dina 762", id="strength"
    ),
    pytest.param(
        added_up("places", counted_matches="best", best_or_drop_count=2),
        "1 Ana 10 | 2 Bruno 8 | 3 Chus 5 | 4 Dina 3½",
        id="the best two",
    ),
    pytest.param(
        added_up("places", counted_matches="drop", best_or_drop_count=1),
        "1 Ana 10 | 2 Bruno 8 | 3 Chus 3 | 4 Dina 2½",
        id="all but the worst",
    ),
    pytest.param(
        added_up("places", counted_matches="best", best_or_drop_count=9),
        "1 Ana 12½ | 2 Bruno 10 | 3 Chus 5 | 4 Dina 3½",
        id="the best of fewer",
    ),
    pytest.param(
        added_up("places", counted_matches="drop", best_or_drop_count=9),
        "1= Ana 5 | 1= Bruno 5 | 3 Chus 3 | 4 Dina 2½",
        id="one match always counts",
    ),
    pytest.param(
        per_match("places", counted_matches="best", best_or_drop_count=2),
        "1 Ana 5.00 | 2 Bruno 4.00 | 3 Chus 2.50 | 4 Dina 1.75",
        id="divided by those that count",
    ),
    pytest.param(
        added_up("places", bonus_hundredths=100),
        "1 Ana 15½ | 2 Bruno 13 | 3 Chus 7 | 4 Dina 5½",
        id="a bonus of one",
    ),
    pytest.param(
        added_up("places", bonus_hundredths=50),
        "1 Ana 14 | 2 Bruno 11½ | 3 Chus 6 | 4 Dina 4½",
        id="a bonus of a half",
    ),
    pytest.param(
        per_match("places", bonus_hundredths=25),
        "1 Ana 4.92 | 2 Bruno 4.08 | 3 Chus 3.00 | 4 Dina 2.25",
        id="a bonus on top of what a match is worth",
    ),
    pytest.param(
        per_match("places", counted_matches="best", best_or_drop_count=1, bonus_hundredths=100),
        "1= Ana 8.00 | 1= Bruno 8.00 | 3 Chus 5.00 | 4 Dina 4.50",
        id="a bonus for all that were played",
    ),
    pytest.param(
        per_match("places", min_matches=3),
        "1 Ana 4.17 | 2 Bruno 3.33 | – Chus 2.50, needs 1 | – Dina 1.75, needs 1",
        id="a least number",
    ),
]


@pytest.mark.parametrize(("scheme", "paper"), DOCUMENTED)
def test_every_scheme_gives_the_documented_standings(scheme, paper):
    assert standings(scheme, THREE_EVENINGS, rate=rate) == paper


FIRST_SHARED = "evening | Ana | Bruno | Chus \n 1 Oct | 1= | 1= | 3"
LAST_SHARED = "evening | Ana | Bruno | Chus \n 1 Oct | 1 | 2= | 2="
ALL_LEVEL = "evening | Ana | Bruno | Chus \n 1 Oct | 1= | 1= | 1="
SIX = "evening | Ana | Bruno | Chus | Dina | Edu | Fina \n 1 Oct | 1 | 2 | 3 | 4= | 4= | 6"
PARTNERS = (
    "evening | Ana | Bruno | Chus | Dina \n 1 Oct gin | 1a (125) | 2b (90) | 1a (125) | 2b (90)"
)
TWO = "evening | Ana | Bruno \n 1 Oct | 2 | 1"


@pytest.mark.parametrize(
    ("scheme", "season", "paper"),
    [
        pytest.param(
            added_up("places"),
            FIRST_SHARED,
            "1= Ana 4 | 1= Bruno 4 | 3 Chus 2",
            id="the first place shared",
        ),
        pytest.param(
            added_up("places", shared_places="higher"),
            FIRST_SHARED,
            "1= Ana 5 | 1= Bruno 5 | 3 Chus 2",
            id="both get the first",
        ),
        pytest.param(
            added_up("wins"), FIRST_SHARED, "1= Ana 1 | 1= Bruno 1 | 3 Chus 0", id="a shared win"
        ),
        pytest.param(
            added_up("beaten"),
            FIRST_SHARED,
            "1= Ana 0.75 | 1= Bruno 0.75 | 3 Chus 0.00",
            id="half beaten, at the top",
        ),
        pytest.param(
            added_up("places"),
            LAST_SHARED,
            "1 Ana 5 | 2= Bruno 2½ | 2= Chus 2½",
            id="the last place shared",
        ),
        pytest.param(
            added_up("beaten"),
            LAST_SHARED,
            "1 Ana 1.00 | 2= Bruno 0.25 | 2= Chus 0.25",
            id="half beaten, at the end",
        ),
        pytest.param(
            added_up("places"),
            ALL_LEVEL,
            "1= Ana 3.33 | 1= Bruno 3.33 | 1= Chus 3.33",
            id="three share",
        ),
        pytest.param(
            added_up("beaten"),
            ALL_LEVEL,
            "1= Ana 0.50 | 1= Bruno 0.50 | 1= Chus 0.50",
            id="all half beaten",
        ),
        pytest.param(
            added_up("places"),
            SIX,
            "1 Ana 5 | 2 Bruno 3 | 3 Chus 2 | 4= Dina ½ | 4= Edu ½ | 6 Fina 0",
            id="places below the end of the table",
        ),
        pytest.param(
            added_up("places", shared_places="higher"),
            SIX,
            "1 Ana 5 | 2 Bruno 3 | 3 Chus 2 | 4= Dina 1 | 4= Edu 1 | 6 Fina 0",
            id="the last of the table, both",
        ),
        pytest.param(
            per_match("places", place_points=(3,)),
            SIX,
            "1 Ana 3.00 | 2= Bruno 0.00 | 2= Chus 0.00 | 2= Dina 0.00 | 2= Edu 0.00 | 2= Fina 0.00",
            id="a table of one place",
        ),
        pytest.param(
            added_up("places"),
            PARTNERS,
            "1= Ana 5 | 1= Chus 5 | 3= Bruno 3 | 3= Dina 3",
            id="partners get what their side gets",
        ),
        pytest.param(
            added_up("beaten"),
            PARTNERS,
            "1= Ana 1.00 | 1= Chus 1.00 | 3= Bruno 0.00 | 3= Dina 0.00",
            id="sides are beaten, not players",
        ),
        pytest.param(
            added_up("wins"),
            PARTNERS,
            "1= Ana 1 | 1= Chus 1 | 3= Bruno 0 | 3= Dina 0",
            id="partners win together",
        ),
        pytest.param(added_up("beaten"), TWO, "1 Bruno 1.00 | 2 Ana 0.00", id="a table of two"),
    ],
)
def test_shared_places_and_partners_are_ranked_as_on_paper(scheme, season, paper):
    assert standings(scheme, season) == paper


LOW = """
    evening            | Ana     | Bruno   | Chus    | Dina
    1 Oct chinchon low | 1 (−10) | 2 (60)  | 3 (101) | –
    2 Oct chinchon low | 3 (104) | 1 (30)  | 2 (50)  | –
    3 Oct chinchon low | 1 (20)  | 2 (45)  | –       | 3 (110)
"""


@pytest.mark.parametrize(
    ("scheme", "paper"),
    [
        pytest.param(
            added_up("points"),
            "1 Dina 110 | 2 Ana 114 | 3 Bruno 135 | 4 Chus 151",
            id="a player with few matches wins",
        ),
        pytest.param(
            per_match("points"),
            "1 Ana 38.00 | 2 Bruno 45.00 | 3 Chus 75.50 | 4 Dina 110.00",
            id="points per match",
        ),
        pytest.param(
            per_match("points", min_matches=2),
            "1 Ana 38.00 | 2 Bruno 45.00 | 3 Chus 75.50 | – Dina 110.00, needs 1",
            id="a least number",
        ),
        pytest.param(
            added_up("points", counted_matches="best", best_or_drop_count=1),
            "1 Ana −10 | 2 Bruno 30 | 3 Chus 50 | 4 Dina 110",
            id="the best is the lowest",
        ),
        pytest.param(
            added_up("points", counted_matches="drop", best_or_drop_count=1),
            "1 Ana 10 | 2 Chus 50 | 3 Bruno 75 | 4 Dina 110",
            id="the worst is the highest",
        ),
        pytest.param(
            added_up("points", bonus_hundredths=1000),
            "1 Ana 84 | 2 Dina 100 | 3 Bruno 105 | 4 Chus 131",
            id="a bonus lowers the sum",
        ),
    ],
)
def test_if_the_lowest_total_wins_the_standings_rank_low_points_first(scheme, paper):
    assert standings(scheme, LOW) == paper


def test_negative_points_are_added_up():
    season = """
        evening | Ana    | Bruno  | Chus
        1 Oct   | 3 (−6) | 1 (2)  | 2 (0)
        2 Oct   | 1 (5)  | 3 (−3) | 2 (0)
    """

    assert standings(added_up("points"), season) == "1 Chus 0 | 2= Ana −1 | 2= Bruno −1"
    assert standings(per_match("points"), season) == "1 Chus 0.00 | 2= Ana −0.50 | 2= Bruno −0.50"


def test_a_player_is_counted_from_their_first_match():
    season = """
        evening | Ana | Bruno | Chus
        1 Oct   | 1   | 2     | –
        2 Oct   | 1   | 2     | –
        3 Oct   | 2   | 3     | 1
    """

    assert standings(per_match("places"), season) == "1 Chus 5.00 | 2 Ana 4.33 | 3 Bruno 2.67"
    assert standings(added_up("places"), season) == "1 Ana 13 | 2 Bruno 8 | 3 Chus 5"


def test_results_without_points_count_neither_in_the_sum_nor_in_the_average():
    season = """
        evening | Ana    | Bruno
        1 Oct   | 1 (10) | 2 (4)
        2 Oct   | 2      | 1
    """

    assert standings(added_up("points"), season) == "1 Ana 10 | 2 Bruno 4"
    assert standings(per_match("points"), season) == "1 Ana 10.00 | 2 Bruno 4.00"
