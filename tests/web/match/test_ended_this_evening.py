"""Undo, redo and reopening must be confirmed for a match that ended earlier this evening."""

import time

import pytest

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests import one_deal
from tests.web import loba_matches
from tests.web.match_phone import MatchPhone

ASKED = "would be in progress again and would no longer count towards Winter."


@pytest.fixture
def play(app, store, log):
    """A function that plays a match that ended this many minutes ago, and returns a phone."""
    loba_matches.add_friends(app)
    season_commands.create_season(store, Season(0, "Winter"), at=0)

    def play(ended):
        at = int(time.time()) - 60 * ended
        return MatchPhone(app, one_deal.play_match(log, ("1", "2", "3"), "1", at))

    return play


def test_undo_of_a_match_that_ended_some_minutes_ago_asks_first(play):
    match = play(ended=18)

    asked = match.tap("Undo: ")
    assert asked.path == f"{match.address}/confirm/undo"
    assert ASKED in asked.words
    assert match.sheet.is_over

    assert match.tap("Undo: ").status == 200
    assert not match.sheet.is_over


def test_the_last_step_of_a_match_can_be_undone_at_once_for_two_minutes(play):
    match = play(ended=1)
    assert match.at("confirm/undo").title == "Ana wins"

    match.tap("Undo: ")
    assert not match.sheet.is_over
    match.tap("Redo")
    assert match.sheet.is_over


def test_a_match_that_was_ended_early_some_minutes_ago_asks_before_it_continues(app, log, play):
    at = int(time.time()) - 60 * 18
    match = commands.start_match(log, "gin", ("1", "2"), {}, CommandMeta("start", at))
    commands.close(log, match, "unfinished", CommandMeta("end", at))
    phone = MatchPhone(app, match)

    assert "would be in progress again" in phone.tap("Keep playing").words
    phone.tap("Keep playing")
    assert phone.sheet.ended is None


def test_an_undo_that_waited_in_the_outbox_is_not_asked_about(play):
    match = play(ended=18)
    fields = {"key": "k", "step": str(match.sheet.last_step.version)}
    headers = {"Origin": "http://localhost", "HX-Request": "true"}

    asked = match.client.post(f"{match.address}/undo", data=fields, headers=headers)
    assert asked.headers["HX-Redirect"] == f"{match.address}/confirm/undo"
    assert match.sheet.is_over

    waited = {**headers, "Scorekeeper-Waited": "yes"}
    match.client.post(f"{match.address}/undo", data=fields, headers=waited)
    assert not match.sheet.is_over
