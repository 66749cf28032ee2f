"""Beside the standings, the card with the latest evening leaves room for the payments due."""

from dataclasses import replace

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.stats.stakes import Stakes
from tests.web import results
from tests.web.loba_matches import add_friends


def test_with_payments_due_fewer_matches_of_the_latest_evening_are_listed(phone, app, store, log):
    add_friends(app)
    for hour in range(7):
        results.jabberwocky(log, "1", "2", "3", evening="2026-09-10", hour=hour)
    season = season_commands.create_season(store, Season(0, "Autumn"))

    assert evening_card(phone) == (6, "and one more match")
    stakes = Stakes("cents", {"jabberwocky": 25})
    season_commands.change_season(store, replace(season, stakes=stakes))
    assert evening_card(phone) == (2, "and 5 more matches")


def evening_card(phone):
    """Return the number of matches that the card lists, and the text of its link to the others."""
    evening = phone.go("/season").part("Latest evening")
    return len(evening.all("li")), evening.all("a")[-1].words
