"""The places of a podium are beside each other if the names on them fit."""

import pytest

from scorekeeper.league import player_renames, season_commands
from scorekeeper.server import engines
from tests.browser.chromium import LETTERS, set_letters
from tests.browser.layout_checks import BROKEN_WORDS, TOO_WIDE
from tests.browser.match_factory import by_name
from tests.browser.player_names import FIVE
from tests.league.season_changes import season

pytestmark = pytest.mark.browser

COLUMNS = """() => new Set([...document.querySelectorAll(".podium > li")].map(
  (step) => step.getBoundingClientRect().left)).size"""


@pytest.mark.parametrize(
    ("width", "height", "names", "columns"),
    [
        (360, 740, ("Ana", "Bruno", "Chus", "Maximiliane"), 3),
        (320, 568, ("Maximilian", "Clementina", "Wilhelmina", "Ana"), 3),
        (740, 360, ("Maximiliane", "Bartholomäus", "Ana", "Bruno"), 3),
        (360, 740, ("Bartholomäus", "Maximiliane", "Ana", "Bruno"), 1),
    ],
    ids=[
        "a long name in the fourth place",
        "ten letters",
        "long names in landscape",
        "long names on a phone",
    ],
)
def test_only_long_names_on_the_podium_put_its_places_in_one_column(
    width, height, names, columns, table, open_phone
):
    deal = {"went_out": names[0], "deadwood": by_name(0, 20, 30, 40, names=names)}
    match = table.factory.close(table.factory.match("loba", deal, names=names))
    page = open_phone(size={"width": width, "height": height})
    page.goto(f"{table.address}/matches/{match}")

    assert page.evaluate(COLUMNS) == columns
    assert page.evaluate(BROKEN_WORDS, "#match") == []
    assert page.evaluate(TOO_WIDE) == 0


@pytest.mark.parametrize("letters", [LETTERS, 17, 18, 20, 22, 24])
@pytest.mark.parametrize("width", [320, 360])
def test_names_and_buttons_stay_whole_with_large_letters(width, letters, table, open_phone):
    names = ("Maximilian", "Clementina", "Wilhelmina", "Ana")
    deal = {"went_out": names[0], "deadwood": by_name(0, 20, 30, 40, names=names)}
    match = table.factory.close(table.factory.match("loba", deal, names=names))
    page = open_phone(size={"width": width, "height": 740})
    page.goto(f"{table.address}/matches/{match}")
    set_letters(page, letters)

    assert page.evaluate(BROKEN_WORDS, "#match") == []
    assert page.evaluate(TOO_WIDE) == 0


def test_names_on_the_podium_of_a_season_stay_whole_with_large_letters(live_league, open_phone):
    store, names = engines.store_of(live_league.app), FIVE[:4]
    autumn = season(store, starts=None, ends=None)
    deal = {"went_out": names[0], "deadwood": by_name(0, 20, 30, 40, names=names)}
    live_league.factory.close(live_league.match("loba", deal, names=names))
    player_renames.rename_players(store, {1: "Maximilian", 2: "Clementina", 3: "Wilhelmina"})
    season_commands.close_season(store, autumn.id)
    page = open_phone()
    page.goto(f"{live_league.address}/season/{autumn.id}")
    set_letters(page, 20)

    assert page.evaluate(COLUMNS) == 1
    assert page.evaluate(BROKEN_WORDS, ".podium") == []
