"""Give each league a currency. NULL is money with two decimals and no symbol."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade():
    op.add_column("league", sa.Column("currency", sa.String(), nullable=True))


def downgrade():
    with op.batch_alter_table("league") as league:
        league.drop_column("currency")
