"""Phones that join with a link, and the links that they create."""

from scorekeeper.access import invitations
from scorekeeper.server import engines
from tests.confirmations import post_twice

ORIGIN = {"Origin": "http://localhost"}


def join_by_link(phone, secret):
    """Open this link, join, and return the next page."""
    phone.go(f"/join/{secret.link}")
    return phone.tap("Join Card table")


def post(phone, path, **form):
    response = post_twice(phone.client, path, **form)
    return phone.go(response.headers["Location"]) if response.status_code == 303 else response


def made_by(app, phone, right, name="Friends"):
    """Create an invitation as this phone, and return it."""
    return invitations.invite(engines.store_of(app), right, name, by=phone)
