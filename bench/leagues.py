"""Measure how a server's memory grows while pages of 1,000 leagues are requested in turn."""

from pathlib import Path
from typing import cast

from flask import Flask
from sqlalchemy import Table, insert, literal, select

from bench import data, league_phones, report
from bench.memory import resident_memory
from bench.serving import Phone, scorekeeper
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.db.tables import Leagues, Matches, MatchPlayers, Players
from scorekeeper.server.engines import engine_of

LEAGUES, MATCHES = 1_000, 400
PAGES = ("/", "/season/all", "/records", "/players")
MAX_GROWTH_MB = 150  # the most by which the memory may grow


def measure(folder: Path) -> None:
    report.heading(f"{LEAGUES} leagues of {MATCHES} matches, viewed one after another")
    league = data.create_league(folder, MATCHES)
    app = data.open_app(folder)
    report.progress(f"copying the league {LEAGUES - 1} times, which takes a while")
    for number in range(FIRST_LEAGUE_ID + 1, LEAGUES + 1):
        copy_rows(app, number)
        league_phones.add_phone(app, league=number)
    data.close_app(app)
    with scorekeeper(league.folder) as (address, process):
        phone = Phone(address)
        for page in PAGES:
            phone.get(page)
        before, highest = resident_memory(process), 0.0
        for number in range(FIRST_LEAGUE_ID + 1, LEAGUES + 1):
            for page in PAGES:
                phone.visit(number, page)
            highest = max(highest, resident_memory(process))
    report.figure("memory at the start", f"{before:.1f} MB")
    report.target("greatest increase", highest - before, MAX_GROWTH_MB, "MB")


def copy_rows(app: Flask, number: int) -> None:
    """Copy the rows that pages read from the first league to the league with this id.

    The log is not copied.
    """
    with engine_of(app).begin() as connection:
        for kind, key in (
            (Leagues, Leagues.id),
            (Players, Players.league_id),
            (Matches, Matches.league_id),
            (MatchPlayers, MatchPlayers.league_id),
        ):
            table = cast("Table", kind.__table__)
            columns = table.c
            values = [literal(number) if each.name == key.name else each for each in columns]
            rows = select(*values).where(columns[key.name] == FIRST_LEAGUE_ID)
            connection.execute(insert(table).from_select(list(columns.keys()), rows))
