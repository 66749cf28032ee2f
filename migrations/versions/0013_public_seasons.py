"""Add columns to public links: kind, season, evening, form of names, and whether to index them.

Existing links do not change: they show a match or the feed, with full names, and search engines do
not list them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

SHOWING = sa.table("showing", *map(sa.column, ("match_id", "kind")))


def upgrade():
    op.add_column("showing", sa.Column("kind", sa.String, nullable=False, server_default="feed"))
    op.add_column("showing", sa.Column("season_id", sa.Integer))
    op.add_column("showing", sa.Column("evening", sa.String))
    op.add_column("showing", sa.Column("names", sa.String, nullable=False, server_default="full"))
    op.add_column(
        "showing", sa.Column("indexed", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.execute(SHOWING.update().where(SHOWING.c.match_id.is_not(None)).values(kind="match"))


def downgrade():
    op.execute(SHOWING.delete().where(SHOWING.c.kind.not_in(("match", "feed"))))
    with op.batch_alter_table("showing") as batch:
        for name in ("kind", "season_id", "evening", "names", "indexed"):
            batch.drop_column(name)
