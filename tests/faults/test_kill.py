"""A server that is killed during writes loses no confirmed answer and leaves no partial change.

No answer is written twice, and at the end all phones see the same sheets. On SQLite, the disk is
full before every third kill. `make faults` runs these tests with twenty phones for `FOR` seconds,
half of that time on each database.
"""

import faulthandler
import threading
import time
from collections import Counter
from itertools import count

import pytest

from scorekeeper import create_app
from scorekeeper.cli import checks
from scorekeeper.db.import_tables import ImportJobs
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.db.tables import (
    Matches,
    MatchEvents,
    MatchPlayers,
    Payments,
    Players,
    Seasons,
    SnapshotResults,
)
from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests import clocks
from tests.databases import create_league_file, database_address, numbers, rows
from tests.db.derived_rows import as_tuple
from tests.faults import seeds
from tests.faults.clients import NEWCOMERS, SEASON, Client
from tests.faults.histories import log_of, refuse_impossible
from tests.faults.keeper import (
    EVENING,
    EVENING_AFTER,
    KEEPER_KINDS,
    LINES,
    LONG_FILE,
    Keeper,
    client_key,
)
from tests.faults.killing import (
    BUSY,
    FULL,
    LONG,
    SAVED,
    Phone,
    count_accepted,
    count_refused,
    preloaded_server,
    sqlite_is_intact,
    stage_of,
)
from tests.league.comparable_statistics import plain_values
from tests.sample import sized

SECONDS = seeds.SECONDS / 2  # the minimum duration of the kills on each database
KILLS = sized(5, 3)  # the minimum number of kills, so that the disk is full before one of them
KINDS = {"answer", "start"}  # each occurs at least once
ROUNDS = 2 if SECONDS else 1  # the minimum number of times each kind of change is made
ENDED = 3  # matches that count towards seasons
PHONES = 20 if SECONDS else 4  # each with its own match, and one match shared by all
CLIENTS = 6 if SECONDS else 3  # clients that change two matches at random
# Responses after which a request is repeated. On a busy machine, SQLite's lock can time out.
PATIENT = {BUSY, FULL}
MAX_PAUSE_S = 600  # the longest wait for progress; only a server that hangs takes that long
# Seconds between two answers of a phone. With a pause, 1,000 deals suffice, and the sample takes
# less time.
PAUSE = SECONDS / 800 or sized(0, 0.01)


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.pg)])
def place(request, tmp_path_factory):
    """The address of a new database that contains the owner's phone."""
    if request.param == "sqlite":
        return create_league_file(tmp_path_factory.mktemp("killed") / "league.sqlite")
    server = request.getfixturevalue("server")
    request.getfixturevalue("postgresql_template")
    with server.connect() as connection:
        name = f"killed_{next(numbers)}"  # a new name each time
        connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE template_league")
    return database_address(server, name)


@pytest.fixture(scope="module")
def app(place):
    with pytest.MonkeyPatch.context() as settings:
        settings.setenv("SCOREKEEPER_DATABASE", place)
        app = create_app()
        yield app
        engines.engine_of(app).dispose()


@pytest.fixture(scope="module")
def matches(app):
    """The ids of running matches: one for each phone, two for the clients, and one that all share.

    Three more matches have ended and count towards seasons. The clients' season covers today.
    """
    names = ("Ana", "Bruno", "Chus", "Anna", *NEWCOMERS.values())
    store = engines.store_of(app)
    people = tuple(roster.add_player(store, name).key for name in names)[:3]
    log = app.extensions["scorekeeper.log"]
    season_commands.create_season(store, Season(0, "Today", starts=EVENING_AFTER))
    for n in range(ENDED):
        at = clocks.evening_timestamp(EVENING) + n
        ended = commands.start_match(
            log, "jabberwocky", people, {"schedule": [1]}, CommandMeta(f"end {n}", at)
        )
        for stage, *said in (("bids", 1, 1, 1), ("tricks", 1, 0, 0)):
            answers = {stage: dict(zip(people, said, strict=True))}
            commands.record_stage(log, ended, 1, stage, answers, CommandMeta(f"{stage}-end", at))
    return [
        commands.start_match(log, "jabberwocky", people, LONG, CommandMeta(f"start {n}", 1))
        for n in range(PHONES + 3)
    ]


