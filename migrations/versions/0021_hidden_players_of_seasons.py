"""Store who was hidden when a season was closed. NULL means the players who are hidden now."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade():
    op.add_column("season", sa.Column("hidden_players", sa.JSON(none_as_null=True), nullable=True))


def downgrade():
    with op.batch_alter_table("season") as season:
        season.drop_column("hidden_players")
