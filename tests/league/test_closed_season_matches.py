"""The matches that a closed season keeps, and those that belong to the season after it."""

from dataclasses import replace

from scorekeeper.league import season_commands, seasons
from scorekeeper.league.seasons import Season
from tests.clocks import MACHINE, evening_timestamp
from tests.league.season_changes import matches_in, season


def test_changing_a_seasons_dates_takes_no_match_from_a_closed_season(store, stats_cache, play):
    always, autumn = (
        season(store, "Always", None, None),
        season(store, "Autumn", "2026-10-05", None),
    )
    play("2026-10-01")
    play("2026-10-08")
    season_commands.close_season(store, always.id)

    season_commands.change_season(store, replace(autumn, starts="2026-09-15"))
    assert [matches_in(stats_cache, one) for one in (always, autumn)] == [1, 1]
    season_commands.change_season(store, replace(autumn, starts="2026-10-10"))
    assert [matches_in(stats_cache, one) for one in (always, autumn)] == [1, 0]
    third = season(store, "Third", None, None)
    assert [matches_in(stats_cache, one) for one in (always, autumn, third)] == [1, 0, 1]


def test_a_match_recorded_after_closing_belongs_to_another_open_season(
    store, stats_cache, play, closed_season
):
    winter = season(store, "Winter", None, None)

    play("2026-10-20", "3")

    assert [matches_in(stats_cache, one) for one in (closed_season, winter)] == [3, 1]


def test_reopening_and_closing_a_season_keeps_its_matches(store, stats_cache, play):
    one = season(store, "One", None, None)
    play("2026-10-01")
    play("2026-10-08")
    season_commands.close_season(store, one.id)
    two = season(store, "Two", "2026-10-08", None)
    dateless = season(store, "Dateless", None, None)

    season_commands.reopen_season(store, one.id)
    assert [matches_in(stats_cache, each) for each in (one, two, dateless)] == [2, 0, 0]
    season_commands.close_season(store, one.id)
    assert [matches_in(stats_cache, each) for each in (one, two, dateless)] == [2, 0, 0]


def test_a_reopened_season_releases_matches_outside_its_new_dates(store, stats_cache, play):
    one = season(store, "One", None, None)
    play("2026-10-01")
    play("2026-10-08")
    season_commands.close_season(store, one.id)
    two = season(store, "Two", "2026-10-08", None)
    season_commands.reopen_season(store, one.id)

    season_commands.change_season(store, replace(one, ends="2026-10-07"))
    assert [matches_in(stats_cache, each) for each in (one, two)] == [1, 1]
    season_commands.close_season(store, two.id)
    season_commands.change_season(store, one)  # the old dates, but Two keeps the second match
    assert [matches_in(stats_cache, each) for each in (one, two)] == [1, 1]


def test_a_season_closed_early_takes_no_later_matches(store, stats_cache, play):
    autumn = season(store, ends="2026-12-31")
    play("2026-10-01")
    season_commands.close_season(store, autumn.id, at=evening_timestamp("2026-10-10"))

    following = season(store, "Following", None, None)
    play("2026-11-20")

    assert [matches_in(stats_cache, one) for one in (autumn, following)] == [1, 1]


def test_closing_sets_the_last_evening_of_a_season_without_one(store, stats_cache, play):
    autumn = season(store, ends=None)
    play("2026-10-01")
    season_commands.close_season(store, autumn.id, at=evening_timestamp("2026-10-10"))

    assert seasons.seasons(store)[0].final_evening(MACHINE) == "2026-10-10"
    season_commands.reopen_season(store, autumn.id)
    assert seasons.seasons(store)[0].final_evening(MACHINE) is None


def test_the_next_season_takes_only_matches_that_end_after_the_closing(store, stats_cache, play):
    spring = season(store, "Spring", None, None)
    play("2026-05-28")
    play("2026-06-11")
    season_commands.close_season(store, spring.id, at=evening_timestamp("2026-06-11") + 2 * 3600)

    summer = season_commands.create_season(
        store, Season(0, "Summer"), at=evening_timestamp("2026-06-11") + 2 * 3600 + 60
    )
    play("2026-06-11", winner="2", hours=3)
    play("2026-06-18")

    assert matches_in(stats_cache, spring) == 2
    assert matches_in(stats_cache, summer) == 2


def test_closing_a_season_does_not_take_matches_of_another_season(store, stats_cache, play):
    whole, may = season(store, "2026", None, None), season(store, "May", "2026-05-01", "2026-05-31")
    play("2026-05-28")
    play("2026-06-11")

    season_commands.close_season(store, whole.id, at=evening_timestamp("2026-06-12"))

    assert matches_in(stats_cache, whole) == 1
    assert matches_in(stats_cache, may) == 1
