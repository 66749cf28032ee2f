"""The link that adds a match to the app BG Stats.

The link contains the whole result as JSON. Nothing is sent until a user taps the link.
docs/export.md describes the content and names the source of the format.
"""

import json
import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from scorekeeper.match import outcome
from scorekeeper.rules.display import Place
from scorekeeper.web.match.context import MatchView

BG_STATS_URL = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE_NAME = "Scorekeeper"
# The duration of a longer match is not sent, because the match was probably left open.
MAX_DURATION_S = 12 * 60 * 60


def bg_stats_url(match: MatchView, places: Sequence[Place]) -> str:
    """Return the URL that opens BG Stats with this match and its final `places`."""
    text = json.dumps(play_data(match, places), ensure_ascii=False, separators=(",", ":"))
    return BG_STATS_URL + quote(text, safe="")


def play_data(match: MatchView, places: Sequence[Place]) -> dict[str, Any]:
    """Return the match as a play in BG Stats' JSON format, with `playDate` in UTC."""
    sheet = match.sheet
    played = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(match.ended_at))
    place_by_side = {side: place.place for place in places for side in place.seats}
    points, won = outcome.final_points(sheet), set(outcome.winners(sheet))
    sides = outcome.seats_by_side(sheet)
    return {
        "sourceName": SOURCE_NAME,
        "sourcePlayId": f"{match.id}-{sheet.started_at}",
        "playDate": played,
        **duration_data(outcome.duration_s(sheet)),
        "game": {
            "name": sheet.game.name,
            "sourceGameId": sheet.game.slug,
            "highestWins": not sheet.game.low_wins,
            "noPoints": False,
        },
        "players": [
            {
                "name": match.people[seat].name,
                "sourcePlayerId": seat,
                "startPlayer": seat == sheet.setup.first_dealer,
                "score": str(points[side]),
                "rank": place_by_side.get(side, 0),
                "winner": seat in won,
            }
            | ({"team": str(number)} if len(seats) > 1 else {})
            for number, (side, seats) in enumerate(sides.items(), start=1)
            for seat in seats
        ],
    }


def duration_data(seconds: int) -> dict[str, int]:
    """Return a dictionary with the duration in whole minutes, which is at least 1.

    The dictionary is empty if the duration is 12 hours or more.
    """
    return {"durationMin": max(1, seconds // 60)} if seconds < MAX_DURATION_S else {}
