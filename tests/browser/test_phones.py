"""A phone that a test has used is like a new phone in the next test."""

import pytest

from tests.browser.phone_pool import reset_phone

pytestmark = pytest.mark.browser
STORE = "() => { sessionStorage.setItem('who', 'Ana'); localStorage.setItem('who', 'Ana'); }"
STORED = "() => [sessionStorage.length, localStorage.length]"


def test_a_lent_phone_forgets_what_the_last_test_stored(league, open_phone):
    page = open_phone()
    page.goto(f"{league}/")
    page.evaluate(STORE)
    page.reload()
    assert page.evaluate(STORED) == [1, 1]

    reset_phone(page)
    page.goto(f"{league}/")

    assert page.evaluate(STORED) == [0, 0]
