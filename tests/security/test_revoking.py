"""What ends when a link is revoked or a phone is removed, including the recovery code."""

import time

import pytest

from scorekeeper.access import admissions, devices, invitations, joining, public_links
from scorekeeper.access.devices import DeviceNotFound
from scorekeeper.rights import Right
from tests.members import NAME, add_phone
from tests.security.joined_phones import join_by_link, made_by, post
from tests.web.access.newcomers import (
    Newcomer,
    create_invitation,
    device_of,
    join_by_code,
    recovery_code,
)


def test_removing_a_phone_revokes_the_links_that_it_created(app, phone):
    theirs = add_phone(app, Right.OWNER, "stolen", "Stolen phone")
    link = made_by(app, theirs, Right.OWNER, "Door at the back")

    page = post(phone, f"/phones/{theirs}/out")

    assert "Stolen phone" in page.part("Access removed").words
    assert "Door at the back" in page.part("Access removed").words
    assert Newcomer(app).go(f"/join/{link.link}").alerts != []


def test_removing_a_phone_names_the_public_links_that_it_made_and_leads_to_them(store, app, phone):
    theirs = add_phone(app, Right.OWNER, "stolen", "Stolen phone")
    for name, by in (("Club page", theirs), ("Our site", 1), ("Old blog", None)):
        public_links.create_public_link(store, name, public_links.FEED, by=by)
    public_links.create_public_link(store, "Withdrawn", public_links.FEED, by=theirs)
    public_links.withdraw_public_link(store, 4)

    page = post(phone, f"/phones/{theirs}/out")

    # The phone that made the old link was not recorded, so it may have been the removed phone.
    closed = page.part("Access removed")
    assert "2 public links still work: Club page, Old blog. Withdraw public links" in closed.words
    assert phone.tap("Withdraw public links").path == "/showings"


@pytest.mark.both_databases
def test_changes_in_the_same_second_are_listed_separately(store, app, phone, friend):
    now = int(time.time())
    lost, stolen, link = (made_with_link(app, name) for name in ("Lost", "Stolen", "Link"))
    join_by_link(friend, link[1])
    admissions.remove_device(store, lost[0], now)
    admissions.remove_device(store, stolen[0], now)
    invitations.withdraw_invitation(store, link[1].invitation, now)

    def closed(address):
        words = phone.go(f"/phones?closed={now}{address}").part("Access removed").words
        return {name for name in ALL if name in words}

    assert closed(f"&phone={lost[0]}") == {"Lost phone", "Lost’s link"}
    assert closed(f"&phone={stolen[0]}") == {"Stolen phone", "Stolen’s link"}
    assert closed(f"&link={link[1].invitation}") == {"A phone", "Link’s link"}
    assert closed("") == ALL  # an address of an older release


ALL = {"Lost phone", "Lost’s link", "Stolen phone", "Stolen’s link", "A phone", "Link’s link"}


def made_with_link(app, name):
    """Add an owner's phone that has created a link. Return (id of the phone, link)."""
    number = add_phone(app, Right.OWNER, name, f"{name} phone")
    return number, made_by(app, number, Right.SCORER, f"{name}’s link")


def test_leaving_keeps_the_links_that_the_phone_created(app, friend):
    join_by_link(friend, create_invitation(app, Right.OWNER))
    link = made_by(app, device_of(app, friend).id, Right.VIEWER)
    friend.go("/phone")
    friend.tap_twice("Leave")

    assert Newcomer(app).go(f"/join/{link.link}").alerts == []


def test_revoking_a_link_lists_the_removed_phones(app, phone, friend):
    link = create_invitation(app, Right.SCORER)
    join_by_link(friend, link)

    page = post(phone, f"/phones/links/{link.invitation}/withdraw")

    assert "One phone was removed: A phone" in page.part("Access removed").words


@pytest.fixture
def thief(app, friend):
    """A thief's two links, one for viewers and one for owners. The phone `friend` has used both."""
    links = {right: create_invitation(app, right) for right in (Right.VIEWER, Right.OWNER)}
    for link in links.values():
        join_by_link(friend, link)
    return links


def withdraw_owner_link(phone, links, thief):
    return post(phone, f"/phones/links/{links[Right.OWNER].invitation}/withdraw")


def make_viewer(phone, *_others):
    phone.go("/phones")
    phone.choose("Access for A phone", "can view")
    return phone.tap("Save changes")


@pytest.mark.both_databases
@pytest.mark.parametrize("revoke", [withdraw_owner_link, make_viewer])
def test_a_phone_that_loses_ownership_cannot_return_with_its_own_link(
    app, phone, friend, thief, revoke
):
    number = device_of(app, friend).id
    links = [made_by(app, number, right, f"For an {right}") for right in Right]

    page = revoke(phone, thief, number)

    assert device_of(app, friend).right is Right.VIEWER
    closed = page.part("Access removed").words
    assert "For an owner" in closed
    assert "For an scorer" in closed
    assert "For an viewer" not in closed  # gives no more access than the phone has
    is_closed = [Newcomer(app).go(f"/join/{each.link}").alerts != [] for each in links]
    assert is_closed == [False, True, True]


def test_a_phone_that_an_owner_made_a_scorer_keeps_its_links_for_scorers(app, phone, friend):
    join_by_link(friend, create_invitation(app, Right.OWNER))
    number = device_of(app, friend).id
    links = [made_by(app, number, right) for right in Right]
    phone.go("/phones")
    phone.choose("Access for A phone", "can keep score")
    phone.tap("Save changes")

    is_closed = [Newcomer(app).go(f"/join/{each.link}").alerts != [] for each in links]
    assert is_closed == [False, False, True]


