"""A command with several steps leaves no partial change if it fails or is killed at a statement."""

import pytest

from scorekeeper.db.club_tables import ClubRounds
from scorekeeper.db.tables import Leagues, Matches, MatchEvents, MatchPlayers, Terms
from scorekeeper.league import match_terms_commands
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.league.club import table_players as club_table_players
from scorekeeper.league.seasons import NO_TERMS, MatchTerms, load_match_terms
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from tests.club_league import (
    BEGAN,
    add_people,
    create_night,
    draft_of,
    draw_round,
    play_out,
    round_matches,
    start_round,
    version_of,
)
from tests.databases import rows
from tests.db.statements import before_each_statement
from tests.one_deal import ONE_DEAL

TABLES = (MatchEvents, Matches, MatchPlayers, Terms, ClubRounds, Leagues)


class Failure(Exception):
    """Raised in place of executing a statement."""


@pytest.fixture
def night(store):
    """A club night with a draft of two tables of four players.

    A ninth player is present, but not in the draft.
    """
    people = add_people(store, 9)
    night = create_night(store, people[:8], size=4)
    draw_round(store, night)
    club_nights.set_here(store, night, (), people[8:], BEGAN)
    return night


def all_rows(app):
    return {model.__tablename__: rows(app, model) for model in TABLES}


def fail_at_each_statement(app, act):
    """Repeat `act` until it succeeds. The first run fails at statement 1, the next at statement 2.

    After each failure, the database must be unchanged. A kill would leave the same rows, because
    the database rolls back what is not committed. Returns the number of failures.
    """
    before, failures = all_rows(app), 0
    while True:
        left = failures

        def count_down(_statement):
            nonlocal left
            if left == 0:
                raise Failure
            left -= 1

        try:
            with before_each_statement(count_down):
                act()
        except Failure:
            failures += 1
            assert all_rows(app) == before, f"after a failure at statement {failures}"
        else:
            return failures


@pytest.mark.both_databases
def test_a_failed_change_of_players_changes_nothing_and_can_be_repeated(app, store, log, night):
    start_round(store, log, night)
    [old, other] = round_matches(store, night)
    seen = version_of(store, night)
    first, second = club_rounds.night_rounds(store, night).rounds[0].tables
    chosen = ("9", *first[1:])

    failures = fail_at_each_statement(
        app,
        lambda: club_table_players.change_players(
            store, log, night, (1, 1), seen, chosen, CommandMeta("change", BEGAN + 20)
        ),
    )

    assert failures > 10
    new, same = round_matches(store, night)
    assert (log.sheet(old).is_deleted, log.sheet(new).setup.players, same) == (True, chosen, other)
    assert club_rounds.night_rounds(store, night).rounds[0].tables == (chosen, second)


@pytest.mark.both_databases
def test_a_failed_start_of_a_round_starts_no_match_and_can_be_repeated(app, store, log, night):
    tables = draft_of(store, night).tables

    failures = fail_at_each_statement(app, lambda: start_round(store, log, night))

    assert failures > 10
    matches = round_matches(store, night)
    assert tuple(log.sheet(match).setup.players for match in matches) == tables


@pytest.mark.both_databases
def test_a_failed_start_of_a_friendly_match_starts_no_match(app, store, log, people):
    failures = fail_at_each_statement(
        app,
        lambda: match_terms_commands.start_friendly_match(
            store, log, "jabberwocky", people, ONE_DEAL, CommandMeta("start", BEGAN)
        ),
    )

    assert failures > 5
    assert [row.id for row in rows(app, Matches)] == [1]
    assert load_match_terms(store, 1) == MatchTerms(is_season_chosen=True)


@pytest.mark.both_databases
def test_repeating_the_start_of_a_friendly_match_keeps_terms_that_were_changed_since(
    app, store, log, people
):
    def start():
        sent = CommandMeta("start", BEGAN)
        return match_terms_commands.start_friendly_match(
            store, log, "jabberwocky", people, ONE_DEAL, sent
        )

    match = start()
    match_terms_commands.set_match_terms(store, match, NO_TERMS)
    before = all_rows(app)

    assert start() == match

    assert load_match_terms(store, match) == NO_TERMS
    assert all_rows(app) == before


@pytest.mark.both_databases
def test_a_failed_change_of_terms_and_evening_changes_neither(app, store, log, people):
    start = CommandMeta("start", BEGAN)
    match = commands.start_match(log, "jabberwocky", people, ONE_DEAL, start)
    play_out(log, match)
    friendly = MatchTerms(is_season_chosen=True)

    def change():
        sent = CommandMeta("move", BEGAN + 200)
        match_terms_commands.set_terms_and_evening(
            store, log, match, friendly, NO_TERMS, "2026-09-01", sent
        )

    failures = fail_at_each_statement(app, change)

    assert failures > 10
    assert load_match_terms(store, match) == friendly
    assert log.sheet(match).evening == "2026-09-01"
    before = all_rows(app)
    change()  # sent twice
    assert all_rows(app) == before


@pytest.mark.both_databases
def test_a_failed_correction_changes_nothing_and_keeps_its_draft(app, store, log, people):
    match = commands.start_match(log, "jabberwocky", people, ONE_DEAL, CommandMeta("start", BEGAN))
    play_out(log, match)
    stages = log.sheet(match).deal_answers[0]
    draft = correction_commands.save_draft(log, match, 1, stages, CommandMeta("draft", BEGAN + 200))

    def correct():
        sent = CommandMeta("correct", BEGAN + 300)
        correction_commands.correct_deal(log, match, 1, stages, draft.version, sent)

    failures = fail_at_each_statement(app, correct)

    assert failures > 5
    assert log.sheet(match).drafts == {}
    assert log.sheet(match).version == draft.version + 2
    before = all_rows(app)
    correct()  # sent twice
    assert all_rows(app) == before
