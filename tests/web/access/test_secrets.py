"""Secrets in the database, in cookies and in cached pages. Cross-site requests are refused."""

import pytest

from scorekeeper.league import roster
from scorekeeper.rights import Right
from scorekeeper.web import permissions
from tests.members import Member, add_phone, outside_phone
from tests.web.access.newcomers import COOKIE, create_invitation, recovery_code


@pytest.mark.both_databases
def test_the_database_contains_no_secret_in_plain_text(store, app, phone, stranger):
    link = create_invitation(app, with_code=True)
    stranger.go(f"/join/{link.link}")
    stranger.tap("Join Card table")
    paper = recovery_code(phone)
    secrets = [link.link, link.code, stranger.token, paper.replace(" ", "")]

    with store.engine.connect() as connection:
        stored = " ".join(
            str(value)
            for name in ("invitation", "device", "league", "showing")
            for row in connection.exec_driver_sql(f"SELECT * FROM {name}")
            for value in row
        )
    assert [secret for secret in secrets if secret in stored] == []


def test_the_cookie_is_http_only_same_site_and_secure_over_https(app):
    client = outside_phone(app)
    link = create_invitation(app).link
    for base, name in (("http://localhost", COOKIE), ("https://localhost", f"__Host-{COOKIE}")):
        client.get(f"/join/{link}", base_url=base)
        response = client.post("/join", base_url=base, headers={"Origin": base})
        [set_] = [each for each in response.headers.getlist("Set-Cookie") if each.startswith(name)]
        assert "HttpOnly" in set_
        assert "SameSite=Lax" in set_
        assert "Path=/" in set_
        assert ("Secure" in set_) == base.startswith("https")


def test_a_cross_site_post_with_a_valid_cookie_is_refused(store, app):
    """A page on another site sends the request from a member's browser."""
    client = app.test_client()
    for headers in (
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "null"},
    ):
        response = client.post("/players", data={"name": "Eve"}, headers=headers)
        assert response.status_code == 403, headers
    assert roster.find_player_by_name(store, "Eve") is None


def test_a_page_cached_for_an_owner_is_not_sent_to_a_viewer(app):
    """Statistics pages are cached separately for each permission."""
    owner, viewer = app.test_client(), Member(app)
    add_phone(app, Right.VIEWER, "viewer")
    viewer.token = "viewer"
    for path in ("/", "/season", "/records", "/players", "/money", "/players"):
        mine, theirs = owner.get(path), viewer.get(path)
        assert mine.headers["Cache-Control"].startswith("private"), path
        assert "/season/new" not in theirs.text, path
    assert "/season/new" in owner.get("/season").text


def test_every_endpoint_in_the_table_of_required_rights_exists(app):
    assert set(permissions.REQUIRED_RIGHTS) - set(app.view_functions) == set()
