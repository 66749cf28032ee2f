"""A process that migrates a database and kills itself before a given SQL statement."""

import os
import signal
from itertools import count

from sqlalchemy import event

from scorekeeper.server import engines
from scorekeeper.server.bare_app import with_migrated_database
from tests.databases import create_bare_app


def start_and_die(url, number):
    """Migrate and rebuild the database, but kill this process before one of the SQL statements.

    `number` is the number of this statement, counted from 1.
    """
    app = create_bare_app(url)
    statements = count(1)

    def die(*_statement):
        if next(statements) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(engines.engine_of(app), "before_cursor_execute", die)
    with_migrated_database(app)
