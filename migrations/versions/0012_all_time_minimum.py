"""Add the number of matches that a player needs for a place in the all-time standings.

NULL means that the number is calculated automatically.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade():
    op.add_column("league", sa.Column("all_time_minimum", sa.Integer(), nullable=True))


def downgrade():
    with op.batch_alter_table("league") as league:
        league.drop_column("all_time_minimum")
