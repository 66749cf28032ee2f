"""The server's base URL for other phones, and checks for loopback addresses."""

from urllib.parse import urlsplit

from flask import request

from scorekeeper.runtime.network import local_ip_address

LOOPBACK_ADDRESSES = ("127.0.0.1", "::1")
LOOPBACK_HOSTS = ("localhost", *LOOPBACK_ADDRESSES)


def external_base_url() -> str:
    """Return the base URL for other phones, with this machine's IP address for a loopback host.

    The host is not replaced if the server listens only on a loopback address.
    """
    if not is_loopback_host() or request.environ["SERVER_NAME"] in LOOPBACK_ADDRESSES:
        return f"{request.scheme}://{request.host}"
    port = urlsplit(request.host_url).port
    return f"{request.scheme}://{local_ip_address()}" + (f":{port}" if port else "")


def is_for_this_machine_only() -> bool:
    """Return whether `external_base_url` works only in a browser on the server's own machine."""
    return urlsplit(external_base_url()).hostname in LOOPBACK_HOSTS


def is_loopback_host() -> bool:
    """Return whether the browser opened the page at a loopback address."""
    return urlsplit(request.host_url).hostname in LOOPBACK_HOSTS
