"""The hub reports new versions to all subscribers, no matter which process saved them."""

import threading
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from scorekeeper.access import devices, public_links
from scorekeeper.db import connections
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.live.hub import Hub, TopicState
from scorekeeper.live.stream_counts import StreamLimits, TooManyStreams
from scorekeeper.live.topics import Topic
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.shown_names import ShownNames
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.databases import create_bare_app
from tests.members import add_phone

LEAGUE = Topic(FIRST_LEAGUE_ID)
LONG = 60  # seconds until an expected change counts as missing
BIDS = {"bids": {"1": 1, "2": 1, "3": 0}}


@pytest.fixture
def hub(app):
    hub = Hub(engines.engine_of(app))
    yield hub
    watcher = hub.watcher
    hub.close()
    if watcher:
        watcher.join(LONG)
        assert not watcher.is_alive()


@pytest.fixture
def match(log, people):
    return commands.start_match(log, "jabberwocky", people, {}, CommandMeta("start", 0))


def bid(log, match, key="bids"):
    commands.record_stage(log, match, 1, "bids", BIDS, CommandMeta(key, 0))


@contextmanager
def open_stream(hub, topic):
    subscription = hub.open_stream(topic)
    try:
        yield subscription
    finally:
        hub.close_stream(topic, subscription)


def other_than(hub, subscription, token, seconds):
    """Wait until the token is no longer `token`, and return the new token.

    Changes of access that are already in the subscription's state do not count.
    """
    return hub.wait_for_change(
        subscription, TopicState(token, subscription.state.access_version), seconds
    ).token


def test_saves_and_undos_are_reported_to_subscribers_of_the_match(hub, match, log, another_process):
    topic = Topic(FIRST_LEAGUE_ID, match)
    with open_stream(hub, topic) as subscription:
        assert other_than(hub, subscription, None, LONG) == "1"

        bid(another_process(), match)

        assert other_than(hub, subscription, "1", LONG) == "2" == hub.current_token(topic)
    bid_again = log.sheet(match).last_step.version
    with open_stream(hub, topic) as subscription:
        commands.undo(log, match, bid_again, CommandMeta("undo", 0))
        assert other_than(hub, subscription, "2", LONG) == "3"


def test_league_subscribers_are_notified_of_match_and_season_changes(store, hub, match, log):
    with open_stream(hub, LEAGUE) as subscription:
        began = other_than(hub, subscription, None, LONG)

        bid(log, match)
        played = other_than(hub, subscription, began, LONG)
        season_commands.create_season(store, Season(0, "Autumn"), at=0)
        renamed = other_than(hub, subscription, played, LONG)

    changes = [int(token.partition(".")[0]) for token in (began, played, renamed)]
    assert changes == [changes[0], changes[0], changes[0] + 1]
    assert played.partition(".")[2] == renamed.partition(".")[2]


def test_subscribers_of_a_match_are_not_notified_of_another_match(hub, log, people, match):
    other = commands.start_match(log, "jabberwocky", people, {}, CommandMeta("other", 0))
    with (
        open_stream(hub, Topic(FIRST_LEAGUE_ID, other)) as subscription,
        open_stream(hub, LEAGUE) as all_of_it,
    ):
        began = all_of_it.state.token
        bid(log, match)
        assert other_than(hub, all_of_it, began, LONG) != began

        assert other_than(hub, subscription, "1", 0) == "1"


def test_removing_a_device_notifies_subscribers_in_the_league(
    store, app, hub, match, another_process
):
    number = add_phone(app, Right.VIEWER, "viewer")
    with open_stream(hub, Topic(FIRST_LEAGUE_ID, match)) as subscription:
        before = hub.wait_for_change(subscription, None, LONG)
        devices.leave(store, number)
        after = hub.wait_for_change(subscription, before, LONG)

    assert (after.token, after.access_version) == (before.token, before.access_version + 1)


def test_subscribing_to_a_missing_match_or_league_is_refused(hub):
    assert hub.open_stream(Topic(FIRST_LEAGUE_ID, 99)) is None
    assert hub.open_stream(Topic(99)) is None
    assert (hub.streams, hub.watcher) == (0, None)


