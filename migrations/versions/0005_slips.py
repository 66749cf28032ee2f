"""Create submissions (`slip`): values that players enter on their own phones before a save."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

NUMBERS = ("league_id", "match_id", "player_id", "round", "seen", "serial")


def upgrade():
    op.create_table(
        "slip",
        *(sa.Column(name, sa.Integer, nullable=False) for name in NUMBERS),
        sa.Column("stage", sa.String, nullable=False),
        sa.Column("answers", sa.JSON, nullable=False),
        sa.Column("device", sa.Integer),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "match_id", "player_id", name="pk_slip"),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name="fk_slip_league_id_league"),
        sqlite_with_rowid=False,
    )


def downgrade():
    op.drop_table("slip")
