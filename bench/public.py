"""Measure a public season page with many viewers, when it has just changed and when it has not."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, template_rendered

from bench import data, report
from scorekeeper.access import public_links
from scorekeeper.league import settings
from scorekeeper.match.shown_names import ShownNames
from scorekeeper.server import engines
from scorekeeper.web.extension_keys import STATS_CACHE_KEY

VIEWERS = 100  # people who open the page at the same time
REPEATS = 200  # views of an unchanged page, one after the other


def measure(league: data.League) -> None:
    report.heading(f"A public season page with {VIEWERS} viewers, {league.matches} matches")
    app = data.open_app(league.folder)
    app.extensions[STATS_CACHE_KEY].wait_until_current()
    store = engines.store_of(app)
    secret = public_links.create_public_link(
        store, "Everyone", public_links.CURRENT_SEASON, ShownNames.FIRST
    )
    path = f"/shown/{secret}"
    open_at_once(app, path)
    with collect_rendered(app) as renders:
        settings.rename_league(store, "Changed")
        changed = open_at_once(app, path)
        report.target(f"renders for {VIEWERS} viewers after a change", len(renders), 1, "")
        unchanged = open_at_once(app, path)
    report.target(
        "until all have the page after a change, against unchanged", changed / unchanged, 2
    )
    client = app.test_client()
    times = sorted(report.duration_of(lambda: client.get(path)) for _ in range(REPEATS))
    report.target("one view of an unchanged page", times[REPEATS // 2] * 1000, 10, "ms")
    data.close_app(app)


@contextmanager
def collect_rendered(app: Flask) -> Iterator[list[str]]:
    """Collect the names of the public pages that are rendered in this block."""
    names: list[str] = []

    def note(_app: Flask, template: object, **_more: object) -> None:
        name = str(getattr(template, "name", ""))
        if name == "public/season.html":
            names.append(name)

    with template_rendered.connected_to(note, app):
        yield names


def open_at_once(app: Flask, path: str) -> float:
    """Let all viewers open the page at once, and return the seconds until all have received it."""
    ready = threading.Barrier(VIEWERS + 1)

    def view() -> None:
        client = app.test_client()
        ready.wait()
        if client.get(path).status_code != 200:
            raise RuntimeError("A viewer did not get the page.")

    threads = [threading.Thread(target=view) for _ in range(VIEWERS)]
    for thread in threads:
        thread.start()
    ready.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    return time.perf_counter() - began
