"""The demo league is complete and plausible, and depends only on the seed."""

from collections import Counter
from datetime import UTC, datetime

import pytest

from scorekeeper.cli import demo
from scorekeeper.db.tables import MatchEvents
from scorekeeper.league import match_lists, roster
from scorekeeper.match.outcome import MatchState
from scorekeeper.rules import GAMES
from tests.databases import rows
from tests.filled_league import fill_league

# SQLite is enough here, because test_rebuild.py also fills a demo league on PostgreSQL.
on_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
TWO_YEARS = 2 * 365 * 24 * 60 * 60


@pytest.fixture
def demo_app(app):
    fill_league(app, matches=60, seed=7)
    return app


def test_filling_the_demo_league_again_changes_nothing(app):
    fill_league(app, matches=20, seed=1)
    events = rows(app, MatchEvents)

    demo.fill_league(app, matches=20, seed=1)

    assert rows(app, MatchEvents) == events


@pytest.mark.thorough
@on_sqlite
def test_the_same_seed_gives_the_same_events(demo_app, another_league):
    demo.fill_league(another_league, matches=60, seed=7)

    assert rows(another_league, MatchEvents) == rows(demo_app, MatchEvents)


@on_sqlite
def test_another_seed_gives_other_events(app, another_league):
    fill_league(app, matches=3, seed=1)
    demo.fill_league(another_league, matches=3, seed=2)

    events, others = (
        [row.body for row in rows(each, MatchEvents)] for each in (app, another_league)
    )
    assert events != others


@on_sqlite
def test_demo_matches_include_every_game_and_every_state_of_a_played_match(store, demo_app):
    matches = match_lists.match_history(store, limit=100) + match_lists.deleted_matches(
        store, now=demo.LAST_EVENING_AT, days=800
    )

    assert len(matches) == 60
    assert {match.game for match in matches} == set(GAMES)
    assert {match.state for match in matches} == set(MatchState) - {
        MatchState.IMPORTED,
        MatchState.UNREADABLE,
    }


@on_sqlite
def test_demo_matches_include_corrections_undos_closures_and_comebacks(demo_app):
    kinds = {event.kind for event in rows(demo_app, MatchEvents)}
    answers = [event.body.get("answers", {}) for event in rows(demo_app, MatchEvents)]

    assert {"round corrected", "step withdrawn", "match closed"} <= kinds
    assert any(said.get("reenlist") for said in answers)


@on_sqlite
def test_demo_evenings_span_two_years_up_to_a_fixed_date(demo_app):
    times = [event.at for event in rows(demo_app, MatchEvents)]
    starts = [event.at for event in rows(demo_app, MatchEvents) if event.version == 1]

    first = demo.LAST_EVENING_AT - TWO_YEARS
    assert starts == sorted(starts)
    assert first <= min(times) < first + 24 * 60 * 60
    assert max(starts) < demo.LAST_EVENING_AT + 4 * 60 * 60
    assert max(times) < demo.LAST_EVENING_AT + 24 * 60 * 60


@on_sqlite
def test_a_demo_evening_has_two_to_four_matches(demo_app):
    starts = [event.at for event in rows(demo_app, MatchEvents) if event.version == 1]
    matches = Counter(datetime.fromtimestamp(at, UTC).date() for at in starts)

    *evenings, last = matches.values()
    assert set(evenings) == {2, 3, 4}
    assert last <= 4
    assert sum(evenings) + last == 60


def test_many_demo_evenings_span_more_than_two_years():
    starts = list(demo.start_times(10_000, 7))

    matches = Counter(datetime.fromtimestamp(at, UTC).date() for at in starts)
    *evenings, last = matches.values()
    assert set(evenings) == {2, 3, 4}
    assert last <= 4
    assert sum(evenings) + last == 10_000
    assert starts == sorted(starts)
    assert starts[-1] < demo.LAST_EVENING_AT + 4 * 60 * 60


def test_a_limited_span_holds_any_number_of_demo_matches():
    starts = list(demo.start_times(10_000, 7, max_days=2 * 365))

    assert len(starts) == 10_000
    assert starts == sorted(starts)
    assert starts[0] == demo.LAST_EVENING_AT - TWO_YEARS
    assert starts[-1] < demo.LAST_EVENING_AT + 4 * 60 * 60


def test_one_demo_match_is_two_years_old():
    assert list(demo.start_times(1, 7)) == [demo.LAST_EVENING_AT - TWO_YEARS]
    assert list(demo.start_times(0, 7)) == []


@on_sqlite
def test_existing_players_with_demo_names_are_not_added_again(store, app):
    roster.add_player(store, "ANA")

    demo.fill_league(app, matches=3, seed=1)

    names = [player.name for player in roster.players(store)]
    assert "ANA" in names
    assert len(names) == len(demo.PLAYER_NAMES)


@on_sqlite
def test_a_demo_league_of_0_matches_has_no_matches(store, app):
    demo.fill_league(app, matches=0, seed=1)

    assert match_lists.match_history(store) == []
