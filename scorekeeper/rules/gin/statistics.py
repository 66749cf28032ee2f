"""What gin counts for its players, and the records a match can set.

A hand belongs to the two who play it, also where two pairs play; the final is the pair's.
"""

from collections.abc import Iterator

from scorekeeper.messages import say
from scorekeeper.rules.gin.fields import PAIR, hands_of
from scorekeeper.rules.gin.final_score import final_of, finals
from scorekeeper.rules.gin.hand import BIG_GIN, GIN, KNOCK, is_doubled, winner, worth
from scorekeeper.rules.gin.options import sides
from scorekeeper.rules.gin.scoring import active
from scorekeeper.rules.kernel import Position, Record, Round
from scorekeeper.rules.statistics import Feat, Figure, how_often, longest_rows


def hands(rounds: tuple[Round, ...]) -> Iterator[tuple[Round, Record, str | None]]:
    """Every hand with its deal and who won it; nobody wins a draw."""
    for played in rounds:
        for hand in hands_of(played.before, played.record):
            yield played, hand, winner(played.before.options, hand)


def who_played(played: Round, hand: Record) -> list[str]:
    """The two of this hand, in seat order."""
    return [seat for seat in active(played.before) if seat in hand.get(PAIR, played.before.players)]


def hands_won(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    return how_often(position, (won for _, _, won in hands(rounds)))


def hands_played(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    """Draws count; who is idle does not play."""
    return how_often(
        position, (seat for played, hand, _ in hands(rounds) for seat in who_played(played, hand))
    )


def gins(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    return how_often(position, (won for _, hand, won in hands(rounds) if hand["result"] == GIN))


def big_gins(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    """Nothing where the table does not play big gin."""
    if position.options["big_gin_bonus"] is None:
        return {}
    return how_often(position, (won for _, hand, won in hands(rounds) if hand["result"] == BIG_GIN))


def undercuts(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    return how_often(
        position,
        (
            won
            for _, hand, won in hands(rounds)
            if hand["result"] == KNOCK and won != hand["knocker"]
        ),
    )


def game_finals(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    """The final with all bonuses, of a match that is over; in Hollywood the best of its games,
    so that one game is compared with one game.
    """
    if not position.over:
        return {}
    ends = [
        final_of(position.options, game.points, game.boxes, game.winner)
        for game in position.kept.games
    ] or [finals(position)]
    return {
        seat: max(end[side] for end in ends)
        for side, seats in sides(position.setup).items()
        for seat in seats
    }


def best_hands(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    """The most one hand was worth to its winner, doubled by a spade; once also in Hollywood."""
    found: dict[str, int] = {}
    for played, hand, won in hands(rounds):
        options = played.before.options
        points = worth(options, hand) * (2 if is_doubled(options, played.record) else 1)
        if won is not None and points > found.get(won, 0):
            found[won] = points
    return found


def won_in_a_row(rounds: tuple[Round, ...], position: Position) -> dict[str, int]:
    """Of the hands he played; a draw ends the row."""
    return longest_rows(
        position,
        (
            (seat, seat == won)
            for played, hand, won in hands(rounds)
            for seat in who_played(played, hand)
        ),
    )


FIGURES = (
    Figure("hands_won", say("hands won"), hands_won, hands_played),
    Figure("gins", say("gins"), gins),
    Figure("big_gins", say("big gins"), big_gins),
    Figure("undercuts", say("undercuts"), undercuts),
)
FEATS = (
    Feat("highest_final", say("Highest final score of a game"), game_finals),
    Feat("best_hand", say("Most points in one hand"), best_hands),
    Feat("won_in_a_row", say("Most hands won in a row"), won_in_a_row),
)
