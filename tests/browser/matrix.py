"""Play whole matches under many conditions, which is too slow for `make thorough`.

    make matrix ARGS="--folder shots gin"

plays each game from the new match to the podium on each screen, with two to ten players, names of 1
to 40 letters, right-to-left names and emoji, in light and dark mode, at 100, 130 and 200% text,
with and without JavaScript, on a slow network, and on the widest screen with mouse and keyboard.
Prints each element that overflows, is too small to tap, is too faint, has moved, or is out of reach
even after scrolling. The exit status is 1 if it prints any. Takes about ten minutes.
"""

import argparse
import sys
import tempfile
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import NamedTuple

from playwright.sync_api import Error

from scorekeeper.cli import simulated_players
from scorekeeper.rules import GAMES
from tests.browser import chromium
from tests.browser.contrast import too_faint
from tests.browser.layout_checks import (
    LARGE_LETTERS,
    LEAST_TARGET,
    SMALL_TARGETS,
    STICKING_OUT,
    UNREACHABLE,
    axe_says,
)
from tests.browser.player import Player
from tests.browser.player_names import HARD_NAMES, TEN
from tests.browser.watcher import Watcher, WatcherAtADesk
from tests.databases import create_league_file

DESK = (1280, 800)
SCREENS = ((360, 640), (360, 740), (320, 568), (740, 360), DESK)
# Options that make matches short.
SHORT = {
    "jabberwocky": {"schedule": [2, 1]},
    "chinchon": {"limit": 60},
    "loba": {"limit": 60},
    "gin": {"target": 60},
    "jaguar": {"hands": 3},
    "jamon": {"deals": 2},
}
NAMES = {"plain": TEN, "hard": (*HARD_NAMES, "Q", "Ümit", "张伟", "O", "Ñ")}
LETTERS = (chromium.LETTERS, 21, LARGE_LETTERS)  # pixels; 100, 130 and 200%
LATENCY = 400  # milliseconds
# Ends finite animations: until then, the toast of the last save covers the line beside Save.
AT_REST = """() => document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  .forEach((each) => each.finish())"""
STAGES = 80  # maximum per match


class Condition(NamedTuple):
    game: str
    screen: tuple[int, int]
    players: int
    names: str
    scheme: str
    letters: int
    scripted: bool
    latency: int

    @property
    def touch(self):
        """Whether the screen belongs to a phone.

        A desktop computer has a mouse and a keyboard instead.
        """
        return self.screen != DESK

    def __str__(self):
        width, height = self.screen
        how = "" if self.scripted else ", no script"
        slow = f", {self.latency} ms" if self.latency else ""
        hand = "" if self.touch else ", mouse and keyboard"
        return (
            f"{self.game}, {self.players} {self.names} names, {width}x{height}, {self.scheme}, "
            f"letters of {self.letters}{how}{slow}{hand}"
        )


def conditions(games):
    """Yield a Condition for each game and screen. The other values change in turn.

    The starting text size changes from game to game, so that every screen is tested at every size.
    """
    for game in games:
        least, most = min(GAMES[game].seats), max(n for n in GAMES[game].seats if n <= 10)
        seats = cycle([n for n in (5, least, 8, most) if n in GAMES[game].seats])
        names, schemes = cycle(["hard", "plain", "hard"]), cycle(["dark", "light"])
        first = list(GAMES).index(game)
        letters = (LETTERS[n % len(LETTERS)] for n in count(first))
        scripted, latency = cycle([True, True, False, True]), cycle([0, LATENCY, 0])
        screens = (*SCREENS, *SCREENS[:3])
        in_turn = zip(screens, seats, names, schemes, letters, scripted, latency, strict=False)
        yield from (Condition(game, *rest) for rest in in_turn)


