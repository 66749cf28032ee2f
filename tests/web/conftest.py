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
        "test_an_export_can_be_imported_on_another_server",
        "test_the_export_contains_the_whole_league_as_one_document",
        "test_standings_csv_waits_until_the_statistics_are_computed",
        "test_a_conflicting_export_is_refused_and_changes_nothing",
        "test_csv_exports_omit_deleted_matches",
    ),
    "test_feed.py": (
        "test_the_feed_has_the_elements_required_by_rfc_4287",
        "test_the_feed_has_the_latest_fifty_results_newest_first",
        "test_a_correction_keeps_the_entry_id_and_deleting_removes_the_entry",
    ),
    "test_home.py": (
        "test_the_match_list_is_paginated_and_filtered_by_game",
        "test_the_number_of_queries_does_not_grow_with_the_number_of_matches",
    ),
    "test_join.py": (
        "test_a_code_expires_after_15_minutes",
        "test_a_new_code_invalidates_the_previous_one_but_keeps_its_phones",
        "test_a_phone_can_change_its_name_and_player_and_leave",
        "test_a_planted_token_is_worthless_after_joining",
        "test_the_database_contains_no_secret_in_plain_text",
        "test_saving_access_from_an_outdated_page_keeps_newer_changes",
        "test_tapping_join_twice_adds_one_phone",
        "test_a_recovery_code_makes_another_phone_the_owner_only_once",
        "test_only_the_newest_link_for_the_first_owner_works_and_only_once",
        "test_the_history_names_the_phone_that_saved_an_answer",
        "test_revoking_a_link_removes_only_phones_that_joined_with_it",
    ),
    "test_money.py": (
        "test_the_stakes_of_a_closed_season_cannot_be_changed",
        "test_a_debt_can_be_settled_again_after_an_undone_payment",
    ),
    "test_new_match.py": ("test_a_form_without_players_is_refused_with_a_reason",),
    "test_evening.py": (
        "test_an_evening_links_to_the_previous_and_next_evenings",
        "test_the_number_of_queries_does_not_grow_with_the_matches",
    ),
    "test_csv_import.py": (
        "test_the_page_of_an_undone_result_is_not_found_and_explains_the_undo",
        "test_unknown_games_over_the_limit_are_counted_but_not_listed",
        "test_a_failed_import_writes_nothing_and_can_be_repeated",
        "test_an_unreadable_file_is_refused_with_an_explanation",
    ),
    "test_submissions.py": ("test_the_device_of_a_merged_player_submits_for_the_remaining_player",),
    "test_passkeys.py": (
        "test_a_passkey_with_a_lower_signature_counter_is_refused",
        "test_a_passkey_can_be_removed_and_created_again",
        "test_sign_in_and_registration_challenges_are_not_interchangeable",
        "test_a_planted_token_is_worthless_after_signing_in_with_a_passkey",
        "test_an_expired_challenge_is_refused",
    ),
    "test_players.py": (
        "test_a_hidden_player_is_not_offered_until_shown_again",
        "test_a_player_without_matches_can_be_removed",
        "test_a_chain_of_merges_ends_at_the_last_player",
    ),
    "test_attacks.py": (
        "test_over_https_every_cookie_has_the_host_prefix_and_secure_attributes",
        "test_malformed_forms_cause_no_server_error_with_any_access",
    ),
    "test_match_terms.py": (
        "test_a_match_cannot_be_moved_into_a_closed_season",
        "test_without_seasons_the_evening_page_mentions_no_season",
        "test_a_match_is_not_moved_if_its_season_was_closed_meanwhile",
        "test_an_imported_result_has_a_season_but_no_stake",
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
