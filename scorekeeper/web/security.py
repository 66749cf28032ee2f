"""The guard at the door: which requests come in, and what each answer carries for protection.

No token in forms: an answer that was typed without a network may be hours old when it is sent,
and a token would have expired. The browser itself says where a request comes from.
"""

import ipaddress
import re
import socket
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import quote

from flask import Flask, Response, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.routing import IntegerConverter, Map

from scorekeeper.messages import Say, say
from scorekeeper.web import permissions
from scorekeeper.web.i18n import spoken

LARGEST = "largest_request"
LATER = {503, 507}  # nothing was saved, and it may be sent again as it is
WHY = "Scorekeeper-Why"  # the sentence of such an answer, for the script that keeps the page
# What htmx asked for as a part: the answer is a whole page, and takes the place of the page.
WHOLE_PAGE = (("HX-Retarget", "body"), ("HX-Reswap", "innerHTML"))
View = TypeVar("View", bound=Callable[..., Any])
KNOWN = 128  # names this server was called by lately
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
OWN_SITE = {"same-origin", "none"}  # none: typed by the person, or from a bookmark
HOME_DOMAINS = ("local", "lan", "home", "internal", "localdomain", "home.arpa", "fritz.box")

NOBODY_FRAMES = "frame-ancestors 'none'"
CONTENT_POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        NOBODY_FRAMES,
        "form-action 'self'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    # Not no-referrer: with that, browsers send forms with `Origin: null`, and on a home network
    # without https the origin is all there is to tell our own form from a stranger's.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), screen-wake-lock=(self)",
}
# What only a page can make use of: every style sheet and script of a first view would say it again.
OF_PAGES = ("Content-Security-Policy", "Referrer-Policy", "Permissions-Policy")
PARTS_OF_PAGES = {"text/css", "text/javascript"}
# What a browser reads of a document alone: htmx fetches, and puts what it gets into the page.
OF_DOCUMENTS = ("Permissions-Policy",)
UNKNOWN_HOST = say(
    "This server is not known by that name: use its address, or add the name to SCOREKEEPER_HOSTS."
)
SENTENCES = {
    400: say("This request makes no sense here."),
    403: say("This came from another site, so nothing was saved."),
    404: say("There is no such page here."),
    405: say("This page cannot be used that way."),
    411: say("What is sent here has to say how long it is."),
    413: say("That is more than a score sheet ever needs, so it was not read."),
    500: say("Something went wrong here. What was saved before is safe."),
}
OTHERWISE = say("This did not work.")


class SmallInteger(IntegerConverter):
    """A number in an address that also fits a database column; any other is no page (404)."""

    regex = "[0-9]{1,10}"

    def __init__(self, map: Map) -> None:  # the name is werkzeug's
        super().__init__(map, max=2**31 - 1)


def init_app(app: Flask) -> None:
    app.url_map.converters["int"] = SmallInteger
    app.config.setdefault("HOSTS", ())
    app.extensions["scorekeeper.hosts"] = frozenset(own_names()) | frozenset(app.config["HOSTS"])
    app.before_request(refuse_unknown_hosts)
    app.before_request(refuse_other_sites)
    app.before_request(refuse_too_much)
    app.after_request(protect)
    app.register_error_handler(HTTPException, error_page)


def own_names() -> Iterator[str]:
    """What this machine is called at home."""
    name = socket.gethostname().lower().partition(".")[0]
    yield from ("localhost", name)
    for domain in HOME_DOMAINS:
        yield f"{name}.{domain}"


def refuse_unknown_hosts() -> Response | None:
    """A page of a stranger may point its own name at this address (DNS rebinding) and would
    then count as our site; it cannot change the name it is called by, so that is checked."""
    host = request.environ.get("HTTP_HOST") or request.environ["SERVER_NAME"]
    if is_own(host, current_app.extensions["scorekeeper.hosts"]):
        return None
    # Plain text: with such a host the templates could not even make a link.
    return Response(f"{spoken(UNKNOWN_HOST, {})}\n", 400, mimetype="text/plain")


