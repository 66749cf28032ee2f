"""The number of wrong codes is limited, even if the system time changes in the meantime.

The limit is 10 wrong codes per address in 60 seconds of the monotonic clock.
"""

import time

import pytest

from scorekeeper.rights import Right
from scorekeeper.web.access.join_request import JOIN_REQUEST_COOKIE
from tests.members import outside_phone
from tests.web.access.newcomers import create_invitation

HOUR, DAY = 3600, 86400  # seconds
# The number of seconds by which the system time changes in each second.
CLOCKS = {
    "runs": lambda second: 1,
    "stops": lambda second: 0,
    "jumps forward": lambda second: HOUR,
    "jumps back": lambda second: -HOUR,
    "jumps forward and back": lambda second: DAY if second % 2 else -DAY,
}


class Clock:
    """The system time and the monotonic time, both in whole seconds.

    With fractions, 60 steps of one second could add up to less than a minute, because the sum is
    rounded when it passes a power of two, such as 1,024 seconds after the machine's start.
    """

    def __init__(self, step):
        self.step = step
        self.system, self.monotonic = int(time.time()), int(time.monotonic())
        self.seconds = 0

    def wait(self, seconds):
        for _ in range(seconds):
            self.seconds += 1
            self.monotonic += 1
            self.system += self.step(self.seconds)


@pytest.fixture(params=CLOCKS)
def clock(request, app, monkeypatch):
    clock = Clock(CLOCKS[request.param])
    monkeypatch.setattr(time, "time", lambda: clock.system)
    monkeypatch.setattr(time, "monotonic", lambda: clock.monotonic)
    return clock


def enter_code(client, code):
    return client.post("/join/code", data={"code": code})


def open_with_cookie(client, code):
    client.set_cookie(JOIN_REQUEST_COOKIE, f"1.code.{code}")
    return client.get("/join")


def join_with_cookie(client, code):
    client.set_cookie(JOIN_REQUEST_COOKIE, f"1.code.{code}")
    return client.post("/join", data={"name": "Guesser"})


WAYS = [enter_code, open_with_cookie, join_with_cookie]


@pytest.fixture
def stranger(app):
    return outside_phone(app)


@pytest.mark.cases(7)
@pytest.mark.parametrize("way", WAYS)
def test_at_most_ten_wrong_codes_a_minute_are_checked_whatever_the_clock_does(stranger, clock, way):
    """The phone makes a guess every three seconds for two minutes."""
    statuses = []
    for number in range(40):
        statuses.append(way(stranger, f"{number:08}").status_code)
        clock.wait(3)

    limited = [status == 429 for status in statuses]
    assert limited == ([False] * 10 + [True] * 10) * 2


@pytest.mark.cases(7)
@pytest.mark.parametrize("way", WAYS)
def test_a_valid_code_is_refused_within_the_minute_and_accepted_after_it(app, stranger, clock, way):
    for number in range(10):
        way(stranger, f"{number:08}")
        clock.wait(1)
    clock.wait(49)
    code = create_invitation(app, Right.VIEWER, with_code=True).code
    assert way(stranger, code).status_code == 429
    clock.wait(1)

    code = create_invitation(app, Right.VIEWER, with_code=True).code
    response = way(stranger, code)

    assert response.status_code == (200 if way is open_with_cookie else 303)


def test_wrong_codes_of_other_addresses_do_not_block_a_valid_code(app, clock):
    for number in range(10):
        guess_from(app, f"{number:08}", "10.0.0.1")
    clock.wait(59)

    code = create_invitation(app, Right.VIEWER, with_code=True).code
    assert guess_from(app, code, "10.0.0.1") == 429
    assert guess_from(app, code, "10.0.0.2") == 303


def test_all_addresses_together_have_100_wrong_codes_a_minute(app, clock):
    statuses = [guess_from(app, f"{number:08}", f"10.0.{number}.1") for number in range(101)]
    clock.wait(59)
    statuses.append(guess_from(app, "00000000", "10.1.0.1"))
    clock.wait(1)
    statuses.append(guess_from(app, "00000000", "10.1.0.1"))

    assert statuses == [422] * 100 + [429, 429, 422]


def guess_from(app, code, address):
    client = outside_phone(app)
    return client.post(
        "/join/code", data={"code": code}, environ_overrides={"REMOTE_ADDR": address}
    ).status_code


def test_requests_for_passkeys_count_as_guesses_whatever_the_clock_does(stranger, clock):
    statuses = [stranger.post("/passkey/ask").status_code for _ in range(11)]
    clock.wait(59)
    statuses.append(stranger.post("/passkey/ask").status_code)
    clock.wait(1)
    statuses.append(stranger.post("/passkey/ask").status_code)

    assert statuses == [200] * 10 + [429, 429, 200]
