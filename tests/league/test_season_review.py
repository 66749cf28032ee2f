"""The results on which a season's review is based, read from the database."""

import pytest

from scorekeeper.league import season_commands
from scorekeeper.league.season_review import load_review
from scorekeeper.stats import review_highlights
from tests.clocks import evening_timestamp
from tests.league.season_changes import season
from tests.web.results import let_win

pytestmark = pytest.mark.both_databases


def review_of(store, stats_cache, one):
    return load_review(store, stats_cache.get_snapshot(), one)


@pytest.fixture
def autumn(store, stats_cache, play):
    """A season with three matches. Ana won the last two.

    Bruno won a match before the season began.
    """
    play("2026-09-30", "2")
    autumn = season(store)
    for evening, winner in (("2026-10-01", "2"), ("2026-10-08", "1"), ("2026-10-15", "1")):
        play(evening, winner)
    stats_cache.get_snapshot()
    return autumn


def test_a_review_counts_the_matches_of_its_season_only(store, stats_cache, autumn):
    review = review_of(store, stats_cache, autumn)

    assert (len(review.match_ids), list(review.matches_by_evening)) == (
        3,
        ["2026-10-01", "2026-10-08", "2026-10-15"],
    )
    assert review.players["2"].total[:2] == (3, 1)
    assert review_highlights.longest_winning_streak(review)[0] == "1"


def test_strengths_begin_with_those_before_the_season(store, stats_cache, autumn):
    snapshot = stats_cache.get_snapshot()
    review = review_of(store, stats_cache, autumn)

    # All matches but the first are in this season, so it ends with the league's strengths.
    before = {player: each.strength_before for player, each in review.players.items()}
    now = {player: each.strength for player, each in review.players.items()}
    assert before == snapshot.league_stats.strengths_before[autumn.id]
    assert before["2"][0] > 25 > before["1"][0]
    assert now == snapshot.league_stats.strengths


def test_the_review_of_a_closed_season_stays_after_a_correction(store, stats_cache, log, autumn):
    before = {
        player: each.strength
        for player, each in review_of(store, stats_cache, autumn).players.items()
    }
    season_commands.close_season(store, autumn.id, at=evening_timestamp("2026-10-31"))
    let_win(log, 4, "3")
    closed = stats_cache.get_snapshot().league_state.season(autumn.id)

    review = review_of(store, stats_cache, closed)

    assert stats_cache.get_snapshot().league_stats.all_time.aggregate.totals.tallies["3"].wins == 1
    assert review.players["3"].total[:2] == (3, 0)
    assert review_highlights.longest_winning_streak(review)[0] == "1"
    assert {player: each.strength for player, each in review.players.items()} == before


def test_a_new_match_of_the_season_is_added_to_its_review(store, stats_cache, play, autumn):
    first = review_of(store, stats_cache, autumn)
    play("2026-10-22", "1")

    assert len(first.match_ids) == 3
    assert (
        review_highlights.longest_winning_streak(review_of(store, stats_cache, autumn))[1].longest
        == 3
    )


def test_a_review_is_computed_once_until_its_season_changes(store, stats_cache, play, autumn):
    first = review_of(store, stats_cache, autumn)
    season_commands.close_season(store, autumn.id, at=evening_timestamp("2026-10-31"))
    closed = stats_cache.get_snapshot().league_state.season(autumn.id)
    second = review_of(store, stats_cache, closed)
    play("2026-11-05", "3")

    assert second is not first
    assert review_of(store, stats_cache, closed) is second
