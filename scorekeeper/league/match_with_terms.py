"""Commands that change a match and its terms in one transaction."""

from scorekeeper.db.log_transaction import log_transaction
from scorekeeper.db.store import Store
from scorekeeper.league.match_evening import write_match_evening
from scorekeeper.league.season_commands import write_match_terms
from scorekeeper.league.seasons import MatchTerms
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import Log
from scorekeeper.rules.kernel import Options

FRIENDLY_TERMS = MatchTerms(chosen=True)


def start_friendly_match(
    store: Store, log: Log, game: str, players: tuple[str, ...], options: Options, sent: CommandMeta
) -> int:
    """Start a match that counts for no season, and return its id.

    A repeated command does not change the terms again. Raises the errors of `commands.start_match`.
    """
    with log_transaction(store, log) as (connection, entries):
        is_repeated = entries.match_by_key(sent.key) is not None
        match = commands.start_match(entries, game, players, options, sent)
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
    sent: CommandMeta,
) -> None:
    """Set the terms of a match and move it to another evening.

    Raises the errors of `set_match_terms` and `set_match_evening`, and then changes nothing.
    """
    league = store.league_id
    with log_transaction(store, log) as (connection, entries):
        if entries.entry_by_key(match, sent.key) is None:
            write_match_terms(connection, league, match, terms, seen)
            write_match_evening(connection, league, entries, match, evening, sent)
