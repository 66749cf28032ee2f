"""The QR codes for a club night's tables, scanned by newcomers and viewers."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorekeeper.access import devices, invitations
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests import big_league
from tests.club_league import (
    create_night,
    draw_round,
    end_match,
    play_out,
    round_matches,
    start_round,
)
from tests.confirmations import post_twice
from tests.members import add_phone
from tests.web.league.club.phones import Newcomer


def codes(phone, night=1):
    """Create codes and return the secret in their addresses."""
    phone.go(f"/club/{night}/codes")
    phone.tap("Create codes")
    return phone.client.get_cookie(f"scorekeeper-codes-1-{night}").value


@pytest.fixture
def matches_of_round(store, log, night):
    draw_round(store, night)
    start_round(store, log, night)
    return round_matches(store, night)


def test_a_newcomer_scans_the_code_of_a_table_and_keeps_its_score(app, phone, matches_of_round):
    secret = codes(phone)
    assert phone.page.text.count('class="qr"') == 4  # two tables and two spare codes
    newcomer = Newcomer(app)

    newcomer.go(f"/club/at/{secret}/2")
    page = newcomer.tap("Join Card table")

    assert page.path == f"/matches/{matches_of_round[1]}"
    assert any("Save" in button.words for button in page.root.all("button"))
    assert newcomer.go(f"/club/at/{secret}/1").path == f"/matches/{matches_of_round[0]}"


def test_a_phone_without_a_player_is_named_after_the_table_whose_code_it_scanned(
    app, phone, store, matches_of_round
):
    secret = codes(phone)
    for table in (1, 2):
        newcomer = Newcomer(app)
        newcomer.go(f"/club/at/{secret}/{table}")
        newcomer.tap("Join Card table")

    names = {each.name for each in devices.active_devices(store)}
    assert names >= {"A phone at table 1", "A phone at table 2"}


def offered_names(page):
    """Return the names that can be chosen without a search."""
    fold = page.root.all("details")[0]
    labels = [each for each in page.root.all("label") if each["data-entry-of"]]
    return [each.words for each in labels if each not in fold.all("label")]


@pytest.mark.parametrize("is_started", [False, True])
def test_a_phone_that_scans_the_code_of_a_table_is_offered_its_players_first(
    app, phone, store, log, is_started
):
    keys = big_league.add_players(store, big_league.NAMES[:20])
    night = create_night(store, keys[10:18], size=4)
    draw_round(store, night)
    if is_started:
        start_round(store, log, night)
    tables = club_rounds.night_rounds(store, night).rounds[0].tables
    names = [sorted(big_league.NAMES[int(key) - 1] for key in table) for table in tables]
    secret, newcomer = codes(phone), Newcomer(app)

    page = newcomer.go(f"/club/at/{secret}/2")

    assert sorted(offered_names(page)) == names[1]
    assert len([each for each in page.root.all("label") if each["data-entry-of"]]) == 20
    assert offered_names(newcomer.go(f"/club/at/{secret}/9")) == []
    newcomer.go(f"/club/at/{secret}/1")
    newcomer.tap(names[0][0])
    newcomer.tap("Join Card table")
    assert f"{names[0][0]}’s phone" in {each.name for each in devices.active_devices(store)}


def test_in_a_short_list_the_players_of_the_table_come_first(app, phone, store, matches_of_round):
    secret, newcomer = codes(phone), Newcomer(app)
    tables = club_rounds.night_rounds(store, 1).rounds[0].tables
    for number, table in enumerate(tables, start=1):
        page = newcomer.go(f"/club/at/{secret}/{number}")
        choices = [each["value"] for each in page.root.all("input") if each["name"] == "who"]
        assert set(choices[:4]) == set(table)


@pytest.mark.parametrize(
    ("people", "codes_shown", "more"),
    [(110, 56, ""), (112, 56, ""), (115, 56, "One more table has no code.")],
)
def test_every_table_on_the_tv_page_has_a_code(phone, store, people, codes_shown, more):
    keys = big_league.add_players(store, big_league.NAMES[:people])
    night = create_night(store, keys, game="gin", options={}, size=2)
    draw_round(store, night)

    codes(phone, night)

    assert phone.page.text.count('class="qr"') == codes_shown
    assert more in phone.page.words
    assert ("no code" in phone.page.words) == bool(more)


def test_the_code_of_a_table_leads_to_the_match_of_the_newest_round(
    app, phone, store, log, night, matches_of_round
):
    secret = codes(phone)
    for match in matches_of_round:
        play_out(log, match)
    draw_round(store, night, 2)
    start_round(store, log, night, 2)

    assert phone.go(f"/club/at/{secret}/1").path == f"/matches/{round_matches(store, night, 2)[0]}"
    assert phone.go(f"/club/at/{secret}/9").path == "/club/1"


def test_the_code_of_a_table_that_is_not_in_the_newest_round_leads_to_the_match_still_played_there(
    app, phone, store, log, night, matches_of_round
):
    secret = codes(phone)
    play_out(log, matches_of_round[0])
    draw_round(store, night, 2)
    start_round(store, log, night, 2)

    assert phone.go(f"/club/at/{secret}/2").path == f"/matches/{matches_of_round[1]}"
    end_match(log, matches_of_round[1])
    assert phone.go(f"/club/at/{secret}/2").path == "/club/1"


def test_the_codes_end_with_the_night(app, phone, matches_of_round):
    secret = codes(phone)
    phone.go("/club/1")
    page = phone.tap("End club night")
    assert page.status == 422
    assert "The table codes stop working, including printed ones." in page.words
    assert Newcomer(app).go(f"/club/at/{secret}/1").status == 200
    phone.tap("End club night")

    page = Newcomer(app).go(f"/club/at/{secret}/1")

    assert "This link is wrong or no longer valid." in page.words
    assert "This club night has ended." in phone.go("/club/1/codes").words


def test_new_codes_and_a_withdrawal_end_the_previous_codes(app, phone, store, night):
    first = codes(phone)
    phone.client.delete_cookie("scorekeeper-codes-1-1")
    assert "This phone cannot show the existing codes." in phone.go("/club/1/codes").words
    page = phone.tap("Create codes")
    assert (page.status, page.title) == (422, "Create new codes")
    assert "including printed ones" in page.words
    assert invitations.get_by_secret(store, first)
    phone.tap("Create new codes")
    second = phone.client.get_cookie("scorekeeper-codes-1-1").value
    page = phone.tap("Withdraw these codes")
    assert page.title == "Withdraw the table codes"
    assert invitations.get_by_secret(store, second)
    phone.tap("Withdraw")

    for secret in (first, second):
        with pytest.raises(invitations.InvalidInvitation):
            invitations.get_by_secret(store, secret)
    assert club_nights.get_night(store, night).invitation_id is None


def test_the_list_of_phones_and_links_says_which_evening_the_codes_are_for(phone, night):
    codes(phone)

    page = phone.go("/phones")

    assert "Tables on Mon 21 Sep 2026" in page.words


def test_a_viewer_who_scans_a_code_may_become_a_scorer(app, phone, matches_of_round):
    secret = codes(phone)
    add_phone(app, Right.VIEWER, "viewer")

    page = Newcomer(app, "viewer").go(f"/club/at/{secret}/1")

    assert page.path == "/join"


def test_a_scan_changes_nothing(app, phone, matches_of_round):
    secret = codes(phone)
    with engines.engine_of(app).connect() as connection:
        before = connection.exec_driver_sql("SELECT * FROM device").all()

    Newcomer(app).go(f"/club/at/{secret}/1")

    with engines.engine_of(app).connect() as connection:
        assert connection.exec_driver_sql("SELECT * FROM device").all() == before


def at_once(app, paths):
    """Post to these addresses at the same time, and confirm if the server asks."""
    with ThreadPoolExecutor(len(paths)) as pool:
        list(pool.map(lambda path: post_twice(app.test_client(), path), paths))


def open_codes(store):
    now = int(time.time())
    return {each.id for each in invitations.active_invitations(store) if each.is_open(now)}


@pytest.mark.both_databases
def test_of_codes_that_several_phones_create_at_once_only_the_last_stay_valid(app, store, night):
    at_once(app, ["/club/1/codes"] * 6)

    assert open_codes(store) == {club_nights.get_night(store, night).invitation_id}


@pytest.mark.both_databases
def test_no_codes_stay_valid_if_the_night_ends_while_phones_create_them(app, store, night):
    at_once(app, ["/club/1/codes", "/club/1/codes", "/club/1/end", "/club/1/codes"])

    assert open_codes(store) == set()
    assert club_nights.get_night(store, night).invitation_id is None
