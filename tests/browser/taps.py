"""Count how many taps a deal takes in the browser.

    .venv-test/bin/python -m tests.browser.taps

plays all matches and deals and prints the tables of docs/taps.md. The tests compare these tables
with that file.
"""

import tempfile
from pathlib import Path
from statistics import mean

from scorekeeper.rules import GAMES
from tests.browser import chromium
from tests.browser.match_factory import (
    CHINCHON_DEAL,
    JABBERWOCKY_DEAL,
    JAGUAR_HAND,
    JAMON_DEAL,
    LOBA_DEAL,
    Table,
    by_name,
)
from tests.browser.player import Player
from tests.browser.player_names import FIVE
from tests.browser.watcher import Watcher
from tests.browser.worked_matches import CASES_BY_ID, WITH_SCRIPT, play_out, worked_match
from tests.databases import create_league_file

WRITTEN_DOWN = Path(__file__).parents[2] / "docs" / "taps.md"
UPCARD = {"upcard": "5D", "result": "knock", "knocker": "Ana", "deadwood": {"Ana": 4, "Bruno": 29}}
ONE_MISSES = {"bids": by_name(2, 2, 2, 2, 2), "tricks": by_name(2, 2, 2, 2, 1)}
# Deals of each game, with up to five players if it allows them: the players, the rules that differ
# from the defaults, and the answers.
ONE_DEAL = {
    "jabberwocky, nine cards, one misses": (FIVE, {"schedule": [9, 9]}, ONE_MISSES),
    "jabberwocky, nine cards, two miss": (
        FIVE,
        {"schedule": [9, 9]},
        {**JABBERWOCKY_DEAL, "tricks": by_name(1, 2, 2, 1, 3)},
    ),
    "jaguar, card and suit too": (FIVE, {}, {**JAGUAR_HAND, "called": "3", "trump": "cups"}),
    "jaguar": (FIVE, {}, JAGUAR_HAND),
    "jamon, counted": (FIVE, {"deals": 2}, JAMON_DEAL),
    "jamon, by points": (
        FIVE,
        {"deals": 2, "scoring": "points"},
        {**JAMON_DEAL, "cards": by_name(0, 4, 12, 3, 7)},
    ),
    "chinchon": (FIVE, {}, CHINCHON_DEAL),
    "loba": (FIVE, {}, LOBA_DEAL),
    "gin, with its upcard": (FIVE[:2], {"oklahoma": True}, UPCARD),
}


def documented_lines():
    return WRITTEN_DOWN.read_text("utf-8").splitlines()


def match_line(case, player):
    """Format a played match as a line of the first table."""
    played = {key: taps for key, taps in player.taps.items() if key[0]}
    deals = {deal for deal, _ in played}
    stages = dict.fromkeys(stage for _, stage in sorted(played))
    whole = [sum(taps for (n, _), taps in played.items() if n == deal) for deal in deals]
    by_stage = [
        f"{stage} {as_range([taps for (_, s), taps in played.items() if s == stage])}"
        for stage in stages
    ]
    game, seats = GAMES[CASES_BY_ID[case]["game"]].name, len(CASES_BY_ID[case]["players"])
    parts = (game, case, seats, len(deals), ", ".join(by_stage), f"{mean(whole):.1f}")
    return f"| {' | '.join(map(str, parts))} |"


def as_range(taps):
    least, most = min(taps), max(taps)
    return str(least) if least == most else f"{least} to {most}"


def open_deal(game, page, table):
    """Start a match of this game.

    Returns (Watcher on the match's page, answers to enter).
    """
    seats, options, answers = ONE_DEAL[game]
    match = table.factory.match(game.partition(",")[0], names=seats, **options)
    player = Watcher(page, table.address)
    player.keys = {name: name for name in seats}
    page.goto(f"{table.address}/matches/{match}")
    return player, answers


def one_deal(game, page, table):
    """Play one deal of this game and return the player."""
    player, answers = open_deal(game, page, table)
    player.play(answers)
    return player


def deal_line(game, player):
    """Format a played deal as a line of the second table."""
    slug, _, how = game.partition(",")
    name = ", ".join(filter(None, (GAMES[slug].name, how.strip())))
    by_stage = ", ".join(f"{stage} {taps}" for (_, stage), taps in player.taps.items())
    return f"| {name} | {len(ONE_DEAL[game][0])} | {by_stage} | {player.taps.total()} |"


def main():
    with tempfile.TemporaryDirectory() as folder, chromium.chromium() as browser:
        empty = create_league_file(Path(folder) / "empty.sqlite")
        for case, mistake in WITH_SCRIPT.items():
            with (
                chromium.league_app(empty, Path(folder)) as app,
                chromium.serving(app) as address,
                chromium.open_new_phone(browser) as page,
            ):
                player = Player(page, address)
                play_out(player, worked_match(case, mistake))
                print(match_line(case, player))
        for game in ONE_DEAL:
            table = Table()
            with (
                chromium.serving(table.app) as table.address,
                chromium.open_new_phone(browser) as page,
            ):
                print(deal_line(game, one_deal(game, page, table)))


if __name__ == "__main__":
    main()
