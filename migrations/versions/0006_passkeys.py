"""Create the tables for owners' passkeys, the phones that use them, and their challenges."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade():
    op.add_column(
        "league", sa.Column("last_passkey", sa.Integer, nullable=False, server_default="0")
    )
    op.create_table(
        "passkey",
        league(),
        sa.Column("id", sa.Integer, nullable=False),
        *(sa.Column(name, sa.String, nullable=False) for name in ("name", "host", "credential")),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("sign_count", "made_at")),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_passkey"),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name="fk_passkey_league_id_league"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_passkey_credential", "passkey", ["credential"], unique=True)
    op.create_table(
        "passkey_phone",
        league(),
        sa.Column("passkey_id", sa.Integer, nullable=False),
        sa.Column("device_id", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "passkey_id", "device_id", name="pk_passkey_phone"),
        sa.ForeignKeyConstraint(
            ["league_id"], ["league.id"], name="fk_passkey_phone_league_id_league"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "challenge",
        league(),
        sa.Column("challenge", sa.String, nullable=False),
        sa.Column("device_id", sa.Integer),
        sa.Column("open_until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "challenge", name="pk_challenge"),
        sqlite_with_rowid=False,
    )


def league():
    return sa.Column("league_id", sa.Integer, nullable=False)


def downgrade():
    for name in ("challenge", "passkey_phone", "passkey"):
        op.drop_table(name)
    with op.batch_alter_table("league") as batch:
        batch.drop_column("last_passkey")
