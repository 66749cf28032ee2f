"""Add each match's own stake to the rows of `kept_result`, and index them by match."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

OF_ITS_OWN = """
UPDATE kept_result SET stake = (
  SELECT terms.stake FROM terms
  WHERE terms.league_id = kept_result.league_id AND terms.match_id = kept_result.match_id
)
"""
FOR_NOTHING = """
UPDATE kept_result SET stake = '{"unit": "cents", "amounts": {}}'
WHERE EXISTS (
  SELECT 1 FROM match_event
  WHERE match_event.league_id = kept_result.league_id
    AND match_event.match_id = kept_result.match_id
    AND match_event.version = 1 AND match_event.kind = 'result noted'
)
"""
INDEX = "ix_kept_result_league_id_match_id"


def upgrade():
    op.add_column("kept_result", sa.Column("stake", sa.JSON(none_as_null=True)))
    op.create_index(INDEX, "kept_result", ["league_id", "match_id"])
    op.execute(OF_ITS_OWN)
    op.execute(FOR_NOTHING)


def downgrade():
    op.drop_index(INDEX, "kept_result")
    with op.batch_alter_table("kept_result") as batch:
        batch.drop_column("stake")
