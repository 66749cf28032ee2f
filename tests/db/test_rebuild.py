"""Rebuilding the derived rows from the log produces the rows that were written step by step."""

from sqlalchemy import delete, update

from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.tables import Matches, MatchEvents, MatchPlayers, Players
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests.databases import rows
from tests.db.derived_rows import derived_rows
from tests.filled_league import fill_league


def facts(app):
    return rows(app, Players), rows(app, MatchEvents)


def test_rebuilding_gives_the_rows_that_were_written_step_by_step(app):
    fill_league(app, matches=60, seed=7)
    before, logged = derived_rows(app), facts(app)
    states = {row.state for row in before[0]}

    done = rebuild(engines.engine_of(app))

    assert done == 60
    assert derived_rows(app) == before
    assert facts(app) == logged
    assert states == {"running", "over", "closed", "unfinished", "thrown away"}


def test_rebuilding_restores_deleted_and_altered_rows(app):
    fill_league(app, matches=20, seed=1)
    before = derived_rows(app)
    with engines.engine_of(app).begin() as connection:
        connection.execute(delete(MatchPlayers).where(MatchPlayers.match_id > 9))
        connection.execute(delete(Matches).where(Matches.id > 9))
        connection.execute(update(MatchPlayers).values(points=99, place=1))
        connection.execute(update(Matches).values(state="running", version=1))

    rebuild(engines.engine_of(app))

    assert derived_rows(app) == before


def test_the_next_answer_repairs_rows_that_differ_from_the_log(app, log, people):
    match = commands.start_match(
        log, "jabberwocky", people, {"schedule": [1]}, CommandMeta("start", 1000)
    )
    commands.record_stage(
        log, match, 1, "bids", {"bids": {"1": 1, "2": 1, "3": 0}}, CommandMeta("bids", 1001)
    )
    with engines.engine_of(app).begin() as connection:
        connection.execute(delete(MatchPlayers).where(MatchPlayers.seat == 2))
        connection.execute(update(Matches).values(version=1, game="gin", key="no"))

    commands.record_stage(
        log, match, 1, "tricks", {"tricks": {"1": 1, "2": 0, "3": 0}}, CommandMeta("all", 1002)
    )

    written = derived_rows(app)
    rebuild(engines.engine_of(app))
    assert written == derived_rows(app)
    assert [row.version for row in written[0]] == [3]


def test_an_empty_league_has_nothing_to_rebuild(app):
    assert rebuild(engines.engine_of(app)) == 0
    assert derived_rows(app) == ([], [])
