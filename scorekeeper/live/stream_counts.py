"""How many streams a process has open, in total and for each owner, with limits on both numbers."""

import math
from collections import Counter
from typing import NamedTuple

# The owner of a stream: the id of a phone, or the IP address of a visitor with a public link.
StreamOwner = int | str
NO_PHONE = 0  # the owner of a stream that belongs to no phone


class TooManyStreams(Exception):
    """A limit on streams has been reached, so the page has to poll."""


class StreamLimits(NamedTuple):
    """The maximum numbers of open streams, in total and for one owner."""

    total: float = math.inf
    of_owner: float = math.inf


NO_LIMITS = StreamLimits()


class StreamCounts:
    """The numbers of open streams. Call the methods with the hub's lock held."""

    def __init__(self) -> None:
        self.total = 0
        self.by_owner: Counter[tuple[int, StreamOwner]] = Counter()  # by league and owner

    def refuse_above(self, limits: StreamLimits, league: int, owner: StreamOwner) -> None:
        """Raise TooManyStreams if another stream of this owner would exceed a limit."""
        if self.total >= limits.total or self.by_owner[league, owner] >= limits.of_owner:
            raise TooManyStreams

    def add(self, league: int, owner: StreamOwner) -> None:
        self.total += 1
        self.by_owner[league, owner] += 1

    def remove(self, league: int, owner: StreamOwner) -> None:
        self.total -= 1
        self.by_owner[league, owner] -= 1
        if not self.by_owner[league, owner]:
            del self.by_owner[league, owner]
