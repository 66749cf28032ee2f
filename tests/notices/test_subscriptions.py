"""Phones subscribe to notifications and unsubscribe, and private addresses are refused."""

import ipaddress

import pytest

from scorekeeper.access import admissions, devices
from scorekeeper.db.access_tables import PushSubscriptions
from scorekeeper.league import roster
from scorekeeper.notices import sending, subscriptions
from scorekeeper.notices.sending import DeliveryOutcome, ForbiddenAddress, PushMessage
from tests.databases import rows
from tests.web.page import Page
from tests.web.phone import Phone

ENDPOINT = "https://push.example/send/abc?d=1"


def page_of(phone):
    return Page(200, "/phone", phone.client.get("/phone").text)


def checked_boxes(page):
    boxes = [each for each in page.root.all("input") if each["name"] in {"kind", "details"}]
    return [each["value"] for each in boxes if "checked" in each]


@pytest.mark.both_databases
def test_a_phone_chooses_its_notices_and_switches_them_off(app, store, ana):
    assert checked_boxes(page_of(ana)) == []
    response = ana.save("turn", "evening", details=True)
    assert (response.status_code, response.location) == (303, "/phone?saved=notices#notices")
    ana.save("turn", "evening", "unknown", details=True)

    assert checked_boxes(page_of(ana)) == ["turn", "evening", "yes"]
    assert len(rows(app, PushSubscriptions)) == 1
    assert (
        "Saved. Notifications are on."
        in Page(200, "", ana.client.get(response.location).text).words
    )

    ana.save()
    assert checked_boxes(page_of(ana)) == []
    assert rows(app, PushSubscriptions) == []


def test_a_browser_that_joined_again_gets_each_notice_once(app, new_phone, ana):
    ana.save("turn")
    again = new_phone("Again")
    again.browser, again.endpoint = ana.browser, ana.endpoint

    again.save("over")

    assert [(row.device_id, row.kinds) for row in rows(app, PushSubscriptions)] == [
        (again.id, ["over"])
    ]


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://push.example/send",
        "ftp://push.example/send",
        "https://push.example:8443/send",
        "https://push.example:99999/send",
        "https://user@push.example/send",
        "https://localhost/send",
        "https://192.168.1.1/send",
        "https://[::1]/send",
        "https://[::1/send",
        "https://exämple.example/send",
        "http://10.0.0.1/send",
        "https://push.example/" + "x" * 1000,
    ],
)
def test_only_https_addresses_with_a_host_name_are_addresses_of_push_services(endpoint):
    assert not subscriptions.is_endpoint(endpoint, to_loopback=False)
    assert subscriptions.is_endpoint(ENDPOINT, to_loopback=False)


def test_a_subscription_that_no_browser_makes_is_refused_and_the_choices_stay(ana):
    for wrong in ({"endpoint": "http://10.0.0.1/"}, {"p256dh": "AAAA"}, {"auth": "?"}):
        response = ana.save("turn", details=True, **wrong)

        page = Page(response.status_code, "/phone", response.text)
        assert page.status == 422
        assert "The browser’s subscription is not valid." in page.words
        assert checked_boxes(page) == ["turn", "yes"]


def test_this_machine_is_an_address_for_tests_only(app, ana):
    app.config["PUSH_TO_LOOPBACK"] = False

    assert ana.save("turn").status_code == 422
    assert ana.save("turn", endpoint=ENDPOINT).status_code == 303


def test_a_name_of_a_private_address_gets_no_message(ana):
    with pytest.raises(ForbiddenAddress):
        sending.public_addresses("localhost", 443, to_loopback=False)
    message = PushMessage(b"{}", 60, "topic", is_urgent=False)
    key = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
    there = ana.browser.subscription(1, "https://127.0.0.1/")

    assert sending.send(there, message, key).outcome is DeliveryOutcome.REFUSED


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("203.0.114.1", True),
        ("2606:4700::1111", True),
        ("64:ff9b::8.8.8.8", True),
        ("2002:808:808::1", True),
        ("::ffff:8.8.8.8", True),
        ("127.0.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("::", False),
        ("::ffff:127.0.0.1", False),
        ("::127.0.0.1", False),
        ("::ffff:0:127.0.0.1", False),
        ("64:ff9b::127.0.0.1", False),
        ("64:ff9b::10.0.0.1", False),
        ("64:ff9b:1::10.0.0.1", False),
        ("2002:7f00:1::1", False),
        ("2002:a00:1::1", False),
        ("fc00::1", False),
        ("fe80::1", False),
        ("fec0::1", False),
        ("ff0e::1", False),
    ],
)
def test_messages_go_only_to_addresses_that_lead_to_the_internet(address, public):
    if public:
        ((host, _),) = sending.public_addresses(address, 443, to_loopback=False)
        assert ipaddress.ip_address(host) == ipaddress.ip_address(address)
    else:
        with pytest.raises(ForbiddenAddress):
            sending.public_addresses(address, 443, to_loopback=False)


@pytest.mark.parametrize("by", ["itself", "an owner"])
def test_the_subscription_of_a_removed_phone_is_deleted(app, store, ana, by):
    ana.save("turn")
    assert len(rows(app, PushSubscriptions)) == 1

    if by == "itself":
        devices.leave(store, ana.id)
    else:
        admissions.remove_device(store, ana.id, 1)

    assert rows(app, PushSubscriptions) == []


def test_the_key_of_a_league_is_created_once(ana):
    first = ana.client.post("/phone/notices/key")

    assert (first.status_code, first.mimetype) == (200, "text/plain")
    assert ana.client.post("/phone/notices/key").text == first.text


def test_a_server_without_the_package_says_so(monkeypatch, ana):
    monkeypatch.setattr(subscriptions.encryption, "is_available", lambda: False)

    assert "This server cannot send notifications." in page_of(ana).words
    assert ana.save("turn").status_code == 404


def test_a_phone_chooses_its_player_for_notices_once_there_are_players(app, store):
    phone = Phone(app)
    without = phone.go("/phone").words
    roster.add_player(store, "Ana")

    assert "add players to the league first" in without
    assert "first choose your player above" not in without
    assert "first choose your player above" in phone.go("/phone").words
