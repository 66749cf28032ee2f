"""Which league a request is about: the first, unless its address says another."""

from flask import g

FIRST_LEAGUE_ID = 1  # made by the first migration; the others live in a folder of the same server


def current_league_id() -> int:
    """The league that whatever is asked or changed now belongs to."""
    league: int = g.get("league", FIRST_LEAGUE_ID)
    return league
