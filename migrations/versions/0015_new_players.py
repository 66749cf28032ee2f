"""Let invitations allow people who join to add themselves as players.

Existing invitations do not allow it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade():
    op.add_column(
        "invitation",
        sa.Column("allows_new_players", sa.Boolean(), nullable=False, server_default=sa.false()),
    )


def downgrade():
    with op.batch_alter_table("invitation") as invitation:
        invitation.drop_column("allows_new_players")
