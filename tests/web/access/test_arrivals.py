"""The front page shows owners new phones and new links until they tap “Mark as seen”."""

import time

import pytest
from sqlalchemy import update

from scorekeeper.access import devices, invitations
from scorekeeper.db.access_tables import Admissions, Devices
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.members import add_phone
from tests.security.joined_phones import join_by_link, post
from tests.web.access.newcomers import Newcomer, create_invitation
from tests.web.match_phone import sit_down

AGO = 3600  # seconds since the owner's phone joined


@pytest.fixture(autouse=True)
def running_match(app):
    """A running match, without which the front page would be the first-visit page."""
    return sit_down(app, "jabberwocky", ["Ana", "Ben", "Cem"])


@pytest.fixture
def owner(app):
    """An owner's phone that joined an hour ago."""
    then = int(time.time()) - AGO
    add_phone(app, Right.OWNER, "owner", "Owner", joined_at=then)
    phone = Newcomer(app)
    phone.client.set_cookie("scorekeeper-1", "owner")
    return phone


def read_news(phone):
    """Return the lines of the news, which are collapsed if there are several."""
    page = phone.go("/")
    [section] = [each for each in page.root.all("section") if each["aria-labelledby"] == "news"]
    return [each.words for each in section.all("li")]


def has_news(phone):
    return "Mark as seen" in phone.go("/").words


def test_new_phones_and_links_are_shown_until_marked_as_seen(app, owner):
    assert has_news(owner)  # the test database's own phone joined after the owner's
    owner.tap("Mark as seen")
    assert not has_news(owner)
    seen_a_minute_ago(app)
    friend = Newcomer(app)
    join_by_link(friend, create_invitation(app, Right.SCORER))

    joined, made = read_news(owner)
    assert joined.startswith("New phone: A phone can keep score · For friends,")
    assert made.startswith("New link: For friends can keep score · created on Owner’s phone,")
    owner.tap("Mark as seen")
    assert not has_news(owner)


def seen_a_minute_ago(app):
    """Move the stored times back by 60 s, so that later times are different.

    Without this, a later time could be equal, because the stored times are whole seconds.
    """
    with engines.engine_of(app).begin() as connection:
        connection.execute(update(Devices).values(joined_at=Devices.joined_at - 60))
        connection.execute(update(Admissions).values(at=Admissions.at - 60))
        connection.execute(update(Devices).values(news_at=Devices.news_at - 60))


@pytest.mark.both_databases
def test_a_known_phone_that_becomes_an_owner_is_shown_until_marked_as_seen(app, owner):
    number = add_phone(app, Right.VIEWER, "c", "Chus’s phone")
    add_phone(app, Right.OWNER, "second", "Second", joined_at=int(time.time()) - AGO)
    second = Newcomer(app)
    second.client.set_cookie("scorekeeper-1", "second")
    seen_a_minute_ago(app)
    for each in (owner, second):
        each.go("/")
        each.tap("Mark as seen")
    second.go("/phones")
    second.choose("Access for Chus’s phone", "owner")
    second.tap("Save changes")

    assert not has_news(second)
    [promoted] = read_news(owner)
    assert promoted.startswith("New owner: Chus’s phone access changed on Second,")
    assert "Remove Chus’s phone" in owner.tap("Remove: Chus’s phone").words
    owner.go("/")
    owner.tap("Mark as seen")
    assert not has_news(owner)
    assert devices.is_active_device(engines.store_of(app), number)


def test_a_phone_that_joined_and_left_again_is_shown_until_marked_as_seen(app, owner):
    owner.go("/")
    owner.tap("Mark as seen")
    seen_a_minute_ago(app)
    friend = Newcomer(app)
    join_by_link(friend, create_invitation(app, Right.SCORER, most=1))
    friend.go("/phone")
    friend.tap_twice("Leave")

    [line] = read_news(owner)
    assert line.startswith("Joined and left: A phone can keep score · For friends,")
    assert " · left " in line
    assert "Remove" not in line
    owner.tap("Mark as seen")
    assert not has_news(owner)


