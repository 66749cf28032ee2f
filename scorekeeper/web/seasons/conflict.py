"""The values of season settings as text, such as the saved values that conflict with a form."""

from collections.abc import Iterable
from typing import Any

from scorekeeper.league.seasons import Season
from scorekeeper.messages import Message, say
from scorekeeper.rules import GAMES
from scorekeeper.stats.scheme_text import format_hundredths, join_points
from scorekeeper.stats.schemes import MEASURES, Scheme
from scorekeeper.stats.stakes import Stakes
from scorekeeper.stats.tie_breaks import TIE_BREAKS
from scorekeeper.web.dates import medium_date
from scorekeeper.web.money_text import format_amount

# All parts of a season except “each”. This part has only two possible values, so two phones that
# both change it choose the same value.
PART_TITLES = {
    "name": say("Name"),
    "evenings": say("First and last evening"),
    "games": say("Games and scoring"),
    "table": say("Points for places"),
    "which": say("Which matches count"),
    "bonus": say("Attendance bonus"),
    "minimum": say("Matches needed to be ranked"),
    "ties": say("Tie-breaks"),
    "stakes": say("Stakes"),
}


def current_values(season: Season, parts: Iterable[str]) -> list[Message]:
    """Return a line for each of these parts: its title and the saved value."""
    words = values_in_words(season)
    return [say("{what}: {value}", what=PART_TITLES[name], value=words[name]) for name in parts]


def values_in_words(season: Season) -> dict[str, Any]:
    scheme = season.scheme
    games = [game.name for slug, game in GAMES.items() if slug in season.counted_games]
    return {
        "name": season.name,
        "evenings": say(
            "{first} to {last}",
            first=medium_date(season.starts) if season.starts else "–",
            last=medium_date(season.ends) if season.ends else "–",
        ),
        "games": say("{games}; {how}", games=games, how=MEASURES[scheme.measure].title),
        "table": say(
            "{points}; players who share a place {how}",
            points=join_points(scheme.place_points),
            how=say("get the points for the higher place")
            if scheme.shared_places == "higher"
            else say("split the points"),
        ),
        "which": counted_matches_text(scheme),
        "bonus": format_hundredths(scheme.bonus_hundredths),
        "minimum": scheme.min_matches,
        "ties": ties_text(scheme.tie_breaks),
        "stakes": stakes_text(season.stakes),
    }


def counted_matches_text(scheme: Scheme) -> Message:
    if scheme.counted_matches == "best":
        return say("the best {n}", n=scheme.best_or_drop_count)
    if scheme.counted_matches == "drop":
        return say("all but the worst {n}", n=scheme.best_or_drop_count)
    return say("all")


def ties_text(ties: Iterable[str]) -> Message | list[Message]:
    return [TIE_BREAKS[name].title for name in ties] or say("Shared place")


def stakes_text(stakes: Stakes) -> Message | list[Message]:
    amounts = [
        say("{game} {amount}", game=game.name, amount=format_amount(amount, stakes.unit))
        for slug, game in GAMES.items()
        if (amount := stakes.amounts.get(slug))
    ]
    return amounts or say("nothing")
