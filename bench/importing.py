"""Measure how long an import keeps other phones from saving.

Old results from a CSV file are compared with inserting the same rows into another file through
sqlite3 directly. A document of a whole league is checked before its rows are written.
"""

import io
import json
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from statistics import median

from sqlalchemy import event

from bench import data, report
from scorekeeper.cli import demo
from scorekeeper.server import engines
from scorekeeper.server.engines import engine_of
from scorekeeper.transfer.league_json.dump import dump_league
from scorekeeper.transfer.league_json.load import load_league
from scorekeeper.transfer.results_csv import ImportChoices
from scorekeeper.transfer.results_import import import_write, jobs, preview
from scorekeeper.transfer.results_import.import_write import WriteJob

LINES = 10_000  # lines of the file; each of them is a match of four players
PLAYERS = ("Ana", "Bruno", "Chus", "Dina")
REPEATS = 5  # repetitions of each measurement
TODAY = "2026-10-01"
DATABASE_PATH = Path("scorekeeper-data/scorekeeper.sqlite")
DOCUMENT_BYTES = 10_000_000  # size of a document that is imported through the browser
PLAYED_MATCHES = 100  # matches of the document; the others are copies
LOCKED_S = 3  # seconds for which the import of the document may hold the lock


def measure(folder: Path) -> None:
    old_results(folder)
    whole_league(folder.parent / "importing a document")


def old_results(folder: Path) -> None:
    report.heading(f"Importing {LINES} lines of old results")
    app = data.open_app(folder)
    data.add_players(app, PLAYERS)
    data.close_app(app)
    turns = [one_turn(folder, folder.parent / f"importing {n}") for n in range(REPEATS)]
    parsing, building, locked, by_hand = (median(each) for each in zip(*turns, strict=True))
    report.figure("parsing the file", f"{parsing:.2f} s")
    report.figure("building the rows", f"{building:.2f} s")
    report.figure("writing the rows, which holds the lock", f"{locked:.2f} s")
    report.figure("writing the same rows with sqlite3 directly", f"{by_hand:.2f} s")
    report.target("writing against sqlite3 directly", locked / by_hand, 6.0)


def one_turn(empty: Path, folder: Path) -> tuple[float, float, float, float]:
    """Return the seconds that parsing, building, writing and direct inserts take.

    The file is imported into one copy of `empty`, and its rows are inserted directly into another.
    """
    for name in ("imported", "by hand"):
        shutil.copytree(empty, folder / name)
    import_times = time_import(folder / "imported")
    return (
        *import_times,
        time_insert(folder / "imported" / DATABASE_PATH, folder / "by hand" / DATABASE_PATH),
    )


def time_import(folder: Path) -> tuple[float, float, float]:
    """Import the file and return the seconds that parsing, building and writing take."""
    app, text = data.open_app(folder), csv_file()
    stamps = [time.perf_counter()]
    store = engines.store_of(app)
    seen = preview.build_preview(store, text, ImportChoices(), TODAY)
    stamps.append(time.perf_counter())
    number = jobs.store_upload(store, "old.csv", text, "key", int(time.time()))
    job = WriteJob(store, number, seen.matches, seen.lines, len(seen.bad_lines), int(time.time()))
    started = time.perf_counter()
    event.listen(engine_of(app), "begin", lambda _: stamps.append(time.perf_counter()))
    import_write.write(job)
    ended = time.perf_counter()
    data.close_app(app)
    began, parsed, *_, locked = stamps  # the write lock is taken last
    return parsed - began, locked - started, ended - locked


def whole_league(folder: Path) -> None:
    report.heading(f"Importing a document of {DOCUMENT_BYTES / 1e6:.0f} MB")
    app = data.open_app(folder / "written")
    demo.fill_league(app, PLAYED_MATCHES, data.SEED)
    document = enlarge(b"".join(dump_league(engines.store_of(app))))
    data.close_app(app)
    app = data.open_app(folder / "read")
    stamps: list[float] = []
    event.listen(engine_of(app), "begin", lambda _: stamps.append(time.perf_counter()))
    event.listen(engine_of(app), "commit", lambda _: stamps.append(time.perf_counter()))
    took = report.duration_of(lambda: load_league(engines.store_of(app), io.BytesIO(document)))
    data.close_app(app)
    report.figure("the whole import", f"{took:.1f} s, {len(document) / 1e6:.1f} MB")
    report.target("writing, which holds the lock", stamps[-1] - stamps[-2], LOCKED_S, "s")


def enlarge(document: bytes) -> bytes:
    """Return the document of a league with copies of its matches, about DOCUMENT_BYTES long."""
    rows = [json.loads(line) for line in document.splitlines()]
    log = [row for row in rows if row.get("section") == "log"]
    matches = max(row["match"] for row in log)
    first = rows.index(log[0])
    copies = [
        {**row, "match": row["match"] + matches * number, "key": f"{number} {row['key']}"}
        for number in range(DOCUMENT_BYTES // len(document) + 1)
        for row in log
    ]
    rest = [row for row in rows[first:] if row.get("section") != "log"]
    return "\n".join(map(json.dumps, [*rows[:first], *copies, *rest])).encode() + b"\n"


def csv_file() -> bytes:
    lines = [
        f"{1 + n % 28}/{1 + n // 28 % 12}/{1980 + n // 336};Loba;{n};{n + 1};{n + 2};{n + 3}"
        for n in range(LINES)
    ]
    return "\n".join([f"date;game;{';'.join(PLAYERS)}", *lines]).encode()


def time_insert(source: Path, target: Path) -> float:
    """Insert the matches of one database into another and return the duration in seconds."""
    with closing(sqlite3.connect(source)) as connection:
        rows = {
            table: connection.execute(f'SELECT * FROM "{table}"').fetchall()
            for table in ("match_event", "match", "match_player")
        }
    with closing(sqlite3.connect(target, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=FULL")
        began = time.perf_counter()
        connection.execute("BEGIN IMMEDIATE")
        for table, table_rows in rows.items():
            places = ", ".join("?" * len(table_rows[0]))
            connection.executemany(f'INSERT INTO "{table}" VALUES ({places})', table_rows)
        connection.execute("COMMIT")
        return time.perf_counter() - began
