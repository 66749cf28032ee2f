"""The relying party for passkeys, if they are possible.

Passkeys need the extra `passkeys`, a host name, and https (except on localhost).
"""

import re

from flask import current_app, request

from scorekeeper.access.webauthn_adapter import RelyingParty
from scorekeeper.web.security import is_ip_address

LOCALHOST = "localhost"  # a secure context even without https


def passkey_site() -> RelyingParty | None:
    """Return the relying party (host name and origin).

    Returns None if passkeys are not possible at the request's address.
    """
    if "passkeys" not in current_app.blueprints:
        return None
    host = re.sub(r":[0-9]*$", "", request.host).lower()
    if is_ip_address(host) or not (request.is_secure or host == LOCALHOST):
        return None
    return RelyingParty(host, request.host_url.removesuffix("/"))
