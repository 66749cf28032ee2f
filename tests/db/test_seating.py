"""A person has one seat in a match, even if their two entries are merged while the match starts."""

from multiprocessing import get_context

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.db.tables import MatchPlayers, Players
from scorekeeper.league import imported_players, roster
from scorekeeper.match.commands import Refused
from scorekeeper.match.log import DuplicatePerson
from scorekeeper.match.names import name_key
from scorekeeper.messages import render
from scorekeeper.server import engines
from scorekeeper.transfer.league_json.row_check import ImportConflict
from tests.db import racing_processes
from tests.db.racing_processes import act

TRIES = {"start": 300, "import_results": 100, "import_document": 100}


@pytest.fixture
def pair(store):
    """Add two entries to be merged, and player 1 who sits with them; return the pair's keys."""
    return added(store, 1)[0]


def added(store, many):
    """Add player 1 and this many pairs of entries; return the pairs' keys."""
    roster.add_player(store, "Ana", at=0)
    names = [name for n in range(many) for name in (f"Bruno {n}", f"Bruno {n} again")]
    with store.write() as connection:
        planned = imported_players.plan_imported_players(connection, names, FIRST_LEAGUE_ID, 0)
        imported_players.add_imported_players(connection, planned, FIRST_LEAGUE_ID)
    pairs = iter(planned.keys[name_key(name)] for name in names)
    return list(zip(pairs, pairs, strict=True))


def at_the_same_moment(database, names, pairs):
    """Run the functions `names` in two processes; return {name: [success for each pair]}."""
    context = get_context("spawn")
    begin, outcomes = context.Barrier(2), context.Queue()
    both = [
        context.Process(target=act, args=(database, name, pairs, begin, outcomes)) for name in names
    ]
    for process in both:
        process.start()
    found = dict(outcomes.get(timeout=240) for _ in both)
    for process in both:
        process.join()
    return found


def sit_twice(app):
    """Count the pairs of seats in one match that belong to the same person."""
    seat, beside = aliased(MatchPlayers), aliased(MatchPlayers)
    ask = (
        select(func.count())
        .select_from(seat)
        .join(beside, (beside.match_id == seat.match_id) & (beside.seat > seat.seat))
        .join(Players, Players.id == beside.player_id)
        .where(Players.merged_into == seat.player_id)
    )
    with engines.engine_of(app).connect() as connection:
        return connection.scalar(ask)


@pytest.mark.parametrize("seats", ["start", "import_results", "import_document"])
def test_a_merge_or_a_concurrent_match_with_both_players_is_refused(store, app, database, seats):
    done = at_the_same_moment(database, ("merge", seats), added(store, TRIES[seats]))

    assert sit_twice(app) == 0
    assert [sum(each) for each in zip(*done.values(), strict=True)] == [1] * TRIES[seats]


@pytest.mark.parametrize("seats", ["start", "import_results", "import_document"])
def test_a_match_with_two_merged_players_is_refused(store, app, log, pair, seats):
    racing_processes.merge(app, log, pair, 0)

    with pytest.raises((Refused, DuplicatePerson, ImportConflict)):
        getattr(racing_processes, seats)(app, log, pair, 0)

    assert sit_twice(app) == 0


def test_the_error_for_a_match_with_two_merged_players_names_both(store, app, log, pair):
    racing_processes.merge(app, log, pair, 0)

    with pytest.raises(Refused) as refused:
        racing_processes.start(app, log, pair, 0)

    said = render(refused.value.problems[0].reason, {})
    assert said == "Bruno 0 and Bruno 0 again are the same person and cannot have two seats."
