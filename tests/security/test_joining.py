"""Admitting phones: several links, page keys and lost responses."""

import pytest
from sqlalchemy import select

from scorekeeper.access import admissions, devices, joining
from scorekeeper.access.admissions import RESUBMIT_WINDOW_S
from scorekeeper.db.access_tables import Admissions
from scorekeeper.rights import Right
from scorekeeper.web.access.join_key import PAGE_KEY_COOKIE
from scorekeeper.web.access.join_request import JOIN_REQUEST_COOKIE
from tests.security.joined_phones import ORIGIN, join_by_link, post
from tests.web.access.newcomers import COOKIE, Newcomer, create_invitation, device_of, recovery_code


@pytest.mark.parametrize("first", [Right.VIEWER, Right.OWNER])
def test_revoking_an_owner_link_keeps_the_access_of_another_link(app, phone, friend, first):
    """The phone has opened both links. The cases test both orders."""
    links = {right: create_invitation(app, right) for right in (Right.VIEWER, Right.OWNER)}
    for right in sorted(links, key=lambda right: right is not first):
        join_by_link(friend, links[right])
    assert device_of(app, friend).right is Right.OWNER

    post(phone, f"/phones/links/{links[Right.OWNER].invitation}/withdraw")

    assert device_of(app, friend).right is Right.VIEWER
    assert friend.go("/phones").status == 403


def test_a_phone_is_listed_under_every_link_it_joined_with(app, phone, friend):
    for right in (Right.VIEWER, Right.SCORER):
        join_by_link(friend, create_invitation(app, right))
    lines = phone.go("/phones").items("Links and codes")

    assert [("A phone" in line) for line in lines] == [True, True]


def test_revoking_all_links_of_a_phone_removes_the_phone(app, phone, friend):
    viewers, owners = create_invitation(app, Right.VIEWER), create_invitation(app, Right.OWNER)
    join_by_link(friend, viewers)
    join_by_link(friend, owners)

    for link in (viewers, owners):
        post(phone, f"/phones/links/{link.invitation}/withdraw")

    assert friend.go("/players").status == 404


def test_revoking_one_of_two_links_keeps_the_access_granted_by_an_owner(store, app, phone, friend):
    viewers, owners = create_invitation(app, Right.VIEWER), create_invitation(app, Right.OWNER)
    join_by_link(friend, viewers)
    admissions.give_rights(store, {device_of(app, friend).id: Right.SCORER}, 1)
    join_by_link(friend, owners)

    post(phone, f"/phones/links/{owners.invitation}/withdraw")

    assert device_of(app, friend).right is Right.SCORER


def test_no_page_key_in_the_database_makes_a_viewer_an_owner(store, app, phone, friend):
    """The phone opens a link for viewers, then sends each stored key as its page key."""
    join_by_link(Newcomer(app), create_invitation(app, Right.OWNER))
    with store.engine.connect() as connection:
        keys = [key for key in connection.scalars(select(Admissions.key)) if key]
    assert keys
    viewers = create_invitation(app, Right.VIEWER)

    for key in keys:
        friend.go(f"/join/{viewers.link}")
        friend.client.post("/join", data={"key": key}, headers=ORIGIN)
        assert device_of(app, friend).right is Right.VIEWER


def test_a_page_key_is_valid_only_with_its_own_link(app, friend):
    owner, key = Newcomer(app), "the key of a page"
    owner.go(f"/join/{create_invitation(app, Right.OWNER).link}")
    owner.client.post("/join", data={"key": key}, headers=ORIGIN)
    assert device_of(app, owner).right is Right.OWNER

    friend.go(f"/join/{create_invitation(app, Right.VIEWER).link}")
    friend.client.post("/join", data={"key": key}, headers=ORIGIN)

    assert device_of(app, friend).right is Right.VIEWER
    assert device_of(app, owner).right is Right.OWNER


@pytest.fixture
def last_owner(store, phone):
    """A function that creates an owner's link or a recovery code.

    It returns a function that opens the link or enters the code.
    """

    def ready(kind):
        if kind == "code":
            code = recovery_code(phone)
            return lambda new: (
                new.go("/join"),
                new.type("Eight letters", code),
                new.tap("Continue"),
            )
        with store.engine.begin() as connection:
            admissions.remove_owner_devices(connection, 1, 1)
        link = joining.create_first_owner_link(store).link
        return lambda new: new.go(f"/join/{link}")

    return ready


def join_without_an_answer(new):
    """Join as if the response were lost, keeping the old cookies. Return the form that was sent."""
    form = new.page.find("Join Card table", "button").closest("form")
    said = dict(new.form_values(form, None))
    cookies = [new.client.get_cookie(name) for name in (JOIN_REQUEST_COOKIE, PAGE_KEY_COOKIE)]
    new.client.post("/join", data=said, headers=ORIGIN)
    new.client.delete_cookie(COOKIE)
    for cookie in cookies:
        new.client.set_cookie(cookie.key, cookie.value)
    return said


@pytest.mark.parametrize("kind", ["link", "code"])
@pytest.mark.parametrize("again", ["sent again", "opened again"])
def test_an_owner_can_repeat_a_join_request_if_the_response_was_lost(
    store, app, last_owner, friend, kind, again
):
    comes = last_owner(kind)
    comes(friend)
    said = join_without_an_answer(friend)
    assert device_of(app, friend) is None

    if again == "sent again":
        friend.client.post("/join", data=said, headers=ORIGIN)
    else:
        friend.go("/join")

    assert device_of(app, friend).right is Right.OWNER
    assert len([each for each in devices.active_devices(store) if each.right is Right.OWNER]) == 1


def test_a_join_request_cannot_be_repeated_after_the_resubmit_window(
    app, last_owner, friend, monkeypatch
):
    last_owner("link")(friend)
    said = join_without_an_answer(friend)
    now = joining.time.time() + RESUBMIT_WINDOW_S + 1
    monkeypatch.setattr(joining.time, "time", lambda: now)

    friend.client.post("/join", data=said, headers=ORIGIN)

    assert device_of(app, friend) is None
