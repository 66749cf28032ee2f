"""The command `backup`: a copy of the database, opened again to see whether all of it is there."""

import os
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from scorekeeper import create_app
from scorekeeper.cli.checks import findings_by_league
from scorekeeper.cli.transfer import closing_database, open_app, write_document_file
from scorekeeper.config import SQLITE_PREFIX, ConfigError, configured_database_file
from scorekeeper.messages import say
from scorekeeper.transfer import backups
from scorekeeper.transfer.integrity import Finding
from scorekeeper.web.current_league import FIRST_LEAGUE_ID

FindingsByLeague = dict[int, list[Finding]]


def backup(file: str, *, overwrite: bool = False, verify: bool = True) -> FindingsByLeague:
    """The whole database in one file; of PostgreSQL, the league as a document.

    It is written whatever state the leagues are in; what `check` finds in it is returned by
    league, nothing without `verify`. Raises CannotStart.
    """
    copy = Path(file)
    database = configured_database_file(os.environ)
    if database is None:
        with open_app() as app:
            write_document_file(app, copy, overwrite=overwrite)
            return findings_by_league(app, FIRST_LEAGUE_ID) if verify else {}
    if not database.exists():
        raise ConfigError(say("There is no database {file} to copy.", file=str(database)))
    backups.back_up(database, copy, overwrite=overwrite)
    return findings_in_copy(copy) if verify else {}


def findings_in_copy(copy: Path) -> FindingsByLeague:
    """What `check` finds in this copy. One that an older version wrote is only read as a file."""
    try:
        if not backups.check_database(copy):
            return {}
        app = create_app({"SQLALCHEMY_DATABASE_URI": f"{SQLITE_PREFIX}{copy.absolute()}"})
        with closing_database(app):
            found = findings_by_league(app)
        with backups.exclusive_access(copy):
            return found  # all of it is in the one file again
    except (ConfigError, DBAPIError, OSError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        return {FIRST_LEAGUE_ID: [untrusted_copy_finding(copy, reason)]}


def untrusted_copy_finding(copy: Path, reason: BaseException | None) -> Finding:
    return Finding(
        say("The copy {file} was written and cannot be trusted.", file=str(copy)),
        say("{reason} Keep older backups.", reason=str(reason)),
    )
