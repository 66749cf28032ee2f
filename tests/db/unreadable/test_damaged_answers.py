"""If a value in an entry's answers is damaged, its match is unreadable, and no page fails.

The answers are JSON, so both kinds of database can contain such values.
"""

import json
import random

import pytest

from scorekeeper import create_app
from scorekeeper.cli import checks
from scorekeeper.db.log_check import mark_unreadable_matches
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.db.tables import Matches, MatchEvents
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import UnreadableMatch
from scorekeeper.match.outcome import MatchState
from scorekeeper.rules import GAMES
from scorekeeper.server import engines
from scorekeeper.web.extension_keys import LOG_KEY
from scorekeeper.web.league.unreadable import CONFLICT_STATUS
from tests.databases import rows
from tests.db.unreadable.pages import check_that_only_this_match_is_unreadable, write
from tests.db.unreadable.spoiling import MATCHES

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
DEALS = {
    "chinchon": {"closer": "1", "close": "normal", "deadwood": {"1": 0, "2": 20, "3": 30}},
    "gin": {"result": "knock", "knocker": "1", "deadwood": {"1": 5, "2": 20}},
    "jaguar": {"jaguar": "1", "friend": "2", "points": 80},
    "jabberwocky": {"bids": {"1": 1, "2": 0, "3": 1}},
    "jamon": {"went_out": "1", "counters": {"1": 5, "2": 5, "3": 5}},
    "loba": {"went_out": "1", "clean": False, "deadwood": {"1": 0, "2": 20, "3": 30}},
}
STAGES = {"chinchon": "cards", "jabberwocky": "bids", "jamon": "count", "loba": "cards"}
# The game, the path of a value in the answers, and a damaged value.
DAMAGE = {
    "a bid as text": ("jabberwocky", ("bids", "1"), "1"),
    "a list for numbers": ("jabberwocky", ("bids",), [1]),
    "no bid of a player": ("jabberwocky", ("bids",), {"1": 1}),
    "a player who does not play": ("loba", ("deadwood", "9"), 3),
    "a seat as a number": ("chinchon", ("closer",), 1),
    "an unknown choice": ("chinchon", ("close",), "nobody"),
    "nothing for a seat": ("jamon", ("went_out",), None),
    "nobody for a seat": ("gin", ("knocker",), "nobody"),
    "a number in an object": ("jaguar", ("points",), {"1": 80}),
    "a number with 400 digits": ("jaguar", ("points",), 10**400),
    "a fraction": ("gin", ("deadwood", "2"), 3.7),
    "an unknown field": ("gin", ("deadwoods",), 3),
}
NASTY = (
    None,
    True,
    "3",
    "",
    "nobody",
    3.7,
    -1,
    10**13,
    10**400,
    [],
    [3],
    {},
    {"1": "3"},
    {"9": 1},
    [["1", ["2"]]],
)
SAMPLE = 10  # damaged values for each game
PARTS = ("", "/sheet", "/history", "/history.txt", "/sheet.csv", "/end", "/rounds/1/correct")


def play(app, game):
    """Start a match, answer one stage, and return the match's id."""
    log = SqlLog(engines.store_of(app))
    players = ("1", "2", "3", "4", "5")[: {"gin": 2, "jaguar": 5}.get(game, 3)]
    now = max(row.at for row in rows(app, MatchEvents)) + 1
    options = {"deals": None} if game == "jamon" else {}
    match = commands.start_match(log, game, players, options, CommandMeta(f"{game} 1", now))
    commands.record_stage(
        log, match, 1, STAGES.get(game, "hand"), DEALS[game], CommandMeta("2", now + 1)
    )
    return match


def set_value(value, path, new):
    """Set the value at this path inside `value`."""
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new


def paths(value, path=()):
    """Yield the path of every value inside `value`."""
    inside = value.items() if isinstance(value, dict) else ()
    inside = enumerate(value) if isinstance(value, list) else inside
    for key, each in inside:
        yield (*path, key)
        yield from paths(each, (*path, key))


def body_of(app, match, version):
    (row,) = [row for row in rows(app, MatchEvents) if row[1:3] == (match, version)]
    return row.body


def write_body(app, match, version, body):
    write(app, match, version, "body", f"'{json.dumps(body)}'")


def damaged_match(app, damage):
    game, path, value = DAMAGE[damage]
    match = play(app, game)
    body = body_of(app, match, 2)
    set_value(body["answers"], path, value)
    write_body(app, match, 2, body)
    return match


