"""If a column of an entry has a value of the wrong type, only its match is unreadable.

Most columns can have such values only in SQLite.
"""

import io
import json

import pytest

from scorekeeper.db.log_check import mark_unreadable_matches
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.db.tables import Matches, MatchEvents
from scorekeeper.league.last_setup import last_match_setup
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import UnreadableMatch
from scorekeeper.match.outcome import MatchState
from scorekeeper.server import engines
from scorekeeper.transfer.league_json.dump import dump_league
from scorekeeper.transfer.league_json.load import load_league
from scorekeeper.transfer.league_json.row_check import ImportConflict
from tests.databases import rows
from tests.db.unreadable.pages import check_that_only_this_match_is_unreadable, write
from tests.db.unreadable.spoiling import MATCHES, first_match

# A column of the log, and a damaged value for it in SQL.
DAMAGE = {
    "year 99999": ("at", "3093527980800"),
    "a negative time": ("at", "-1"),
    "a time as text": ("at", "'yesterday'"),
    "a time as a fraction": ("at", "1.5"),
    "a kind as bytes": ("kind", "x'ff00'"),
    "a key as bytes": ("key", "x'ff00'"),
    "a phone as bytes": ("device", "x'ff00'"),
    "a phone as text": ("device", "'phone'"),
}
pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_column_makes_only_its_match_unreadable(filled_app, damage):
    match = first_match(filled_app, MatchState.OVER)
    write(filled_app, match, 1 if damage == "a kind as bytes" else 2, *DAMAGE[damage])

    check_that_only_this_match_is_unreadable(filled_app, match)


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_match_with_a_damaged_column_is_exported_and_left_out_of_an_import(
    filled_app, another_league, damage
):
    match, before = (
        first_match(filled_app, MatchState.OVER),
        b"".join(dump_league(engines.store_of(filled_app))),
    )
    write(filled_app, match, 2, *DAMAGE[damage])
    document = b"".join(dump_league(engines.store_of(filled_app)))

    load_league(engines.store_of(another_league), io.BytesIO(document))

    assert {row.id for row in rows(another_league, Matches)} == {
        row.id for row in rows(filled_app, Matches)
    } - {match}
    with pytest.raises(ImportConflict, match=f"Match {match} of this league cannot be read"):
        load_league(engines.store_of(filled_app), io.BytesIO(before))


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_rebuild_and_the_check_in_the_background_mark_a_damaged_column(filled_app, damage):
    match, store = first_match(filled_app, MatchState.OVER), engines.store_of(filled_app)
    write(filled_app, match, 2, *DAMAGE[damage])

    assert mark_unreadable_matches(store.engine) == [(FIRST_LEAGUE_ID, match)]
    assert rebuild(store.engine) == MATCHES

    assert {row.id: row.state for row in rows(filled_app, Matches)}[match] == MatchState.UNREADABLE


def test_the_history_of_a_match_damaged_after_it_was_read_is_unreadable(filled_app, log):
    match = first_match(filled_app, MatchState.OVER)
    log.sheet(match)
    write(filled_app, match, 2, "kind", "x'ff00'")

    with pytest.raises(UnreadableMatch):
        log.entries(match)


@pytest.mark.parametrize("number", [None, "1", 1.5, [], {}])
def test_the_number_of_a_deal_that_is_no_integer_cannot_be_read(filled_app, number):
    match = first_match(filled_app, MatchState.OVER)
    (body,) = [row.body for row in rows(filled_app, MatchEvents) if row[1:3] == (match, 2)]
    write(filled_app, match, 2, "body", f"'{json.dumps(body | {'round': number})}'")

    with pytest.raises(UnreadableMatch):
        SqlLog(engines.store_of(filled_app)).sheet(match)


def test_an_unknown_way_to_end_a_match_cannot_be_read(filled_app):
    match = first_match(filled_app, MatchState.CLOSED)
    (closed,) = [row for row in rows(filled_app, MatchEvents) if is_end(row, match)]
    write(filled_app, match, closed.version, "body", """'{"how":"1"}'""")

    check_that_only_this_match_is_unreadable(filled_app, match)


def is_end(row, match):
    return row.match_id == match and row.kind == "match closed"


# ---------------------------------------------------------------- the setup


SETUPS = {
    "a list": ("loba", "clean_bonus", []),
    "text": ("loba", "clean_bonus", "10"),
    "nothing": ("loba", "clean_bonus", None),
    "yes": ("gin", "target", True),
    "a number for yes or no": ("jabberwocky", "dealer_hook", 1),
    "a number for a choice": ("jabberwocky", "scoring", 7),
    "a number for a list": ("jabberwocky", "schedule", 7),
    "a hand of too many cards": ("jabberwocky", "schedule", [10**13]),
    "a number with 400 digits": ("gin", "target", 10**400),
    "a dealer who does not play": ("jabberwocky", "first_dealer", "no player"),
    "the same player twice": ("gin", "players", ["1", "1"]),
    "a player that is no key": ("gin", "players", [1, 2]),
}


def start_damaged_match(app, damage):
    """Start a match, damage a value of its setup, and return the match's id."""
    game, name, value = SETUPS[damage]
    log = SqlLog(engines.store_of(app))
    players = ("1", "2") if game == "gin" else ("1", "2", "3")
    now = max(row.at for row in rows(app, MatchEvents)) + 1
    match = commands.start_match(log, game, players, {}, CommandMeta("damaged", now))
    (body,) = [row.body for row in rows(app, MatchEvents) if row.match_id == match]
    (body if name == "players" else body["options"])[name] = value
    write(app, match, 1, "body", f"'{json.dumps(body)}'")
    return match


@pytest.mark.parametrize("damage", SETUPS)
def test_a_setup_with_a_value_of_the_wrong_type_cannot_be_read(filled_app, damage):
    match = start_damaged_match(filled_app, damage)

    assert last_match_setup(engines.store_of(filled_app)) is None
    with pytest.raises(UnreadableMatch):
        SqlLog(engines.store_of(filled_app)).sheet(match)


@pytest.mark.parametrize("damage", ["a list", "a number for yes or no"])
def test_a_setup_with_a_value_of_the_wrong_type_affects_no_other_page(filled_app, damage):
    check_that_only_this_match_is_unreadable(filled_app, start_damaged_match(filled_app, damage))
