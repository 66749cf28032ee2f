"""Remove the stored results of matches of Jaguar that the players ended.

Such a match used to set records even if a target or a number of hands was agreed and not reached.
If a result is missing, the next start rebuilds all rows (db/rebuild.py). It cannot rebuild the rows
of a match whose log has lost entries, so these rows do not change.
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

MATCH = sa.table(
    "match", *map(sa.column, ("league_id", "id", "version", "game", "state", "result"))
)
EVENT = sa.table("match_event", *map(sa.column, ("league_id", "match_id", "version")))


def upgrade():
    has_whole_log = sa.exists().where(
        EVENT.c.league_id == MATCH.c.league_id,
        EVENT.c.match_id == MATCH.c.id,
        EVENT.c.version >= MATCH.c.version,
    )
    ended = (MATCH.c.game == "jaguar", MATCH.c.state == "closed", has_whole_log)
    op.execute(MATCH.update().where(*ended).values(result=sa.null()))


def downgrade():
    pass
