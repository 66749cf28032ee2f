"""The data beside the table on a wide season page: the latest evening and the payments due."""

from dataclasses import dataclass

from scorekeeper.league.evening import load_evening
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.web.seasons.accounts import Account, build_accounts
from scorekeeper.web.seasons.season_table import SeasonTable
from scorekeeper.web.shared.session import current_store

MAX_MATCHES = 6  # of the latest evening


@dataclass(frozen=True)
class EveningResult:
    """A match of the evening.

    `winners` holds the winners' keys. It is empty if the match does not count.
    """

    match_id: int
    game: str
    is_imported: bool
    winners: tuple[str, ...]


@dataclass(frozen=True)
class LatestEvening:
    """The first matches of the season's latest evening.

    `more` is the number of its other matches.
    """

    date: str
    results: tuple[EveningResult, ...]
    more: int


def latest_evening(snapshot: StatsSnapshot, table: SeasonTable) -> LatestEvening | None:
    """Return the latest evening with a match of the table's season.

    Returns None if the season has no such evening.
    """
    if not table.aggregate.evenings:
        return None
    date = table.aggregate.evenings[-1]
    whole = load_evening(current_store(), snapshot.league_state, date)
    results = tuple(
        EveningResult(
            match.id,
            match.game,
            match.state == "noted",
            tuple(seat.player for seat in match.played.result.seats if seat.finish.won)
            if match.played
            else (),
        )
        for match in whole.matches
    )
    more = whole.more + len(results[MAX_MATCHES:])
    return LatestEvening(date, results[:MAX_MATCHES], more)


def accounts_with_payments_due(snapshot: StatsSnapshot, season: Season | None) -> list[Account]:
    return [account for account in build_accounts(snapshot, season) if account.due]
