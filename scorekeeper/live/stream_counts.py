"""The numbers of open streams of a process, in total and per client, with limits on both."""

import math
from collections import Counter
from typing import NamedTuple

# The client of a stream: the id of a phone, or the IP address of a visitor with a public link.
StreamClient = int | str
NO_PHONE = 0  # the client of a stream that belongs to no phone


class TooManyStreams(Exception):
    """A limit on streams has been reached, so the page has to poll."""


class StreamLimits(NamedTuple):
    """The maximum numbers of open streams, in total and for one client."""

    total: float = math.inf
    per_client: float = math.inf


NO_LIMITS = StreamLimits()


class StreamCounts:
    """The numbers of open streams. Call the methods with the hub's lock held."""

    def __init__(self) -> None:
        self.total = 0
        self.by_client: Counter[tuple[int, StreamClient]] = Counter()  # by league and client

    def refuse_above(self, limits: StreamLimits, league: int, client: StreamClient) -> None:
        """Raise TooManyStreams if another stream of this client would exceed a limit."""
        if self.total >= limits.total or self.by_client[league, client] >= limits.per_client:
            raise TooManyStreams

    def add(self, league: int, client: StreamClient) -> None:
        self.total += 1
        self.by_client[league, client] += 1

    def remove(self, league: int, client: StreamClient) -> None:
        self.total -= 1
        self.by_client[league, client] -= 1
        if not self.by_client[league, client]:
            del self.by_client[league, client]
