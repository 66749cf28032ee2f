"""Compare the first paint of pages that list players in leagues with ten and with 310 players."""

import os
import statistics
from collections.abc import Mapping
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from bench import data, league_phones, report
from bench.browser import ARGUMENTS, PHONE, TIMEOUT_MS
from bench.serving import Phone, scorekeeper
from scorekeeper.league import roster
from scorekeeper.server.engines import store_of

MATCHES, MORE_PLAYERS = 100, 300
WARM_UP_VIEWS, VIEWS = 3, 20  # views of each page before the measurement, and measured views
PAGES = {
    "new match": "/matches/new",
    "players": "/players",
    "this phone": "/phone",
    "merging": "/players/3/edit",
}
SYLLABLES = ("ba", "da", "fe", "gi", "jo", "ku", "le", "mi", "no", "ru")
MAX_RATIO = 1.15  # highest allowed ratio of the first-paint times with many and with few players
WAIT_FOR_FIRST_PAINT = """() => new Promise((done) => {
  const look = () => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    paint ? done(paint.startTime) : setTimeout(look, 5);
  };
  look();
})"""


def measure(folder: Path) -> None:
    report.heading(f"First paint of pages with {MORE_PLAYERS} more players")
    few = data.create_league(folder / "few players", MATCHES)
    many = data.create_league(folder / "many players", MATCHES)
    app = data.open_app(many.folder)
    for number in range(MORE_PLAYERS):
        roster.add_player(store_of(app), name(number))
    data.close_app(app)
    with (
        scorekeeper(few.folder) as (address_of_few, _),
        scorekeeper(many.folder) as (address_of_many, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=list(ARGUMENTS)
        )
        phones = {}
        for address in (address_of_few, address_of_many):
            phones[address] = browser.new_page(viewport=PHONE, is_mobile=True, has_touch=True)
            phones[address].context.add_cookies(
                [{"name": league_phones.COOKIE_NAME, "value": league_phones.TOKEN, "url": address}]
            )
            phones[address].set_default_timeout(TIMEOUT_MS)
        for title, path in PAGES.items():
            sizes = ", ".join(f"{Phone(each).get(path).size / 1000:.1f}" for each in phones)
            report.figure(f"{title}: size of the page", f"{sizes} kB")
            paints = first_paints(phones, path)
            medians = [statistics.median(each) for each in paints.values()]
            report.figure(f"{title}: first paint", ", ".join(f"{each:.0f}" for each in medians))
            report.target(
                f"{title}: first paint with 310 against ten", medians[1] / medians[0], MAX_RATIO
            )
        browser.close()


def name(number: int) -> str:
    """Return a name for the player with this number, below 1000."""
    return "".join(SYLLABLES[int(digit)] for digit in f"{number:03}").capitalize()


def first_paints(phones: Mapping[str, Page], path: str) -> dict[str, list[float]]:
    """Return the milliseconds until each first paint, by address. The addresses take turns."""
    paints: dict[str, list[float]] = {address: [] for address in phones}
    for view in range(WARM_UP_VIEWS + VIEWS):
        for address, page in phones.items():
            page.goto(f"{address}{path}")
            milliseconds: float = page.evaluate(WAIT_FOR_FIRST_PAINT)
            if view >= WARM_UP_VIEWS:
                paints[address].append(milliseconds)
    return paints
