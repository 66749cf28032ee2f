"""Remove the stored results of matches that contain an undo or were reopened.

A match now ends when its last answer was first recorded. It used to end with the newest answer, so
an undo followed by the same answer moved an old match to another evening. If a result is missing,
the next start rebuilds all rows (db/rebuild.py). It cannot rebuild the rows of a match whose log
has lost entries, so these rows do not change.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

MATCH = sa.table("match", *map(sa.column, ("league_id", "id", "version", "state", "result")))
EVENT = sa.table("match_event", *map(sa.column, ("league_id", "match_id", "version", "kind")))


def upgrade():
    has_undo = has_entry(EVENT.c.kind.in_(("step withdrawn", "match reopened")))
    has_whole_log = has_entry(EVENT.c.version >= MATCH.c.version)
    is_counted = MATCH.c.state.in_(("over", "closed"))
    op.execute(MATCH.update().where(is_counted, has_undo, has_whole_log).values(result=sa.null()))


def has_entry(condition):
    return sa.exists().where(
        EVENT.c.league_id == MATCH.c.league_id, EVENT.c.match_id == MATCH.c.id, condition
    )


def downgrade():
    pass
