"""The statistics and record kinds of Jabberwocky."""

from scorekeeper.messages import say
from scorekeeper.rules.jabberwocky.scoring import BIDS, RENEGES, TRICKS
from scorekeeper.rules.kernel import PlayedDeal, Points, Position
from scorekeeper.rules.statistics import (
    RecordKind,
    Statistic,
    deals_played,
    longest_streaks,
    winner_totals,
)


def bids_kept(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return how often each seat took as many tricks as it bid, with or without reneges."""
    return {
        seat: sum(tricks_over_bid(played, seat) == 0 for played in played_deals)
        for seat in position.players
    }


def bids_overshot(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    return {
        seat: sum(tricks_over_bid(played, seat) > 0 for played in played_deals)
        for seat in position.players
    }


def tricks_over_bid(played: PlayedDeal, seat: str) -> int:
    """Return the tricks taken minus the tricks bid."""
    took: int = played.answers[TRICKS][seat]
    bid: int = played.answers[BIDS][seat]
    return took - bid


def reneges(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    punished = [played.answers.get(RENEGES, {}) for played in played_deals]
    return {seat: sum(deal.get(seat, 0) for deal in punished) for seat in position.players}


def final_totals(played_deals: tuple[PlayedDeal, ...], position: Position) -> Points:
    return position.totals if played_deals else {}


def kept_in_a_row(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    return longest_streaks(
        position,
        (
            (seat, tricks_over_bid(played, seat) == 0)
            for played in played_deals
            for seat in position.players
        ),
    )


STATISTICS = (
    Statistic("bids_kept", say("bids made"), bids_kept, deals_played),
    Statistic("bids_overshot", say("bids exceeded"), bids_overshot, deals_played),
    Statistic("reneges", say("reneges punished"), reneges),
)
RECORD_KINDS = (
    RecordKind("highest_total", say("Highest total"), final_totals),
    RecordKind("lowest_winner", say("Lowest winning total"), winner_totals, is_lowest=True),
    RecordKind("lowest_total", say("Lowest total"), final_totals, is_lowest=True),
    RecordKind("kept_in_a_row", say("Most bids made in a row"), kept_in_a_row),
)
