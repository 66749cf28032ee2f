"""Joining by a link, a code or the recovery code; removing phones; attacks on all of these."""

import re
import time

import pytest
from flask import url_for

from scorekeeper.access import admissions, devices, invitations, joining, rate_limit
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.db.tables import Leagues
from scorekeeper.league import roster
from scorekeeper.rights import Right
from scorekeeper.runtime.network import local_ip_address
from scorekeeper.runtime.tokens import parse_code
from scorekeeper.server import engines
from scorekeeper.web import permissions
from scorekeeper.web.auth.join_request import JOIN_REQUEST_COOKIE
from scorekeeper.web.shared import qr_code
from tests import big_league
from tests.confirmations import post_twice
from tests.members import NAME, TOKEN, Member, add_phone
from tests.web.evening import sit_down
from tests.web.phone import Phone

COOKIE = f"scorekeeper-{FIRST_LEAGUE_ID}"


class Newcomer(Phone):
    """A phone that belongs to no league."""

    def __init__(self, app):
        super().__init__(app)
        self.client.token = None

    @property
    def token(self):
        cookie = self.client.get_cookie(COOKIE)
        return cookie.value if cookie else None


@pytest.fixture
def stranger(table):
    return Newcomer(table)


@pytest.fixture
def people(store):
    return {name: roster.add_player(store, name) for name in ("Ana", "Bruno")}


def invited(table, right=Right.VIEWER, **more):
    return invitations.invite(engines.store_of(table), right, "For friends", by=1, **more)


def device_of(table, phone):
    return devices.find_device_by_token(engines.store_of(table), phone.token or "")


def test_joining_by_link_hides_the_secret_and_sets_name_access_and_player(table, stranger, people):
    link = invited(table, Right.SCORER).link

    answer = stranger.client.get(f"/join/{link}")
    assert (answer.status_code, answer.location) == (303, "/join")
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"
    page = stranger.go("/join")
    assert "this phone can keep score" in page.words
    assert link not in page.text
    stranger.tap("Bruno")
    assert stranger.tap("Join Card table").path == "/"

    phone = device_of(table, stranger)
    assert (phone.name, phone.right) == ("Bruno’s phone", Right.SCORER)
    assert phone.player_id == people["Bruno"].id
    assert stranger.client.get_cookie(JOIN_REQUEST_COOKIE) is None


def test_opening_a_link_without_joining_gives_no_access(store, table, stranger):
    """Messengers fetch links to show a preview."""
    link = invited(table, most=1).link
    for _ in range(3):
        stranger.go(f"/join/{link}")

    assert invitations.get_by_secret(store, link).used == 0
    assert stranger.go("/players").status == 404


@pytest.mark.parametrize("typed", ["{code}", "{lower}", " {half}-{rest} "])
def test_a_code_works_in_lower_case_and_with_spaces_and_hyphens(table, stranger, typed):
    code = invited(table, with_code=True).code
    typed = typed.format(code=code, lower=code.lower(), half=code[:4], rest=code[4:])

    stranger.go("/join")
    stranger.type("Eight letters and digits", typed)
    stranger.tap("Continue")
    stranger.tap("Join Card table")

    assert device_of(table, stranger).right is Right.VIEWER


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

    assert "is wrong or has expired" in page.alerts[0]


def test_a_code_admits_at_most_its_maximum_number_of_phones(table):
    code = invited(table, with_code=True, most=2).code
    phones = [comes_in(table, code) for _ in range(3)]

    assert [device_of(table, each) is not None for each in phones] == [True, True, False]


def comes_in(table, code, name=""):
    phone = Newcomer(table)
    phone.go("/join")
    phone.type("Eight letters and digits", code)
    if "Continue" in phone.page.words:
        phone.tap("Continue")
    if phone.page.status == 200 and "Name of this phone" in phone.page.words:
        phone.type("Name of this phone", name)
        phone.tap("Join Card table")
    return phone


def test_opening_a_code_of_another_league_does_not_renew_that_leagues_cookie(store, table):
    """Each visit after a minute renews the cookie of the league whose page it is, and no other."""
    with store.write() as connection:
        connection.execute(Leagues.__table__.insert().values(id=2, name="Others", last_player=0))
    other = invitations.invite(store.of_league(2), Right.VIEWER, "", with_code=True)
    add_phone(table, Right.OWNER, "mine-here", seen_at=0)
    client = table.test_client()
    client.token = "mine-here"
    client.set_cookie(JOIN_REQUEST_COOKIE, f"2.code.{other.code}")
    client.set_cookie("scorekeeper-2", "mine-there")

    page = client.get("/join")

    assert "Others" in page.text
    renewed = [each.partition(";")[0] for each in page.headers.getlist("Set-Cookie")]
    assert [each for each in renewed if each.startswith("scorekeeper-2=")] == []
    assert f"{COOKIE}=mine-here" in renewed


