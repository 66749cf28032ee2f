"""What Jabberwocky counts for its players, and the records a match can set."""

from scorekeeper.messages import say
from scorekeeper.rules.jabberwocky.scoring import BIDS, TRICKS
from scorekeeper.rules.kernel import Points, Position, Round
from scorekeeper.rules.statistics import Feat, Figure, longest_rows, totals_of_winners


def kept(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    """As many tricks as bid; a renege changes nothing about that, even where it costs the point."""
    return {seat: sum(over_by(played, seat) == 0 for played in rounds) for seat in position.players}


def overshot(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    return {seat: sum(over_by(played, seat) > 0 for played in rounds) for seat in position.players}


def over_by(played: Round, seat: str) -> int:
    """How many tricks more than he bid; negative for fewer."""
    took: int = played.record[TRICKS][seat]
    bid: int = played.record[BIDS][seat]
    return took - bid


def deals_played(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    return dict.fromkeys(position.players, len(rounds))


def reneges(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    punished = [played.record.get("reneges", {}) for played in rounds]
    return {seat: sum(deal.get(seat, 0) for deal in punished) for seat in position.players}


def totals(rounds: tuple[Round, ...], position: Position) -> Points:
    return position.totals if rounds else {}


def kept_in_a_row(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    return longest_rows(
        position,
        ((seat, over_by(played, seat) == 0) for played in rounds for seat in position.players),
    )


FIGURES = (
    Figure("bids_kept", say("bids kept"), kept, deals_played),
    Figure("bids_overshot", say("bids overshot"), overshot, deals_played),
    Figure("reneges", say("reneges punished"), reneges),
)
FEATS = (
    Feat("highest_total", say("Highest total"), totals),
    Feat("lowest_winner", say("Lowest total that won"), totals_of_winners, low=True),
    Feat("lowest_total", say("Lowest total"), totals, low=True),
    Feat("kept_in_a_row", say("Most bids kept in a row"), kept_in_a_row),
)
