"""Import a league document into a new database, and print the evening and season of each match.

`python -m tests.transfer.evenings DATABASE DOCUMENT`. A test runs it with another time zone in the
environment.
"""

import sys
from pathlib import Path

from scorekeeper.server import engines
from scorekeeper.web.transfer import csv_rows
from tests.databases import opened
from tests.transfer.leagues import brought


def evenings_and_seasons(store):
    """Return a line for each match that has ended: its id, evening and season."""
    with store.read() as connection:
        found = csv_rows.result_rows(connection, store.league_id)
        return list(dict.fromkeys(f"{row[0]} {row[1]} {row[3]}" for row in found))


if __name__ == "__main__":
    database, document = sys.argv[1:]
    app = opened(f"sqlite:///{database}")
    engines.upgrade(app)
    brought(app, Path(document).read_bytes())
    print("\n".join(evenings_and_seasons(engines.store_of(app))))
