"""The phones that are watching a match, according to their open streams or recent polls.

Presence is kept only in memory, because it changes within seconds, and a request must not have to
write to the database. Changes are announced after a delay, so a phone that goes from page to page
does not seem to leave.
"""

import zlib
from collections import Counter
from collections.abc import Hashable
from threading import Lock
from time import monotonic
from typing import NamedTuple

DEBOUNCE_S = 3.0  # seconds until a change of viewers is announced
# Extra seconds per open stream, because every open page fetches the list after an announcement.
DEBOUNCE_PER_VIEWER_S = 0.02
PRESENCE_TIMEOUT_S = 45.0  # how long a phone without a stream counts as present after a poll


class Viewer(NamedTuple):
    """The id and the name of a phone that is watching, and the id of its player."""

    device: int
    name: str
    player: int | None


class Presence:
    """The viewers of this process, by topic. Thread-safe."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.streams: dict[Hashable, Counter[Viewer]] = {}
        self.polls: dict[Hashable, dict[Viewer, float]] = {}  # expiry times
        self.changed_at: dict[Hashable, float] = {}  # time of the first change not yet announced

    def add_stream(self, topic: Hashable, viewer: Viewer) -> None:
        """Register an opened stream. Call `remove_stream` when the stream ends."""
        with self.lock:
            self.streams.setdefault(topic, Counter())[viewer] += 1
            self.polls.get(topic, {}).pop(viewer, None)
            self.changed_at.setdefault(topic, monotonic())

    def remove_stream(self, topic: Hashable, viewer: Viewer) -> None:
        with self.lock:
            viewers = self.streams[topic]
            viewers[viewer] -= 1
            if not viewers[viewer]:
                del viewers[viewer]
            if not viewers:
                del self.streams[topic]
            self.changed_at.setdefault(topic, monotonic())

    def add_poll(self, topic: Hashable, viewer: Viewer) -> None:
        """Register a poll of a phone that has no stream.

        The phone counts as watching for `PRESENCE_TIMEOUT_S` after the poll.
        """
        now = monotonic()
        with self.lock:
            polls_of_topic = self.polls.setdefault(topic, {})
            if viewer not in polls_of_topic:
                self.changed_at.setdefault(topic, now)
            polls_of_topic[viewer] = now + PRESENCE_TIMEOUT_S

    def viewers(self, topic: Hashable) -> tuple[Viewer, ...]:
        """Return a topic's viewers, each phone once, ordered by phone id."""
        with self.lock:
            viewers = {*self.streams.get(topic, ()), *self.polls.get(topic, ())}
        by_phone = {viewer.device: viewer for viewer in sorted(viewers, key=str)}
        return tuple(by_phone[device] for device in sorted(by_phone))

    def digest(self, topic: Hashable) -> str:
        """Return a CRC of the viewers. It changes when the set of viewers changes."""
        return f"{zlib.crc32(repr(self.viewers(topic)).encode()):08x}"

    def pop_due_topics(self) -> list[Hashable]:
        """Expire old polls, and return the topics whose new viewers can be announced now.

        Each change is returned only once.
        """
        now = monotonic()
        with self.lock:
            if not self.changed_at and not self.polls:
                return []
            for topic, polls in list(self.polls.items()):
                self.expire_polls(topic, polls, now)
            due = [
                topic
                for topic, since in self.changed_at.items()
                if since
                <= now - DEBOUNCE_S - DEBOUNCE_PER_VIEWER_S * len(self.streams.get(topic, ()))
            ]
            for topic in due:
                del self.changed_at[topic]
        return due

    def expire_polls(self, topic: Hashable, polls: dict[Viewer, float], now: float) -> None:
        """Expire a topic's old polls. Call with the lock held."""
        for viewer in [each for each, until in polls.items() if until < now]:
            del polls[viewer]
            self.changed_at.setdefault(topic, now)
        if not polls:
            del self.polls[topic]
