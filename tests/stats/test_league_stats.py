"""The statistics of a whole league, worked out by hand, and their independent forks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.league.ratings import rate
from scorekeeper.stats.league_stats import (
    ACROSS_GAMES,
    MAX_MONEY_EVENINGS,
    Balances,
    LeagueResult,
    LeagueStats,
)
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.stakes import NO_STAKES, Stakes
from tests.league.comparable_statistics import league_values
from tests.sample import examples
from tests.stats.season_on_paper import THREE_EVENINGS, added_up, results, standings

AUTUMN, GIN = 1, 2
SCHEMES = {AUTUMN: added_up("places"), GIN: Scheme("strength")}
CENTS = Stakes("cents", {"jabberwocky": 50, "gin": 2})
LOW = {"jabberwocky": frozenset({"fewest"})}


def empty():
    return LeagueStats(SCHEMES, rate, frozenset({"gin"}), LOW)


def filled_stats(*played, league_stats=None):
    league_stats = league_stats or empty()
    for each in played:
        league_stats.add(each)
    return league_stats


def league_results(text, season=AUTUMN, stakes=NO_STAKES):
    return [LeagueResult(result, season, stakes) for result in results(text)]


def test_a_season_counts_its_own_matches_and_all_time_counts_all():
    first, second, third = league_results(THREE_EVENINGS)

    league_stats = filled_stats(
        first, second._replace(season_id=None), third._replace(season_id=GIN)
    )

    assert standings(SCHEMES[AUTUMN], league_stats.seasons[AUTUMN].aggregate) == (
        "1 Ana 5 | 2 Bruno 3 | 3 Chus 2 | 4 Dina 1"
    )
    assert league_stats.seasons[GIN].aggregate.matches == 1
    assert standings(Scheme("beaten", tie_breaks=()), league_stats.all_time.aggregate) == (
        "1 Ana 0.75 | 2 Bruno 0.56 | 3 Chus 0.42 | 4 Dina 0.13"
    )
    assert (league_stats.matches, league_stats.last) == (3, (3000, 3))
    assert {player: each.matches for player, each in league_stats.careers.items()} == {
        "Ana": 3,
        "Bruno": 3,
        "Chus": 2,
        "Dina": 2,
    }


def test_matches_of_an_unknown_season_count_for_all_time_only():
    league_stats = filled_stats(*league_results(THREE_EVENINGS, season=9))

    assert league_stats.all_time.aggregate.matches == 3
    assert [each.aggregate.matches for each in league_stats.seasons.values()] == [0, 0]


def test_each_game_has_its_own_standings():
    league_stats = filled_stats(
        *league_results("""
        evening   | Ana    | Bruno
        1 Oct     | 1 (12) | 2 (9)
        2 Oct gin | 2 (40) | 1 (125)
        3 Oct gin | 2 (41) | 1 (125)
    """)
    )

    games = league_stats.seasons[AUTUMN].games
    assert standings(added_up("places"), games["jabberwocky"]) == "1 Ana 5 | 2 Bruno 3"
    assert standings(added_up("places"), games["gin"]) == "1 Bruno 10 | 2 Ana 6"
    assert standings(
        Scheme("beaten", tie_breaks=("head",)), league_stats.all_time.games["gin"]
    ) == ("1 Bruno 1.00 | 2 Ana 0.00")


def test_strengths_restart_in_each_season_and_continue_in_careers():
    first, second, _ = league_results(THREE_EVENINGS)

    league_stats = filled_stats(first._replace(season_id=None), second._replace(season_id=GIN))

    in_season = league_stats.seasons[GIN].aggregate.totals.tallies["Bruno"].strength
    alone = filled_stats(second._replace(season_id=GIN)).strengths["Bruno"]
    assert in_season == alone != league_stats.strengths["Bruno"]
    assert [after.match for after in league_stats.careers["Bruno"].recent] == [1, 2]
    assert (
        league_stats.careers["Bruno"].recent[-1].mean_before
        == league_stats.careers["Bruno"].recent[0].mean
    )


def test_stakes_are_added_to_the_balances_of_the_season_and_of_all_time():
    first, second, third = league_results(THREE_EVENINGS, stakes=CENTS)
    counters = Stakes("counters", {"jabberwocky": 3})

    league_stats = filled_stats(first, second._replace(season_id=None, stakes=counters), third)

    # Two matches for 50 cents: three players pay, then two. One for 3 counters: Ana and Dina pay
    # Bruno.
    assert league_stats.seasons[AUTUMN].balances.totals == {
        "cents": {"Ana": 250, "Bruno": -100, "Chus": -100, "Dina": -50}
    }
    assert league_stats.all_time.balances.totals == {
        "cents": {"Ana": 250, "Bruno": -100, "Chus": -100, "Dina": -50},
        "counters": {"Ana": -3, "Bruno": 6, "Dina": -3},
    }
    assert league_stats.all_time.balances.by_evening["cents"]["2026-10-15"] == {
        "Ana": 100,
        "Bruno": -50,
        "Chus": -50,
    }


def test_a_game_with_net_results_is_paid_by_them():
    [gin] = league_results("evening | Ana | Bruno \n 1 Oct gin | 1 (125) | 2 (90)", stakes=CENTS)
    ana, bruno = gin.result.seats
    gin = gin._replace(
        result=gin.result._replace(
            seats=(ana._replace(net=160), bruno._replace(net=-160)),
        )
    )

    assert filled_stats(gin).all_time.balances.totals == {"cents": {"Ana": 320, "Bruno": -320}}


def test_a_game_without_a_stake_changes_no_balance():
    stakes = Stakes("cents", {"gin": 50})

    assert (
        filled_stats(*league_results(THREE_EVENINGS, stakes=stakes)).all_time.balances.totals == {}
    )


def test_only_balances_of_the_last_evenings_are_stored_individually():
    balances = Balances()
    for day in range(MAX_MONEY_EVENINGS + 2):
        balances.add(f"evening {day}", "cents", {"Ana": 1, "Bruno": -1})

    assert balances.totals == {"cents": {"Ana": 32, "Bruno": -32}}
    assert next(iter(balances.by_evening["cents"])) == "evening 2"
    assert len(balances.by_evening["cents"]) == MAX_MONEY_EVENINGS


def test_win_streaks_and_strengths_are_all_time_records_across_games():
    rows = "\n".join(f"{day} Oct | 1 | 2" for day in range(1, 13))
    league_stats = filled_stats(*league_results(f"evening | Ana | Bruno \n {rows}"))

    records = league_stats.all_time.records.best
    streak = records[ACROSS_GAMES, "wins in a row"]
    assert (streak.value, streak.before, streak.times_reached, streak.holders[0].match) == (
        12,
        None,
        1,
        12,
    )
    # Strength counts from a player's tenth match onwards. The best is Ana's after her twelfth.
    strongest = records[ACROSS_GAMES, "strength"]
    assert [(h.player, h.match) for h in strongest.holders] == [("Ana", 12)]
    assert (ACROSS_GAMES, "wins in a row") not in league_stats.seasons[AUTUMN].records.best


def test_the_first_strength_record_has_no_previous_value():
    rows = "\n".join(f"{day} Oct | 2 | 1" for day in range(1, 11))
    records = filled_stats(
        *league_results(f"evening | Ana | Bruno \n {rows}")
    ).all_time.records.best

    strongest = records[ACROSS_GAMES, "strength"]
    assert [(h.player, h.match) for h in strongest.holders] == [("Bruno", 10)]
    assert (strongest.before, strongest.times_reached) == (None, 1)


def test_single_wins_and_fewer_than_ten_matches_set_no_record():
    rows = "\n".join(f"{day} Oct | {1 + day % 2} | {2 - day % 2}" for day in range(1, 10))

    assert (
        filled_stats(*league_results(f"evening | Ana | Bruno \n {rows}")).all_time.records.best
        == {}
    )


def test_results_can_be_added_to_a_season_without_counting_for_all_time():
    league_stats = filled_stats(*league_results(THREE_EVENINGS, season=None))

    for each in league_results(THREE_EVENINGS, stakes=CENTS):
        league_stats.add_to_season(each)

    assert standings(SCHEMES[AUTUMN], league_stats.seasons[AUTUMN].aggregate) == (
        "1 Ana 12½ | 2 Bruno 10 | 3 Chus 5 | 4 Dina 3½"
    )
    assert league_stats.seasons[AUTUMN].balances.totals["cents"]["Ana"] == 200
    assert (
        league_stats.matches,
        league_stats.all_time.aggregate.matches,
        league_stats.all_time.balances.totals,
    ) == (3, 3, {})


# ---------------------------------------------------------------- forks


PLACES = st.sampled_from(["1 | 2 | 3", "2 | 1 | –", "1= | 1= | 3", "– | 2 | 1", "3 (1) | 2 | 1"])
MATCHES = st.lists(
    st.tuples(
        PLACES,
        st.sampled_from(["", "gin", "loba low"]),
        st.sampled_from([None, 1, 2]),
        st.sampled_from([NO_STAKES, CENTS]),
    ),
    max_size=8,
)


def history(matches):
    lines = [
        f"{1 + number // 2} Oct {game} | {places}"
        for number, (places, game, _, _) in enumerate(matches)
    ]
    played = results("\n".join(["evening | Ana | Bruno | Chus", *lines]))
    return [
        LeagueResult(result, season, stakes)
        for result, (_, _, season, stakes) in zip(played, matches, strict=True)
    ]


@pytest.mark.thorough
@examples(60, 25)
@given(MATCHES, st.integers(0, 8), st.integers(0, 8))
def test_forked_statistics_equal_statistics_computed_without_a_fork(matches, first, second):
    whole = history(matches)
    at, later = sorted((min(first, len(whole)), min(second, len(whole))))
    one = filled_stats(*whole[:at])
    before = league_values(one, SCHEMES)

    other = one.fork()
    filled_stats(*whole[at:later], league_stats=other)
    third = other.fork()
    midway = league_values(other, SCHEMES)
    filled_stats(*whole[later:], league_stats=third)

    assert league_values(third, SCHEMES) == league_values(filled_stats(*whole), SCHEMES)
    assert (
        league_values(other, SCHEMES)
        == midway
        == league_values(filled_stats(*whole[:later]), SCHEMES)
    )
    assert league_values(one, SCHEMES) == before
    filled_stats(*whole[at:], league_stats=one)
    assert league_values(one, SCHEMES) == league_values(third, SCHEMES)
    assert league_values(other, SCHEMES) == midway


@pytest.mark.parametrize("who", ["the first", "the other"])
def test_adding_to_one_fork_does_not_change_the_other(who):
    first, second, third = league_results(THREE_EVENINGS, stakes=CENTS)
    one = filled_stats(first, second)
    other = one.fork()
    stays, goes = (other, one) if who == "the first" else (one, other)
    before = league_values(stays, SCHEMES)

    goes.add(third)
    goes.add_to_season(third._replace(season_id=GIN))

    assert league_values(stays, SCHEMES) == before != league_values(goes, SCHEMES)


def test_forks_share_unmodified_objects():
    first, *_ = league_results(THREE_EVENINGS)
    one = filled_stats(first)

    other = one.fork()

    assert other.all_time is one.all_time
    assert other.seasons[AUTUMN] is one.seasons[AUTUMN]
    assert other.careers["Ana"] is one.careers["Ana"]
