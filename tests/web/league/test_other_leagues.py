"""The league switcher, on the League page of a phone that belongs to several leagues."""

import pytest
from sqlalchemy import update

from scorekeeper.access import admissions
from scorekeeper.db.tables import Leagues
from scorekeeper.rights import Right
from tests.clocks import evening_timestamp
from tests.members import TOKEN, add_phone
from tests.web import results


@pytest.fixture
def sunday(store, app):
    """A second league, which no phone has joined yet."""
    with store.write() as connection:
        connection.execute(Leagues.__table__.insert().values(id=2, name="Sunday", last_player=0))
    return store.of_league(2)


@pytest.fixture
def phone_of_both(app, phone, sunday):
    add_phone(app, Right.OWNER, "another", league=2)
    add_phone(app, Right.VIEWER, "sunday", league=2)
    phone.client.set_cookie("scorekeeper-1", TOKEN)
    phone.client.set_cookie("scorekeeper-2", "sunday")
    return phone


def rows(page):
    """Return the rows of the switcher as (words, address, whether this league is current)."""
    boxes = [box for box in page.root.all("nav") if box["aria-labelledby"] == "leagues-h"]
    links = boxes[0].all("a") if boxes else []
    return [(link.words, link["href"], link["aria-current"] == "true") for link in links]


@pytest.mark.both_databases
def test_each_league_of_the_phone_is_one_tap_away(store, log, people, phone_of_both):
    results.jabberwocky(log, "1", "2", "3", evening="2026-11-12")

    assert rows(phone_of_both.go("/league")) == [
        ("Card table this league · last played Thu 12 Nov 2026", "/", True),
        ("Sunday no finished matches yet", "/l/2/", False),
    ]
    assert "Sunday" in phone_of_both.tap("Sunday").root.all("h1")[0].words
    assert [
        (address, is_here) for _, address, is_here in rows(phone_of_both.go("/l/2/league"))
    ] == [
        ("/", False),
        ("/l/2/", True),
    ]


@pytest.mark.parametrize("address", ["/league", "/l/2/league"])
def test_a_match_after_midnight_belongs_to_the_evening_before_in_the_zone_of_its_league(
    store, log, people, phone_of_both, address
):
    results.jabberwocky(log, "1", "2", "3", evening="2026-11-12", hour=6)  # 02:00
    with store.write() as connection:
        connection.execute(
            update(Leagues).where(Leagues.id == 2).values(time_zone="Pacific/Kiritimati")
        )

    shown = dict(row[:2][::-1] for row in rows(phone_of_both.go(address)))

    assert shown["/"].endswith("last played Thu 12 Nov 2026")


def test_a_phone_of_one_league_has_no_switcher(phone, sunday):
    phone.client.set_cookie("scorekeeper-1", TOKEN)
    phone.client.set_cookie("scorekeeper-2", "wrong")
    phone.client.set_cookie("scorekeeper-3", TOKEN)
    phone.client.set_cookie("scorekeeper-inviting-1", "x")

    assert rows(phone.go("/league")) == []


def test_a_league_that_removed_the_phone_is_not_listed(sunday, phone_of_both):
    admissions.remove_device(sunday, 2, evening_timestamp("2026-11-12"))

    assert rows(phone_of_both.go("/league")) == []
