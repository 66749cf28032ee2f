"""The list of players: its order, its pages, and the first letters to jump to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.league.roster import Player
from scorekeeper.match.names import name_sort_key
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.stats.career import Career
from scorekeeper.web.shared.player_search import PlayerSearch

PAGE_SIZE = 36  # rows on a page, which then takes fewer than four phone screens
MAX_ROWS = 500  # rows sent at once, most of them hidden; longer lists are sent by page or search
OTHER_LETTERS = "#"  # for names that begin with a digit or a symbol
ENYE = "n\U0010ffff"  # start of the sort key of a name with an initial Ñ


class PlayerOrder(StrEnum):
    """The order of the list, as in the URL's `?sort=`."""

    NAME = "name"
    LAST_PLAYED = "lately"
    MATCHES = "matches"


@dataclass(frozen=True)
class ListedPlayer:
    """A row of the list.

    `matches` is the number of matches that count. `last_evening` is an ISO date, or "" if the
    player has no such match.
    """

    player: Player
    matches: int
    last_evening: str


@dataclass(frozen=True)
class PlayerList:
    """All rows in order, and the shown page, which has PAGE_SIZE rows from row `first`.

    Rows are counted from 1. `letters` maps each initial of a name to the number of its first row.
    The mapping is empty if the list has only one page or is not sorted by name.
    """

    rows: tuple[ListedPlayer, ...]
    order: PlayerOrder
    first: int
    letters: Mapping[str, int]

    @property
    def last(self) -> int:
        return min(self.first + PAGE_SIZE - 1, len(self.rows))

    @property
    def is_long(self) -> bool:
        return len(self.rows) > PAGE_SIZE

    @property
    def is_complete(self) -> bool:
        """Whether the page contains all rows. A script can then search them."""
        return len(self.rows) <= MAX_ROWS

    @property
    def previous_first(self) -> int | None:
        """The number of the previous page's first row, or None on the first page."""
        return max(1, self.first - PAGE_SIZE) if self.first > 1 else None

    @property
    def next_first(self) -> int | None:
        """The number of the next page's first row, or None on the last page."""
        return self.last + 1 if self.last < len(self.rows) else None

    def rows_to_send(self, search: PlayerSearch) -> list[tuple[bool, Sequence[ListedPlayer]]]:
        """Return the rows to send, in order, grouped by whether they are on the shown page."""
        start, end = self.first - 1, self.last
        page = (True, self.rows[start:end])
        groups = [(False, self.rows[:start]), page, (False, self.rows[end:])]
        if self.is_complete:
            return [group for group in groups if group[1]]
        if search.is_active:
            return [
                (is_on_page, [row for row in rows if not search.hides(row.player.key)])
                for is_on_page, rows in groups
            ]
        return [page]


def list_players(
    players: Sequence[Player], careers: Mapping[str, Career], query: Mapping[str, str]
) -> PlayerList:
    """Return the list of these players, in the order and from the row that the query asks for.

    `players` must be sorted by name. `query` holds the URL's parameters.
    """
    rows = [listed_player(player, careers.get(player.key)) for player in players]
    order = next((each for each in PlayerOrder if each == query.get("sort")), PlayerOrder.NAME)
    if order is PlayerOrder.LAST_PLAYED:
        rows.sort(key=lambda row: row.last_evening, reverse=True)
    elif order is PlayerOrder.MATCHES:
        rows.sort(key=lambda row: -row.matches)
    has_letters = order is PlayerOrder.NAME and len(rows) > PAGE_SIZE
    letters = first_rows(rows) if has_letters else {}
    first_row = letters.get(query.get("letter", "")) or parse_small_int(query.get("from", "")) or 1
    return PlayerList(tuple(rows), order, first_row if first_row <= len(rows) else 1, letters)


def listed_player(player: Player, career: Career | None) -> ListedPlayer:
    return ListedPlayer(
        player, career.matches if career else 0, career.last_evening if career else ""
    )


def first_rows(rows: Sequence[ListedPlayer]) -> dict[str, int]:
    """Return the first letters of these names, each with the number of its first row."""
    first_row_by_letter: dict[str, int] = {}
    for number, row in enumerate(rows, start=1):
        first_row_by_letter.setdefault(first_letter(row.player.name), number)
    return first_row_by_letter


def first_letter(name: str) -> str:
    """Return the letter that a name is listed under, without its accent.

    Ñ is a separate letter.
    """
    key = name_sort_key(name)[0]
    if key.startswith(ENYE):
        return "Ñ"
    return key[0].upper() if key[:1].isalpha() else OTHER_LETTERS


def first_row_of_page_with(players: Sequence[Player], player_id: int) -> int | None:
    """Return the number of the first row on the page that lists the player.

    Returns None if this is the first page or the player is not listed.
    """
    numbers = (n for n, player in enumerate(players) if player.id == player_id)
    first_row = next(numbers, 0) // PAGE_SIZE * PAGE_SIZE + 1
    return first_row if first_row > 1 else None
