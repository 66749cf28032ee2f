"""Send one encrypted message to a browser's push service, with limits on time and addresses.

The address of the service comes from a phone, and must not be used to reach machines in this
server's network. The message is therefore sent only to public addresses, and redirects are not
followed.
"""

import ipaddress
import socket
import ssl
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from secrets import token_bytes
from threading import Timer
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from scorekeeper.notices import encryption
from scorekeeper.notices.encryption import from_base64url
from scorekeeper.notices.subscriptions import PushSubscription, is_endpoint

CONNECT_TIMEOUT_S = 10.0  # seconds to connect, and to wait for each part of the response
TOTAL_TIMEOUT_S = 20.0  # seconds for the whole request
SIGNED_FOR_S = 12 * 60 * 60  # services accept at most 24 hours
GONE_STATUSES = {404, 410}
BUSY_STATUS = 429
IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
NAT64_NETWORK = ipaddress.IPv6Network("64:ff9b::/96")  # the last 32 bits are an IPv4 address
GLOBAL_UNICAST_NETWORK = ipaddress.IPv6Network("2000::/3")  # the public addresses of IPv6
MAX_RETRY_AFTER_S = 10 * 60  # seconds; a longer Retry-After is reduced to this


class DeliveryOutcome(Enum):
    """The outcome of sending a message."""

    SENT = "sent"
    GONE = "gone"  # the browser has cancelled this subscription
    RETRY = "retry"  # the service could not be reached, failed or is overloaded
    REFUSED = "refused"  # the service will never accept this message


class Reply(NamedTuple):
    """The outcome, the wait (in seconds) that the service requests, and a line for the log."""

    outcome: DeliveryOutcome
    retry_after: float = 0.0
    reason: str = ""


class PushMessage(NamedTuple):
    """A message to one phone. `ttl` is how long the push service keeps the message, in seconds.

    A later message with the same `topic` replaces a message that has not been delivered yet.
    """

    text: bytes
    ttl: int
    topic: str
    is_urgent: bool


class ForbiddenAddress(OSError):
    """The host name has an address that is not public."""


def send(
    subscription: PushSubscription,
    message: PushMessage,
    vapid_key: str,
    *,
    to_loopback: bool = False,
) -> Reply:
    """Encrypt a message, post it, and return the outcome, even after a network error.

    `to_loopback` allows addresses of this machine, for tests.
    """
    if not is_endpoint(subscription.endpoint, to_loopback=to_loopback):
        return Reply(DeliveryOutcome.REFUSED, reason="not an address of a push service")
    parts = urlsplit(subscription.endpoint)
    body = encryption.encrypt(
        message.text,
        from_base64url(subscription.p256dh),
        from_base64url(subscription.auth),
        sender=encryption.new_private_key(),
        salt=token_bytes(encryption.SALT_BYTES),
        length=encryption.PADDED_LENGTH,
    )
    sender = encryption.vapid_header(
        vapid_key,
        f"{parts.scheme}://{parts.netloc}",
        subscription.site,
        int(time.time()) + SIGNED_FOR_S,
    )
    headers = {"Authorization": sender, **message_headers(message)}
    try:
        with open_connection(parts, to_loopback=to_loopback) as connection:
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", target or "/", body, headers)
            return read_reply(connection.getresponse())
    except ForbiddenAddress as error:
        return Reply(DeliveryOutcome.REFUSED, reason=str(error))
    except (OSError, HTTPException) as error:
        return Reply(DeliveryOutcome.RETRY, reason=repr(error))


def message_headers(message: PushMessage) -> dict[str, str]:
    return {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(message.ttl),
        "Topic": message.topic,
        "Urgency": "high" if message.is_urgent else "normal",
    }


def read_reply(response: HTTPResponse) -> Reply:
    status, reason = response.status, f"status {response.status}"
    if 200 <= status < 300:
        return Reply(DeliveryOutcome.SENT)
    if status in GONE_STATUSES:
        return Reply(DeliveryOutcome.GONE, reason=reason)
    if status == BUSY_STATUS or status >= 500:
        retry_after = response.getheader("Retry-After", "")
        seconds = int(retry_after) if retry_after.isdecimal() and len(retry_after) < 9 else 0
        return Reply(DeliveryOutcome.RETRY, min(seconds, MAX_RETRY_AFTER_S), reason)
    return Reply(DeliveryOutcome.REFUSED, reason=reason)


@contextmanager
def open_connection(parts: SplitResult, *, to_loopback: bool) -> Iterator[HTTPConnection]:
    """Yield an open connection to this host. The connection is closed after TOTAL_TIMEOUT_S.

    The connection uses the address that was checked. Otherwise, the name could resolve to another
    address in the meantime.
    """
    host, is_tls = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if is_tls else 80)
    opened = connect(public_addresses(host, port, to_loopback=to_loopback))
    cut = Timer(TOTAL_TIMEOUT_S, shut_down, (opened,))
    cut.daemon = True
    cut.start()
    kind = HTTPSConnection if is_tls else HTTPConnection
    connection = kind(host, port, timeout=CONNECT_TIMEOUT_S)
    try:
        if is_tls:
            opened = ssl.create_default_context().wrap_socket(opened, server_hostname=host)
        connection.sock = opened
        yield connection
    finally:
        cut.cancel()
        connection.close()
        opened.close()


def public_addresses(host: str, port: int, *, to_loopback: bool) -> list[tuple[str, int]]:
    """Return the IP addresses of a host, with the port.

    Raises ForbiddenAddress if one of these addresses is not public.
    """
    resolved = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(each[4][0]) for each in resolved))
    for text in addresses:
        address = without_tunnel(ipaddress.ip_address(text.partition("%")[0]))
        if not is_public(address) and not (to_loopback and address.is_loopback):
            raise ForbiddenAddress(f"{host} has the address {text}, which is not public")
    return [(text, port) for text in addresses]


def without_tunnel(address: IPAddress) -> IPAddress:
    """Return the IPv4 address that an IPv6 address contains.

    Any other address is returned unchanged. A server without IPv4 reaches push services through
    such addresses (NAT64).
    """
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in NAT64_NETWORK:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


def is_public(address: IPAddress) -> bool:
    """Return whether this is a public address on the internet.

    Python calls reserved IPv6 addresses global, but they may belong to a private network.
    """
    if isinstance(address, ipaddress.IPv6Address) and address not in GLOBAL_UNICAST_NETWORK:
        return False
    return address.is_global and not address.is_multicast


def connect(addresses: Iterable[tuple[str, int]]) -> socket.socket:
    """Connect to the first of these addresses that accepts, or raise the last OSError."""
    problem = OSError("no address")
    for address in addresses:
        try:
            return socket.create_connection(address, CONNECT_TIMEOUT_S)
        except OSError as error:
            problem = error
    raise problem


def shut_down(opened: socket.socket) -> None:
    """Shut down a connection that takes too long, so that the waiting thread gets an error."""
    try:
        opened.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it was closed just now
