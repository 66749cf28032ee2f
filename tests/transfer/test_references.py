"""`check` finds every reference to a missing row, and `--repair` repairs what it safely can."""

import pytest
from sqlalchemy import insert, select, update

from scorekeeper.access import passkeys
from scorekeeper.cli import checks
from scorekeeper.db import connections
from scorekeeper.db.access_tables import (
    Admissions,
    Devices,
    PasskeyPhones,
    Passkeys,
    PublicLinks,
    Submissions,
)
from scorekeeper.db.base import Base
from scorekeeper.db.tables import (
    Leagues,
    Matches,
    MatchEvents,
    Payments,
    Seasons,
    SnapshotResults,
    Terms,
)
from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.messages import render
from scorekeeper.rights import Right
from scorekeeper.server import engines
from scorekeeper.transfer import integrity, references
from scorekeeper.transfer.references import REFERENCES
from tests.databases import rows
from tests.transfer.referring_rows import referring_rows

MISSING = 9999  # an id that no row has
# The words that findings use to explain the rows of a table.
ROWS = {
    "kept_result": " (results of closed seasons)",
    "showing": " (public links)",
    "slip": " (submitted values)",
    "terms": " (seasons and stakes of matches)",
}
# What --repair does to a broken reference: "delete" deletes its row, "restore" only gives advice.
EXPECTED_REPAIRS = {
    "player.merged_into": "clear",
    "league.current_season": "clear",
    "kept_result.season_id": "restore",
    "kept_result.match_id": "restore",
    "terms.match_id": "restore",
    "terms.season_id": "restore",
    "payment.season_id": "restore",
    "device.player_id": "clear",
    "device.invitation_id": "clear",
    "device.granted_by": "clear",
    "invitation.made_by": "clear",
    "admission.device_id": "delete",
    "admission.invitation_id": "delete",
    "showing.match_id": "delete",
    "showing.season_id": "delete",
    "showing.made_by": "clear",
    "slip.match_id": "delete",
    "slip.player_id": "delete",
    "slip.device": "clear",
    "passkey_phone.device_id": "delete",
    "passkey_phone.passkey_id": "delete",
    "club_night.invitation_id": "clear",
    "push_subscription.device_id": "delete",
    "challenge.device_id": "delete",
}
# Columns with ids that are not checked. The log defines the ids of matches, and the log of an
# imported league names phones of another server.
NOT_CHECKED = {"match_event.match_id", "match_event.device"}
NUMBERS = (MatchEvents, Matches, SnapshotResults, Terms, Payments, Seasons)  # repairs keep these


@pytest.fixture
def filled_app(app, store, play):
    """A league with a row in each table that has references. All references are intact."""
    assert play("2024-05-03") == 1
    season = season_commands.create_season(store, Season(0, "Spring"), at=0).id
    with engines.engine_of(app).begin() as connection:
        for table, values in referring_rows(season).items():
            connection.execute(insert(table).values(league_id=1, **values))
        connection.execute(update(Leagues).values(current_season=season))
        connection.execute(update(Devices).values(player_id=1, invitation_id=1, granted_by=1))
        connection.execute(update(Admissions).values(invitation_id=1))
    return app


def damage(app, column):
    """Make one row refer to a missing row, as in a damaged file.

    Foreign keys are not enforced during this change.
    """
    table = column.class_.__table__
    engine = engines.engine_of(app)
    is_sqlite = engine.dialect.name == "sqlite"
    off = "PRAGMA foreign_keys=OFF" if is_sqlite else "SET session_replication_role = replica"
    keys = list(table.primary_key.columns)
    with connections.autocommit_engine(engine).connect() as connection:
        connection.exec_driver_sql(off)
        wanted = table.c[column.key].is_not(None)
        [row] = connection.execute(select(*keys).where(wanted).limit(1)).all()
        same = [key == value for key, value in zip(keys, row, strict=True)]
        connection.execute(update(table).where(*same).values({column.key: MISSING}))
        connection.invalidate()  # the next connection enforces foreign keys again


def problems(app):
    """Return (problem, advice) of each finding about references."""
    with engines.store_of(app).snapshot() as connection:
        findings = references.reference_findings(connection, 1)
        return [(render(each.problem, {}), render(each.advice, {})) for each in findings]


def numbers(app):
    return {table: rows(app, table) for table in NUMBERS}


def test_a_league_without_damage_has_no_findings(filled_app):
    assert problems(filled_app) == []


