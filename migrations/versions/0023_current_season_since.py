"""Store since when a season is current. With NULL, it stays current until another is chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade():
    op.add_column("league", sa.Column("current_season_since", sa.String(), nullable=True))


def downgrade():
    with op.batch_alter_table("league") as league:
        league.drop_column("current_season_since")
