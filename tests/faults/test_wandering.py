"""Forms that are almost valid cause no server error and leave a sound league."""

import re

import pytest

from scorekeeper.cli import checks
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.server import engines
from tests.faults import seeds
from tests.faults.fuzzed_league import SESSIONS, open_fuzzed_app
from tests.faults.wanderer import AVOIDED, Wanderer
from tests.sample import sized

STEPS = sized(900, 250)
KINDS = 15  # how many kinds of forms must be accepted at least once


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.pg)])
def app(request):
    for app in open_fuzzed_app(request.getfixturevalue(request.param)):
        yield app
        engines.engine_of(app).dispose()


def first_pages(app):
    """Return the addresses of pages, with 1 in place of each number.

    Files, streams and addresses with other variable parts are left out.
    """
    rules = app.url_map.iter_rules()
    paths = {re.sub("<int:[a-z_]+>", "1", rule.rule) for rule in rules if "GET" in rule.methods}
    return sorted(each for each in paths if not re.search("[<.]|stream", each))


@pytest.mark.fault
def test_phones_that_submit_almost_valid_forms_leave_a_sound_league(app):
    starts = [each for each in first_pages(app) if not AVOIDED.search(each)]
    phones = []
    for right, token in SESSIONS.items():
        phones.append(Wanderer(app, f"{right} {seeds.SEED}", starts))
        phones[-1].client.token = token

    for step in range(STEPS):
        phone = phones[step % len(phones)]
        try:
            phone.step()
        except Exception as mistake:
            raise AssertionError(phone.latest) from mistake

    assert len({name for phone in phones for name in phone.accepted}) >= KINDS
    assert checks.findings_by_league(app) == {FIRST_LEAGUE_ID: []}
