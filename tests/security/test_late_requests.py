"""Requests whose phone loses its permission before they have written anything."""

import re
import shutil
import time
from io import BytesIO

import pytest
from sqlalchemy import insert, update

from scorekeeper.access import invitations
from scorekeeper.db.access_tables import Devices, Passkeys
from scorekeeper.league import roster
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.confirmations import CONFIRMED, ORIGIN
from tests.members import Member, add_phone
from tests.security.routes import OWNER, ROUTES, open_app, rows_without_devices

SEASON = {
    "games": "gin",
    "measure": "places",
    "each": "match",
    "shared": "average",
    "which": "all",
    "count": "10",
    "unit": "",
    "table": "8, 5, 3",
    "save": "1",
}
# Each request changes the league of `league_app` if an owner sends it after the requests above it.
# Bytes are the content of a file.
CHANGES = {
    "/league": {"name": "Another name"},
    "/league/time-zone": {"zone": "Europe/Madrid"},
    "/league/all-time": {"minimum": "3"},
    "/league/currency": {"currency": "EUR"},
    "/players/3/name": {"name": "Another name"},
    "/players/3/hide": {},
    "/players/3/show": {},
    "/players/8/same": {"into": "1"},
    "/players/8/part": {},
    "/players/8/remove": {},
    "/matches/11/names": {"called-1": "Anne", "was-called-1": "Ana"},
    "/season/new": {"name": "Winter"} | SEASON,
    "/season/2/edit": {"name": "Late autumn"} | SEASON,
    "/season/2/current": {},
    "/season/2/close": {},
    "/season/2/reopen": {},
    "/season/1/remove": {},
    "/import": {"file": b"date,game,Ana,Bruno\n2024-01-02,gin,100,50\n"},
    "/import/2": {},
    "/import/1/undo": {},
    "/import/1/redo": {},
    "/invite": {"right": "viewer", "many": "5"},
    "/invite/1/newcomers": {},
    "/invite/2/longer": {},
    "/invite/1/withdraw": {},
    "/phones/links/2/withdraw": {},
    "/phones/recovery": {},
    "/phones/passkeys/ask": {},
    "/phones/passkeys/1/remove": {},
    "/club/1/codes": {},
    "/club/1/link": {},
    "/club/1/link/withdraw": {},
    "/club/1/codes/withdraw": {},
    "/showings": {"name": "World", "names": "full", "shows": "feed"},
    "/showings/1/withdraw": {},
}
PASSKEY = {
    "league_id": 1,
    "id": 1,
    "name": "A phone",
    "host": "localhost",
    "credential": "credential",
    "public_key": b"key",
    "sign_count": 0,
    "created_at": 0,
}
# The other forms that only owners may send, with the reason why they are not in CHANGES.
NOT_TRIED = {
    "/matches/11/lost-entries": "the match has not lost any entries",
    "/phones": "LATE_CHANGES has this change",
    "/phones/2/out": "LATE_CHANGES has this change",
    "/phones/seen": "changes only what the phone itself has seen",
    "/phones/passkeys": "needs the answer of a passkey",
    "/restore": "test_a_late_import_is_refused tries it",
}
# Requests that change the league if a scorer sends them.
SCORER_CHANGES = {
    "/players": {"name": "Another player"},
    "/money/1/undo": {},
    "/money/1/redo": {},
    "/club/1/end": {},
    "/club/1/reopen": {},
    "/club/1/edit": {"evening": "2026-09-13", "size": "4", "game": "gin"},
    "/matches/11/throw-away": {"key": "1"},
    "/matches/11/bring-back": {"key": "2"},
    "/matches/11/rematch": {"key": "3"},
}


@pytest.fixture
def league_app(file, tmp_path):
    league_app = open_app(shutil.copy(file, tmp_path))
    add_phone(league_app, Right.OWNER, "another", "Another owner")
    store = engines.store_of(league_app)
    roster.add_player(store, "Zoe")
    invitations.invite(store, Right.VIEWER, "", with_code=True, at=int(time.time()) - 60)
    with store.engine.begin() as connection:
        connection.execute(insert(Passkeys).values(PASSKEY))
    yield league_app
    engines.engine_of(league_app).dispose()


def set_right(app, right):
    with engines.engine_of(app).begin() as connection:
        connection.execute(update(Devices).where(Devices.id == 1).values(right=right))


def test_late_requests_of_a_phone_that_is_no_longer_an_owners_change_nothing(league_app):
    try_late_changes(league_app, CHANGES, 303)


def test_late_requests_of_a_phone_that_can_no_longer_keep_score_change_nothing(league_app):
    try_late_changes(league_app, SCORER_CHANGES, 403)


def try_late_changes(app, changes, status):
    """Check that each change is refused if the phone loses its permission during the request.

    The phone loses the permission after the server has checked it. With the permission restored,
    the same change then succeeds.
    """
    late = []
    app.before_request(lambda: set_right(app, Right.VIEWER) if late else None)
    phone = Member(app)

    def post(path, form):
        """Post a form, and confirm it if the server asks."""
        response = phone.post(path, data=with_files(form), headers=ORIGIN)
        if asked := CONFIRMED.search(response.text):
            set_right(app, Right.OWNER)
            form = with_files(form) | {"confirmed": asked[1]}
            response = phone.post(path, data=form, headers=ORIGIN)
        return response

    for path, form in changes.items():
        before = rows_without_devices(app)
        late.append(path)
        assert post(path, form).status_code == status, path
        assert rows_without_devices(app) == before, path

        late.clear()
        set_right(app, Right.OWNER)
        post(path, form)
        assert rows_without_devices(app) != before, path


def with_files(form):
    """Return the form with its bytes as files."""
    return {
        name: (BytesIO(value), "results.csv") if isinstance(value, bytes) else value
        for name, value in form.items()
    }


def test_each_form_that_only_owners_may_send_is_tried_late_or_has_a_reason():
    def without_ids(path):
        return re.sub(r"\d+", "N", path)

    forms = {
        without_ids(route.removeprefix("POST "))
        for route, right in ROUTES.items()
        if right == OWNER and route.startswith("POST ")
    }

    assert set(map(without_ids, (*CHANGES, *NOT_TRIED))) == forms
