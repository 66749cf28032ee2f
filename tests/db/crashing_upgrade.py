"""An upgrade of the database that is killed in the middle."""

import os
import signal
from itertools import count

from sqlalchemy import event

from scorekeeper.db import engines
from tests.databases import opened


def upgrade_and_die(url, number):
    """Bring the database up to date, and be killed before the statement of this number."""
    app = opened(url)
    statements = count(1)

    def die(*_statement):
        if next(statements) == number:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(engines.engine_of(app), "before_cursor_execute", die)
    engines.upgrade(app)