@pytest.mark.both_databases
def test_tapping_join_twice_adds_one_phone(store, table, stranger):
    link = invited(table, most=5).link
    stranger.go(f"/join/{link}")
    form = next(iter(stranger.page.root.all("form")))
    pairs = dict(stranger.filled(form, None))

    tokens = set()
    for _ in range(2):
        stranger.client.set_cookie(JOIN_REQUEST_COOKIE, f"1.link.{link}")
        stranger.client.delete_cookie(COOKIE)
        stranger.client.post("/join", data=pairs, headers={"Origin": "http://localhost"})
        tokens.add(stranger.token)

    assert [each.name for each in devices.active_devices(store)].count("A phone") == 1
    assert invitations.get_by_secret(store, link).used == 1
    assert len(tokens) == 2
    assert device_of(table, stranger) is not None


@pytest.mark.both_databases
def test_a_planted_token_is_worthless_after_joining(store, table, stranger):
    """Somebody who knows or planted the earlier token does not get the new permission."""
    add_phone(table, Right.VIEWER, "planted")
    stranger.client.set_cookie(COOKIE, "planted")
    stranger.go(f"/join/{invited(table, Right.OWNER).link}")
    stranger.tap("Join Card table")

    assert stranger.token != "planted"
    assert device_of(table, stranger).right is Right.OWNER
    assert devices.find_device_by_token(store, "planted") is None
    assert len(devices.active_devices(store)) == 2  # the same phone with a new token


def test_opening_a_link_with_lower_access_keeps_the_higher_access(table, phone):
    phone.go(f"/join/{invited(table).link}")
    assert "This phone has already joined" in phone.page.words
    phone.tap("Join Card table")

    assert phone.go("/phones").status == 200


def test_joining_again_sets_a_new_cookie_even_if_a_renewal_is_due(table, phone, monkeypatch):
    """The old cookie is renewed about once a minute, but not when a response sets a new one."""
    monkeypatch.setattr(devices, "SEEN_UPDATE_INTERVAL_S", 0)
    before = phone.client.get_cookie(COOKIE)
    phone.go(f"/join/{invited(table).link}")
    phone.tap("Join Card table")

    assert phone.client.get_cookie(COOKIE) != before
    assert phone.go("/phones").status == 200


def test_leaving_deletes_the_cookie_even_if_a_renewal_is_due(table, stranger, monkeypatch):
    stranger.go(f"/join/{invited(table).link}")
    stranger.tap("Join Card table")
    monkeypatch.setattr(devices, "SEEN_UPDATE_INTERVAL_S", 0)
    stranger.go("/phone")
    stranger.tap_twice("Leave")

    assert stranger.token is None


@pytest.mark.parametrize(
    "bad", ["x", "1.link.nothing", "2.link.{link}", "1.code.ABCDEFGH", "1.x.y"]
)
def test_a_forged_join_request_cookie_gives_no_access(table, stranger, bad):
    link = invited(table).link
    stranger.client.set_cookie(JOIN_REQUEST_COOKIE, bad.format(link=link))

    page = stranger.go("/join")
    answer = stranger.client.post("/join", headers={"Origin": "http://localhost"})

    assert "Code" in page.words
    assert answer.status_code == 200
    assert stranger.token is None


# ---------------------------------------------------------------- guessing


def test_ten_wrong_codes_block_only_their_own_address(table):
    code = invited(table, with_code=True).code
    for number in range(10):
        assert guess(table, f"0000 000{number}", "10.0.0.1").status_code == 422
    assert guess(table, code, "10.0.0.1").status_code == 429
    assert guess(table, code, "10.0.0.2").status_code == 303


@pytest.mark.parametrize("way", ["GET", "POST"])
def test_wrong_codes_in_the_cookie_count_towards_the_rate_limit(table, way):
    """Guesses count even if the form is not used."""
    client = table.test_client()
    client.token = None

    def try_one(code):
        client.set_cookie(JOIN_REQUEST_COOKIE, f"1.code.{code}")
        return client.open("/join", method=way)

    for number in range(10):
        assert try_one(f"0000000{number}").status_code == 200
    code = invited(table, with_code=True).code
    assert try_one(code).status_code == 429
    assert client.get_cookie(COOKIE) is None


