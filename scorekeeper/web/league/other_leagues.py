"""The leagues on this server that a phone belongs to, according to its cookies."""

import re
from dataclasses import dataclass

from flask import request

from scorekeeper.access import devices
from scorekeeper.league.other_leagues import LeagueSummary, league_summaries
from scorekeeper.web.access.join import league_home_url
from scorekeeper.web.shared import session
from scorekeeper.web.shared.session import current_store

MAX_LEAGUES = 50  # cookies that are looked up


@dataclass(frozen=True)
class LeagueLink:
    """A league that this phone belongs to, and the address of its home page."""

    league: LeagueSummary
    address: str
    is_current: bool


def league_links() -> list[LeagueLink]:
    """Return this phone's leagues, most recently played first.

    The list is empty if the phone has only one league.
    """
    store = current_store()
    ids = [
        number
        for number, token in league_cookies()[:MAX_LEAGUES]
        if devices.find_device_by_token(store.of_league(number), token)
    ]
    if len(ids) < 2:
        return []
    return [
        LeagueLink(each, league_home_url(each.id), each.id == store.league_id)
        for each in league_summaries(store.engine, ids)
    ]


def league_cookies() -> list[tuple[int, str]]:
    """Return the league id and the token from each cookie that holds a league's token."""
    pattern = re.compile(
        re.escape(session.secure_cookie_name("scorekeeper-")) + "([1-9][0-9]{0,8})"
    )
    cookies = ((pattern.fullmatch(name), token) for name, token in request.cookies.items())
    return [(int(match[1]), token) for match, token in cookies if match and token]
