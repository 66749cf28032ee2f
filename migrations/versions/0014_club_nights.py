"""Create the tables of club nights."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade():
    op.add_column(
        "league", sa.Column("last_club_night", sa.Integer(), nullable=False, server_default="0")
    )
    night()
    night_player()
    club_round()


def downgrade():
    op.drop_table("club_round")
    op.drop_table("club_night_player")
    op.drop_table("club_night")
    with op.batch_alter_table("league") as league:
        league.drop_column("last_club_night")


def night():
    op.create_table(
        "club_night",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("evening", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("method", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("invitation_id", sa.Integer()),
        sa.Column("secret", sa.String()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_club_night"),
        sa.UniqueConstraint("league_id", "key", name="uq_club_night_league_id_key"),
        sa.UniqueConstraint("league_id", "secret", name="uq_club_night_league_id_secret"),
        of_league("club_night"),
        sqlite_with_rowid=False,
    )


def night_player():
    op.create_table(
        "club_night_player",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("here", sa.Boolean(), nullable=False),
        sa.Column("answer", sa.String()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("league_id", "night_id", "player_id", name="pk_club_night_player"),
        of_league("club_night_player"),
        of_night("club_night_player"),
        sa.ForeignKeyConstraint(
            ["league_id", "player_id"],
            ["player.league_id", "player.id"],
            name="fk_club_night_player_league_id_player_id_player",
        ),
        sqlite_with_rowid=False,
    )


def club_round():
    op.create_table(
        "club_round",
        sa.Column("league_id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("method", sa.String(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("edited", sa.Boolean(), nullable=False),
        sa.Column("tables", sa.JSON(), nullable=False),
        sa.Column("sitting_out", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("drawn_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("league_id", "night_id", "number", name="pk_club_round"),
        of_league("club_round"),
        of_night("club_round"),
        sqlite_with_rowid=False,
    )


def of_league(table):
    return sa.ForeignKeyConstraint(
        ["league_id"], ["league.id"], name=f"fk_{table}_league_id_league"
    )


def of_night(table):
    return sa.ForeignKeyConstraint(
        ["league_id", "night_id"],
        ["club_night.league_id", "club_night.id"],
        name=f"fk_{table}_league_id_night_id_club_night",
    )
