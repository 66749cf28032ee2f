"""A whole match of each game, from the new-match page to the podium, as a player taps it."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import taps
from tests.browser.evenings import WITH_SCRIPT, WITHOUT_SCRIPT, evening
from tests.browser.player import Player
from tests.browser.watcher import Watcher

pytestmark = pytest.mark.browser

BESIDE_A_BAR = {"width": 360, "height": 640}  # the space that a browser's bars leave of 740 pixels


@pytest.mark.parametrize("case", WITH_SCRIPT)
def test_a_whole_match_can_be_played_in_light_mode_with_the_pages_keypad(case, league, open_phone):
    player = Watcher(open_phone(BESIDE_A_BAR), league)

    play_out(player, evening(case, WITH_SCRIPT[case]))

    assert player.moved == []
    assert taps.of_a_match(case, player) in taps.written_down()


@pytest.mark.parametrize("case", WITHOUT_SCRIPT)
def test_a_whole_match_can_be_played_in_dark_mode_without_a_script(case, league, open_phone):
    player = Player(open_phone(scheme="dark", scripted=False), league, scripted=False)

    play_out(player, evening(case, WITHOUT_SCRIPT[case]))


def play_out(player, evening):
    """Play the case to its end, with a mistake in the first deal that is corrected later."""
    case = evening.case
    player.sit_down(case)
    player.play(evening.first_taken_for)
    player.play(case["rounds"][1])
    assert player.totals() == sides(evening.totals_after(2, corrected=False))
    player.correct(1, case["rounds"][0])
    player.undo()
    assert player.totals() == sides(evening.totals_after(2, corrected=False))
    player.redo()
    for record in case["rounds"][2:]:
        player.play(record)
    if case.get("closed"):
        player.close()
    expect(player.page.locator(".podium")).to_be_visible()
    assert winners(player.page) == set(case["expected"]["winners"])
    player.follow(player.page.locator("#main").get_by_role("link", name="Sheet"))
    assert player.totals() == sides(case["expected"]["totals"])


def sides(totals):
    """Join the names of partners as the page does: Ana + Ben."""
    return {side.replace("+", " + "): total for side, total in totals.items()}


def winners(page):
    """Return the names on the highest step."""
    steps = page.locator(".podium li")
    names = [step.locator(".podium__who").text_content() for step in steps.all()]
    places = [step.locator(".podium__step").inner_text().split()[-1] for step in steps.all()]
    first = [name for name, place in zip(names, places, strict=True) if place == "1"]
    return {each for names in first for each in re.split(r", | and | \+ ", names)}
