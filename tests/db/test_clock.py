"""The clock of the server is put back an hour while people play: later is still later."""

import pytest

from scorekeeper.access import devices, invitations, joining
from scorekeeper.access.invitations import NoInvitation
from scorekeeper.db import engines
from scorekeeper.db.evenings import moment_of
from scorekeeper.db.models import Match
from scorekeeper.db.rebuild import rebuild
from scorekeeper.league.stats_cache import Bookkeeper
from scorekeeper.live.hub import Hub, Topic
from scorekeeper.match import commands
from scorekeeper.match.commands import Sent
from scorekeeper.web.current_league import FIRST
from scorekeeper.web.permissions import Right
from tests.databases import rows
from tests.db.test_rebuild import derived
from tests.members import TOKEN, add_phone
from tests.transfer.leagues import brought, written

EVENING = moment_of("2026-10-24")
HOUR = 3600
AGAIN = EVENING - HOUR  # what the clock says after it was put back
BIDS, TRICKS = {"1": 1, "2": 1, "3": 0}, {"1": 1, "2": 0, "3": 0}
OTHERS = {"1": 0, "2": 1, "3": 1}


def played(log, people, clocks):
    """A match whose tricks, draft, correction and undo come with these times; its sheet."""
    times = iter(clocks)

    def sent(key):
        return Sent(f"{key} {clocks}", next(times))

    match = commands.start(log, "jabberwocky", people, {"schedule": [1]}, sent("start"))
    commands.record(log, match, 1, "bids", {"bids": BIDS}, sent("bids"))
    commands.draft(log, match, 1, [("bids", {"bids": OTHERS})], sent("draft"))
    commands.drop_draft(log, match, 1, sent("drop"))
    sheet = commands.record(log, match, 1, "tricks", {"tricks": TRICKS}, sent("tricks"))
    commands.undo(log, match, sheet.version, sent("undo"))
    return match, commands.redo(log, match, sheet.version, sent("redo"))


def test_a_match_goes_on_and_ends_as_it_would_have(log, people, app, another_league):
    hub = Hub(engines.engine_of(app))
    steady, before = played(log, people, range(EVENING - 7, EVENING))
    at = hub.now(Topic(FIRST))
    match, after = played(log, people, [EVENING, EVENING, *range(AGAIN, AGAIN + 5)])
    books = Bookkeeper(engines.engine_of(app)).settled()

    assert (after.version, after.is_over, after.position.totals) == (
        7,
        True,
        before.position.totals,
    )
    assert hub.now(Topic(FIRST)) != at
    assert books.ledger.all.scope.matches == 2
    assert log.sheet(match) == after
    kept = derived(app)
    rebuild(app)
    assert derived(app) == kept
    assert [row.id for row in rows(app, Match)] == [steady, match]
    said = written(app)
    brought(another_league, said)
    assert written(another_league) == said


def test_a_phone_is_here_whatever_the_clock_says(app):
    number = add_phone(app, Right.SCORER, "other", seen_at=EVENING)

    assert devices.was_here(devices.known("other"), AGAIN)

    phone = devices.known("other")
    assert (phone.id, phone.seen_at) == (number, AGAIN)
    assert not devices.was_here(phone, AGAIN + 59)
    assert devices.known(TOKEN).right is Right.OWNER


def test_who_was_put_out_stays_out(app):
    number = add_phone(app, Right.SCORER, "other")
    devices.leave(number, at=EVENING)

    assert devices.known("other") is None
    assert not devices.is_in(engines.engine_of(app), FIRST, number)


def test_a_code_is_never_good_for_more_than_a_quarter_of_an_hour_on_the_clock(app):
    made = invitations.invite(Right.VIEWER, "", with_code=True, by=1, at=EVENING)
    found = invitations.by_code(made.code, at=EVENING - 5)  # of two machines one may be ahead

    with pytest.raises(NoInvitation):
        invitations.by_code(made.code, at=AGAIN)
    with pytest.raises(NoInvitation):
        joining.join(found, joining.Who("late", None, "key"), None, at=AGAIN)
    with pytest.raises(NoInvitation):
        invitations.longer(made.invitation, at=AGAIN)
    assert invitations.invite(Right.VIEWER, "", with_code=True, by=1, at=AGAIN).code


def test_a_link_that_was_withdrawn_or_ended_opens_nothing(app):
    ended, gone = (invitations.invite(Right.VIEWER, "", by=1, at=EVENING) for _ in range(2))
    invitations.end(ended.invitation)
    invitations.withdraw(gone.invitation, at=EVENING)

    for link in (ended.link, gone.link):
        with pytest.raises(NoInvitation):
            invitations.by_secret(link, at=AGAIN)
