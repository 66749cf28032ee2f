"""The opponents of a player: the first ones on the player's page, and pages of all of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.web.seasons.addresses import first_row
from scorekeeper.web.stats.player_sections import Rival

MAX_WITHOUT_PAGES = 10  # opponents who all fit on the player's page
FIRST = 5  # opponents on the player's page, if there are more
PAGE_SIZE = 30  # opponents; less than five phone screens


def first_opponents(rivals: Sequence[Rival]) -> Sequence[Rival]:
    """Return the opponents that the player's page shows."""
    return rivals if len(rivals) <= MAX_WITHOUT_PAGES else rivals[:FIRST]


def opponents_page(rivals: Sequence[Rival], query: Mapping[str, str]) -> dict[str, Any]:
    """Return the template variables of a page of opponents, from row `?from=`."""
    first = first_row(query)
    return {
        "rivals": rivals[first - 1 : first - 1 + PAGE_SIZE],
        "first": first,
        "page_size": PAGE_SIZE,
    }
