"""An upgrade that is killed at any statement leaves the database as it was before."""

import signal
from itertools import count
from multiprocessing import get_context

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from scorekeeper.cli import demo
from scorekeeper.db.tables import Base
from scorekeeper.server import engines
from tests.db.crashing_upgrade import upgrade_and_die
from tests.db.test_migrations import downgrade, migrations, rows

LAST = migrations()[-3]  # all newer migrations run in one transaction
AT_LEAST = 10  # the least number of statements in an upgrade


def killed_at(database, number):
    """Kill an upgrade before this statement; return False if it has fewer statements."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.db.crashing_upgrade"])
    process = context.Process(target=upgrade_and_die, args=(database, number))
    process.start()
    process.join()
    assert process.exitcode in {0, -signal.SIGKILL}
    return process.exitcode != 0


def version_of(app):
    with engines.engine_of(app).connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def test_an_upgrade_killed_at_any_statement_changes_nothing_and_can_be_repeated(app, database):
    demo.fill_league(app, matches=3, seed=1)
    downgrade(app, LAST)
    before = rows(app)
    for number in count(1):
        engines.engine_of(app).dispose()
        assert killed_at(database, number)
        if version_of(app) != LAST:
            break  # the upgrade was committed before that statement
        assert rows(app) == before

    assert number > AT_LEAST
    engines.upgrade(app)
    with engines.engine_of(app).connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Base.metadata) == []
    assert {name: len(found) for name, found in rows(app).items()} == {
        name: len(found) for name, found in before.items()
    }
