"""Identify the league of each request, and the phone that sent it.

The first league is at the root of the server. Every other league has a path prefix (`/l/2`) with
the same URLs below it. Each league has its own cookie, which holds the phone's token.
"""

import re
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

import werkzeug
from flask import Flask, Response, current_app, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import OperationalError

from scorekeeper.access import devices
from scorekeeper.access.devices import Device, DeviceNotFound, Removal
from scorekeeper.access.invitations import InvalidInvitation
from scorekeeper.clock import DAY_S
from scorekeeper.db.lru_cache import LRUCache
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.store import FIRST_LEAGUE_ID, Store
from scorekeeper.errors import Refused
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.messages import Message, say
from scorekeeper.notices.notifier import Notifier
from scorekeeper.web import permissions
from scorekeeper.web.extension_keys import (
    ACCESS_CONTROL_KEY,
    FIRST_STORE_KEY,
    LEAGUE_CACHE_KEY,
    NOTIFIER_KEY,
)

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LEAGUE_PATH = re.compile("/l/([1-9][0-9]{0,8})(?=/|$)")
LEAGUE_ENVIRON_KEY = "scorekeeper.league"  # the key of the league's id in the WSGI environ
# A phone outside the league that opens the home page at the server root is redirected to the join
# page.
HOME_ENDPOINT, JOIN_ENDPOINT = "home.show", "join.show"
# These endpoints do not look up the phone.
ENDPOINTS_WITHOUT_DEVICE = {
    "scripts",
    "static",
    "stylesheets",
    "health.show",
    "offline.show",
    "offline.worker",
}
REMOVALS: Mapping[Removal, Message] = {
    Removal.DIRECTLY: say("This phone was removed from the league."),
    Removal.WITH_LINK: say(
        "This phone is no longer in the league, because the link or code it joined with was "
        "withdrawn."
    ),
}
# The number of other leagues whose log and statistics are in memory. The most recently used ones
# are kept.
LEAGUE_CACHE_SIZE = 64
# One year. The first visit of each day renews the cookie (refresh_device_cookie).
DEVICE_COOKIE_MAX_AGE_S = 365 * DAY_S


class LeaguePathMiddleware:
    """WSGI middleware that moves a league's prefix (`/l/2`) from PATH_INFO to SCRIPT_NAME."""

    def __init__(self, application: "WSGIApplication") -> None:
        self.application = application

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        prefix = LEAGUE_PATH.match(environ.get("PATH_INFO", ""))
        if prefix:
            environ[LEAGUE_ENVIRON_KEY] = int(prefix[1])
            environ["SCRIPT_NAME"] = environ.get("SCRIPT_NAME", "") + prefix[0]
            environ["PATH_INFO"] = environ["PATH_INFO"][prefix.end() :]
        return self.application(environ, start_response)


def init_app(app: Flask) -> None:
    app.wsgi_app = LeaguePathMiddleware(app.wsgi_app)  # type: ignore[method-assign]  # as Flask documents it
    app.extensions[ACCESS_CONTROL_KEY] = True
    app.extensions[LEAGUE_CACHE_KEY] = LRUCache[tuple[SqlLog, StatsCache]](LEAGUE_CACHE_SIZE)
    app.before_request(authenticate_device)
    app.before_request(redirect_outsider_to_join)
    app.before_request(permissions.enforce_permissions)
    app.after_request(refresh_device_cookie)


def current_store() -> Store:
    """Return the store of the league in this request's URL, or of the first league by default."""
    store: Store | None = g.get("store")
    if store is None:
        store = current_app.extensions[FIRST_STORE_KEY]
        if LEAGUE_ENVIRON_KEY in request.environ:
            store = store.of_league(request.environ[LEAGUE_ENVIRON_KEY])
        g.store = store
    return store


def load_current_league() -> None:
    """Set `g.log` and `g.stats_cache` (the statistics cache) for the current league.

    Call this only for a phone that is or was in the league, or for a public link. For the first
    league, nothing is set, because both are in `app.extensions`.
    """
    store = current_store()
    if store.league_id == FIRST_LEAGUE_ID:
        return
    leagues: LRUCache[tuple[SqlLog, StatsCache]] = current_app.extensions[LEAGUE_CACHE_KEY]
    log_and_stats = leagues.get(store.league_id)
    if log_and_stats is None:
        log_and_stats = SqlLog(store), StatsCache(store)
        current_notifier().attach(*log_and_stats)
        leagues.put(store.league_id, log_and_stats)
    g.log, g.stats_cache = log_and_stats


def current_notifier() -> Notifier:
    notifier: Notifier = current_app.extensions[NOTIFIER_KEY]
    return notifier


# ---------------------------------------------------------------- the phone


def device_cookie_name(league: int) -> str:
    """Return the name of the cookie that holds the phone's token for this league."""
    return secure_cookie_name(f"scorekeeper-{league}")


