"""A person has one seat in a match, even if their two entries are merged while the match starts."""

from multiprocessing import get_context

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.orm import aliased

from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.tables import Leagues, MatchPlayers, Players
from scorekeeper.errors import Refused
from scorekeeper.league import imported_players, roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import DuplicatePerson
from scorekeeper.match.names import name_key
from scorekeeper.rights import Right
from scorekeeper.server import engines
from scorekeeper.transfer.league_json.row_check import ImportConflict
from tests.databases import rows
from tests.db import racing_processes
from tests.db.racing_processes import Pair, act
from tests.members import add_phone
from tests.refusals import reason_of
from tests.sample import sized

TRIES = sized(300, 25)
# Pairs in one league. An import reads all players of its league, so small leagues are faster.
PAIRS_IN_A_LEAGUE = 25
# New processes are forked from a process that has imported everything, because the imports take
# longer than the race.
CONTEXT = get_context("forkserver")
CONTEXT.set_forkserver_preload([racing_processes.__name__])


@pytest.fixture
def pair(store):
    """Two players who will be merged. In their league, player 1 plays with them."""
    return add_pairs(store, 1)[0]


def add_pairs(store, many):
    """Return this many pairs of new players, in as many leagues as needed.

    Each league also has a player 1, who belongs to no pair.
    """
    leagues = range(1, 2 + (many - 1) // PAIRS_IN_A_LEAGUE)
    with store.write() as connection:
        for league in leagues[1:]:
            connection.execute(insert(Leagues).values(id=league, name="Others", last_player=0))
    pairs = [pair for league in leagues for pair in added_to_league(store.of_league(league))]
    return pairs[:many]


def added_to_league(store):
    roster.add_player(store, "Ana", at=0)
    numbers = range(PAIRS_IN_A_LEAGUE)
    names = [name for n in numbers for name in (f"Bruno {n}", f"Bruno {n} again")]
    league = store.league_id
    with store.write() as connection:
        planned = imported_players.plan_imported_players(connection, names, league, 0)
        imported_players.add_imported_players(connection, planned, league)
    keys = iter(planned.keys[name_key(name)] for name in names)
    return [Pair(league, *both) for both in zip(keys, keys, strict=True)]


def with_earlier_matches(app, store, pairs):
    """Start a match of each pair's second player and player 1.

    Returns the pairs with the ids of these matches. Each league also gets a scorer's phone.
    """
    for league in {pair.league for pair in pairs}:
        add_phone(app, Right.SCORER, racing_processes.TOKEN, league=league)
    logs = {pair.league: SqlLog(store.of_league(pair.league)) for pair in pairs}
    return [
        pair._replace(
            match=commands.start_match(
                logs[pair.league],
                "gin",
                (pair.other, "1"),
                {},
                CommandMeta(f"earlier {number}", 5),
            )
        )
        for number, pair in enumerate(pairs)
    ]


def at_the_same_moment(database, names, pairs):
    """Run the functions `names` in two processes at once.

    Returns {name: [whether it succeeded for each pair]}.
    """
    begin, outcomes = CONTEXT.Barrier(2), CONTEXT.Queue()
    both = [
        CONTEXT.Process(target=act, args=(database, name, pairs, begin, outcomes)) for name in names
    ]
    for process in both:
        process.start()
    successes = dict(outcomes.get(timeout=240) for _ in both)
    for process in both:
        process.join()
    return successes


def sit_twice(app):
    """Return the number of pairs of seats that belong to the same person in the same match."""
    seat, beside = aliased(MatchPlayers), aliased(MatchPlayers)
    query = (
        select(func.count())
        .select_from(seat)
        .join(
            beside,
            (beside.league_id == seat.league_id)
            & (beside.match_id == seat.match_id)
            & (beside.seat != seat.seat),
        )
        .join(
            Players,
            (Players.league_id == beside.league_id) & (Players.id == beside.player_id),
        )
        .where(Players.merged_into == seat.player_id)
    )
    with engines.engine_of(app).connect() as connection:
        return connection.scalar(query)


@pytest.mark.parametrize("seats", ["start", "import_results", "import_document"])
def test_a_merge_or_a_concurrent_match_with_both_players_is_refused(store, app, database, seats):
    done = at_the_same_moment(database, ("merge", seats), add_pairs(store, TRIES))

    assert sit_twice(app) == 0
    assert [sum(each) for each in zip(*done.values(), strict=True)] == [1] * TRIES


def test_a_concurrent_merge_and_rematch_both_succeed_and_seat_nobody_twice(store, app, database):
    """The merged player has only one seat in the rematch, under the old or the new entry."""
    pairs = with_earlier_matches(app, store, add_pairs(store, TRIES))

    done = at_the_same_moment(database, ("merge", "rematch"), pairs)

    assert done == {"merge": [True] * TRIES, "rematch": [True] * TRIES}
    assert sit_twice(app) == 0
    seats = {}
    for row in rows(app, MatchPlayers):
        seats.setdefault((row.league_id, row.match_id), []).append(str(row.player_id))
    earlier = {(pair.league, pair.match) for pair in pairs}
    again = sorted(
        (league, *keys) for (league, match), keys in seats.items() if (league, match) not in earlier
    )
    expected = {(pair.league, key, "1") for pair in pairs for key in (pair.one, pair.other)}
    assert len(again) == TRIES
    assert {tuple(each) for each in again} <= expected


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

    said = reason_of(refused)
    assert said == "Bruno 0 and Bruno 0 again are the same person and cannot have two seats."
