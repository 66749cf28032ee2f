"""Documents that contradict the data of a league are refused, and nothing changes."""

from scorekeeper.league import roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests.transfer.exports import encode_document, import_league
from tests.transfer.league_json.refusals.changes import AWAY, KEPT, SEASON
from tests.transfer.league_json.refusals.refused import refusal_of


def test_a_different_match_with_the_same_id_is_refused(app, another_league, document):
    import_league(another_league, encode_document(document))
    document["log"][2]["body"]["answers"]["reneges"] = {"1": 0}

    assert "match 1: entry 3 in the league differs from entry 3 in the file." in refusal_of(
        another_league, document
    )


def test_a_different_player_with_the_same_id_is_refused(app, another_league, document):
    roster.add_player(engines.store_of(another_league), "Bruno", at=0)

    sentence = refusal_of(another_league, document)

    assert "players: id 1 is called Ana in this file but Bruno in this league." in sentence


def test_a_match_continued_in_both_leagues_is_refused(app, another_league, log, document):
    import_league(another_league, encode_document(document))
    commands.delete(log, 1, CommandMeta("here", 2000))
    document["log"].append(AWAY)

    assert "was continued in both places" in refusal_of(app, document)


def test_a_season_with_the_same_id_and_other_settings_is_refused(app, another_league, document):
    document["seasons"].append(SEASON)
    import_league(another_league, encode_document(document))
    document["seasons"][0]["ends"] = "2026-12-24"

    assert (
        "seasons: the value of “ends” for id 1 differs between the league and the file."
        in refusal_of(another_league, document)
    )


def test_new_results_for_a_closed_season_are_refused(app, another_league, document):
    document["seasons"].append(SEASON | {"closed_at": 9})
    import_league(another_league, encode_document(document))
    document["kept"].append(KEPT)

    assert "season 1 is closed here and does not include match 1." in refusal_of(
        another_league, document
    )
