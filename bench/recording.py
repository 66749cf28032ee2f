"""Measure saving a stage over HTTP, compared with a bare route, and late in a long match."""

from pathlib import Path

from bench import data, report
from bench.serving import Phone, scorekeeper, serving
from scorekeeper.web.extension_keys import LOG_KEY

MATCHES = 10  # matches of 26 answers each
EARLY_DEAL, LATE_DEAL = 10, 1000  # deals of Jaguar
DEALS_AROUND = 4  # deals measured before and after the early deal of each match
EARLY_MATCHES = 12  # enough for as many early answers as late answers
WARM_UP_SAVES = 30  # saves before those that are measured
ROW = {"name": "Ana", "n": 3}  # the values that the bare routes insert


def measure(folder: Path) -> None:
    report.heading("Saving a stage")
    app = data.open_app(folder)
    log = app.extensions[LOG_KEY]
    five = data.add_players(app, data.FIVE)
    with log.bulk_transaction():
        matches = [data.play_deals(log, "jabberwocky", five, f"r {n}", 0) for n in range(MATCHES)]
        early = [
            data.play_deals(log, "jaguar", five, f"e {n}", EARLY_DEAL - DEALS_AROUND)
            for n in range(EARLY_MATCHES)
        ]
        late = data.play_deals(
            log, "jaguar", five, "late", LATE_DEAL - EARLY_MATCHES * DEALS_AROUND
        )
        warm = data.play_deals(log, "jaguar", five, "warm", 0)
    tables = {
        match: data.Table(match, log.sheet(match)) for match in (*matches, *early, late, warm)
    }
    data.close_app(app)
    with scorekeeper(folder) as (address, _), serving("bench.bare", folder, "bare.sqlite") as other:
        phone, plain = Phone(address), Phone(other[0])
        for _ in range(WARM_UP_SAVES):
            tables[warm].post(phone.post)()
            plain.post("/lines", ROW)
            plain.post("/by-hand", ROW)
        phone.get(f"/matches/{late}")
        compare_with_bare([tables[match] for match in matches], phone, plain)
        compare_with_long([tables[match] for match in early], tables[late], phone)


def compare_with_bare(tables: list[data.Table], phone: Phone, plain: Phone) -> None:
    posts = []
    for table in tables:
        while not table.sheet.is_over:
            posts.append(table.post(phone.post))
    medians = report.in_turns(
        {
            "stage": posts,
            "bare": [lambda: plain.post("/lines", ROW)] * len(posts),
            "by hand": [lambda: plain.post("/by-hand", ROW)] * len(posts),
        }
    )
    report.figure(
        "saving a stage, Jabberwocky with five players", report.milliseconds(medians["stage"])
    )
    report.figure("bare Flask route, one durable insert", report.milliseconds(medians["bare"]))
    report.figure("the same route with sqlite3 directly", report.milliseconds(medians["by hand"]))
    report.figure(
        "saving against the route with sqlite3", f"{medians['stage'] / medians['by hand']:.2f} ×"
    )
    report.target("saving against the bare route", medians["stage"] / medians["bare"], 3.0)


def compare_with_long(early: list[data.Table], late: data.Table, phone: Phone) -> None:
    first = [table.post(phone.post) for table in early for _ in range(2 * DEALS_AROUND)]
    medians = report.in_turns({"early": first, "late": [late.post(phone.post) for _ in first]})
    report.target(
        f"saving deal {LATE_DEAL} of Jaguar against deal {EARLY_DEAL}",
        medians["late"] / medians["early"],
        1.3,
    )
