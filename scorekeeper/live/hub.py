"""Live updates: wake the open streams of a match or a league when something was saved.

A stream reports only the current version (a token). SQLite's `data_version` or PostgreSQL's NOTIFY
shows that a process has committed something. Then the tokens of all watched topics are queried, and
streams whose token has changed are woken. One thread per process does this, only while streams are
open.
"""

import time
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from logging import getLogger
from threading import Condition, Lock, Thread
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, bindparam, select
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.db.connections import CHANNEL, autocommit_engine
from scorekeeper.db.evenings import BEFORE_ALL_EVENINGS
from scorekeeper.db.sql_submissions import NEWEST_SERIAL
from scorekeeper.db.tables import Leagues, Matches
from scorekeeper.live.presence import Presence
from scorekeeper.match.outcome import MatchState

POLL_INTERVAL_S = 0.025  # seconds between two reads of SQLite's `data_version`; each takes 3 µs
NOTIFY_TIMEOUT_S = 0.25  # seconds to wait for a NOTIFY before checking for open streams
RECONNECT_DELAY_S = 0.5  # seconds before reconnecting after a lost connection

# Statements are built once: building one takes longer than SQLite takes to execute it.
MATCHES_QUERY = select(Matches.id, Matches.version, NEWEST_SERIAL).where(
    Matches.league_id == bindparam("league"), Matches.id.in_(bindparam("these", expanding=True))
)
LEAGUE_QUERY = (
    select(Leagues.changes, Matches.id, Matches.version)
    .outerjoin(
        Matches,
        (Matches.league_id == Leagues.id)
        & (Matches.state == MatchState.RUNNING)
        & (Matches.changed_at > BEFORE_ALL_EVENINGS),  # always true; makes it a range for the index
    )
    .where(Leagues.id == bindparam("league"))
)


ACCESS_VERSIONS_QUERY = select(Leagues.id, Leagues.doors).where(
    Leagues.id.in_(bindparam("leagues", expanding=True))
)


class Topic(NamedTuple):
    """The subject of a stream: a match, or the league if `match` is None."""

    league: int
    match: int | None = None


class Notice(NamedTuple):
    """The state of a topic as reported to a stream.

    `token` is its version, None if the stream has to end. `doors` is the league's access version
    (`Leagues.doors`). `here` is a CRC of the viewers (`Presence.word`), empty before the first
    announcement.
    """

    token: str | None
    doors: int
    here: str = ""


@dataclass
class Subscription:
    """The state of a watched topic, shared by all its streams; `turn` is notified of changes."""

    now: Notice
    turn: Condition
    streams: int = 0


def load_tokens(connection: Connection, topics: Collection[Topic]) -> dict[Topic, str]:
    """The tokens of these topics, with at most two queries per league.

    Topics that do not exist are left out.
    """
    found: dict[Topic, str] = {}
    for league in {topic.league for topic in topics}:
        matches = [topic.match for topic in topics if topic.league == league and topic.match]
        if matches:
            these = {"league": league, "these": matches}
            stand = connection.execute(MATCHES_QUERY, these)
            found |= {Topic(league, n): match_token(at, serial) for n, at, serial in stand}
        if Topic(league) in topics:
            rows = connection.execute(LEAGUE_QUERY, {"league": league}).all()
            if rows:
                playing = [(row.id, row.version) for row in rows if row.id is not None]
                found[Topic(league)] = league_token(rows[0].changes, playing)
    return found


def match_token(version: int, serial: int | None) -> str:
    """Token of a match: its version and its newest submission's serial, "17-3", or just "17"."""
    return f"{version}-{serial}" if serial else str(version)


def league_token(changes: int, playing: Iterable[tuple[int, int]]) -> str:
    """Token of a league: its `changes` and a CRC of the running matches, "17.4fd1a3c2".

    `playing` is (id, version) of each running match. Pages that show only statistics compare the
    part before the dot.
    """
    return f"{changes}.{zlib.crc32(repr(sorted(playing)).encode()):08x}"


NO_PHONE = 0  # the phone id of a stream that belongs to no phone


