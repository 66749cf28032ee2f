"""Guessing codes: wrong codes are limited per address, per network and in total."""

from collections import Counter
from threading import Barrier, Thread

import pytest

from scorekeeper.access import rate_limit
from scorekeeper.access.rate_limit import TooManyWrongCodes
from scorekeeper.web.access.join_request import JOIN_REQUEST_COOKIE
from tests.members import outside_phone
from tests.web.access.newcomers import COOKIE, create_invitation


def test_ten_wrong_codes_block_only_their_own_address(app):
    code = create_invitation(app, with_code=True).code
    for number in range(10):
        assert guess(app, f"0000 000{number}", "10.0.0.1").status_code == 422
    assert guess(app, code, "10.0.0.1").status_code == 429
    assert guess(app, code, "10.0.0.2").status_code == 303


@pytest.mark.parametrize("way", ["GET", "POST"])
def test_wrong_codes_in_the_cookie_count_towards_the_rate_limit(app, way):
    """Guesses count even if they are not sent with the form."""
    client = outside_phone(app)

    def try_one(code):
        client.set_cookie(JOIN_REQUEST_COOKIE, f"1.code.{code}")
        return client.open("/join", method=way)

    for number in range(10):
        assert try_one(f"0000000{number}").status_code == 200
    code = create_invitation(app, with_code=True).code
    assert try_one(code).status_code == 429
    assert client.get_cookie(COOKIE) is None


def test_wrong_codes_from_all_addresses_are_limited_in_total(app):
    statuses = [guess(app, "0000 0000", f"10.0.{n}.1").status_code for n in range(101)]

    assert statuses == [422] * 100 + [429]


def guess(app, code, address):
    return app.test_client().post(
        "/join/code", data={"code": code}, environ_overrides={"REMOTE_ADDR": address}
    )


def test_ipv6_addresses_with_the_same_64_bit_prefix_share_a_rate_limit():
    def address_key(address):
        return next(rate_limit.rate_limit_keys(address))

    assert address_key("2001:db8:1:2:3::4") == address_key("2001:db8:1:2:9::9")
    assert address_key("2001:db8:1:3::4") != address_key("2001:db8:1:2::4")
    assert address_key("10.0.0.1") != address_key("10.0.0.2")
    assert address_key("::ffff:10.0.0.1") == address_key("10.0.0.1")
    assert address_key(None) == address_key("unix:")


def test_ipv6_networks_with_the_same_48_bit_prefix_share_a_higher_rate_limit():
    limiter = rate_limit.CodeRateLimiter()
    for n in range(rate_limit.MAX_PER_NETWORK):
        limiter.count_as_wrong(f"2001:db8:1:{n:x}::1")

    with pytest.raises(TooManyWrongCodes):
        limiter.count_as_wrong("2001:db8:1:ffff::1")
    limiter.count_as_wrong("2001:db8:2:1::1")


def test_setting_the_clock_back_does_not_extend_the_rate_limit(monkeypatch):
    limiter = rate_limit.CodeRateLimiter()
    for _ in range(rate_limit.MAX_PER_ADDRESS):
        limiter.count_as_wrong("10.0.0.1")
    with pytest.raises(TooManyWrongCodes):
        limiter.count_as_wrong("10.0.0.1")
    minute = rate_limit.time.monotonic() + rate_limit.WINDOW_S
    monkeypatch.setattr(rate_limit.time, "time", lambda: 0)
    monkeypatch.setattr(rate_limit.time, "monotonic", lambda: minute)

    limiter.count_as_wrong("10.0.0.1")


def test_codes_sent_at_the_same_moment_are_limited_like_codes_sent_one_after_another():
    """Forty phones send a wrong code at once, and no check ends before ten are running."""
    limiter, outcomes = rate_limit.CodeRateLimiter(), []
    together = Barrier(rate_limit.MAX_PER_ADDRESS)

    def guess_once():
        try:
            with limiter.attempt("10.0.0.1", LookupError):
                together.wait()
                raise LookupError
        except (LookupError, TooManyWrongCodes) as reason:
            outcomes.append(type(reason))

    run_together([guess_once] * 40)

    assert Counter(outcomes) == {LookupError: 10, TooManyWrongCodes: 30}


def test_correct_codes_sent_at_the_same_moment_are_all_accepted():
    limiter, accepted = rate_limit.CodeRateLimiter(), []

    def join():
        with limiter.attempt("10.0.0.1", LookupError):
            accepted.append(True)

    run_together([join] * 40)

    assert len(accepted) == 40


def run_together(functions):
    threads = [Thread(target=each) for each in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
