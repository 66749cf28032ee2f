"""Owners invite phones: addresses in links, codes and their limits, and withdrawn links."""

import pytest
from flask import url_for
from sqlalchemy import update

from scorekeeper.access import invitations
from scorekeeper.db.access_tables import Invitations
from scorekeeper.rights import Right
from scorekeeper.runtime.network import local_ip_address
from scorekeeper.web import permissions
from scorekeeper.web.shared import base_url
from tests.clocks import evening_timestamp
from tests.confirmations import post_twice
from tests.db.statements import before_each_statement
from tests.web.access.newcomers import Newcomer, code_of, create_invitation, device_of, join_by_code


@pytest.mark.parametrize(("server", "works"), [("0.0.0.0", True), ("127.0.0.1", False)])
def test_links_name_the_machine_if_its_server_listens_for_phones(phone, server, works):
    phone.go("/invite")
    phone.tap("Create a code for 15 minutes")
    text = phone.client.get("/invite", environ_overrides={"SERVER_NAME": server}).text

    assert (f"http://{local_ip_address()}/join" in text) == works
    assert ("http://localhost/join" in text) == (not works)
    assert ("accepts connections only from its own machine" in text) == (not works)


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
    app, host, server, address, prefix
):
    environ = {"HTTP_HOST": host, "SERVER_NAME": server, "SCRIPT_NAME": prefix}
    lan = address.replace("LAN", local_ip_address())
    with app.test_request_context("/invite", environ_overrides=environ):
        assert base_url.external_base_url() == lan
        assert base_url.external_base_url() + url_for("join.show") == f"{lan}{prefix}/join"
        if server in {"127.0.0.1", "::1"}:
            assert base_url.is_for_this_machine_only()


def test_an_owner_creates_a_code_and_sees_the_phones_that_joined_with_it(app, phone):
    phone.go("/invite")
    phone.tap("Keep score")
    phone.type("Maximum number of phones", "2")
    page = phone.tap("Create a code for 15 minutes")
    code = code_of(page)

    friend = join_by_code(app, code, "Dina’s tablet")

    assert device_of(app, friend).right is Right.SCORER
    page = phone.go("/invite")
    assert "1 of 2" in page.words
    assert "Dina’s tablet" in page.words


def test_a_link_counts_only_the_phones_that_are_still_in_the_league(app, phone):
    code = code_on_screen(phone)
    for name in ("Dina’s tablet", "Edu’s phone"):
        join_by_code(app, code, name)
    page = phone.go("/phones")
    assert "2 phones:" in page.part("Links and codes").words

    page = phone.tap_twice("Remove Edu’s phone")
    assert "one phone: Dina’s tablet" in page.part("Links and codes").words

    page = phone.tap_twice("Remove Dina’s tablet")
    assert "no phones" in page.part("Links and codes").words


@pytest.mark.both_databases
def test_a_new_code_invalidates_the_previous_one_but_keeps_its_phones(app, phone):
    code = code_on_screen(phone)
    friend = join_by_code(app, code)
    code_on_screen(phone)

    assert device_of(app, join_by_code(app, code)) is None
    assert device_of(app, friend) is not None


def code_on_screen(phone):
    phone.go("/invite")
    page = phone.tap("Create a code for 15 minutes")
    return code_of(page)


def test_an_invalid_maximum_of_phones_is_refused_and_stays_in_the_field(phone):
    phone.go("/invite")
    phone.type("Maximum number of phones", "0")
    page = phone.tap("Create a code for 15 minutes")

    assert page.status == 422
    assert page.reasons == ["Enter a number of phones from 1 to 99."]
    assert page.by_id("many")["value"] == "0"


@pytest.mark.both_databases
def test_revoking_a_link_removes_only_phones_that_joined_with_it(app, phone):
    lost, other = (create_invitation(app, name) for name in (Right.SCORER, Right.VIEWER))
    tablet, friend = Newcomer(app), Newcomer(app)
    for one, link in ((tablet, lost), (friend, other)):
        one.go(f"/join/{link.link}")
        one.tap("Join Card table")

    phone.go("/phones")
    post_twice(phone.client, f"/phones/links/{lost.invitation}/withdraw")

    assert tablet.go("/players").status == 404
    assert friend.go("/players").status == 200
    assert Newcomer(app).go(f"/join/{lost.link}").alerts != []


def test_a_code_stays_valid_if_the_new_one_cannot_be_created(app, phone):
    code = code_on_screen(phone)

    def fail_at_insert(statement):
        if statement.startswith("INSERT INTO invitation"):
            raise ZeroDivisionError

    with before_each_statement(fail_at_insert), pytest.raises(ZeroDivisionError):
        code_on_screen(phone)

    assert device_of(app, join_by_code(app, code)) is not None


def test_the_page_says_which_code_stops_working_when_another_is_created(app, phone):
    assert "stops working" not in phone.go("/invite").words
    page = phone.tap("Create a code for 15 minutes")

    code = code_of(page)
    sentence = f"The code {code[:4]} {code[4:]} stops working when you create another code."
    assert sentence in page.words
    assert sentence not in phone.tap("Create a code for 15 minutes").words


def test_codes_are_told_apart_by_the_time_when_they_were_created(store, phone):
    for minutes in (0, 5):
        code = invitations.invite(store, Right.VIEWER, "", with_code=True).invitation
        created = {"created_at": evening_timestamp("2026-11-12") + 60 * minutes}
        with store.write() as connection:
            connection.execute(update(Invitations).where(Invitations.id == code).values(created))
    invitations.invite(store, Right.SCORER, "Scorers")

    page = phone.go("/phones")

    titles = ["Scorers", "Code from Thu 12 Nov 20:05", "Code from Thu 12 Nov 20:00"]
    assert [line.all("span")[1].words for line in page.part("Links and codes").all("li")] == titles
    page = phone.tap("Withdraw: Code from Thu 12 Nov 20:00")
    assert page.title == "Withdraw the code from Thu 12 Nov 20:00"


@pytest.mark.parametrize("path", ["/invite", "/phones"])
def test_owners_are_told_that_scorers_can_mark_payments_and_end_club_nights(phone, path):
    page = phone.go(path)

    assert "mark payments as paid and end club nights" in page.words
    for endpoint in ("money.settle", "club.end"):
        assert permissions.required_right(endpoint) is Right.SCORER