def secure_cookie_name(name: str) -> str:
    """Return the name, with `__Host-` on https, so that no other host can set the cookie."""
    return f"__Host-{name}" if request.is_secure else name


def authenticate_device() -> None:
    """Set `g.device`, `g.device_id`, `g.right` and `g.me` (player id) for a member's phone.

    Also record the visit, load the league, and set `g.league_name` and `g.clock`, which members'
    pages need. If the phone was removed from the league, set `g.removed_at`, and `g.removal` to a
    sentence.
    """
    store = current_store()
    token = request.cookies.get(device_cookie_name(store.league_id))
    if not token or request.endpoint in ENDPOINTS_WITHOUT_DEVICE:
        return
    member = devices.find_member_by_token(store, token)
    if member is None:
        if (removed := devices.find_removal(store, token)) is not None:
            g.removal, g.removed_at = REMOVALS[removed.how], removed.at
            load_current_league()  # because the error page shows what the phone entered in a match
        return
    device, g.league_name, g.clock = member
    g.device, g.device_id, g.right = device, device.id, device.right
    g.me = str(device.player_id or "")
    load_current_league()
    now = int(time.time())
    try:
        if devices.update_last_seen(store, device, now) and now // DAY_S != device.seen_at // DAY_S:
            g.token = token
    except OperationalError:  # the disk may be full, but reading still works
        current_app.logger.exception("The time of a phone's visit could not be saved.")


def redirect_outsider_to_join() -> ResponseReturnValue | None:
    """Redirect a phone outside the league from the server root to the join page."""
    if (
        request.endpoint == HOME_ENDPOINT
        and current_store().league_id == FIRST_LEAGUE_ID
        and permissions.current_right() is None
    ):
        return redirect(url_for(JOIN_ENDPOINT), code=303)
    return None


def refresh_device_cookie(response: Response) -> Response:
    """Renew the device cookie, so that it does not expire on a phone that is in use.

    A response that already sets or deletes the cookie is left unchanged. So is the response to a
    phone that has joined again during the request, because its old token would replace the new
    token. The cookie is renewed only once a day, because even a token that is valid now may reach
    the browser after a newer token.
    """
    store, token = current_store(), g.get("token")
    if (
        token
        and not sets_cookie(response, device_cookie_name(store.league_id))
        and devices.find_device_by_token(store, token) is not None
    ):
        set_device_cookie(response, store.league_id, token)
    return response


def sets_cookie(response: Response, name: str) -> bool:
    return any(each.startswith(f"{name}=") for each in response.headers.getlist("Set-Cookie"))


def set_device_cookie(response: werkzeug.Response, league: int, token: str) -> None:
    """Set the cookie that holds this phone's token for the league."""
    set_cookie(response, device_cookie_name(league), token, DEVICE_COOKIE_MAX_AGE_S)


def set_cookie(
    response: werkzeug.Response, name: str, value: str, seconds: int, samesite: str = "Lax"
) -> None:
    """Set a cookie for `seconds`. It is HttpOnly and SameSite, and also Secure over https."""
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
    """Delete this phone's cookie for the current league."""
    delete_cookie(response, device_cookie_name(current_store().league_id))


def delete_cookie(response: werkzeug.Response, name: str) -> None:
    """Delete a cookie that `set_cookie` has set.

    Browsers delete a cookie only if it is deleted with the same attributes with which it was set.
    """
    response.delete_cookie(name, path="/", secure=request.is_secure, httponly=True, samesite="Lax")


def no_store_response(page: str, status: int = 200) -> Response:
    """Return a response that browsers do not store, even for Back (`Cache-Control: no-store`)."""
    response = current_app.make_response((page, status))
    response.headers["Cache-Control"] = "no-store"
    return response


def access_checker() -> Callable[[], bool]:
    """Return a function that reports whether the phone still has access.

    The function can be called outside a request.
    """
    store, number = current_store(), current_device().id
    return lambda: devices.is_active_device(store, number)


def change_and_redirect(
    change: Callable[[], ResponseReturnValue | None],
    render_with_reason: Callable[[Message], ResponseReturnValue],
    then: str = "",
) -> ResponseReturnValue:
    """Call `change`, then redirect to `then` or to the blueprint's page `show`.

    If `change` returns a page that asks for confirmation, return that page. If it raises Refused,
    return the page that `render_with_reason` renders. If the phone or invitation was already
    removed, redirect too.
    """
    try:
        if (question := change()) is not None:
            return question
    except Refused as refusal:
        return render_with_reason(refusal.problems[0].reason)
    except (DeviceNotFound, InvalidInvitation):
        pass
    return redirect(then or url_for(".show"), code=303)


def current_device() -> Device:
    """Return the phone that sent the request.

    Raises AttributeError for a phone outside the league. Such a phone may use only public
    endpoints.
    """
    device: Device = g.device
    return device
