"""Delete the matches of interrupted imports of old results, and reset the imports to previewed.

An import used to consist of several transactions, but it is now a single one. The matches of an
interrupted import never counted. The players that an interrupted import added are deleted too, or
shown if other rows refer to them. If the stored ids of the matches are damaged, the matches are
found by their keys alone.
"""

import json
import time

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

ALL_IDS = [[1, 2**31 - 1]]


def table(name, *columns):
    return sa.table(name, sa.column("league_id"), *(sa.column(column) for column in columns))


IMPORT = table("import", "id", "state", "at", "done")
IMPORT.append_column(sa.column("ranges", sa.JSON))
IMPORT.append_column(sa.column("newcomers", sa.JSON))
EVENT = table("match_event", "match_id", "kind", "key")
MATCH = table("match", "id")
SEAT = table("match_player", "match_id", "player_id")
PLAYER = table("player", "id", "hidden", "merged_into")
PAYMENT = table("payment", "payer_id", "payee_id")
LEAGUE = sa.table("league", sa.column("id"), sa.column("changes"))


def upgrade():
    connection = op.get_bind()
    half = sa.select(
        IMPORT.c.league_id,
        IMPORT.c.id,
        sa.cast(IMPORT.c.ranges, sa.Text).label("ranges"),
        sa.cast(IMPORT.c.newcomers, sa.Text).label("newcomers"),
    ).where(IMPORT.c.state.in_(("writing", "stopping")))
    for row in connection.execute(half).all():
        ranges = decode(row.ranges)
        for first, last in ranges if all(map(is_range, ranges)) else ALL_IDS:
            delete_matches(connection, row, first, last)
        for player in filter(is_id, decode(row.newcomers)):
            delete_or_show(connection, row.league_id, player)
        connection.execute(
            IMPORT.update()
            .where(IMPORT.c.league_id == row.league_id, IMPORT.c.id == row.id)
            .values(state="looked through", done=0, ranges=[], newcomers=[], at=int(time.time()))
        )
        changed = LEAGUE.update().where(LEAGUE.c.id == row.league_id)
        connection.execute(changed.values(changes=LEAGUE.c.changes + 1))


def decode(stored):
    """Return a stored list, or [None] if it is damaged."""
    try:
        value = json.loads(stored)
    except (RecursionError, ValueError):
        return [None]
    return value if isinstance(value, list) else [None]


def is_range(value):
    return isinstance(value, list) and len(value) == 2 and all(map(is_id, value))


def is_id(value):
    return type(value) is int and 0 < value < 2**31  # an id that its column can store


def delete_matches(connection, row, first, last):
    """Delete this import's matches in a range of ids, which may contain other matches too."""
    mine = sa.select(EVENT.c.match_id).where(
        EVENT.c.league_id == row.league_id,
        EVENT.c.match_id.between(first, last),
        EVENT.c.kind == "result noted",
        EVENT.c.key.startswith(f"import-{row.id}-", autoescape=True),
    )
    for rows, match in ((SEAT, SEAT.c.match_id), (MATCH, MATCH.c.id), (EVENT, EVENT.c.match_id)):
        here = (rows.c.league_id == row.league_id, match.in_(mine))
        connection.execute(rows.delete().where(*here))


def delete_or_show(connection, league, player):
    """Delete a new player, or show them if a match, a payment or a merge refers to them."""
    references = (
        (SEAT, SEAT.c.player_id == player),
        (PLAYER, PLAYER.c.merged_into == player),
        (PAYMENT, sa.or_(PAYMENT.c.payer_id == player, PAYMENT.c.payee_id == player)),
    )
    asked = [sa.exists().where(rows.c.league_id == league, refers) for rows, refers in references]
    here = (PLAYER.c.league_id == league, PLAYER.c.id == player)
    if connection.scalar(sa.select(sa.or_(*asked))):
        connection.execute(PLAYER.update().where(*here).values(hidden=False))
    else:
        connection.execute(PLAYER.delete().where(*here))


def downgrade():
    pass
