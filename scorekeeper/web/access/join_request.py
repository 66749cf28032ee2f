"""The link or code that a phone is joining with, stored in a cookie between requests."""

import re
from dataclasses import dataclass

from flask import current_app, request
from werkzeug import Response

from scorekeeper.access import invitations, joining
from scorekeeper.access.invitations import CODE_LIFETIME_MINUTES, InvalidInvitation, Invitation
from scorekeeper.access.rate_limit import CodeRateLimiter, TooManyWrongCodes
from scorekeeper.db.store import Store
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.rights import Right
from scorekeeper.runtime.tokens import RECOVERY_CODE_LENGTH
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web.extension_keys import CODE_LIMITER_KEY
from scorekeeper.web.shared import session
from scorekeeper.web.shared.session import current_store

JOIN_REQUEST_COOKIE = "scorekeeper-asked"  # "league.kind.secret"
LINK, CODE = "link", "code"
DESTINATION_COOKIE = "scorekeeper-to"  # "league.path" of the page to show after joining
DESTINATION = re.compile("club/[1-9][0-9]{0,8}/tables/[1-9][0-9]?")


class CodeRateLimitExceeded(InvalidInvitation):
    """Too many wrong codes were entered from this IP address, so the code was not looked up."""


@dataclass(frozen=True)
class JoinRequest:
    """A link or code with its league and invitation. `invitation` is None for a recovery code."""

    league: int
    kind: str
    secret: str
    invitation: Invitation | None

    @property
    def right(self) -> Right:
        return self.invitation.right if self.invitation else Right.OWNER

    @property
    def allows_new_players(self) -> bool:
        """Whether the person who joins may add themselves as a player."""
        return self.invitation is not None and self.invitation.allows_new_players


def join_request_by_code(code: str) -> JoinRequest:
    """Look up a code from a form or a cookie. A wrong code counts towards the rate limit.

    Raises InvalidInvitation if the code is not valid, or CodeRateLimitExceeded without a lookup.
    """
    engine = current_store().engine
    try:
        with get_code_rate_limiter().attempt(request.remote_addr, InvalidInvitation):
            if len(code) == RECOVERY_CODE_LENGTH:
                league = joining.league_by_recovery_code(engine, code)
                return JoinRequest(league, CODE, code, None)
            invitation = invitations.get_by_code(engine, code)
            return JoinRequest(invitation.league_id, CODE, code, invitation)
    except TooManyWrongCodes:
        raise CodeRateLimitExceeded from None


def get_code_rate_limiter() -> CodeRateLimiter:
    limiter: CodeRateLimiter = current_app.extensions[CODE_LIMITER_KEY]
    return limiter


def set_join_request(response: Response, league_id: int, kind: str, secret: str) -> None:
    """Store a link or code in a cookie that expires after 15 minutes, as a code does."""
    session.set_cookie(
        response,
        session.secure_cookie_name(JOIN_REQUEST_COOKIE),
        f"{league_id}.{kind}.{secret}",
        60 * CODE_LIFETIME_MINUTES,
    )


def delete_join_request(response: Response) -> Response:
    session.delete_cookie(response, session.secure_cookie_name(DESTINATION_COOKIE))
    session.delete_cookie(response, session.secure_cookie_name(JOIN_REQUEST_COOKIE))
    return response


def set_destination(response: Response, league_id: int, path: str) -> None:
    """Store the path of the league's page that the phone opens after joining."""
    name = session.secure_cookie_name(DESTINATION_COOKIE)
    session.set_cookie(response, name, f"{league_id}.{path}", 60 * CODE_LIFETIME_MINUTES)


def destination(league_id: int) -> str:
    """Return the path that `set_destination` stored for this league.

    Returns an empty string, for the home page, if no valid path is stored for this league.
    """
    stored = request.cookies.get(session.secure_cookie_name(DESTINATION_COOKIE), "")
    league, _, path = stored.partition(".")
    return path if league == str(league_id) and DESTINATION.fullmatch(path) else ""


def destination_table(league_id: int) -> str:
    """Return the number of the table whose page the phone opens after joining, or ""."""
    return destination(league_id).rpartition("/")[2]


def destination_players(store: Store) -> tuple[str, ...]:
    """Return the keys of the players at the table whose page the phone opens after joining."""
    path = destination(store.league_id)
    if not path:
        return ()
    _, night, _, table = path.split("/")
    return club_rounds.night_rounds(store, int(night)).newest_players(int(table))


def is_link_request() -> bool:
    return f".{LINK}." in join_request_cookie()


def join_request_cookie() -> str:
    """Return the value stored by `set_join_request` ("league.kind.secret"), or an empty string."""
    return request.cookies.get(session.secure_cookie_name(JOIN_REQUEST_COOKIE), "")


def find_join_request() -> JoinRequest | None:
    """Return the link or code in this phone's cookie, or None if the cookie has none.

    Raises InvalidInvitation if the link or code is wrong or has expired, or CodeRateLimitExceeded
    if a code was not looked up.
    """
    number, _, rest = join_request_cookie().partition(".")
    kind, _, secret = rest.partition(".")
    league_id = parse_small_int(number)
    if league_id is None or kind not in (LINK, CODE):
        return None
    if kind == CODE:
        return join_request_by_code(secret)
    invitation = invitations.get_by_secret(current_store().of_league(league_id), secret)
    return JoinRequest(league_id, kind, secret, invitation)
