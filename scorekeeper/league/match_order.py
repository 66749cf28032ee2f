"""The list of all matches in orders other than newest first.

For these orders, the ids of all matches are read. This takes about a millisecond for a hundred
matches.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum

from sqlalchemy import Row, Select, select

from scorekeeper.db.merged_players import merge_targets
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, MatchPlayers
from scorekeeper.league import roster
from scorekeeper.league.match_lists import ListedMatch, matches_by_id
from scorekeeper.match.names import name_sort_key
from scorekeeper.match.outcome import MatchState
from scorekeeper.rules import game_name


class MatchOrder(StrEnum):
    """The order of the list, as named in the URL. Equal matches are listed newest first."""

    NEWEST = "newest"
    OLDEST = "oldest"
    GAME = "game"
    WINNER = "winner"


def sorted_matches(
    store: Store, order: MatchOrder, first: int, limit: int, game: str | None = None
) -> list[ListedMatch]:
    """Return up to `limit` matches that are not deleted, starting at row `first`.

    Rows are counted from 1.
    """
    with store.read() as connection:
        rows = connection.execute(newest_first(store.league_id, game)).all()
    if order is MatchOrder.OLDEST:
        rows = rows[::-1]
    elif order is not MatchOrder.NEWEST:
        rows = sorted(rows, key=game_rank if order is MatchOrder.GAME else winner_rank(store))
    ids = [row.id for row in rows[first - 1 : first - 1 + limit]]
    by_id = matches_by_id(store, ids)
    return [by_id[match] for match in ids if match in by_id]


def newest_first(league: int, game: str | None) -> Select[int, str]:
    query = select(Matches.id, Matches.game).where(
        Matches.league_id == league, Matches.state != MatchState.DELETED
    )
    if game is not None:
        query = query.where(Matches.game == game)
    return query.order_by(Matches.started_at.desc(), Matches.id.desc())


def game_rank(row: Row[int, str]) -> tuple[str, str]:
    return name_sort_key(game_name(row.game))


def winner_rank(store: Store) -> Callable[[Row[int, str]], int]:
    """Return a sort key function that orders matches by the name of their first winner.

    If a match has several winners, the first of them by name counts. Matches without a winner come
    last.
    """
    places = places_by_name(roster.players(store, include_hidden=True, include_merged=True))
    won = select(MatchPlayers.match_id, MatchPlayers.player_id).where(
        MatchPlayers.league_id == store.league_id, MatchPlayers.won.is_(True)
    )
    first_win: dict[int, int] = {}
    with store.read() as connection:
        for row in connection.execute(won):
            place = places.get(row.player_id, len(places))
            first_win[row.match_id] = min(place, first_win.get(row.match_id, place))
    return lambda row: first_win.get(row.id, len(places) + 1)


def places_by_name(players: Sequence[roster.Player]) -> dict[int, int]:
    """Return each player's position in the list `players`, by id, counted from 0.

    A merged entry has the position of the player that it counts as.
    """
    targets = merge_targets(players)
    places = {each.id: place for place, each in enumerate(players)}
    return {number: places[targets.get(number, number)] for number in places}
