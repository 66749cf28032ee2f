"""Record each invitation that a phone joined with, rights granted by hand, and ended invitations.

The column with the key of a phone's join page is dropped, because the key was stored unhashed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

DEVICE = sa.table(
    "device",
    *(sa.column(name) for name in ("league_id", "id", "right", "invitation_id", "joined_at")),
    *(sa.column(name) for name in ("seen_at", "granted", "news_at")),
)
INVITATION = sa.table("invitation", *(sa.column(name) for name in ("league_id", "id", "right")))
ADMISSION = ("league_id", "device_id", "invitation_id", "at")
WITHOUT, OWNER = 0, "owner"


def upgrade():
    op.create_table(
        "admission",
        *(sa.Column(name, sa.Integer, nullable=False) for name in ADMISSION[:3]),
        sa.Column("key", sa.String),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "device_id", "invitation_id", name="pk_admission"),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name="fk_admission_league_id_league"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_admission_league_id_key", "admission", ["league_id", "key"])
    op.add_column("device", sa.Column("granted", sa.String))
    op.add_column("device", sa.Column("news_at", sa.BigInteger))
    op.add_column("invitation", sa.Column("ended_at", sa.BigInteger))
    carry_over()
    op.drop_index("ix_device_league_id_key", "device")
    op.drop_column("device", "key")


def carry_over():
    """Create one admission per device, from the one invitation that its row names.

    If a device's right differs from the invitation's, an owner granted it.
    """
    columns = DEVICE.c
    came = sa.select(
        columns.league_id,
        columns.id,
        sa.func.coalesce(columns.invitation_id, WITHOUT),
        columns.joined_at,
    )
    admission = sa.table("admission", *(sa.column(name) for name in ADMISSION))
    op.execute(admission.insert().from_select(ADMISSION, came))
    let_in_as = (
        sa.select(INVITATION.c.right)
        .where(
            INVITATION.c.league_id == columns.league_id, INVITATION.c.id == columns.invitation_id
        )
        .scalar_subquery()
    )
    is_granted = columns.right != sa.func.coalesce(let_in_as, OWNER)
    op.execute(
        DEVICE.update().values(
            granted=sa.case((is_granted, columns.right)), news_at=columns.seen_at
        )
    )


def downgrade():
    op.add_column("device", sa.Column("key", sa.String, nullable=False, server_default=""))
    op.create_index("ix_device_league_id_key", "device", ["league_id", "key"])
    for table, name in (("invitation", "ended_at"), ("device", "news_at"), ("device", "granted")):
        op.drop_column(table, name)
    op.drop_table("admission")
