"""Joining by a link or a code, and joining again."""

import time

import pytest

from scorekeeper.access import devices, invitations, joining
from scorekeeper.access.joining import Joiner
from scorekeeper.clock import DAY_S
from scorekeeper.db.tables import Leagues
from scorekeeper.league import roster
from scorekeeper.rights import Right
from scorekeeper.runtime.tokens import parse_code
from scorekeeper.web.access.join_request import JOIN_REQUEST_COOKIE
from tests import big_league
from tests.members import add_phone
from tests.web.access.newcomers import COOKIE, create_invitation, device_of, join_by_code


def test_joining_by_link_hides_the_secret_and_sets_name_access_and_player(app, stranger, people):
    link = create_invitation(app, Right.SCORER).link

    response = stranger.client.get(f"/join/{link}")
    assert (response.status_code, response.location) == (303, "/join")
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["Cache-Control"] == "no-store"
    page = stranger.go("/join")
    assert "this phone can enter, correct and undo scores" in page.words
    assert link not in page.text
    stranger.tap("Bruno")
    assert stranger.tap("Join Card table").path == "/"

    phone = device_of(app, stranger)
    assert (phone.name, phone.right) == ("Bruno’s phone", Right.SCORER)
    assert phone.player_id == people["Bruno"].id
    assert stranger.client.get_cookie(JOIN_REQUEST_COOKIE) is None


def test_a_phone_is_named_after_its_player_even_if_the_name_is_long(store, app, stranger):
    long_name = "Bartholomäus Konstantinopolitanski-Wurs"
    roster.add_player(store, long_name)
    stranger.go(f"/join/{create_invitation(app).link}")
    stranger.tap(long_name)
    stranger.tap("Join Card table")

    assert device_of(app, stranger).name == long_name


def test_opening_a_link_without_joining_gives_no_access(store, app, stranger):
    """Messaging apps fetch links to show a preview."""
    link = create_invitation(app, most=1).link
    for _ in range(3):
        stranger.go(f"/join/{link}")

    assert invitations.get_by_secret(store, link).used == 0
    assert stranger.go("/players").status == 404


@pytest.mark.parametrize("typed", ["{code}", "{lower}", " {half}-{rest} "])
def test_a_code_works_in_lower_case_and_with_spaces_and_hyphens(app, stranger, typed):
    code = create_invitation(app, with_code=True).code
    typed = typed.format(code=code, lower=code.lower(), half=code[:4], rest=code[4:])

    stranger.go("/join")
    stranger.type("Eight letters and digits", typed)
    stranger.tap("Continue")
    stranger.tap("Join Card table")

    assert device_of(app, stranger).right is Right.VIEWER


def test_look_alike_letters_in_a_code_are_read_as_digits():
    assert parse_code("oOiI lL 1 0") == "00111110"


@pytest.mark.parametrize("typed", ["K7MQ", "K7MQ 4TXU", "ÄÖÜ", "K7MQ 4TXP 9"])
def test_a_malformed_code_is_refused_with_the_format_and_stays_in_the_field(stranger, typed):
    stranger.go("/join")
    stranger.type("Eight letters and digits", typed)
    page = stranger.tap("Continue")

    assert page.status == 422
    assert "A code has eight letters and digits" in page.alerts[0]
    assert page.by_id("code")["value"] == typed


@pytest.mark.both_databases
def test_a_code_expires_after_15_minutes(store, stranger):
    early = int(time.time()) - 15 * 60 - 1
    code = invitations.invite(store, Right.VIEWER, "", with_code=True, by=1, at=early).code
    stranger.go("/join")
    stranger.type("Eight letters and digits", code)

    page = stranger.tap("Continue")

    assert "is wrong or no longer valid" in page.alerts[0]


def test_a_code_admits_at_most_its_maximum_number_of_phones(app):
    code = create_invitation(app, with_code=True, most=2).code
    phones = [join_by_code(app, code) for _ in range(3)]

    assert [device_of(app, each) is not None for each in phones] == [True, True, False]


def test_opening_a_code_of_another_league_does_not_renew_that_leagues_cookie(store, app):
    """The first visit of a day renews only the cookie of the page's league."""
    with store.write() as connection:
        connection.execute(Leagues.__table__.insert().values(id=2, name="Others", last_player=0))
    other = invitations.invite(store.of_league(2), Right.VIEWER, "", with_code=True)
    add_phone(app, Right.OWNER, "mine-here", seen_at=0)
    client = app.test_client()
    client.token = "mine-here"
    client.set_cookie(JOIN_REQUEST_COOKIE, f"2.code.{other.code}")
    client.set_cookie("scorekeeper-2", "mine-there")

    page = client.get("/join")

    assert "Others" in page.text
    renewed = [each.partition(";")[0] for each in page.headers.getlist("Set-Cookie")]
    assert [each for each in renewed if each.startswith("scorekeeper-2=")] == []
    assert f"{COOKIE}=mine-here" in renewed


def test_only_the_first_response_of_a_day_renews_the_cookie(app):
    now = int(time.time())
    minutes_ago = now - 61 if (now - 61) // DAY_S == now // DAY_S else now
    add_phone(app, Right.VIEWER, "seen-lately", seen_at=minutes_ago)
    add_phone(app, Right.VIEWER, "seen-yesterday", seen_at=now - DAY_S)

    assert set_cookies(app, "seen-lately") == []
    assert set_cookies(app, "seen-yesterday") == [f"{COOKIE}=seen-yesterday"]
    assert set_cookies(app, "seen-yesterday") == []


