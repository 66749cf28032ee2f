"""The terms of one match: its season, if any, and its stake."""

import time

import pytest

from scorekeeper.league import roster, season_commands, seasons
from scorekeeper.league.seasons import NO_TERMS, MatchTerms, Season
from scorekeeper.match import commands as verbs
from scorekeeper.match.commands import CommandMeta
from scorekeeper.stats.stakes import NO_STAKES, Stakes
from scorekeeper.transfer.results_csv import ImportChoices
from scorekeeper.transfer.results_import import import_write, jobs, preview
from scorekeeper.transfer.results_import.import_write import WriteJob
from tests.web.phone import Page
from tests.web.results import jabberwocky, let_win

EVENING, LATER = "2025-11-05", "2025-12-31"
FRIENDS = ("Ana", "Bruno", "Chus")
ANA, BRUNO, CHUS = "1", "2", "3"


@pytest.fixture(autouse=True)
def two_seasons(store):
    """Ana, Bruno and Chus, keys 1 to 3; Autumn takes every game, the Cup only gin."""
    for name in FRIENDS:
        roster.add_player(store, name)
    stakes = Stakes("cents", {"jabberwocky": 25})
    season_commands.create_season(store, Season(0, "Cup", games=("gin",)))
    season_commands.create_season(store, Season(0, "Autumn", stakes=stakes))


@pytest.fixture
def match(log):
    return jabberwocky(log, ANA, BRUNO, CHUS, evening=EVENING)


@pytest.fixture
def terms(store, match):
    """Return a function that loads the terms of the match."""

    def now():
        return seasons.load_match_terms(store, match)

    return now


def chosen(page):
    return [box["value"] for box in page.root.all("input") if "checked" in box]


def test_the_podium_and_the_sheet_show_the_season_of_a_match(phone, match):
    phone.go(f"/matches/{match}")
    assert phone.tap("Show the evening").path == f"/nights/{EVENING}"
    phone.go(f"/matches/{match}")
    page = phone.tap("Counts for Autumn")
    assert page.title == "Evening, season and stake"
    assert phone.tap("Back to the match").path == f"/matches/{match}"

    phone.go(f"/matches/{match}/sheet")
    assert phone.tap("Counts for Autumn").path == f"/matches/{match}/terms"


@pytest.mark.both_databases
def test_without_seasons_the_evening_page_mentions_no_season(store, phone, match):
    for number in (1, 2):
        season_commands.remove_season(store, number)

    phone.go(f"/matches/{match}")
    assert "any season" not in phone.go(f"/nights/{EVENING}").part("Jabberwocky").words
    phone.go(f"/matches/{match}")
    assert phone.tap("Evening, season and stake").path == f"/matches/{match}/terms"


def test_a_running_match_shows_no_season(phone, log):
    match = verbs.start_match(log, "jabberwocky", (ANA, BRUNO, CHUS), {}, CommandMeta("a", 1))

    assert "Counts for" not in phone.go(f"/matches/{match}").words
    assert "Counts for" not in phone.go(f"/matches/{match}/sheet").words
    page = phone.go(f"/matches/{match}/terms")
    assert "This match has no result yet." in page.words


def test_by_default_evening_and_game_decide_the_season_of_a_match(phone, match):
    page = phone.go(f"/matches/{match}/terms")

    assert chosen(page) == ["itself", "season", "cents"]
    assert "Automatic, by evening and game: Autumn" in page.words
    assert "Same as the season: 0.25" in page.words


def test_a_match_can_be_moved_to_another_season(phone, match, terms):
    phone.go(f"/matches/{match}/terms")
    phone.tap("Cup")
    page = phone.tap("Save")

    assert "Saved. Counts for Cup." in page.words
    assert chosen(page) == ["1", "season", "cents"]
    assert "Same as the season: no stake" in page.words
    assert terms() == MatchTerms(True, 1)
    assert "Ana" in phone.go("/season/1").part("Standings").words
    assert "No standings yet" in phone.go("/season/2").words


def test_a_friendly_match_counts_for_no_season(phone, match, terms):
    phone.go(f"/matches/{match}/terms")
    phone.tap("Friendly: no season")
    phone.tap("Save")

    assert terms() == MatchTerms(True, None)
    assert "No standings yet" in phone.go("/season/2").words
    assert "Friendly" in phone.go(f"/matches/{match}").words


def test_a_friendly_match_can_be_returned_to_its_automatic_season(phone, match, terms):
    phone.go(f"/matches/{match}/terms")
    phone.tap("Friendly: no season")
    phone.tap("Save")
    phone.tap("Automatic, by evening and game: Autumn")
    phone.tap("Save")

    assert terms() == NO_TERMS


