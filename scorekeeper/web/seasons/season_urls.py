"""The URL of a season, and the season that a URL names."""

from flask import url_for

from scorekeeper.errors import NotFound
from scorekeeper.league.seasons import SEASON_NOT_FOUND, Season
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.stats.league_stats import ALL_TIME_KEY
from scorekeeper.web.shared.page_cache import snapshot_for_page


def season_url(endpoint: str, season: Season | None) -> str:
    """Return the URL of a season page, or of the all-time page if `season` is None."""
    return url_for(endpoint, season_key=season.id if season else ALL_TIME_KEY)


def find_season(season_key: str) -> Season | None:
    """Return the season with this id in a URL, or None for all time.

    Raises NotFound if there is no such season.
    """
    if season_key == ALL_TIME_KEY:
        return None
    return season_or_404(parse_small_int(season_key))


def season_or_404(season_id: int | None) -> Season:
    """Return the season with this id. Raises NotFound, which becomes a 404 page."""
    season = snapshot_for_page().league_state.season(season_id)
    if season is None:
        raise NotFound(SEASON_NOT_FOUND)
    return season
