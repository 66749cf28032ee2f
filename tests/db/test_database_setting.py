"""One setting selects SQLite or PostgreSQL, and two servers can play a match on one database."""

import pytest

from scorekeeper import create_app
from scorekeeper.league import match_lists
from scorekeeper.server import engines
from tests.web.match_phone import sit_down


@pytest.fixture
def server(database):
    """A function that creates servers that share this database."""
    apps = []

    def make():
        apps.append(create_app({"SQLALCHEMY_DATABASE_URI": database}))
        return apps[-1]

    yield make
    for app in apps:
        engines.engine_of(app).dispose()


def test_two_servers_on_one_database_can_play_the_same_match(server):
    app, other = server(), server()
    phone = sit_down(app, "jabberwocky", ["Ana", "Ben", "Cem"], schedule=[1])
    far_away = type(phone)(other, phone.match)

    far_away.save(bids=(1, 1, 0))
    phone.reload()
    phone.save(tricks=(1, 0, 0))

    [match] = match_lists.recent_matches(engines.store_of(other))
    assert far_away.sheet == phone.sheet
    assert match.summary["winners"] == ["1", "3"]


def test_a_late_answer_on_another_server_gets_a_409(server):
    phone = sit_down(server(), "jabberwocky", ["Ana", "Ben", "Cem"], schedule=[1])
    far_away = type(phone)(server(), phone.match)

    phone.save(bids=(1, 1, 0))
    page = far_away.save(bids=(0, 0, 0))

    assert page.status == 409
    assert phone.sheet.version == 2
