"""Request checks (host, origin, body size), and security headers on responses.

Forms have no CSRF token, because an answer entered without a network may be sent hours later, when
a token would have expired. Instead, the origin of a request is checked with the headers that
browsers send.
"""

import ipaddress
import re
import socket
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

from flask import Flask, Response, abort, current_app, request
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.routing import IntegerConverter, Map

from scorekeeper.messages import say
from scorekeeper.web.extension_keys import HOSTS_KEY
from scorekeeper.web.i18n import translate_sentence

MAX_BODY_ATTRIBUTE = "largest_request"
View = TypeVar("View", bound=Callable[..., Any])
HOST_CACHE_SIZE = 128  # the most recently used Host headers
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
ALLOWED_FETCH_SITES = {"same-origin", "none"}  # "none" is for a typed address or a bookmark
LOCAL_DOMAINS = ("local", "lan", "home", "internal", "localdomain", "home.arpa", "fritz.box")

NO_FRAMING = "frame-ancestors 'none'"
CONTENT_RULES = (
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    NO_FRAMING,
    "form-action 'self'",
)
CONTENT_POLICY = "; ".join(CONTENT_RULES)
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    # The policy is not no-referrer, because browsers would then send forms with `Origin: null`. On
    # a home network without https, only the origin tells our own forms from another site's.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), screen-wake-lock=(self)",
}
# Headers that affect only pages, so style sheets and scripts do not get them.
PAGE_ONLY_HEADERS = ("Content-Security-Policy", "Referrer-Policy", "Permissions-Policy")
SUBRESOURCE_TYPES = {"text/css", "text/javascript"}
# Headers that browsers read only from documents, so parts that htmx fetches do not get them.
DOCUMENT_ONLY_HEADERS = ("Permissions-Policy", "Referrer-Policy")
UNKNOWN_HOST_MESSAGE = say(
    "This server does not accept that host name. Use its address, or add the name to "
    "SCOREKEEPER_HOSTS."
)


class Int32Converter(IntegerConverter):
    """A URL converter for whole numbers that fit into a 32-bit database column.

    A URL with any other value gets a 404.
    """

    regex = "[0-9]{1,10}"

    def __init__(self, map: Map) -> None:  # noqa: A002  # Werkzeug's parameter name
        super().__init__(map, max=2**31 - 1)


def init_app(app: Flask) -> None:
    app.url_map.converters["int"] = Int32Converter
    app.config.setdefault("HOSTS", ())
    app.extensions[HOSTS_KEY] = frozenset(own_host_names()) | frozenset(app.config["HOSTS"])
    app.before_request(refuse_unknown_hosts)
    app.before_request(refuse_cross_site)
    app.before_request(limit_body_size)
    app.after_request(set_security_headers)


def own_host_names() -> Iterator[str]:
    """Yield the host names of this machine on a home network."""
    name = socket.gethostname().lower().partition(".")[0]
    yield from ("localhost", name)
    for domain in LOCAL_DOMAINS:
        yield f"{name}.{domain}"


def refuse_unknown_hosts() -> Response | None:
    """Respond with 400 if the Host header does not name this server, to prevent DNS rebinding.

    Another site can point its own host name at this address, and browsers would then treat both as
    one site. The other site cannot change the Host header that its visitors' browsers send.
    """
    host = request.environ.get("HTTP_HOST") or request.environ["SERVER_NAME"]
    if is_own_host(host, current_app.extensions[HOSTS_KEY]):
        return None
    # The response is plain text, because templates cannot build URLs with an unknown host.
    return Response(f"{translate_sentence(UNKNOWN_HOST_MESSAGE, {})}\n", 400, mimetype="text/plain")


@lru_cache(HOST_CACHE_SIZE)
def is_own_host(host: str, names: frozenset[str]) -> bool:
    """Return whether a Host header, with or without port, is one of `names` or an IP address."""
    name = re.sub(r":[0-9]*$", "", host).lower()
    return name.removesuffix(".") in names or is_ip_address(name)


def is_ip_address(name: str) -> bool:
    """Return whether the host is an IP address, which DNS rebinding cannot affect."""
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def refuse_cross_site() -> None:
    """Abort with 403 if a request other than GET, HEAD or OPTIONS comes from another site."""
    if request.method not in SAFE_METHODS and not is_same_origin():
        abort(403)


def is_same_origin() -> bool:
    """Return whether the request comes from our own pages or from a client without a cookie.

    `Sec-Fetch-Site` decides, or `Origin` if that header is missing. Some old browsers send neither.
    Such a request is refused if it has a cookie. Without a cookie, it has no access that another
    site could abuse.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ALLOWED_FETCH_SITES
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin == request.host_url.removesuffix("/")
    return "Cookie" not in request.headers


def limit_body_size() -> None:
    """Abort with 413 if the body is too long, or with 411 if its length is not given.

    Runs before the body is read. A body of unknown length would be truncated, not refused, and a
    truncated form looks complete. No browser sends such a body.
    """
    if "Transfer-Encoding" in request.headers:
        abort(411)
    view = current_app.view_functions.get(request.endpoint or "")
    most = getattr(view, MAX_BODY_ATTRIBUTE, current_app.config["MAX_CONTENT_LENGTH"])
    if (request.content_length or 0) > most:
        abort(413)
    request.max_content_length = most


def max_body_size(most: int) -> Callable[[View], View]:
    """Return a decorator that sets a view's maximum body size in bytes, for example for uploads."""

    def mark(view: View) -> View:
        setattr(view, MAX_BODY_ATTRIBUTE, most)
        return view

    return mark


def refuse_null_characters() -> None:
    """Abort with 400 on a NUL character, which is never valid and which PostgreSQL cannot store."""
    typed = [*request.args.items(multi=True), *posted_fields().items(multi=True)]
    if "\0" in request.path or any("\0" in part for pair in typed for part in pair):
        abort(400)


def posted_fields() -> MultiDict[str, str]:
    """Read the body and return its fields.

    Raises OSError if the disk has no space for an uploaded file. The body cannot be read again, so
    the error page then finds no fields.
    """
    try:
        return request.form
    except OSError:
        request.form, request.files = ImmutableMultiDict(), ImmutableMultiDict()
        raise


def set_security_headers(response: Response) -> Response:
    left_out = PAGE_ONLY_HEADERS if response.mimetype in SUBRESOURCE_TYPES else ()
    if "HX-Request" in request.headers:
        left_out = (*left_out, *DOCUMENT_ONLY_HEADERS)
    # Do not use `setdefault`, which searches all headers for each name.
    present = {name.lower() for name, _ in response.headers}
    for name, value in SECURITY_HEADERS.items():
        if name not in left_out and name.lower() not in present:
            response.headers.add(name, value)
    if request.is_secure:  # on plain http, browsers ignore the header with a warning
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        if age := current_app.config.get("HSTS"):
            response.headers["Strict-Transport-Security"] = f"max-age={age}"
    # Only the browser may store the page, for its back button, and it revalidates on each visit.
    if "cache-control" not in present:
        response.headers.add("Cache-Control", "private, no-cache")
    return response


def allow_framing(response: Response) -> Response:
    """Let other sites show this page in a frame, and return the same response."""
    policy = CONTENT_POLICY.replace(NO_FRAMING, "frame-ancestors *")
    response.headers["Content-Security-Policy"] = policy
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
