"""Compare pages of a small and a large league: response times and numbers of SQL statements."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from flask import Flask
from sqlalchemy import event

from bench import data, league_phones, report
from bench.serving import Phone, scorekeeper
from scorekeeper.server import engines
from scorekeeper.web.extension_keys import LOG_KEY, STATS_CACHE_KEY

VIEWS = 150  # requests for each page
ORIGIN = {"Origin": "http://localhost", "HX-Request": "true"}


def measure(small: data.League, large: data.League) -> None:
    report.heading(f"Pages at {large.matches} matches against {small.matches}")
    with scorekeeper(small.folder) as (here, _), scorekeeper(large.folder) as (there, _):
        few, many = Phone(here), Phone(there)
        for name, path in (("home", "/"), ("match", "/matches/{}"), ("sheet", "/matches/{}/sheet")):
            medians = report.in_turns(
                {
                    "few": [partial(few.get, path.format(small.running))] * VIEWS,
                    "many": [partial(many.get, path.format(large.running))] * VIEWS,
                }
            )
            report.target(name, medians["many"] / medians["few"], 1.3)
    count_queries(small, large)


def count_queries(small: data.League, large: data.League) -> None:
    report.heading("SQL statements per page")
    few, many = queries_by_page(small), queries_by_page(large)
    for name in few:
        report.target(f"{name}, at {large.matches} matches", many[name], few[name], "")


def queries_by_page(league: data.League) -> dict[str, int]:
    """Return the number of SQL statements by page, with warm caches."""
    app = data.open_app(league.folder)
    browser = league_phones.owner_client(app)
    log = app.extensions[LOG_KEY]
    app.extensions[STATS_CACHE_KEY].wait_until_current()
    table = data.Table(league.running, log.sheet(league.running))
    addresses = {
        "home": "/",
        "match": f"/matches/{league.running}",
        "new match": "/matches/new",
        "sheet": f"/matches/{league.running}/sheet",
        "matches": "/matches",
        "players": "/players",
    }
    counts = {}
    for name, path in addresses.items():
        browser.get(path)
        with collect_statements(app) as seen:
            assert browser.get(path).status_code == 200
        counts[name] = len(seen)
    path, form = table.next()
    with collect_statements(app) as seen:
        assert browser.post(path, data=form, headers=ORIGIN).status_code == 200
    counts["recording"] = len(seen)
    data.close_app(app)
    return counts


@contextmanager
def collect_statements(app: Flask) -> Iterator[list[str]]:
    """Collect the SQL statements that are sent in this block, except BEGIN."""
    seen: list[str] = []
    engine = engines.engine_of(app)

    def note(_c: object, _u: object, statement: str, *_more: object) -> None:
        if not statement.startswith("BEGIN"):
            seen.append(statement)

    listener: Callable[..., None] = note
    event.listen(engine, "before_cursor_execute", listener)
    try:
        yield seen
    finally:
        event.remove(engine, "before_cursor_execute", listener)
