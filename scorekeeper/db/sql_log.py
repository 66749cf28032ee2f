"""The event log in SQL: each entry is written in one transaction with the rows derived from it.

Recently used sheets are cached in memory. Reading a cached sheet again takes one query, which finds
the entries that any process has written since. Usually there are none.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from scorekeeper.db import log_rows, match_rows, merged_players, sql_submissions, unreadable
from scorekeeper.db.access_tables import Devices
from scorekeeper.db.lru_cache import LRUCache
from scorekeeper.db.merged_players import merged_player_labels
from scorekeeper.db.store import Store
from scorekeeper.db.tables import Leagues, Matches, MatchEvents, MatchPlayers, Players
from scorekeeper.match.events import Entry
from scorekeeper.match.log import (
    MatchNotFound,
    NewEntry,
    Submission,
    TableState,
    UnreadableMatch,
    VersionConflict,
)
from scorekeeper.match.people import people_of_match
from scorekeeper.match.replay import initial_sheet
from scorekeeper.match.sheet import Scoresheet

CACHE_SIZE = 128  # sheets in memory; a sheet of 20 deals takes about 50 kB
MAX_START_ATTEMPTS = 20  # attempts to get an id for a new match if several start at once

# Statements are built only once, because building one takes longer than executing it.
IN_MATCH = (
    MatchEvents.league_id == bindparam("league"),
    MatchEvents.match_id == bindparam("match"),
)
NEWER_ENTRIES_QUERY = (
    select(*log_rows.ENTRY_COLUMNS)
    .where(*IN_MATCH, MatchEvents.version > bindparam("seen"))
    .order_by(MatchEvents.version)
)
ENTRY_BY_KEY_QUERY = select(*log_rows.ENTRY_COLUMNS).where(
    *IN_MATCH, MatchEvents.key == bindparam("sent")
)
MATCH_BY_KEY_QUERY = select(Matches.id).where(
    Matches.league_id == bindparam("league"), Matches.key == bindparam("sent")
)
SEATS_QUERY = (
    select(
        Players.id,
        Players.name,
        Players.colour,
        Players.merged_into,
        Matches.version,
        Leagues.names_version,
        *sql_submissions.SUBMISSION_COLUMNS,
    )
    .select_from(Matches)
    .join(
        MatchPlayers,
        (MatchPlayers.league_id == Matches.league_id) & (MatchPlayers.match_id == Matches.id),
    )
    .join(
        Players,
        (Players.league_id == MatchPlayers.league_id) & (Players.id == MatchPlayers.player_id),
    )
    .join(Leagues, Leagues.id == Matches.league_id)
    .outerjoin(*sql_submissions.SUBMISSION_JOIN)
    .outerjoin(*sql_submissions.DEVICE_JOIN)
    .where(Matches.league_id == bindparam("league"), Matches.id == bindparam("match"))
    .order_by(MatchPlayers.seat)
)
DEVICE_NAMES_QUERY = select(Devices.id, Devices.name).where(
    Devices.league_id == bindparam("league"),
    Devices.id.in_(select(MatchEvents.device).where(*IN_MATCH)),
)
INSERT_ENTRY = insert(MatchEvents)


# A listener is called after each commit, or in a `transaction` after each entry, with the match,
# its new entry, and the sheets before and after the entry. The first sheet is None if it was not in
# memory. A listener must return quickly and must not raise exceptions.
Listener = Callable[[int, Entry, Scoresheet | None, Scoresheet], None]


class SqlLog:
    """The matches of one league, as a `match.log.Log`. Player keys are the players' ids as text.

    If `transaction` is given, everything is read and written on this connection.
    """

    listener: Listener | None = None

    def __init__(self, store: Store, transaction: Connection | None = None) -> None:
        self.store, self.league = store, store.league_id
        # Except in a transaction, a cached value may be older than the database but never newer,
        # because writers store it after the commit.
        self.sheet_cache: LRUCache[Scoresheet] = LRUCache(CACHE_SIZE)
        self.state_cache: LRUCache[TableState] = LRUCache(CACHE_SIZE)
        self.transaction = transaction

    def start(self, entry: Entry, key: str) -> int:
        for _ in range(MAX_START_ATTEMPTS):
            try:
                return self.begin(entry, key)
            except IntegrityError as error:
                clash = error  # another process has just taken the key or the id, so try again
        raise clash

    def begin(self, entry: Entry, key: str) -> int:
        """Attempt `start` once. Raises IntegrityError if the key or the id was just taken."""
        sheet = initial_sheet(entry)
        with self.writing() as connection:
            parameters = {"league": self.league}
            existing_match = connection.scalar(MATCH_BY_KEY_QUERY, {**parameters, "sent": key})
            if existing_match is not None:
                return existing_match
            match = match_rows.newest_match_id(connection, self.league) + 1
            connection.execute(INSERT_ENTRY, log_rows.row_of_entry(self.league, match, entry, key))
            # Checked after the insert, because the log is locked before the league's row.
            merged_players.refuse_same_person(connection, self.league, [sheet.setup.players])
            match_rows.insert_new_match(connection, self.league, match, key, sheet)
        self.sheet_cache.put(match, sheet)
        self.notify_listener(match, entry, None, sheet)
        return match

    def match_by_key(self, key: str) -> int | None:
        """Return the id of the match that was started with this key, or None."""
        with self.reading() as connection:
            return connection.scalar(MATCH_BY_KEY_QUERY, {"league": self.league, "sent": key})

    def sheet(self, match: int, known_version: int | None = None) -> Scoresheet:
        cached = self.sheet_cache.get(match)
        if cached is not None and (self.transaction is not None or cached.version == known_version):
            return cached  # no other connection writes during a transaction
        newer = self.newer(match, cached.version if cached else 0)
        if cached is not None and not newer:
            return cached  # the same object, with the values that it has already computed
        if not newer:
            raise self.missing(match)
        try:
            sheet = unreadable.sheet_from_rows(match, newer, cached)
        except UnreadableMatch as error:
            self.mark(error)
            raise
        self.sheet_cache.put(match, sheet)
        return sheet

    def newer(self, match: int, seen: int) -> Sequence[Row[Any]]:
        """Return the rows of entries after version `seen`."""
        parameters = {"league": self.league, "match": match, "seen": seen}
        with self.reading() as connection:
            return connection.execute(NEWER_ENTRIES_QUERY, parameters).all()

    def missing(self, match: int) -> MatchNotFound:
        """Return the error for a match without entries."""
        with self.reading() as connection:
            return unreadable.missing_match(connection, self.league, match)

    def mark(self, error: UnreadableMatch) -> None:
        """Mark the match's row as unreadable if it is not marked yet. Ignores a failed write."""
        with self.reading() as connection:
            if unreadable.is_marked_unreadable(connection, self.league, error.match):
                return
        with suppress(DBAPIError), self.writing() as connection:
            unreadable.mark_unreadable(connection, self.league, error)

    def entries(self, match: int) -> Sequence[Entry]:
        rows = self.newer(match, 0)
        if not rows:
            raise self.missing(match)
        try:
            return list(log_rows.entries_from_rows(rows))
        except Exception as error:  # a damaged entry can raise anything
            raise UnreadableMatch(match, max(log_rows.valid_times(rows), default=0)) from error

    def device_names(self, match: int) -> Mapping[int, str]:
        parameters = {"league": self.league, "match": match}
        with self.reading() as connection:
            return {row.id: row.name for row in connection.execute(DEVICE_NAMES_QUERY, parameters)}

    def cached_state(self, match: int) -> tuple[Scoresheet, TableState] | None:
        sheet, seats = self.sheet_cache.get(match), self.state_cache.get(match)
        return (sheet, seats) if sheet and seats else None

    def append(self, match: int, *entries: NewEntry) -> None:
        # Without a cached sheet, the next read after a conflict queries the database.
        sheets = [self.sheet_cache.pop(match), *(new.sheet for new in entries)]
        with self.writing() as connection:
            for new, before in zip(entries, sheets, strict=False):
                self.insert(connection, match, new, before)
        self.sheet_cache.put(match, entries[-1].sheet)
        for new, before in zip(entries, sheets, strict=False):
            self.notify_listener(match, new.entry, before, new.sheet)

    def insert(
        self, connection: Connection, match: int, new: NewEntry, before: Scoresheet | None
    ) -> None:
        """Write one entry. Raises VersionConflict.

        `before` is the sheet before the entry, if known.
        """
        try:
            row = log_rows.row_of_entry(self.league, match, new.entry, new.key)
            connection.execute(INSERT_ENTRY, row)
        except IntegrityError:
            raise VersionConflict from None
        parameters = (connection, self.league, match)
        if not (
            match_rows.update_match_rows(*parameters, before, new.sheet)
            or match_rows.rewrite_match_rows(*parameters, new.sheet)
        ):
            raise VersionConflict
        if new.sheet.asked_stage is None:
            sql_submissions.delete_submissions(connection, {"league": self.league, "match": match})

    def notify_listener(
        self, match: int, entry: Entry, before: Scoresheet | None, after: Scoresheet
    ) -> None:
        if self.listener is not None:
            self.listener(match, entry, before, after)

    def entry_by_key(self, match: int, key: str) -> Entry | None:
        parameters = {"league": self.league, "match": match, "sent": key}
        with self.reading() as connection:
            row = connection.execute(ENTRY_BY_KEY_QUERY, parameters).first()
        return None if row is None else log_rows.entry_from_row(row)

    def table_state(self, match: int) -> TableState:
        with self.reading() as connection:
            rows = connection.execute(SEATS_QUERY, {"league": self.league, "match": match}).all()
            entries = [row.id for row in rows if row.merged_into is not None]
            labels = merged_player_labels(connection, self.league, entries) if entries else {}
        if not rows:
            raise MatchNotFound
        labelled = [(row.id, labels.get(row.id, row)) for row in rows]
        people = people_of_match(
            tuple((str(key), label.name, label.colour) for key, label in labelled)
        )
        submissions = [
            sql_submissions.submission_from_row(row) for row in rows if row.serial is not None
        ]
        seats = TableState(people, submissions, rows[0].version, rows[0].names_version)
        self.state_cache.put(match, seats)
        return seats

    def current_keys(self, players: tuple[str, ...]) -> tuple[str, ...]:
        with self.reading() as connection:
            return merged_players.current_player_keys(connection, self.league, players)

    def save_submission(
        self, match: int, submission: Submission, at: int, device: int | None
    ) -> None:
        parameters = {"league": self.league, "match": match}
        with self.writing() as connection:
            sql_submissions.save_submission(connection, parameters, submission, at, device)

    @contextmanager
    def bulk_transaction(self) -> Iterator[None]:
        """Write all entries of this block in one transaction, and commit it at the block's end.

        This is for filling a league, where a disk sync per entry would take most of the time. Use a
        separate SqlLog without a listener, in one thread, while no match of the league is being
        played (`log_transaction`). Its caches hold entries that are not committed yet.
        """
        with self.store.write() as connection:
            self.transaction = connection
            try:
                yield
            except BaseException:
                self.sheet_cache, self.state_cache = LRUCache(CACHE_SIZE), LRUCache(CACHE_SIZE)
                raise
            finally:
                self.transaction = None

    def writing(self) -> AbstractContextManager[Connection]:
        return nullcontext(self.transaction) if self.transaction else self.store.write()

    def reading(self) -> AbstractContextManager[Connection]:
        return nullcontext(self.transaction) if self.transaction else self.store.read()
