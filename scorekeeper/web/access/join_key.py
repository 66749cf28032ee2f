"""The idempotency key of the join form, so that a phone that sends the form twice joins once.

The key is in the form and in a cookie. A phone that never got the response can therefore send the
form again.
"""

from flask import request
from werkzeug import Response

from scorekeeper.access.admissions import idempotency_key
from scorekeeper.access.invitations import CODE_LIFETIME_MINUTES
from scorekeeper.web.access.join_request import join_request_cookie
from scorekeeper.web.match.context import new_key
from scorekeeper.web.shared import session

PAGE_KEY_COOKIE = "scorekeeper-joining"


def set_page_key(response: Response, key: str) -> None:
    """Store the page's idempotency key in a cookie for as long as a code is valid."""
    session.set_cookie(
        response, session.secure_cookie_name(PAGE_KEY_COOKIE), key, 60 * CODE_LIFETIME_MINUTES
    )


def page_key_cookie() -> str:
    return request.cookies.get(session.secure_cookie_name(PAGE_KEY_COOKIE), "")


def delete_page_key(response: Response) -> None:
    session.delete_cookie(response, session.secure_cookie_name(PAGE_KEY_COOKIE))


def page_key() -> str:
    """Return the idempotency key of the posted form, bound to the link or code in the cookie."""
    key = request.form.get("key") or page_key_cookie()
    return idempotency_key((key or new_key())[:64], join_request_cookie())
