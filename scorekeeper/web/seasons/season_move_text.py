"""Sentences about matches that a change to a season or to the time zone would move."""

from collections.abc import Iterable

from scorekeeper.league.season_moves import SeasonMove
from scorekeeper.messages import Message, say_n


def move_sentences(moves: Iterable[SeasonMove], season_id: int) -> list[Message]:
    """Return a sentence for each move, as seen from this season.

    `season_id` is 0 if the season is being created.
    """
    return [move_sentence(each, season_id) for each in moves]


def move_sentence(move: SeasonMove, season_id: int) -> Message:
    before, after, n = move
    if before is not None and before.id == season_id:
        if after is None:
            return say_n(
                "One match will no longer belong to any season.",
                "{n} matches will no longer belong to any season.",
                n,
            )
        return say_n(
            "One match will move to {season}.",
            "{n} matches will move to {season}.",
            n,
            season=after.name,
        )
    if before is None:
        return say_n(
            "One match without a season will move here.",
            "{n} matches without a season will move here.",
            n,
        )
    return say_n(
        "One match will move here from {season}.",
        "{n} matches will move here from {season}.",
        n,
        season=before.name,
    )


def whole_move_sentence(move: SeasonMove) -> Message:
    """Return a sentence that names both seasons of a move."""
    before, after, n = move
    if before is None:
        return say_n(
            "One match without a season will move to {after}.",
            "{n} matches without a season will move to {after}.",
            n,
            after=after.name if after else "",
        )
    if after is None:
        return say_n(
            "One match in {before} will no longer belong to any season.",
            "{n} matches in {before} will no longer belong to any season.",
            n,
            before=before.name,
        )
    return say_n(
        "One match will move from {before} to {after}.",
        "{n} matches will move from {before} to {after}.",
        n,
        before=before.name,
        after=after.name,
    )
