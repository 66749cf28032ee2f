"""Who looks at what just now: the phones behind open streams, and those that asked lately.

Kept in memory and nowhere else: it is true for seconds, and a tap must not cost a write. Whoever
comes and goes within a few seconds, as a phone does from page to page, was never away.
"""

import zlib
from collections import Counter
from collections.abc import Hashable
from threading import Lock
from time import monotonic
from typing import NamedTuple

DEBOUNCE_S = 3.0  # seconds after which others are told that somebody came or went,
DEBOUNCE_PER_VIEWER_S = (
    0.02  # and as many more for each who looks: every one of them asks who it is
)
PRESENCE_TIMEOUT_S = 45.0  # seconds for which a phone that has no stream is there after it asked


class Viewer(NamedTuple):
    """A phone: its id, what it is called, and the id of the player whose it is."""

    device: int
    name: str
    player: int | None


class Presence:
    """Those of one process, by what they look at."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.streams: dict[Hashable, Counter[Viewer]] = {}
        self.asked: dict[Hashable, dict[Viewer, float]] = {}  # until when each is there
        self.moved: dict[Hashable, float] = {}  # since when others do not know who is there

    def come(self, topic: Hashable, looker: Viewer) -> None:
        """A stream was opened; `leave` when it ends."""
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
        """A phone without a stream was here."""
        now = monotonic()
        with self.lock:
            there = self.asked.setdefault(topic, {})
            if looker not in there:
                self.moved.setdefault(topic, now)
            there[looker] = now + PRESENCE_TIMEOUT_S

    def here(self, topic: Hashable) -> tuple[Viewer, ...]:
        """Who looks at it, each phone once, in the order in which they joined."""
        with self.lock:
            found = {*self.streams.get(topic, ()), *self.asked.get(topic, ())}
        by_phone = {looker.device: looker for looker in sorted(found, key=str)}
        return tuple(by_phone[device] for device in sorted(by_phone))

    def word(self, topic: Hashable) -> str:
        """Another word for other people."""
        return f"{zlib.crc32(repr(self.here(topic)).encode()):08x}"

    def due(self) -> list[Hashable]:
        """Where people came or went some seconds ago, once; who asked long ago is gone."""
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
        """With the lock held."""
        for looker in [each for each, until in there.items() if until < now]:
            del there[looker]
            self.moved.setdefault(topic, now)
        if not there:
            del self.asked[topic]
