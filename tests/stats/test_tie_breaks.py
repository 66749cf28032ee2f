"""Tie-breaks: which of two level players is ahead, and the sentence that gives the reason."""

import pytest

from tests.stats.season_on_paper import THREE_EVENINGS, added_up, order, tie_sentences

# In seasons in which the others must be level on wins, Dina wins all matches.
TWO_TO_ONE = """
    evening | Ana | Bruno | Dina
    1 Oct   | 2   | 3     | 1
    2 Oct   | 3   | 2     | 1
    3 Oct   | 2   | 3     | 1
"""
ONE_EACH = """
    evening | Ana | Bruno | Dina
    1 Oct   | 2   | 3     | 1
    2 Oct   | 3   | 2     | 1
    3 Oct   | 2   | –     | 1
"""
LEVEL_AT_LAST = """
    evening | Ana | Bruno | Dina
    1 Oct   | 2   | 3     | 1
    2 Oct   | 2=  | 2=    | 1
"""
ALL_THREE = """
    evening | Ana | Bruno | Chus | Dina
    1 Oct   | 2   | 3     | 4    | 1
    2 Oct   | 2   | 3     | –    | 1
"""  # head to head Ana 2 + 1, Bruno 1 − 2, Chus −1 − 1
IN_A_RING = """
    evening | Ana | Bruno | Chus | Dina
    1 Oct   | 2   | 3     | –    | 1
    2 Oct   | –   | 2     | 3    | 1
    3 Oct   | 3   | –     | 2    | 1
"""
BEGINS_AGAIN = """
    evening | Ana | Bruno | Chus | Dina
    1 Oct   | 2   | 3     | –    | 1
    2 Oct   | 2   | 3     | –    | 1
    3 Oct   | –   | 2     | 3    | 1
"""  # Ana 2, Bruno 1 − 2, Chus −1: the last two are level until only they are compared
NEVER_MET = """
    evening | Ana | Bruno | Chus | Dina
    1 Oct   | 1   | –     | 2    | –
    2 Oct   | –   | 1     | 2    | –
    3 Oct   | 2   | –     | –    | 1
    4 Oct   | –   | –     | 2    | 1
"""
SEVEN_EACH = """
    evening | Ana | Bruno | Chus | Dina
    1 Oct   | 1   | 3     | 2    | 4
    2 Oct   | 3   | 2     | 4    | 1
    3 Oct   | –   | 3     | 2    | 1
"""  # by 5–3–2–1: Ana 5 + 2, Bruno 2 + 3 + 2, Chus 3 + 1 + 3, Dina 1 + 5 + 5


