"""The seasons that can be chosen for a match, grouped by year if there are many of them."""

from collections import defaultdict
from typing import NamedTuple

from scorekeeper.league.match_season import MatchSeasonInfo
from scorekeeper.league.seasons import Season

MAX_UNGROUPED = 8  # seasons; more of them are grouped


class SeasonGroup(NamedTuple):
    """Seasons that begin in the same year.

    `year` is "" for seasons without a first evening. `is_open` is true if the group is expanded at
    first.
    """

    year: str
    seasons: list[Season]
    is_open: bool


def season_choices(info: MatchSeasonInfo) -> list[Season]:
    """Return the seasons that can be chosen.

    A closed season is included only if it is the one already chosen.
    """
    chosen = info.terms.season_id if info.terms.is_season_chosen else None
    return [season for season in info.seasons if season.closed_at is None or season.id == chosen]


def season_groups(seasons: list[Season], evening: str, chosen: str) -> list[SeasonGroup]:
    """Return the seasons by year, the latest first, or an empty list if there are only a few.

    The years of `evening` and of the season `chosen` (a season's id as text) are expanded.
    """
    if len(seasons) <= MAX_UNGROUPED:
        return []
    by_year: dict[str, list[Season]] = defaultdict(list)
    for season in seasons:
        by_year[(season.starts or "")[:4]].append(season)
    return [
        SeasonGroup(
            year,
            by_year[year],
            year == evening[:4] or any(str(each.id) == chosen for each in by_year[year]),
        )
        for year in sorted(by_year, reverse=True)
    ]
