"""Who is told that something was saved: the phones that look at a match, or at the league.

A stream says only where things stand now. That something was committed, by whichever process,
SQLite's `data_version` or PostgreSQL's NOTIFY says; then it is asked where all that somebody looks
at stands, and those whose thing has moved are woken. One thread does it for the whole process, and
only while somebody looks.
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

from scorekeeper.db.engines import CHANNEL, autocommit_engine
from scorekeeper.db.evenings import BEFORE_ALL_EVENINGS
from scorekeeper.db.models import League, Match
from scorekeeper.db.sql_submissions import NEWEST_SERIAL
from scorekeeper.live.presence import Presence
from scorekeeper.match.outcome import MatchState

POLL_INTERVAL_S = (
    0.025  # seconds between two looks whether SQLite's file has changed; each takes 3 µs
)
NOTIFY_TIMEOUT_S = (
    0.25  # seconds PostgreSQL is listened to before looking whether anybody still wants it
)
RECONNECT_DELAY_S = 0.5  # seconds until a database that is gone is tried again

# Statements are made once: making one takes longer than SQLite takes to answer it.
MATCHES_QUERY = select(Match.id, Match.version, NEWEST_SERIAL).where(
    Match.league_id == bindparam("league"), Match.id.in_(bindparam("these", expanding=True))
)
LEAGUE_QUERY = (
    select(League.changes, Match.id, Match.version)
    .outerjoin(
        Match,
        (Match.league_id == League.id)
        & (Match.state == MatchState.RUNNING)
        & (Match.changed_at > BEFORE_ALL_EVENINGS),  # always so, and in words of an index
    )
    .where(League.id == bindparam("league"))
)


ACCESS_VERSIONS_QUERY = select(League.id, League.doors).where(
    League.id.in_(bindparam("leagues", expanding=True))
)


class Topic(NamedTuple):
    """What somebody looks at: a match, or without one the league."""

    league: int
    match: int | None = None


class Notice(NamedTuple):
    """What a stream knows: the token, None for that there is nothing more to say, and how often
    it had changed in the league who may do what; and a word for who else looks.
    """

    token: str | None
    doors: int
    here: str = ""


@dataclass
class Subscription:
    """Where a topic stands: the same token, the same page."""

    now: Notice
    turn: Condition
    streams: int = 0


def load_tokens(connection: Connection, topics: Collection[Topic]) -> dict[Topic, str]:
    """Where these stand, in two questions at most for each league; what does not exist is left
    out.
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
    """ "17-3": how many entries its log has, and the newest slip; "17" where there is none."""
    return f"{version}-{serial}" if serial else str(version)


def league_token(changes: int, playing: Iterable[tuple[int, int]]) -> str:
    """ "17.4fd1a3c2": how often tables changed, and a digest of the (id, version) of each match
    that is being played. What shows tables alone goes by the first half.
    """
    return f"{changes}.{zlib.crc32(repr(sorted(playing)).encode()):08x}"


NO_PHONE = 0  # the phone of a stream that counts for none


class Hub:
    """Keeps the places of one process. Nothing is asked of the database while nobody looks."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.places: dict[Topic, Subscription] = {}
        self.streams = 0
        self.streams_by_phone: Counter[tuple[int, int]] = Counter()  # streams, by league and phone
        self.presence = Presence()
        self.lock, self.query_lock = Lock(), Lock()
        self.watcher: Thread | None = None
        # Whatever a connection that was cut complains with: the driver is asked directly.
        self.connection_errors = (SQLAlchemyError, engine.dialect.loaded_dbapi.Error)

    def now(self, topic: Topic) -> str | None:
        """Where it stands; None if it does not exist."""
        with autocommit_engine(self.engine).connect() as connection:
            return load_tokens(connection, (topic,)).get(topic)

    # ------------------------------------------------------------ streams come and go

    def come(self, topic: Topic, phone: int = NO_PHONE) -> Subscription | None:
        """A stream of this phone looks from now on; None if there is no such thing. `leave` when
        it ends.
        """
        with self.lock:
            if place := self.places.get(topic):
                return self.counted(place, topic, phone)
        with self.query_lock:  # what is committed from here on the watcher finds
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
        """How many streams this phone has open."""
        with self.lock:
            return self.streams_by_phone.get((league, phone), 0)

    def leave(self, topic: Topic, place: Subscription, phone: int = NO_PHONE) -> None:
        """The stream has ended."""
        with self.lock:
            place.streams -= 1
            self.streams -= 1
            self.streams_by_phone[topic.league, phone] -= 1
            if not self.streams_by_phone[topic.league, phone]:
                del self.streams_by_phone[topic.league, phone]
            if not place.streams and self.places.get(topic) is place:
                del self.places[topic]

    def wait_for_change(self, place: Subscription, said: Notice | None, seconds: float) -> Notice:
        """Where it stands, as soon as that is not what was said; the same after so many seconds.

        However much happened since, there is one thing to say: a phone that does not listen
        holds nobody up, and nothing piles up for it.
        """
        with self.lock:
            place.turn.wait_for(lambda: place.now != said, seconds)
            return place.now

    def close(self) -> None:
        """Every stream ends."""
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
        """While anybody looks. A connection that is cut is made anew, and all is asked again."""
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
        """Tell those who look where people came or went."""
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
    """With the lock held."""
    if place.now != now:
        place.now = now
        place.turn.notify_all()


# ---------------------------------------------------------------- that something was saved


@contextmanager
def listen_for_commits(engine: Engine) -> Iterator[Callable[[], bool]]:
    """A question that waits a moment: whether anything was committed since it was last asked.
    The first time it was.
    """
    with autocommit_engine(engine).connect() as connection:
        driver = connection.connection.driver_connection
        connection.detach()  # closed at the end, not lent to others: it listens
        ask = data_version_checker if engine.dialect.name == "sqlite" else notify_checker
        yield ask(driver)


def data_version_checker(driver: Any) -> Callable[[], bool]:
    """For a connection that never writes: its own commits would not count."""
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
