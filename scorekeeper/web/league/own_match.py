"""The link on the home page to the running match of this phone's player.

There is no link if this match is the first one on the page. The page is cached for all phones, so
the link is added to the cached page.
"""

from collections.abc import Mapping

from flask import render_template

from scorekeeper.league import match_lists
from scorekeeper.league.club import table_players as club_table_players
from scorekeeper.rules import GAMES
from scorekeeper.web.seasons import own_row
from scorekeeper.web.shared.session import current_store

MAX_RUNNING = 100  # running matches that are searched


def own_parts(me: str) -> Mapping[str, str]:
    """Return the parts of the home page for one player: {"match": link, "season": row}.

    Each part is left out if the page shows it anyway, or if there is none.
    """
    return {**own_row.below_leaders(me), **own_match(me)}


def own_match(me: str) -> Mapping[str, str]:
    store = current_store()
    running = match_lists.running_matches(store, MAX_RUNNING)
    own = next((each for each in running if me in each.people), None)
    if own is None or own is running[0]:
        return {}
    place = club_table_players.night_and_table(store, own.id)
    return {
        "match": render_template(
            "league/_own_match.html", match=own, game=GAMES[own.game], table=place and place[1]
        )
    }