class Hub:
    """The subscriptions of one process. It queries the database only while streams are open."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.places: dict[Topic, Subscription] = {}
        self.streams = 0
        self.streams_by_phone: Counter[tuple[int, int]] = Counter()  # streams, by league and phone
        self.presence = Presence()
        self.lock, self.query_lock = Lock(), Lock()
        self.watcher: Thread | None = None
        # Errors of a lost connection, also the driver's own, because `watch` uses it directly.
        self.connection_errors = (SQLAlchemyError, engine.dialect.loaded_dbapi.Error)

    def now(self, topic: Topic) -> str | None:
        """The current token of a topic; None if it does not exist."""
        with autocommit_engine(self.engine).connect() as connection:
            return load_tokens(connection, (topic,)).get(topic)

    # ------------------------------------------------------------ streams

    def come(self, topic: Topic, phone: int = NO_PHONE) -> Subscription | None:
        """Register a stream of this phone; return None if the topic does not exist.

        Call `leave` when the stream ends.
        """
        with self.lock:
            if place := self.places.get(topic):
                return self.counted(place, topic, phone)
        with self.query_lock:  # the watcher cannot miss a commit between query and registration
            now = self.asked((topic,))[topic]
            if now.token is None:
                return None
            with self.lock:
                place = self.places.setdefault(topic, Subscription(now, Condition(self.lock)))
                self.begin()
                return self.counted(place, topic, phone)

    def counted(self, place: Subscription, topic: Topic, phone: int) -> Subscription:
        place.streams += 1
        self.streams += 1
        self.streams_by_phone[topic.league, phone] += 1
        return place

    def streams_of(self, league: int, phone: int) -> int:
        """The number of streams that this phone has open."""
        with self.lock:
            return self.streams_by_phone.get((league, phone), 0)

    def leave(self, topic: Topic, place: Subscription, phone: int = NO_PHONE) -> None:
        """Unregister a stream that has ended."""
        with self.lock:
            place.streams -= 1
            self.streams -= 1
            self.streams_by_phone[topic.league, phone] -= 1
            if not self.streams_by_phone[topic.league, phone]:
                del self.streams_by_phone[topic.league, phone]
            if not place.streams and self.places.get(topic) is place:
                del self.places[topic]

    def wait_for_change(
        self, place: Subscription, last_notice: Notice | None, seconds: float
    ) -> Notice:
        """Wait up to `seconds` until the notice differs from `last_notice`; return the newest one.

        Only the newest notice is kept: a client that does not read blocks nothing and fills no
        queue.
        """
        with self.lock:
            place.turn.wait_for(lambda: place.now != last_notice, seconds)
            return place.now

    def close(self) -> None:
        """End all streams."""
        with self.lock:
            for place in self.places.values():
                set_notice(place, Notice(None, place.now.doors))
            self.places.clear()

    # ------------------------------------------------------------ the watcher

    def begin(self) -> None:
        if self.watcher is None:
            self.watcher = Thread(target=self.watch, name="live", daemon=True)
            self.watcher.start()

    def watch(self) -> None:
        """The watcher thread: runs until no stream is open; reconnects after a lost connection."""
        while not self.stop_if_idle():
            try:
                with listen_for_commits(self.engine) as was_saved:
                    while self.places:
                        if was_saved():
                            self.look()
                        self.announce_presence()
            except self.connection_errors as error:
                getLogger(__name__).warning("Live updates wait for the database: %s", error)
                time.sleep(RECONNECT_DELAY_S)

    def stop_if_idle(self) -> bool:
        with self.lock:
            if self.places:
                return False
            self.watcher = None
            return True

    def look(self) -> None:
        with self.query_lock:
            with self.lock:
                topics = list(self.places)
            found = self.asked(topics)
            with self.lock:
                for topic, place in self.places.items():
                    set_notice(place, found[topic]._replace(here=place.now.here))

    def announce_presence(self) -> None:
        """Update `here` of the topics whose viewers changed."""
        due = self.presence.due()
        words = {topic: self.presence.word(topic) for topic in due}
        with self.lock:
            for topic, place in self.places.items():
                if topic in words:
                    set_notice(place, place.now._replace(here=words[topic]))

    def asked(self, topics: Collection[Topic]) -> dict[Topic, Notice]:
        leagues = {"leagues": sorted({topic.league for topic in topics})}
        with autocommit_engine(self.engine).connect() as connection:
            doors = {
                row.id: row.doors for row in connection.execute(ACCESS_VERSIONS_QUERY, leagues)
            }
            found = load_tokens(connection, topics)
        return {topic: Notice(found.get(topic), doors.get(topic.league, 0)) for topic in topics}


def set_notice(place: Subscription, now: Notice) -> None:
    """Store a changed notice and wake the waiting streams. Call with the hub's lock held."""
    if place.now != now:
        place.now = now
        place.turn.notify_all()


# ---------------------------------------------------------------- commits


@contextmanager
def listen_for_commits(engine: Engine) -> Iterator[Callable[[], bool]]:
    """Yield a function that returns whether anything was committed since its last call.

    It waits briefly (`POLL_INTERVAL_S` or `NOTIFY_TIMEOUT_S`). The first call returns True at once.
    """
    with autocommit_engine(engine).connect() as connection:
        driver = connection.connection.driver_connection
        connection.detach()  # closed at the end, not returned to the pool: it may be listening
        ask = data_version_checker if engine.dialect.name == "sqlite" else notify_checker
        yield ask(driver)


def data_version_checker(driver: Any) -> Callable[[], bool]:
    """For SQLite. The connection must not write: its own commits do not change `data_version`."""
    seen: int | None = None

    def was_saved() -> bool:
        nonlocal seen
        if seen is not None:
            time.sleep(POLL_INTERVAL_S)
        before, seen = seen, driver.execute("PRAGMA data_version").fetchone()[0]
        return seen != before

    return was_saved


def notify_checker(driver: Any) -> Callable[[], bool]:
    is_first = True

    def was_saved() -> bool:
        nonlocal is_first
        if is_first:
            driver.execute(f"LISTEN {CHANNEL}")
            is_first = False
            return True
        return bool(list(driver.notifies(timeout=NOTIFY_TIMEOUT_S, stop_after=1)))

    return was_saved
