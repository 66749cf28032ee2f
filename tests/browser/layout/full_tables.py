"""Matches of five and eight players, whose questions have many rows and fields."""

from tests.browser.match_factory import (
    BIDS,
    JABBERWOCKY_DEAL,
    JAGUAR_HAND,
    LOBA_DEAL,
    OUT_AGAIN,
    OUT_NOW,
)
from tests.browser.player_names import HARD_NAMES, TEN

THREE_DEALS = {"schedule": [9, 9, 9]}
EVERY_FIELD = {"point_bids": True, "cappotto_double": True}
FIVE_PLAYERS = {
    "bids": lambda factory: factory.match("jabberwocky", JABBERWOCKY_DEAL, **THREE_DEALS),
    "tricks": lambda factory: factory.match("jabberwocky", JABBERWOCKY_DEAL, BIDS, **THREE_DEALS),
    "jaguar": lambda factory: factory.match("jaguar", JAGUAR_HAND, **EVERY_FIELD, target=11),
    "jaguar with six players": lambda factory: factory.match(
        "jaguar", names=TEN[:6], **EVERY_FIELD
    ),
    "jaguar with hard names": lambda factory: factory.match(
        "jaguar", names=HARD_NAMES, **EVERY_FIELD
    ),
    "jamón": lambda factory: factory.match("jamon"),
    "jamón by points": lambda factory: factory.match("jamon", scoring="points"),
    "chinchón": lambda factory: factory.match("chinchon", run_rule="minus25"),
    "two coming back in chinchón": lambda factory: factory.match("chinchon", OUT_NOW, OUT_AGAIN),
    "loba": lambda factory: factory.match("loba"),
    "two coming back in loba": lambda factory: factory.match("loba", LOBA_DEAL, LOBA_DEAL),
    "gin with two pairs": lambda factory: factory.match(
        "gin", names=TEN[:4], oklahoma=True, big_gin_bonus=31
    ),
}
EIGHT_PLAYERS = {
    "jamón": lambda factory: factory.match("jamon", names=TEN[:8]),
    "jamón by points": lambda factory: factory.match("jamon", names=TEN[:8], scoring="points"),
    "chinchón": lambda factory: factory.match("chinchon", names=TEN[:8], run_rule="minus25"),
}
