"""What Chinchón and Loba count alike: times out and back, and records of those who won."""

from collections.abc import Mapping

from scorekeeper.messages import say
from scorekeeper.rules.elimination.scoring import payout
from scorekeeper.rules.kernel import Position, Round
from scorekeeper.rules.statistics import RecordKind, Statistic, winner_totals


def deals_played(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    """Deals each took part in: all until he was out."""
    return {seat: sum(seat in played.points for played in rounds) for seat in position.players}


def times_back(rounds: tuple[Round, ...], position: Position) -> Mapping[str, int]:
    returns: Mapping[str, int] = position.kept.returns
    return returns


def times_out(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    """As often as he came back, and once more if he is out for good."""
    return {seat: n + (seat in position.out) for seat, n in position.kept.returns.items()}


def deals_to_win(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    return dict.fromkeys(position.winners, len(rounds))


def pots_taken(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    """In stakes: the whole pot, or a winner's share. A table without stakes has none to take."""
    return {seat: taken for seat, taken in payout(position).items() if taken}


def returns_of_winners(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    """Of who won after coming back at least once."""
    returns: Mapping[str, int] = position.kept.returns
    return {seat: returns[seat] for seat in position.winners if returns[seat]}


TIMES_BACK = Statistic("come_back", say("times come back"), times_back)
TIMES_OUT = Statistic("out", say("times out"), times_out)

RECORD_KINDS = (
    RecordKind("lowest_winner", say("Lowest total of a winner"), winner_totals, low=True),
    RecordKind("longest_match", say("Longest match won, in deals"), deals_to_win),
    RecordKind("biggest_pot", say("Biggest pot taken, in stakes"), pots_taken),
    RecordKind("came_back_won", say("Came back most often and still won"), returns_of_winners),
)
