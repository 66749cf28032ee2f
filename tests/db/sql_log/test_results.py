"""The places, points and end time of a match, which are stored beside the entries of its log."""

from scorekeeper.db.tables import Matches, MatchPlayers
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from tests.databases import rows
from tests.db.sql_log.deals import play


def test_places_and_points_are_stored_only_when_a_match_ends(app, log, match):
    play(log, match, 1)
    running = rows(app, MatchPlayers)

    play(log, match, 2, at=2000)

    assert [row.place for row in running] == [None, None, None]
    results = [(row.place, row.points, row.won) for row in rows(app, MatchPlayers)]
    assert results == [(1, 2, True), (2, 1, False), (2, 1, False)]
    assert rows(app, Matches)[0].ended_at == 2000
    assert rows(app, Matches)[0].summary["winners"] == ["1"]


def test_undoing_the_end_of_a_match_clears_places_and_end_time(app, log, match):
    play(log, match, 1)
    ended = play(log, match, 2)

    commands.undo(log, match, ended.version, CommandMeta("undo", 3000))

    assert [row.place for row in rows(app, MatchPlayers)] == [None, None, None]
    assert rows(app, Matches)[0].state == "running"
    assert rows(app, Matches)[0].ended_at is None


def test_a_correction_after_the_end_changes_places_but_not_the_end_time(app, log, match):
    play(log, match, 1)
    ended = play(log, match, 2, at=2000)
    stages = (
        ("bids", {"bids": {"1": 1, "2": 0, "3": 1}}),
        ("tricks", {"tricks": {"1": 0, "2": 0, "3": 1}}),
    )

    correction_commands.correct_deal(log, match, 2, stages, ended.version, CommandMeta("fix", 9000))

    assert [row.points for row in rows(app, MatchPlayers)] == [1, 1, 2]
    assert [row.place for row in rows(app, MatchPlayers)] == [2, 2, 1]
    assert rows(app, Matches)[0].ended_at == 2000


def test_a_deleted_match_has_no_places_until_it_is_restored(app, log, match):
    play(log, match, 1)
    play(log, match, 2, at=2000)

    commands.delete(log, match, CommandMeta("away", 3000))
    away, players = rows(app, Matches)[0], rows(app, MatchPlayers)
    commands.restore(log, match, CommandMeta("back", 4000))

    assert (away.state, away.ended_at, away.thrown_away_at) == ("thrown away", None, 3000)
    assert {row.place for row in players} == {None}
    assert rows(app, Matches)[0].ended_at == 2000
    assert [row.place for row in rows(app, MatchPlayers)] == [1, 2, 2]
