"""The terms of a match when its old or new season is closed."""

import pytest

from scorekeeper.league import match_terms_commands, season_commands
from scorekeeper.league.seasons import NO_TERMS, MatchTerms
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.stats.stakes import Stakes
from tests.web.results import let_win
from tests.web.seasons.match_terms.page import CHUS, chosen_values


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("choice", "closed", "reason"),
    [
        ("Cup", 1, "Cup is closed, so you cannot add matches to it. Reopen it first."),
        (
            "Friendly: no season",
            2,
            "This match belongs to Autumn, which is closed. Reopen the season first.",
        ),
    ],
    ids=["into", "out of"],
)
def test_a_match_is_not_moved_if_a_season_was_closed_meanwhile(
    store, phone, match, terms, choice, closed, reason
):
    phone.go(f"/matches/{match}/terms")
    phone.tap(choice)
    season_commands.close_season(store, closed)
    page = phone.tap("Save")

    assert page.status == 422
    assert page.reasons == [reason]
    assert terms() == NO_TERMS
    assert "Cup" not in [chip.words for chip in page.root.all("label")]


@pytest.mark.both_databases
def test_the_stake_of_a_match_in_a_closed_season_is_refused_with_the_reason(
    store, phone, match, terms
):
    phone.go(f"/matches/{match}/terms")
    phone.tap("A different stake")
    phone.type("Different stake", "2")
    season_commands.close_season(store, 2)
    page = phone.tap("Save")

    assert page.status == 422
    assert page.reasons == [
        "This match belongs to Autumn, which is closed. Reopen the season first."
    ]
    assert page.find("Different stake", "input")["value"] == "2"
    assert terms() == NO_TERMS

    season_commands.reopen_season(store, 2)
    assert phone.tap("Save").status == 200
    assert terms() == MatchTerms(stake=Stakes("cents", {"jabberwocky": 200}))


def test_a_match_of_a_closed_season_cannot_be_changed_and_notes_a_correction(
    store, phone, log, match
):
    match_terms_commands.set_match_terms(store, match, MatchTerms(True, 1))
    season_commands.close_season(store, 1)
    page = phone.go(f"/matches/{match}/terms")
    assert "This match belongs to Cup, which is closed" in page.words
    assert chosen_values(page) == ["season", "cents"]
    assert "To change its season or stake, reopen the season first." in page.words
    assert page.find("Different stake", "input").is_disabled
    assert "Save" not in [button.words for button in page.root.all("button")]

    note = (
        "This match was corrected after Cup was closed. The standings of that season have not "
        "changed."
    )
    assert note not in page.words
    let_win(log, match, CHUS)
    assert note in phone.go(f"/matches/{match}/terms").words


def test_deleting_a_match_of_a_closed_season_counts_as_a_correction(store, phone, log, match):
    season_commands.close_season(store, 2)
    commands.delete(log, match, CommandMeta("x", 2_000_000_000))

    page = phone.go(f"/matches/{match}/terms")
    assert "This match was corrected after Autumn was closed" in page.words