@pytest.fixture(scope="module")
def run_results(matches, place):
    """The phones, keeper, sheets and clients after a run with repeated kills of the server."""
    # No limit for one test applies here, because this fixture does the work of all tests. Each wait
    # has its own limit.
    faulthandler.cancel_dump_traceback_later()
    stop, end = threading.Event(), threading.Event()
    with preloaded_server() as server:
        is_file = "://" not in place
        phones = [
            Phone(n, server.port, matches[n], matches[-1], stop, PATIENT, PAUSE)
            for n in range(PHONES)
        ]
        keeper = Keeper(server.port, end, ROUNDS, PATIENT)
        seats = dict.fromkeys(matches[PHONES:-1], ("1", "2", "3"))
        clients = [Client(n, server.port, seats, stop, PATIENT) for n in range(CLIENTS)]
        callers = [*phones, keeper, *clients]
        for caller in callers:
            caller.start()
        try:
            kill_again_and_again(server, phones, clients, fills=is_file)
            server.send("start")
            wait_until(lambda: len(kinds_of_actions(clients) & KINDS), len(KINDS))
            stop.set()  # the keeper has the most to do, and finishes sooner if it runs alone
            assert keeper.has_done.wait(MAX_PAUSE_S)
        finally:
            stop.set()
            end.set()
            for caller in callers:
                caller.join()
        sheets = [phone.sheets() for phone in phones]
    return phones, keeper, sheets, clients


def kill_again_and_again(server, phones, clients, *, fills):
    """Kill the server at random moments, at least KILLS times and for at least SECONDS.

    Each kill follows at least PHONES more accepted answers and one more action of a client. If
    `fills` is true, the disk is full before every third kill, until at least PHONES answers are
    refused.
    """
    rng, until = seeds.rng("kills"), time.monotonic() + SECONDS
    for kill in count(1):
        server.send("start")
        heard, acts = count_accepted(phones) + PHONES, count_actions(clients) + 1
        wait_until(lambda: count_accepted(phones), heard)
        wait_until(lambda: count_actions(clients), acts)
        time.sleep(rng.random() * 0.05)
        if fills and kill % 3 == 0:
            enough = count_refused(phones) + PHONES
            server.send("fill")
            wait_until(lambda: count_refused(phones), enough)
        server.send("kill")
        if kill >= KILLS and time.monotonic() >= until:
            return


def wait_until(count, enough):
    """Wait until `count()` is at least `enough`."""
    ends = time.monotonic() + MAX_PAUSE_S
    while count() < enough:
        assert time.monotonic() < ends
        time.sleep(0.002)


def count_actions(clients):
    """Return the number of accepted actions."""
    return sum(each.status == SAVED for client in clients for each in client.actions)


def kinds_of_actions(clients):
    return {each.kind for client in clients for each in client.actions}


@pytest.fixture(scope="module")
def phones(run_results):
    return run_results[0]


@pytest.fixture(scope="module")
def keeper(run_results):
    return run_results[1]


