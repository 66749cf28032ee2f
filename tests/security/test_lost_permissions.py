"""Changes that wait while their phone loses its permission, or that begin afterwards."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from threading import Thread

import pytest

from scorekeeper.access import admissions, devices, invitations, joining, public_links
from scorekeeper.access.devices import PermissionLost
from scorekeeper.access.joining import Joiner
from scorekeeper.access.late_requests import LogOfPhone, store_of_phone
from scorekeeper.league import roster
from scorekeeper.league.club import coming as club_coming
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from scorekeeper.transfer.league_json.dump import dump_league
from scorekeeper.transfer.league_json.load import load_league
from tests.confirmations import ORIGIN
from tests.databases import waits_or_is_done
from tests.members import Member, add_phone


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
    """Start a match of Jabberwocky between three players, and return the match's id."""
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
    """The phone's request was accepted before the loss, but its transaction begins afterwards."""
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
    """Return (active phones with their permissions, open invitations, public links)."""
    return (
        [(each.id, each.right) for each in devices.active_devices(store)],
        [each.id for each in invitations.active_invitations(store)],
        public_links.active_public_links(store),
    )
