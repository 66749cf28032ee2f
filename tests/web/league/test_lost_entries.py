"""A match whose log has lost entries: saving is refused, and owners can accept the loss."""

import pytest
from sqlalchemy import delete

from scorekeeper.db.tables import Matches, MatchEvents
from scorekeeper.rights import Right
from scorekeeper.web.extension_keys import LOG_KEY
from tests.databases import rows
from tests.members import add_phone
from tests.web.match_phone import MatchPhone, sit_down

pytestmark = pytest.mark.both_databases
LOST = "The last change that was saved in this match is missing from the database."


@pytest.fixture
def writer(store, app):
    """A phone with a finished match of one deal. The match's log has lost the tricks."""
    phone = sit_down(app, "jabberwocky", 3, schedule=[1])
    phone.save(bids=(1, 1, 0))
    phone.save(tricks=(1, 0, 0))
    with store.engine.begin() as connection:
        connection.execute(delete(MatchEvents).where(MatchEvents.version == 3))
    app.extensions[LOG_KEY].sheet_cache.pop(phone.match)
    phone.reload()
    return phone


def stored_results(app):
    return [(row.version, row.state, row.result) for row in rows(app, Matches)]


def test_saving_is_refused_and_the_page_shows_what_was_entered(app, writer):
    before = stored_results(app)

    page = writer.save(tricks=(0, 1, 0))

    assert page.status == 409
    assert f"{LOST} The result of the match is still stored." in page.words
    assert "Nothing was saved, because saving would replace this result." in page.words
    assert "".join(page.by_id("entered").inside) == "Tricks: Ben 1, Cem 0, Ana 0"
    assert stored_results(app) == before
    writer.tap("Back to the match")
    assert writer.save_part(tricks=(0, 1, 0)).status == 409
    assert stored_results(app) == before


def test_an_owner_sees_both_results_before_they_accept_the_loss(app, writer):
    before = stored_results(app)
    writer.save(tricks=(0, 1, 0))

    page = writer.tap("Accept the loss")

    assert (page.status, page.title) == (422, "Replace the stored result")
    assert LOST in page.words
    assert "Stored result: one deal (Ana 1, Ben 0, Cem 1)." in page.words
    assert "New result: 0 deals (Ana 0, Ben 0, Cem 0)." in page.words
    assert stored_results(app) == before
    writer.tap("Cancel")
    writer.save(tricks=(0, 1, 0))
    writer.tap_twice("Accept the loss")
    assert writer.page.path == writer.address
    assert writer.save(tricks=(0, 1, 0)).status == 200
    assert [state for _, state, _ in stored_results(app)] == ["over"]


def test_a_scorer_is_sent_to_an_owner(app, writer):
    add_phone(app, Right.SCORER, "scorer", "A scorer")
    writer.client = app.test_client()  # without the owner's cookies
    writer.client.token = "scorer"
    before = stored_results(app)

    page = writer.save(tricks=(0, 1, 0))

    assert "Ask an owner of this league. They can also accept the loss." in page.words
    assert "Accept the loss" not in [button.words for button in page.root.all("button")]
    assert writer.request("POST", f"{writer.address}/lost-entries").status == 403
    assert stored_results(app) == before


def test_nothing_can_be_accepted_in_a_match_that_has_lost_nothing(app):
    phone = sit_down(app, "jabberwocky", 3, schedule=[1])
    before = stored_results(app)

    page = phone.request("POST", f"{phone.address}/lost-entries")

    assert (page.status, page.path) == (200, phone.address)
    assert stored_results(app) == before
    assert MatchPhone(app, phone.match).save(bids=(1, 1, 0)).status == 200
