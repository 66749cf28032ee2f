"""The statistics and record kinds of gin.

A hand counts towards the statistics of the two seats that play it, even with two pairs. A final
score counts towards the statistics of both partners.
"""

from collections.abc import Iterator

from scorekeeper.messages import say
from scorekeeper.rules.gin.final_score import final_scores, game_final_scores
from scorekeeper.rules.gin.hand import BIG_GIN, GIN, KNOCK, hand_points, is_doubled, winner
from scorekeeper.rules.gin.options import sides
from scorekeeper.rules.gin.scoring import active
from scorekeeper.rules.gin.stages import PAIR, hands_of
from scorekeeper.rules.kernel import Answers, PlayedDeal, Position
from scorekeeper.rules.statistics import RecordKind, Statistic, count_by_seat, longest_streaks


def played_hands(
    played_deals: tuple[PlayedDeal, ...],
) -> Iterator[tuple[PlayedDeal, Answers, str | None]]:
    """Yield (deal, hand, winner) for each hand. The winner is None if nobody won."""
    for played in played_deals:
        for hand in hands_of(played.before, played.answers):
            yield played, hand, winner(played.before.options, hand)


def seats_of_hand(played: PlayedDeal, hand: Answers) -> list[str]:
    """Return the two seats that play the hand, in seat order."""
    return [seat for seat in active(played.before) if seat in hand.get(PAIR, played.before.players)]


def hands_won(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    return count_by_seat(position, (won for _, _, won in played_hands(played_deals)))


def hands_played(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return the number of hands each seat played, draws included. An idle dealer does not play."""
    return count_by_seat(
        position,
        (
            seat
            for played, hand, _ in played_hands(played_deals)
            for seat in seats_of_hand(played, hand)
        ),
    )


def gins(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    return count_by_seat(
        position, (won for _, hand, won in played_hands(played_deals) if hand["result"] == GIN)
    )


def big_gins(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return the number of big gins by seat.

    The result is empty if the match is played without big gin.
    """
    if position.options["big_gin_bonus"] is None:
        return {}
    return count_by_seat(
        position, (won for _, hand, won in played_hands(played_deals) if hand["result"] == BIG_GIN)
    )


def undercuts(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    return count_by_seat(
        position,
        (
            won
            for _, hand, won in played_hands(played_deals)
            if hand["result"] == KNOCK and won != hand["knocker"]
        ),
    )


def game_finals(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return each seat's final score with all bonuses. The result is empty before the end.

    In Hollywood, the score is that of the side's best game, because records compare single games.
    """
    if not position.is_over:
        return {}
    ends = [
        game_final_scores(position.options, game.points, game.boxes, game.winner)
        for game in position.game_state.games
    ] or [final_scores(position)]
    return {
        seat: max(end[side] for end in ends)
        for side, seats in sides(position.setup).items()
        for seat in seats
    }


def best_hands(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return the points of each seat's best won hand, with doubling.

    In Hollywood, the points of a hand are included once, even if they count in several games.
    """
    best: dict[str, int] = {}
    for played, hand, won in played_hands(played_deals):
        options = played.before.options
        points = hand_points(options, hand) * (2 if is_doubled(options, played.answers) else 1)
        if won is not None and points > best.get(won, 0):
            best[won] = points
    return best


def won_in_a_row(played_deals: tuple[PlayedDeal, ...], position: Position) -> dict[str, int]:
    """Return each seat's longest streak of wins among the hands it played.

    A hand that nobody won also ends a streak.
    """
    return longest_streaks(
        position,
        (
            (seat, seat == won)
            for played, hand, won in played_hands(played_deals)
            for seat in seats_of_hand(played, hand)
        ),
    )


STATISTICS = (
    Statistic("hands_won", say("hands won"), hands_won, hands_played),
    Statistic("gins", say("gins"), gins),
    Statistic("big_gins", say("big gins"), big_gins),
    Statistic("undercuts", say("undercuts"), undercuts),
)
RECORD_KINDS = (
    RecordKind("highest_final", say("Highest final score of a game"), game_finals),
    RecordKind("best_hand", say("Most points in one hand"), best_hands),
    RecordKind("won_in_a_row", say("Most hands won in a row"), won_in_a_row),
)
