"""The season that a match belongs to, and the terms of a single match."""

from dataclasses import replace

import pytest

from scorekeeper.errors import NotFound
from scorekeeper.league import match_terms_commands, season_commands, seasons
from scorekeeper.league.seasons import NO_TERMS, MatchTerms
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.stats.stakes import Stakes
from tests.league.season_changes import matches_in, season

pytestmark = pytest.mark.usefixtures("app", "madrid")


@pytest.mark.parametrize(
    ("evening", "hours", "belongs"),
    [
        pytest.param("2026-09-30", 0, False, id="the evening before the first"),
        pytest.param("2026-09-30", 8.99, False, id="just before five that night"),
        pytest.param("2026-10-01", -14, True, id="six in the morning of the first"),
        pytest.param("2026-10-01", 0, True, id="the first evening"),
        pytest.param("2026-10-31", 0, True, id="the last evening"),
        pytest.param("2026-10-31", 5.5, True, id="half past one after the last"),
        pytest.param("2026-10-31", 9, False, id="five in the morning after the last"),
        pytest.param("2026-11-01", 0, False, id="the evening after the last"),
    ],
)
def test_a_match_belongs_to_a_season_by_the_evening_it_ended(
    store, stats_cache, play, evening, hours, belongs
):
    autumn = season(store)

    play(evening, hours=hours)

    assert matches_in(stats_cache, autumn) == belongs
    assert stats_cache.get_snapshot().league_stats.all_time.aggregate.matches == 1


def test_a_season_without_dates_takes_every_match_of_its_games(store, stats_cache, play):
    everything = season(store, "Everything", None, None)
    of_gin = season(store, "Gin", None, None, games=("gin",))

    play("2020-01-01")

    assert [matches_in(stats_cache, one) for one in (everything, of_gin)] == [1, 0]


@pytest.mark.parametrize(
    ("first", "second", "taken_by"),
    [
        pytest.param("2026-10-01", "2026-10-10", "second", id="began later"),
        pytest.param("2026-10-10", "2026-10-01", "first", id="began later, though older"),
        pytest.param(None, "2026-10-01", "second", id="one has no beginning"),
        pytest.param("2026-10-01", "2026-10-01", "second", id="both together, the younger"),
    ],
)
def test_a_match_belongs_to_the_season_that_starts_or_was_created_last(
    store, stats_cache, play, first, second, taken_by
):
    both = {"first": season(store, "First", first), "second": season(store, "Second", second)}

    play("2026-10-20")

    counted = {name: matches_in(stats_cache, one) for name, one in both.items()}
    assert counted == {"first": 0, "second": 0} | {taken_by: 1}


def test_a_match_can_be_assigned_to_another_season_or_to_none(store, stats_cache, play):
    autumn, other = season(store), season(store, "Other", "2020-01-01", "2020-12-31")
    match = play("2026-10-20")

    match_terms_commands.set_match_terms(
        store, match, MatchTerms(is_season_chosen=True, season_id=other.id)
    )
    assert [matches_in(stats_cache, one) for one in (autumn, other)] == [0, 1]
    assert seasons.load_match_terms(store, match) == MatchTerms(True, other.id)

    match_terms_commands.set_match_terms(
        store, match, MatchTerms(is_season_chosen=True, season_id=None)
    )
    assert [matches_in(stats_cache, one) for one in (autumn, other)] == [0, 0]
    assert stats_cache.get_snapshot().league_stats.careers["1"].matches == 1

    match_terms_commands.set_match_terms(store, match, NO_TERMS)
    assert [matches_in(stats_cache, one) for one in (autumn, other)] == [1, 0]
    assert seasons.load_match_terms(store, match) == NO_TERMS


def test_terms_based_on_older_terms_are_not_saved(store, play):
    season(store)
    match, friendly = play("2026-10-20"), MatchTerms(is_season_chosen=True)
    match_terms_commands.set_match_terms(store, match, friendly)

    with pytest.raises(match_terms_commands.StaleTerms):
        match_terms_commands.set_match_terms(store, match, MatchTerms(True, 1), seen=NO_TERMS)
    assert seasons.load_match_terms(store, match) == friendly


def test_terms_can_be_set_for_a_running_match(store, stats_cache, log, people, play):
    season(store)
    match = commands.start_match(log, "jabberwocky", people, {"schedule": [1]}, CommandMeta("k", 1))

    match_terms_commands.set_match_terms(
        store, match, MatchTerms(is_season_chosen=True, season_id=None)
    )

    assert seasons.load_match_terms(store, match) == MatchTerms(True, None)
    with pytest.raises(NotFound, match="This season does not exist"):
        match_terms_commands.set_match_terms(
            store, match, MatchTerms(is_season_chosen=True, season_id=99)
        )


def test_a_match_has_the_stakes_of_its_season_unless_it_has_its_own(store, stats_cache, play):
    autumn = season(store, stakes=Stakes("cents", {"jabberwocky": 50}))
    play("2026-10-01")
    match = play("2026-10-02")
    friendly = play("2026-10-03")

    match_terms_commands.set_match_terms(
        store, match, MatchTerms(stake=Stakes("counters", {"jabberwocky": 3}))
    )
    match_terms_commands.set_match_terms(store, friendly, MatchTerms(is_season_chosen=True))

    balances = stats_cache.get_snapshot().league_stats.seasons[autumn.id].balances
    assert balances.totals == {
        "cents": {"1": 100, "2": -50, "3": -50},
        "counters": {"1": 6, "2": -3, "3": -3},
    }
    season_commands.change_season(
        store, replace(autumn, stakes=Stakes("cents", {"jabberwocky": 10}))
    )
    balances = stats_cache.get_snapshot().league_stats.seasons[autumn.id].balances
    assert balances.totals["cents"] == {"1": 20, "2": -10, "3": -10}
