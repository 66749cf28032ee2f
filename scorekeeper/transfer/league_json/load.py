"""A document brought into a league: all of it in one transaction, or nothing.

What is here already and the same is left; a match that goes on in the document goes on here. What
contradicts is refused with a sentence that names it. The document is read three times: for its
head; to try everything else while others save; and to write it, which nobody else can meanwhile.
"""

from collections.abc import Callable
from tempfile import TemporaryFile
from typing import IO

from sqlalchemy import Connection, Engine

from scorekeeper.db.engines import lock_log_exclusive, snapshot
from scorekeeper.db.match_rows import increment_changes
from scorekeeper.runtime.gc_tuning import ProgressCallback, gc_disabled, no_progress
from scorekeeper.transfer.league_json.header import read_header
from scorekeeper.transfer.league_json.load_report import LoadReport
from scorekeeper.transfer.league_json.load_results import TrialResults
from scorekeeper.transfer.league_json.load_sections import LeagueLoader
from scorekeeper.web.current_league import FIRST_LEAGUE_ID

READ_PASSES = 3


def load_league(
    engine: Engine,
    file: IO[bytes],
    league: int = FIRST_LEAGUE_ID,
    progress: ProgressCallback = no_progress,
    first: Callable[[Connection], None] | None = None,
) -> LoadReport:
    """Bring in the document in this file, which can be read from its start again.

    Raises NotDocuments or Contradiction, with nothing changed. `progress` is told how many bytes
    were read, of READINGS times the file. `first` is done before anything else in the same
    transaction; the document is tried only after it then, as it changes what is here.
    """
    file.seek(0)
    head = read_header(file, progress)
    size = file.tell()
    with gc_disabled(), TemporaryFile("w+", encoding="utf-8") as kept:
        tried = TrialResults(kept)
        if first is None:
            file.seek(0)
            with snapshot(engine) as connection:
                trial = LeagueLoader(connection, league, head, tried)
                trial.take(file, lambda done: progress(size + done))
        file.seek(0)
        with engine.connect() as connection, connection.begin() as transaction:
            lock_log_exclusive(connection)
            if first is not None:
                first(connection)
            work = LeagueLoader(
                connection, league, head, tried, increment_changes(connection, league)
            )
            work.take(file, lambda done: progress(2 * size + done))
            work.write_league()
            if not work.found():
                transaction.rollback()  # not even a change was made
            return work.found()
