"""Fixtures for tests of notifications: the app, its push service, and phones that subscribe."""

from contextlib import contextmanager

import pytest

from scorekeeper.league import roster
from scorekeeper.rights import Right
from scorekeeper.web.extension_keys import NOTIFIER_KEY
from tests.members import Member, add_phone
from tests.notices.push_service import Browser, PushService, wait_until_sent
from tests.page_fixtures import app as league_app
from tests.page_fixtures import database, log, pytest_generate_tests

__all__ = ["database", "league_app", "log", "pytest_generate_tests"]


@pytest.fixture
def service():
    with running_service() as service:
        yield service


@pytest.fixture
def slow_service():
    """Another push service, which does not respond until `open` is set."""
    with running_service() as service:
        service.open.clear()
        yield service


@pytest.fixture
def app(league_app, service):
    """The app. It may send notifications to this machine, and repeats attempts without a pause."""
    deliveries = league_app.extensions[NOTIFIER_KEY].deliveries
    league_app.config["PUSH_TO_LOOPBACK"] = deliveries.to_loopback = True
    deliveries.delays = (0, 0)
    yield league_app
    service.open.set()
    wait_until_sent(deliveries)


@pytest.fixture
def notifier(app):
    return app.extensions[NOTIFIER_KEY]


@pytest.fixture
def people(store):
    """The keys of the players Ana, Bruno and Chus."""
    return tuple(roster.add_player(store, name, at=0).key for name in ("Ana", "Bruno", "Chus"))


@contextmanager
def running_service():
    service = PushService()
    yield service
    service.stop()


class Phone:
    """A phone of the league, with its own browser and push address."""

    def __init__(self, app, service, name, player):
        self.browser, self.path = Browser(), f"/{name}"
        self.endpoint = service.address + self.path
        self.id = add_phone(app, Right.VIEWER, name, name, player_id=player)
        self.client = Member(app, use_cookies=False)
        self.client.token = name

    def save(self, *kinds, details=False, **more):
        """Submit the notifications form and return the response."""
        form = {"kind": [*kinds], **self.browser.keys(self.endpoint), **more}
        if details:
            form["details"] = "yes"
        return self.client.post("/phone/notices", data=form)


@pytest.fixture
def new_phone(app, service):
    """A function that adds a phone and returns it: `new_phone("Ana", "1")`."""
    return lambda name, player=None: Phone(app, service, name, player and int(player))


@pytest.fixture
def ana(new_phone, people):
    return new_phone("Ana", people[0])


@pytest.fixture
def bruno(new_phone, people):
    return new_phone("Bruno", people[1])


@pytest.fixture
def chus(app, slow_service, people):
    """Chus's phone, which uses another push service."""
    return Phone(app, slow_service, "Chus", int(people[2]))


@pytest.fixture
def read_messages(service):
    """A function that waits for one message to each of these phones, and returns the messages."""

    def read(*phones):
        by_path = {phone.path: phone for phone in phones}
        requests = [service.next() for _ in phones]
        messages = {path: by_path[path].browser.read(body) for path, _, body in requests}
        return [messages[phone.path] for phone in phones]

    return read
