"""Requests of a phone that loses its permission before they write anything."""

import re
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from threading import Thread

import pytest
from sqlalchemy import insert, update

from scorekeeper.access import admissions, devices, invitations, joining, public_links
from scorekeeper.access.devices import PermissionLost
from scorekeeper.access.joining import Joiner
from scorekeeper.access.late_requests import LogOfPhone, store_of_phone
from scorekeeper.db.access_tables import Devices, Passkeys
from scorekeeper.league import roster
from scorekeeper.league.club import coming as club_coming
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from scorekeeper.server import engines
from scorekeeper.transfer.league_json.dump import dump_league
from scorekeeper.transfer.league_json.load import load_league
from tests.confirmations import CONFIRMED, ORIGIN
from tests.databases import waits_or_is_done
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
# Each changes the league of `league_app` if an owner sends it, after the changes above it.
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
# The same for scorers.
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


@pytest.mark.both_databases
@pytest.mark.parametrize("status", [403, 404])
def test_a_late_answer_is_shown_on_the_page_that_refuses_it(store, app, status):
    number = add_phone(app, Right.SCORER, "theirs", "Their phone")
    log = app.extensions["scorekeeper.log"]
    match = start_match(store, log)

    def lose_right():
        if status == 404:
            admissions.remove_device(store, number, 8)
        else:
            admissions.give_rights(store, {number: Right.VIEWER}, 8)

    app.before_request(lose_right)
    phone = Member(app)
    phone.token = "theirs"
    path = f"/matches/{match}/rounds/1/bids"

    response = phone.post(
        path, data={"bids-1": "1", "bids-2": "0", "bids-3": "0", "key": "k"}, headers=ORIGIN
    )

    assert response.status_code == status
    assert "Bids: Bruno 0, Chus 0, Ana 1" in response.text
    assert log.sheet(match).version == 1


def start_match(store, log):
    """Start a match of Jabberwocky between three players, and return its id."""
    seats = tuple(roster.add_player(store, name).key for name in ("Ana", "Bruno", "Chus"))
    return commands.start_match(log, "jabberwocky", seats, {}, CommandMeta("m", 0))


def test_an_answer_that_waits_for_the_removal_of_its_phone_is_not_saved(store, app):
    theirs = add_phone(app, Right.SCORER, "theirs", "Their phone")
    log = app.extensions["scorekeeper.log"]
    match, late = start_match(store, log), LogOfPhone(log, theirs, Right.SCORER)
    answer = (match, 1, "bids", {"bids": {"1": 1, "2": 0, "3": 0}}, CommandMeta("k", 9, theirs))

    with ThreadPoolExecutor(1) as another_thread:
        with store.write() as connection:
            admissions.remove_one_device(connection, store.league_id, theirs, 8)
            save = another_thread.submit(commands.record_stage, late, *answer)
        with pytest.raises(PermissionLost):
            save.result()

    assert log.sheet(match).version == 1


@pytest.mark.both_databases
def test_a_change_that_waits_for_the_loss_of_the_permission_is_refused(store, app):
    theirs = add_phone(app, Right.OWNER, "stolen", "Stolen phone")
    late = store_of_phone(store, theirs, Right.OWNER)

    with ThreadPoolExecutor(1) as another_thread:
        with store.write() as connection:
            admissions.remove_one_device(connection, store.league_id, theirs, 8)
            change = another_thread.submit(club_coming.create_link, late, 1)
        with pytest.raises(PermissionLost):
            change.result()


@pytest.mark.both_databases
def test_a_removal_waits_for_a_change_that_has_already_been_checked(store, app):
    """Otherwise, a change that was checked before the removal could be written after it."""
    theirs = add_phone(app, Right.OWNER, "stolen", "Stolen phone")
    removal = Thread(target=admissions.remove_device, args=(store, theirs, 9, 1))

    with store_of_phone(store, theirs, Right.OWNER).write() as connection:
        removal.start()
        if connection.dialect.name == "postgresql":
            waits_or_is_done(store.engine, removal)
        assert removal.is_alive()
    removal.join()

    assert theirs not in [each.id for each in devices.active_devices(store)]


@pytest.mark.both_databases
@pytest.mark.parametrize("change", ["made an owner's", "removed"])
def test_joining_with_a_link_keeps_a_change_that_an_owner_saved_meanwhile(store, app, change):
    """The phone's row was read before the change, and the phone joins after it."""
    number = add_phone(app, Right.VIEWER, "theirs", "Their phone")
    before = devices.find_device_by_token(store, "theirs")
    link = invitations.get_by_secret(store, invitations.invite(store, Right.SCORER, "Friends").link)
    if change == "removed":
        admissions.remove_device(store, number, 8)
    else:
        admissions.give_rights(store, {number: Right.OWNER}, 8)

    token = joining.join(store.engine, link, Joiner("Their phone", None, "key"), before)

    phone = devices.find_device_by_token(store, token)
    assert phone.id == number if change != "removed" else phone.id > number
    assert phone.right is (Right.SCORER if change == "removed" else Right.OWNER)


@pytest.mark.both_databases
def test_a_late_import_is_refused(store, app):
    document = BytesIO(b"".join(dump_league(store)))
    theirs = add_phone(app, Right.SCORER, "theirs", "Their phone")

    with pytest.raises(PermissionLost):
        load_league(store_of_phone(store, theirs, Right.OWNER), document)


LATE_CHANGES = {
    "make a phone an owner": lambda store, by, friend, _link: admissions.give_rights(
        store, {friend: Right.OWNER}, 9, by
    ),
    "remove a phone": lambda store, by, friend, _link: admissions.remove_device(
        store, friend, 9, by
    ),
    "withdraw a link": lambda store, by, _friend, link: invitations.withdraw_invitation(
        store, link, 9, by
    ),
    "invite": lambda store, by, _friend, _link: invitations.invite(
        store, Right.SCORER, "Friends", by=by
    ),
    "publish": lambda store, by, _friend, _link: public_links.create_public_link(
        store, "World", public_links.FEED, by=by
    ),
}


@pytest.mark.both_databases
@pytest.mark.parametrize("change", LATE_CHANGES)
@pytest.mark.parametrize("loss", ["removed", "demoted"])
def test_a_phone_that_is_no_longer_an_owners_changes_no_access_with_a_late_request(
    store, app, loss, change
):
    """Its request was accepted before the loss, and its transaction begins afterwards."""
    theirs = add_phone(app, Right.OWNER, "stolen", "Stolen phone")
    friend = add_phone(app, Right.VIEWER, "friend", "A friend")
    link = invitations.invite(store, Right.VIEWER, "The group chat").invitation
    if loss == "removed":
        admissions.remove_device(store, theirs, 8, by=1)
    else:
        admissions.give_rights(store, {theirs: Right.SCORER}, 8, by=1)
    before = access(store)

    with pytest.raises(PermissionLost):
        LATE_CHANGES[change](store, theirs, friend, link)

    assert access(store) == before


def access(store):
    """Return the active phones with their permissions, the open links and the public links."""
    return (
        [(each.id, each.right) for each in devices.active_devices(store)],
        [each.id for each in invitations.active_invitations(store)],
        public_links.active_public_links(store),
    )
