"""A preview lists the matches that a change to a season would move."""

from dataclasses import replace

import pytest

from scorekeeper.errors import Refused
from scorekeeper.league import (
    match_evening,
    match_terms_commands,
    season_commands,
    season_moves,
    seasons,
)
from scorekeeper.league.season_merge import EditConflict
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.clocks import evening_timestamp
from tests.league.season_changes import matches_in, season
from tests.refusals import reason_of

EVENINGS = ("2026-09-20", "2026-10-01", "2026-10-08", "2026-11-05")


@pytest.fixture
def four_matches(play):
    return [play(evening) for evening in EVENINGS]


def moves_by_name(moves):
    """Return the moves as (season before, season after, number of matches), with season names."""
    return sorted(
        (each.before.name if each.before else "-", each.after.name if each.after else "-", each[2])
        for each in moves
    )


def test_a_new_season_takes_matches_of_another_and_matches_without_one(
    store, stats_cache, four_matches
):
    autumn = season(store)
    new = Season(0, "All year", "2026-10-05", None)

    moves = season_moves.moves_if_created(store, new)

    assert moves_by_name(moves) == [("-", "All year", 1), ("Autumn", "All year", 1)]
    created = season_commands.create_season(store, new)
    assert (matches_in(stats_cache, autumn), matches_in(stats_cache, created)) == (1, 2)
    assert season_moves.moves_if_created(store, new) == []  # the season exists, as on a second tap


def test_other_dates_or_games_take_and_lose_matches(store, stats_cache, four_matches):
    autumn = season(store)
    later = replace(autumn, starts="2026-10-05", ends=None)

    assert moves_by_name(season_moves.moves_if_changed(store, later, autumn)) == [
        ("-", "Autumn", 1),
        ("Autumn", "-", 1),
    ]
    no_games = replace(autumn, games=("loba",))
    assert moves_by_name(season_moves.moves_if_changed(store, no_games, autumn)) == [
        ("Autumn", "-", 2)
    ]
    renamed = replace(autumn, name="Gold")
    assert season_moves.moves_if_changed(store, renamed, autumn) == []


def test_a_deleted_season_gives_its_matches_to_the_next_that_fits(store, four_matches):
    """Matches that were assigned to the season by hand also move to a season of their evening."""
    year = season(store, "Year", None, None)
    autumn = season(store)
    match_terms_commands.set_match_terms(store, four_matches[3], MatchTerms(True, autumn.id))

    removed, moves = season_moves.moves_if_removed(store, autumn.id)

    assert (removed.name, moves_by_name(moves)) == ("Autumn", [("Autumn", "Year", 3)])
    _, moves = season_moves.moves_if_removed(store, year.id)
    assert moves_by_name(moves) == [("Year", "-", 1)]


def test_reopening_takes_matches_played_since_and_counts_changed_results(
    store, stats_cache, log, play, four_matches
):
    autumn = season(store, ends=None)
    season_commands.close_season(store, autumn.id, at=evening_timestamp("2026-10-31"))
    commands.delete(log, four_matches[1], CommandMeta("d", evening_timestamp("2026-11-01")))
    play("2026-11-10")

    _, moves, changed = season_moves.effects_of_reopening(store, autumn.id)

    assert (moves_by_name(moves), changed) == ([("-", "Autumn", 1)], 1)
    season_commands.reopen_season(store, autumn.id)
    assert matches_in(stats_cache, autumn) == 3


def test_closing_counts_only_matches_in_progress(store, log, people, four_matches):
    autumn, now = season(store, ends=None), evening_timestamp("2026-11-10")
    assert season_moves.season_and_running_count(store, autumn.id, at=now)[1] == 0

    commands.start_match(log, "jabberwocky", people, {"schedule": [1]}, CommandMeta("r", now))

    assert season_moves.season_and_running_count(store, autumn.id, at=now)[1] == 1


def test_a_match_in_progress_that_was_moved_to_another_evening_counts_for_its_season(
    store, log, people
):
    autumn, now = season(store), evening_timestamp("2026-11-10")
    sent = CommandMeta("r", now)
    match = commands.start_match(log, "jabberwocky", people, {"schedule": [1]}, sent)
    assert season_moves.season_and_running_count(store, autumn.id, at=now)[1] == 0

    match_evening.set_match_evening(store, log, match, "2026-10-08", sent._replace(key="e"))

    assert season_moves.season_and_running_count(store, autumn.id, at=now)[1] == 1


def test_a_refused_change_is_refused_before_its_moves_are_counted(store, four_matches):
    autumn = season(store)
    season(store, "Winter", "2026-12-01", None)
    with pytest.raises(Refused) as refused:
        season_moves.moves_if_changed(store, replace(autumn, name="winter"), autumn)
    assert reason_of(refused) == "There is already a season called Winter."
    with pytest.raises(Refused) as refused:
        season_moves.moves_if_created(store, Season(0, "Spring", "2026-12-01", "2026-01-01"))
    assert reason_of(refused) == "The last evening cannot be before the first evening."
    with pytest.raises(EditConflict):
        season_moves.moves_if_changed(
            store, replace(autumn, ends="2026-12-01"), replace(autumn, ends="2026-11-30")
        )
    assert [each.name for each in seasons.seasons(store)] == ["Winter", "Autumn"]