@pytest.mark.parametrize(
    ("typed", "unit", "stake", "shown"),
    [
        ("1.5", "money", Stakes("cents", {"jabberwocky": 150}), "1.50"),
        (" 0,05 ", "money", Stakes("cents", {"jabberwocky": 5}), "0.05"),
        ("2", "money", Stakes("cents", {"jabberwocky": 200}), "2.00"),
        ("7", "counters", Stakes("counters", {"jabberwocky": 7}), "7"),
    ],
)
def test_a_match_can_have_its_own_stake(phone, match, terms, typed, unit, stake, shown):
    phone.go(f"/matches/{match}/terms")
    phone.tap("A different stake")
    phone.type("Different stake", typed)
    phone.tap(unit)
    page = phone.tap("Save")

    assert terms() == MatchTerms(False, None, stake)
    assert page.find("Different stake", "input")["value"] == shown
    assert chosen(page)[1:] == ["own", stake.unit]
    assert f"Ana gets +{2 * stake.amounts['jabberwocky']}"[:8] in phone.go("/money").words


def test_a_match_can_have_no_stake_in_a_season_with_stakes(phone, match, terms):
    assert "gets" in phone.go("/money").words
    phone.go(f"/matches/{match}/terms")
    phone.tap("No stake")
    page = phone.tap("Save")

    assert terms() == MatchTerms(False, None, NO_STAKES)
    assert chosen(page) == ["itself", "nothing", "cents"]
    assert "gets" not in phone.go("/money").words


@pytest.mark.parametrize(
    ("typed", "unit", "sentence"),
    [
        ("", "money", "Enter an amount, such as 0.50."),
        ("0", "money", "Enter an amount, such as 0.50."),
        ("1.234", "money", "Enter an amount, such as 0.50."),
        ("ten", "money", "Enter an amount, such as 0.50."),
        ("-1", "money", "Enter an amount, such as 0.50."),
        ("0.5", "counters", "Enter a whole number of counters, 1 or more."),
    ],
)
def test_an_invalid_stake_is_refused_and_stays_in_the_field(
    phone, match, terms, typed, unit, sentence
):
    phone.go(f"/matches/{match}/terms")
    phone.tap("Cup")
    phone.tap("A different stake")
    phone.type("Different stake", typed)
    phone.tap(unit)
    page = phone.tap("Save")

    assert page.status == 422
    assert page.alerts == [f"Not saved {sentence}"]
    field = page.find("Different stake", "input")
    assert field["value"] == typed
    assert page.by_id(field["aria-describedby"]).words == sentence
    assert chosen(page)[:2] == ["1", "own"]
    assert terms() == NO_TERMS


@pytest.mark.both_databases
def test_a_match_cannot_be_moved_into_a_closed_season(store, phone, match, terms):
    phone.go(f"/matches/{match}/terms")
    phone.tap("Cup")
    season_commands.close_season(store, 1)
    page = phone.tap("Save")

    assert page.status == 422
    assert page.alerts == [
        "Not saved Cup is closed, so you cannot add matches to it. Reopen it first."
    ]
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
    assert page.alerts == [
        "Not saved This match belongs to Autumn, which is closed. Reopen the season first."
    ]
    assert page.find("Different stake", "input")["value"] == "2"
    assert terms() == NO_TERMS

    season_commands.reopen_season(store, 2)
    assert phone.tap("Save").status == 200
    assert terms() == MatchTerms(stake=Stakes("cents", {"jabberwocky": 200}))


def test_a_match_of_a_closed_season_cannot_be_changed_and_notes_a_correction(
    store, phone, log, match
):
    season_commands.set_match_terms(store, match, MatchTerms(True, 1))
    season_commands.close_season(store, 1)
    page = phone.go(f"/matches/{match}/terms")
    assert "This match belongs to Cup, which is closed" in page.words
    assert chosen(page) == ["season", "cents"]
    assert "To change its season or stake, reopen the season first." in page.words
    assert page.find("Different stake", "input").is_disabled
    assert "Save" not in [button.words for button in page.root.all("button")]

    note = (
        "This match was corrected after Cup was closed. The table of that season has not changed."
    )
    assert note not in page.words
    let_win(log, match, CHUS)
    assert note in phone.go(f"/matches/{match}/terms").words


@pytest.mark.both_databases
def test_a_match_is_not_moved_if_its_season_was_closed_meanwhile(store, phone, match, terms):
    phone.go(f"/matches/{match}/terms")
    phone.tap("Friendly: no season")
    season_commands.close_season(store, 2)
    page = phone.tap("Save")

    assert page.status == 422
    assert page.alerts == [
        "Not saved This match belongs to Autumn, which is closed. Reopen the season first."
    ]
    assert terms() == NO_TERMS


