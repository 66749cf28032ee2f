"""All that follows from the log can be thrown away and comes out the same."""

from sqlalchemy import delete, select, update

from scorekeeper import db, demo
from scorekeeper.models import Match, MatchEvent, MatchPlayer, Player
from scorekeeper.rebuild import rebuild


def derived(app):
    with db.engine_of(app).connect() as connection:
        return [
            connection.execute(select(table.__table__).order_by(*table.__table__.primary_key)).all()
            for table in (Match, MatchPlayer)
        ]


def facts(app):
    with db.engine_of(app).connect() as connection:
        return [
            connection.execute(select(table.__table__).order_by(*table.__table__.primary_key)).all()
            for table in (Player, MatchEvent)
        ]


def test_what_is_rebuilt_is_what_was_written_step_by_step(app):
    demo.fill(app, matches=60, seed=7)
    before, logged = derived(app), facts(app)
    states = {row.state for row in before[0]}

    done = rebuild(app)

    assert done == 60
    assert derived(app) == before
    assert facts(app) == logged
    assert states == {"running", "over", "closed", "unfinished", "thrown away"}


def test_what_was_lost_or_spoilt_is_there_again(app):
    demo.fill(app, matches=20, seed=2)
    before = derived(app)
    with db.engine_of(app).begin() as connection:
        connection.execute(delete(MatchPlayer).where(MatchPlayer.match_id > 9))
        connection.execute(delete(Match).where(Match.id > 9))
        connection.execute(update(MatchPlayer).values(points=99, place=1))
        connection.execute(update(Match).values(state="running", version=1))

    rebuild(app)

    assert derived(app) == before


def test_an_empty_league_has_nothing_to_rebuild(app):
    assert rebuild(app) == 0
    assert derived(app) == [[], []]
