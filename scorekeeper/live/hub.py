"""Wake the open streams of a match or a league when something is saved.

A stream reports only the current version (a token). SQLite's `data_version` or PostgreSQL's NOTIFY
shows that a process has committed something. Then the tokens of all watched topics are queried, and
streams whose token has changed are woken. One thread per process does this, only while streams are
open.
"""

import time
from collections.abc import Collection
from dataclasses import dataclass
from logging import getLogger
from threading import Condition, Lock, Thread
from typing import NamedTuple

from sqlalchemy import Engine, bindparam, select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.db.connections import autocommit_engine
from scorekeeper.db.tables import Leagues
from scorekeeper.live.commits import listen_for_commits
from scorekeeper.live.presence import Presence
from scorekeeper.live.stream_counts import (
    NO_LIMITS,
    NO_PHONE,
    StreamClient,
    StreamCounts,
    StreamLimits,
)
from scorekeeper.live.topics import Topic, load_tokens

RECONNECT_DELAY_S = 0.5  # seconds before reconnecting after a lost connection

# Built only once, because building the statement takes longer than executing it.
ACCESS_VERSIONS_QUERY = select(Leagues.id, Leagues.access_version.label("access_version")).where(
    Leagues.id.in_(bindparam("leagues", expanding=True))
)


class TopicState(NamedTuple):
    """The state of a topic as reported to a stream.

    `token` is the topic's version, or None if the stream has to end. `access_version` is the
    league's `Leagues.access_version`. `viewers_digest` is `Presence.digest`, empty before the first
    announcement.
    """

    token: str | None
    access_version: int
    viewers_digest: str = ""


@dataclass
class Subscription:
    """The state of a watched topic, shared by all its streams.

    `condition` is notified whenever `state` changes.
    """

    state: TopicState
    condition: Condition
    streams: int = 0


class Hub:
    """The subscriptions of one process, and a watcher that runs only while streams are open."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.subscriptions: dict[Topic, Subscription] = {}
        self.counts = StreamCounts()
        self.presence = Presence()
        self.lock, self.query_lock = Lock(), Lock()
        self.watcher: Thread | None = None
        # The errors of a lost connection. They include the driver's own errors, because `watch`
        # uses the driver directly.
        self.connection_errors = (SQLAlchemyError, engine.dialect.loaded_dbapi.Error)

    def current_token(self, topic: Topic) -> str | None:
        """Return the current token of a topic, or None if the topic does not exist."""
        with autocommit_engine(self.engine).connect() as connection:
            return load_tokens(connection, (topic,)).get(topic)

    # ------------------------------------------------------------ streams

    @property
    def streams(self) -> int:
        """The number of open streams."""
        return self.counts.total

    def open_stream(
        self, topic: Topic, client: StreamClient = NO_PHONE, limits: StreamLimits = NO_LIMITS
    ) -> Subscription | None:
        """Register a stream of this client, and return the topic's subscription.

        Returns None if the topic does not exist. Raises TooManyStreams if a limit is reached. The
        limits are checked and the stream is registered under one lock, because many requests can
        arrive at once. Call `close_stream` when the stream ends.
        """
        with self.lock:
            self.counts.refuse_above(limits, topic.league, client)
            if subscription := self.subscriptions.get(topic):
                return self.count_stream(subscription, topic, client)
        with self.query_lock:  # the watcher must not miss a commit before the registration
            state = self.load_states((topic,))[topic]
            if state.token is None:
                return None
            with self.lock:
                self.counts.refuse_above(limits, topic.league, client)
                subscription = self.subscriptions.setdefault(
                    topic, Subscription(state, Condition(self.lock))
                )
                self.start_watcher()
                return self.count_stream(subscription, topic, client)

    def count_stream(
        self, subscription: Subscription, topic: Topic, client: StreamClient
    ) -> Subscription:
        subscription.streams += 1
        self.counts.add(topic.league, client)
        return subscription

    def close_stream(
        self, topic: Topic, subscription: Subscription, client: StreamClient = NO_PHONE
    ) -> None:
        """Unregister a stream that has ended."""
        with self.lock:
            subscription.streams -= 1
            self.counts.remove(topic.league, client)
            if not subscription.streams and self.subscriptions.get(topic) is subscription:
                del self.subscriptions[topic]

    def wait_for_change(
        self, subscription: Subscription, last_state: TopicState | None, seconds: float
    ) -> TopicState:
        """Wait at most `seconds` until the state differs from `last_state`, and return the state.

        Only the newest state is kept, so a client that does not read cannot block other clients or
        fill a queue.
        """
        with self.lock:
            subscription.condition.wait_for(lambda: subscription.state != last_state, seconds)
            return subscription.state

    def close(self) -> None:
        """End all streams."""
        with self.lock:
            for subscription in self.subscriptions.values():
                set_state(subscription, TopicState(None, subscription.state.access_version))
            self.subscriptions.clear()

    # ------------------------------------------------------------ the watcher

    def start_watcher(self) -> None:
        if self.watcher is None:
            self.watcher = Thread(target=self.watch, name="live", daemon=True)
            self.watcher.start()

    def watch(self) -> None:
        """Run the watcher thread until no stream is open.

        If the connection to the database is lost, the thread connects again.
        """
        while not self.stop_if_idle():
            try:
                with listen_for_commits(self.engine) as was_saved:
                    while self.subscriptions:
                        if was_saved():
                            self.update_states()
                        self.announce_presence()
            except self.connection_errors as error:
                getLogger(__name__).warning("Live updates are waiting for the database: %s", error)
                time.sleep(RECONNECT_DELAY_S)

    def stop_if_idle(self) -> bool:
        with self.lock:
            if self.subscriptions:
                return False
            self.watcher = None
            return True

    def update_states(self) -> None:
        with self.query_lock:
            with self.lock:
                topics = list(self.subscriptions)
            states = self.load_states(topics)
            with self.lock:
                for topic, subscription in self.subscriptions.items():
                    set_state(
                        subscription,
                        states[topic]._replace(viewers_digest=subscription.state.viewers_digest),
                    )

    def announce_presence(self) -> None:
        """Update `viewers_digest` of the topics whose viewers changed."""
        due = self.presence.pop_due_topics()
        digests = {topic: self.presence.digest(topic) for topic in due}
        with self.lock:
            for topic, subscription in self.subscriptions.items():
                if topic in digests:
                    set_state(
                        subscription, subscription.state._replace(viewers_digest=digests[topic])
                    )

    def load_states(self, topics: Collection[Topic]) -> dict[Topic, TopicState]:
        leagues = {"leagues": sorted({topic.league for topic in topics})}
        with autocommit_engine(self.engine).connect() as connection:
            # Tokens are read before access versions. A token from after a change of access is
            # therefore never paired with the access version from before that change.
            tokens = load_tokens(connection, topics)
            access_versions = {
                row.id: row.access_version
                for row in connection.execute(ACCESS_VERSIONS_QUERY, leagues)
            }
        return {
            topic: TopicState(tokens.get(topic), access_versions.get(topic.league, 0))
            for topic in topics
        }


def set_state(subscription: Subscription, state: TopicState) -> None:
    """Store a changed state and wake the waiting streams. Call with the hub's lock held."""
    if subscription.state != state:
        subscription.state = state
        subscription.condition.notify_all()
