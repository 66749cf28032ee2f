"""Commands that set the terms of a match, alone or in one transaction with another change."""

from sqlalchemy import Connection, delete, insert, select, update

from scorekeeper.db.log_transaction import log_transaction
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Matches, Terms
from scorekeeper.errors import Refused
from scorekeeper.league.match_evening import write_match_evening
from scorekeeper.league.season_snapshot import refuse_if_in_closed_season, remove_from_snapshots
from scorekeeper.league.seasons import (
    NO_TERMS,
    MatchTerms,
    Season,
    get_match_terms,
    get_season,
    load_match_terms,
)
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import Log
from scorekeeper.messages import say
from scorekeeper.rules.kernel import Options, Problem

FRIENDLY_TERMS = MatchTerms(is_season_chosen=True)


class StaleTerms(Exception):
    """The terms of the match have changed since they were read."""


def set_match_terms(
    store: Store, match: int, terms: MatchTerms, seen: MatchTerms | None = None
) -> None:
    """Set the season (or none) and the stakes of one match.

    `seen` are the terms that the form showed, or None to skip this check. Raises StaleTerms if the
    stored terms differ from them, and NotFound if the season does not exist. Raises Refused if the
    new terms would add the match to a closed season, remove it from a closed season, or change its
    stake there.
    """
    if terms != load_match_terms(store, match):
        with store.write() as connection:
            write_match_terms(connection, store.league_id, match, terms, seen)


def write_match_terms(
    connection: Connection,
    league: int,
    match: int,
    terms: MatchTerms,
    seen: MatchTerms | None = None,
) -> None:
    """Set the terms of one match within a transaction, like `set_match_terms`."""
    change = increment_changes(connection, league)  # locks the league before the terms are read
    stored_terms = get_match_terms(connection, match, league)
    if seen is not None and stored_terms != seen:
        raise StaleTerms
    if terms == stored_terms:
        return
    if terms.season_id is not None:
        refuse_closed(connection, match, get_season(connection, terms.season_id, league), league)
    if (terms.is_season_chosen, terms.season_id) != (
        stored_terms.is_season_chosen,
        stored_terms.season_id,
    ):
        remove_from_snapshots(connection, match, league)
    if terms.stake != stored_terms.stake:  # the snapshot has the old stake
        refuse_if_in_closed_season(connection, match, league)
    connection.execute(delete(Terms).where(Terms.league_id == league, Terms.match_id == match))
    if terms != NO_TERMS:
        connection.execute(
            insert(Terms).values(
                league_id=league,
                match_id=match,
                chosen=terms.is_season_chosen,
                season_id=terms.season_id,
                stake=None if terms.stake is None else terms.stake.to_json(),
            )
        )
    connection.execute(
        update(Matches)
        .where(Matches.league_id == league, Matches.id == match, Matches.result_change.is_not(None))
        .values(result_change=change)
    )


def start_friendly_match(
    store: Store, log: Log, game: str, players: tuple[str, ...], options: Options, meta: CommandMeta
) -> int:
    """Start a match that does not count towards any season, and return its id.

    A repeated command does not change the terms again. Raises the errors of `commands.start_match`.
    """
    with log_transaction(store, log) as (connection, entries):
        is_repeated = entries.match_by_key(meta.key) is not None
        match = commands.start_match(entries, game, players, options, meta)
        if not is_repeated:
            write_match_terms(connection, store.league_id, match, FRIENDLY_TERMS)
    return match


def set_terms_and_evening(
    store: Store,
    log: Log,
    match: int,
    terms: MatchTerms,
    seen: MatchTerms,
    evening: str,
    meta: CommandMeta,
) -> None:
    """Set the terms of a match and move it to another evening.

    Raises the errors of `set_match_terms` and `set_match_evening`. If an error is raised, nothing
    is changed.
    """
    league = store.league_id
    with log_transaction(store, log) as (connection, entries):
        if entries.entry_by_key(match, meta.key) is None:
            write_match_terms(connection, league, match, terms, seen)
            write_match_evening(connection, league, entries, match, evening, meta)


# ---------------------------------------------------------------- helpers


def refuse_closed(connection: Connection, match: int, season: Season, league: int) -> None:
    """Raise Refused if the season is closed and the match is not already assigned to it."""
    chosen = select(Terms.season_id).where(Terms.league_id == league, Terms.match_id == match)
    if season.closed_at is not None and connection.scalar(chosen) != season.id:
        reason = say(
            "{season} is closed, so you cannot add matches to it. Reopen it first.",
            season=season.name,
        )
        raise Refused([Problem("closed", reason)])
