"""Presence: which phones are watching a match, by their open streams or recent polls.

Presence is kept only in memory, because it changes within seconds and a request must not cost a
write. Changes are announced after a delay, so a phone that goes from page to page does not seem to
leave.
"""

import zlib
from collections import Counter
from collections.abc import Hashable
from threading import Lock
from time import monotonic
from typing import NamedTuple

DEBOUNCE_S = 3.0  # seconds until a change of viewers is announced
DEBOUNCE_PER_VIEWER_S = 0.02  # more seconds per open stream, as each then fetches the list
PRESENCE_TIMEOUT_S = 45.0  # seconds for which a phone without a stream counts after a poll


class Viewer(NamedTuple):
    """A phone that is watching: its id, its name, and the id of the player it belongs to."""

    device: int
    name: str
    player: int | None


class Presence:
    """The viewers of this process, by topic. Thread-safe."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.streams: dict[Hashable, Counter[Viewer]] = {}
        self.asked: dict[Hashable, dict[Viewer, float]] = {}  # when each expires
        self.moved: dict[Hashable, float] = {}  # time of the first change not yet announced

    def come(self, topic: Hashable, looker: Viewer) -> None:
        """Register an opened stream; call `leave` when it ends."""
        with self.lock:
            self.streams.setdefault(topic, Counter())[looker] += 1
            self.asked.get(topic, {}).pop(looker, None)
            self.moved.setdefault(topic, monotonic())

    def leave(self, topic: Hashable, looker: Viewer) -> None:
        with self.lock:
            there = self.streams[topic]
            there[looker] -= 1
            if not there[looker]:
                del there[looker]
            if not there:
                del self.streams[topic]
            self.moved.setdefault(topic, monotonic())

    def ask(self, topic: Hashable, looker: Viewer) -> None:
        """Register a poll of a phone without a stream; it counts for `PRESENCE_TIMEOUT_S`."""
        now = monotonic()
        with self.lock:
            there = self.asked.setdefault(topic, {})
            if looker not in there:
                self.moved.setdefault(topic, now)
            there[looker] = now + PRESENCE_TIMEOUT_S

    def here(self, topic: Hashable) -> tuple[Viewer, ...]:
        """The viewers of a topic, each phone once, ordered by phone id."""
        with self.lock:
            found = {*self.streams.get(topic, ()), *self.asked.get(topic, ())}
        by_phone = {looker.device: looker for looker in sorted(found, key=str)}
        return tuple(by_phone[device] for device in sorted(by_phone))

    def word(self, topic: Hashable) -> str:
        """A CRC of the viewers; it changes when they do."""
        return f"{zlib.crc32(repr(self.here(topic)).encode()):08x}"

    def due(self) -> list[Hashable]:
        """Expire old polls; return the topics whose change is due to be announced, each once."""
        now = monotonic()
        with self.lock:
            if not self.moved and not self.asked:
                return []
            for topic, there in list(self.asked.items()):
                self.forget(topic, there, now)
            found = [
                topic
                for topic, since in self.moved.items()
                if since
                <= now - DEBOUNCE_S - DEBOUNCE_PER_VIEWER_S * len(self.streams.get(topic, ()))
            ]
            for topic in found:
                del self.moved[topic]
        return found

    def forget(self, topic: Hashable, there: dict[Viewer, float], now: float) -> None:
        """Expire the polls of a topic. Call with the lock held."""
        for looker in [each for each, until in there.items() if until < now]:
            del there[looker]
            self.moved.setdefault(topic, now)
        if not there:
            del self.asked[topic]
