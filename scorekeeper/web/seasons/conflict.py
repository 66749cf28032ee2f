"""What somebody else has saved of a season meanwhile, in words."""

from collections.abc import Iterable
from typing import Any

from scorekeeper.league.seasons import Season
from scorekeeper.messages import Say, say
from scorekeeper.rules import GAMES
from scorekeeper.stats.scheme_text import hundredths, listed
from scorekeeper.stats.schemes import MEASURES, Scheme
from scorekeeper.stats.tiebreaks import TIES
from scorekeeper.web.money_text import coins

TITLES = {  # of all parts that two can want differently: of two ways one is there already
    "name": say("Name"),
    "evenings": say("First and last evening"),
    "games": say("Games and how it counts"),
    "table": say("Points for places"),
    "which": say("Which matches count"),
    "bonus": say("Bonus for coming"),
    "minimum": say("Ranked from match number"),
    "ties": say("If two are level"),
    "stakes": say("Stakes"),
}


def there_now(season: Season, parts: Iterable[str]) -> list[Say]:
    """A line for each of these parts: what it is, and how it stands in the league."""
    words = in_words(season)
    return [say("{what}: {value}", what=TITLES[name], value=words[name]) for name in parts]


def in_words(season: Season) -> dict[str, Any]:
    scheme = season.scheme
    games = [game.name for slug, game in GAMES.items() if slug in season.its_games]
    return {
        "name": season.name,
        "evenings": say("{first} to {last}", first=season.starts or "–", last=season.ends or "–"),
        "games": say("{games}; {how}", games=games, how=MEASURES[scheme.measure].title),
        "table": say(
            "{points}; who share a place {how}",
            points=listed(scheme.table),
            how=say("get the higher") if scheme.shared == "higher" else say("share the points"),
        ),
        "which": which(scheme),
        "bonus": hundredths(scheme.bonus),
        "minimum": scheme.minimum,
        "ties": [TIES[name].title for name in scheme.ties] or say("Shared place"),
        "stakes": stakes(season),
    }


def which(scheme: Scheme) -> Say:
    if scheme.which == "best":
        return say("the best {n}", n=scheme.count)
    if scheme.which == "drop":
        return say("all but the worst {n}", n=scheme.count)
    return say("all")


def stakes(season: Season) -> Say | list[Say]:
    unit = season.stakes.unit
    found = [
        say("{game} {amount}", game=GAMES[slug].name, amount=coins(amount, unit))
        for slug, amount in season.stakes.amounts.items()
        if amount and slug in GAMES
    ]
    return found or say("nothing")
