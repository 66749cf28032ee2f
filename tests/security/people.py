"""Kinds of phones inside and outside a league, and the permission of each."""

from tests.members import Member
from tests.security.routes import ANYBODY, OWNER, SCORER, VIEWER

MAY = {
    "a stranger": ANYBODY,
    "a removed phone": ANYBODY,
    "another league’s owner": ANYBODY,
    "a viewer": VIEWER,
    "a scorer": SCORER,
    "an owner": OWNER,
}
OUTSIDE = [who for who, may in MAY.items() if may == ANYBODY]


class AnyPhone(Member):
    """A test client that can act as each kind of phone.

    The owner of another league sends the token that is valid there.
    """

    def request(self, who, route):
        method, path = route.split()
        self.token = {
            "a stranger": None,
            "an owner": Member.token,
            "a viewer": "a-viewer",
            "a scorer": "a-scorer",
            "a removed phone": "a-removed-phone",
            "another league’s owner": "anothers-owner",
        }[who]
        headers = {"Sec-Fetch-Site": "same-origin"}
        if "another" in who:
            headers["Cookie"] = "scorekeeper-2=anothers-owner"
        form = {"season": "itself"} if path.endswith("/terms") else None
        response = self.open(
            path, method=method, headers=headers, data=form, buffered=not path.endswith("stream")
        )
        response.close()
        return response


def any_phone(app):
    return AnyPhone(app, use_cookies=False)
