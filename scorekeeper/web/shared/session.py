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
from scorekeeper.access.devices import Device, NoDevice
from scorekeeper.access.invitations import NoInvitation
from scorekeeper.db.engines import engine_of
from scorekeeper.db.sql_log import Shelf, SqlLog
from scorekeeper.league.stats_cache import Bookkeeper
from scorekeeper.match.commands import Refused
from scorekeeper.messages import Say
from scorekeeper.web import permissions
from scorekeeper.web.current_league import FIRST, here

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

IN_FOLDER = re.compile("/l/([1-9][0-9]{0,8})(?=/|$)")
FOLDER = "scorekeeper.league"  # in the environment of a request
NOBODY = {"static", "health.show"}  # of whoever asks for these it is not asked who he is
LEAGUES = 64  # whose sheets and statistics are in memory, beside the first: those asked for last
A_YEAR = 365 * 24 * 60 * 60  # seconds that a phone which never comes back is remembered


class Folders:
    """Takes the folder of a league off the address, as a proxy would."""

    def __init__(self, application: "WSGIApplication") -> None:
        self.application = application

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        found = IN_FOLDER.match(environ.get("PATH_INFO", ""))
        if found:
            environ[FOLDER] = int(found[1])
            environ["SCRIPT_NAME"] = environ.get("SCRIPT_NAME", "") + found[0]
            environ["PATH_INFO"] = environ["PATH_INFO"][found.end() :]
        return self.application(environ, start_response)


def init_app(app: Flask) -> None:
    app.wsgi_app = Folders(app.wsgi_app)  # type: ignore[method-assign]  # as Flask's manual has it
    app.extensions[permissions.DOOR] = Shelf[tuple[SqlLog, Bookkeeper]](LEAGUES)
    app.before_request(find_league)
    app.before_request(find_device)
    app.before_request(permissions.decide)
    app.after_request(remember)


def find_league() -> None:
    g.league = request.environ.get(FOLDER, FIRST)


def come_in() -> None:
    """Whoever asks now may see something of this league: its log and its books are at hand."""
    if here() == FIRST:
        return
    known: Shelf[tuple[SqlLog, Bookkeeper]] = current_app.extensions[permissions.DOOR]
    at_hand = known.get(here())
    if at_hand is None:
        engine = engine_of(current_app._get_current_object())  # type: ignore[attr-defined]
        at_hand = SqlLog(engine, here()), Bookkeeper(engine, here())
        known.put(here(), at_hand)
    g.log, g.bookkeeper = at_hand


# ---------------------------------------------------------------- the phone


def cookie(league: int) -> str:
    """The name of the cookie that makes a phone one of this league."""
    return own_name(f"scorekeeper-{league}")


def own_name(name: str) -> str:
    """With https a cookie has a name under which no other site can plant one here."""
    return f"__Host-{name}" if request.is_secure else name


def find_device() -> None:
    """Who asks, if it is a phone of this league."""
    token = request.cookies.get(cookie(here()))
    phone = devices.known(token) if token and request.endpoint not in NOBODY else None
    if phone is None:
        return
    g.phone, g.device, g.right = phone, phone.id, phone.right
    g.me = str(phone.player_id or "")
    come_in()
    try:
        g.token = token if devices.was_here(phone, int(time.time())) else None
    except OperationalError:  # a full disk: it may look all the same
        current_app.logger.exception("It was not written down that a phone was here.")


def remember(response: Response) -> Response:
    """A phone that comes now and then is never forgotten by its browser. An answer that sets the
    cookie itself, or removes it, is left alone.
    """
    if g.get("token") and not sets_cookie(response, cookie(here())):
        give(response, here(), g.token)
    return response


def sets_cookie(response: Response, name: str) -> bool:
    return any(each.startswith(f"{name}=") for each in response.headers.getlist("Set-Cookie"))


def give(response: werkzeug.Response, league: int, token: str) -> None:
    """The cookie that makes this phone one of the league."""
    put(response, cookie(league), token, A_YEAR)


def put(
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


def take(response: werkzeug.Response) -> None:
    """This phone is a stranger from now on."""
    remove(response, cookie(here()))


def remove(response: werkzeug.Response, name: str) -> None:
    """What was `put` is gone."""
    response.delete_cookie(name, path="/", secure=request.is_secure, httponly=True, samesite="Lax")


def secret(page: str, status: int = 200) -> Response:
    """A page that no browser keeps, not even for the back key."""
    answer = current_app.make_response((page, status))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def still_in() -> Callable[[], bool]:
    """For a stream of who asks now: whether he may still look, asked later, outside a request."""
    engine = engine_of(current_app._get_current_object())  # type: ignore[attr-defined]
    league, number = here(), this_phone().id
    return lambda: devices.is_in(engine, league, number)


def changed(
    change: Callable[[], None], page: Callable[[Say], ResponseReturnValue], then: str = ""
) -> ResponseReturnValue:
    """Change who may do what and show the list it is in, or the page `then`; the list with the
    reason, if refused. What is out or withdrawn already is as it was wanted.
    """
    try:
        change()
    except Refused as refusal:
        return page(refusal.problems[0].reason)
    except (NoDevice, NoInvitation):
        pass
    return redirect(then or url_for(".show"), code=303)


def this_phone() -> Device:
    """The phone that asks; there is one where a right is needed."""
    phone: Device = g.phone
    return phone
