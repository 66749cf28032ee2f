"""Statistics and record kinds that Chinchón and Loba share."""

from collections.abc import Mapping

from scorekeeper.messages import say
from scorekeeper.rules.elimination.final import payout
from scorekeeper.rules.kernel import PlayedDeal, Position
from scorekeeper.rules.statistics import RecordKind, Statistic, winner_totals


def deals_played(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return the number of deals each seat took part in."""
    return {
        seat: sum(seat in played.points for played in played_deals) for seat in position.players
    }


def returns_by_seat(played_deals: tuple[PlayedDeal, ...], position: Position) -> Mapping[str, int]:
    """Return how often each seat has come back."""
    returns: Mapping[str, int] = position.game_state.returns
    return returns


def times_out(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return how often each seat was eliminated.

    This is the number of the seat's returns, plus 1 if the seat is out for good.
    """
    return {
        seat: n + (seat in position.eliminated) for seat, n in position.game_state.returns.items()
    }


def deals_to_win(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    return dict.fromkeys(position.winners, len(played_deals))


def pots_taken(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return each winner's share of the pot.

    The result is empty in a match without stakes.
    """
    return {seat: taken for seat, taken in payout(position).items() if taken}


def returns_of_winners(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return how often each winner came back. Winners who never came back are left out."""
    returns: Mapping[str, int] = position.game_state.returns
    return {seat: returns[seat] for seat in position.winners if returns[seat]}


RETURNS = Statistic("come_back", say("comebacks"), returns_by_seat)
TIMES_OUT = Statistic("out", say("times eliminated"), times_out)

RECORD_KINDS = (
    RecordKind("lowest_winner", say("Lowest winning total"), winner_totals, is_lowest=True),
    RecordKind("longest_match", say("Longest match won, in deals"), deals_to_win),
    RecordKind("biggest_pot", say("Biggest pot won"), pots_taken),
    RecordKind("came_back_won", say("Most comebacks in a match won"), returns_of_winners),
)
