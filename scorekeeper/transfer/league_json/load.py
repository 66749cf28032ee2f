"""Import a league document in one transaction, completely or not at all.

Rows that the league already has are skipped, and a match with more entries in the document is
continued. If a row contradicts the league, the import is refused, and the message names the row.
The document is read twice. The first pass is a trial without a lock, during which phones can still
save. The second pass writes the document under an exclusive lock.
"""

from collections.abc import Callable
from os import SEEK_END
from tempfile import TemporaryFile
from typing import IO

from sqlalchemy import Connection

from scorekeeper.db.connections import lock_log_exclusive
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.db.store import Store
from scorekeeper.match.strict_json import InvalidDocuments
from scorekeeper.messages import say
from scorekeeper.runtime.gc_tuning import gc_disabled
from scorekeeper.runtime.progress import ProgressCallback, no_progress
from scorekeeper.transfer.league_json.document import LeagueDocument
from scorekeeper.transfer.league_json.load_report import LoadReport
from scorekeeper.transfer.league_json.load_results import TrialResults
from scorekeeper.transfer.league_json.load_sections import load_sections
from scorekeeper.transfer.league_json.load_target import open_target

READ_PASSES = 2


def load_league(
    store: Store,
    file: IO[bytes],
    progress: ProgressCallback = no_progress,
    first: Callable[[Connection], None] | None = None,
) -> LoadReport:
    """Import the document in this seekable file and report what was new.

    If it raises InvalidDocuments or ImportConflict, nothing has changed. `progress` is called with
    the number of bytes read so far, out of READ_PASSES times the file's size. `first` runs at the
    start of the writing transaction. If `first` is given, there is no trial pass, because `first`
    changes the league.
    """
    try:
        with gc_disabled(), TemporaryFile() as copy:
            return load_document(store, LeagueDocument(file, copy), progress, first)
    except RecursionError:  # parsing and writing JSON have different depth limits
        raise InvalidDocuments(say("This JSON is nested too deeply for an export.")) from None


def load_document(
    store: Store,
    document: LeagueDocument,
    progress: ProgressCallback,
    first: Callable[[Connection], None] | None,
) -> LoadReport:
    with TemporaryFile("w+", encoding="utf-8") as results_file:
        trial_results = TrialResults(results_file)
        if first is None:
            with store.snapshot() as connection:
                load_sections(
                    open_target(connection, store.league_id), document, trial_results, progress
                )
        size = document.file.seek(0, SEEK_END)
        with store.engine.connect() as connection, connection.begin() as transaction:
            lock_log_exclusive(connection)
            if store.check is not None:
                store.check(connection)
            if first is not None:
                first(connection)
            target = open_target(
                connection, store.league_id, increment_changes(connection, store.league_id)
            )
            report = load_sections(
                target, document, trial_results, lambda done: progress(size + done)
            )
            if not report:
                transaction.rollback()  # nothing new, so undo the increment of `changes` too
            return report