def test_wrong_codes_from_all_addresses_are_limited_in_total(table):
    statuses = [guess(table, "0000 0000", f"10.0.{n}.1").status_code for n in range(101)]

    assert statuses == [422] * 100 + [429]


def guess(table, code, address):
    return table.test_client().post(
        "/join/code", data={"code": code}, environ_overrides={"REMOTE_ADDR": address}
    )


def test_ipv6_addresses_with_the_same_64_bit_prefix_share_a_rate_limit():
    def home(address):
        return next(rate_limit.rate_limit_keys(address))

    assert home("2001:db8:1:2:3::4") == home("2001:db8:1:2:9::9")
    assert home("2001:db8:1:3::4") != home("2001:db8:1:2::4")
    assert home("10.0.0.1") != home("10.0.0.2")
    assert home("::ffff:10.0.0.1") == home("10.0.0.1")
    assert home(None) == home("unix:")


def test_ipv6_networks_with_the_same_48_bit_prefix_share_a_higher_rate_limit():
    guesses = rate_limit.CodeRateLimiter()
    for n in range(rate_limit.MAX_PER_NETWORK):
        assert not guesses.is_limited(f"2001:db8:1:{n:x}::1")
        guesses.record_wrong_code(f"2001:db8:1:{n:x}::1")

    assert guesses.is_limited("2001:db8:1:ffff::1")
    assert not guesses.is_limited("2001:db8:2:1::1")


def test_setting_the_clock_back_does_not_extend_the_rate_limit(monkeypatch):
    guesses = rate_limit.CodeRateLimiter()
    for _ in range(rate_limit.MAX_PER_ADDRESS):
        guesses.record_wrong_code("10.0.0.1")
    assert guesses.is_limited("10.0.0.1")
    minute = rate_limit.time.monotonic() + rate_limit.WINDOW_S
    monkeypatch.setattr(rate_limit.time, "time", lambda: 0)
    monkeypatch.setattr(rate_limit.time, "monotonic", lambda: minute)

    assert not guesses.is_limited("10.0.0.1")


# ---------------------------------------------------------------- owners and their pages


@pytest.mark.parametrize(("server", "works"), [("0.0.0.0", True), ("127.0.0.1", False)])
def test_links_name_the_machine_if_its_server_listens_for_phones(phone, server, works):
    phone.go("/invite")
    phone.tap("Create a code for 15 minutes")
    text = phone.client.get("/invite", environ_overrides={"SERVER_NAME": server}).text

    assert (f"http://{local_ip_address()}/join" in text) == works
    assert ("http://localhost/join" in text) == (not works)
    assert ("accepts only connections from its own machine" in text) == (not works)


@pytest.mark.parametrize(
    ("host", "server", "address"),
    [
        ("localhost:8000", "0.0.0.0", "http://LAN:8000"),
        ("127.0.0.1", "0.0.0.0", "http://LAN"),
        ("[::1]", "::", "http://LAN"),
        ("[::1]:8000", "::", "http://LAN:8000"),
        ("[::1]", "::1", "http://[::1]"),
        ("[::1]:8000", "::1", "http://[::1]:8000"),
        ("127.0.0.1:8000", "127.0.0.1", "http://127.0.0.1:8000"),
        ("[fd00::7]:8000", "::", "http://[fd00::7]:8000"),
        ("192.168.1.23:8000", "0.0.0.0", "http://192.168.1.23:8000"),
        ("cards.example", "0.0.0.0", "http://cards.example"),
    ],
)
@pytest.mark.parametrize("prefix", ["", "/l/2"])
def test_links_for_other_phones_name_an_address_that_they_can_reach(
    table, host, server, address, prefix
):
    environ = {"HTTP_HOST": host, "SERVER_NAME": server, "SCRIPT_NAME": prefix}
    lan = address.replace("LAN", local_ip_address())
    with table.test_request_context("/invite", environ_overrides=environ):
        assert qr_code.external_base_url() == lan
        assert qr_code.external_base_url() + url_for("join.show") == f"{lan}{prefix}/join"
        if server in {"127.0.0.1", "::1"}:
            assert qr_code.is_for_this_machine_only()


