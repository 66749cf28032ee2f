"""Matches whose questions have a leaderboard, and scripts that find faults in it."""

from tests.browser.match_factory import (
    CHINCHON_DEAL,
    JABBERWOCKY_DEAL,
    JAGUAR_HAND,
    JAMON_DEAL,
    KNOCK,
    LOBA_DEAL,
    by_name,
)
from tests.browser.player_names import HARD_NAMES, TEN

OF_TWO = {"names": ("Ana", "Bruno")}
PLAYING = {
    "bids of nine cards": lambda factory: factory.match(
        "jabberwocky", JABBERWOCKY_DEAL, schedule=[9, 9, 9]
    ),
    "bids of three cards": lambda factory: factory.match(
        "jabberwocky", JABBERWOCKY_DEAL, schedule=[9, 3, 3]
    ),
    "tricks": lambda factory: factory.match(
        "jabberwocky", JABBERWOCKY_DEAL, {"bids": by_name(0, 0, 0, 1, 0)}, schedule=[9, 3]
    ),
    "tricks of nine cards": lambda factory: factory.match(
        "jabberwocky", JABBERWOCKY_DEAL, {"bids": by_name(2, 2, 2, 2, 2)}, schedule=[9, 9]
    ),
    "jaguar": lambda factory: factory.match("jaguar", JAGUAR_HAND),
    "jamón": lambda factory: factory.match("jamon", JAMON_DEAL, deals=3),
    "jamón with ten players": lambda factory: factory.match(
        "jamon", {"went_out": "Ana", "counters": by_name(*(5,) * 10, names=TEN)}, names=TEN, deals=3
    ),
    "jamón calls": lambda factory: f"{factory.match('jamon', JAMON_DEAL, deals=3)}?instead=1",
    "chinchón": lambda factory: factory.match("chinchon", CHINCHON_DEAL),
    "loba": lambda factory: factory.match("loba", LOBA_DEAL),
    "gin": lambda factory: factory.match("gin", KNOCK, **OF_TWO),
    "hard names": lambda factory: factory.match(
        "jabberwocky",
        {
            "bids": by_name(2, 2, 2, 2, 2, names=HARD_NAMES),
            "tricks": by_name(2, 2, 2, 1, 2, names=HARD_NAMES),
        },
        names=HARD_NAMES,
        schedule=[9, 2],
    ),
}
CUT_OFF = """
() => {
  const all = document.querySelector(".leaderboard > div"), room = all.getBoundingClientRect();
  const isShown = (e) => e.checkVisibility({ opacityProperty: true });
  return [...all.querySelectorAll("li, b, p")].filter(isShown).filter((e) => {
    const { top, right, bottom } = e.getBoundingClientRect();
    return bottom > room.bottom + 0.5 || top < room.top - 0.5 || right > room.right + 0.5;
  }).map((e) => e.textContent);
}
"""
