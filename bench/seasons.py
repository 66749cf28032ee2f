"""Compare pages of leagues with 100, 10,000 and 100,000 matches.

Each league has 200 players, ten years and a season for each quarter. Pages are requested
repeatedly without a change, and for the first time after a match has ended.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random

from flask import Flask

from bench import data, decade, league_phones, report, transfer_memory
from bench.decade import Decade
from bench.pages import collect_statements
from bench.serving import Phone, scorekeeper, serving
from scorekeeper.cli import simulated_players
from scorekeeper.clock import DAY_S
from scorekeeper.errors import Refused
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import Log
from scorekeeper.server.engines import engine_of
from scorekeeper.web.extension_keys import LOG_KEY, STATS_CACHE_KEY

VIEWS = 100  # measured requests for each page
ENDINGS = 20  # matches that end
WARM_UP_VIEWS = 5  # requests for each page before the measured ones
TIMEOUT_S = 120  # seconds to wait for the statistics
MAX_RATIO = 1.5  # highest allowed ratio of the times in the largest and in the smallest league
ONE_DEAL = {"schedule": [1]}
# By number of matches: the limit, in seconds, until the statistics are current after the correction
# of a deal from three years ago.
LIMITS_S = {10_000: 1.0, 100_000: 10.0}
PAGES = {
    "season": "/season/39",
    "all time": "/season/all",
    "by game": "/season/39/games",
    "player": "/players/7",
    "records": "/records",
    "evening": "/nights/{evening}",
    "money": "/money?season=39",
    "home": "/",
}


def measure(folder: Path, sizes: tuple[int, ...]) -> None:
    leagues = []
    for size in sizes:
        report.progress(f"creating a league of ten years with {size} matches")
        (folder / f"decade {size}").mkdir(parents=True)
        leagues.append(decade.create_league(folder / f"decade {size}", size))
    report.heading("A league of ten years and 200 players")
    for league in leagues:
        measure_size(league)
    largest = leagues[-1]
    report.target("rebuilding 2,000 matches", 2000 / largest.rebuilt, 1.0, "s")
    for league in leagues:
        time_corrections(league)
    in_a_browser(leagues, folder)
    transfer_memory.measure(leagues)
    for league in leagues:
        report_queries(league)


def measure_size(league: Decade) -> None:
    """Report the database size per match."""
    file = league.folder / "scorekeeper-data/scorekeeper.sqlite"
    size = file.stat().st_size / league.matches
    report.figure(f"{league.matches} matches: database size per match", f"{size / 1000:.1f} kB")


# ---------------------------------------------------------------- an old deal is corrected


def time_corrections(league: Decade) -> None:
    """Time corrections of deals from three years ago, and the recomputation of the statistics."""
    app = data.open_app(league.folder)
    stats_cache, log = app.extensions[STATS_CACHE_KEY], app.extensions[LOG_KEY]
    seconds = report.duration_of(stats_cache.wait_until_current)
    report.figure(f"{league.matches} matches: computing all statistics", f"{seconds:.1f} s")
    saves, fixes, trues = [], [], []
    running = data.play_deals(log, "jabberwocky", five(), "saves", 0)
    for number, match in enumerate(old_matches(app, 5)):
        fixes.append(report.duration_of(partial(correct, log, match)))
        trues.append(report.duration_of(stats_cache.wait_until_current))
        saves.append(report.duration_of(partial(save, log, running, number)))
    data.close_app(app)
    report.target(
        f"{league.matches} matches: correcting an old deal against a save",
        median(fixes) / median(saves),
        3,
    )
    limit = LIMITS_S.get(league.matches, LIMITS_S[10_000])
    report.target(f"{league.matches} matches: until statistics are current", max(trues), limit, "s")


def median(times: list[float]) -> float:
    return sorted(times)[len(times) // 2]


def five() -> tuple[str, ...]:
    return tuple(str(n) for n in range(1, 6))


def old_matches(app: Flask, how_many: int) -> list[int]:
    """Return the ids of the first Jabberwocky matches in the three years before the last match."""
    with engine_of(app).connect() as connection:
        last = connection.exec_driver_sql("SELECT max(ended_at) FROM match").scalar_one()
        rows = connection.exec_driver_sql(
            "SELECT id FROM match WHERE state = 'over' AND game = 'jabberwocky' AND ended_at"
            f" > {last - 3 * 365 * DAY_S} ORDER BY ended_at LIMIT {how_many}"
        )
        return [row.id for row in rows]


def correct(log: Log, match: int) -> None:
    sheet = log.sheet(match)
    rng = Random(f"correct {match} {sheet.version}")
    while True:
        number = rng.randint(1, len(sheet.played_deals))
        stages = simulated_players.random_deal(
            sheet.game, sheet.played_deals[number - 1].before, rng
        )
        try:
            sent = CommandMeta(f"c {sheet.version}", int(time.time()))
            correction_commands.correct_deal(log, match, number, stages, sheet.version, sent)
        except Refused:
            continue
        return


def save(log: Log, match: int, number: int) -> None:
    sheet = log.sheet(match)
    stage, answers = simulated_players.next_answers(sheet, Random(f"save {number}"))
    commands.record_stage(
        log,
        match,
        sheet.position.number,
        stage,
        answers,
        CommandMeta(f"s {number}", int(time.time())),
    )


# ---------------------------------------------------------------- over a real connection


def in_a_browser(leagues: list[Decade], folder: Path) -> None:
    endings = {league.matches: about_to_end(league) for league in leagues}
    with ExitStack() as stack:
        phones = {}
        for league in leagues:
            address, _ = stack.enter_context(scorekeeper(league.folder))
            phones[league.matches] = wait_for_statistics(Phone(address))
        evening = latest_evening(leagues[0])
        pages = {name: path.format(evening=evening) for name, path in PAGES.items()}
        keep_as_files(pages, phones[leagues[-1].matches], folder)
        address, _ = stack.enter_context(serving("bench.bare", folder, "bare.sqlite"))
        time_pages(pages, phones, Phone(address))
        time_match_end(endings, phones, Phone(address))


def wait_for_statistics(phone: Phone) -> Phone:
    """Wait for the statistics and return the phone. Raises RuntimeError after TIMEOUT_S."""
    until = time.monotonic() + TIMEOUT_S
    while "Recalculating" in phone.get("/season/all").text:
        if time.monotonic() > until:
            raise RuntimeError("The statistics were not recomputed in time.")
    return phone


def latest_evening(league: Decade) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(decade.LAST_EVENING_AT - 2 * DAY_S))


def keep_as_files(pages: Mapping[str, str], phone: Phone, folder: Path) -> None:
    """Store the pages of the largest league, for the bare route to serve."""
    (folder / "pages").mkdir()
    for name, path in pages.items():
        (folder / "pages" / name).write_text(phone.get(path).text)


def time_pages(pages: Mapping[str, str], phones: Mapping[int, Phone], plain: Phone) -> None:
    report.heading("Repeated views: largest league against smallest, and bare page")
    few, *_, many = phones
    for name, path in pages.items():
        runs: dict[str, list[Callable[[], object]]] = {
            str(size): [partial(phone.get, path)] * VIEWS for size, phone in phones.items()
        }
        address = f"/page/{name.replace(' ', '%20')}"
        runs["bare"] = [partial(plain.get, address)] * VIEWS
        for run in runs.values():
            for look in run[:WARM_UP_VIEWS]:
                look()
        medians = report.in_turns(runs)
        report.target(f"{name}", medians[str(many)] / medians[str(few)], MAX_RATIO)
        report.target(
            f"{name}, against a bare page of the same size", medians[str(many)] / medians["bare"], 4
        )


def about_to_end(league: Decade) -> list[data.Table]:
    """Start matches that end with their next answer, and return their tables."""
    app = data.open_app(league.folder)
    log = app.extensions[LOG_KEY]
    tables = []
    for number in range(ENDINGS):
        match = commands.start_match(
            log, "jabberwocky", five(), ONE_DEAL, CommandMeta(f"end {number}", now())
        )
        sheet = log.sheet(match)
        stage, answers = simulated_players.next_answers(sheet, Random(f"end {number}"))
        commands.record_stage(log, match, 1, stage, answers, CommandMeta(f"bid {number}", now()))
        tables.append(data.Table(match, log.sheet(match)))
    data.close_app(app)
    return tables


def now() -> int:
    return int(time.time())


def time_match_end(
    endings: Mapping[int, list[data.Table]], phones: Mapping[int, Phone], plain: Phone
) -> None:
    """Time the save that ends a match, and the first requests for season pages after it."""
    few, *_, many = phones
    times: dict[str, dict[int, list[float]]] = {"save": {}, "look": {}, "all time": {}}
    line = {"name": "Ana", "n": 3}
    bare = []
    for number in range(ENDINGS):
        for size, phone in phones.items():
            post = endings[size][number].post(phone.post)
            for kind, do in (
                ("save", post),
                ("look", lambda phone=phone: phone.get("/season")),
                ("all time", lambda phone=phone: phone.get("/season/all")),
            ):
                times[kind].setdefault(size, []).append(report.duration_of(do))
            bare.append(report.duration_of(lambda: plain.post("/lines", line)))
    report.heading("A match ends")
    save = times["save"]
    report.target("the save that ends a match", median(save[many]) / median(save[few]), MAX_RATIO)
    report.target("the same against a bare durable insert", median(save[many]) / median(bare), 4)
    for kind, name in (("look", "the season"), ("all time", "all time")):
        ratio = median(times[kind][many]) / median(times[kind][few])
        report.target(f"the first view after it: {name}", ratio, MAX_RATIO)


def report_queries(league: Decade) -> None:
    """Report the number of SQL statements of each page, with warm caches."""
    app = data.open_app(league.folder)
    app.extensions[STATS_CACHE_KEY].wait_until_current()
    browser = league_phones.owner_client(app)
    evening = latest_evening(league)
    counts = {}
    for name, path in PAGES.items():
        browser.get(path.format(evening=evening))
        with collect_statements(app) as seen:
            assert browser.get(path.format(evening=evening)).status_code == 200
        counts[name] = len(seen)
    data.close_app(app)
    report.figure(
        f"{league.matches} matches: SQL statements per page",
        " ".join(f"{name} {n}" for name, n in counts.items()),
    )
