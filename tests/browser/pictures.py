"""Draw the pictures in the README and in docs: pages of a league, in light and dark mode.

    make pictures

writes them to docs/pictures and static/pictures. Check them before you commit them.
"""

import os
import pathlib
import tempfile
import threading
from random import Random

from PIL import Image
from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from scorekeeper import create_app
from scorekeeper.access import public_links
from scorekeeper.cli import simulated_players
from scorekeeper.club.draws import DrawMethod, Past
from scorekeeper.league import roster, season_commands
from scorekeeper.league.club import draws as club_draws
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club.draws import DrawRequest
from scorekeeper.league.club.nights import NightSettings
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.stakes import Stakes
from tests import members
from tests.clocks import evening_date
from tests.databases import create_league_file

ROOT = pathlib.Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"
# Browsers show these pictures when they offer to install the app. Each is smaller than 100 kB.
SHOWN_BY_BROWSERS = ROOT / "static" / "pictures"
NAMES = ("Ana", "Bruno", "Chus", "Dina", "Edu")
GUESTS = ("Fina", "Gus", "Iñaki", "Zoë", "Amaia", "Pau")
EVENING = 1_795_000_000  # seconds since 1970
WEEK = 7 * 86_400
STAKES = Stakes("cents", {"chinchon": 50, "jabberwocky": 20})
# The first deals: (bids, tricks), each in order of play, beginning after the dealer.
JABBERWOCKY_DEALS = (
    ((1, 0, 1, 0, 2), (1, 0, 1, 0, 1)),
    ((1, 0, 2, 1, 1), (1, 0, 1, 1, 1)),
    ((1, 0, 1, 2, 0), (1, 1, 1, 2, 0)),
    ((1, 1, 2, 1, 2), (1, 1, 1, 1, 2)),
)
CHINCHON_DEALS = (
    (2, (23, 11, 4, 17, 8)),
    (3, (9, 0, 25, 3, 19)),
    (4, (15, 22, 6, 12, 2)),
    (2, (45, 5, 2, 20, 24)),
    (0, (3, 30, 41, 33, 44)),
    (2, (11, 38, 0, 8, 10)),
    (2, (0, 0, 2, 20, 0)),
)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = create_league_file(f"{folder}/evening.sqlite")
        app = create_app({"SQLALCHEMY_DATABASE_URI": file})
        seats = [roster.add_player(engines.store_of(app), name).key for name in NAMES]
        fill_autumn(engines.store_of(app), app, seats)
        jabberwocky, chinchon = start_jabberwocky(app, seats), play_chinchon(app, seats)
        server = make_server("127.0.0.1", 0, as_in_a_home_network(app), threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        take_screenshots(f"http://127.0.0.1:{server.server_port}", jabberwocky, chinchon)
        shown = public_links.create_public_link(
            engines.store_of(app), "World", public_links.CURRENT_SEASON
        )
        night = club_night(app, seats)
        take_club_screenshots(f"http://127.0.0.1:{server.server_port}", shown, night)
        server.shutdown()


def as_in_a_home_network(app):
    """Wrap the app as if its server listened on all addresses, so that links name this machine."""
    return lambda environ, start: app({**environ, "SERVER_NAME": "0.0.0.0"}, start)


def fill_autumn(store, app, seats):
    """Create a season and play random matches in the eight weeks before EVENING."""
    log = app.extensions["scorekeeper.log"]
    season_commands.create_season(
        store, Season(0, "Autumn 2026", "2026-09-01", scheme=Scheme(min_matches=3), stakes=STAKES)
    )
    for week in range(8):
        for number, game in enumerate(("chinchon", "jabberwocky")[: 1 + week % 2]):
            rng, at = Random(f"{week} {game}"), EVENING - (8 - week) * WEEK + 4000 * number
            match = commands.start_match(
                log, game, tuple(seats), {}, CommandMeta(f"{week} {game}", at)
            )
            while not (sheet := log.sheet(match)).is_over:
                stage, answers = simulated_players.next_answers(sheet, rng)
                sent = CommandMeta(f"{sheet.version}", at + 60 * sheet.version)
                commands.record_stage(log, match, sheet.position.number, stage, answers, sent)


def start_jabberwocky(app, seats):
    """Start a Jabberwocky match, play the deals in JABBERWOCKY_DEALS, and return the match's id."""
    log = app.extensions["scorekeeper.log"]
    match = commands.start_match(
        log, "jabberwocky", tuple(seats), {}, CommandMeta("jabberwocky", EVENING)
    )
    for number, answers in enumerate(JABBERWOCKY_DEALS, start=1):
        order = seats[number % 5 :] + seats[: number % 5]
        for name, values in zip(("bids", "tricks"), answers, strict=True):
            answer = {name: dict(zip(order, values, strict=True))}
            commands.record_stage(
                log, match, number, name, answer, CommandMeta(f"{number}-{name}", EVENING + 300)
            )
    return match


def play_chinchon(app, seats):
    """Play a whole match of Chinchón in which no player comes back, and return the match's id."""
    log = app.extensions["scorekeeper.log"]
    match = commands.start_match(
        log, "chinchon", tuple(seats), {"limit": 100}, CommandMeta("chinchon", EVENING)
    )
    for number, (closer, points) in enumerate(CHINCHON_DEALS, start=1):
        asked = log.sheet(match).asked_stage
        active = [seat for seat in seats if seat not in asked.position.eliminated]
        answer = {
            "closer": seats[closer],
            "deadwood": {s: n for s, n in zip(seats, points, strict=True) if s in active},
        }
        commands.record_stage(
            log, match, number, "cards", answer, CommandMeta(f"c{number}", EVENING + 400)
        )
        if (asked := log.sheet(match).asked_stage) and asked.stage == "back":
            commands.record_stage(
                log, match, number, "back", {"reenlist": []}, CommandMeta(f"b{number}", EVENING)
            )
    return match


def club_night(app, seats):
    """Create a club night of eleven people, draw its first round, and return the night's id."""
    store = engines.store_of(app)
    seats = [*seats, *(roster.add_player(store, name).key for name in GUESTS)]
    settings = NightSettings(evening_date(EVENING), "", "chinchon", {}, 4, DrawMethod.BALANCED)
    night = club_nights.create_night(store, settings, "club night", EVENING)
    club_nights.set_here(store, night, (), tuple(seats), EVENING)
    club_draws.draw_round(store, night, DrawRequest(1, 0, 1), Past(), EVENING)
    return night


# Hides the address of the machine that draws the pictures.
WITHOUT_ADDRESS = """() => {
  document.querySelector(".centre.muted b").textContent = "scores.example/join";
  document.querySelector("#link").value = "https://scores.example/join/…";
}"""


def take_screenshots(address, jabberwocky, chinchon):
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        day, night = (
            chromium.new_page(
                viewport={"width": 360, "height": 740}, color_scheme=scheme, is_mobile=True
            )
            for scheme in ("light", "dark")
        )
        for page in (day, night):
            page.context.add_cookies([members.COOKIE])
        enter_bids(day, f"{address}/matches/{jabberwocky}")
        day.screenshot(path=SHOWN_BY_BROWSERS / "bids.png")
        night.goto(f"{address}/matches/{jabberwocky}/sheet")
        night.goto(f"{address}/matches/{jabberwocky}/sheet?why=4-{second_side(night)}")
        night.screenshot(path=FOLDER / "sheet-night.png")
        for page, name in ((day, "day"), (night, "night")):
            page.goto(f"{address}/matches/{chinchon}")
            page.screenshot(path=FOLDER / f"podium-{name}.png")
        day.goto(f"{address}/season/1")
        day.screenshot(path=FOLDER / "season-day.png")
        night.goto(f"{address}/players/1")
        night.screenshot(path=FOLDER / "player-night.png")
        day.goto(f"{address}/nights/{evening_date(EVENING - WEEK)}")
        day.screenshot(path=FOLDER / "evening-day.png")
        night.goto(f"{address}/matches/{jabberwocky}/history")
        night.screenshot(path=FOLDER / "history-night.png")
        day.goto(f"{address}/invite")
        day.click("text=Create a code")
        day.locator(".join-code").wait_for()
        day.evaluate(WITHOUT_ADDRESS)
        day.screenshot(path=FOLDER / "invite-day.png")
        chromium.close()


def take_club_screenshots(address, shown, night):
    """Show a public page, a review and a club night on a phone, and a season on a laptop."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        phone = chromium.new_page(viewport={"width": 360, "height": 740}, is_mobile=True)
        laptop = chromium.new_page(viewport={"width": 1280, "height": 800})
        for page in (phone, laptop):
            page.context.add_cookies([members.COOKIE])
        phone.goto(f"{address}/shown/{shown}")
        phone.screenshot(path=FOLDER / "public-day.png")
        phone.goto(f"{address}/season/1/review")
        phone.screenshot(path=FOLDER / "review-day.png")
        phone.goto(f"{address}/club/{night}")
        phone.screenshot(path=FOLDER / "club-day.png")
        laptop.goto(f"{address}/season/1")
        laptop.screenshot(path=SHOWN_BY_BROWSERS / "season-laptop.png")
        chromium.close()
    with Image.open(SHOWN_BY_BROWSERS / "season-laptop.png") as picture:
        few_colours = picture.convert("RGB").quantize(224, kmeans=2)  # less than 100 kB
    few_colours.save(SHOWN_BY_BROWSERS / "season-laptop.png", optimize=True)


def enter_bids(page, match):
    """Enter all bids except the dealer's bid."""
    page.goto(match)
    for seat, number in enumerate((2, 1, 3, 0)):
        row = page.locator(".seat").nth(seat)
        with page.expect_response("**/look"):
            row.locator(f"label:has(input[value='{number}'])").click()
    page.locator(".chip--no").wait_for()


def second_side(page):
    """Return the key of the second column's side, from the id of its cell."""
    return page.locator("a.cell").nth(1).get_attribute("id").rsplit("-", 1)[1]


if __name__ == "__main__":
    main()