class CheckedMatch:
    """A match played under one test condition, and the faults found on its pages."""

    def __init__(self, condition, app, page, address, folder):
        self.condition, self.app, self.page, self.folder = condition, app, page, folder
        self.found = []
        if not condition.scripted:
            player = Player
        else:
            player = Watcher if condition.touch else WatcherAtADesk
        self.player = player(page, address, scripted=condition.scripted)

    def play(self):
        case = {
            "players": NAMES[self.condition.names][: self.condition.players],
            "game": self.condition.game,
            "options": SHORT[self.condition.game],
        }
        self.player.sit_down(case)
        match = int(self.page.url.rstrip("/").split("/")[-1])
        log, rng = self.app.extensions["scorekeeper.log"], Random(str(self.condition))
        for n in range(STAGES):
            sheet = log.sheet(match)
            if sheet.is_over:
                break
            self.look(f"{n:02} {sheet.asked_stage.stage}", by_axe=n < 2)
            self.answer(sheet, rng)
        else:
            self.found.append("the match does not end")
        self.page.locator(".podium").wait_for()
        self.look("podium", by_axe=True)
        if isinstance(self.player, Watcher):
            for number in sorted({1, sheet.position.number // 2, sheet.position.number - 1} - {0}):
                self.player.correct_at_random(f"/matches/{match}/rounds/{number}/correct", rng)
        self.found += getattr(self.player, "moved", [])
        return self.found

    def answer(self, sheet, rng):
        asked = sheet.asked_stage
        enter_at_random(self.player, sheet, rng)
        unreachable = self.page.evaluate(UNREACHABLE)
        self.found += [f"{asked.stage}, out of reach: {each}" for each in unreachable]
        self.player.send("#save")
        self.player.deal = 0

    def look(self, name, *, by_axe):
        page = self.page
        page.evaluate(AT_REST)
        faults = [f"sticks out: {each}" for each in page.evaluate(STICKING_OUT)]
        faults += [f"too small: {each}" for each in page.evaluate(SMALL_TARGETS, LEAST_TARGET)]
        if by_axe and self.condition.scripted:
            faults += [f"axe: {each}" for each in axe_says(page)]
            # A change between the two screenshots looks like faint text.
            if faint := too_faint(page):
                faults += [f"too faint: {each}" for each in too_faint(page) if each in faint]
        self.found += [f"{name}: {each}" for each in faults]
        if self.folder and (by_axe or name.startswith("05")):
            page.screenshot(path=self.folder / f"{self.condition}, {name}.png")


def enter_at_random(player, sheet, rng):
    """Enter random answers to the stage that this match asks for, without saving them."""
    asked = sheet.asked_stage
    answers = simulated_players.random_answers(sheet.game, asked, rng)
    player.deal, player.stage = asked.position.number, asked.stage
    player.fill(with_names(answers, {key: name for name, key in player.keys.items()}))


def with_names(value, names):
    """Return the value with player keys replaced by names, at any depth."""
    match value:
        case dict():
            return {names.get(key, key): with_names(each, names) for key, each in value.items()}
        case list() | tuple():
            return [with_names(each, names) for each in value]
        case str():
            return names.get(value, value)
    return value


def play_condition(browser, empty, condition, folder):
    width, height = condition.screen
    with (
        tempfile.TemporaryDirectory() as place,
        chromium.league_app(empty, Path(place)) as app,
        chromium.serving(app) as address,
        chromium.open_new_phone(
            browser,
            scripted=condition.scripted,
            scheme=condition.scheme,
            size={"width": width, "height": height},
            touch=condition.touch,
        ) as page,
    ):
        page.context.set_default_timeout(20_000)
        chromium.set_letters(page, condition.letters)
        if condition.latency:
            slow_down(page, condition.latency)
        checked_match = CheckedMatch(condition, app, page, address, folder)
        try:
            return checked_match.play()
        except Error as error:
            if folder:
                page.screenshot(path=folder / f"{condition}, stuck.png")
            return [*checked_match.found, f"stuck: {str(error)[:600]}"]


def slow_down(page, latency):
    """Delay every response by this many milliseconds."""
    unlimited = {"downloadThroughput": -1, "uploadThroughput": -1}
    session = page.context.new_cdp_session(page)
    session.send(
        "Network.emulateNetworkConditions", {"latency": latency, "offline": False, **unlimited}
    )


def main():
    parser = argparse.ArgumentParser(
        prog="python -m tests.browser.matrix", description=__doc__.splitlines()[0]
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="the games (default: all)")
    parser.add_argument("--folder", type=Path, help="a folder for screenshots of each match")
    given = parser.parse_args()
    if unknown := set(given.games) - set(GAMES):
        parser.error(f"Unknown games: {', '.join(unknown)}. The games are {', '.join(GAMES)}.")
    folder = given.folder
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    with tempfile.TemporaryDirectory() as place, chromium.chromium() as browser:
        empty = create_league_file(Path(place) / "empty.sqlite")
        for condition in conditions(given.games or list(GAMES)):
            faults = play_condition(browser, empty, condition, folder)
            print("wrong" if faults else "fine ", condition, flush=True)
            for each in dict.fromkeys(faults):
                print("   ", each, flush=True)
            wrong += bool(faults)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
