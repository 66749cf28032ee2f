"""Every table has a class, and some tables have a frozen dataclass as row type."""

import ast
import dataclasses

import pytest
from sqlalchemy import exists, select

from scorekeeper.access.devices import Device
from scorekeeper.access.invitations import Invitation
from scorekeeper.access.passkeys import Passkey
from scorekeeper.access.public_links import PublicLink
from scorekeeper.db import access_tables, club_tables, import_tables, tables
from scorekeeper.db.rows import select_rows
from scorekeeper.league.club.nights import ClubNight
from scorekeeper.league.club.rounds import ClubRound
from scorekeeper.league.roster import Player
from scorekeeper.league.seasons import Season
from scorekeeper.league.settings import League
from scorekeeper.notices.subscriptions import PushSubscription
from scorekeeper.rights import Right
from scorekeeper.server import engines
from scorekeeper.transfer.results_import.jobs import ImportJob
from tests.members import add_phone
from tests.modules import MODULES, tree
from tests.row_types import calls, row_types, table_classes


def test_these_tables_have_one_row_type_each():
    assert {table: kind for kind, table in row_types()} == {
        access_tables.Devices: Device,
        access_tables.Invitations: Invitation,
        access_tables.Passkeys: Passkey,
        access_tables.PublicLinks: PublicLink,
        access_tables.PushSubscriptions: PushSubscription,
        club_tables.ClubNights: ClubNight,
        club_tables.ClubRounds: ClubRound,
        import_tables.ImportJobs: ImportJob,
        tables.Leagues: League,
        tables.Players: Player,
        tables.Seasons: Season,
    }
    assert len(row_types()) == 11


@pytest.mark.parametrize(("kind", "table"), row_types(), ids=lambda each: each.__name__)
def test_row_types_are_frozen_slotted_and_named_in_the_singular_of_their_table(kind, table):
    names = [field.name for field in dataclasses.fields(kind)]
    row = kind(*range(len(names)))

    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(row, names[0], 2)
    assert f"{kind.__name__}s" == table.__name__
    assert not hasattr(row, "__dict__")


@pytest.mark.thorough
def test_table_classes_are_not_instantiated():
    """No session loads instances either, so reading an attribute never runs a query."""
    names = {table.__name__ for table in table_classes()}
    of_the_orm = {
        alias.name
        for module in MODULES
        for node in ast.walk(tree(module))
        if isinstance(node, ast.ImportFrom) and node.module == "sqlalchemy.orm"
        for alias in node.names
    }

    assert len(names) == 23
    assert [
        f"{module}:{node.lineno}"
        for module in MODULES
        for node in calls(module)
        if isinstance(node.func, ast.Name) and node.func.id in names
    ] == []
    assert of_the_orm == {
        "DeclarativeBase",
        "InstrumentedAttribute",
        "Mapped",
        "aliased",
        "mapped_column",
    }


def test_select_rows_selects_only_the_fields_of_the_row_type():
    has_played = exists().where(tables.MatchPlayers.player_id == tables.Players.id)
    query = select_rows(Player, tables.Players, has_played=has_played)

    assert str(query).count("match_player.player_id") == 1
    assert "player.created_at" not in str(query)
    assert "player.folded" not in str(query)
    assert len(query.exported_columns) == len(dataclasses.fields(Player))


def test_a_right_is_stored_as_text_and_read_as_an_enum_member(app):
    number = add_phone(app, Right.SCORER, "a-scorer")
    here = access_tables.Devices.id == number
    with engines.engine_of(app).connect() as connection:
        stored = connection.exec_driver_sql(f'SELECT "right" FROM device WHERE id = {number}')
        read = connection.execute(
            select(access_tables.Devices.right, access_tables.Devices.granted).where(here)
        )

        assert stored.scalar() == "scorer"
        (right, granted) = read.one()
    assert right is Right.SCORER
    assert granted is None
