"""The terms of an imported result: a season, but no stake."""

import time

import pytest

from scorekeeper.league import seasons
from scorekeeper.league.seasons import NO_TERMS, MatchTerms
from scorekeeper.transfer.results_csv import ImportChoices
from scorekeeper.transfer.results_import import import_write, jobs, preview
from scorekeeper.transfer.results_import.import_write import WriteJob
from tests.web.page import Page
from tests.web.seasons.match_terms.page import FRIENDS, chosen_values


@pytest.fixture
def imported_result(store):
    """The id of an imported result, which is 1. Ana is first, Bruno second and Chus third."""
    places = (f"2025-11-05;Jabberwocky;{name};{n}" for n, name in enumerate(FRIENDS, start=1))
    lines = "\n".join(("date;game;player;place", *places)).encode()
    seen = preview.build_preview(store, lines, ImportChoices(), "2026-10-01")
    now = int(time.time())
    number = jobs.store_upload(store, "old.csv", lines, "k", now)
    import_write.write(WriteJob(store, number, seen.matches, seen.lines, len(seen.bad_lines), now))
    return 1


@pytest.mark.both_databases
def test_an_imported_result_has_a_season_but_no_stake(store, phone, imported_result):
    page = phone.go(f"/matches/{imported_result}/terms")
    assert chosen_values(page) == ["itself"]
    assert "Old results have no stake, even if the season has one, and" in page.words
    assert "0.25" not in page.words

    phone.tap("Cup")
    page = phone.tap("Save")
    assert "Saved. Counts towards Cup." in page.words
    assert seasons.load_match_terms(store, imported_result) == MatchTerms(True, 1)


def test_a_stake_for_an_imported_result_is_refused(store, app, imported_result):
    data = {"season": "1", "stake": "own", "amount": "5.00", "unit": "cents"}
    response = app.test_client().post(f"/matches/{imported_result}/terms", data=data)

    assert response.status_code == 422
    page = Page(422, "/", response.text)
    assert page.reasons == ["An old result cannot have a stake."]
    assert chosen_values(page) == ["1"]
    assert seasons.load_match_terms(store, imported_result) == NO_TERMS
