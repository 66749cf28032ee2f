"""The data beside the table on a wide season page: the latest evening and the payments due."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.league.evening import load_evening
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.outcome import MatchState
from scorekeeper.web.seasons.season_balances import build_accounts
from scorekeeper.web.seasons.season_table import SeasonTable
from scorekeeper.web.shared.session import current_store

MAX_MATCHES = 6  # matches of the latest evening
# Fewer matches if payments are due, so that the payments also fit on a laptop's first screen.
MAX_MATCHES_WITH_PAYMENTS = 2


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

    `unlisted_count` is the number of the evening's other matches.
    """

    date: str
    results: tuple[EveningResult, ...]
    unlisted_count: int


def latest_evening(snapshot: StatsSnapshot, table: SeasonTable, most: int) -> LatestEvening | None:
    """Return the latest evening of the table's season, with up to `most` of its matches.

    Returns None if the season has no evening.
    """
    if not table.aggregate.evenings:
        return None
    date = table.aggregate.evenings[-1]
    evening = load_evening(current_store(), snapshot.league_state, date)
    results = tuple(
        EveningResult(
            match.id,
            match.game,
            match.state is MatchState.IMPORTED,
            tuple(seat.player for seat in match.played.result.seats if seat.finish.won)
            if match.played
            else (),
        )
        for match in evening.matches
    )
    return LatestEvening(date, results[:most], evening.unlisted_count + len(results[most:]))


def evening_and_accounts(
    snapshot: StatsSnapshot, season: Season | None, table: SeasonTable
) -> dict[str, Any]:
    """Return the latest evening and the accounts with payments due, as template variables."""
    accounts = [account for account in build_accounts(snapshot, season) if account.due]
    most = MAX_MATCHES_WITH_PAYMENTS if accounts else MAX_MATCHES
    return {"evening": latest_evening(snapshot, table, most), "accounts": accounts}
