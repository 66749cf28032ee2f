"""An import hook that blocks packages which match pages must not load.

These are the database packages and Babel.
"""

import sys
from importlib.abc import MetaPathFinder

BLOCKED = {
    "sqlalchemy",
    "flask_sqlalchemy",
    "flask_migrate",
    "alembic",
    "psycopg",
    "babel",
    "sqlite3",
}


class BlockedPackages(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ImportError(f"{name} is blocked in these tests")


def block():
    sys.meta_path.insert(0, BlockedPackages())
