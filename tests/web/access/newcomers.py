"""Helpers for tests of joining: invitations, codes, and a phone that belongs to no league."""

import re

from scorekeeper.access import devices, invitations
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.web.phone import Phone

COOKIE = f"scorekeeper-{FIRST_LEAGUE_ID}"


class Newcomer(Phone):
    """A phone that belongs to no league."""

    def __init__(self, app):
        super().__init__(app)
        self.client.token = None

    @property
    def token(self):
        cookie = self.client.get_cookie(COOKIE)
        return cookie.value if cookie else None


def create_invitation(app, right=Right.VIEWER, **more):
    return invitations.invite(engines.store_of(app), right, "For friends", by=1, **more)


def device_of(app, phone):
    return devices.find_device_by_token(engines.store_of(app), phone.token or "")


def join_by_code(app, code, name=""):
    phone = Newcomer(app)
    phone.go("/join")
    phone.type("Eight letters and digits", code)
    if "Continue" in phone.page.words:
        phone.tap("Continue")
    if phone.page.status == 200 and "Name of this phone" in phone.page.words:
        phone.type("Name of this phone", name)
        phone.tap("Join Card table")
    return phone


def code_of(page):
    return re.search(r"Code: ((?:[A-Z0-9], ){7}[A-Z0-9])", page.words)[1].replace(", ", "")


def recovery_code(phone):
    """Create a recovery code on this phone and return it."""
    phone.go("/phones")
    page = phone.tap("Create a recovery code")
    return re.search(r"(?:[0-9A-Z]{5} ){4}[0-9A-Z]{5}", page.words)[0]
