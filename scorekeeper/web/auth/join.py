"""Coming in: a link or a code, who it is, and then this phone belongs to the league.

A link's secret stands in the address for one request only, which changes nothing: it goes into
a cookie of this phone, and the page that asks has a clean address. Messengers that fetch links
to show what is behind them join nothing.
"""

from dataclasses import dataclass

from flask import Blueprint, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from scorekeeper.access import devices, invitations, joining
from scorekeeper.access.admissions import key_of
from scorekeeper.access.devices import Device
from scorekeeper.access.invitations import MINUTES, Invitation, NoInvitation
from scorekeeper.access.joining import Who
from scorekeeper.access.rate_limit import Guesses
from scorekeeper.league import roster
from scorekeeper.match.commands import Refused
from scorekeeper.match.names import LONGEST, tidy
from scorekeeper.match.strict_json import small_number
from scorekeeper.messages import Say, say
from scorekeeper.runtime.tokens import LONG, read_code
from scorekeeper.web import permissions
from scorekeeper.web.auth.relying_party import site_of_passkeys
from scorekeeper.web.current_league import FIRST, here
from scorekeeper.web.i18n import spoken
from scorekeeper.web.match.context import new_key, now
from scorekeeper.web.permissions import Right
from scorekeeper.web.shared import session

bp = Blueprint("joining", __name__)
ASKED = "scorekeeper-asked"  # the cookie with what was scanned or typed
PAGE = "scorekeeper-joining"  # and the one with the key of the page that asks who it is
LINK, CODE = "link", "code"
GUESSES = "scorekeeper.guesses"

NOT_A_CODE = say("A code has eight letters and digits, without I, L, O and U, such as K7MQ 4TXP.")
OPENS_NOTHING = say(
    "This code opens nothing, or not any more: ask for a new one. They are good for {n} minutes.",
    n=MINUTES,
)
LINK_IS_OVER = say("This link opens nothing, or not any more: ask for a new one.")
TOO_MANY = say("There were too many wrong codes: wait a minute, or scan the square code instead.")


class TooManyGuesses(NoInvitation):
    """Nothing is looked up for this address just now."""


@dataclass(frozen=True)
class Asked:
    """What was scanned or typed, and where it leads. `invitation` is empty for recovery."""

    league: int
    kind: str
    secret: str
    invitation: Invitation | None

    @property
    def right(self) -> Right:
        return self.invitation.right if self.invitation else Right.OWNER


# ---------------------------------------------------------------- 1. the link or the code


@bp.get("/join")
def show() -> ResponseReturnValue:
    """Type a code; or, after that or a link, say who it is."""
    try:
        asked = what_was_asked()
    except NoInvitation as reason:
        return come_in_again() or turned_away(reason)
    return entry() if asked is None else page(asked)


@bp.get("/join/<secret>")
def opened(secret: str) -> ResponseReturnValue:
    """What was scanned. The secret leaves the address at once."""
    return asked_for(f"{here()}.{LINK}.{secret[:64]}")


@bp.post("/join/code")
def look() -> ResponseReturnValue:
    """A code that was typed."""
    typed = request.form.get("code", "")
    code = read_code(typed)
    if code is None:
        return entry(typed, NOT_A_CODE, 422)
    try:
        found = by_code(code)
    except TooManyGuesses:
        return entry(typed, TOO_MANY, 429)
    except NoInvitation:
        return entry(typed, OPENS_NOTHING, 422)
    return asked_for(f"{found.league}.{CODE}.{code}")


@bp.post("/join/forget")
def forget() -> ResponseReturnValue:
    """Not this league after all."""
    return without_question(redirect(url_for(".show"), code=303))


def by_code(code: str) -> Asked:
    """What a code asks for. Whichever way it came, in a form or in a cookie, a wrong one counts
    as a guess. Raises NoInvitation, and TooManyGuesses.
    """
    guesses: Guesses = current_app.extensions[GUESSES]
    if guesses.are_too_many(request.remote_addr):
        raise TooManyGuesses
    try:
        if len(code) == LONG:
            return Asked(joining.league_of_recovery(code), CODE, code, None)
        found = invitations.by_code(code)
        return Asked(found.league, CODE, code, found)
    except NoInvitation:
        guesses.wrong(request.remote_addr)
        raise


def asked_for(question: str) -> Response:
    answer = redirect(url_for(".show"), code=303)
    session.put(answer, session.own_name(ASKED), question, 60 * MINUTES)
    return no_trace(answer)


def no_trace(answer: Response) -> Response:
    """Nobody keeps this answer, no page that follows is told its address, no robot lists it."""
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer


