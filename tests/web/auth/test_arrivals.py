"""The front page tells owners of new phones and new links until they tap Seen."""

import time

import pytest
from sqlalchemy import update

from scorekeeper.access import devices, invitations
from scorekeeper.db.access_tables import Admissions, Devices
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.members import add_phone
from tests.web.auth.test_admissions import opens, post
from tests.web.auth.test_join import Newcomer, invited
from tests.web.evening import sit_down

AGO = 3600  # seconds since the owner's phone joined


@pytest.fixture(autouse=True)
def tonight(table):
    """A running match, so that the front page is not that of a first visit."""
    return sit_down(table, "jabberwocky", ["Ana", "Ben", "Cem"])


@pytest.fixture
def owner(table):
    """An owner's phone that joined an hour ago."""
    then = int(time.time()) - AGO
    add_phone(table, Right.OWNER, "owner", "Owner", joined_at=then)
    phone = Newcomer(table)
    phone.client.set_cookie("scorekeeper-1", "owner")
    return phone


def news(phone):
    return [line.words for line in phone.go("/").part("New in this league").all("li")]


def has_news(phone):
    return "New in this league" in phone.go("/").words


def test_a_phone_that_joined_and_a_link_that_was_made_are_told_until_seen(table, owner):
    assert has_news(owner)  # the phone that every test has joined later
    owner.tap("Mark as seen")
    assert not has_news(owner)
    seen_a_minute_ago(table)
    friend = Newcomer(table)
    opens(friend, invited(table, Right.SCORER))

    joined, made = news(owner)
    assert joined.startswith("New phone: A phone can keep score · For friends,")
    assert made.startswith("New link: For friends can keep score · created on Owner’s phone,")
    owner.tap("Mark as seen")
    assert not has_news(owner)


def seen_a_minute_ago(table):
    """Move the stored times back by 60 s, because news is compared by the second."""
    with engines.engine_of(table).begin() as connection:
        connection.execute(update(Devices).values(joined_at=Devices.joined_at - 60))
        connection.execute(update(Admissions).values(at=Admissions.at - 60))
        connection.execute(update(Devices).values(news_at=Devices.news_at - 60))


def test_one_tap_puts_the_phone_out_and_says_what_that_closed(table, owner):
    friend = Newcomer(table)
    opens(friend, invited(table, Right.SCORER))
    owner.go("/")

    page = owner.tap("Remove: A phone")

    assert "One phone was removed: A phone" in page.part("Access removed").words
    assert friend.go("/players").status == 404


def test_one_tap_withdraws_the_link(table, owner):
    link = invited(table, Right.SCORER)
    owner.go("/")

    owner.tap("Withdraw: For friends")

    assert Newcomer(table).go(f"/join/{link.link}").alerts != []


def test_who_made_a_link_needs_no_word_of_it(store, owner):
    me = devices.find_device_by_token(store, "owner")
    invitations.invite(store, Right.VIEWER, "My own", by=me.id)

    assert "My own" not in owner.go("/").words


def test_a_link_that_is_used_up_is_no_news_but_its_phone_is(table, owner):
    opens(Newcomer(table), invited(table, Right.SCORER, most=1))

    told = news(owner)

    assert [line for line in told if line.startswith("New link")] == []
    assert any("For friends" in line for line in told)


@pytest.mark.parametrize("right", [Right.VIEWER, Right.SCORER])
def test_only_owners_are_told(table, right):
    then = int(time.time()) - AGO
    add_phone(table, right, "other", "Other", joined_at=then)
    phone = Newcomer(table)
    phone.client.set_cookie("scorekeeper-1", "other")

    assert not has_news(phone)


@pytest.mark.parametrize("until", ["", "x", "-1", "9" * 30])
def test_a_time_that_makes_no_sense_hides_nothing(table, owner, until):
    post(owner, "/phones/seen", until=until)

    assert has_news(owner)


def test_of_many_the_first_are_shown(table, owner):
    for n in range(13):
        add_phone(table, Right.VIEWER, f"phone {n}", f"Phone {n:02}")

    assert len(news(owner)) == 10
    assert "And 4 more." in owner.page.words
