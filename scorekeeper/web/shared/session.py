"""The door of the server: which league a request is for, and which phone asks.

The first league stands at the root of the server, any other in a folder of its own, `/l/2`: the
same addresses below it. Each has a cookie of its own name with the token of the phone.
"""

import re
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import werkzeug
from flask import Flask, Response, current_app, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import OperationalError

from scorekeeper.access import devices
from scorekeeper.access.devices import Device, DeviceNotFound
from scorekeeper.access.invitations import InvalidInvitation
from scorekeeper.db.engines import engine_of
from scorekeeper.db.sql_log import LRUCache, SqlLog
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match.commands import Refused
from scorekeeper.messages import Message
from scorekeeper.web import permissions
from scorekeeper.web.current_league import FIRST_LEAGUE_ID, current_league_id

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LEAGUE_PATH = re.compile("/l/([1-9][0-9]{0,8})(?=/|$)")
LEAGUE_ENVIRON_KEY = "scorekeeper.league"  # in the environment of a request
ENDPOINTS_WITHOUT_DEVICE = {
    "static",
    "health.show",
}  # of whoever asks for these it is not asked who he is
LEAGUE_CACHE_SIZE = (
    64  # whose sheets and statistics are in memory, beside the first: those asked for last
)
DEVICE_COOKIE_MAX_AGE_S = (
    365 * 24 * 60 * 60
)  # seconds that a phone which never comes back is remembered


class LeaguePathMiddleware:
    """Takes the folder of a league off the address, as a proxy would."""

    def __init__(self, application: "WSGIApplication") -> None:
        self.application = application

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        found = LEAGUE_PATH.match(environ.get("PATH_INFO", ""))
        if found:
            environ[LEAGUE_ENVIRON_KEY] = int(found[1])
            environ["SCRIPT_NAME"] = environ.get("SCRIPT_NAME", "") + found[0]
            environ["PATH_INFO"] = environ["PATH_INFO"][found.end() :]
        return self.application(environ, start_response)


def init_app(app: Flask) -> None:
    app.wsgi_app = LeaguePathMiddleware(app.wsgi_app)  # type: ignore[method-assign]  # as Flask's manual has it
    app.extensions[permissions.ACCESS_CONTROL_KEY] = LRUCache[tuple[SqlLog, StatsCache]](
        LEAGUE_CACHE_SIZE
    )
    app.before_request(set_current_league)
    app.before_request(authenticate_device)
    app.before_request(permissions.enforce_permissions)
    app.after_request(refresh_device_cookie)


def set_current_league() -> None:
    g.league = request.environ.get(LEAGUE_ENVIRON_KEY, FIRST_LEAGUE_ID)


def load_league() -> None:
    """Whoever asks now may see something of this league: its log and its books are at hand."""
    if current_league_id() == FIRST_LEAGUE_ID:
        return
    known: LRUCache[tuple[SqlLog, StatsCache]] = current_app.extensions[
        permissions.ACCESS_CONTROL_KEY
    ]
    at_hand = known.get(current_league_id())
    if at_hand is None:
        engine = engine_of(current_app._get_current_object())  # type: ignore[attr-defined]
        at_hand = SqlLog(engine, current_league_id()), StatsCache(engine, current_league_id())
        known.put(current_league_id(), at_hand)
    g.log, g.bookkeeper = at_hand


# ---------------------------------------------------------------- the phone


def device_cookie_name(league: int) -> str:
    """The name of the cookie that makes a phone one of this league."""
    return secure_cookie_name(f"scorekeeper-{league}")


def secure_cookie_name(name: str) -> str:
    """With https a cookie has a name under which no other site can plant one here."""
    return f"__Host-{name}" if request.is_secure else name


def authenticate_device() -> None:
    """Who asks, if it is a phone of this league."""
    token = request.cookies.get(device_cookie_name(current_league_id()))
    phone = (
        devices.find_device_by_token(token)
        if token and request.endpoint not in ENDPOINTS_WITHOUT_DEVICE
        else None
    )
    if phone is None:
        return
    g.phone, g.device, g.right = phone, phone.id, phone.right
    g.me = str(phone.player_id or "")
    load_league()
    try:
        g.token = token if devices.update_last_seen(phone, int(time.time())) else None
    except OperationalError:  # a full disk: it may look all the same
        current_app.logger.exception("It was not written down that a phone was here.")


def refresh_device_cookie(response: Response) -> Response:
    """A phone that comes now and then is never forgotten by its browser. An answer that sets the
    cookie itself, or removes it, is left alone.
    """
    if g.get("token") and not sets_cookie(response, device_cookie_name(current_league_id())):
        set_device_cookie(response, current_league_id(), g.token)
    return response


def sets_cookie(response: Response, name: str) -> bool:
    return any(each.startswith(f"{name}=") for each in response.headers.getlist("Set-Cookie"))


def set_device_cookie(response: werkzeug.Response, league: int, token: str) -> None:
    """The cookie that makes this phone one of the league."""
    set_cookie(response, device_cookie_name(league), token, DEVICE_COOKIE_MAX_AGE_S)


def set_cookie(
    response: werkzeug.Response, name: str, value: str, seconds: int, samesite: str = "Lax"
) -> None:
    """A cookie that scripts and other sites do not get."""
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        path="/",
        secure=request.is_secure,
        httponly=True,
        samesite=samesite,
    )


def delete_device_cookie(response: werkzeug.Response) -> None:
    """This phone is a stranger from now on."""
    delete_cookie(response, device_cookie_name(current_league_id()))


def delete_cookie(response: werkzeug.Response, name: str) -> None:
    """What was `put` is gone."""
    response.delete_cookie(name, path="/", secure=request.is_secure, httponly=True, samesite="Lax")


def no_store_response(page: str, status: int = 200) -> Response:
    """A page that no browser keeps, not even for the back key."""
    answer = current_app.make_response((page, status))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def access_checker() -> Callable[[], bool]:
    """For a stream of who asks now: whether he may still look, asked later, outside a request."""
    engine = engine_of(current_app._get_current_object())  # type: ignore[attr-defined]
    league, number = current_league_id(), current_device().id
    return lambda: devices.is_active_device(engine, league, number)


def change_and_redirect(
    change: Callable[[], None], page: Callable[[Message], ResponseReturnValue], then: str = ""
) -> ResponseReturnValue:
    """Change who may do what and show the list it is in, or the page `then`; the list with the
    reason, if refused. What is out or withdrawn already is as it was wanted.
    """
    try:
        change()
    except Refused as refusal:
        return page(refusal.problems[0].reason)
    except (DeviceNotFound, InvalidInvitation):
        pass
    return redirect(then or url_for(".show"), code=303)


def current_device() -> Device:
    """The phone that asks; there is one where a right is needed."""
    phone: Device = g.phone
    return phone
