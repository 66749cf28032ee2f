"""The long lists of an evening. `?open=` shows a page of one list instead of the whole evening.

With 60 players, an evening with all its lists would take up more than a hundred phone screens.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.web.shared.table_pages import first_row_of_page, requested_first_row
from scorekeeper.web.stats.evening_payments import EveningAccount
from scorekeeper.web.stats.evening_view import EveningView

PLAYERS, MATCHES = "players", "matches"
PAGE_SIZE = 16  # rows, so that the page takes fewer than five phone screens
MATCHES_PAGE_SIZE, PLAYERS_PAGE_SIZE = 14, 36
# The most rows of a collapsed list on the evening's page. Longer lists have pages of their own.
MAX_FOLDED = 4


@dataclass(frozen=True)
class LongList:
    """A list of the evening, and the page of the list that is shown.

    `name` is the value of `?open=` that selects the list: PLAYERS, MATCHES, the id of a season, or
    "pays-" and the unit of an account. `part` is the season's EveningStandings or the unit's
    EveningAccount, and None for PLAYERS and MATCHES. `first` is the number of the first row that
    the page shows.
    """

    name: str
    every_row: Sequence[Any]
    part: Any = None
    page_size: int = PAGE_SIZE
    first: int = 1

    @property
    def total(self) -> int:
        return len(self.every_row)

    @property
    def rows(self) -> Sequence[Any]:
        """The rows of the page."""
        return self.every_row[self.first - 1 : self.first - 1 + self.page_size]


def requested_list(
    evening: EveningView | None, accounts: Sequence[EveningAccount], query: Mapping[str, str]
) -> LongList | None:
    """Return the list that `?open=` names, at the page that contains row `?from=`.

    Returns None if the evening has no such list. The page then shows the whole evening. `accounts`
    is empty for a page that does not show payments.
    """
    name = query.get("open", "")
    for each in long_lists(evening, accounts) if evening and name else ():
        if each.name == name and each.total:
            row = min(requested_first_row(query), each.total)
            first = first_row_of_page(row, each.page_size)
            return LongList(each.name, each.every_row, each.part, each.page_size, first)
    return None


def long_lists(evening: EveningView, accounts: Sequence[EveningAccount]) -> Iterator[LongList]:
    yield LongList(PLAYERS, evening.players, page_size=PLAYERS_PAGE_SIZE)
    yield LongList(MATCHES, evening.matches, page_size=MATCHES_PAGE_SIZE)
    for standings in evening.standings:
        yield LongList(str(standings.season.id), standings.changed_rows, standings)
    for account in accounts:
        yield LongList(f"pays-{account.unit}", account.payments, account)
