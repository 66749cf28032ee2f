"""A passkey is valid only while every phone that used it is an owner's phone."""

import pytest

from scorekeeper.access import admissions, devices, joining, passkeys
from scorekeeper.access.joining import Joiner
from scorekeeper.rights import Right
from tests.members import add_phone
from tests.web.access.passkeys.signing_in import add_passkey, is_refused, question, sign_in


def leave(store, number):
    devices.leave(store, number)


def make_scorer(store, number):
    admissions.give_rights(store, {number: Right.SCORER}, 1)


def recover(store, number):
    joining.recover(
        store.engine, joining.create_recovery_code(store), Joiner("New phone", None, "key")
    )


@pytest.mark.parametrize("happens", [leave, make_scorer, recover])
def test_losing_ownership_invalidates_the_passkey_of_a_phone(store, app, stranger, happens):
    number = add_phone(app, Right.OWNER, "lost", "Lost phone")
    lost = app.test_client()
    lost.token = "lost"
    key = add_passkey(lost)

    happens(store, number)
    assert passkeys.active_passkeys(store) == []

    assert is_refused(sign_in(stranger, key))


def test_removing_a_phone_that_signed_in_with_a_passkey_invalidates_the_passkey(
    store, owner, stranger
):
    """The phone that added the passkey is still an owner's phone, but the passkey stops working."""
    key = add_passkey(owner)
    sign_in(stranger, key)
    newest = max(each.id for each in devices.active_devices(store))
    devices.leave(store, newest)

    assert is_refused(sign_in(stranger, key))


@pytest.mark.both_databases
def test_a_passkey_can_be_removed_and_created_again(store, owner, stranger):
    key = add_passkey(owner)
    [passkey] = passkeys.active_passkeys(store)
    assert len(question(owner, "/phones/passkeys")["excludeCredentials"]) == 1

    assert owner.post(f"/phones/passkeys/{passkey.id}/remove").status_code == 303

    assert is_refused(sign_in(stranger, key))
    assert question(owner, "/phones/passkeys")["excludeCredentials"] == []
    assert add_passkey(owner)


@pytest.mark.both_databases
def test_a_phone_that_is_removed_while_it_signs_in_does_not_invalidate_the_passkey(
    store, app, owner, stranger
):
    """The phone's row was read before the removal, so the phone signs in as a new phone."""
    key = add_passkey(owner)
    [passkey] = passkeys.active_passkeys(store)
    number = add_phone(app, Right.VIEWER, "theirs", "Their phone")
    before = devices.find_device_by_token(store, "theirs")
    admissions.remove_device(store, number, 8)

    token = passkeys.sign_in(store.engine, passkey, passkey.sign_count, before, "key")

    assert devices.find_device_by_token(store, token).id > number
    assert sign_in(stranger, key).status_code == 303
