"""Create a league of ten years and 200 players, in which most matches are copies.

Up to a thousand matches are simulated. The rest are copies of these with other players and other
evenings, inserted into the log in bulk. Then `rebuild` computes the derived rows, and its speed is
measured.
"""

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from flask import Flask
from sqlalchemy import insert, select

from bench import data, report
from scorekeeper.cli import demo
from scorekeeper.clock import DAY_S
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.tables import Matches, MatchEvents
from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import replay
from scorekeeper.match.events import Entry, decode_event
from scorekeeper.match.outcome import MatchState
from scorekeeper.rules.fields import FieldKind
from scorekeeper.server import engines
from scorekeeper.server.engines import engine_of

PLAYERS = 200
YEARS = 10
MAX_SIMULATED = 1000  # matches, at most; the others are copies
BATCH_SIZE = 500  # matches in one transaction
LAST_EVENING_AT = demo.LAST_EVENING_AT


class Decade(NamedTuple):
    """A league in a folder. `rebuilt` is the speed of the rebuild, in matches per second."""

    folder: Path
    matches: int
    rebuilt: float


def create_league(folder: Path, matches: int) -> Decade:
    """Create a league with `matches` matches and a season for each quarter of a year."""
    app = data.open_app(folder)
    store = engines.store_of(app)
    for number in range(len(roster.players(store)), PLAYERS):
        roster.add_player(store, f"Player {number + 1}", at=LAST_EVENING_AT - YEARS * 365 * DAY_S)
    simulated = min(MAX_SIMULATED, matches // 2)
    demo_matches(app, simulated)
    copy_matches(app, simulated, matches)
    seconds = report.duration_of(lambda: rebuild(engine_of(app)))
    refuse_unreadable_matches(app)
    for name, first, last in quarters():
        season_commands.create_season(
            engines.store_of(app), Season(0, name, starts=first, ends=last)
        )
    data.close_app(app)
    return Decade(folder, matches, matches / seconds)


def demo_matches(app: Flask, matches: int) -> None:
    """Simulate the matches of the last two years, up to the last evening."""
    demo.fill_league(app, matches, data.SEED)


def quarters() -> Iterator[tuple[str, str, str]]:
    """Yield the name, first day and last day of 40 seasons, in order of time.

    The last season becomes the current one.
    """
    days = ("01-01", "03-31"), ("04-01", "06-30"), ("07-01", "09-30"), ("10-01", "12-31")
    for year in range(2017, 2027):
        for number, (first, last) in enumerate(days, start=1):
            yield f"Quarter {number} of {year}", f"{year}-{first}", f"{year}-{last}"


def copy_matches(app: Flask, simulated: int, matches: int) -> None:
    """Copy the first `simulated` matches until the league has `matches` matches."""
    engine, rng = engine_of(app), Random(data.SEED)
    with engine.connect() as connection:
        rows = (
            connection.execute(
                select(MatchEvents.__table__).order_by(MatchEvents.match_id, MatchEvents.version)
            )
            .mappings()
            .all()
        )
    originals = [list(lines) for _, lines in groupby(rows, key=lambda row: row["match_id"])]
    step = (YEARS - 2) * 365 * DAY_S / max(matches - simulated, 1)
    batch: list[dict[str, Any]] = []
    for number in range(simulated, matches):
        began = LAST_EVENING_AT - YEARS * 365 * DAY_S + int(step * (number - simulated))
        batch += copied_rows(originals[number % simulated], number + 1, began, rng)
        if number % BATCH_SIZE == 0:
            insert_rows(engine, batch)
    insert_rows(engine, batch)


def insert_rows(engine: Any, batch: list[dict[str, Any]]) -> None:
    if batch:
        with engine.begin() as connection:
            connection.execute(insert(MatchEvents), batch)
    batch.clear()


def copied_rows(lines: list[Any], match: int, began: int, rng: Random) -> Iterator[dict[str, Any]]:
    """Yield the log rows of a copy of this match, with random players and another start time."""
    start = replay.initial_sheet(Entry(1, decode_event(lines[0]["kind"], lines[0]["body"]), 0))
    people = [str(n) for n in rng.sample(range(1, PLAYERS + 1), len(start.setup.players))]
    others = dict(zip(start.setup.players, people, strict=True))
    kinds = {field.name: field.kind for field in start.game.deal.fields(start.start, {})}
    later = began - lines[0]["at"]
    for line in lines:
        yield {
            **line,
            "match_id": match,
            "key": f"{match} {line['key']}",
            "at": line["at"] + later,
            "body": with_others(line["body"], kinds, others),
        }


def with_others(body: Any, kinds: Mapping[str, FieldKind], others: Mapping[str, str]) -> Any:
    """Return the body of a log entry with other players. `kinds` are the kinds of its answers."""

    def in_answers(answers: Any) -> Any:
        return {name: in_value(kinds[name], value, others) for name, value in answers.items()}

    def in_stages(stages: Any) -> Any:
        return [[stage, in_answers(answers)] for stage, answers in stages]

    replaced = dict(body)
    if "players" in body:
        dealer = {n: others[who] for n, who in body["options"].items() if n == "first_dealer"}
        replaced["players"] = [others[seat] for seat in body["players"]]
        replaced["options"] = {**body["options"], **dealer}
    if "answers" in body:
        replaced["answers"] = in_answers(body["answers"])
    if "stages" in body:
        replaced["stages"] = in_stages(body["stages"])
    if "later" in body:
        replaced["later"] = [[number, in_stages(stages)] for number, stages in body["later"]]
    return replaced


def in_value(kind: FieldKind, value: Any, others: Mapping[str, str]) -> Any:
    """Return an answer of this kind with other players. Values such as a called 7 do not change."""
    match kind:
        case _ if value is None:
            return None
        case FieldKind.NUMBERS:
            return {others[seat]: number for seat, number in value.items()}
        case FieldKind.SEAT:
            return others[value]
        case FieldKind.SEATS | FieldKind.PAIR:
            return [others[seat] for seat in value]
        case FieldKind.CALLS:
            return [[others[caller], others[called]] for caller, called in value]
        case FieldKind.BIDS:
            return [[others[seat], bid] for seat, bid in value]
        case _:
            return value


def refuse_unreadable_matches(app: Flask) -> None:
    """Raise ValueError if the rebuild could not read all matches."""
    query = select(Matches.id).where(Matches.state == MatchState.UNREADABLE)
    with engine_of(app).connect() as connection:
        if unreadable := connection.scalars(query).all():
            raise ValueError(f"{len(unreadable)} matches of the league cannot be read.")
