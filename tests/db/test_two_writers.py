"""If two phones save the same stage at once, one save succeeds and the other gets a 409."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from scorekeeper import create_app
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.events import StageRecorded
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.members import add_phone
from tests.sample import sized

DEALS = sized(50, 10)  # two stages each
# The answer of each phone, by stage. Both answers are legal.
SAID = {
    "bids": ({"1": 0, "2": 0, "3": 0}, {"1": 1, "2": 1, "3": 0}),
    "tricks": ({"1": 1, "2": 0, "3": 0}, {"1": 0, "2": 1, "3": 0}),
}


@pytest.fixture
def match(log, people):
    start = CommandMeta("start", 0)
    return commands.start_match(log, "jabberwocky", people, {"schedule": [1] * DEALS}, start)


@pytest.fixture
def phones(database, app):
    """Two scorers' phones, each on its own server with the same database."""
    servers = [create_app({"SQLALCHEMY_DATABASE_URI": database}) for _ in range(2)]
    clients = []
    for number, server in enumerate(servers):
        add_phone(app, Right.SCORER, f"phone-{number}")
        clients.append(server.test_client())
        clients[-1].token = f"phone-{number}"
    yield clients
    for server in servers:
        engines.engine_of(server).dispose()


def test_one_of_two_concurrent_saves_succeeds_and_the_other_gets_a_conflict(phones, log, match):
    begin, responses = Barrier(2), []

    def save(number, deal, stage):
        said = {f"{stage}-{seat}": n for seat, n in SAID[stage][number].items()}
        path = f"/matches/{match}/rounds/{deal}/{stage}"
        begin.wait()
        return phones[number].post(path, data={"key": f"{number} {deal} {stage}", **said})

    with ThreadPoolExecutor(2) as hands:
        for deal in range(1, DEALS + 1):
            for stage in ("bids", "tricks"):
                both = hands.map(save, (0, 1), (deal, deal), (stage, stage))
                responses.append(sorted(both, key=lambda response: response.status_code))

    statuses = [[response.status_code for response in both] for both in responses]
    assert statuses == [[303, 409]] * 2 * DEALS
    assert all(
        "Another phone saved this first" in late.text and "Use my answer" in late.text
        for _, late in responses
    )
    written = [entry.event for entry in log.entries(match)[1:]]
    assert [
        (event.round, event.stage) for event in written if isinstance(event, StageRecorded)
    ] == [(deal, stage) for deal in range(1, DEALS + 1) for stage in ("bids", "tricks")]
    assert len(written) == 2 * DEALS
    assert len(log.sheet(match).played_deals) == DEALS
