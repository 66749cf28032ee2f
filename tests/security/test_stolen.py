"""The access that a stolen backup, export, phone, link or recovery code gives, and how to end it.

There are tests for each item in docs/security.md, “Stolen data and devices”. Passkeys are tested in
`tests/web/access/passkeys`.
"""

import re
import time

import pytest
from sqlalchemy import select

from scorekeeper.access import devices, invitations
from scorekeeper.cli import backup_copies
from scorekeeper.db.access_tables import Admissions, Devices, Invitations
from scorekeeper.db.tables import Leagues
from scorekeeper.rights import Right
from tests.confirmations import post_twice
from tests.members import NAME, TOKEN, add_phone
from tests.web.access.newcomers import (
    Newcomer,
    create_invitation,
    device_of,
    join_by_code,
    recovery_code,
)

ORIGIN = {"Origin": "http://localhost"}
MAY_WRITE = {Right.VIEWER: 403, Right.SCORER: 303, Right.OWNER: 303}
MAY_LEAD = {Right.VIEWER: 403, Right.SCORER: 403, Right.OWNER: 200}


def with_cookie(app, token):
    """Return the browser of a thief who has copied a phone's cookie."""
    thief = Newcomer(app)
    thief.client.token = token
    return thief


def status_of_adding(phone):
    return phone.client.post("/players", data={"name": "Mallory"}, headers=ORIGIN).status_code


def remove_phone(phone, device):
    post_twice(phone.client, f"/phones/{device}/out")


# ---------------------------------------------------------------- a backup, an export


@pytest.mark.both_databases
def test_no_value_in_a_backup_works_as_a_cookie_or_as_a_link(store, app, phone):
    """Every stored value that concerns access is sent as a cookie and as a link."""
    phone.go("/phones")
    phone.tap("Create a recovery code")
    create_invitation(app, Right.OWNER, with_code=True)
    add_phone(app, Right.OWNER, "another", "Another owner")
    with store.engine.connect() as connection:
        values = {
            str(value)
            for kind in (Devices, Invitations, Admissions, Leagues)
            for row in connection.execute(select(*kind.__table__.c))
            for value in row
            if value
        } - {TOKEN}

    assert len(values) > 10
    for value in values:
        assert with_cookie(app, value).go("/players").status == 404
        if re.fullmatch(r"[\w-]{20,}", value):
            assert Newcomer(app).go(f"/join/{value}").alerts != []


def test_an_export_contains_no_phones_and_no_links(app, phone):
    create_invitation(app, Right.OWNER)

    document = phone.client.get("/export.jsonl").get_data(as_text=True)

    assert '"league"' in document
    assert [word for word in (NAME, TOKEN, "For friends", "invitation") if word in document] == []


@pytest.mark.pg
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_backup_of_postgresql_contains_no_phones_and_no_links(
    database, store, app, phone, tmp_path, monkeypatch
):
    """The backup contains no phone's name, token, link or code, and no hash of these."""
    secret = create_invitation(app, Right.OWNER, with_code=True)
    phone.go("/phones")
    phone.tap("Create a recovery code")
    monkeypatch.setenv("SCOREKEEPER_DATABASE", database)
    backup_copies.backup(str(tmp_path / "stolen.jsonl"))

    document = (tmp_path / "stolen.jsonl").read_text()

    with store.engine.connect() as connection:
        hashes = {
            value
            for kind in (Devices, Invitations, Leagues)
            for row in connection.execute(select(*kind.__table__.c))
            for value in row
            if isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value)
        }
    assert len(hashes) == 4  # of a cookie, a link, its code and the recovery code
    words = (NAME, TOKEN, "For friends", "invitation", secret.link, secret.code, *hashes)
    assert '"league"' in document
    assert [word for word in words if word in document] == []


# ---------------------------------------------------------------- a phone


@pytest.mark.parametrize("right", Right)
def test_a_stolen_cookie_gives_only_the_access_of_its_phone(app, right):
    add_phone(app, right, "stolen", "Stolen phone")
    thief = with_cookie(app, "stolen")

    assert thief.go("/players").status == 200
    assert status_of_adding(thief) == MAY_WRITE[right]
    assert thief.go("/phones").status == MAY_LEAD[right]


def test_removing_a_stolen_phone_ends_its_access_at_once(app, phone):
    stolen = add_phone(app, Right.OWNER, "stolen", "Stolen phone")

    remove_phone(phone, stolen)

    assert with_cookie(app, "stolen").go("/players").status == 404


# ---------------------------------------------------------------- a link


