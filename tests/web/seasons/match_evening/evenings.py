"""The evenings to which the match is moved, and helpers that read evenings and change stakes."""

from dataclasses import replace

from scorekeeper.db.tables import MatchEvents
from scorekeeper.league import season_commands, seasons
from tests.databases import rows

EVENING, BEFORE, SUMMER = "2025-11-05", "2025-11-02", "2025-10-30"


def entries(app, match=1):
    """Return the evenings that the log's entries have set for a match, oldest entry first."""
    return [
        row.body["evening"]
        for row in rows(app, MatchEvents)
        if row.kind == "evening set" and row.match_id == match
    ]


def change_stakes(store, number, stakes):
    season = next(each for each in seasons.seasons(store) if each.id == number)
    season_commands.change_season(store, replace(season, stakes=stakes))


def shown_date(page):
    return page.find("Played on", "input")["value"]
