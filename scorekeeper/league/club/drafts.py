"""Drafts of rounds. Some changes to a night's players drop its draft.

A draft is a round that was drawn but has not started.
"""

from sqlalchemy import ColumnElement, Connection, delete, select

from scorekeeper.db.club_tables import ClubRounds


def load_draft_players(connection: Connection, league: int, night: int) -> set[str]:
    """Return the keys of all players at the tables of a night's draft."""
    query = select(ClubRounds.tables).where(
        ClubRounds.league_id == league,
        ClubRounds.night_id == night,
        ClubRounds.started_at.is_(None),
    )
    return {key for tables in connection.scalars(query) for table in tables for key in table}


def drop_drafts(connection: Connection, league: int, *conditions: ColumnElement[bool]) -> None:
    connection.execute(
        delete(ClubRounds).where(
            ClubRounds.league_id == league, ClubRounds.started_at.is_(None), *conditions
        )
    )
