"""The cross-table of a season that is written as a text table."""

from scorekeeper.stats.cross_table import cross_table
from scorekeeper.stats.tally import Meeting
from tests.stats.season_on_paper import aggregate

SEASON = """
    evening | Ana | Bruno | Chus | Dina
    1 Oct   | 1   | 2     | 3=   | 3=
    2 Oct   | 2   | 1     | 3    | –
    3 Oct   | 1a  | 1a    | 2b   | –
"""


def table(*players, limit=20):
    return cross_table(aggregate(SEASON).totals, players, limit)


def test_each_row_has_the_meetings_of_its_player_in_the_order_of_the_columns():
    # In the third match Ana and Bruno are partners, so they do not meet.
    cross = table("Bruno", "Ana", "Chus", "Dina")

    assert cross.players == ("Bruno", "Ana", "Chus", "Dina")
    assert cross.rows[0].meetings == (
        None,
        Meeting(1, 1, 0, last=1),
        Meeting(3, 0, 0, last=1),
        Meeting(1, 0, 0, last=1),
    )
    assert cross.rows[2].meetings == (
        Meeting(0, 3, 0, last=-1),
        Meeting(0, 3, 0, last=-1),
        None,
        Meeting(0, 0, 1, last=0),
    )
    assert [row.total[:3] for row in cross.rows] == [(5, 1, 0), (5, 1, 0), (0, 6, 1), (0, 2, 1)]
    assert cross.has_level


def test_players_who_never_met_have_no_meeting():
    text = "evening | Ana | Bruno | Chus\n1 Oct | 1 | 2 | –\n1 Oct | – | 1 | 2"

    cross = cross_table(aggregate(text).totals, ("Ana", "Bruno", "Chus"), 20)

    assert cross.rows[0].meetings == (None, Meeting(1, 0, 0, last=1), None)


def test_a_limit_keeps_the_players_with_the_most_matches_in_their_order():
    cross = table("Dina", "Chus", "Bruno", "Ana", limit=2)

    # Ana, Bruno and Chus have three matches each. The first two of them in the table's order are
    # kept.
    assert cross.players == ("Chus", "Bruno")
    assert cross.all_players == 4
    # The total also counts the opponents that are left out.
    assert [row.total[:3] for row in cross.rows] == [(0, 6, 1), (5, 1, 0)]


def test_a_table_without_players_is_empty():
    assert table() == ((), 0)
    assert not table().has_level
