"""Before access is revoked, a page lists the affected phones and links.

Nothing is revoked until a second tap confirms the change.
"""

import pytest
from sqlalchemy import update

from scorekeeper.access import devices, invitations, public_links
from scorekeeper.access.public_links import FEED
from scorekeeper.db.access_tables import PublicLinks
from scorekeeper.rights import Right
from tests.members import add_phone
from tests.web.access.newcomers import Newcomer, create_invitation, device_of


def join_by_link(phone, link):
    phone.go(f"/join/{link.link}")
    return phone.tap("Join Card table")


def phones(store):
    return [each.name for each in devices.active_devices(store)]


@pytest.mark.both_databases
def test_removing_a_phone_names_the_links_that_end_and_changes_nothing_yet(store, app, phone):
    number = add_phone(app, Right.OWNER, "b", "Edu’s phone")
    invitations.invite(store, Right.VIEWER, "The group chat", by=number)
    invitations.invite(store, Right.VIEWER, "", with_code=True, by=number)
    phone.go("/phones")

    page = phone.tap("Remove Edu’s phone")

    assert (page.status, page.title) == (422, "Remove Edu’s phone")
    assert (
        "It created 2 links and codes that will stop working: The group chat and A code."
        in page.words
    )
    assert "Edu’s phone" in phones(store)
    assert len(invitations.active_invitations(store)) == 2
    assert phone.tap("Cancel").path == "/phones"


@pytest.mark.both_databases
def test_public_links_that_a_removed_phone_made_are_named_before_it_is_removed(store, app, phone):
    link = create_invitation(app, Right.OWNER)
    friend = Newcomer(app)
    join_by_link(friend, link)
    number = device_of(app, friend).id
    devices.set_name_and_player(store, number, "Edu’s phone", None)
    for name, by in (("Club page", number), ("Mine", None)):
        public_links.create_public_link(store, name, FEED, by=by)
    with store.write() as connection:  # made before the friend joined
        mine = update(PublicLinks).where(PublicLinks.name == "Mine")
        connection.execute(mine.values(created_at=PublicLinks.created_at - 1000))
    stays = "One public link remains valid until an owner withdraws it: Club page."
    phone.go("/phones")

    assert stays in phone.tap("Remove Edu’s phone").words
    page = phone.client.post(
        f"/phones/links/{link.invitation}/withdraw", headers={"Origin": "http://localhost"}
    )
    assert stays in page.text
    friend.go("/phone")
    assert stays in friend.tap("Leave").words
    assert len(public_links.active_public_links(store)) == 2


@pytest.mark.both_databases
def test_withdrawing_a_link_counts_the_phones_that_go_and_the_phones_that_stay(store, app, phone):
    scorers, viewers = (
        create_invitation(app, Right.SCORER),
        create_invitation(app, Right.VIEWER),
    )
    for name, links in (("Ana", [scorers]), ("Bo", [scorers]), ("Chus", [scorers, viewers])):
        friend = Newcomer(app)
        for link in links:
            join_by_link(friend, link)
        devices.set_name_and_player(store, device_of(app, friend).id, name, None)
    phone.go("/phones")

    page = phone.client.post(
        f"/phones/links/{scorers.invitation}/withdraw", headers={"Origin": "http://localhost"}
    )

    assert page.status_code == 422
    assert "2 phones joined with this link or code and will be removed: Ana and Bo." in page.text
    assert (
        "One phone keeps its access, because it also joined with another link or code: Chus."
        in page.text
    )
    assert {"Ana", "Bo", "Chus"} <= set(phones(store))


def test_a_confirmation_of_other_numbers_asks_again(store, app, phone):
    """Another phone joins while the owner reads how many phones will be removed."""
    link = create_invitation(app, Right.SCORER)
    phone.go("/phones")
    asks = phone.tap("Withdraw: For friends")
    assert "No phone will be removed." in asks.words
    join_by_link(Newcomer(app), link)

    again = phone.tap("Withdraw")

    assert again.status == 422
    assert "One phone joined with this link or code and will be removed: A phone." in again.words
    assert "A phone" in phones(store)
    phone.tap("Withdraw")
    assert "A phone" not in phones(store)


def test_leaving_asks_first_and_names_the_links_that_stay_valid(store, app):
    number = add_phone(app, Right.OWNER, "b", "Edu’s phone")
    invitations.invite(store, Right.VIEWER, "The group chat", by=number)
    friend = Newcomer(app)
    friend.client.token = "b"
    friend.go("/phone")

    page = friend.tap("Leave")

    assert page.title == "Leave Card table"
    assert "One link or code that this phone created remains valid: The group chat." in page.words
    assert "Edu’s phone" in phones(store)
    assert friend.tap("Cancel").path == "/phone"


def test_withdrawing_a_public_link_asks_first(store, phone):
    public_links.create_public_link(store, "Club page", FEED)
    phone.go("/showings")

    page = phone.tap("Withdraw: Club page")

    assert "You cannot restore it, but you can create a new one." in page.words
    assert len(public_links.active_public_links(store)) == 1
    phone.tap("Withdraw")
    assert public_links.active_public_links(store) == []


def test_removing_a_phone_twice_is_no_error(store, app, phone, another_phone):
    number = add_phone(app, Right.SCORER, "b", "Edu’s phone")
    for each in (phone, another_phone):
        each.go("/phones")
        each.tap("Remove Edu’s phone")
    phone.tap("Remove")

    assert another_phone.tap("Remove").path.startswith("/phones?closed=")
    assert number not in [each.id for each in devices.active_devices(store)]
