"""How often codes may be guessed: so seldom that it is hopeless (docs/security.md has the sum).

Only wrong codes count, so a table full of friends joins at once. Secrets of links and cookies
need no such limit: nobody guesses 192 bits.
"""

import ipaddress

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

FROM_ONE = RateLimitItemPerMinute(10)  # wrong codes from one address
FROM_ALL = RateLimitItemPerMinute(100)  # from all of them together
ALL = "all"


class Guesses:
    """The wrong codes of the last minute, in this process."""

    def __init__(self) -> None:
        self.limiter = MovingWindowRateLimiter(MemoryStorage())

    def are_too_many(self, address: str | None) -> bool:
        """Whether nothing more is looked up for this address just now."""
        one, every = self.limiter.test(FROM_ONE, home(address)), self.limiter.test(FROM_ALL, ALL)
        return not (one and every)

    def wrong(self, address: str | None) -> None:
        """One more that opened nothing."""
        self.limiter.hit(FROM_ONE, home(address))
        self.limiter.hit(FROM_ALL, ALL)


def home(address: str | None) -> str:
    """What one person can have many of counts as one: of IPv6 the network, by its first half."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return "unknown"
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, 64), strict=False))
