"""A change of season that results from moving a match to another evening.

The user must confirm such a change.
"""

from typing import NamedTuple

from scorekeeper.league.match_season import MatchSeasonInfo
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.messages import Message, say, say_n
from scorekeeper.stats.stakes import COUNTERS, NO_STAKES
from scorekeeper.web.money_text import format_amount


class SeasonChange(NamedTuple):
    """Sentences about the change, and a key that the form sends back to confirm it."""

    sentences: tuple[Message, ...]
    key: str


def season_change(info: MatchSeasonInfo, terms: MatchTerms, evening: str) -> SeasonChange | None:
    """Return the change of season if the match moves to this evening.

    Returns None if the season does not change. A season that was chosen for the match does not
    depend on its evening.
    """
    season = info.default_season_on(evening)
    if terms.is_season_chosen or season == info.season:
        return None
    before, after = (season_stake(each, info.game) for each in (info.season, season))
    sentences = [change_sentence(info.season, season)]
    if terms.stake is None and before != after:
        sentences.append(stake_sentence(before, after))
    key = f"{evening} {season.id if season else None} {after[0]} {after[1]}"
    return SeasonChange(tuple(sentences), key)


def change_sentence(before: Season | None, after: Season | None) -> Message:
    old_name, new_name = before.name if before else "", after.name if after else ""
    if not old_name:
        return say("The match will count towards {season}.", season=new_name)
    if not new_name:
        return say("The match will no longer count towards {season}.", season=old_name)
    return say("This moves the match from {one} to {other}.", one=old_name, other=new_name)


def season_stake(season: Season | None, game: str) -> tuple[int, str]:
    """Return the stake that the season sets for this game (0 if it sets none), and its unit."""
    stakes = season.stakes if season else NO_STAKES
    amount = stakes.amounts.get(game, 0)
    return amount, stakes.unit if amount else ""


def stake_sentence(before: tuple[int, str], after: tuple[int, str]) -> Message:
    """Return the sentence about the change from one stake to another. One of them may be 0."""
    if not before[0]:
        return say("Its stake will be {stake}.", stake=stake_text(*after))
    if not after[0]:
        return say("It will lose its stake of {stake}.", stake=stake_text(*before))
    return say(
        "Its stake changes from {one} to {other}.",
        one=stake_text(*before),
        other=stake_text(*after),
    )


def stake_text(amount: int, unit: str) -> Message | str:
    if unit == COUNTERS:
        return say_n("one counter", "{n} counters", amount)
    return format_amount(amount, unit)
