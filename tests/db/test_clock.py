"""If the server's clock is set back an hour during a match, nothing changes order or reopens."""

import pytest

from scorekeeper.access import devices, invitations, joining
from scorekeeper.access.invitations import InvalidInvitation
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.db.tables import Matches
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.live.hub import Hub
from scorekeeper.live.topics import Topic
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.clocks import evening_timestamp
from tests.databases import rows
from tests.db.derived_rows import derived_rows
from tests.members import TOKEN, add_phone
from tests.transfer.exports import export_league, import_league

EVENING = evening_timestamp("2026-10-24")
HOUR = 3600
AGAIN = EVENING - HOUR  # the clock's time after it was set back
BIDS, TRICKS = {"1": 1, "2": 1, "3": 0}, {"1": 1, "2": 0, "3": 0}
OTHERS = {"1": 0, "2": 1, "3": 1}


def play_match(log, people, clocks):
    """Play a match with a discarded draft, an undo and a redo, and return (match, sheet).

    `clocks` contains the time of each step.
    """
    times = iter(clocks)

    def sent(key):
        return CommandMeta(f"{key} {clocks}", next(times))

    match = commands.start_match(log, "jabberwocky", people, {"schedule": [1]}, sent("start"))
    commands.record_stage(log, match, 1, "bids", {"bids": BIDS}, sent("bids"))
    correction_commands.save_draft(log, match, 1, [("bids", {"bids": OTHERS})], sent("draft"))
    correction_commands.drop_draft(log, match, 1, sent("drop"))
    sheet = commands.record_stage(log, match, 1, "tricks", {"tricks": TRICKS}, sent("tricks"))
    commands.undo(log, match, sheet.version, sent("undo"))
    return match, commands.redo(log, match, sheet.version, sent("redo"))


def test_a_match_continues_and_ends_normally_after_the_clock_is_set_back(
    log, people, app, another_league
):
    hub = Hub(engines.engine_of(app))
    steady, before = play_match(log, people, range(EVENING - 7, EVENING))
    at = hub.current_token(Topic(FIRST_LEAGUE_ID))
    match, after = play_match(log, people, [EVENING, EVENING, *range(AGAIN, AGAIN + 5)])
    snapshot = StatsCache(engines.store_of(app)).wait_until_current()

    assert (after.version, after.is_over, after.position.totals) == (
        7,
        True,
        before.position.totals,
    )
    assert hub.current_token(Topic(FIRST_LEAGUE_ID)) != at
    assert snapshot.league_stats.all_time.aggregate.matches == 2
    assert log.sheet(match) == after
    rows_before = derived_rows(app)
    rebuild(engines.engine_of(app))
    assert derived_rows(app) == rows_before
    assert [row.id for row in rows(app, Matches)] == [steady, match]
    said = export_league(app)
    import_league(another_league, said)
    assert export_league(another_league) == said


def test_the_last_seen_time_is_updated_after_the_clock_is_set_back(store, app):
    number = add_phone(app, Right.SCORER, "other", seen_at=EVENING)

    assert devices.update_last_seen(store, devices.find_device_by_token(store, "other"), AGAIN)

    phone = devices.find_device_by_token(store, "other")
    assert (phone.id, phone.seen_at) == (number, AGAIN)
    assert not devices.update_last_seen(store, phone, AGAIN + 59)
    assert devices.find_device_by_token(store, TOKEN).right is Right.OWNER


def test_a_removed_device_stays_removed_whatever_its_removal_time(store, app):
    number = add_phone(app, Right.SCORER, "other")
    devices.leave(store, number, at=EVENING)

    assert devices.find_device_by_token(store, "other") is None
    assert not devices.is_active_device(store, number)


def test_setting_the_clock_back_by_an_hour_invalidates_codes_but_5_seconds_do_not(store):
    made = invitations.invite(store, Right.VIEWER, "", with_code=True, by=1, at=EVENING)
    invitation = invitations.get_by_code(
        store.engine, made.code, at=EVENING - 5
    )  # clocks may differ

    with pytest.raises(InvalidInvitation):
        invitations.get_by_code(store.engine, made.code, at=AGAIN)
    with pytest.raises(InvalidInvitation):
        joining.join(store.engine, invitation, joining.Joiner("late", None, "key"), None, at=AGAIN)
    with pytest.raises(InvalidInvitation):
        invitations.extend_code(store, made.invitation, at=AGAIN)
    assert invitations.invite(store, Right.VIEWER, "", with_code=True, by=1, at=AGAIN).code


def test_a_join_form_can_be_sent_again_after_the_clock_is_set_back_by_5_seconds_but_not_an_hour(
    store,
):
    link = invitations.invite(store, Right.VIEWER, "", by=1, at=EVENING).link
    invitation = invitations.get_by_secret(store, link, at=EVENING)
    joining.join(store.engine, invitation, joining.Joiner("phone", None, "key"), None, at=EVENING)

    assert joining.retry_join(store, "key", at=EVENING - 5)
    assert joining.retry_join(store, "key", at=AGAIN) is None


def test_ended_and_revoked_links_stay_invalid_after_the_clock_is_set_back(store):
    ended, gone = (invitations.invite(store, Right.VIEWER, "", by=1, at=EVENING) for _ in range(2))
    invitations.expire_invitation(store, ended.invitation)
    invitations.withdraw_invitation(store, gone.invitation, at=EVENING)

    for link in (ended.link, gone.link):
        with pytest.raises(InvalidInvitation):
            invitations.get_by_secret(store, link, at=AGAIN)