def test_a_late_response_does_not_replace_the_token_of_a_phone_that_has_joined_again(store, app):
    """The phone joins while the server handles another of its requests, with the old token."""
    add_phone(app, Right.VIEWER, "old-token", seen_at=0)
    link = invitations.get_by_secret(store, create_invitation(app, Right.SCORER).link)
    tokens = []

    def join_again():
        present = devices.find_device_by_token(store, "old-token")
        tokens.append(joining.join(store.engine, link, Joiner("Phone", None, "key"), present))

    app.before_request(join_again)

    assert set_cookies(app, "old-token") == []
    assert devices.find_device_by_token(store, tokens[0]).right is Right.SCORER


def set_cookies(app, token):
    """Open a page with this token, and return the device cookies that the response sets."""
    client = app.test_client()
    client.token = token
    sent = [each.partition(";")[0] for each in client.get("/").headers.getlist("Set-Cookie")]
    return [each for each in sent if each.startswith(f"{COOKIE}=")]


@pytest.mark.both_databases
def test_tapping_join_twice_adds_one_phone(store, app, stranger):
    link = create_invitation(app, most=5).link
    stranger.go(f"/join/{link}")
    form = next(iter(stranger.page.root.all("form")))
    pairs = dict(stranger.form_values(form, None))

    tokens = set()
    for _ in range(2):
        stranger.client.set_cookie(JOIN_REQUEST_COOKIE, f"1.link.{link}")
        stranger.client.delete_cookie(COOKIE)
        stranger.client.post("/join", data=pairs, headers={"Origin": "http://localhost"})
        tokens.add(stranger.token)

    assert [each.name for each in devices.active_devices(store)].count("A phone") == 1
    assert invitations.get_by_secret(store, link).used == 1
    assert len(tokens) == 2
    assert device_of(app, stranger) is not None


@pytest.mark.both_databases
def test_a_planted_token_is_worthless_after_joining(store, app, stranger):
    """Someone who knows or planted the earlier token does not get the new permission."""
    add_phone(app, Right.VIEWER, "planted")
    stranger.client.set_cookie(COOKIE, "planted")
    stranger.go(f"/join/{create_invitation(app, Right.OWNER).link}")
    stranger.tap("Join Card table")

    assert stranger.token != "planted"
    assert device_of(app, stranger).right is Right.OWNER
    assert devices.find_device_by_token(store, "planted") is None
    assert len(devices.active_devices(store)) == 2  # the same phone with a new token


def test_opening_a_link_with_lower_access_keeps_the_higher_access(app, phone):
    phone.go(f"/join/{create_invitation(app).link}")
    assert "This phone has already joined" in phone.page.words
    phone.tap("Join Card table")

    assert phone.go("/phones").status == 200


def test_a_member_who_opens_an_ended_link_is_led_back_to_the_league(phone):
    page = phone.go("/join/this-link-has-ended")

    assert page.reasons == ["This link is wrong or no longer valid. Ask for a new one."]
    assert "This phone has already joined as “Owner’s phone”." in page.words
    assert phone.tap("Open the league").path == "/"


def test_joining_again_sets_a_new_cookie_even_if_a_renewal_is_due(app, phone, monkeypatch):
    """The server renews a cookie once a day, but not in a response that sets a new cookie."""
    monkeypatch.setattr(devices, "SEEN_UPDATE_INTERVAL_S", 0)
    before = phone.client.get_cookie(COOKIE)
    phone.go(f"/join/{create_invitation(app).link}")
    phone.tap("Join Card table")

    assert phone.client.get_cookie(COOKIE) != before
    assert phone.go("/phones").status == 200


@pytest.mark.parametrize(
    "bad", ["x", "1.link.nothing", "2.link.{link}", "1.code.ABCDEFGH", "1.x.y"]
)
def test_a_forged_join_request_cookie_gives_no_access(app, stranger, bad):
    link = create_invitation(app).link
    stranger.client.set_cookie(JOIN_REQUEST_COOKIE, bad.format(link=link))

    page = stranger.go("/join")
    response = stranger.client.post("/join", headers={"Origin": "http://localhost"})

    assert "Code" in page.words
    assert response.status_code == 200
    assert stranger.token is None


def test_a_long_list_of_players_has_a_search_that_keeps_what_was_entered(app, stranger, store):
    big_league.add_players(store)
    stranger.go(f"/join/{create_invitation(app).link}")
    stranger.type("Name of this phone", "Pocket")
    stranger.type("Find a player", "ibri")  # no part of a name begins with these letters
    page = stranger.tap("Search")
    assert page.by_id("found").words == "No player found."

    stranger.type("Find a player", "zoe vaz")
    page = stranger.tap("Search")
    assert page.by_id("found").words == "One player found."
    assert page.find("Name of this phone", "input")["value"] == "Pocket"
    stranger.tap("Zoë Vázquez")
    stranger.tap("Join ")

    device = device_of(app, stranger)
    assert (device.name, device.player_id) == ("Pocket", 310)
