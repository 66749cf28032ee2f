"""Find out which matches would move between seasons if the league's time zone changed."""

from collections import Counter

from sqlalchemy import select

from scorekeeper.clock import clock_in
from scorekeeper.db.dated_rows import IS_DATED
from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, Terms
from scorekeeper.league.season_moves import SeasonMove
from scorekeeper.league.seasons import SEASON_COLUMNS, TERMS_JOIN, SeasonCalendar, all_seasons


def moves_in_zone(store: Store, name: str | None) -> list[SeasonMove]:
    """Return the moves that this time zone would cause. The largest moves come first.

    `name` is the name of a time zone, or None for the machine's zone.
    """
    with store.read() as connection:
        league = store.league_id
        seasons = all_seasons(connection, league)
        before = SeasonCalendar(seasons, load_clock(connection, league))
        after = SeasonCalendar(seasons, clock_in(name))
        query = (
            select(Matches.game, Matches.ended_at, IS_DATED.label("is_dated"), *SEASON_COLUMNS)
            .outerjoin(Terms, TERMS_JOIN)
            .where(Matches.league_id == league, Matches.result.is_not(None))
        )
        counts: Counter[tuple[int | None, int | None]] = Counter()
        for row in connection.execute(query):
            evening = before.clock.evening(row.ended_at)
            other_evening = evening if row.is_dated else after.clock.evening(row.ended_at)
            one = before.effective_season_id(row, evening)
            other = after.effective_season_id(row, other_evening)
            if one != other:
                counts[one, other] += 1
    return [
        SeasonMove(before.by_id.get(one or 0), after.by_id.get(other or 0), number)
        for (one, other), number in counts.most_common()
    ]
