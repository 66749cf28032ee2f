"""Rate limit for wrong codes, so that guessing is hopeless (the numbers are in docs/security.md).

Only wrong codes count, so a table full of friends can join at the same time. Secrets of links and
cookies need no limit: they have 192 random bits.
"""

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Condition

WINDOW_S = 60
# Wrong codes allowed per minute: from one address, from one network, and in total.
MAX_PER_ADDRESS, MAX_PER_NETWORK, MAX_TOTAL = 10, 30, 100
# IPv6 prefixes: a /64 counts as one address, a /48 (one customer of a provider) as one network.
ADDRESS_PREFIX_BITS, NETWORK_PREFIX_BITS = 64, 48
ALL_ADDRESSES = "everywhere"


class TooManyWrongCodes(Exception):
    """Codes from this address are refused for now, without being checked."""


class CodeRateLimiter:
    """The wrong codes that this process received in the last minute, and the codes being checked.

    A code waits while the codes being checked could reach a limit if all of them were wrong.
    Otherwise, codes sent at the same moment would all be checked. The clock is monotonic, so
    setting the system time back does not block valid codes.
    """

    def __init__(self) -> None:
        self.changed = Condition()
        self.last: deque[tuple[float, frozenset[str]]] = deque()
        self.checking: list[frozenset[str]] = []

    @contextmanager
    def attempt(self, address: str | None, wrong: type[Exception]) -> Iterator[None]:
        """Limit attempts from this address.

        The body of the `with` statement checks a code, and raises `wrong` if the code is wrong. If
        there were too many wrong codes, raises TooManyWrongCodes and does not run the body.
        """
        places, is_wrong = self.begin(address), False
        try:
            yield
        except wrong:
            is_wrong = True
            raise
        finally:
            self.end(places, is_wrong=is_wrong)

    def count(self, address: str | None) -> None:
        """Count a request as if it were a wrong code. Raises TooManyWrongCodes."""
        self.end(self.begin(address), is_wrong=True)

    def begin(self, address: str | None) -> frozenset[str]:
        """Wait until the code may be checked. Returns the keys that it counts under."""
        limits = dict(rate_limit_keys(address))
        places = frozenset(limits)
        with self.changed:
            while True:
                self.forget()
                wrong = [each for _, each in self.last]
                if is_reached(limits, wrong):
                    raise TooManyWrongCodes
                if not is_reached(limits, wrong + self.checking):
                    self.checking.append(places)
                    return places
                self.changed.wait()

    def end(self, places: frozenset[str], *, is_wrong: bool) -> None:
        with self.changed:
            self.checking.remove(places)
            if is_wrong:
                self.last.append((time.monotonic(), places))
            self.changed.notify_all()

    def forget(self) -> None:
        """Drop entries older than a minute."""
        while self.last and self.last[0][0] <= time.monotonic() - WINDOW_S:
            self.last.popleft()


def is_reached(limits: Mapping[str, int], counted: Sequence[frozenset[str]]) -> bool:
    return any(sum(key in places for places in counted) >= most for key, most in limits.items())


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
