"""The statistics and record kinds of Jaguar.

A hand in which everyone passed does not count as played.
"""

from collections.abc import Mapping

from scorekeeper.messages import say
from scorekeeper.rules.jaguar.scoring import active, is_alone, is_won
from scorekeeper.rules.kernel import Answers, PlayedDeal, Position
from scorekeeper.rules.statistics import RecordKind, Statistic, count_by_seat, longest_streaks


def scored_hands(played_deals: tuple[PlayedDeal, ...]) -> list[Answers]:
    """Return the answers of hands that had a jaguar."""
    return [played.answers for played in played_deals if not played.answers.get("all_pass")]


def hands_played(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return the number of hands each seat played. With six players, the dealer sits out."""
    return count_by_seat(
        position,
        (
            seat
            for played in played_deals
            if not played.answers.get("all_pass")
            for seat in active(played.before)
        ),
    )


def as_jaguar(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    return count_by_seat(position, (hand["jaguar"] for hand in scored_hands(played_deals)))


def won_as_jaguar(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    return count_by_seat(
        position, (hand["jaguar"] for hand in scored_hands(played_deals) if is_won(hand))
    )


def as_friend(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return the number of hands each seat played as friend. A jaguar alone does not count."""
    return count_by_seat(
        position, (hand["friend"] for hand in scored_hands(played_deals) if not is_alone(hand))
    )


def alone(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    return count_by_seat(
        position, (hand["jaguar"] for hand in scored_hands(played_deals) if is_alone(hand))
    )


def gains(played_deals: tuple[PlayedDeal, ...], position: Position) -> Mapping[str, int]:
    return {seat: total for seat, total in position.totals.items() if total > 0}


def losses(played_deals: tuple[PlayedDeal, ...], position: Position) -> Mapping[str, int]:
    return {seat: total for seat, total in position.totals.items() if total < 0}


def won_in_a_row(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return the longest streak of wins among the hands each seat played as jaguar."""
    return longest_streaks(
        position, ((hand["jaguar"], is_won(hand)) for hand in scored_hands(played_deals))
    )


STATISTICS = (
    Statistic("as_jaguar", say("hands as jaguar"), as_jaguar, hands_played),
    Statistic("won_as_jaguar", say("hands won as jaguar"), won_as_jaguar, as_jaguar),
    Statistic("as_friend", say("hands as friend"), as_friend, hands_played),
    Statistic("alone", say("hands played alone"), alone),
)
RECORD_KINDS = (
    RecordKind("best_session", say("Best session"), gains),
    RecordKind("worst_session", say("Worst session"), losses, is_lowest=True),
    RecordKind("won_in_a_row", say("Most hands won in a row as jaguar"), won_in_a_row),
)
