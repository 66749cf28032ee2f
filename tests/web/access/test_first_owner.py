"""The link for a league's first owner. The owner's phone proposes a time zone."""

import pytest

from scorekeeper.access import admissions, joining
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.league import settings
from scorekeeper.rights import Right
from tests.web.access.newcomers import Newcomer, create_invitation, device_of


@pytest.mark.both_databases
def test_only_the_newest_link_for_the_first_owner_works_and_only_once(store, app, stranger):
    assert joining.create_first_owner_link(store) is None  # the league has an owner
    with store.engine.begin() as connection:
        admissions.remove_owner_devices(connection, FIRST_LEAGUE_ID, 1)
    before, first = (
        joining.create_first_owner_link(store),
        joining.create_first_owner_link(store),
    )

    assert Newcomer(app).go(f"/join/{before.link}").alerts != []
    stranger.go(f"/join/{first.link}")
    stranger.tap("Join Card table")
    assert stranger.go("/phones").status == 200
    assert Newcomer(app).go(f"/join/{first.link}").alerts != []


@pytest.fixture
def ownerless(store):
    """The path of the link for the first owner, in a league without owners."""
    with store.engine.begin() as connection:
        admissions.remove_owner_devices(connection, FIRST_LEAGUE_ID, 1)
    return f"/join/{joining.create_first_owner_link(store).link}"


@pytest.mark.both_databases
def test_the_phone_of_the_first_owner_proposes_its_time_zone(store, stranger, ownerless):
    stranger.go(ownerless)
    [zone] = [each for each in stranger.page.root.all("input") if each["name"] == "zone"]
    zone.attrs["value"] = "Europe/Madrid"  # as static/js/time-zone.js does
    stranger.tap("Join Card table")

    assert settings.get_league(store).time_zone == "Europe/Madrid"


@pytest.mark.parametrize("sent", ["", "Europe/Atlantis", "x" * 5000])
def test_without_javascript_or_with_an_unknown_zone_the_first_owner_joins_all_the_same(
    store, stranger, ownerless, sent
):
    stranger.go(ownerless)
    [zone] = [each for each in stranger.page.root.all("input") if each["name"] == "zone"]
    zone.attrs["value"] = sent
    stranger.tap("Join Card table")

    assert stranger.go("/phones").status == 200
    assert settings.get_league(store).time_zone is None


@pytest.mark.parametrize("right", list(Right))
def test_a_phone_that_joins_later_proposes_no_time_zone(app, store, stranger, right):
    stranger.go(f"/join/{create_invitation(app, right).link}")
    assert 'name="zone"' not in stranger.page.text

    stranger.request("POST", "/join", [("name", "Sneaky"), ("zone", "Europe/Madrid")])

    assert device_of(app, stranger).name == "Sneaky"
    assert settings.get_league(store).time_zone is None
