"""How often codes may be guessed: so seldom that it is hopeless (docs/security.md has the sum).

Only wrong codes count, so a table full of friends joins at once. Secrets of links and cookies
need no such limit: nobody guesses 192 bits.
"""

import time
from collections import deque
from collections.abc import Iterator
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock

WINDOW_S = 60  # seconds
# Wrong codes in a minute from one address, from all addresses of one customer, and from everywhere.
MAX_PER_ADDRESS, MAX_PER_NETWORK, MAX_TOTAL = 10, 30, 100
ADDRESS_PREFIX_BITS, NETWORK_PREFIX_BITS = (
    64,
    48,
)  # bits of an IPv6 address that are one person's, or one customer's
ALL_ADDRESSES = "everywhere"


class CodeRateLimiter:
    """The wrong codes of the last minute, in this process; there are never more than FROM_ALL.

    Counted by a clock that nobody sets: when the time of day is put back, codes go on working.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.last: deque[tuple[float, frozenset[str]]] = deque()

    def is_limited(self, address: str | None) -> bool:
        """Whether nothing more is looked up for this address just now."""
        with self.lock:
            self.forget()
            return any(
                sum(place in places for _, places in self.last) >= most
                for place, most in rate_limit_keys(address)
            )

    def wrong(self, address: str | None) -> None:
        """One more that opened nothing."""
        places = frozenset(place for place, _ in rate_limit_keys(address))
        with self.lock:
            self.forget()
            self.last.append((time.monotonic(), places))

    def forget(self) -> None:
        """What was more than a minute ago."""
        while self.last and self.last[0][0] <= time.monotonic() - WINDOW_S:
            self.last.popleft()


def rate_limit_keys(address: str | None) -> Iterator[tuple[str, int]]:
    """Where a guess came from, in ever larger places, with how many may come from there. What one
    person can have many of counts as one: of IPv6 a network.
    """
    try:
        found = ip_address(address or "")
    except ValueError:
        yield "unknown", MAX_PER_ADDRESS
    else:
        if isinstance(found, IPv6Address) and found.ipv4_mapped:
            found = found.ipv4_mapped
        if isinstance(found, IPv6Address):
            yield str(ip_network((found, ADDRESS_PREFIX_BITS), strict=False)), MAX_PER_ADDRESS
            yield str(ip_network((found, NETWORK_PREFIX_BITS), strict=False)), MAX_PER_NETWORK
        else:
            yield str(found), MAX_PER_ADDRESS
    yield ALL_ADDRESSES, MAX_TOTAL
