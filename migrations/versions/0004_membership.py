"""Create invitations, devices and public links (`showing`), and add the recovery code."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

COUNTS = ("last_invitation", "last_device", "last_showing", "doors")
TIMES = {"made_at", "joined_at", "seen_at", "open_until", "withdrawn_at", "out_at"}


def upgrade():
    add_columns_of_leagues()
    table(
        "invitation",
        "name",
        "right",
        "secret",
        "code?",
        "open_until?",
        "most?",
        "used",
        "made_at",
        "made_by?",
        "withdrawn_at?",
        sa.UniqueConstraint("league_id", "secret", name="uq_invitation_league_id_secret"),
    )
    op.create_index("ix_invitation_code", "invitation", ["code"], unique=True)
    table(
        "device",
        "token",
        "name",
        "right",
        "player_id?",
        "invitation_id?",
        "joined_at",
        "seen_at",
        "key",
        "out_at?",
        sa.UniqueConstraint("league_id", "token", name="uq_device_league_id_token"),
    )
    op.create_index("ix_device_league_id_key", "device", ["league_id", "key"])
    table(
        "showing",
        "name",
        "match_id?",
        "secret",
        "made_at",
        "withdrawn_at?",
        sa.UniqueConstraint("league_id", "secret", name="uq_showing_league_id_secret"),
    )


def add_columns_of_leagues():
    for name in COUNTS:
        op.add_column("league", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.add_column("league", sa.Column("recovery", sa.String))
    op.add_column("league", sa.Column("recovery_at", sa.BigInteger))
    op.create_index("ix_league_recovery", "league", ["recovery"], unique=True)


def table(name, *parts):
    """Create a table whose rows belong to a league.

    A part that is a string is the name of a column. If it ends in a question mark, the column is
    nullable.
    """
    op.create_table(
        name,
        sa.Column("league_id", sa.Integer, nullable=False),
        sa.Column("id", sa.Integer, nullable=False),
        *(column(part) if isinstance(part, str) else part for part in parts),
        sa.PrimaryKeyConstraint("league_id", "id", name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=f"fk_{name}_league_id_league"),
        sqlite_with_rowid=False,
    )


def column(part):
    name = part.removesuffix("?")
    text = name in {"name", "right", "secret", "code", "token", "key"}
    kind = sa.String if text else sa.BigInteger if name in TIMES else sa.Integer
    return sa.Column(name, kind, nullable=part.endswith("?"))


def downgrade():
    for name in ("showing", "device", "invitation"):
        op.drop_table(name)
    op.drop_index("ix_league_recovery", "league")
    with op.batch_alter_table("league") as batch:
        for name in (*COUNTS, "recovery", "recovery_at"):
            batch.drop_column(name)
