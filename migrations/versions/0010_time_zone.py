"""Give each league a time zone. NULL is the machine's time zone, which applied until now."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade():
    op.add_column("league", sa.Column("time_zone", sa.String(), nullable=True))


def downgrade():
    with op.batch_alter_table("league") as league:
        league.drop_column("time_zone")
