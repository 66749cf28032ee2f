"""Create leagues to measure, with matches of `scorekeeper demo` and an identical last evening."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from flask import Flask

from bench import league_phones
from scorekeeper import create_app
from scorekeeper.cli import demo, simulated_players
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.events import Entry, StageRecorded
from scorekeeper.match.log import Log
from scorekeeper.match.replay import apply_entry
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.rules.kernel import Options
from scorekeeper.server import engines

SEED = 7
NO_OPTIONS: Options = {}
FIVE = demo.PLAYER_NAMES[:5]
LAST_EVENING_MATCHES = 12  # enough to make lists of the last ten matches alike in all leagues


class League(NamedTuple):
    """A folder to serve from.

    `running` is the id of a five-player Jabberwocky match with six recorded deals.
    """

    folder: Path
    matches: int
    running: int


def open_app(folder: Path) -> Flask:
    """Return the application in this process, with this folder's database."""
    return opened_at(str(folder / "scorekeeper-data/scorekeeper.sqlite"))


def opened_at(place: str) -> Flask:
    """Return the application with the database at this path or URL, and add an owner's phone."""
    app = create_app({"SQLALCHEMY_DATABASE_URI": place})
    engines.upgrade(app)
    league_phones.add_phone(app)
    return app


def create_league(folder: Path, matches: int) -> League:
    """Create a league with `matches` demo matches, twelve other matches and a running one."""
    app = open_app(folder)
    demo.fill_league(app, matches, SEED, max_days=demo.SPAN_DAYS)
    log = SqlLog(engines.store_of(app))
    players = add_players(app, FIVE)
    with log.bulk_transaction():
        for number in range(LAST_EVENING_MATCHES):
            play_deals(log, "jabberwocky", players, f"evening {number}", 13)
        running = play_deals(log, "jabberwocky", players, "running", 6)
    close_app(app)
    return League(folder, matches, running)


def add_players(app: Flask, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(demo.get_or_add_player(engines.store_of(app), name) for name in names)


def play_deals(
    log: Log,
    game: str,
    players: tuple[str, ...],
    name: str,
    deals: int,
    options: Options = NO_OPTIONS,
) -> int:
    """Play up to `deals` deals of a new match and return its id.

    The random answers depend on `name`, so the same name gives the same match.
    """
    rng, at = Random(name), demo.LAST_EVENING_AT + 86_400
    match = commands.start_match(log, game, players, options, CommandMeta(name, at))
    sheet = log.sheet(match)
    while len(sheet.played_deals) < deals and not sheet.is_over:
        stage, answers = simulated_players.next_answers(sheet, rng)
        sent = CommandMeta(f"{name} {sheet.version}", at + sheet.version * 60)
        sheet = commands.record_stage(log, match, sheet.position.number, stage, answers, sent)
    return match


def close_app(app: Flask) -> None:
    engines.engine_of(app).dispose()


class Table:
    """A generator of valid answers for one match. It keeps the match's sheet up to date."""

    def __init__(self, match: int, sheet: Scoresheet) -> None:
        self.match, self.sheet = match, sheet
        self.rng = Random(f"table {match}")

    def next(self) -> tuple[str, dict[str, object]]:
        """Return the path and form of the next answer, and apply the answer to the sheet."""
        number = self.sheet.position.number
        stage, answers = simulated_players.next_answers(self.sheet, self.rng)
        while "all_pass" in answers:  # sent by a button, not by the form
            stage, answers = simulated_players.next_answers(self.sheet, self.rng)
        event = StageRecorded(number, stage, answers)
        self.sheet = apply_entry(
            self.sheet, Entry(self.sheet.version + 1, event, self.sheet.changed_at)
        )
        key = f"bench {self.match} {self.sheet.version}"
        return f"/matches/{self.match}/rounds/{number}/{stage}", {
            "key": key,
            **form_fields(answers),
        }

    def post(self, send: Callable[[str, dict[str, object]], object]) -> Callable[[], object]:
        """Return a function that sends the next answer."""
        path, form = self.next()
        return lambda: send(path, form)


def form_fields(answers: dict[str, Any]) -> dict[str, object]:
    """Return answers as form fields, for Jabberwocky and Jaguar."""
    form: dict[str, object] = {}
    for name, value in answers.items():
        if isinstance(value, dict):
            form |= {f"{name}-{seat}": number for seat, number in value.items()}
        else:
            form[name] = "yes" if value is True else value
    return form