def test_deleting_a_match_of_a_closed_season_counts_as_a_correction(store, phone, log, match):
    season_commands.close_season(store, 2)
    verbs.delete(log, match, CommandMeta("x", 2_000_000_000))

    page = phone.go(f"/matches/{match}/terms")
    assert "This match was corrected after Autumn was closed" in page.words


@pytest.mark.parametrize("path", ["/matches/9/terms", "/matches/x/terms"])
def test_the_terms_of_an_unknown_match_are_not_found(phone, path):
    assert phone.go(path).status == 404
    assert phone.client.post(path).status_code == 404


@pytest.mark.parametrize("season", ["9", "x", ""])
def test_saving_an_unknown_season_is_not_found(phone, match, season):
    form = {"season": season, "stake": "season"}
    assert phone.client.post(f"/matches/{match}/terms", data=form).status_code == 404


@pytest.mark.parametrize(
    ("form", "status"), [({}, 404), ({"stake": "season"}, 404), ({"season": "itself"}, 422)]
)
def test_an_incomplete_form_changes_nothing(store, phone, match, form, status):
    season_commands.set_match_terms(store, match, MatchTerms(chosen=True))

    assert phone.client.post(f"/matches/{match}/terms", data=form).status_code == status
    assert seasons.load_match_terms(store, match) == MatchTerms(chosen=True)


# ---------------------------------------------------------------- two phones


@pytest.fixture
def open_on_both(phone, another_phone, match):
    for each in (phone, another_phone):
        each.go(f"/matches/{match}/terms")


@pytest.mark.both_databases
def test_a_change_saved_just_before_this_one_is_kept(store, phone, match, terms, monkeypatch):
    phone.go(f"/matches/{match}/terms")
    phone.tap("Friendly: no season")
    load = season_commands.load_match_terms

    def load_after_another_phone_saved(*arguments):
        monkeypatch.undo()
        season_commands.set_match_terms(store, match, MatchTerms(stake=Stakes()))
        return load(*arguments)

    monkeypatch.setattr(season_commands, "load_match_terms", load_after_another_phone_saved)
    assert phone.tap("Save").status == 200

    assert terms() == MatchTerms(chosen=True, season=None, stake=Stakes())


@pytest.mark.usefixtures("open_on_both")
def test_season_and_stake_saved_on_two_phones_are_both_kept(phone, another_phone, terms):
    phone.tap("Cup")
    phone.tap("Save")
    another_phone.tap("A different stake")
    another_phone.type("Different stake", "2")
    page = another_phone.tap("Save")

    assert "Saved. Counts for Cup." in page.words
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
    assert page.alerts == [
        "Another phone saved this first Saved now: Friendly Stake: none"
        " Your entries are below but not saved yet. Save again to replace what is saved."
    ]
    assert chosen(page)[:2] == ["1", "own"]
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


# ---------------------------------------------------------------- an imported result


@pytest.fixture
def old(store):
    """An imported result, Ana before Bruno and Chus; its match has id 1."""
    places = (f"2025-11-05;Jabberwocky;{name};{n}" for n, name in enumerate(FRIENDS, start=1))
    lines = "\n".join(("date;game;player;place", *places)).encode()
    seen = preview.build_preview(store, lines, ImportChoices(), "2026-10-01")
    now = int(time.time())
    number = jobs.store_upload(store, "old.csv", lines, "k", now)
    import_write.write(WriteJob(store, number, seen.matches, seen.lines, len(seen.bad), now))
    return 1


@pytest.mark.both_databases
def test_an_imported_result_has_a_season_but_no_stake(store, phone, old):
    page = phone.go(f"/matches/{old}/terms")
    assert chosen(page) == ["itself"]
    assert "Old results have no stake, even if the season has one, and" in page.words
    assert "0.25" not in page.words

    phone.tap("Cup")
    page = phone.tap("Save")
    assert "Saved. Counts for Cup." in page.words
    assert seasons.load_match_terms(store, old) == MatchTerms(True, 1)


def test_a_stake_for_an_imported_result_is_refused(store, table, old):
    data = {"season": "1", "stake": "own", "amount": "5.00", "unit": "cents"}
    answer = table.test_client().post(f"/matches/{old}/terms", data=data)

    assert answer.status_code == 422
    page = Page(422, "/", answer.text)
    assert page.alerts == ["Not saved An old result cannot have a stake."]
    assert chosen(page) == ["1"]
    assert seasons.load_match_terms(store, old) == NO_TERMS