def test_an_owner_creates_a_code_and_sees_the_phones_that_joined_with_it(table, phone):
    phone.go("/invite")
    phone.tap("Keep score")
    phone.type("Maximum number of phones", "2")
    page = phone.tap("Create a code for 15 minutes")
    code = code_of(page)

    friend = comes_in(table, code, "Dina’s tablet")

    assert device_of(table, friend).right is Right.SCORER
    page = phone.go("/invite")
    assert "1 of 2" in page.words
    assert "Dina’s tablet" in page.words


def test_a_link_counts_only_the_phones_that_are_still_in_the_league(table, phone):
    code = code_on_screen(phone)
    for name in ("Dina’s tablet", "Edu’s phone"):
        comes_in(table, code, name)
    page = phone.go("/phones")
    assert "2 phones:" in page.part("Links and codes").words

    page = phone.tap_twice("Remove Edu’s phone")
    assert "one phone: Dina’s tablet" in page.part("Links and codes").words

    page = phone.tap_twice("Remove Dina’s tablet")
    assert "no phones" in page.part("Links and codes").words


@pytest.mark.both_databases
def test_a_new_code_invalidates_the_previous_one_but_keeps_its_phones(table, phone):
    code = code_on_screen(phone)
    friend = comes_in(table, code)
    code_on_screen(phone)

    assert device_of(table, comes_in(table, code)) is None
    assert device_of(table, friend) is not None


def code_on_screen(phone):
    phone.go("/invite")
    page = phone.tap("Create a code for 15 minutes")
    return code_of(page)


def code_of(page):
    return re.search(r"Code: ((?:[A-Z0-9], ){7}[A-Z0-9])", page.words)[1].replace(", ", "")


def test_an_invalid_maximum_of_phones_is_refused_and_stays_in_the_field(phone):
    phone.go("/invite")
    phone.type("Maximum number of phones", "0")
    page = phone.tap("Create a code for 15 minutes")

    assert page.status == 422
    assert page.alerts == ["Not created Enter a number of phones from 1 to 99."]
    assert page.by_id("many")["value"] == "0"


@pytest.mark.both_databases
def test_revoking_a_link_removes_only_phones_that_joined_with_it(table, phone):
    lost, other = (invited(table, name) for name in (Right.SCORER, Right.VIEWER))
    tablet, friend = Newcomer(table), Newcomer(table)
    for one, link in ((tablet, lost), (friend, other)):
        one.go(f"/join/{link.link}")
        one.tap("Join Card table")

    phone.go("/phones")
    post_twice(phone.client, f"/phones/links/{lost.invitation}/withdraw")

    assert tablet.go("/players").status == 404
    assert friend.go("/players").status == 200
    assert Newcomer(table).go(f"/join/{lost.link}").alerts != []


def test_removing_a_phone_ends_its_access_at_once(table, phone):
    number = add_phone(table, Right.SCORER, "b")
    friend = Newcomer(table)
    friend.client.set_cookie(COOKIE, "b")
    assert friend.go("/matches/new").status == 200

    phone.go("/phones")
    post_twice(phone.client, f"/phones/{number}/out")

    assert friend.go("/matches/new").status == 404


@pytest.mark.both_databases
def test_saving_access_from_an_outdated_page_keeps_newer_changes(
    store, table, phone, another_phone
):
    number = add_phone(table, Right.VIEWER, "c", "Chus’s phone")
    phone.go("/phones")
    another_phone.go("/phones")
    phone.choose("Access for Chus’s phone", "can keep score")
    phone.tap("Save changes")

    another_phone.tap("Save changes")  # from a page that was loaded before

    assert {each.id: each.right for each in devices.active_devices(store)}[number] is Right.SCORER


def test_conflicting_access_is_shown_and_saved_on_the_second_attempt(
    store, table, phone, another_phone
):
    number = add_phone(table, Right.VIEWER, "c", "Chus’s phone")
    other = add_phone(table, Right.VIEWER, "d", "Dina’s phone")
    for each in (phone, another_phone):
        each.go("/phones")
    phone.choose("Access for Chus’s phone", "can keep score")
    phone.tap("Save changes")
    another_phone.choose("Access for Chus’s phone", "owner")
    another_phone.choose("Access for Dina’s phone", "can keep score")

    page = another_phone.tap("Save changes")

    def rights():
        found = {each.id: each.right for each in devices.active_devices(store)}
        return found[number], found[other]

    assert page.status == 409
    assert (
        "Another phone saved this first Saved now: Chus’s phone: can keep score" in page.alerts[0]
    )
    chosen = [line.words for line in page.root.all("option") if "selected" in line]
    assert sorted(chosen) == ["can keep score", "owner", "owner"]
    assert rights() == (Right.SCORER, Right.VIEWER)

    assert another_phone.tap("Save changes").status == 200
    assert rights() == (Right.OWNER, Right.SCORER)