@pytest.mark.both_databases
def test_withdrawing_a_link_ends_the_links_of_a_phone_that_has_left(app, phone, friend):
    """A thief leaves the league before the owner withdraws the link that the thief used to join."""
    stolen = create_invitation(app, Right.OWNER)
    join_by_link(friend, stolen)
    link = made_by(app, device_of(app, friend).id, Right.OWNER, "Door at the back")
    friend.go("/phone")
    friend.tap_twice("Leave")

    page = post(phone, f"/phones/links/{stolen.invitation}/withdraw")

    assert "Door at the back" in page.part("Access removed").words
    assert Newcomer(app).go(f"/join/{link.link}").alerts != []


@pytest.mark.both_databases
def test_an_invitation_cannot_be_made_after_its_phone_lost_the_right(store, app):
    """The request arrives before the phone loses its permission, but is served afterwards."""
    number = add_phone(app, Right.OWNER, "stolen", "Stolen phone")
    admissions.give_rights(store, {number: Right.SCORER}, 1)
    with pytest.raises(DeviceNotFound):
        invitations.invite(store, Right.OWNER, "Door at the back", by=number)
    admissions.remove_device(store, number, 1)
    with pytest.raises(DeviceNotFound):
        invitations.invite(store, Right.VIEWER, "The group chat", by=number)

    assert invitations.active_invitations(store) == []


def test_withdrawing_on_the_invitation_page_lists_what_was_closed(app, phone, friend):
    phone.go("/invite")
    phone.tap("Create a code for 15 minutes")
    friend.go("/join/" + phone.page.by_id("link")["value"].rpartition("/")[2])
    friend.type("Name of this phone", "Tablet")
    friend.tap("Join Card table")

    page = phone.tap_twice("Withdraw")

    assert "One phone was removed: Tablet" in page.part("Access removed").words
    assert friend.go("/players").status == 404


def test_rights_are_changed_all_together_or_not_at_all(store, app, phone):
    """A form makes the only owner a viewer, and another phone a scorer. Neither is saved."""
    add_phone(app, Right.VIEWER, "other", "Other phone")
    phone.go("/phones")
    phone.choose(f"Access for {NAME}", "can view")
    phone.choose("Access for Other phone", "can keep score")

    page = phone.tap("Save changes")

    assert page.status == 422
    assert [each.right for each in devices.active_devices(store)] == [Right.OWNER, Right.VIEWER]


def test_a_phone_can_hand_its_league_to_another_phone_in_one_step(store, app, phone):
    other = add_phone(app, Right.VIEWER, "other", "Other phone")
    phone.go("/phones")
    phone.choose(f"Access for {NAME}", "can view")
    phone.choose("Access for Other phone", "owner")
    phone.tap("Save changes")

    assert {each.id: each.right for each in devices.active_devices(store)} == {
        1: Right.VIEWER,
        other: Right.OWNER,
    }


@pytest.mark.parametrize("at", ["", "x", "1", "9" * 30, "-1"])
def test_an_unknown_revocation_time_shows_no_removed_access(phone, at):
    page = phone.go(f"/phones?closed={at}")

    assert page.status == 200
    assert "Access removed" not in [heading.words for heading in page.root.all("h2")]


# ---------------------------------------------------------------- a recovery code of a stolen phone


def remove(phone, number, link):
    return post(phone, f"/phones/{number}/out")


def withdraw(phone, number, link):
    return post(phone, f"/phones/links/{link.invitation}/withdraw")


@pytest.mark.both_databases
@pytest.mark.parametrize("revoke", [remove, withdraw, make_viewer])
def test_a_phone_that_loses_ownership_cannot_return_with_a_recovery_code(
    app, phone, friend, revoke
):
    """A thief creates a recovery code on the stolen phone, before an owner removes the phone."""
    link = create_invitation(app, Right.OWNER)
    join_by_link(friend, link)
    code = recovery_code(friend)

    revoke(phone, device_of(app, friend).id, link)

    assert device_of(app, join_by_code(app, code, "Mallory")) is None
    assert phone.go("/phones").status == 200


def test_a_removed_phone_cannot_return_with_its_code_although_the_clock_was_set_back(
    store, app, phone
):
    """The phone joined while the clock was ahead, and created its code after the correction."""
    tomorrow = int(time.time()) + 24 * 60 * 60
    number = add_phone(app, Right.OWNER, "stolen", "Stolen phone", joined_at=tomorrow)
    code = joining.create_recovery_code(store, by=number)

    post(phone, f"/phones/{number}/out")

    assert device_of(app, join_by_code(app, code, "Mallory")) is None


@pytest.mark.both_databases
def test_an_expired_code_of_a_removed_phone_stays_closed_although_the_clock_is_set_back(store, app):
    number = add_phone(app, Right.OWNER, "stolen", "Stolen phone")
    code = invitations.invite(store, Right.OWNER, "", with_code=True, by=number, at=1000).code
    admissions.remove_device(store, number, 3000)

    with pytest.raises(invitations.InvalidInvitation):
        invitations.get_by_code(store.engine, code, at=1001)


def test_removing_a_phone_that_cannot_know_the_recovery_code_keeps_it(app, phone):
    viewer = add_phone(app, Right.VIEWER, "viewer", "Viewer")
    code = recovery_code(phone)

    post(phone, f"/phones/{viewer}/out")

    assert device_of(app, join_by_code(app, code, "New phone")).right is Right.OWNER


def test_a_removed_phone_cannot_create_a_recovery_code_with_a_late_request(store):
    with pytest.raises(DeviceNotFound):
        joining.create_recovery_code(store, by=99)

    assert joining.recovery_code_created_at(store) is None
