"""The statistics and record kinds of Jamón.

Statistics and records of counters exclude matches that are scored in points, and vice versa.
"""

from scorekeeper.messages import say
from scorekeeper.rules.jamon.scoring import is_scored_in_points, pool
from scorekeeper.rules.kernel import PlayedDeal, Points, Position
from scorekeeper.rules.statistics import (
    RecordKind,
    Statistic,
    count_by_seat,
    deals_played,
    longest_streaks,
)


def went_out(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    return count_by_seat(position, (played.answers["went_out"] for played in played_deals))


def called_too_late(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    return count_by_seat(position, (played.answers.get("default_by") for played in played_deals))


def counters_won(played_deals: tuple[PlayedDeal, ...], position: Position) -> Points:
    """Return each seat's counters after the payments, over all deals.

    The result is empty in the points method.
    """
    return {} if is_scored_in_points(position) else position.totals


def counters_on_the_table(
    played_deals: tuple[PlayedDeal, ...], position: Position
) -> dict[str, int]:
    return dict.fromkeys(position.players, pool(position) * len(played_deals))


def most_counters(played_deals: tuple[PlayedDeal, ...], position: Position) -> Points:
    return counters_won(played_deals, position) if played_deals else {}


def most_points(played_deals: tuple[PlayedDeal, ...], position: Position) -> Points:
    return position.totals if played_deals and is_scored_in_points(position) else {}


def out_in_a_row(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    return longest_streaks(
        position,
        (
            (seat, seat == played.answers["went_out"])
            for played in played_deals
            for seat in position.players
        ),
    )


STATISTICS = (
    Statistic("went_out", say("times gone out"), went_out, deals_played),
    Statistic("counters_won", say("counters won"), counters_won, counters_on_the_table),
    Statistic("called_too_late", say("calls made too late"), called_too_late),
)
RECORD_KINDS = (
    RecordKind("most_counters", say("Most counters in a match"), most_counters),
    RecordKind("most_points", say("Most points in a match"), most_points),
    RecordKind("out_in_a_row", say("Went out most often in a row"), out_in_a_row),
)
