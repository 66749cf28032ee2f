"""Restoring an export into a database with two leagues."""

import pytest
from sqlalchemy import delete, insert, select, update

from scorekeeper.cli import demo
from scorekeeper.cli.main import main
from scorekeeper.db.access_tables import Devices, PushKeys, PushSubscriptions
from scorekeeper.db.base import Base
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.db.tables import Leagues, MatchEvents
from scorekeeper.runtime.tokens import token_hash
from scorekeeper.server import engines
from tests.databases import create_bare_app, rows
from tests.filled_league import fill_league
from tests.members import TOKEN, write_phone
from tests.transfer.backups.backup_files import close_connections
from tests.transfer.exports import export_league

NOTICES = {
    "device_id": 1,
    "endpoint": "https://push.example/1",
    "p256dh": "key of the phone",
    "auth": "secret of the phone",
    "site": "https://cards.example",
    "kinds": ["over"],
    "details": False,
}


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.pg)])
def two_leagues(request, tmp_path, monkeypatch):
    """An app whose database has two leagues, each with a phone.

    The phone of the first league receives notifications. The export of this league was made before
    its last match and its first club night.
    """
    address = request.getfixturevalue(request.param)
    monkeypatch.setenv("SCOREKEEPER_DATABASE", address)
    app = create_bare_app(address)
    fill_league(app, matches=1, seed=1)
    main(["export", str(tmp_path / "league.jsonl")])
    demo.fill_league(app, matches=1, seed=2)
    with engines.engine_of(app).begin() as connection:
        connection.execute(insert(Leagues).values(id=2, name="Sunday table", last_player=0))
        write_phone(connection, token="sunday", league=2)
        connection.execute(
            update(Devices).where(Devices.league_id == FIRST_LEAGUE_ID).values(player_id=1)
        )
        connection.execute(
            update(Leagues).where(Leagues.id == FIRST_LEAGUE_ID).values(last_club_night=1)
        )
        connection.execute(insert(PushKeys).values(league_id=FIRST_LEAGUE_ID, private_key="key"))
        connection.execute(insert(PushSubscriptions).values(league_id=FIRST_LEAGUE_ID, **NOTICES))
    if request.param == "sqlite":
        engines.engine_of(app).dispose()
    else:
        close_connections(app, request.getfixturevalue("server"))
    yield app
    engines.engine_of(app).dispose()


def test_restoring_an_export_keeps_devices_their_notices_and_other_leagues(two_leagues, tmp_path):
    file = tmp_path / "league.jsonl"
    assert main(["restore", str(file), "--overwrite"]) == 0

    assert export_league(two_leagues) == file.read_bytes()
    phones = [(row.league_id, row.token, row.player_id) for row in rows(two_leagues, Devices)]
    assert phones == [(1, token_hash(TOKEN), None), (2, token_hash("sunday"), None)]
    assert [row.endpoint for row in rows(two_leagues, PushSubscriptions)] == [NOTICES["endpoint"]]
    assert [row.private_key for row in rows(two_leagues, PushKeys)] == ["key"]
    assert [row.name for row in rows(two_leagues, Leagues)] == ["Card table", "Sunday table"]


def test_matches_of_another_league_do_not_prevent_restoring_an_export(
    two_leagues, tmp_path, request
):
    file, engine = tmp_path / "league.jsonl", engines.engine_of(two_leagues)
    with engine.begin() as connection:
        events = connection.execute(select(MatchEvents.__table__)).mappings().all()
        for table in reversed(Base.metadata.sorted_tables):
            if table.name.startswith("match"):
                connection.execute(delete(table))
        connection.execute(
            insert(MatchEvents.__table__), [{**event, "league_id": 2} for event in events]
        )
    if engine.dialect.name == "postgresql":
        close_connections(two_leagues, request.getfixturevalue("server"))
    engine.dispose()

    assert main(["restore", str(file)]) == 0

    assert export_league(two_leagues) == file.read_bytes()
    theirs = [row for row in rows(two_leagues, MatchEvents) if row.league_id == 2]
    assert len(theirs) == len(events)
