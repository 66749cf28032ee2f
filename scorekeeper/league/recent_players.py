"""The players who played most recently, who are suggested first."""

from sqlalchemy import select

from scorekeeper.db.merged_players import current_player_keys
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, MatchPlayers
from scorekeeper.match.outcome import MatchState

RECENT_MATCHES = 40  # matches searched for players


def recent_player_keys(store: Store) -> list[str]:
    """Return the keys of the players of the last matches, starting with the latest match.

    Within a match they are in seat order. Running matches count, because their players are present.
    Only RECENT_MATCHES matches are read, using an index.
    """
    last = (
        select(Matches.league_id, Matches.id, Matches.started_at)
        .where(Matches.league_id == store.league_id, Matches.state != MatchState.DELETED)
        .order_by(Matches.started_at.desc(), Matches.id.desc())
        .limit(RECENT_MATCHES)
        .subquery()
    )
    query = (
        select(MatchPlayers.player_id)
        .join(
            last,
            (last.c.league_id == MatchPlayers.league_id) & (last.c.id == MatchPlayers.match_id),
        )
        .order_by(last.c.started_at.desc(), last.c.id.desc(), MatchPlayers.seat)
    )
    with store.read() as connection:
        keys = [str(key) for key in connection.scalars(query)]
        return list(dict.fromkeys(current_player_keys(connection, store.league_id, keys)))