@pytest.mark.fault
def test_every_accepted_answer_is_stored_exactly_once(app, phones, matches):
    heard = [taken for phone in phones for taken in phone.taken]
    before = log_and_derived_rows(app)
    written = [(row.match_id, client_key(row.key)) for row in before[0] if row.version > 1]

    assert [phone.unexpected for phone in phones] == [[]] * PHONES
    assert len(heard) >= KILLS * PHONES
    assert set(heard) <= set(written)
    assert [key for key, times in Counter(written).items() if times > 1] == []
    mine = {*matches[:PHONES], matches[-1]}
    answered = [stage_of(row) for row in before[0] if row.match_id in mine]
    assert [slot for slot, times in Counter(answered).items() if times > 1] == []
    assert {slot for phone in phones for slot in phone.equal} <= set(answered)
    if engines.engine_of(app).dialect.name == "sqlite":
        assert sqlite_is_intact(engines.engine_of(app))

    snapshot = plain_values(StatsCache(engines.store_of(app)).wait_until_current())
    rebuild(engines.engine_of(app))
    assert log_and_derived_rows(app) == before
    after = plain_values(StatsCache(engines.store_of(app)).wait_until_current())
    assert {**after, "league state": None} == {**snapshot, "league state": None}


@pytest.mark.thorough
@pytest.mark.fault
def test_all_phones_see_the_same_sheets_as_a_restarted_app(app, run_results, matches):
    restarted = app.test_client()
    for sheets in run_results[2]:
        for match, sheet in sheets.items():
            assert sheet == restarted.get(f"/matches/{match}/sheet.csv").text


@pytest.mark.fault
def test_the_history_of_client_requests_is_linearizable(app, run_results):
    clients = run_results[3]
    log = log_of(rows(app, MatchEvents))
    final = {str(row.id): row.merged_into is not None for row in rows(app, Players)}
    final["season"] = any(row.closed_at for row in rows(app, Seasons) if row.id == SEASON)

    assert [client.unexpected for client in clients] == [[]] * CLIENTS
    refuse_impossible(clients, log, {about: final[about] for about in (*NEWCOMERS, "season")})
    assert {key for _, key in log} <= {each.key for client in clients for each in client.actions}
    assert count_actions(clients) >= KILLS
    assert kinds_of_actions(clients) >= KINDS
    assert any(client.league_changes for client in clients)


@pytest.mark.fault
def test_the_command_check_finds_nothing_after_all_the_kills(app, run_results):
    assert checks.findings_by_league(app) == {FIRST_LEAGUE_ID: []}


@pytest.mark.fault
def test_payments_and_seasons_are_stored_completely_or_not_at_all(app, keeper):
    assert keeper.unexpected == []
    times = Counter(kind for kind, _ in keeper.done)
    assert {kind for kind in times if times[kind] >= ROUNDS} == KEEPER_KINDS
    paid = [row.key for row in rows(app, Payments)]
    assert {key for kind, key in keeper.done if kind == "pay"} <= set(paid)
    assert len(paid) == len(set(paid))
    seasons = rows(app, Seasons)
    results_by_season = Counter(row.season_id for row in rows(app, SnapshotResults))
    assert {name for kind, name in keeper.done if kind == "open"} <= {row.name for row in seasons}
    # All created seasons claim the same matches. The season closed first keeps all of them, even
    # after it is reopened. The clients' season has other matches.
    first = min(row.id for row in seasons if row.name == "Season 1")
    del results_by_season[SEASON]
    assert results_by_season == {first: ENDED}


@pytest.mark.fault
def test_imports_are_stored_completely_or_not_at_all(app, keeper):
    there = Counter(batch(row) for row in rows(app, Matches) if row.state == "noted")
    away = Counter(batch(row) for row in rows(app, Matches) if row.state == "thrown away")

    for row in rows(app, ImportJobs):
        lines = LONG_FILE if row.name == "long.csv" else LINES
        assert there[row.id] == lines * (row.state == "written"), row.state
        assert away[row.id] == lines * (row.state == "undone"), row.state
    written = {"written", "undone"}
    assert len([row for row in rows(app, ImportJobs) if row.state in written]) >= ROUNDS


def batch(row):
    """Return the id of the import that added this match, or None if no import added it."""
    return row.summary.get("batch")


def log_and_derived_rows(app):
    """Return (log, match rows, seat rows), without the change numbers of the matches."""
    matches = [(*row._replace(counted=None),) for row in map(as_tuple, rows(app, Matches))]
    return rows(app, MatchEvents), matches, rows(app, MatchPlayers)
