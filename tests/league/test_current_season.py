"""The season chosen last is the current one, until the first evening of another season."""

import pytest
from sqlalchemy import update

from scorekeeper.db.tables import Leagues
from scorekeeper.league import season_commands, seasons, time_zone
from scorekeeper.league.seasons import Season
from tests.clocks import evening_timestamp

pytestmark = [pytest.mark.both_databases, pytest.mark.usefixtures("app")]
NOVEMBER, JANUARY = evening_timestamp("2026-11-12"), evening_timestamp("2027-01-07")


def create(store, name, starts=None, ends=None, at=NOVEMBER):
    return season_commands.create_season(store, Season(0, name, starts, ends), at=at)


def current(store, stats_cache, at=NOVEMBER):
    """Return the name of the current season, and check that both ways to find it agree."""
    season = seasons.current_season(store, at)
    assert stats_cache.get_snapshot().league_state.current_season(at) == season
    return season and season.name


@pytest.mark.parametrize(
    "dates", [(None, None), ("2026-11-01", None), (None, "2026-11-12"), ("2026-11-12", None)]
)
def test_a_new_season_that_includes_this_evening_is_current(store, stats_cache, dates):
    create(store, "Autumn", "2026-10-01")

    create(store, "Cup", *dates)

    assert current(store, stats_cache) == "Cup"
    assert current(store, stats_cache, JANUARY) == "Cup"


def test_a_season_created_in_advance_becomes_current_on_its_first_evening(store, stats_cache):
    create(store, "Autumn", "2026-10-01", "2026-12-31")
    create(store, "Winter", "2027-01-01")
    create(store, "Spring", "2027-03-01")

    before, first, later = (
        evening_timestamp(evening) for evening in ("2026-12-31", "2027-01-01", "2027-03-01")
    )
    assert [current(store, stats_cache, at) for at in (NOVEMBER, before, first, later)] == [
        "Autumn",
        "Autumn",
        "Winter",
        "Spring",
    ]


def test_the_first_evening_begins_at_five_in_the_leagues_time_zone(store, stats_cache):
    time_zone.set_time_zone(store, "Pacific/Kiritimati")
    create(store, "Autumn")
    create(store, "Winter", "2027-01-01")
    start = stats_cache.get_snapshot().league_state.clock.evening_start("2027-01-01")

    assert current(store, stats_cache, start - 1) == "Autumn"
    assert current(store, stats_cache, start) == "Winter"


def test_no_season_is_current_before_the_first_season_begins(store, stats_cache):
    create(store, "Winter", "2027-01-01")

    assert current(store, stats_cache) is None
    assert current(store, stats_cache, JANUARY) == "Winter"


def test_a_season_that_has_ended_is_current_only_if_there_is_no_other(store, stats_cache):
    create(store, "Summer", ends="2026-08-31")
    assert current(store, stats_cache) == "Summer"
    create(store, "Autumn", "2026-10-01")

    create(store, "October", "2026-10-01", "2026-10-31")

    assert current(store, stats_cache) == "Autumn"


def test_a_season_chosen_by_hand_is_current_until_another_begins(store, stats_cache):
    autumn = create(store, "Autumn", "2026-10-01")
    create(store, "Winter", "2027-01-01")
    create(store, "Spring", "2027-03-01")

    season_commands.select_current_season(store, autumn.id, at=JANUARY)

    assert current(store, stats_cache, JANUARY) == "Autumn"
    assert current(store, stats_cache, evening_timestamp("2027-03-01")) == "Spring"


def test_a_season_whose_first_evening_is_moved_to_today_is_current(store, stats_cache):
    create(store, "Autumn", "2026-10-01")
    winter = create(store, "Winter", "2027-01-01")

    season_commands.change_season(store, Season(winter.id, "Winter", "2026-11-12"), at=NOVEMBER)

    assert current(store, stats_cache) == "Winter"


def test_a_change_of_an_earlier_season_does_not_make_it_current(store, stats_cache):
    summer = create(store, "Summer", "2026-06-01", at=evening_timestamp("2026-06-01"))
    create(store, "Autumn", "2026-10-01", at=evening_timestamp("2026-10-01"))

    season_commands.change_season(store, Season(summer.id, "Summer", "2026-10-02"), at=NOVEMBER)

    assert current(store, stats_cache) == "Autumn"


def test_the_current_season_stays_current_when_it_is_closed(store, stats_cache):
    create(store, "Autumn", "2026-10-01")
    winter = create(store, "Winter", "2027-01-01")

    season_commands.close_season(store, winter.id, at=JANUARY)

    assert current(store, stats_cache, JANUARY) == "Winter"


def test_a_season_that_begins_later_does_not_replace_a_removed_one(store, stats_cache):
    create(store, "Autumn", "2026-10-01")
    cup = create(store, "Cup", "2026-11-01")
    create(store, "Winter", "2027-01-01")

    season_commands.remove_season(store, cup.id, at=NOVEMBER)

    assert current(store, stats_cache) == "Autumn"
    assert current(store, stats_cache, JANUARY) == "Winter"


def test_in_a_league_of_an_older_version_the_chosen_season_stays_current(store, stats_cache):
    create(store, "Autumn", "2026-10-01")
    create(store, "Winter", "2027-01-01")
    with store.write() as connection:
        connection.execute(update(Leagues).values(current_season_since=None))

    assert current(store, stats_cache, JANUARY) == "Autumn"