@pytest.mark.parametrize("route", ["/phones/1/out", "/phone/leave"])
def test_the_only_owner_can_neither_leave_nor_be_removed(phone, route):
    answer = phone.client.post(route, headers={"Origin": "http://localhost"})

    assert answer.status_code == 422
    assert "A league needs an owner. Make another phone an owner first." in answer.text
    assert phone.go("/phones").status == 200


@pytest.mark.both_databases
def test_a_recovery_code_makes_another_phone_the_owner_only_once(table, phone):
    phone.go("/phones")
    page = phone.tap("Create a recovery code")
    code = re.search(r"(?:[0-9A-Z]{5} ){4}[0-9A-Z]{5}", page.words)[0]

    new = comes_in(table, code.lower(), "New phone")

    assert device_of(table, new).right is Right.OWNER
    assert phone.go("/phones").status == 404
    assert device_of(table, comes_in(table, code)) is None
    assert code not in new.go("/phones").text


@pytest.mark.both_databases
def test_a_phone_can_change_its_name_and_player_and_leave(table, stranger, people):
    stranger.go(f"/join/{invited(table).link}")
    stranger.tap("Join Card table")
    stranger.go("/phone")
    stranger.type("Name of this phone", "Old tablet")
    stranger.tap("Ana")
    stranger.tap("Save")
    phone = device_of(table, stranger)
    assert (phone.name, phone.player_id) == ("Old tablet", people["Ana"].id)

    assert stranger.tap_twice("Leave").path == "/join"
    assert stranger.go("/players").status == 404


@pytest.mark.both_databases
def test_only_the_newest_link_for_the_first_owner_works_and_only_once(store, table, stranger):
    assert joining.create_first_owner_link(store) is None  # there is an owner
    with store.engine.begin() as connection:
        admissions.remove_owner_devices(connection, FIRST_LEAGUE_ID, 1)
    before, first = (
        joining.create_first_owner_link(store),
        joining.create_first_owner_link(store),
    )

    assert Newcomer(table).go(f"/join/{before.link}").alerts != []
    stranger.go(f"/join/{first.link}")
    stranger.tap("Join Card table")
    assert stranger.go("/phones").status == 200
    assert Newcomer(table).go(f"/join/{first.link}").alerts != []


@pytest.fixture
def ownerless(store):
    """A league without an owner; return the path of the link for the first one."""
    with store.engine.begin() as connection:
        admissions.remove_owner_devices(connection, FIRST_LEAGUE_ID, 1)
    return f"/join/{joining.create_first_owner_link(store).link}"


@pytest.mark.both_databases
def test_the_phone_of_the_first_owner_proposes_its_time_zone(store, stranger, ownerless):
    stranger.go(ownerless)
    [zone] = [each for each in stranger.page.root.all("input") if each["name"] == "zone"]
    zone.attrs["value"] = "Europe/Madrid"  # as static/js/time-zone.js does
    stranger.tap("Join Card table")

    assert roster.get_league(store).time_zone == "Europe/Madrid"


@pytest.mark.parametrize("sent", ["", "Europe/Atlantis", "x" * 5000])
def test_without_javascript_or_with_an_unknown_zone_the_first_owner_joins_all_the_same(
    store, stranger, ownerless, sent
):
    stranger.go(ownerless)
    [zone] = [each for each in stranger.page.root.all("input") if each["name"] == "zone"]
    zone.attrs["value"] = sent
    stranger.tap("Join Card table")

    assert stranger.go("/phones").status == 200
    assert roster.get_league(store).time_zone is None


@pytest.mark.parametrize("right", list(Right))
def test_a_phone_that_joins_later_proposes_no_time_zone(table, store, stranger, right):
    stranger.go(f"/join/{invited(table, right).link}")
    assert 'name="zone"' not in stranger.page.text

    stranger.ask("POST", "/join", [("name", "Sneaky"), ("zone", "Europe/Madrid")])

    assert device_of(table, stranger).name == "Sneaky"
    assert roster.get_league(store).time_zone is None


