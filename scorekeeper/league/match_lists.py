"""Lists of a league's matches, for example of running, finished or deleted matches.

A list takes one query for matches and one for their players, and two more if some of the players
were merged. Matches are found with an index, so the cost does not grow with the number of matches
in the league. This module only reads.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, func, select, tuple_

from scorekeeper.clock import DAY_S
from scorekeeper.db.league_clock import AFTER_ALL_EVENINGS, BEFORE_ALL_EVENINGS
from scorekeeper.db.merged_players import merged_player_labels
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, MatchPlayers, Players
from scorekeeper.match.outcome import COUNTED_STATES, MatchState, SeatOutcome
from scorekeeper.match.people import Person, initials
from scorekeeper.rules import GAMES

LISTED_AFTER_DELETION_DAYS = 30  # a match can still be restored after this time


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in a list.

    `people` has the players by key, in seat order. `standings` contains only the seats that have a
    place. `summary` is `match.outcome.summary`, with the deals, the totals by side, the winners
    and, for some games, numbers such as the pot. For an imported result, it is
    `match.imported.ImportedResult.summary`. Times are seconds since 1970.
    """

    id: int
    game: str
    state: MatchState
    changed_at: int
    ended_at: int | None
    deleted_at: int | None
    summary: Mapping[str, Any]
    people: Mapping[str, Person]
    standings: Mapping[str, SeatOutcome]

    @property
    def dated_at(self) -> int:
        """When the match ended or, if it is not over, was last changed."""
        return self.ended_at or self.changed_at

    @property
    def is_imported(self) -> bool:
        return self.state is MatchState.IMPORTED

    @property
    def import_id(self) -> int | None:
        """The id of the import that wrote an imported result, or None for any other match."""
        number: int | None = self.summary.get("batch")
        return number


def running_matches(store: Store, limit: int = 10) -> list[ListedMatch]:
    """Return up to `limit` matches being played, most recently changed first."""
    return matches_in_state(store, MatchState.RUNNING, limit)


def running_match_versions(store: Store) -> tuple[tuple[int, int], ...]:
    """Return (id, version) for all matches being played, most recently changed first.

    If this value has not changed, neither have the matches.
    """
    query = (
        select(Matches.id, Matches.version)
        .where(Matches.league_id == store.league_id, Matches.state == MatchState.RUNNING)
        .order_by(Matches.changed_at.desc(), Matches.id.desc())
    )
    with store.read() as connection:
        return tuple((row.id, row.version) for row in connection.execute(query))


def recent_matches(store: Store, limit: int = 10) -> list[ListedMatch]:
    """Return up to `limit` matches that have ended, the latest first."""
    return load_matches(
        store,
        matches_query(store.league_id)
        .where(Matches.ended_at > BEFORE_ALL_EVENINGS)  # not null, in a form that uses the index
        .order_by(Matches.ended_at.desc(), Matches.id.desc())
        .limit(limit),
    )


def unreadable_matches(store: Store, limit: int = 10) -> list[ListedMatch]:
    """Return up to `limit` matches whose log cannot be read, most recently changed first."""
    return matches_in_state(store, MatchState.UNREADABLE, limit)


def last_match_ended_since(store: Store, since: int) -> ListedMatch | None:
    """Return the last match that counts and ended after `since` (seconds since 1970), or None."""
    matches = load_matches(
        store,
        matches_query(store.league_id)
        .where(Matches.state.in_(COUNTED_STATES), Matches.ended_at > since)
        .order_by(Matches.ended_at.desc(), Matches.id.desc())
        .limit(1),
    )
    return matches[0] if matches else None


def match_history(
    store: Store, before: int | None = None, limit: int = 50, game: str | None = None
) -> list[ListedMatch]:
    """Return up to `limit` matches that are not deleted, newest first.

    For the next page, pass the last id of this page as `before`.
    """
    query = matches_query(store.league_id).where(Matches.state != MatchState.DELETED)
    if before is not None:
        since = select(Matches.started_at).where(
            Matches.league_id == store.league_id, Matches.id == before
        )
        when = func.coalesce(since.scalar_subquery(), AFTER_ALL_EVENINGS)
        query = query.where(tuple_(Matches.started_at, Matches.id) < tuple_(when, before))
    if game is not None:
        query = query.where(Matches.game == game)
    query = query.order_by(Matches.started_at.desc(), Matches.id.desc())
    return load_matches(store, query.limit(limit))


