"""Nothing moves under the finger while a stage is entered: not keys, rows or buttons."""

from itertools import cycle

import pytest

from tests.browser import taps
from tests.browser.watcher import Watcher

pytestmark = pytest.mark.browser

SCREENS = [(360, 740), (320, 568), (740, 360), (1280, 800)]
# Each deal on one of them; `make matrix` plays whole matches on all. Those beside the bar of a
# browser are watched in test_evening.py.
DEALS = list(zip(taps.ONE_DEAL, cycle(SCREENS), strict=False))


@pytest.mark.parametrize(("game", "screen"), DEALS, ids=str)
def test_nothing_moves_on_any_screen(game, screen, table, shared_phone):
    page = shared_phone(size={"width": screen[0], "height": screen[1]})
    seated, record = taps.at_the_table(game, page, table)
    player = Watcher(page, table.address)
    player.keys = seated.keys
    player.play(record)

    assert player.moved == []
