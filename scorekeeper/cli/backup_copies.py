"""The command `backup`: a copy of the database, opened again to see whether all of it is there."""

import os
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from scorekeeper import create_app
from scorekeeper.cli.checks import looked_at
from scorekeeper.cli.transfer import done_with, the_app, write_copy
from scorekeeper.config import SQLITE, CannotStart, our_file
from scorekeeper.messages import say
from scorekeeper.transfer import backups
from scorekeeper.transfer.integrity import Finding
from scorekeeper.web.current_league import FIRST

Found = dict[int, list[Finding]]


def backup(file: str, *, overwrite: bool = False, verify: bool = True) -> Found:
    """The whole database in one file; of PostgreSQL, the league as a document.

    It is written whatever state the leagues are in; what `check` finds in it is returned by
    league, nothing without `verify`. Raises CannotStart.
    """
    copy = Path(file)
    database = our_file(os.environ)
    if database is None:
        with the_app() as app:
            write_copy(app, copy, overwrite=overwrite)
            return looked_at(app, FIRST) if verify else {}
    if not database.exists():
        raise CannotStart(say("There is no database {file} to copy.", file=str(database)))
    backups.back_up(database, copy, overwrite=overwrite)
    return verified(copy) if verify else {}


def verified(copy: Path) -> Found:
    """What `check` finds in this copy. One that an older version wrote is only read as a file."""
    try:
        if not backups.check(copy):
            return {}
        app = create_app({"SQLALCHEMY_DATABASE_URI": f"{SQLITE}{copy.absolute()}"})
        with done_with(app):
            found = looked_at(app)
        with backups.nobody_else(copy):
            return found  # all of it is in the one file again
    except (CannotStart, DBAPIError, OSError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        return {FIRST: [not_verified(copy, reason)]}


def not_verified(copy: Path, reason: BaseException | None) -> Finding:
    return Finding(
        say("The copy {file} was written and cannot be trusted.", file=str(copy)),
        say("{reason} Keep older backups.", reason=str(reason)),
    )
