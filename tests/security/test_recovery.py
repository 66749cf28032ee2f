"""Using the recovery code ends the previous owners' links, and all links that grant ownership."""

from scorekeeper.access import devices, invitations
from scorekeeper.rights import Right
from tests.members import add_phone
from tests.security.joined_phones import join_by_link, made_by
from tests.web.access.newcomers import Newcomer, join_by_code, recovery_code


def test_recovery_revokes_the_links_of_previous_owners(app, phone):
    code = recovery_code(phone)
    theirs = add_phone(app, Right.OWNER, "stolen", "Stolen phone")
    link = made_by(app, theirs, Right.OWNER, "Door at the back")
    viewers = made_by(app, theirs, Right.VIEWER, "The group chat")
    friend = Newcomer(app)
    join_by_link(friend, viewers)

    new = join_by_code(app, code, "New phone")

    closed = new.page.part("Access removed").words
    assert "Stolen phone" in closed
    assert "Door at the back" in closed
    assert "The group chat" in closed
    for secret in (link, viewers):
        assert Newcomer(app).go(f"/join/{secret.link}").alerts != []
    assert friend.go("/players").status == 200  # a phone that used the link keeps its access
    assert new.go("/phones").status == 200


def test_recovery_revokes_all_links_for_owners_whoever_made_them(store, app, phone):
    code = recovery_code(phone)
    theirs = add_phone(app, Right.OWNER, "left", "Phone that left")
    left_behind = made_by(app, theirs, Right.OWNER, "Left behind")
    devices.leave(store, theirs)
    printed = invitations.invite(store, Right.OWNER, "From the terminal")

    join_by_code(app, code, "New phone")

    for secret in (left_behind, printed):
        assert Newcomer(app).go(f"/join/{secret.link}").alerts != []