@pytest.mark.parametrize("right", Right)
def test_a_stolen_link_gives_only_its_own_access(app, right):
    thief = Newcomer(app)
    thief.go(f"/join/{create_invitation(app, right).link}")
    thief.tap("Join Card table")

    assert thief.go("/players").status == 200
    assert status_of_adding(thief) == MAY_WRITE[right]
    assert thief.go("/phones").status == MAY_LEAD[right]


@pytest.mark.parametrize("right", Right)
def test_owners_see_a_phone_that_joined_and_revoking_its_link_removes_it(app, phone, right):
    link = create_invitation(app, right)
    thief = Newcomer(app)
    thief.go(f"/join/{link.link}")
    thief.tap("Join Card table")
    assert "A phone" in phone.go("/").words

    post_twice(phone.client, f"/phones/links/{link.invitation}/withdraw")

    assert thief.go("/players").status == 404
    assert Newcomer(app).go(f"/join/{link.link}").alerts != []


# ---------------------------------------------------------------- a code of eight characters


@pytest.mark.parametrize("right", Right)
def test_a_stolen_code_gives_only_its_own_access(app, right):
    thief = join_by_code(app, create_invitation(app, right, with_code=True).code, "Mallory")

    assert thief.go("/players").status == 200
    assert status_of_adding(thief) == MAY_WRITE[right]
    assert thief.go("/phones").status == MAY_LEAD[right]


def test_owners_see_a_phone_that_joined_by_code_and_revoking_the_code_removes_it(app, phone):
    invitation = create_invitation(app, Right.OWNER, with_code=True)
    thief = join_by_code(app, invitation.code, "Mallory’s phone")
    assert "Mallory’s phone" in phone.go("/").words

    post_twice(phone.client, f"/phones/links/{invitation.invitation}/withdraw")

    assert thief.go("/players").status == 404
    assert device_of(app, join_by_code(app, invitation.code)) is None


# ---------------------------------------------------------------- too late for a thief


def use_link(app, secret):
    thief = Newcomer(app)
    thief.go(f"/join/{secret.link}")
    if thief.page.by_id("code") is None:
        thief.tap("Join Card table")
    return thief


def use_code(app, secret):
    return join_by_code(app, secret.code)


WAYS = [use_link, use_code]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("seconds", "works"), [(15 * 60 - 1, True), (15 * 60, False)])
def test_a_stolen_code_and_its_link_expire_after_15_minutes(app, monkeypatch, way, seconds, works):
    start = int(time.time())
    monkeypatch.setattr(time, "time", lambda: start)
    secret = create_invitation(app, Right.OWNER, with_code=True, most=5)
    monkeypatch.setattr(time, "time", lambda: start + seconds)

    thief = way(app, secret)

    assert (device_of(app, thief) is not None) == works


@pytest.mark.parametrize("way", WAYS)
def test_a_used_up_code_and_its_link_admit_no_thief(store, app, way):
    secret = create_invitation(app, Right.OWNER, with_code=True, most=1)
    friend = use_code(app, secret)
    assert device_of(app, friend) is not None

    thief = way(app, secret)

    assert device_of(app, thief) is None
    assert thief.page.alerts != []
    assert len(devices.active_devices(store)) == 2  # the owner's phone and the friend's


def test_a_used_up_permanent_link_admits_no_thief(app):
    secret = create_invitation(app, Right.OWNER, most=1)
    use_link(app, secret)

    assert device_of(app, use_link(app, secret)) is None


# ---------------------------------------------------------------- the recovery code


@pytest.fixture
def paper(phone):
    return recovery_code(phone)


def test_a_stolen_recovery_code_gives_ownership_and_removes_the_owners(app, phone, paper):
    thief = join_by_code(app, paper, "Mallory")

    assert device_of(app, thief).right is Right.OWNER
    assert phone.go("/players").status == 404


def test_a_new_recovery_code_invalidates_the_previous_one(app, phone, paper):
    phone.go("/phones")
    phone.tap("Create a recovery code")

    assert device_of(app, join_by_code(app, paper)) is None


def test_a_link_made_on_the_server_lets_the_owner_remove_a_thief(store, app, paper):
    """The thief used the recovery code, which removed the owner's phone."""
    thief = join_by_code(app, paper, "Mallory")
    link = invitations.invite(store, Right.OWNER, "From the machine", by=None)
    owner = Newcomer(app)
    owner.go(f"/join/{link.link}")
    owner.tap("Join Card table")

    remove_phone(owner, device_of(app, thief).id)

    assert thief.go("/players").status == 404