@pytest.mark.both_databases
def test_the_history_names_the_phone_that_saved_an_answer(table, phone):
    writer = sit_down(table, "jabberwocky", ["Ana", "Ben", "Cem"], schedule=[1])
    writer.save(bids=(1, 1, 0))

    assert f"{NAME} saved the bids" in phone.go(f"/matches/{writer.match}/history").words


# ---------------------------------------------------------------- stored and sent data


@pytest.mark.both_databases
def test_the_database_contains_no_secret_in_plain_text(store, table, phone, stranger):
    link = invited(table, with_code=True)
    stranger.go(f"/join/{link.link}")
    stranger.tap("Join Card table")
    phone.go("/phones")
    paper = re.search(r"(?:[0-9A-Z]{5} ){4}[0-9A-Z]{5}", phone.tap("Create a recovery code").words)[
        0
    ]
    secrets = [link.link, link.code, stranger.token, paper.replace(" ", "")]

    with store.engine.connect() as connection:
        stored = " ".join(
            str(value)
            for name in ("invitation", "device", "league", "showing")
            for row in connection.exec_driver_sql(f"SELECT * FROM {name}")
            for value in row
        )
    # The test phone's page key is its token, unlike that of a phone that joined on a page.
    assert [secret for secret in secrets if secret in stored.replace(TOKEN, "")] == []


def test_the_cookie_is_http_only_same_site_and_secure_over_https(table):
    client = table.test_client()
    client.token = None
    link = invited(table).link
    for base, name in (("http://localhost", COOKIE), ("https://localhost", f"__Host-{COOKIE}")):
        client.get(f"/join/{link}", base_url=base)
        answer = client.post("/join", base_url=base, headers={"Origin": base})
        [set_] = [each for each in answer.headers.getlist("Set-Cookie") if each.startswith(name)]
        assert "HttpOnly" in set_
        assert "SameSite=Lax" in set_
        assert "Path=/" in set_
        assert ("Secure" in set_) == base.startswith("https")


def test_a_cross_site_post_with_a_valid_cookie_is_refused(store, table):
    """The browser is a member's, but a page of another site sends the request."""
    client = table.test_client()
    for headers in (
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "null"},
    ):
        answer = client.post("/players", data={"name": "Eve"}, headers=headers)
        assert answer.status_code == 403, headers
    assert roster.find_player_by_name(store, "Eve") is None


def test_a_page_cached_for_an_owner_is_not_sent_to_a_viewer(table):
    """Cached pages of statistics are rendered once per permission, not once for all phones."""
    owner, viewer = table.test_client(), Member(table)
    add_phone(table, Right.VIEWER, "viewer")
    viewer.token = "viewer"
    for path in ("/", "/season", "/records", "/players", "/money", "/players"):
        mine, his = owner.get(path), viewer.get(path)
        assert mine.headers["Cache-Control"].startswith("private"), path
        assert "/season/new" not in his.text, path
    assert "/season/new" in owner.get("/season").text


def test_every_endpoint_in_the_table_of_required_rights_exists(table):
    assert set(permissions.REQUIRED_RIGHTS) - set(table.view_functions) == set()


def test_a_long_list_of_players_has_a_search_that_keeps_what_was_entered(table, stranger, store):
    big_league.add_players(store)
    stranger.go(f"/join/{invited(table).link}")
    stranger.type("Name of this phone", "Pocket")
    stranger.type("Find a player", "ibri")  # nobody; the words begin with other letters
    page = stranger.tap("Search")
    assert page.by_id("found").words == "No player found."

    stranger.type("Find a player", "zoe vaz")
    page = stranger.tap("Search")
    assert page.by_id("found").words == "One player found."
    assert page.find("Name of this phone", "input")["value"] == "Pocket"
    stranger.tap("Zoë Vázquez")
    stranger.tap("Join ")

    found = device_of(table, stranger)
    assert (found.name, found.player_id) == ("Pocket", 310)


def test_the_player_of_a_phone_can_be_found_by_a_search(table, store, phone):
    big_league.add_players(store)
    phone.go("/phone")
    phone.type("Name of this phone", "Mine")
    phone.type("Find a player", "ursula cel")
    phone.tap("Search")
    phone.tap("Úrsula Çelik")
    page = phone.tap("Save")

    assert page.find("Name of this phone", "input")["value"] == "Mine"
    assert "checked" in page.find("Úrsula Çelik", "input")
