"""Count the changes of players' names, so that open match pages show new names."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade():
    op.add_column(
        "league", sa.Column("names_version", sa.Integer(), nullable=False, server_default="0")
    )


def downgrade():
    with op.batch_alter_table("league") as league:
        league.drop_column("names_version")
