"""Passkeys in a real browser, with Chromium's virtual authenticator."""

import pytest
from playwright.sync_api import expect

from tests import members
from tests.browser.layout_checks import find_faults

pytestmark = pytest.mark.browser

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def at_localhost(league, new_phone):
    """An owner's phone on localhost, where passkeys need no https."""
    page = new_phone()
    page.context.add_cookies([members.COOKIE | {"domain": "localhost"}])
    page.keys = page.context.new_cdp_session(page)
    page.keys.send("WebAuthn.enable")
    made = page.keys.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    page.authenticator = made["authenticatorId"]
    page.root = league.replace("127.0.0.1", "localhost")
    return page


def test_a_phone_without_its_cookie_can_sign_in_with_its_passkey(at_localhost):
    page = at_localhost
    page.goto(f"{page.root}/phones")
    add = page.get_by_role("button", name="Add a passkey")
    add.click()
    expect(page.get_by_role("button", name=f": {members.NAME}")).to_be_visible()
    add.click()
    expect(page.get_by_role("alert")).to_have_text(
        "This phone already has a passkey for this league."
    )
    assert find_faults(page) == {}

    page.context.clear_cookies()
    page.goto(f"{page.root}/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{page.root}/")

    page.goto(f"{page.root}/phones")
    expect(page.get_by_role("combobox", name=f"Access for {members.NAME}")).to_have_count(2)


@pytest.mark.thorough
def test_a_failed_passkey_sign_in_is_reported_and_the_code_field_remains(at_localhost):
    page = at_localhost
    page.context.clear_cookies()
    page.goto(f"{page.root}/join")
    page.keys.send(
        "WebAuthn.setUserVerified",
        {"authenticatorId": page.authenticator, "isUserVerified": False},
    )
    page.get_by_role("button", name="Sign in with a passkey").click()

    expect(page.get_by_role("alert")).to_have_text(
        "You are not signed in, because no passkey was used."
    )
    expect(page.get_by_label("Eight letters and digits")).to_be_editable()
    assert find_faults(page) == {}
