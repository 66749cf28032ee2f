"""If a match's terms are changed on two phones, both changes are saved, or a conflict is shown."""

import pytest

from scorekeeper.league import match_terms_commands
from scorekeeper.league.seasons import MatchTerms
from scorekeeper.stats.stakes import NO_STAKES, Stakes
from tests.web.seasons.match_terms.page import chosen_values


@pytest.fixture
def open_on_both(phone, another_phone, match):
    for each in (phone, another_phone):
        each.go(f"/matches/{match}/terms")


@pytest.mark.both_databases
def test_a_change_saved_just_before_this_one_is_kept(store, phone, match, terms, monkeypatch):
    phone.go(f"/matches/{match}/terms")
    phone.tap("Friendly: no season")
    load = match_terms_commands.load_match_terms

    def load_after_another_phone_saved(*arguments):
        monkeypatch.undo()
        match_terms_commands.set_match_terms(store, match, MatchTerms(stake=Stakes()))
        return load(*arguments)

    monkeypatch.setattr(match_terms_commands, "load_match_terms", load_after_another_phone_saved)
    assert phone.tap("Save").status == 200

    assert terms() == MatchTerms(is_season_chosen=True, season_id=None, stake=Stakes())


@pytest.mark.usefixtures("open_on_both")
def test_season_and_stake_saved_on_two_phones_are_both_kept(phone, another_phone, terms):
    phone.tap("Cup")
    phone.tap("Save")
    another_phone.tap("A different stake")
    another_phone.type("Different stake", "2")
    page = another_phone.tap("Save")

    assert "Saved. Counts towards Cup." in page.words
    assert terms() == MatchTerms(True, 1, Stakes("cents", {"jabberwocky": 200}))


@pytest.mark.usefixtures("open_on_both")
def test_conflicting_terms_are_shown_and_saved_on_the_second_attempt(phone, another_phone, terms):
    phone.tap("Friendly: no season")
    phone.tap("No stake")
    phone.tap("Save")
    another_phone.tap("Cup")
    another_phone.tap("A different stake")
    another_phone.type("Different stake", "2")
    page = another_phone.tap("Save")

    assert page.status == 409
    [saved] = page.reasons
    assert saved.startswith("Saved now: Friendly Stake: none")
    assert chosen_values(page)[:2] == ["1", "own"]
    assert page.find("Different stake", "input")["value"] == "2"
    assert terms() == MatchTerms(True, None, NO_STAKES)

    another_phone.tap("Save")
    assert terms() == MatchTerms(True, 1, Stakes("cents", {"jabberwocky": 200}))


@pytest.mark.usefixtures("open_on_both")
@pytest.mark.parametrize(
    ("stake", "said"),
    [("A different stake", "Stake: 3.00"), ("Same as the season", "same as the season")],
)
def test_a_conflict_shows_the_saved_stake(phone, another_phone, stake, said, match):
    if stake != "A different stake":
        phone.tap("No stake")
        phone.tap("Save")
        another_phone.go(f"/matches/{match}/terms")
    phone.tap(stake)
    phone.type("Different stake", "3")
    phone.tap("Save")
    another_phone.tap("A different stake")
    another_phone.type("Different stake", "2")

    assert said in another_phone.tap("Save").alerts[0]


@pytest.mark.usefixtures("open_on_both")
def test_equal_changes_do_not_conflict_and_untouched_fields_are_not_saved(
    phone, another_phone, terms
):
    for each in (phone, another_phone):
        each.tap("Cup")
        assert each.tap("Save").status == 200
    phone.tap("Friendly: no season")
    phone.tap("Save")
    another_phone.tap("Save")

    assert terms() == MatchTerms(True, None)


@pytest.mark.usefixtures("open_on_both")
def test_a_refused_form_keeps_its_original_values(phone, another_phone, terms):
    another_phone.tap("A different stake")
    assert another_phone.tap("Save").status == 422
    phone.tap("Cup")
    phone.tap("Save")
    another_phone.type("Different stake", "2")
    another_phone.tap("Save")

    assert terms() == MatchTerms(True, 1, Stakes("cents", {"jabberwocky": 200}))