def test_a_new_phone_can_be_removed_from_the_home_page(app, owner):
    friend = Newcomer(app)
    join_by_link(friend, create_invitation(app, Right.SCORER))
    owner.go("/")

    page = owner.tap_twice("Remove: A phone")

    assert "One phone was removed: A phone" in page.part("Access removed").words
    assert friend.go("/players").status == 404


def test_a_new_link_can_be_revoked_from_the_home_page(app, owner):
    link = create_invitation(app, Right.SCORER)
    owner.go("/")

    owner.tap_twice("Withdraw: For friends")

    assert Newcomer(app).go(f"/join/{link.link}").alerts != []


def test_a_new_link_is_not_shown_on_the_phone_that_created_it(store, owner):
    me = devices.find_device_by_token(store, "owner")
    invitations.invite(store, Right.VIEWER, "My own", by=me.id)

    assert "My own" not in owner.go("/").words


def test_a_used_up_link_is_not_shown_as_new_but_its_phone_is(app, owner):
    join_by_link(Newcomer(app), create_invitation(app, Right.SCORER, most=1))

    told = read_news(owner)

    assert [line for line in told if line.startswith("New link")] == []
    assert any("For friends" in line for line in told)


@pytest.mark.parametrize("right", [Right.VIEWER, Right.SCORER])
def test_only_owners_see_new_phones_and_links(app, right):
    then = int(time.time()) - AGO
    add_phone(app, right, "other", "Other", joined_at=then)
    phone = Newcomer(app)
    phone.client.set_cookie("scorekeeper-1", "other")

    assert not has_news(phone)


@pytest.mark.parametrize("until", ["", "x", "-1", "9" * 30])
def test_marking_as_seen_with_an_invalid_time_hides_nothing(app, owner, until):
    post(owner, "/phones/seen", until=until)

    assert has_news(owner)


def add_viewers(app, count):
    for n in range(count):
        add_phone(app, Right.VIEWER, f"phone {n}", f"Phone {n:02}")


def test_a_single_entry_is_shown_without_a_fold(owner):
    assert len(read_news(owner)) == 1
    assert owner.page.part("New in this league").all("details") == []


def test_several_entries_are_counted_on_one_line_that_opens_their_list(app, owner):
    add_viewers(app, 2)

    section = owner.go("/").part("New: one owner’s phone · 2 phones")
    [fold] = section.all("details")
    assert "open" not in fold
    assert len(fold.all("li")) == 3
    assert [button.words for button in fold.all("button")][1:] == [
        "Remove: Phone 00",
        "Remove: Phone 01",
        "Mark as seen",
    ]
    owner.tap("Mark as seen")
    assert not has_news(owner)


def test_the_line_names_each_kind_of_news(app, owner):
    owner.go("/")
    owner.tap("Mark as seen")
    seen_a_minute_ago(app)
    now = int(time.time())
    granted = {"granted": Right.OWNER.value, "granted_at": now}
    add_phone(app, Right.VIEWER, "viewer", "Viewer")
    add_phone(app, Right.OWNER, "joined", "Joined, then made an owner", **granted)
    add_phone(app, Right.OWNER, "made", "Made an owner", **granted, joined_at=now - AGO)
    add_phone(app, Right.VIEWER, "left", "Left", removed_at=now, has_left=True)
    create_invitation(app, Right.SCORER)
    create_invitation(app, Right.OWNER)

    [title] = [each.words for each in owner.go("/").root.all("h2") if each["id"] == "news"]

    counts = (
        "2 owners’ phones",
        "one phone",
        "one phone that joined and left",
        "one link or code for owners",
        "one link or code",
    )
    assert title == f"New: {' · '.join(counts)}"


def test_ten_new_phones_are_listed_and_the_rest_are_counted(app, owner):
    add_viewers(app, 13)

    assert len(owner.go("/").items("New: one owner’s phone · 13 phones")) == 10
    assert "And 4 more." in owner.page.words
