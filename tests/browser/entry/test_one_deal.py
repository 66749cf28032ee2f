"""A deal of each game takes few taps on a phone, with few layout shifts and restyled elements.

Taps, shifts and restyled elements are counted while the deal is played once.
"""

import pytest

from tests.browser import taps
from tests.browser.layout_shifts import WATCH, take_shifts, take_total_shift
from tests.browser.restyling import MOST, trace_restyling
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

# Maximum layout shift of one stage in these games. Words and numbers that arrive with the server's
# preview move in these games, because they are aligned to the end of their cells. Nothing else
# moves, and in other games, nothing moves at all.
A_WORD = 0.0025
WORDS = ("gin", "jaguar", "jamon")


@pytest.mark.cases(2)
@pytest.mark.parametrize("game", taps.ONE_DEAL)
def test_the_taps_of_a_deal_are_as_documented_shift_nothing_and_restyle_little(
    game, table, open_phone
):
    page = open_phone(motion=True)
    player, answers = taps.open_deal(game, page, table)
    player.deal, player.stage = player.current_stage()
    wait_until(page, NOTHING_UNDER_WAY)
    page.evaluate(WATCH)
    take_shifts(page)  # from loading the page

    with trace_restyling(page) as restyled:
        player.fill(answers)
        wait_until(page, NOTHING_UNDER_WAY)
    assert len(restyled) > len(answers)
    assert [count for count in restyled if count > MOST] == []

    most = A_WORD if game.startswith(WORDS) else 0
    assert take_total_shift(page) <= most

    player.play(answers)
    assert (player.moved, player.out_of_reach) == ([], [])
    assert taps.deal_line(game, player) in taps.documented_lines()
    assert player.current_stage()[0] == 2