@pytest.mark.parametrize(
    ("scheme", "season", "paper", "sentences"),
    [
        pytest.param(
            added_up("wins", tie_breaks=("head",)),
            THREE_EVENINGS,
            "1 Ana | 2 Bruno | 3 Chus | 4 Dina",
            ["Chus is ahead of Dina on head-to-head results: 1 to 0."],
            id="head to head",
        ),
        pytest.param(
            added_up("wins", tie_breaks=("head",)),
            TWO_TO_ONE,
            "1 Dina | 2 Ana | 3 Bruno",
            ["Ana is ahead of Bruno on head-to-head results: 2 to 1."],
            id="head to head, lost once",
        ),
        pytest.param(
            added_up("wins", tie_breaks=("head",)),
            ALL_THREE,
            "1 Dina | 2 Ana | 3 Bruno | 4 Chus",
            [
                "Ana is ahead of Bruno on head-to-head results among the 3 players who are level.",
                "Bruno is ahead of Chus on head-to-head results among the 3 players who are level.",
            ],
            id="head to head of three",
        ),
        pytest.param(
            added_up("wins", tie_breaks=("head",)),
            BEGINS_AGAIN,
            "1 Dina | 2 Ana | 3 Bruno | 4 Chus",
            [
                "Ana is ahead of Bruno on head-to-head results among the 3 players who are level.",
                "Bruno is ahead of Chus on head-to-head results: 1 to 0.",
            ],
            id="the rest among themselves",
        ),
        pytest.param(
            added_up("wins", tie_breaks=("head",)),
            IN_A_RING,
            "1 Dina | 2= Ana | 2= Bruno | 2= Chus",
            [],
            id="each beat the next",
        ),
        pytest.param(
            added_up("places", tie_breaks=("wins", "head")),
            SEVEN_EACH,
            "1 Dina | 2 Ana | 3 Chus | 4 Bruno",
            [
                "Ana is ahead of Chus on wins: 1 to 0.",
                "Chus is ahead of Bruno on head-to-head results: 2 to 1.",
            ],
            id="wins, then the others",
        ),
        pytest.param(
            added_up("places", tie_breaks=("wins",)),
            SEVEN_EACH,
            "1 Dina | 2 Ana | 3= Bruno | 3= Chus",
            ["Ana is ahead of Chus on wins: 1 to 0."],
            id="one of three, the others share",
        ),
        pytest.param(
            added_up("wins", tie_breaks=("head", "played")),
            NEVER_MET,
            "1 Dina | 2 Ana | 3 Bruno | 4 Chus",
            ["Ana is ahead of Bruno on matches played: 2 to 1."],
            id="players who never met",
        ),
        pytest.param(
            added_up("wins", tie_breaks=("last",)),
            NEVER_MET,
            "1 Dina | 2= Ana | 2= Bruno | 4 Chus",
            [],
            id="no last match",
        ),
        pytest.param(
            added_up("wins", tie_breaks=("head", "last")),
            ONE_EACH,
            "1 Dina | 2 Bruno | 3 Ana",
            ["Bruno finished ahead of Ana in the last match that both played."],
            id="the last match",
        ),
        pytest.param(
            added_up("wins", tie_breaks=("last",)),
            LEVEL_AT_LAST,
            "1 Dina | 2= Ana | 2= Bruno",
            [],
            id="level in the last match",
        ),
        pytest.param(
            added_up("wins", tie_breaks=("last", "head")),
            LEVEL_AT_LAST,
            "1 Dina | 2 Ana | 3 Bruno",
            ["Ana is ahead of Bruno on head-to-head results: 1 to 0."],
            id="level last, ahead before",
        ),
        pytest.param(
            added_up("wins", tie_breaks=("last",)),
            ALL_THREE,
            "1 Dina | 2 Ana | 3 Bruno | 4 Chus",
            [
                "Ana is ahead of Bruno on the last match between each pair of the 3 players "
                "who are level.",
                "Bruno is ahead of Chus on the last match between each pair of the 3 players "
                "who are level.",
            ],
            id="the last matches of three",
        ),
        pytest.param(
            added_up("wins", tie_breaks=("played",)),
            ALL_THREE,
            "1 Dina | 2= Ana | 2= Bruno | 4 Chus",
            ["Bruno is ahead of Chus on matches played: 2 to 1."],
            id="two ahead of the third",
        ),
        pytest.param(
            added_up("wins", tie_breaks=("played", "head")),
            ALL_THREE,
            "1 Dina | 2 Ana | 3 Bruno | 4 Chus",
            [
                "Ana is ahead of Bruno on head-to-head results: 2 to 0.",
                "Bruno is ahead of Chus on matches played: 2 to 1.",
            ],
            id="the first two again",
        ),
        pytest.param(
            added_up("wins"),
            ALL_THREE,
            "1 Dina | 2= Ana | 2= Bruno | 2= Chus",
            [],
            id="no tie-breaks",
        ),
    ],
)
def test_tie_breaks_order_level_players_and_explain_the_order(scheme, season, paper, sentences):
    assert order(scheme, season) == paper
    assert tie_sentences(scheme, season) == sentences


PARTNERS = """
    evening   | Ana | Bruno | Chus | Dina
    1 Oct gin | 1a  | 1a    | 2b   | 2b
"""


def test_partners_are_not_compared_head_to_head():
    scheme = added_up("wins", tie_breaks=("head", "last"))

    assert order(scheme, PARTNERS) == "1= Ana | 1= Bruno | 3= Chus | 3= Dina"
