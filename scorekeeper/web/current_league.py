"""The league of the current request: the first one, unless its URL names another."""

from flask import g

FIRST_LEAGUE_ID = 1  # made by the first migration; others have a URL prefix, as in /l/2


def current_league_id() -> int:
    """The id of the league that the current request reads or changes."""
    league: int = g.get("league", FIRST_LEAGUE_ID)
    return league
