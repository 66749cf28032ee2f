"""A league stays the same when it is exported as a document and loaded elsewhere."""

import json

import pytest
from sqlalchemy import func, select

from scorekeeper.db.rebuild import has_missing_results, rebuild
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.tables import Matches
from scorekeeper.league import roster, season_commands, settings
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.transfer.league_json.sections import LEAGUE
from tests import club_league
from tests.clocks import evening_date
from tests.db.derived_rows import derived_rows
from tests.filled_league import fill_league
from tests.sample import sized
from tests.transfer.exports import (
    decode_document,
    encode_document,
    export_league,
    import_league,
    without_newer_sections,
)
from tests.transfer.league_json.compared import season_tables
from tests.transfer.random_leagues import BEGAN, fill_random_league
from tests.transfer.result_files import import_results as old_results

MATCHES, STEPS, ENTRIES = sized((30, 60, 900), (24, 20, 450))


def test_exporting_a_loaded_league_gives_the_same_bytes(app, another_league):
    fill_random_league(app, MATCHES, steps=STEPS)
    before = export_league(app)

    report = import_league(another_league, before)

    assert report.matches == MATCHES
    assert report.entries > ENTRIES
    assert export_league(another_league) == before
    assert season_tables(another_league) == season_tables(app)
    # The test has compared the standings of all time and of two seasons, and none of them is empty.
    assert [len(rows) > 2 for rows in season_tables(app)] == [True] * 3


def test_the_league_of_these_tests_has_an_unusual_value_for_every_setting(app):
    fill_random_league(app, MATCHES, steps=STEPS)
    league = decode_document(export_league(app))["league"]

    assert {name for name, (_, usual) in LEAGUE.added.items() if league[name] == usual} == set()


@pytest.mark.thorough
def test_a_document_with_sorted_keys_gives_the_same_bytes_when_exported_again(app, another_league):
    fill_random_league(app, MATCHES, steps=STEPS)
    before = export_league(app)

    import_league(another_league, encode_document(decode_document(before), sort_keys=True))

    assert export_league(another_league).splitlines() == before.splitlines()


def test_a_result_of_the_first_year_stays_in_a_closed_season(store, app, another_league):
    """A document accepts the same dates as the import of old results."""
    for name in ("Ana", "Bruno"):
        roster.add_player(store, name, at=0)
    everything = season_commands.create_season(store, Season(0, "Everything"), at=0)
    old_results(store, "date;game;Ana;Bruno\n1/1/1900;Loba;10;7\n")
    season_commands.close_season(store, everything.id, at=1_790_000_000)
    [kept] = decode_document(export_league(app))["kept"]
    assert evening_date(kept["ended_at"]) == "1900-01-01"

    import_league(another_league, export_league(app))

    assert export_league(another_league) == export_league(app)
    assert season_tables(another_league) == season_tables(app)


def test_a_session_closed_without_a_hand_is_loaded_and_does_not_count(store, app, another_league):
    log = SqlLog(engines.store_of(app))
    people = tuple(roster.add_player(store, name, at=0).key for name in "ABCDE")
    match = commands.start_match(log, "jaguar", people, {}, CommandMeta("start", 1000))
    commands.close(log, match, "closed", CommandMeta("close", 1001))

    import_league(another_league, export_league(app))

    for each in (app, another_league):
        [row] = derived_rows(each)[0]
        assert (row.state, row.result, row.summary["winners"]) == ("unfinished", None, [])
        assert not has_missing_results(engines.engine_of(each))
        assert season_tables(each) == [[]]
    assert derived_rows(another_league) == derived_rows(app)


def test_a_correction_of_several_deals_survives_export_and_loading(
    app, another_league, log, people
):
    ana, bruno, chus = people
    agreed = {"limit": 20, "max_reenlist": 0}
    match = commands.start_match(log, "loba", people, agreed, CommandMeta("start", 1000))
    for number, deadwood in enumerate([{ana: 0, bruno: 5, chus: 30}, {ana: 0, bruno: 5}], start=1):
        answers = {"went_out": ana, "deadwood": deadwood}
        commands.record_stage(
            log, match, number, "cards", answers, CommandMeta(f"deal {number}", 1000 + number)
        )
    first = (("cards", {"went_out": ana, "deadwood": {ana: 0, bruno: 5, chus: 3}}),)
    second = (("cards", {"went_out": ana, "deadwood": {ana: 0, bruno: 5, chus: 4}}),)
    half = (("cards", {"went_out": ana, "deadwood": {ana: 0, bruno: 5}}),)
    over = (("cards", {"went_out": ana, "deadwood": {ana: 0, bruno: 25, chus: 30}}),)
    correction_commands.save_draft(log, match, 1, first, CommandMeta("half", 1003), ((2, half),))
    correction_commands.save_draft(log, match, 1, first, CommandMeta("draft", 1004), ((2, second),))
    correction_commands.correct_deal(
        log, match, 1, first, 5, CommandMeta("fix", 1005), ((2, second),)
    )
    correction_commands.correct_deal(log, match, 1, over, 7, CommandMeta("over", 1006), ((2, ()),))
    whole = export_league(app)

    import_league(another_league, whole)

    assert export_league(another_league) == whole
    sheet = SqlLog(engines.store_of(another_league)).sheet(match)
    assert sheet == log.sheet(match)
    assert (len(sheet.played_deals), sheet.winners) == (1, (ana,))


