"""Runs a database upgrade that kills its own process before a given SQL statement."""

import os
import signal
from itertools import count

from sqlalchemy import event

from scorekeeper.server import engines
from tests.databases import opened


def upgrade_and_die(url, number):
    """Migrate the database; SIGKILL this process before SQL statement `number`, counted from 1."""
    app = opened(url)
    statements = count(1)

    def die(*_statement):
        if next(statements) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(engines.engine_of(app), "before_cursor_execute", die)
    engines.upgrade(app)
