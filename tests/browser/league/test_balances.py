"""The balance bars on the money page, with amounts of different lengths."""

import pytest

from scorekeeper.league import payments, roster
from scorekeeper.server import engines
from tests.browser import chromium
from tests.browser.layout_checks import STICKING_OUT

pytestmark = pytest.mark.browser

ZERO_LINES = """() => [...document.querySelectorAll(".balance-bar__zero")]
  .map(line => Math.round(line.getBoundingClientRect().left))"""


LONG_NAME = "Bartolomeofernandezdelaconcepciongutierr"


@pytest.fixture
def money(empty_database, tmp_path):
    """The address of the money page with three balances, from 0.05 to 1,234,567.94."""
    with chromium.league_app(empty_database, tmp_path) as app:
        store = engines.store_of(app)
        ana, bruno, edu = (
            roster.add_player(store, name).id for name in ("Ana", "Bartolomeo Hernández", LONG_NAME)
        )
        payments.record_payment(
            store, payments.NewPayment(ana, bruno, 123_456_789, "cents", None), "one"
        )
        payments.record_payment(store, payments.NewPayment(edu, bruno, 5, "cents", None), "two")
        with chromium.serving(app) as address:
            yield f"{address}/money?season=all"


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_the_bars_of_all_balances_start_at_the_same_line(width, money, open_phone):
    page = open_phone(size={"width": width, "height": 800})
    page.goto(money)

    assert len(page.evaluate(ZERO_LINES)) == 3
    assert len(set(page.evaluate(ZERO_LINES))) == 1
    assert page.evaluate(STICKING_OUT) == []
