"""Remove the results of matches, so that the next start computes them again with their variants.

A record now belongs to a game together with the options that change its points. The results of
closed seasons stay as they were, and count as the standard game.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

MATCH = sa.table("match", sa.column("state"), sa.column("result"))


def upgrade():
    counted = MATCH.c.state.in_(("over", "closed"))
    op.execute(MATCH.update().where(counted).values(result=sa.null()))


def downgrade():
    pass
