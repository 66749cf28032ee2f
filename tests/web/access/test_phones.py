"""A league's phones: removing them, changing their access, leaving, and the recovery code."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.access import devices
from scorekeeper.rights import Right
from tests import big_league
from tests.confirmations import post_twice
from tests.members import NAME, add_phone
from tests.web.access.newcomers import (
    COOKIE,
    Newcomer,
    create_invitation,
    device_of,
    join_by_code,
    recovery_code,
)
from tests.web.match_phone import HERE, sit_down
from tests.web.phone import Phone


def test_leaving_deletes_the_cookie_even_if_a_renewal_is_due(app, stranger, monkeypatch):
    stranger.go(f"/join/{create_invitation(app).link}")
    stranger.tap("Join Card table")
    monkeypatch.setattr(devices, "SEEN_UPDATE_INTERVAL_S", 0)
    stranger.go("/phone")
    stranger.tap_twice("Leave")

    assert stranger.token is None


def test_removing_a_phone_ends_its_access_at_once(app, phone):
    number = add_phone(app, Right.SCORER, "b")
    friend = Newcomer(app)
    friend.client.set_cookie(COOKIE, "b")
    assert friend.go("/matches/new").status == 200

    phone.go("/phones")
    post_twice(phone.client, f"/phones/{number}/out")

    assert friend.go("/matches/new").status == 404


@pytest.mark.both_databases
def test_saving_access_from_an_outdated_page_keeps_newer_changes(store, app, phone, another_phone):
    number = add_phone(app, Right.VIEWER, "c", "Chus’s phone")
    phone.go("/phones")
    another_phone.go("/phones")
    phone.choose("Access for Chus’s phone", "can keep score")
    phone.tap("Save changes")

    another_phone.tap("Save changes")  # on a page loaded before the change

    assert {each.id: each.right for each in devices.active_devices(store)}[number] is Right.SCORER


def test_conflicting_access_is_shown_and_saved_on_the_second_attempt(
    store, app, phone, another_phone
):
    number = add_phone(app, Right.VIEWER, "c", "Chus’s phone")
    other = add_phone(app, Right.VIEWER, "d", "Dina’s phone")
    for each in (phone, another_phone):
        each.go("/phones")
    phone.choose("Access for Chus’s phone", "can keep score")
    phone.tap("Save changes")
    another_phone.choose("Access for Chus’s phone", "owner")
    another_phone.choose("Access for Dina’s phone", "can keep score")

    page = another_phone.tap("Save changes")

    def rights():
        by_id = {each.id: each.right for each in devices.active_devices(store)}
        return by_id[number], by_id[other]

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
    response = phone.client.post(route, headers={"Origin": "http://localhost"})

    assert response.status_code == 422
    assert "A league needs an owner. Make another phone an owner first." in response.text
    assert phone.go("/phones").status == 200


@pytest.mark.both_databases
def test_a_recovery_code_makes_another_phone_the_owner_only_once(app, phone):
    code = recovery_code(phone)

    new = join_by_code(app, code.lower(), "New phone")

    assert device_of(app, new).right is Right.OWNER
    assert phone.go("/phones").status == 404
    assert device_of(app, join_by_code(app, code)) is None
    assert code not in new.go("/phones").text


@pytest.mark.both_databases
def test_a_phone_can_change_its_name_and_player_and_leave(app, stranger, people):
    stranger.go(f"/join/{create_invitation(app).link}")
    stranger.tap("Join Card table")
    stranger.go("/phone")
    stranger.type("Name of this phone", "Old tablet")
    stranger.tap("Ana")
    stranger.tap("Save")
    phone = device_of(app, stranger)
    assert (phone.name, phone.player_id) == ("Old tablet", people["Ana"].id)

    assert stranger.tap_twice("Leave").path == "/join"
    assert stranger.go("/players").status == 404


def test_a_phone_with_a_blank_name_is_told_to_enter_one(app, stranger):
    stranger.go(f"/join/{create_invitation(app).link}")
    stranger.tap("Join Card table")
    stranger.go("/phone")
    stranger.type("Name of this phone", "  ")
    page = stranger.tap("Save")

    assert page.status == 422
    assert "Enter a name for this phone." in page.words
    assert device_of(app, stranger).name == "A phone"


def test_a_phone_that_joins_with_a_blank_name_is_given_one(app, stranger):
    stranger.go(f"/join/{create_invitation(app).link}")
    stranger.type("Name of this phone", "  ")
    stranger.tap("Join Card table")

    assert device_of(app, stranger).name == "A phone"


@pytest.mark.both_databases
def test_the_history_names_the_phone_that_saved_an_answer(app, phone):
    writer = sit_down(app, "jabberwocky", ["Ana", "Ben", "Cem"], schedule=[1])
    writer.save(bids=(1, 1, 0))

    assert f"{NAME} saved the bids" in phone.go(f"/matches/{writer.match}/history").words


def test_the_player_of_a_phone_can_be_found_by_a_search(app, store, phone):
    big_league.add_players(store)
    phone.go("/phone")
    phone.type("Name of this phone", "Mine")
    phone.type("Find a player", "ursula cel")
    phone.tap("Search")
    phone.tap("Úrsula Çelik")
    page = phone.tap("Save")

    assert page.find("Name of this phone", "input")["value"] == "Mine"
    assert "checked" in page.find("Úrsula Çelik", "input")


@pytest.mark.both_databases
@pytest.mark.parametrize("last", ["/phone/leave", "/phone"])
def test_a_phone_that_leaves_in_several_tabs_at_once_gets_no_server_error(store, app, phone, last):
    add_phone(app, Right.OWNER, "another", "Another phone")
    phone.go("/phone")
    key = next(box for box in phone.tap("Leave").root.all("input") if box["name"] == "confirmed")
    leave = list(phone.form_values(phone.page.form_of(key), None))
    requests = [("/phone/leave", leave)] * 3 + [(last, [*leave, ("name", "Gone")])] * 3

    def send(request):
        return Phone(app).client.post(request[0], data=dict(request[1]), headers=HERE)

    with ThreadPoolExecutor(len(requests)) as pool:
        responses = list(pool.map(send, requests))

    assert {response.status_code for response in responses} <= {303, 404}
    assert [each.name for each in devices.active_devices(store)] == ["Another phone"]