@pytest.mark.thorough
def test_an_export_from_sqlite_round_trips_through_every_database(app, another_league):
    fill_random_league(another_league, matches=8, seed=3)
    before = export_league(another_league)

    import_league(app, before)

    assert export_league(app) == before
    assert season_tables(app) == season_tables(another_league)


@pytest.mark.thorough
def test_loading_derives_the_same_rows_as_a_rebuild(app, another_league):
    fill_random_league(another_league, matches=12, seed=4)
    import_league(app, export_league(another_league))
    loaded = derived_rows(app)

    rebuild(engines.engine_of(app))

    assert loaded == derived_rows(app)
    assert [each[0] for each in loaded] == [each[0] for each in derived_rows(another_league)]


def test_imported_results_before_1970_in_a_closed_season_survive_a_round_trip(
    store, app, another_league
):
    old_results(store, "date;game;players\n24/12/1931;Loba;Bruno, Ana\n")
    always = season_commands.create_season(store, Season(0, "Always"), at=0)
    season_commands.close_season(store, always.id)
    before = export_league(app)
    assert decode_document(before)["kept"][0]["ended_at"] < 0

    import_league(another_league, before)

    assert export_league(another_league) == before


def test_an_export_with_other_indentation_and_key_order_is_loaded(app, another_league):
    fill_random_league(app, matches=6, seed=5)
    whole = decode_document(export_league(app))

    import_league(another_league, encode_document(whole, indent=4, sort_keys=True))

    assert decode_document(export_league(another_league)) == whole
    assert season_tables(another_league) == season_tables(app)


@pytest.mark.parametrize("version", [1, 2])
def test_exports_in_older_format_versions_load_the_same_league(app, another_league, version):
    """Version 1 has no stakes in `kept`. The order of the sections does not matter."""
    fill_random_league(app, matches=6, seed=5)
    whole = without_newer_sections(decode_document(export_league(app)))
    assert whole["kept"]
    snapshot_rows = whole["kept"]
    if version == 1:
        whole["kept"] = [{**row, "stake": None} for row in snapshot_rows]
        snapshot_rows = [
            {name: row[name] for name in row if name != "stake"} for row in snapshot_rows
        ]

    import_league(
        another_league,
        encode_document({**whole, "kept": snapshot_rows}, version, indent=4, sort_keys=True),
    )

    assert without_newer_sections(decode_document(export_league(another_league))) == whole


def test_club_nights_survive_a_round_trip_without_drafts(app, another_league):
    fill_random_league(app, matches=1)
    import_league(another_league, export_league(app))

    whole = decode_document(export_league(another_league))

    assert [(row["id"], row["method"], row["ended_at"]) for row in whole["club_nights"]] == [
        (1, "balanced", BEGAN + 9),
        (3, "balanced", None),
    ]
    assert [row["answer"] for row in whole["club_players"][:4]] == ["yes", "maybe", "no", None]
    [played] = whole["club_rounds"]
    assert (played["night"], played["seed"], played["sitting_out"]) == (1, 123_456, ["6"])
    assert whole["league"]["last_club_night"] == 3


def test_a_round_that_a_removed_player_sat_out_survives_a_round_trip(
    app, store, log, another_league
):
    night = club_league.create_night(
        store, club_league.add_people(store, 7), game="jaguar", options={}
    )
    club_league.draw_round(store, night)
    [sat_out] = club_league.draft_of(store, night).sitting_out
    club_league.start_round(store, log, night)
    roster.remove_player(store, int(sat_out))
    before = export_league(app)

    import_league(another_league, before)

    assert export_league(another_league) == before
    [played] = decode_document(before)["club_rounds"]
    assert played["sitting_out"] == [sat_out]


def test_each_line_of_an_export_is_one_row_with_its_columns_in_order(app):
    fill_league(app, matches=3, seed=1)

    lines = export_league(app).decode().splitlines()

    assert lines[0].startswith('{"format":"scorekeeper league","version":4,"changed_at":')
    assert lines[-1] == '{"section":"end"}'
    events = [line for line in lines if line.startswith('{"section":"log","match":')]
    with engines.engine_of(app).connect() as connection:
        versions = connection.scalar(select(func.sum(Matches.version)))
    assert len(events) == versions
    first = json.loads(events[0])
    assert list(first) == ["section", "match", "version", "kind", "at", "device", "key", "body"]
    assert first["kind"] == "match started"


def test_an_empty_league_can_be_exported_and_loaded(store, app, another_league):
    settings.rename_league(store, "Nobody yet")
    whole = decode_document(export_league(app))
    assert whole["changed_at"] is None
    assert whole["log"] == whole["players"] == []

    report = import_league(another_league, export_league(app))

    assert report
    assert export_league(another_league) == export_league(app)
    assert not import_league(another_league, export_league(app))


def test_a_closed_season_is_loaded_with_its_snapshot(store, app, another_league, log, people):
    season = season_commands.create_season(store, Season(0, "Autumn"), at=5)
    match = commands.start_match(
        log, "loba", people[:2], {"limit": 10, "max_reenlist": 0}, CommandMeta("a", 1000)
    )
    commands.record_stage(
        log,
        match,
        1,
        "cards",
        {"went_out": "1", "deadwood": {"1": 0, "2": 30}},
        CommandMeta("b", 1001),
    )
    season_commands.close_season(store, season.id, at=2000)
    commands.delete(log, match, CommandMeta("c", 3000))

    import_league(another_league, export_league(app))

    assert season_tables(another_league) == season_tables(app)
    assert [row[0] for row in season_tables(another_league)[1]] == ["1", "2"]
    assert season_tables(another_league)[0] == []
