"""People who join can add themselves as players if their invitation allows it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.access import devices, invitations
from scorekeeper.league import player_merge, roster
from scorekeeper.web.access.join_request import JOIN_REQUEST_COOKIE
from tests.web.access.newcomers import (
    COOKIE,
    Newcomer,
    code_of,
    create_invitation,
    device_of,
    join_by_code,
)

HERE = {"Origin": "http://localhost"}
NAME = "Your name"


@pytest.fixture
def link(app):
    return create_invitation(app, allows_new_players=True).link


@pytest.fixture
def stranger(app, link):
    stranger = Newcomer(app)
    stranger.go(f"/join/{link}")
    return stranger


def names(store):
    return [player.name for player in roster.players(store, include_hidden=True)]


def join_as(stranger, name):
    stranger.tap("I’m new")
    stranger.type(NAME, name)
    return stranger.tap("Join Card table")


def test_a_newcomer_adds_themselves_with_a_code_that_allows_it(store, app, phone):
    phone.go("/invite")
    phone.tap("Newcomers can add themselves as players")
    newcomer = Newcomer(app)
    newcomer.go("/join")
    newcomer.type("Eight letters", code_of(phone.tap("Create a code for 15 minutes")))
    newcomer.tap("Continue")

    page = join_as(newcomer, "  Dina ")

    assert page.path == "/"
    [dina] = roster.players(store)
    assert dina.name == "Dina"
    device = device_of(app, newcomer)
    assert (device.name, device.player_id) == ("Dina’s phone", dina.id)


def test_nobody_can_add_themselves_unless_the_invitation_allows_it(store, app, phone):
    phone.go("/invite")
    newcomer = join_by_code(app, code_of(phone.tap("Create a code for 15 minutes")))
    newcomer.go(f"/join/{create_invitation(app).link}")
    assert "I’m new" not in newcomer.page.words

    form = {"who": "new", "new-name": "Dina"}
    response = newcomer.client.post("/join", data=form, headers=HERE)

    assert response.status_code == 422
    assert "you can no longer add yourself" in response.text
    assert names(store) == []


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "Enter your name, as the others will see it."),
        ("A" * 41, "A name can have at most 40 characters, not 41."),
        ("ana", "There is already a player called ana. If this is you, choose Ana in the list."),
        ("\uff21na", "If this is you, choose Ana in the list."),
        ("Anita", "There is already a player called Anita. If this is you, choose Ana in the"),
        ("Bruno", "The name Bruno belongs to a hidden player. If this is you, ask an owner"),
    ],
)
def test_a_refused_name_stays_in_the_form_with_its_reason(store, app, stranger, name, reason):
    ana, bruno, anita = (roster.add_player(store, each) for each in ("Ana", "Bruno", "Anita"))
    roster.hide_player(store, bruno.id)
    player_merge.merge_players(store, anita.id, ana.id)
    stranger.type("Name of this phone", "Tablet")

    page = join_as(stranger, name)

    assert page.status == 422
    assert reason in page.alerts[0]
    assert page.by_id("new-name")["value"] == name
    assert page.by_id("phone")["value"] == "Tablet"
    assert "checked" in page.find("I’m new", "input")
    assert reason in page.by_id("no-new-name").words
    assert names(store) == ["Ana", "Bruno"]
    assert device_of(app, stranger) is None

    assert join_as(stranger, "Dina").path == "/"
    assert device_of(app, stranger).name == "Tablet"


def test_a_name_without_the_choice_is_not_lost(store, stranger):
    stranger.type(NAME, "Dina")

    page = stranger.tap("Join Card table")

    assert "Choose “I’m new” to be added with this name" in page.alerts[0]
    assert names(store) == []


def test_a_phone_that_belongs_to_a_player_adds_no_other(store, app, link, stranger):
    join_as(stranger, "Dina")
    assert "I’m new" not in stranger.go(f"/join/{link}").words
    form = {"who": "new", "new-name": "Edu"}

    response = stranger.client.post("/join", data=form, headers=HERE)

    assert response.status_code == 422
    assert "This phone already belongs to a player" in response.text
    assert names(store) == ["Dina"]
    assert invitations.get_by_secret(store, link).used == 1
    stranger.go(f"/join/{link}")
    stranger.tap("Join Card table")
    assert device_of(app, stranger).player_id == 1  # the form has chosen the phone's player

    devices.set_name_and_player(store, device_of(app, stranger).id, "Tablet", None)
    stranger.go(f"/join/{link}")
    assert join_as(stranger, "Edu").path == "/"
    assert names(store) == ["Dina", "Edu"]


@pytest.mark.both_databases
def test_a_double_tap_adds_one_player_and_one_phone(store, link, stranger):
    stranger.tap("I’m new")
    stranger.type(NAME, "Dina")
    pairs = dict(stranger.form_values(stranger.page.by_id("new-name").closest("form"), None))

    for _ in range(2):
        stranger.client.set_cookie(JOIN_REQUEST_COOKIE, f"1.link.{link}")
        stranger.client.delete_cookie(COOKIE)
        assert stranger.client.post("/join", data=pairs, headers=HERE).status_code == 303

    assert names(store) == ["Dina"]
    assert [each.name for each in devices.active_devices(store)].count("Dina’s phone") == 1


@pytest.mark.both_databases
def test_of_two_phones_with_the_same_name_at_once_one_joins(store, app, link):
    phones = [Newcomer(app), Newcomer(app)]
    for each in phones:
        each.go(f"/join/{link}")
    with ThreadPoolExecutor() as pool:
        pages = list(pool.map(lambda each: join_as(each, "Dina"), phones))

    assert sorted(page.status for page in pages) == [200, 422]
    refused = next(page for page in pages if page.status == 422)
    assert "If this is you, choose Dina in the list." in refused.alerts[0]
    assert "Dina" in [chip.words for chip in refused.part("Who are you?").all("label")]
    assert names(store) == ["Dina"]
    assert invitations.get_by_secret(store, link).used == 1


@pytest.mark.parametrize("path", ["/phones", "/invite"])
def test_an_owner_changes_later_whether_newcomers_add_themselves(store, app, phone, path):
    phone.go("/invite")
    phone.type("Name of the link", "Clubhouse")
    phone.tap("Create permanent link")
    link = phone.page.by_id("link")["value"].rpartition("/")[2]
    newcomer = Newcomer(app)
    assert "I’m new" not in newcomer.go(f"/join/{link}").words

    phone.go(path)
    page = phone.tap("Allow newcomers to add themselves: Clubhouse")
    assert (page.path.partition("#")[0], page.status) == (path, 200)
    assert "Newcomers can add themselves as players." in page.words
    assert "I’m new" in newcomer.go("/join").words

    page = phone.tap("Do not allow newcomers to add themselves: Clubhouse")
    assert "Newcomers cannot add themselves as players." in page.words
    assert "you can no longer add yourself" in join_as(newcomer, "Dina").alerts[0]
    assert names(store) == []


def test_a_withdrawn_invitation_stays_as_it_is(store, app, phone):
    made = create_invitation(app)
    invitations.withdraw_invitation(store, made.invitation)

    path = f"/invite/{made.invitation}/newcomers"
    response = phone.client.post(path, data={"newcomers": "1"}, headers=HERE)

    assert (response.status_code, response.location) == (303, "/invite")