def test_the_watcher_stops_with_the_last_subscriber_and_starts_with_the_next(hub, match, log):
    topic = Topic(FIRST_LEAGUE_ID, match)
    with open_stream(hub, topic), open_stream(hub, topic):
        assert hub.streams == 2
        first = hub.watcher
    first.join(LONG)
    assert (hub.streams, hub.subscriptions, hub.watcher) == (0, {}, None)

    with open_stream(hub, topic) as subscription:
        bid(log, match)
        assert other_than(hub, subscription, "1", LONG) == "2"


@pytest.mark.parametrize("limits", [StreamLimits(total=3), StreamLimits(per_client=3)])
def test_streams_opened_at_the_same_moment_stay_within_the_limits(hub, match, limits):
    """The first streams of a topic wait for a query, so all of them begin before any is counted."""
    topic, opened, refused = Topic(FIRST_LEAGUE_ID, match), [], []

    def open_one():
        try:
            opened.append(hub.open_stream(topic, 1, limits))
        except TooManyStreams:
            refused.append(True)

    threads = [threading.Thread(target=open_one) for _ in range(20)]
    with hub.query_lock:
        for thread in threads:
            thread.start()
    for thread in threads:
        thread.join()

    assert (len(opened), len(refused), hub.streams) == (3, 17, 3)
    for subscription in opened:
        hub.close_stream(topic, subscription, 1)
    assert (hub.streams, dict(hub.counts.by_client), hub.subscriptions) == (0, {}, {})


def test_an_idle_subscriber_blocks_no_others_and_gets_the_newest_version(hub, match, log):
    topic = Topic(FIRST_LEAGUE_ID, match)
    with open_stream(hub, topic) as deaf, open_stream(hub, LEAGUE) as subscription:
        for number in range(20):
            step = log.sheet(match).last_step
            before = subscription.state.token
            if step:
                commands.undo(log, match, step.version, CommandMeta(f"undo {number}", 0))
            else:
                bid(log, match, f"bids {number}")
            assert other_than(hub, subscription, before, LONG) != before

        assert other_than(hub, deaf, "1", LONG) == "21"


def test_closing_the_hub_ends_waiting_subscriptions(hub, match):
    topic = Topic(FIRST_LEAGUE_ID, match)
    with open_stream(hub, topic) as subscription:
        said = []
        waiting = threading.Thread(
            target=lambda: said.append(other_than(hub, subscription, "1", LONG))
        )
        waiting.start()
        hub.close()
        waiting.join(LONG)

    assert said == [None]
    assert hub.streams == 0


@pytest.mark.pg
def test_a_terminated_listen_connection_is_reopened_and_no_change_is_missed(postgresql):
    app = create_bare_app(postgresql)
    store = engines.store_of(app)
    hub, log = Hub(store.engine), SqlLog(store)
    seats = tuple(roster.add_player(store, name, at=0).key for name in ("Ana", "Bruno", "Chus"))
    match = commands.start_match(log, "jabberwocky", seats, {}, CommandMeta("start", 0))
    with open_stream(hub, Topic(FIRST_LEAGUE_ID, match)) as subscription:
        while not cut_listeners(store.engine):
            pass
        bid(log, match)
        assert other_than(hub, subscription, "1", LONG) == "2"
        watcher = hub.watcher
    watcher.join(LONG)
    store.engine.dispose()


def cut_listeners(engine):
    """Terminate all connections that use LISTEN, and return how many there were."""
    query = (
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
        " WHERE datname = current_database() AND query LIKE 'LISTEN%%'"
    )
    with connections.autocommit_engine(engine).connect() as connection:
        return connection.exec_driver_sql(query).scalar()


def test_access_that_ends_while_the_hub_reads_the_state_is_part_of_that_state(hub, store):
    """If it were not, a stream would send a token to a phone or link that has lost its access."""
    season = season_commands.create_season(store, Season(0, "Winter"))
    public_links.create_public_link(
        store, "World", public_links.one_season(season.id), ShownNames.FIRST
    )
    before = hub.load_states({LEAGUE})[LEAGUE]

    def end_access(*_):
        season_commands.remove_season(store, season.id)

    event.listen(store.engine, "after_cursor_execute", end_access, once=True)
    state = hub.load_states({LEAGUE})[LEAGUE]

    assert state.access_version > before.access_version
