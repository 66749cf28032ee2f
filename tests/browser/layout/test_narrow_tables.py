"""In tables of players on narrow phones, names of ten letters and long figures are not split."""

from itertools import product

import pytest

from scorekeeper.access import public_links
from scorekeeper.access.public_links import one_evening
from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.server import engines
from scorekeeper.stats.schemes import Scheme
from tests import clocks
from tests.browser import chromium
from tests.browser.layout_checks import BROKEN_WORDS, LARGE_LETTERS, STICKING_OUT, UNFOLD
from tests.browser.leagues import EVENING_AT, end_a_match
from tests.sample import sized

pytestmark = pytest.mark.browser

NAMES = (
    *("Maximilian", "Bartolomeo", "Żółtowska", "Wilhelmine", "Guillermos"),
    *("Ñandúverde Żółtowska", "Ana", "Clementina", "Friederika", "Ewa"),
)
WEEK = 7 * 24 * 60 * 60  # seconds
EVENING = clocks.evening_date(EVENING_AT + WEEK)
TEXT_SIZES = (chromium.LETTERS, 21, LARGE_LETTERS)  # 100, 130 and 200%
# Makes the figures as long as those of a large club that has met for years.
LONG_FIGURES = """() => {
  const write = (which, text) =>
    document.querySelectorAll(which).forEach((each) => (each.textContent = text));
  write(".changes tbody td:nth-child(2) b, .standing__place, .rating-list__place", "125=");
  write(".changes tbody td:last-child b, .standing__figure", "1234.58");
  write("td.standing__matches, td.standing__wins", "3578");
  write(".rating-list__strength", "1776"), write(".rating-list__unsure", "±123");
}"""
# Tables that are wider than their card.
SCROLLING = """() => [...document.querySelectorAll(".scroll")]
  .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
  .map((box) => box.innerText.slice(0, 30))"""


@pytest.fixture
def served(empty_database, tmp_path):
    """(address, secret) of a league and of a public link to one of its evenings.

    On each of two evenings, ten people play in two matches.
    """
    with chromium.league_app(empty_database, tmp_path) as app:
        store = engines.store_of(app)
        keys = [roster.add_player(store, name, at=0).key for name in NAMES]
        season_commands.create_season(store, Season(0, "Autumn", scheme=Scheme(min_matches=1)))
        for number, seats in enumerate((keys[:5], keys[5:])):
            end_a_match(app, tuple(seats), number)
            end_a_match(app, tuple(seats[1:] + seats[:1]), WEEK + number)
        secret = public_links.create_public_link(store, "World", one_evening(EVENING))
        app.extensions["scorekeeper.stats_cache"].wait_until_current()
        with chromium.serving(app) as address:
            yield address, secret


def test_names_and_long_figures_stay_whole_in_tables_of_players(served, open_phone):
    address, secret = served
    page, faults = open_phone(), {}
    paths = (f"/nights/{EVENING}?rows=page", f"/shown/{secret}?rows=page", "/", "/ratings")
    sizes = (*product(TEXT_SIZES, (320, 360, 412)), (chromium.LETTERS, 1280))
    for path in paths:
        page.goto(f"{address}{path}")
        page.evaluate(LONG_FIGURES)
        page.evaluate(UNFOLD)
        for letters, width in sized(sizes, sizes[1::3]):
            chromium.set_letters(page, letters)
            page.set_viewport_size({"width": width, "height": 640})
            broken = page.evaluate(BROKEN_WORDS, "main")
            if broken := broken + page.evaluate(STICKING_OUT) + page.evaluate(SCROLLING):
                faults[path, letters, width] = broken

    assert faults == {}
