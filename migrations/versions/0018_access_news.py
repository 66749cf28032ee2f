"""Record grants of rights, phones that left, and the phones that made public links.

Earlier events are unknown: their values are NULL, or false for phones that left.
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade():
    op.add_column("device", sa.Column("granted_at", sa.BigInteger(), nullable=True))
    op.add_column("device", sa.Column("granted_by", sa.Integer(), nullable=True))
    op.add_column(
        "device", sa.Column("has_left", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("showing", sa.Column("made_by", sa.Integer(), nullable=True))


def downgrade():
    with op.batch_alter_table("showing") as showing:
        showing.drop_column("made_by")
    with op.batch_alter_table("device") as device:
        device.drop_column("has_left")
        device.drop_column("granted_by")
        device.drop_column("granted_at")
