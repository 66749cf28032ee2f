"""A player's opponents: the first few for the player's page, and pages that list all of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.web.shared.table_pages import requested_first_row
from scorekeeper.web.stats.player_sections import Opponent

MAX_WITHOUT_PAGES = 9  # if there are more opponents, the player's page shows only the first few
FIRST_SHOWN = 3  # opponents on the player's page in that case
PAGE_SIZE = 24  # opponents on a page, which then takes fewer than five phone screens


def first_opponents(opponents: Sequence[Opponent]) -> Sequence[Opponent]:
    """Return the opponents that the player's page shows."""
    return opponents if len(opponents) <= MAX_WITHOUT_PAGES else opponents[:FIRST_SHOWN]


def opponents_page(opponents: Sequence[Opponent], query: Mapping[str, str]) -> dict[str, Any]:
    """Return the template variables of a page of opponents, from row `?from=`."""
    first = requested_first_row(query)
    return {
        "opponents": opponents[first - 1 : first - 1 + PAGE_SIZE],
        "first_row": first,
        "page_size": PAGE_SIZE,
    }
