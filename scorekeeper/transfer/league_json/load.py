"""Import a league document: all of it in one transaction, or nothing.

Equal rows are left alone, and a match with more entries in the document is continued. A
contradiction is refused and named. The document is read three times: for its header; as a trial
without a lock, while others save; and to write it under an exclusive lock.
"""

from collections.abc import Callable
from tempfile import TemporaryFile
from typing import IO

from sqlalchemy import Connection

from scorekeeper.db.connections import lock_log_exclusive
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.store import Store
from scorekeeper.runtime.gc_tuning import ProgressCallback, gc_disabled, no_progress
from scorekeeper.transfer.league_json.header import read_header
from scorekeeper.transfer.league_json.load_report import LoadReport
from scorekeeper.transfer.league_json.load_results import TrialResults
from scorekeeper.transfer.league_json.load_sections import load_sections
from scorekeeper.transfer.league_json.load_target import open_target

READ_PASSES = 3


def load_league(
    store: Store,
    file: IO[bytes],
    progress: ProgressCallback = no_progress,
    first: Callable[[Connection], None] | None = None,
) -> LoadReport:
    """Import the document in this seekable file and report what was new.

    Raises InvalidDocuments or ImportConflict, with nothing changed. `progress` is called with the
    bytes read so far, of READ_PASSES times the file's size. `first` runs at the start of the
    writing transaction; as it changes the league, there is no trial pass before it.
    """
    file.seek(0)
    head = read_header(file, progress)
    size = file.tell()
    with gc_disabled(), TemporaryFile("w+", encoding="utf-8") as kept:
        tried = TrialResults(kept)
        if first is None:
            file.seek(0)
            with store.snapshot() as connection:
                target = open_target(connection, store.league_id)
                load_sections(target, head, file, tried, lambda done: progress(size + done))
        file.seek(0)
        with store.engine.connect() as connection, connection.begin() as transaction:
            lock_log_exclusive(connection)
            if first is not None:
                first(connection)
            target = open_target(
                connection, store.league_id, increment_changes(connection, store.league_id)
            )
            found = load_sections(target, head, file, tried, lambda done: progress(2 * size + done))
            if not found:
                transaction.rollback()  # nothing new: undo the increment of `changes` too
            return found