@lru_cache(KNOWN)
def is_own(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header, with or without port, means this server."""
    name = re.sub(r":[0-9]*$", "", host).lower()
    return name.removesuffix(".") in names or is_address(name)


def is_address(name: str) -> bool:
    """An address written out was looked up nowhere, so nobody can have pointed it here."""
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def refuse_other_sites() -> None:
    """A change may only be asked for by our own pages, or by a program that is no browser."""
    if request.method not in SAFE_METHODS and not is_from_here():
        abort(403)


def is_from_here() -> bool:
    """Browsers say where a request comes from, but old ones not always. Who brings a cookie and
    says nothing is a browser; who brings none has no right that could be abused.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in OWN_SITE
    origin = request.headers.get("Origin")
    if origin is not None:
        return origin == request.host_url.removesuffix("/")
    return "Cookie" not in request.headers


def refuse_too_much() -> None:
    """Before anything is read. A body of unknown length would be cut off, not refused, and half
    a form looks like a whole one; no browser sends one."""
    if "Transfer-Encoding" in request.headers:
        abort(411)
    view = current_app.view_functions.get(request.endpoint or "")
    most = getattr(view, LARGEST, current_app.config["MAX_CONTENT_LENGTH"])
    if (request.content_length or 0) > most:
        abort(413)
    request.max_content_length = most


def takes_up_to(most: int) -> Callable[[View], View]:
    """For a route to which more is sent than an answer: a file."""

    def mark(view: View) -> View:
        setattr(view, LARGEST, most)
        return view

    return mark


def refuse_null_characters() -> None:
    """No name or number has one, and PostgreSQL cannot store it."""
    typed = [*request.args.items(multi=True), *request.form.items(multi=True)]
    if "\0" in request.path or any("\0" in part for pair in typed for part in pair):
        abort(400)


def protect(response: Response) -> Response:
    left_out = OF_PAGES if response.mimetype in PARTS_OF_PAGES else ()
    if "HX-Request" in request.headers:
        left_out = (*left_out, *OF_DOCUMENTS)
    for name, value in HEADERS.items():
        if name not in left_out:
            response.headers.setdefault(name, value)
    if request.is_secure:  # elsewhere browsers ignore it, and complain that they do
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        if age := current_app.config.get("HSTS"):
            response.headers["Strict-Transport-Security"] = f"max-age={age}"
    # Kept by the phone for the back key, asked for again on every visit; by nobody in between.
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def let_others_frame(response: Response) -> Response:
    """For a page that is made to be shown within the page of another site."""
    policy = CONTENT_POLICY.replace(NOBODY_FRAMES, "frame-ancestors *")
    response.headers["Content-Security-Policy"] = policy
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def error_page(error: HTTPException) -> ResponseReturnValue:
    """One sentence and a way home."""
    if error.response is not None:
        return error.response
    code = error.code or 500
    said = sentence(error, code)
    page = render_template(
        "errors/error.html",
        code=code,
        sentence=said,
        again=again(code),
        is_stranger=permissions.right() is None,
    )
    headers = [(name, value) for name, value in error.get_headers() if name != "Content-Type"]
    if code in LATER:
        headers += [(WHY, quote(said)), ("Cache-Control", "no-store")]
    if "HX-Request" in request.headers:
        headers += WHOLE_PAGE
    return page, code, headers


def again(code: int) -> list[tuple[str, str]] | None:
    """What was typed, if it may be sent once more as it is; its key sees to it that it counts
    once. Without a script the page it was typed on is gone. Files have to be chosen anew.
    """
    if code not in LATER or request.method != "POST" or request.files:
        return None
    return list(request.form.items(multi=True))


def not_found(reason: Say) -> ResponseReturnValue:
    """The same as `abort(404, reason)`, for who is past aborting."""
    error = NotFound()
    error.description = reason  # type: ignore[assignment]  # as in `sentence`
    return error_page(error)


def sentence(error: HTTPException, code: int) -> str:
    """What `abort(404, say("..."))` said, or else our own words for this kind of error."""
    said: object = error.description
    if isinstance(said, Say):
        return spoken(said, {})
    return spoken(SENTENCES.get(code, OTHERWISE), {})