def deleted_matches(
    store: Store, days: int = LISTED_AFTER_DELETION_DAYS, limit: int = 50, now: int | None = None
) -> list[ListedMatch]:
    """Return up to `limit` matches deleted in the last `days` days, the latest first."""
    since = (int(time.time()) if now is None else now) - days * DAY_S
    return load_matches(
        store,
        matches_query(store.league_id)
        .where(Matches.deleted_at >= since)
        .order_by(Matches.deleted_at.desc(), Matches.id.desc())
        .limit(limit),
    )


def matches_by_id(store: Store, matches: Sequence[int]) -> dict[int, ListedMatch]:
    """Return these matches by id, without deleted matches."""
    query = matches_query(store.league_id).where(
        Matches.id.in_(matches), Matches.state != MatchState.DELETED
    )
    return {match.id: match for match in load_matches(store, query)}


# ---------------------------------------------------------------- rows to lists


def matches_query(league: int) -> Select[Any]:
    return select(
        Matches.id,
        Matches.game,
        Matches.state,
        Matches.changed_at,
        Matches.ended_at,
        Matches.deleted_at.label("deleted_at"),
        Matches.summary,
    ).where(Matches.league_id == league)


def matches_in_state(store: Store, state: MatchState, limit: int) -> list[ListedMatch]:
    """Return up to `limit` matches in this state, most recently changed first."""
    return load_matches(
        store,
        matches_query(store.league_id)
        .where(Matches.state == state)
        .order_by(Matches.changed_at.desc(), Matches.id.desc())
        .limit(limit),
    )


def find_match(store: Store, match_id: int) -> ListedMatch | None:
    """Return the match with this id, in any state, or None."""
    matches = load_matches(store, matches_query(store.league_id).where(Matches.id == match_id))
    return matches[0] if matches else None


def load_matches(store: Store, query: Select[Any]) -> list[ListedMatch]:
    with store.read() as connection:
        rows = connection.execute(query).all()
        seats = seats_by_match(connection, [row.id for row in rows], store.league_id)
    return [listed_match_from_rows(row._mapping, seats[row.id]) for row in rows]


def seats_by_match(
    connection: Connection, matches: Sequence[int], league: int
) -> dict[int, list[Mapping[str, Any]]]:
    """Return the seats by match id, in seat order, with the players' current names."""
    query = (
        select(
            MatchPlayers.match_id,
            MatchPlayers.place,
            MatchPlayers.points,
            MatchPlayers.won,
            Players.id,
            Players.name,
            Players.colour,
            Players.merged_into,
        )
        .join(
            Players,
            (Players.league_id == MatchPlayers.league_id) & (Players.id == MatchPlayers.player_id),
        )
        .where(MatchPlayers.league_id == league, MatchPlayers.match_id.in_(matches))
        .order_by(MatchPlayers.match_id, MatchPlayers.seat)
    )
    seats: dict[int, list[Mapping[str, Any]]] = {match: [] for match in matches}
    if matches:
        for seat in with_current_names(
            connection, league, connection.execute(query).mappings().all()
        ):
            seats[seat["match_id"]].append(seat)
    return seats


def with_current_names(
    connection: Connection, league: int, seats: Sequence[RowMapping]
) -> Iterator[Mapping[str, Any]]:
    """Yield the seats with each player's current name and colour, but with the ids from the log."""
    entries = {seat["id"] for seat in seats if seat["merged_into"] is not None}
    labels = merged_player_labels(connection, league, entries) if entries else {}
    for seat in seats:
        label = labels.get(seat["id"])
        yield {**seat, "name": label.name, "colour": label.colour} if label else {**seat}


def listed_match_from_rows(match: RowMapping, seats: Sequence[Mapping[str, Any]]) -> ListedMatch:
    letters = initials({str(seat["id"]): seat["name"] for seat in seats})
    people = [
        Person(key, seat["name"], seat["colour"], letters[key])
        for seat in seats
        for key in [str(seat["id"])]
    ]
    listed = ListedMatch(
        **{**match, "state": listed_state(match["game"], match["state"])},
        people={person.key: person for person in people},
        standings={
            str(seat["id"]): SeatOutcome(seat["place"], seat["points"], seat["won"])
            for seat in seats
            if seat["place"] is not None
        },
    )
    if listed.game in GAMES:
        return listed
    return replace(listed, summary={**listed.summary, "winners": []}, standings={})


def listed_state(game: str, state: str) -> MatchState:
    """Return the state of a match as lists show it.

    The state is unreadable if no game has this slug. In that case, the slug in the row is damaged,
    and `scorekeeper check --repair` restores it from the log.
    """
    return MatchState(state) if game in GAMES else MatchState.UNREADABLE
