"""A thread-safe LRU cache whose keys are ids of matches or leagues."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class LRUCache(Generic[T]):
    """A thread-safe cache of at most `size` values.

    When it is full, it drops the least recently used value.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.entries: OrderedDict[int, T] = OrderedDict()
        self.lock = Lock()

    def get(self, key: int) -> T | None:
        with self.lock:
            if key in self.entries:
                self.entries.move_to_end(key)
            return self.entries.get(key)

    def pop(self, key: int) -> T | None:
        with self.lock:
            return self.entries.pop(key, None)

    def put(self, key: int, value: T) -> None:
        with self.lock:
            self.entries[key] = value
            self.entries.move_to_end(key)
            if len(self.entries) > self.size:
                self.entries.popitem(last=False)
