"""The command `check` finds nothing in a sound league, and every defect in a damaged one."""

import pytest
from sqlalchemy import delete, text, update

from scorekeeper.cli import checks
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.db.tables import Matches, MatchEvents, MatchPlayers, Players
from scorekeeper.league import roster
from scorekeeper.messages import render
from scorekeeper.server import engines
from scorekeeper.transfer import references
from tests.databases import rows
from tests.filled_league import fill_league
from tests.transfer.random_leagues import fill_random_league


@pytest.fixture
def filled_app(app):
    """An app with a demo league of eight matches."""
    fill_league(app, matches=8, seed=3)
    return app


def find_problems(app):
    """Return the problems found in the first league, as sentences."""
    return [render(each.problem, {}) for each in checks.findings_by_league(app)[FIRST_LEAGUE_ID]]


def change(app, *statements):
    with engines.engine_of(app).begin() as connection:
        for statement in statements:
            connection.execute(statement)


def test_an_empty_league_has_no_findings(app):
    assert find_problems(app) == []


def test_a_demo_league_has_no_findings(filled_app):
    assert find_problems(filled_app) == []


def test_a_league_with_payments_seasons_imports_and_merges_has_no_findings(app):
    fill_random_league(app, matches=6, seed=5)

    assert find_problems(app) == []


def test_a_merge_of_players_from_one_match_is_found_and_undone(filled_app, tmp_path):
    change(filled_app, update(Players).where(Players.id == 2).values(merged_into=1))
    before = rows(filled_app, MatchEvents)

    says = find_problems(filled_app)
    assert (
        len(
            [
                each
                for each in says
                if "are merged into one player, but both have seats in match" in each
            ]
        )
        == 1
    )
    assert any(each.startswith("An export of this league cannot be restored: ") for each in says)
    repair_database(filled_app)

    assert find_problems(filled_app) == []
    assert rows(filled_app, MatchEvents) == before


def repair_database(app):
    """Repair the database of this test, as `check --repair` does."""
    for number, each in checks.findings_by_league(app).items():
        checks.integrity.unmerge_players(engines.store_of(app, number), each)
    checks.rebuild(engines.engine_of(app))
    references.repair_references(engines.store_of(app))


def test_a_cycle_of_merged_players_is_found_and_undone(store, filled_app):
    roster.add_player(store, "Zoe", at=0), roster.add_player(store, "Yan", at=0)
    zoe, yan = sorted(row.id for row in rows(filled_app, Players))[-2:]
    change(
        filled_app,
        update(Players).where(Players.id == zoe).values(merged_into=yan),
        update(Players).where(Players.id == yan).values(merged_into=zoe),
    )

    assert "Zoe is part of a loop of merged players." in find_problems(filled_app)
    repair_database(filled_app)
    assert find_problems(filled_app) == []


def test_a_player_merged_into_a_member_of_a_cycle_stays_merged(store, filled_app):
    for name in ("Zoe", "Yan", "Xia"):
        roster.add_player(store, name, at=0)
    zoe, yan, xia = sorted(row.id for row in rows(filled_app, Players))[-3:]
    change(
        filled_app,
        update(Players).where(Players.id == zoe).values(merged_into=yan),
        update(Players).where(Players.id == yan).values(merged_into=zoe),
        update(Players).where(Players.id == xia).values(merged_into=zoe),
    )

    assert [each for each in find_problems(filled_app) if "loop" in each] == [
        "Zoe is part of a loop of merged players.",
        "Yan is part of a loop of merged players.",
    ]
    repair_database(filled_app)

    assert find_problems(filled_app) == []
    merged = {row.id: row.merged_into for row in rows(filled_app, Players)}
    assert (merged[zoe], merged[yan], merged[xia]) == (None, None, zoe)


@pytest.mark.parametrize(
    "harm",
    [
        update(Matches).where(Matches.id == 2).values(summary={}),
        update(Matches).where(Matches.id == 2).values(result=None),
        update(MatchPlayers).where(MatchPlayers.match_id == 2).values(points=7),
        delete(MatchPlayers).where(MatchPlayers.match_id == 2),
    ],
)
def test_rows_that_differ_from_the_log_are_found_and_rebuilt(filled_app, harm):
    change(filled_app, harm)

    assert find_problems(filled_app) == [
        "The stored results of these matches differ from the log: 2."
    ]
    repair_database(filled_app)
    assert find_problems(filled_app) == []


@pytest.mark.parametrize(
    ("kind", "body"),
    [("no such kind", "{}"), ("match started", "{}"), ("match started", "[no json")],
)
def test_an_unreadable_match_is_reported_and_other_matches_are_checked(filled_app, kind, body):
    if filled_app.config["SQLALCHEMY_DATABASE_URI"].startswith("postgresql") and body == "[no json":
        body = '"no object"'  # PostgreSQL refuses invalid JSON
    change(
        filled_app,
        update(MatchPlayers).where(MatchPlayers.match_id == 5).values(points=7),
        text(
            f"UPDATE match_event SET kind = '{kind}', body = '{body}'"
            " WHERE match_id = 2 AND version = 1"
        ),
    )

    says = found_beside_export(filled_app)
    assert says[0].startswith("Match 2 (")
    assert "cannot be read" in says[0]
    assert says[1] == "The stored results of these matches differ from the log: 5."


def found_beside_export(app):
    findings = checks.integrity.findings(engines.store_of(app))
    return [render(each.problem, {}) for each in findings]


@pytest.mark.both_databases
def test_an_unknown_permission_of_a_phone_is_found(filled_app):
    change(filled_app, text("UPDATE device SET \"right\" = 'admin' WHERE id = 1"))

    assert find_problems(filled_app) == [
        "The value of right in the table device cannot be read: admin."
        " It is in the row with league_id 1, id 1."
    ]
