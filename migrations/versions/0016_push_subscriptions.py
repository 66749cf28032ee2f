"""Create the tables for subscriptions to notifications, and for the keys that sign them."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade():
    op.create_table(
        "push_key",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("private_key", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("league_id", name="pk_push_key"),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name="fk_push_key_league_id_league"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "push_subscription",
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("league_id", "device_id")),
        *(
            sa.Column(name, sa.String(), nullable=False)
            for name in ("endpoint", "p256dh", "auth", "site")
        ),
        sa.Column("kinds", sa.JSON(), nullable=False),
        sa.Column("details", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("league_id", "device_id", name="pk_push_subscription"),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name="fk_push_subscription_league_id_league"
        ),
        sqlite_with_rowid=False,
    )


def downgrade():
    op.drop_table("push_subscription")
    op.drop_table("push_key")