@pytest.mark.parametrize("damage", DAMAGE)
def test_an_answer_of_the_wrong_type_cannot_be_read(filled_app, damage):
    match = damaged_match(filled_app, damage)

    with pytest.raises(UnreadableMatch):
        SqlLog(engines.store_of(filled_app)).sheet(match)


@pytest.mark.parametrize("damage", ["an unknown choice", "a number with 400 digits"])
def test_an_answer_of_the_wrong_type_affects_no_other_page(filled_app, damage):
    check_that_only_this_match_is_unreadable(filled_app, damaged_match(filled_app, damage))


def test_answers_that_were_undone_are_checked_too(filled_app):
    match = play(filled_app, "jabberwocky")
    log = SqlLog(engines.store_of(filled_app))
    now = log.sheet(match).changed_at
    commands.undo(log, match, 2, CommandMeta("undo", now))
    write_body(filled_app, match, 2, {"round": 1, "stage": "bids", "answers": {"bids": 7}})

    with pytest.raises(UnreadableMatch):
        SqlLog(engines.store_of(filled_app)).sheet(match)


def test_the_draft_of_a_correction_is_checked_too(filled_app):
    match = play(filled_app, "chinchon")
    log = SqlLog(engines.store_of(filled_app))
    now = log.sheet(match).changed_at
    draft = (("cards", DEALS["chinchon"] | {"closer": "2"}),)
    version = correction_commands.save_draft(
        log, match, 1, draft, CommandMeta("draft", now)
    ).version
    body = body_of(filled_app, match, version)
    set_value(body, ("stages", 0, 1, "closer"), "nobody")
    write_body(filled_app, match, version, body)

    with pytest.raises(UnreadableMatch):
        SqlLog(engines.store_of(filled_app)).sheet(match)


def test_a_repair_and_the_background_check_mark_a_match_until_its_answers_are_restored(
    filled_app,
):
    match = damaged_match(filled_app, "an unknown choice")
    engine = engines.engine_of(filled_app)

    def state():
        return {row.id: row.state for row in rows(filled_app, Matches)}[match]

    assert checks.rebuild(engine, check_answers=True) == MATCHES + 1
    assert state() == MatchState.UNREADABLE
    write_body(
        filled_app, match, 2, {"round": 1, "stage": "cards", "answers": dict(DEALS["chinchon"])}
    )
    rebuild(engine)
    assert state() == MatchState.RUNNING
    body = body_of(filled_app, match, 2)
    set_value(body, ("answers", "close"), "nobody")
    write_body(filled_app, match, 2, body)
    assert mark_unreadable_matches(engine) == [(FIRST_LEAGUE_ID, match)]
    rebuild(engine)
    assert state() == MatchState.UNREADABLE


@pytest.mark.parametrize("value", [10**400, 10**20, 3.7], ids=["400 digits", "20 digits", "3.7"])
def test_a_rebuild_marks_a_match_whose_damaged_answers_lead_to_impossible_totals(filled_app, value):
    match = play(filled_app, "jamon")
    body = body_of(filled_app, match, 2)
    set_value(body, ("answers", "counters", "2"), value)
    write_body(filled_app, match, 2, body)

    rebuild(engines.engine_of(filled_app))

    assert {row.id: row.state for row in rows(filled_app, Matches)}[match] == MatchState.UNREADABLE


@pytest.fixture
def website(filled_app):
    return create_app({"SQLALCHEMY_DATABASE_URI": filled_app.config["SQLALCHEMY_DATABASE_URI"]})


@pytest.mark.parametrize("game", GAMES)
def test_no_damaged_value_in_a_log_causes_an_error_page(filled_app, website, game):
    """If the match can still be read after a value was replaced, all its pages open."""
    play(filled_app, game)
    rng, client = random.Random(game), website.test_client()
    log = website.extensions[LOG_KEY]
    games = {row.id: row.game for row in rows(filled_app, Matches)}
    entries = [row for row in rows(filled_app, MatchEvents) if games[row.match_id] == game]
    places = [(row, path) for row in entries for path in paths(row.body)]
    for row, path in rng.sample(places, k=SAMPLE):
        body, value = json.loads(json.dumps(row.body)), rng.choice(NASTY)
        set_value(body, path, value)
        write_body(filled_app, row.match_id, row.version, body)
        log.sheet_cache.pop(row.match_id)
        for part in PARTS:
            status = client.get(f"/matches/{row.match_id}{part}").status_code
            assert status < 500, (row, path, value, part)
            if status == CONFLICT_STATUS:  # the match cannot be read
                break
        write_body(filled_app, row.match_id, row.version, row.body)
    assert client.get("/").status_code == 200
