"""Create the tables for seasons, terms of single matches, payments and imports.

Results are now stored in the rows of matches. The results of existing matches are computed from the
log when the server starts.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

LAST = ("last_season", "last_payment", "last_import")
# Imported results are old but get the highest ids, so matches are listed by time, not by id.
BY_ID = (("game",), ("group_key",), ("group_key", "game"))
BY_TIME = ("started_at", "id")


def upgrade():
    for name in LAST:
        op.add_column("league", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.add_column("league", sa.Column("current_season", sa.Integer))
    op.add_column("league", sa.Column("changes", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("player", sa.Column("merged_into", sa.Integer))
    op.add_column("match", sa.Column("result", sa.JSON(none_as_null=True)))
    op.add_column("match", sa.Column("counted", sa.BigInteger))
    op.create_index("ix_match_league_id_counted", "match", ["league_id", "counted"])
    for columns in BY_ID:
        op.drop_index(named("match", *columns, "id"), "match")
        op.create_index(
            named("match", *columns, *BY_TIME), "match", ["league_id", *columns, *BY_TIME]
        )
    op.create_index(named("match", *BY_TIME), "match", ["league_id", *BY_TIME])
    season()
    kept_result()
    terms()
    payment()
    imports()


def season():
    op.create_table(
        "season",
        sa.Column("league_id", sa.Integer, nullable=False),
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("folded", sa.String, nullable=False),
        sa.Column("starts", sa.String),
        sa.Column("ends", sa.String),
        sa.Column("games", sa.JSON(none_as_null=True)),
        sa.Column("scheme", sa.JSON, nullable=False),
        sa.Column("stakes", sa.JSON, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("closed_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_season"),
        sa.UniqueConstraint("league_id", "folded", name="uq_season_league_id_folded"),
        of_league("season"),
        sqlite_with_rowid=False,
    )


def kept_result():
    op.create_table(
        "kept_result",
        sa.Column("league_id", sa.Integer, nullable=False),
        sa.Column("season_id", sa.Integer, nullable=False),
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("result", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("league_id", "season_id", "match_id", name="pk_kept_result"),
        of_league("kept_result"),
        other("kept_result", "season", "season_id"),
        sqlite_with_rowid=False,
    )


def terms():
    op.create_table(
        "terms",
        sa.Column("league_id", sa.Integer, nullable=False),
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("chosen", sa.Boolean, nullable=False),
        sa.Column("season_id", sa.Integer),
        sa.Column("stake", sa.JSON(none_as_null=True)),
        sa.PrimaryKeyConstraint("league_id", "match_id", name="pk_terms"),
        of_league("terms"),
        other("terms", "season", "season_id"),
        sqlite_with_rowid=False,
    )


def payment():
    op.create_table(
        "payment",
        sa.Column("league_id", sa.Integer, nullable=False),
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("payer_id", sa.Integer, nullable=False),
        sa.Column("payee_id", sa.Integer, nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("unit", sa.String, nullable=False),
        sa.Column("season_id", sa.Integer),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("undone_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_payment"),
        sa.UniqueConstraint("league_id", "key", name="uq_payment_league_id_key"),
        of_league("payment"),
        other("payment", "player", "payer_id"),
        other("payment", "player", "payee_id"),
        sqlite_with_rowid=False,
    )


def imports():
    op.create_table(
        "import",
        sa.Column("league_id", sa.Integer, nullable=False),
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("data", sa.LargeBinary),
        sa.Column("choices", sa.JSON, nullable=False),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.Column("bad", sa.Integer, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("ranges", sa.JSON, nullable=False),
        sa.Column("newcomers", sa.JSON, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("undone_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("league_id", "id", name="pk_import"),
        sa.UniqueConstraint("league_id", "key", name="uq_import_league_id_key"),
        of_league("import"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_import_league_id_state_id", "import", ["league_id", "state", "id"])


def named(table, *columns):
    """Return the name of an index whose first column is the league."""
    return "_".join(("ix", table, "league_id", *columns))


def of_league(table):
    return sa.ForeignKeyConstraint(
        ["league_id"], ["league.id"], name=f"fk_{table}_league_id_league"
    )


def other(table, referred, column):
    return sa.ForeignKeyConstraint(
        ["league_id", column],
        [f"{referred}.league_id", f"{referred}.id"],
        name=f"fk_{table}_league_id_{column}_{referred}",
    )


def downgrade():
    for table in ("import", "payment", "terms", "kept_result", "season"):
        op.drop_table(table)
    op.drop_index("ix_match_league_id_counted", "match")
    op.drop_index(named("match", *BY_TIME), "match")
    for columns in BY_ID:
        op.drop_index(named("match", *columns, *BY_TIME), "match")
        op.create_index(named("match", *columns, "id"), "match", ["league_id", *columns, "id"])
    columns = {
        "match": ("counted", "result"),
        "player": ("merged_into",),
        "league": ("changes", "current_season", *LAST),
    }
    for table, names in columns.items():
        with op.batch_alter_table(table) as batch:
            for name in names:
                batch.drop_column(name)
