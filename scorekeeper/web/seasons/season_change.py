"""A change of season caused by moving a match to another evening.

The user must confirm such a change.
"""

from typing import NamedTuple

from scorekeeper.league.match_season import MatchSeasonInfo
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.messages import Message, say


class SeasonChange(NamedTuple):
    """A sentence about the change, and a key that the form sends back to confirm it."""

    sentence: Message
    key: str


def season_change(info: MatchSeasonInfo, terms: MatchTerms, evening: str) -> SeasonChange | None:
    """Return the change of season if the match moves to this evening.

    Returns None if the season does not change. A season that was chosen for the match does not
    depend on its evening.
    """
    season = info.default_season_on(evening)
    if terms.chosen or season == info.season:
        return None
    key = f"{evening} {season.id if season else None}"
    return SeasonChange(change_sentence(info.season, season), key)


def change_sentence(before: Season | None, after: Season | None) -> Message:
    old_name, new_name = before.name if before else "", after.name if after else ""
    if not old_name:
        return say("The match will count towards {season}.", season=new_name)
    if not new_name:
        return say("The match will no longer count towards {season}.", season=old_name)
    return say("This moves the match from {one} to {other}.", one=old_name, other=new_name)
