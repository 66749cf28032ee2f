"""A whole match of each game, played by taps from the new-match page to the podium."""

import pytest

from tests.browser import taps
from tests.browser.player import Player
from tests.browser.watcher import Watcher
from tests.browser.worked_matches import WITH_SCRIPT, WITHOUT_SCRIPT, play_out, worked_match
from tests.sample import sized

pytestmark = pytest.mark.browser

BESIDE_A_BAR = {"width": 360, "height": 640}  # what the browser's bars leave of a 740-pixel screen


@pytest.mark.parametrize("case", sized(list(WITH_SCRIPT), ["ham-21"]))
def test_a_whole_match_can_be_played_in_light_mode_with_the_pages_keypad(case, league, open_phone):
    player = Watcher(open_phone(BESIDE_A_BAR), league)

    play_out(player, worked_match(case, WITH_SCRIPT[case]))

    assert player.moved == []
    assert taps.match_line(case, player) in taps.documented_lines()


@pytest.mark.parametrize("case", sized(list(WITHOUT_SCRIPT), ["ham-25"]))
def test_a_whole_match_can_be_played_in_dark_mode_without_a_script(case, league, open_phone):
    player = Player(open_phone(scheme="dark", scripted=False), league, scripted=False)

    play_out(player, worked_match(case, WITHOUT_SCRIPT[case]))
