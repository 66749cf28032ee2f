"""Fixtures for page tests: the app on a real database, and phones that use it."""

import time
from pathlib import Path
from threading import get_ident

import pytest
from sqlalchemy import event

from scorekeeper import create_app
from scorekeeper.server import engines
from tests.web.phone import Phone

# Tests that run again with `--database=postgresql`: whole files about concurrency (an empty tuple),
# and from other files the tests that send the database queries which no other test here sends.
# Everything else that a page does is the same on both databases. The tests of db, league, transfer
# and live run on both.
AGAIN = {
    "test_conflict.py": (),
    "test_streams.py": (),
    "test_exports.py": (
        "test_a_league_comes_in_by_its_page",
        "test_everything_is_one_document",
        "test_standings_wait_until_the_books_are_written",
        "test_what_cannot_come_in_is_told_and_changes_nothing",
        "test_what_was_thrown_away_is_in_no_table",
    ),
    "test_feed.py": (
        "test_it_is_what_the_rfc_asks_for",
        "test_the_last_comes_first_and_no_more_than_fifty",
        "test_what_is_thrown_away_goes_and_a_correction_keeps_the_id",
    ),
    "test_home.py": (
        "test_all_matches_come_a_page_at_a_time_and_by_game",
        "test_no_page_asks_more_questions_when_there_are_more_matches",
    ),
    "test_join.py": (
        "test_a_code_is_over_after_a_quarter_of_an_hour",
        "test_a_new_code_closes_the_one_before_and_leaves_its_phones_in",
        "test_a_phone_is_called_anew_and_leaves",
        "test_a_token_that_was_planted_is_worth_nothing_after_joining",
        "test_no_secret_is_in_the_database",
        "test_rights_are_changed_where_they_were_touched",
        "test_tapping_join_twice_is_one_phone",
        "test_the_code_on_paper_makes_another_phone_the_owner_once",
        "test_the_first_owner_comes_by_a_link_that_is_good_once",
        "test_what_a_phone_writes_down_stands_under_its_name",
        "test_withdrawing_puts_out_who_came_in_with_it_and_no_others",
    ),
    "test_money.py": (
        "test_the_stakes_of_a_closed_season_stay_as_they_are",
        "test_what_was_taken_back_can_be_settled_anew",
    ),
    "test_new_match.py": ("test_a_body_of_nothing_is_refused_in_sentences",),
    "test_evening.py": (
        "test_evenings_lead_to_those_before_and_after",
        "test_no_page_asks_more_questions_when_there_are_more_matches",
    ),
    "test_csv_import.py": (
        "test_a_result_that_was_taken_back_says_so",
        "test_names_of_games_that_are_not_asked_about_are_counted",
        "test_what_fails_leaves_nothing",
        "test_what_is_no_table_is_refused_with_a_sentence",
    ),
    "test_submissions.py": ("test_somebody_who_was_entered_twice_enters_his_own",),
    "test_passkeys.py": (
        "test_a_copy_that_was_used_less_often_opens_nothing",
        "test_a_passkey_is_removed_and_can_be_made_again",
        "test_a_question_for_coming_in_adds_nothing_and_the_other_way",
        "test_a_token_that_was_planted_is_worth_nothing_after_a_passkey",
        "test_an_answer_has_five_minutes",
    ),
    "test_players.py": (
        "test_a_hidden_player_is_not_offered_until_shown_again",
        "test_somebody_added_by_mistake_can_be_removed",
        "test_who_became_somebody_who_became_another_counts_as_the_last",
    ),
    "test_attacks.py": (
        "test_behind_tls_every_cookie_is_one_that_nobody_else_can_plant",
        "test_wrong_forms_of_every_right_are_no_mistake_of_ours",
    ),
    "test_match_terms.py": (
        "test_a_closed_season_takes_nothing_new",
        "test_a_league_without_seasons_hears_nothing_of_them",
        "test_a_match_that_is_kept_meanwhile_is_not_moved",
        "test_an_old_result_has_a_season_but_no_stake",
    ),
}


def is_again(config):
    return config.getoption("--database") == "postgresql"


def pytest_ignore_collect(collection_path, config):
    is_file = collection_path.suffix == ".py"
    return True if is_again(config) and is_file and collection_path.name not in AGAIN else None


def pytest_collection_modifyitems(items, config):
    if not is_again(config):
        return
    pages = [item for item in items if Path(__file__).parent in item.path.parents]
    there = {(item.path.name, item.originalname) for item in pages}
    files = {file for file, _ in there}
    named = {(file, name) for file in files for name in AGAIN[file]}
    is_whole = not config.getoption("keyword") and not any("::" in each for each in config.args)
    if is_whole and (gone := named - there):
        raise pytest.UsageError(f"AGAIN in {__file__} names tests that are not there: {gone}")
    left_out = [
        item
        for item in pages
        if AGAIN[item.path.name] and item.originalname not in AGAIN[item.path.name]
    ]
    items[:] = [item for item in items if item not in left_out]
    config.hook.pytest_deselected(items=left_out)


def settings(address):
    return {"SQLALCHEMY_DATABASE_URI": address, "TESTING": True}


@pytest.fixture
def table(request):
    """The app on its own empty, migrated database; `--database` chooses its kind."""
    address = request.getfixturevalue(request.config.getoption("--database"))
    app = create_app(settings(address))
    yield app
    nobody_looks(app.extensions["scorekeeper.live"])
    engines.engine_of(app).dispose()


def nobody_looks(hub):
    """Close the hub and wait for its watcher, whose connection would outlive the database."""
    hub.close()
    watcher = hub.watcher
    if watcher is not None:
        watcher.join()


@pytest.fixture
def store(table):
    return engines.store_of(table)


@pytest.fixture
def phone(table):
    """The owner's phone, as a browser without JavaScript."""
    return Phone(table)


@pytest.fixture
def another_phone(table):
    return Phone(table)


@pytest.fixture
def log(table):
    return table.extensions["scorekeeper.log"]


@pytest.fixture
def questions(store, phone):
    """Return a function that counts the database reads of pages on their second request.

    `questions("/players")` gives {path: number of reads}. Only reads of this thread count: other
    threads send queries of their own, and once a minute any page records that the phone was seen.
    """
    asked, here = [], get_ident()

    def note(connection, cursor, statement, *_more):
        if get_ident() == here and statement.lstrip().startswith(("SELECT", "WITH")):
            asked.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)

    def counted(*paths):
        found = {}
        for path in paths:
            phone.go(path)
            asked.clear()
            assert phone.go(path).status == 200
            found[path] = len(asked)
        return found

    return counted


@pytest.fixture
def now():
    return int(time.time())
