"""Rate limit for wrong codes, so that guessing a code takes too long (see docs/security.md).

Only wrong codes count, so a table full of friends can join at the same time. The secrets in links
and cookies do not need a limit, because they have 192 random bits.
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
# The lengths of IPv6 prefixes. A /64 counts as one address, and a /48 (one customer of a provider)
# counts as one network.
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
        self.condition = Condition()
        self.recent_wrong_codes: deque[tuple[float, frozenset[str]]] = deque()
        self.checking: list[frozenset[str]] = []

    @contextmanager
    def attempt(self, address: str | None, wrong: type[Exception]) -> Iterator[None]:
        """Limit attempts from this address.

        The body of the `with` statement checks a code, and raises `wrong` if the code is wrong. If
        there were too many wrong codes, TooManyWrongCodes is raised and the body does not run.
        """
        keys, is_wrong = self.begin(address), False
        try:
            yield
        except wrong:
            is_wrong = True
            raise
        finally:
            self.end(keys, is_wrong=is_wrong)

    def count_as_wrong(self, address: str | None) -> None:
        """Count a request as if it were a wrong code. Raises TooManyWrongCodes."""
        self.end(self.begin(address), is_wrong=True)

    def begin(self, address: str | None) -> frozenset[str]:
        """Wait until the code may be checked, and return the keys under which the code is counted.

        Raises TooManyWrongCodes if the limit is reached.
        """
        limits = dict(rate_limit_keys(address))
        keys = frozenset(limits)
        with self.condition:
            while True:
                self.drop_expired()
                wrong = [each for _, each in self.recent_wrong_codes]
                if is_limit_reached(limits, wrong):
                    raise TooManyWrongCodes
                if not is_limit_reached(limits, wrong + self.checking):
                    self.checking.append(keys)
                    return keys
                self.condition.wait()

    def end(self, keys: frozenset[str], *, is_wrong: bool) -> None:
        with self.condition:
            self.checking.remove(keys)
            if is_wrong:
                self.recent_wrong_codes.append((time.monotonic(), keys))
            self.condition.notify_all()

    def drop_expired(self) -> None:
        """Drop entries older than a minute."""
        while (
            self.recent_wrong_codes and self.recent_wrong_codes[0][0] <= time.monotonic() - WINDOW_S
        ):
            self.recent_wrong_codes.popleft()


def is_limit_reached(limits: Mapping[str, int], attempts: Sequence[frozenset[str]]) -> bool:
    return any(sum(key in keys for keys in attempts) >= limit for key, limit in limits.items())


def rate_limit_keys(address: str | None) -> Iterator[tuple[str, int]]:
    """Yield each key under which a guess is counted, with the limit for this key.

    The keys are the address, or "unknown" for an invalid address, and a key for all addresses. An
    IPv6 address is replaced with its /64 and its /48, because one person can use many addresses.
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
