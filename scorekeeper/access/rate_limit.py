"""Rate limit for wrong codes, so that guessing is hopeless (the numbers are in docs/security.md).

Only wrong codes count, so a table full of friends can join at the same time. Secrets of links and
cookies need no limit: they have 192 random bits.
"""

import time
from collections import deque
from collections.abc import Iterator
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock

WINDOW_S = 60
# Wrong codes allowed per minute: from one address, from one network, and in total.
MAX_PER_ADDRESS, MAX_PER_NETWORK, MAX_TOTAL = 10, 30, 100
# IPv6 prefixes: a /64 counts as one address, a /48 (one customer of a provider) as one network.
ADDRESS_PREFIX_BITS, NETWORK_PREFIX_BITS = 64, 48
ALL_ADDRESSES = "everywhere"


class CodeRateLimiter:
    """The wrong codes that this process received in the last minute.

    Callers check `is_limited` first, so there are about MAX_TOTAL entries at most. The clock is
    monotonic, so setting the system time back does not block valid codes.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.last: deque[tuple[float, frozenset[str]]] = deque()

    def is_limited(self, address: str | None) -> bool:
        """Return whether codes from this address are refused for now."""
        with self.lock:
            self.forget()
            return any(
                sum(place in places for _, places in self.last) >= most
                for place, most in rate_limit_keys(address)
            )

    def record_wrong_code(self, address: str | None) -> None:
        """Record a wrong code from this address."""
        places = frozenset(place for place, _ in rate_limit_keys(address))
        with self.lock:
            self.forget()
            self.last.append((time.monotonic(), places))

    def forget(self) -> None:
        """Drop entries older than a minute."""
        while self.last and self.last[0][0] <= time.monotonic() - WINDOW_S:
            self.last.popleft()


def rate_limit_keys(address: str | None) -> Iterator[tuple[str, int]]:
    """Yield each key that a guess counts under, with its limit: address, network, all addresses.

    An IPv6 address counts under its /64 and its /48, because one person can use many addresses.
    """
    try:
        ip = ip_address(address or "")
    except ValueError:
        yield "unknown", MAX_PER_ADDRESS
    else:
        if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
            ip = ip.ipv4_mapped
        if isinstance(ip, IPv6Address):
            yield str(ip_network((ip, ADDRESS_PREFIX_BITS), strict=False)), MAX_PER_ADDRESS
            yield str(ip_network((ip, NETWORK_PREFIX_BITS), strict=False)), MAX_PER_NETWORK
        else:
            yield str(ip), MAX_PER_ADDRESS
    yield ALL_ADDRESSES, MAX_TOTAL