def asked_by_link() -> bool:
    return f".{LINK}." in brought()


def brought() -> str:
    """As `asked_for` put it: league, kind, secret, with dots between; or nothing."""
    return request.cookies.get(session.own_name(ASKED), "")


def what_was_asked() -> Asked | None:
    """What this phone scanned or typed, if anything. Raises NoInvitation if it is over."""
    number, _, rest = brought().partition(".")
    kind, _, secret = rest.partition(".")
    league_id = small_number(number)
    if league_id is None or kind not in (LINK, CODE):
        return None
    if kind == CODE:
        asked = by_code(secret)
        g.league = asked.league
        return asked
    g.league = league_id
    return Asked(league_id, kind, secret, invitations.by_secret(secret))


def turned_away(reason: NoInvitation) -> ResponseReturnValue:
    """What was asked for is over, or was never there."""
    if isinstance(reason, TooManyGuesses):
        return entry(wrong=TOO_MANY, status=429)
    return entry(wrong=LINK_IS_OVER if asked_by_link() else OPENS_NOTHING)


def entry(typed: str = "", wrong: Say | None = None, status: int = 200) -> ResponseReturnValue:
    """Where a code is typed; it says nothing about any league."""
    text = render_template(
        "joining/code.html", typed=typed, wrong=wrong, has_passkeys=site_of_passkeys() is not None
    )
    answer = current_app.make_response((text, status))
    return without_question(answer) if wrong and status == 200 else answer


def without_question(answer: Response) -> Response:
    session.remove(answer, session.own_name(ASKED))
    return answer


# ---------------------------------------------------------------- 2. who it is


def page(
    asked: Asked, wrong: Say | None = None, who: str = "", name: str = "", key: str = ""
) -> ResponseReturnValue:
    present = is_there(asked.league)
    key = key or request.cookies.get(session.own_name(PAGE)) or new_key()
    text = render_template(
        "joining/who.html",
        asked=asked,
        league=roster.current_league(),
        people=roster.players(),
        wrong=wrong,
        who=who,
        name=name or (present.name if present else ""),
        present=present,
        key=key,
        is_enough=present is not None and permissions.is_enough(present.right, asked.right),
        home=home_of(asked.league),
    )
    answer = session.secret(text, 422 if wrong else 200)
    session.put(answer, session.own_name(PAGE), key, 60 * MINUTES)
    return answer


def is_there(league_id: int) -> Device | None:
    """What this phone is in that league already."""
    token = request.cookies.get(session.cookie(league_id))
    return devices.known(token) if token else None


@bp.post("/join")
def join() -> ResponseReturnValue:
    """This phone belongs to the league from now on."""
    try:
        asked = what_was_asked()
        return entry(wrong=OPENS_NOTHING) if asked is None else joined(asked)
    except NoInvitation as reason:
        return come_in_again() or turned_away(reason)


def joined(asked: Asked) -> ResponseReturnValue:
    who, typed = request.form.get("who", ""), request.form.get("name", "")
    people = {str(player.id): player for player in roster.players()}
    player = people.get(who)
    called = say("{who}’s phone", who=player.name) if player else say("A phone")
    try:
        name = tidy(typed or spoken(called, {})[:LONGEST])
    except Refused as refusal:
        key = request.form.get("key", "")
        return page(asked, refusal.problems[0].reason, who, typed, key)
    saying = Who(name, player.id if player else None, page_key())
    if asked.invitation is None:
        at = now()
        return come_in(*joining.recover(asked.secret, saying, at), f"phones?closed={at}")
    return come_in(asked.league, joining.join(asked.invitation, saying, is_there(asked.league)))


def page_key() -> str:
    """The key of the page that was sent, good with the link or code it was opened with alone."""
    key = request.form.get("key") or request.cookies.get(session.own_name(PAGE))
    return key_of((key or new_key())[:64], brought())


def come_in_again() -> Response | None:
    """What opened this page is used up; by this very phone, if the answer to it was lost."""
    league_id = small_number(brought().partition(".")[0])
    token = joining.again(league_id, page_key()) if league_id else None
    return come_in(league_id, token) if league_id and token else None


def come_in(league_id: int, token: str, there: str = "") -> Response:
    """To a page of the league, as one of its phones."""
    answer = redirect(f"{home_of(league_id)}{there}", code=303)
    session.give(answer, league_id, token)
    session.remove(answer, session.own_name(PAGE))
    return without_question(answer)


def home_of(league_id: int) -> str:
    """The front page of a league on this server."""
    root = session.IN_FOLDER.sub("", request.script_root)
    return f"{root}/" if league_id == FIRST else f"{root}/l/{league_id}/"
