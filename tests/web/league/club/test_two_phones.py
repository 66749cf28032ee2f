"""If two phones change a night's settings, both changes are saved, or a conflict is shown."""

import pytest

from scorekeeper.club.draws import DrawMethod
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club.nights import NightSettings
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.web.league.club.night_form import PART_TITLES
from tests.club_league import BEGAN

pytestmark = pytest.mark.both_databases

CUP = NightSettings("2026-10-01", "Cup", "loba", {"limit": 51}, 3, DrawMethod.CHANCE)


@pytest.fixture
def night(store):
    return club_nights.create_night(store, CUP, "cup", BEGAN)


@pytest.fixture
def stored(store, night):
    """A function that reads the night's settings from the database."""
    return lambda: club_nights.get_night(store, night).settings


@pytest.fixture
def open_on_both(phone, another_phone, night):
    for each in (phone, another_phone):
        each.go(f"/club/{night}/edit")


def save(phone, *taps, **texts):
    """Change these settings on the form, and save it."""
    for chip in taps:
        phone.tap(chip)
    for field, text in texts.items():
        phone.set(field, text)
    return phone.tap("Save")


def without_hidden_values(phone):
    """Remove the hidden fields that older versions of the form did not have."""
    for box in phone.page.root.all("input"):
        if box["name"].startswith("was-"):
            box.attrs["disabled"] = ""


@pytest.mark.usefixtures("open_on_both")
def test_changes_to_different_settings_on_two_phones_are_both_saved(phone, another_phone, stored):
    assert save(another_phone, "Equal tables", name="Final", size="4").path == "/club/1"
    assert save(phone, evening="2026-10-02").path == "/club/1"

    assert stored() == CUP._replace(
        evening="2026-10-02", name="Final", size=4, method=DrawMethod.BALANCED
    )


@pytest.mark.usefixtures("open_on_both")
def test_different_values_for_one_setting_are_shown_and_saved_on_the_second_attempt(
    phone, another_phone, stored
):
    save(another_phone, "Equal tables", evening="2026-10-02", name="Final", size="4")

    page = save(phone, "Like with like", evening="2026-10-03", name="Autumn cup", size="5")

    assert page.status == 409
    assert page.reasons[0].startswith(
        "Saved now: Date: Fri 2 Oct 2026 Name: Final Players per table: 4 Draw: Equal tables Your"
    )
    typed = {name: page.find(label, "input")["value"] for name, label in FIELDS.items()}
    assert typed == {"evening": "2026-10-03", "name": "Autumn cup", "size": "5"}
    assert stored() == CUP._replace(
        evening="2026-10-02", name="Final", size=4, method=DrawMethod.BALANCED
    )
    phone.tap("Save")
    assert stored() == CUP._replace(
        evening="2026-10-03", name="Autumn cup", size=5, method=DrawMethod.LIKE_WITH_LIKE
    )


FIELDS = {"evening": "Date", "name": "Name (optional)", "size": "Players per table, if possible"}


def test_every_setting_is_compared():
    assert {*PART_TITLES, "options"} == {*NightSettings._fields}  # the options belong to the game


@pytest.mark.usefixtures("open_on_both")
def test_equal_changes_do_not_conflict_and_untouched_settings_are_not_saved(
    phone, another_phone, stored
):
    for each in (phone, another_phone):
        assert save(each, name="Final").status == 200
    another_phone.go("/club/1/edit")
    phone.go("/club/1/edit")
    save(another_phone, name="")

    assert save(phone).status == 200

    assert stored() == CUP._replace(name="")


@pytest.mark.usefixtures("open_on_both")
def test_a_game_and_the_rules_of_another_game_conflict(phone, another_phone, stored):
    save(another_phone, "Gin rummy", size="2")

    page = save(phone, "The standard rules")

    assert page.status == 409
    assert page.reasons[0].startswith("Saved now: Game: Gin rummy. Rules: to 125, knock with 10 or")
    assert "checked" in page.find("Loba", "input")
    assert "checked" in page.find("The standard rules", "input")
    assert page.find(FIELDS["size"], "input")["value"] == "2"
    assert stored().game == "gin"
    save(phone)
    assert stored() == CUP._replace(options={}, size=2)


@pytest.mark.usefixtures("open_on_both")
def test_a_choice_of_rules_conflicts_with_other_rules_even_if_it_was_already_made(
    phone, another_phone, stored, log, store
):
    """The form does not show the current rules, so choosing rules always counts as a change."""
    people = tuple("12")
    for name in ("Ana", "Bruno"):
        another_phone.go("/players")
        another_phone.type("Add a name", name)
        another_phone.tap("Add")
    commands.start_match(log, "loba", people, {"limit": 51}, CommandMeta("loba", BEGAN))
    another_phone.go("/club/1/edit")
    save(another_phone, "The standard rules")

    page = save(phone, "As in the last match of this game")

    assert page.status == 409
    assert page.reasons[0].startswith("Saved now: Game: Loba. Rules: out at 100, going out all at")
    save(phone)
    assert stored() == CUP


@pytest.mark.usefixtures("open_on_both")
def test_the_same_rules_chosen_on_two_phones_do_not_conflict(phone, another_phone, stored):
    for each in (another_phone, phone):
        assert save(each, "The standard rules").status == 200

    assert stored() == CUP._replace(options={})


@pytest.mark.usefixtures("open_on_both")
def test_a_size_that_does_not_fit_the_game_of_another_phone_is_refused_with_both_shown(
    phone, another_phone, stored
):
    save(another_phone, "Gin rummy")

    page = save(phone, size="5")

    assert page.status == 422
    assert page.reasons == ["Enter a table size that Gin rummy allows with these rules: 2, 3, 4."]
    assert "checked" in page.find("Gin rummy", "input")
    assert page.find(FIELDS["size"], "input")["value"] == "5"
    save(phone, size="4")
    assert stored() == CUP._replace(game="gin", options={}, size=4)


@pytest.mark.usefixtures("open_on_both")
def test_a_page_from_before_the_update_saves_all_its_settings(phone, another_phone, stored):
    save(another_phone, name="Final", size="4")
    without_hidden_values(phone)

    assert save(phone, evening="2026-10-02").path == "/club/1"

    assert stored() == CUP._replace(evening="2026-10-02")


@pytest.mark.usefixtures("open_on_both")
def test_a_change_saved_just_before_this_one_is_kept(phone, store, stored, monkeypatch):
    change = club_nights.change_night

    def change_after_another_phone(store, night, settings, **seen):
        monkeypatch.undo()
        change(store, night, CUP._replace(size=4), seen=CUP)
        change(store, night, settings, **seen)

    monkeypatch.setattr(club_nights, "change_night", change_after_another_phone)

    assert save(phone, name="Final").status == 200
    assert stored() == CUP._replace(name="Final", size=4)
