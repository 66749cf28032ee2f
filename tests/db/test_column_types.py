"""Stored values that cannot be read are replaced with defaults, and `check` reports them."""

import pytest
from sqlalchemy import select, text

from scorekeeper.db.access_tables import Devices
from scorekeeper.db.base import Base
from scorekeeper.db.column_types import EnumText
from scorekeeper.league import season_commands, seasons
from scorekeeper.league.seasons import Season
from scorekeeper.rights import Right
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.stakes import Stakes

UNUSUAL = Season(
    0,
    "Autumn",
    games=("loba", "gin"),
    scheme=Scheme(measure="wins", place_points=(7,), tie_breaks=()),
    stakes=Stakes("counters", {"loba": 3}),
)


@pytest.fixture
def season(store):
    return season_commands.create_season(store, UNUSUAL)


def damage(store, table, column, value):
    with store.engine.begin() as connection:
        connection.execute(text(f'UPDATE "{table}" SET "{column}" = :value'), {"value": value})


def stored_season(store):
    [only] = seasons.seasons(store)
    return only


def test_unusual_settings_are_read_as_they_were_written(store, season):
    assert stored_season(store) == season
    assert stored_season(store).unreadable_settings == ()


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("games", '["loba", "bridge"]'),
        ("games", '"loba"'),
        ("scheme", '{"measure": "luck"}'),
        ("scheme", '{"table": ["7"]}'),
        ("scheme", '{"luck": 1}'),
        ("scheme", "null"),
        ("stakes", '{"unit": "shells", "amounts": {}}'),
        ("stakes", '{"unit": "cents", "amounts": {"loba": "3"}}'),
        ("stakes", "[]"),
    ],
)
def test_a_damaged_setting_of_a_season_is_read_as_one_that_counts_for_nothing(
    store, season, column, value
):
    damage(store, "season", column, value)

    read = stored_season(store)

    nothing = {"games": (), "scheme": Scheme(), "stakes": Stakes()}
    assert getattr(read, column) == nothing[column]
    assert read.unreadable_settings == (column,)


@pytest.mark.parametrize(
    ("starts", "ends", "unreadable"),
    [
        ("2099-12-31", None, ()),
        (None, "1900-01-01", ()),
        ("2026-13-01", None, ("evenings",)),
        (None, "soon", ("evenings",)),
    ],
)
@pytest.mark.cases(4)
def test_only_dates_that_cannot_be_read_are_reported(store, season, starts, ends, unreadable):
    damage(store, "season", "starts", starts)
    damage(store, "season", "ends", ends)

    assert stored_season(store).unreadable_settings == unreadable


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("value", ["[no json", "", "{", "7", "nan"])
def test_text_that_is_not_json_is_read_as_a_default(store, season, value):
    damage(store, "season", "scheme", value)

    assert stored_season(store).unreadable_settings == ("scheme",)


def test_renaming_a_closed_season_does_not_change_its_damaged_settings(store, season):
    season_commands.close_season(store, season.id)
    damage(store, "season", "scheme", '{"measure": "luck"}')
    shown = stored_season(store)

    season_commands.change_season(
        store, Season(**{**season_fields(shown), "name": "Harvest"}), shown=shown
    )

    renamed = stored_season(store)
    assert (renamed.name, renamed.unreadable_settings) == ("Harvest", ("scheme",))


def season_fields(season):
    return {name: getattr(season, name) for name in season.__dataclass_fields__}


def test_saving_the_settings_of_an_open_season_replaces_damaged_ones(store, season):
    damage(store, "season", "scheme", '{"measure": "luck"}')
    shown = stored_season(store)

    season_commands.change_season(store, shown, shown=shown)

    assert stored_season(store).unreadable_settings == ()


def test_an_unknown_permission_of_a_phone_is_read_as_the_lowest(store):
    damage(store, "device", "right", "admin")

    with store.read() as connection:
        assert connection.scalars(select(Devices.right)).all() == [Right.VIEWER]


def test_every_enum_has_a_default_that_grants_and_shows_the_least():
    defaults = {
        f"{table.name}.{column.name}": str(column.type.default)
        for table in Base.metadata.sorted_tables
        for column in table.c
        if isinstance(column.type, EnumText)
    }

    assert defaults == {
        "club_night.method": "chance",
        "club_round.method": "chance",
        "device.granted": "viewer",
        "device.right": "viewer",
        "import.state": "unreadable",
        "invitation.right": "viewer",
        "match.state": "unreadable",
        "showing.kind": "unreadable",
        "showing.names": "initials",
    }
