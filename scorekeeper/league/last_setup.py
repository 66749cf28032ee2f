"""The setup of an earlier match (game, seats, options, dealer), proposed for the next match."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from scorekeeper.db.log_rows import LABELLED_BODY
from scorekeeper.db.match_rows import group_key
from scorekeeper.db.merged_players import current_player_keys
from scorekeeper.db.raw_json import decode_raw_json
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, MatchEvents
from scorekeeper.match.outcome import MatchState
from scorekeeper.rules import GAMES
from scorekeeper.rules.common import next_seat
from scorekeeper.rules.kernel import Options
from scorekeeper.rules.setup import check_stored_setup

SETUP_ERRORS = (LookupError, TypeError, ValueError, AttributeError)  # from a malformed first event
STATES_WITHOUT_SETUP = (MatchState.DELETED, MatchState.IMPORTED, MatchState.UNREADABLE)


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The setup of an earlier match, which is proposed for the next match.

    `options` do not include the dealer. `dealer` is the player after that match's first dealer.
    """

    match: int
    game: str
    players: tuple[str, ...]
    options: Options
    dealer: str


def last_match_setup(
    store: Store, game: str | None = None, players: Iterable[str] | None = None
) -> MatchSetup | None:
    """Return the setup of the match that was started last, or None.

    `game` and `players` (in any seats) restrict the search. Also returns None if the first event of
    that match is malformed.
    """
    query = (
        select(Matches.id, LABELLED_BODY)
        .join(
            MatchEvents,
            (MatchEvents.league_id == Matches.league_id)
            & (MatchEvents.match_id == Matches.id)
            & (MatchEvents.version == 1),
        )
        .where(Matches.league_id == store.league_id, Matches.state.not_in(STATES_WITHOUT_SETUP))
        .order_by(Matches.started_at.desc(), Matches.id.desc())
        .limit(1)
    )
    if game is not None:
        query = query.where(Matches.game == game)
    if players is not None:
        query = query.where(Matches.group_key == group_key(tuple(players)))
    with store.read() as connection:
        row = connection.execute(query).first()
        if row is None:
            return None
        try:
            body = decode_raw_json(row.body_json)
            return setup_from_event(connection, store.league_id, row.id, body)
        except SETUP_ERRORS:
            return None


def has_started(store: Store, key: str) -> bool:
    """Return whether the form with this key has started a match.

    A match's key consists of the form's key and a digest of the form's values.
    """
    query = select(Matches.id).where(
        Matches.league_id == store.league_id, Matches.key.startswith(f"{key}-", autoescape=True)
    )
    with store.read() as connection:
        return connection.scalar(query) is not None


def setup_from_event(
    connection: Connection, league: int, match: int, body: Mapping[str, Any]
) -> MatchSetup:
    """Build the setup from a match's first event, with the current keys of merged players."""
    options = dict(body["options"])
    seats = tuple(body["players"])
    check_stored_setup(GAMES[body["game"]], seats, options)
    dealer = next_seat(options.pop("first_dealer"), seats, seats)
    players = current_player_keys(connection, league, seats)
    return MatchSetup(match, body["game"], players, options, players[seats.index(dealer)])
