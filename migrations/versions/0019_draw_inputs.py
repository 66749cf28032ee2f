"""Store the inputs of each draw of a club night. NULL means unknown, as for all earlier draws."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade():
    op.add_column("club_round", sa.Column("drawn_from", sa.JSON(), nullable=True))


def downgrade():
    with op.batch_alter_table("club_round") as club_round:
        club_round.drop_column("drawn_from")
