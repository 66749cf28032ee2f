"""Remove the results of matches, so that the next start computes them again with their variants.

A record now belongs to a game together with the options that change its points. The results of
closed seasons do not change, and count as the standard game. The same is true of matches whose log
has lost entries, because nothing else is left of these entries.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

MATCH = sa.table("match", *map(sa.column, ("league_id", "id", "version", "state", "result")))
EVENT = sa.table("match_event", *map(sa.column, ("league_id", "match_id", "version")))


def upgrade():
    counted = MATCH.c.state.in_(("over", "closed"))
    has_whole_log = sa.exists().where(
        EVENT.c.league_id == MATCH.c.league_id,
        EVENT.c.match_id == MATCH.c.id,
        EVENT.c.version >= MATCH.c.version,
    )
    op.execute(MATCH.update().where(counted, has_whole_log).values(result=sa.null()))


def downgrade():
    pass
