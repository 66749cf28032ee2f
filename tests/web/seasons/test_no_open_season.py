"""Matches after a season was closed: the pages say that they do not count towards any season."""

import time

import pytest

from scorekeeper.clock import DAY_S
from scorekeeper.league import match_terms_commands, season_commands
from scorekeeper.league.match_terms_commands import FRIENDLY_TERMS
from scorekeeper.rights import Right
from tests import clocks
from tests.club_league import create_night, draw_round, end_night, play_out, start_round
from tests.members import add_phone
from tests.web.loba_matches import add_friends, create_season, play_loba
from tests.web.phone import Phone

PLAYED = {"1": 0, "2": 30, "3": 20}
NEW_MATCH = "No season is open this evening, so this match will not count towards any season."
RESULT = "No season is open on the evening of this match, so it does not count towards any season."
NIGHT = "No season is open, so new matches of this night do not count towards any season."
EVENING = "No season is open on this evening, so one match does not count towards any season."
START = "Start a new season"
ASK_OWNER = "An owner of the league can start a new season."


@pytest.fixture
def tonight():
    return clocks.evening_date(int(time.time()))


@pytest.fixture
def closed_season(app, store):
    """A league whose only season was closed five days ago."""
    add_friends(app)
    season = create_season(app)
    season_commands.close_season(store, season, at=int(time.time()) - 5 * DAY_S)
    return season


@pytest.fixture
def scorer(app):
    add_phone(app, Right.SCORER, "scorer")
    phone = Phone(app)
    phone.client.token = "scorer"
    return phone


def open_night(store, tonight):
    night = create_night(store, ["1", "2", "3"], size=3, evening=tonight)
    draw_round(store, night)
    return night


@pytest.mark.usefixtures("closed_season")
def test_the_pages_say_that_no_season_is_open(app, store, phone, tonight):
    match, night = play_loba(app, tonight, PLAYED), open_night(store, tonight)
    pages = {
        "/matches/new": NEW_MATCH,
        f"/matches/{match}": RESULT,
        f"/club/{night}": NIGHT,
        f"/nights/{tonight}": EVENING,
    }

    for path, sentence in pages.items():
        assert f"{sentence} {START}" in phone.go(path).words
        assert phone.tap(START).path == "/season/new"
    assert "Friendly match" not in phone.go("/matches/new").words


@pytest.mark.usefixtures("closed_season")
def test_a_scorer_is_told_to_ask_an_owner(app, store, scorer, tonight):
    match, night = play_loba(app, tonight, PLAYED), open_night(store, tonight)

    for path in ("/matches/new", f"/matches/{match}", f"/club/{night}", f"/nights/{tonight}"):
        words = scorer.go(path).words
        assert ASK_OWNER in words
        assert START not in words


@pytest.mark.usefixtures("closed_season")
def test_an_ended_club_night_counts_its_matches_without_a_season(store, log, phone, tonight):
    night = open_night(store, tonight)
    start_round(store, log, night)
    play_out(log, 1, at=int(time.time()))
    end_night(store, night)

    assert f"{EVENING} {START}" in phone.go(f"/club/{night}").words


def test_an_open_season_ends_the_notice(app, store, phone, closed_season, tonight):
    match, night = play_loba(app, tonight, PLAYED), open_night(store, tonight)
    create_season(app, "Winter", starts=tonight)

    for path in ("/matches/new", f"/matches/{match}", f"/club/{night}", f"/nights/{tonight}"):
        assert "No season is open" not in phone.go(path).words


def test_friendlies_and_matches_of_the_closed_season_have_no_notice(app, store, phone, tonight):
    add_friends(app)
    season = create_season(app)
    friendly = play_loba(app, tonight, PLAYED)
    match_terms_commands.set_match_terms(store, friendly, FRIENDLY_TERMS)
    counted = play_loba(app, tonight, PLAYED, minutes=1)
    season_commands.close_season(store, season)

    for path in (f"/matches/{friendly}", f"/matches/{counted}", f"/nights/{tonight}"):
        assert "No season is open" not in phone.go(path).words


def test_a_league_that_has_not_begun_a_season_has_no_notice(app, phone, tonight):
    add_friends(app)
    match = play_loba(app, tonight, PLAYED)

    for path in ("/matches/new", f"/matches/{match}", f"/nights/{tonight}"):
        assert "No season is open" not in phone.go(path).words
