"""Nothing moves under the finger while a stage is entered: not keys, rows or buttons."""

import pytest

from tests.browser import taps
from tests.browser.watcher import Watcher

pytestmark = pytest.mark.browser

SCREENS = [(360, 740), (320, 568), (740, 360), (1280, 800)]
# Each deal on two of them, and all of them with each way of entering numbers. Whole matches beside
# the bar of a browser are watched in test_evening.py.
DEALS = [
    (game, SCREENS[(n + more) % len(SCREENS)])
    for n, game in enumerate(taps.ONE_DEAL)
    for more in (0, 2)
]


@pytest.mark.parametrize(("game", "screen"), DEALS, ids=str)
def test_nothing_moves_on_any_screen(game, screen, table, shared_phone):
    page = shared_phone(size={"width": screen[0], "height": screen[1]})
    seated, record = taps.at_the_table(game, page, table)
    player = Watcher(page, table.address)
    player.keys = seated.keys
    player.play(record)

    assert player.moved == []
