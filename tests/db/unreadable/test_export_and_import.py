"""Exports have a section for unreadable matches. Imports neither read nor replace such matches."""

import io

import pytest

from scorekeeper.cli import checks
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.match.outcome import MatchState
from scorekeeper.messages import render
from scorekeeper.server import engines
from scorekeeper.transfer.integrity import findings
from scorekeeper.transfer.league_json.dump import dump_league
from scorekeeper.transfer.league_json.load import load_league
from scorekeeper.transfer.league_json.row_check import ImportConflict
from tests.db.unreadable.spoiling import damage_entry, entry_versions, first_match, unreadable_error
from tests.transfer.exports import decode_document, encode_document


def export_league(app):
    return b"".join(dump_league(engines.store_of(app)))


def test_an_unreadable_match_is_exported_separately_and_skipped_on_import(
    filled_app, another_league, damaged_match
):
    check_export_and_import(filled_app, another_league, damaged_match[0])


@pytest.mark.parametrize("damaged_match", ["another kind", "no first deal"], indirect=True)
def test_a_match_that_was_already_marked_as_unreadable_is_exported_separately_too(
    filled_app, log, another_league, damaged_match
):
    unreadable_error(log, damaged_match[0])

    check_export_and_import(filled_app, another_league, damaged_match[0])


def check_export_and_import(filled, another_league, match):
    whole = decode_document(export_league(filled))

    aside = whole["unreadable"]
    assert {row["match"] for row in aside} == {match}
    assert [row["version"] for row in aside] == entry_versions(filled, match)
    assert all(isinstance(row["body"], str) for row in aside)
    assert match not in {row["match"] for row in whole["log"]}

    report = load_league(engines.store_of(another_league), io.BytesIO(export_league(filled)))

    assert render(report.sentence, {}).endswith(" One match cannot be read and was left out.")
    again = decode_document(export_league(another_league))
    assert again["log"] == whole["log"]
    assert findings(engines.store_of(another_league)) == []
    assert checks.findings_by_league(filled)[FIRST_LEAGUE_ID][1:] == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_invalid_utf8_and_nul_bytes_in_an_event_are_exported_as_escapes(filled_app, another_league):
    """Only SQLite can hold such bytes. The export writes each of them as an escape."""
    match = first_match(filled_app, MatchState.OVER)
    damage_entry(filled_app, match, 2, "stage recorded", "CAST(x'7b22ff00c3a9' AS TEXT)")

    row = decode_document(export_league(filled_app))["unreadable"][1]

    assert row["body"] == '{"\\xff\\x00é'
    assert load_league(engines.store_of(another_league), io.BytesIO(export_league(filled_app)))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("version", ["'two'", "-0.5", "x'ff'"])
def test_an_export_with_a_damaged_version_can_be_imported(filled_app, another_league, version):
    """Only SQLite can hold such a version."""
    match = first_match(filled_app, MatchState.OVER)
    with engines.engine_of(filled_app).begin() as connection:
        connection.exec_driver_sql(
            f"UPDATE match_event SET version = {version} WHERE match_id = {match} AND version = 2"
        )
    export = export_league(filled_app)

    load_league(engines.store_of(another_league), io.BytesIO(export))

    whole = decode_document(export)
    assert {row["match"] for row in whole["unreadable"]} == {match}
    assert decode_document(export_league(another_league))["log"] == whole["log"]


@pytest.mark.parametrize("wrong", [7, {"match": 1}, {"match": "1"}])
def test_importing_invalid_rows_for_unreadable_matches_is_refused(
    filled_app, another_league, wrong
):
    whole = {**decode_document(export_league(filled_app)), "unreadable": [wrong]}

    with pytest.raises(ImportConflict, match="unreadable"):
        load_league(engines.store_of(another_league), io.BytesIO(encode_document(whole, version=2)))


def test_importing_an_older_export_over_an_unreadable_match_is_refused(filled_app, log):
    before, match = export_league(filled_app), first_match(filled_app, MatchState.OVER)
    damage_entry(filled_app, match, 2, "no such kind", "'{}'")
    unreadable_error(log, match)
    now = export_league(filled_app)

    with pytest.raises(ImportConflict, match=f"match {match}: entry 2 in the league differs"):
        load_league(engines.store_of(filled_app), io.BytesIO(before))

    assert export_league(filled_app) == now


def test_importing_further_events_of_an_unreadable_match_is_refused(filled_app, log):
    whole, match = (
        decode_document(export_league(filled_app)),
        first_match(filled_app, MatchState.OVER),
    )
    last = [row for row in whole["log"] if row["match"] == match][-1]
    away = {"version": last["version"] + 1, "kind": "match thrown away", "key": "away", "body": {}}
    whole["log"].insert(whole["log"].index(last) + 1, last | away)
    whole["log"][whole["log"].index(last)] |= {"kind": "stage recorded", "body": {}}
    damage_entry(filled_app, match, last["version"], "stage recorded", "'{}'")

    with pytest.raises(ImportConflict, match="The copy of this match in the league cannot be read"):
        load_league(engines.store_of(filled_app), io.BytesIO(encode_document(whole)))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_error_for_importing_over_invalid_json_names_the_match(filled_app):
    before, match = export_league(filled_app), first_match(filled_app, MatchState.OVER)
    damage_entry(filled_app, match, 2, "stage recorded", "'[no json'")

    with pytest.raises(ImportConflict, match=f"Match {match} of this league cannot be read"):
        load_league(engines.store_of(filled_app), io.BytesIO(before))
