"""Where passkeys would be good: they need the extra, a name, and https or this very machine."""

import re

from flask import current_app, request

from scorekeeper.access.webauthn_adapter import RelyingParty
from scorekeeper.web.security import is_ip_address

LOCALHOST = "localhost"  # which browsers trust without https


def passkey_site() -> RelyingParty | None:
    """What this server is called by whoever asks; None where no phone could have a passkey."""
    if "passkeys" not in current_app.blueprints:
        return None
    host = re.sub(r":[0-9]*$", "", request.host).lower()
    if is_ip_address(host) or not (request.is_secure or host == LOCALHOST):
        return None
    return RelyingParty(host, request.host_url.removesuffix("/"))
