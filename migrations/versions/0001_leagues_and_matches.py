"""Create leagues, players, the event log of matches, and the tables derived from it."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade():
    league()
    player()
    match_event()
    match()
    match_player()


def league():
    """Create the table of leagues and insert league 1, without players.

    Every server starts with this league.
    """
    table = op.create_table(
        "league",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("last_player", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_league"),
    )
    op.bulk_insert(table, [{"id": 1, "name": "Card table", "last_player": 0}])


def player():
    op.create_table(
        "player",
        sa.Column("league_id", sa.Integer, nullable=False),
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("folded", sa.String, nullable=False),
        sa.Column("colour", sa.Integer, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_player"),
        sa.UniqueConstraint("league_id", "folded", name="uq_player_league_id_folded"),
        of_league("player"),
        sqlite_with_rowid=False,
    )


def match_event():
    op.create_table(
        "match_event",
        sa.Column("league_id", sa.Integer, nullable=False),
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("device", sa.Integer),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "match_id", "version", name="pk_match_event"),
        sa.UniqueConstraint(
            "league_id", "match_id", "key", name="uq_match_event_league_id_match_id_key"
        ),
        of_league("match_event"),
        sqlite_with_rowid=False,
    )


def match():
    op.create_table(
        "match",
        sa.Column("league_id", sa.Integer, nullable=False),
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("thrown_away_at", sa.BigInteger),
        sa.Column("group_key", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("summary", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_match"),
        sa.UniqueConstraint("league_id", "key", name="uq_match_league_id_key"),
        of_league("match"),
        sqlite_with_rowid=False,
    )
    index("match", "league_id", "state", "changed_at")
    index("match", "league_id", "ended_at")
    index("match", "league_id", "thrown_away_at")
    index("match", "league_id", "game", "id")
    index("match", "league_id", "group_key", "id")
    index("match", "league_id", "group_key", "game", "id")


def match_player():
    op.create_table(
        "match_player",
        sa.Column("league_id", sa.Integer, nullable=False),
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player_id", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("points", sa.BigInteger),
        sa.Column("won", sa.Boolean),
        sa.PrimaryKeyConstraint("league_id", "match_id", "seat", name="pk_match_player"),
        sa.UniqueConstraint(
            "league_id",
            "player_id",
            "match_id",
            name="uq_match_player_league_id_player_id_match_id",
        ),
        of_league("match_player"),
        sa.ForeignKeyConstraint(
            ["league_id", "match_id"],
            ["match.league_id", "match.id"],
            name="fk_match_player_league_id_match_id_match",
        ),
        sa.ForeignKeyConstraint(
            ["league_id", "player_id"],
            ["player.league_id", "player.id"],
            name="fk_match_player_league_id_player_id_player",
        ),
        sqlite_with_rowid=False,
    )


def of_league(table):
    return sa.ForeignKeyConstraint(
        ["league_id"], ["league.id"], name=f"fk_{table}_league_id_league"
    )


def index(table, *columns):
    op.create_index("_".join(("ix", table, *columns)), table, columns)


def downgrade():
    for table in ("match_player", "match", "match_event", "player", "league"):
        op.drop_table(table)
