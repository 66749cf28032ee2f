"""The players of the latest matches. Pages suggest these players first."""

from sqlalchemy import bindparam, select

from scorekeeper.db.merged_players import current_player_keys
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, MatchPlayers
from scorekeeper.match.outcome import MatchState

RECENT_MATCHES = 40  # matches searched for players


LAST_MATCHES = (
    select(Matches.league_id, Matches.id, Matches.started_at)
    .where(Matches.league_id == bindparam("league"), Matches.state != MatchState.DELETED)
    .order_by(Matches.started_at.desc(), Matches.id.desc())
    .limit(RECENT_MATCHES)
    .subquery()
)
RECENT_PLAYERS = (
    select(MatchPlayers.player_id)
    .join(
        LAST_MATCHES,
        (LAST_MATCHES.c.league_id == MatchPlayers.league_id)
        & (LAST_MATCHES.c.id == MatchPlayers.match_id),
    )
    .order_by(LAST_MATCHES.c.started_at.desc(), LAST_MATCHES.c.id.desc(), MatchPlayers.seat)
)


def recent_player_keys(store: Store) -> list[str]:
    """Return the keys of the last matches' players, starting with the latest match.

    Within a match, the players are in seat order. Running matches count, because their players are
    present. Only RECENT_MATCHES matches are read, using an index.
    """
    with store.read() as connection:
        rows = connection.scalars(RECENT_PLAYERS, {"league": store.league_id})
        keys = dict.fromkeys(str(key) for key in rows)
        return list(dict.fromkeys(current_player_keys(connection, store.league_id, keys)))
