"""The ranking of a club night."""

import pytest

from scorekeeper.errors import Refused
from scorekeeper.league import player_merge
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import results as club_results
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.league.season_commands import create_season
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.outcome import MatchState
from scorekeeper.stats import ranking
from scorekeeper.stats.schemes import Scheme
from tests.club_league import (
    BEGAN,
    add_people,
    create_night,
    draft_of,
    draw_round,
    play_out,
    present_players,
    round_matches,
    start_round,
)
from tests.refusals import reason_of


def standings(store, state, match):
    results = club_results.night_results(store, state, [match])
    scheme = club_results.night_scheme(state, results, None)
    return ranking.build_standings(scheme, club_results.night_aggregate(scheme, results))


def test_the_ranking_counts_the_matches_of_the_night_only(store, log, people):
    ana, bruno, chus = people
    before = commands.start_match(
        log, "jabberwocky", people, {"schedule": [1]}, CommandMeta("x", 1)
    )
    play_out(log, before, winner=bruno)
    night = create_night(store, people)
    draw_round(store, night)
    start_round(store, log, night)
    [match] = round_matches(store, night)
    play_out(log, match, winner=chus)

    state = StatsCache(store).wait_until_current().league_state
    table = standings(store, state, match)

    assert [(row.player, row.place, row.tally.matches) for row in table] == [
        (chus, 1, 1),
        (ana, 2, 1),
        (bruno, 2, 1),
    ]


def test_a_deleted_match_does_not_count_and_frees_its_players(store, log, people):
    night = create_night(store, people)
    draw_round(store, night)
    start_round(store, log, night)
    [match] = round_matches(store, night)
    play_out(log, match)

    commands.delete(log, match, CommandMeta("delete", BEGAN))

    rounds = club_rounds.night_rounds(store, night)
    assert rounds.matches[1, 1].state is MatchState.DELETED
    assert rounds.playing_players == set()
    assert rounds.played_tables() == []
    state = StatsCache(store).wait_until_current().league_state
    assert standings(store, state, match) == []


def test_a_new_season_with_another_scoring_does_not_change_the_ranking_of_earlier_nights(
    store, log, people
):
    by_places = Scheme("places", place_points=(7, 3), min_matches=5)
    create_season(store, Season(0, "Autumn", ends="2026-10-31", scheme=by_places))
    night = create_night(store, people)
    draw_round(store, night)
    start_round(store, log, night)
    [match] = round_matches(store, night)
    play_out(log, match, winner=people[1])

    create_season(store, Season(0, "Winter", starts="2026-11-01", scheme=Scheme("wins")))

    state = StatsCache(store).wait_until_current().league_state
    first = standings(store, state, match)[0]
    assert (first.player, first.value) == (people[1], 7)


def test_merged_entries_are_one_player_of_the_night(store, log):
    ana, again, *others = add_people(store, 6)
    night = create_night(store, [ana, again, *others])
    draw_round(store, night)
    player_merge.merge_players(store, int(again), int(ana))

    assert present_players(store, night) == [ana, *others]
    with pytest.raises(Refused) as refused:
        start_round(store, log, night)
    assert reason_of(refused).startswith("A player is at two tables")
    draw_round(store, night)
    assert sorted(draft_of(store, night).seated_players) == sorted([ana, *others])
    club_nights.set_here(store, night, [ana], [], BEGAN)
    assert present_players(store, night) == others
