"""Standings: who is ranked, who is left out, who moved up, and properties of all standings."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.league.ratings import rate
from scorekeeper.stats.aggregate import Aggregate, AggregateOptions
from scorekeeper.stats.ranking import (
    automatic_minimum,
    build_standings,
    places_gained,
    rank_players,
)
from scorekeeper.stats.results import MatchResult, PlayerResult, finish
from scorekeeper.stats.scheme_values import approximate_value, tally_value
from scorekeeper.stats.schemes import MEASURES, Scheme
from scorekeeper.stats.tally import Tally, meeting_increments
from scorekeeper.stats.tie_breaks import TIE_BREAKS
from tests.sample import examples
from tests.stats.season_on_paper import (
    THREE_EVENINGS,
    add_results,
    added_up,
    aggregate,
    order,
    per_match,
    rows,
    standings,
    tie_sentences,
)


def test_players_below_the_minimum_are_listed_last_without_a_place():
    scheme = per_match("places", min_matches=3, tie_breaks=("head",))

    assert standings(scheme, THREE_EVENINGS) == (
        "1 Ana 4.17 | 2 Bruno 3.33 | – Chus 2.50, needs 1 | – Dina 1.75, needs 1"
    )


def test_players_below_the_minimum_are_sorted_by_value_then_matches_played():
    season = """
        evening | Ana | Bruno | Chus | Dina
        1 Oct   | 1   | 2     | –    | –
        2 Oct   | –   | –     | 2    | 1
        3 Oct   | –   | 2     | –    | 1
    """

    assert standings(per_match("wins", min_matches=3), season) == (
        "– Dina 1.00, needs 1 | – Ana 1.00, needs 2 | – Bruno 0.00, needs 1 | – Chus 0.00, needs 2"
    )


def test_ranked_players_are_never_level_with_unranked_players():
    season = """
        evening | Ana | Bruno
        1 Oct   | 1=  | 1=
        2 Oct   | 1   | –
    """

    assert order(per_match("wins", min_matches=2), season) == "1 Ana | – Bruno"
    assert tie_sentences(per_match("wins", min_matches=2, tie_breaks=("played",)), season) == []


def test_hidden_players_are_omitted_and_the_others_move_up():
    assert standings(added_up("places"), THREE_EVENINGS, hidden={"Ana", "Chus"}) == (
        "1 Bruno 10 | 2 Dina 3½"
    )


def test_hidden_players_do_not_count_in_tie_breaks():
    season = """
        evening | Ana | Bruno | Chus | Dina
        1 Oct   | 2   | 3     | –    | 1
        2 Oct   | –   | 2     | 3    | 1
        3 Oct   | –   | 2     | 3    | 1
        4 Oct   | –   | 2     | 3    | 1
    """
    scheme = added_up("wins", tie_breaks=("head",))

    assert order(scheme, season) == "1 Dina | 2 Bruno | 3 Ana | 4 Chus"
    assert order(scheme, season, hidden={"Chus"}) == "1 Dina | 2 Ana | 3 Bruno"
    assert tie_sentences(scheme, season, hidden={"Chus"}) == [
        "Ana is ahead of Bruno on head-to-head results: 1 to 0."
    ]


def test_an_empty_season_has_empty_standings():
    assert build_standings(Scheme(), Aggregate()) == []
    assert places_gained(Scheme(), Aggregate(), []) == {}


def arrows(text, scheme, hidden=()):
    season = aggregate(text)
    return places_gained(scheme, season, build_standings(scheme, season, hidden), hidden)


def test_arrows_show_places_gained_on_the_last_evening():
    # Before 15 October: Ana 5 + 2½, Bruno 3 + 5, Chus 2, Dina 1 + 2½. After it: 12½, 10, 5, 3½.
    assert arrows(THREE_EVENINGS, added_up("places")) == {
        "Ana": 1,
        "Bruno": -1,
        "Chus": 1,
        "Dina": -1,
    }


def test_arrows_compare_with_the_standings_before_the_whole_evening():
    season = """
        evening | Ana | Bruno | Chus
        1 Oct   | 1   | 2     | 3
        2 Oct   | 3   | 2     | 1
        2 Oct   | 3   | 2     | 1
    """

    # Before 2 October: 5, 3 and 2. After it: 5 + 2 + 2, 3 + 3 + 3 and 2 + 5 + 5.
    assert order(added_up("places"), season) == "1 Chus | 2= Ana | 2= Bruno"
    assert arrows(season, added_up("places")) == {"Ana": -1, "Bruno": 0, "Chus": 2}


def test_players_without_a_place_before_the_last_evening_have_no_arrow():
    first = "evening | Ana | Bruno \n 1 Oct | 1 | 2 \n 1 Oct | 1 | 2"
    season = """
        evening | Ana | Bruno | Chus
        1 Oct   | 1   | 2     | –
        2 Oct   | 2   | 3     | 1
    """

    assert arrows(first, added_up("places")) == {}
    assert arrows(season, added_up("places")) == {"Ana": 0, "Bruno": 0}
    assert arrows(season, per_match("places", min_matches=2)) == {}


def test_arrows_ignore_hidden_players():
    assert arrows(THREE_EVENINGS, added_up("places"), hidden={"Bruno"}) == {
        "Ana": 0,
        "Chus": 1,
        "Dina": -1,
    }


# ---------------------------------------------------------------- random seasons

PLAYERS = tuple("123456789")
SCHEMES = st.builds(
    Scheme,
    measure=st.sampled_from(list(MEASURES)),
    per_match=st.booleans(),
    place_points=st.lists(st.integers(0, 9), min_size=1, max_size=5)
    .map(sorted)
    .map(lambda points: tuple(reversed(points))),
    shared_places=st.sampled_from(["average", "higher"]),
    counted_matches=st.sampled_from(["all", "best", "drop"]),
    best_or_drop_count=st.integers(1, 4),
    bonus_hundredths=st.sampled_from([0, 25, 100]),
    min_matches=st.integers(0, 3),
    tie_breaks=st.lists(st.sampled_from(list(TIE_BREAKS)), unique=True).map(tuple),
)
MATCH = st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=5, unique=True).flatmap(
    lambda players: st.tuples(
        st.just(players),
        st.lists(st.integers(-3, 3), min_size=len(players), max_size=len(players)),
        st.integers(0, 1),
    )
)


def season_of(matches, called=None):
    """Return the results of matches that the player with the most points wins.

    Each match is given as (players, points, whether it is the first of a new day).
    """
    called = called or {}
    results, day = [], 10
    for number, (players, points, new) in enumerate(matches, start=1):
        day += new
        seats = tuple(
            PlayerResult(called.get(player, player), side, seat_result(points, mine), mine)
            for side, (player, mine) in enumerate(zip(players, points, strict=True))
        )
        results.append(MatchResult(number, "jabberwocky", number, f"2026-10-{day}", False, seats))
    return results


def seat_result(points, mine):
    place = 1 + sum(other > mine for other in points)
    return finish(place, points.count(mine), len(points), place == 1)


def added_results(scheme, matches, called=None):
    return add_results(
        season_of(matches, called),
        Aggregate(AggregateOptions(rate if scheme.uses_rating else None)),
    )


@examples(80, 30)
@given(SCHEMES, st.lists(MATCH, max_size=12))
def test_standings_list_every_player_once_and_in_order(scheme, matches):
    season = added_results(scheme, matches)

    listed = build_standings(scheme, season)

    there = [row for row in listed if row.place is not None]
    assert listed[: len(there)] == there
    assert sorted(row.player for row in listed) == sorted({p for m in matches for p in m[0]})
    assert [row.value for row in there] == sorted((row.value for row in there), reverse=True)
    for number, row in enumerate(there, start=1):
        same = [other for other in there if other.place == row.place]
        assert row.place == number - same.index(row)
        assert row.is_shared == (len(same) > 1)
        assert {other.value for other in same} == {row.value}
        follows = there[number] if number < len(there) else None
        parted = follows and follows.value == row.value and follows.place != row.place
        assert (row.tie is not None) == bool(parted)
    assert all(
        row.tally.matches + row.matches_needed == scheme.min_matches for row in listed[len(there) :]
    )


@examples(80, 30)
@given(SCHEMES, st.lists(MATCH, max_size=12), st.permutations(PLAYERS))
def test_player_names_do_not_affect_the_standings(scheme, matches, names):
    called = dict(zip(PLAYERS, names, strict=True))

    def places(table):
        return {row.player: (row.place, row.is_shared, row.matches_needed) for row in table}

    plain = places(build_standings(scheme, added_results(scheme, matches)))
    other = places(build_standings(scheme, added_results(scheme, matches, called)))

    assert {called[player]: place for player, place in plain.items()} == other


@examples(80, 30)
@given(SCHEMES, st.lists(MATCH, max_size=12))
def test_the_last_charted_value_is_the_ranked_value(scheme, matches):
    options = AggregateOptions(
        rate if scheme.uses_rating else None, value=partial(approximate_value, scheme)
    )
    season = add_results(season_of(matches), Aggregate(options))

    for player, tally in season.totals.tallies.items():
        assert season.value_after(player, len(season.evenings) - 1) == float(
            tally_value(scheme, tally)
        )


@examples(80, 30)
@given(SCHEMES, st.lists(MATCH, max_size=10), st.lists(MATCH, max_size=4))
def test_a_predicted_ranking_equals_the_later_ranking(scheme, matches, more):
    whole, before = added_results(scheme, matches + more), added_results(scheme, matches)
    later = season_of(matches + more)[len(matches) :]
    was = ranking(scheme, before.totals)

    then = before.totals.plus([(result, meeting_increments(result)) for result in later])

    assert ranking(scheme, then) == ranking(scheme, whole.totals)
    assert ranking(scheme, before.totals) == was


def ranking(scheme, totals):
    return [
        (r.player, r.place, r.value) for r in rank_players(scheme, totals.tallies, totals.meetings)
    ]


def test_standings_rows_contain_their_tally():
    [ana, *_] = rows(added_up("places"), THREE_EVENINGS)

    assert (ana.player, ana.tally.matches, ana.tally.wins) == ("Ana", 3, 2)
    assert [finish.place for finish in ana.tally.form] == [1, 2, 1]


@pytest.mark.parametrize(
    ("most", "minimum"), [(0, 3), (1, 3), (30, 3), (31, 4), (100, 10), (101, 11), (1000, 100)]
)
def test_the_automatic_minimum_is_a_tenth_of_the_most_matches_but_at_least_three(most, minimum):
    played = {"1": Tally(), "2": Tally()}
    played["1"].matches = most

    assert automatic_minimum(played) == minimum