@pytest.mark.parametrize("reference", REFERENCES, ids=lambda reference: reference.name)
def test_a_reference_to_a_missing_row_is_found_and_repaired_without_losing_a_number(
    filled_app, reference
):
    damage(filled_app, reference.column)
    before, repair = numbers(filled_app), EXPECTED_REPAIRS[reference.name]
    target = reference.target.class_.__tablename__
    table, column = reference.name.split(".")
    where = f"{column} in the table {table}{ROWS.get(table, '')}"
    wrong = f"{where} is 9999, but there is no {target} with this id."

    [(said, advice)] = problems(filled_app)
    assert said == wrong
    assert said in [
        render(each.problem, {}) for each in integrity.findings(engines.store_of(filled_app))
    ]
    references.repair_references(engines.store_of(filled_app))

    if repair == "restore":
        assert advice == "Restore a backup with `scorekeeper restore`."
        assert problems(filled_app) == [(wrong, advice)]
    else:
        assert advice == "Run `scorekeeper check --repair` to repair this."
        assert problems(filled_app) == []
    values = {
        getattr(row, reference.column.key) for row in rows(filled_app, reference.column.class_)
    }
    assert (MISSING in values) == (repair == "restore")
    assert (None in values) == (repair == "clear" or reference.name == "player.merged_into")
    assert numbers(filled_app) == before


def test_every_column_with_an_id_is_a_foreign_key_or_checked():
    unchecked = set()
    for table in Base.metadata.sorted_tables:
        enforced = {each.name for key in table.foreign_key_constraints for each in key.columns}
        names = {each.name for each in table.columns}
        ids = {each for each in names if each.endswith("_id")}
        ids |= {"merged_into", "current_season", "made_by", "granted_by", "device"} & names
        unchecked |= {f"{table.name}.{each}" for each in ids - enforced - {"league_id"}}
    checked = {each.name for each in REFERENCES}

    assert unchecked - checked == NOT_CHECKED
    assert checked == set(EXPECTED_REPAIRS)


def test_a_passkey_of_a_missing_phone_is_invalid_and_deleted(filled_app):
    store = engines.store_of(filled_app)
    assert len(passkeys.active_passkeys(store)) == 1
    damage(filled_app, PasskeyPhones.device_id)

    assert passkeys.active_passkeys(store) == []
    references.repair_references(store)

    assert rows(filled_app, Passkeys) == []


def test_a_public_link_to_a_missing_match_does_not_become_a_link_to_the_feed(filled_app):
    damage(filled_app, PublicLinks.match_id)
    references.repair_references(engines.store_of(filled_app))

    assert rows(filled_app, PublicLinks) == []


def test_a_repair_keeps_rows_of_a_match_whose_log_exists(filled_app):
    """The match has no row yet, for example because its log cannot be read."""
    damage(filled_app, Submissions.match_id)
    with engines.engine_of(filled_app).begin() as connection:
        connection.execute(
            insert(MatchEvents).values(
                league_id=1, match_id=MISSING, version=1, kind="?", body={}, key="?", at=1
            )
        )
    references.repair_references(engines.store_of(filled_app))

    assert [row.match_id for row in rows(filled_app, Submissions)] == [MISSING]


def test_a_removed_player_leaves_no_phone_behind(filled_app):
    store = engines.store_of(filled_app)
    player = roster.add_player(store, "By mistake", at=0)
    with store.write() as connection:
        connection.execute(update(Devices).values(player_id=player.id))

    roster.remove_player(store, player.id)

    assert problems(filled_app) == []
    assert [row.player_id for row in rows(filled_app, Devices)] == [None]


def test_an_expired_passkey_leaves_no_phone_behind(filled_app):
    with engines.store_of(filled_app).write() as connection:
        connection.execute(update(Devices).values(right=Right.SCORER))
        passkeys.delete_invalid_passkeys(connection, 1)

    assert rows(filled_app, PasskeyPhones) == []


def test_the_command_repairs_references(filled_app, monkeypatch, tmp_path):
    monkeypatch.setenv("SCOREKEEPER_DATABASE", filled_app.config["SQLALCHEMY_DATABASE_URI"])
    monkeypatch.chdir(tmp_path)
    damage(filled_app, Devices.player_id)

    report = checks.check(repair=True)

    sentences = [render(each.problem, {}) for each in report.findings[1]]
    assert [each for each in sentences if "there is no" in each] == []
    assert len(report.copies) == 1
