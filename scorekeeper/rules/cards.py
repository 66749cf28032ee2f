"""Cards, and limits that follow from the rank of a card, such as the upcard of gin.

The page applies these limits itself on each tap (static/js/stage.js).
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.messages import Message

CARD_PATTERN = re.compile(r"(?:[2-9]|10|[AJQK])[CDHS]", re.ASCII)  # a rank and a suit


class LimitByRank(NamedTuple):
    """The highest number for each rank of the card in the field `card_field`.

    With any other rank, no special limits apply.
    """

    card_field: str
    by_rank: Mapping[str, int]

    def most(self, answers: Mapping[str, Any], unknown: int) -> int | None:
        """Return the highest number, or None if no special limits apply.

        While the card is missing or not valid, the highest number is `unknown`.
        """
        rank = rank_in(answers, self.card_field)
        return unknown if rank is None else self.by_rank.get(rank)


class ForbiddenByRank(NamedTuple):
    """A rule that `choice` is forbidden if the card in `card_field` has one of these ranks."""

    card_field: str
    ranks: tuple[str, ...]
    choice: str
    reason: Message

    def forbidden(self, answers: Mapping[str, Any]) -> dict[tuple[str, Any], Message]:
        """Return the choice with the reason, as in `Field.forbidden`, if it is forbidden now."""
        is_forbidden = rank_in(answers, self.card_field) in self.ranks
        return {("", self.choice): self.reason} if is_forbidden else {}


def card_in(answers: Mapping[str, Any], name: str) -> str | None:
    """Return the card in a field, such as "10D", or None if it is missing or not valid."""
    card = answers.get(name)
    return card if isinstance(card, str) and CARD_PATTERN.fullmatch(card) else None


def rank_in(answers: Mapping[str, Any], name: str) -> str | None:
    """Return the rank of the card in a field, or None if the card is missing or not valid."""
    card = card_in(answers, name)
    return card and card[:-1]
