"""Setting a match's evening, on the page with its season and stake."""

import time
from dataclasses import replace

import pytest

from scorekeeper.db.tables import MatchEvents
from scorekeeper.league import roster, season_commands, seasons
from scorekeeper.league.seasons import Season
from scorekeeper.live.topics import Topic
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from scorekeeper.stats.stakes import NO_STAKES, Stakes
from scorekeeper.web.extension_keys import HUB_KEY
from tests.clocks import MACHINE, evening_timestamp
from tests.databases import rows
from tests.members import NAME, add_phone
from tests.transfer.result_files import import_results
from tests.web.results import jabberwocky

EVENING, BEFORE, SUMMER = "2025-11-05", "2025-11-02", "2025-10-30"


@pytest.fixture(autouse=True)
def two_seasons(store):
    """Autumn until 31 October 2025, then Winter. Ana, Bruno and Chus have the keys 1 to 3."""
    for name in ("Ana", "Bruno", "Chus"):
        roster.add_player(store, name)
    season_commands.create_season(store, Season(0, "Autumn", ends="2025-10-31"), at=0)
    season_commands.create_season(store, Season(0, "Winter", "2025-11-01"), at=0)


@pytest.fixture
def match(log):
    return jabberwocky(log, "1", "2", "3", evening=EVENING)


@pytest.fixture
def terms(phone, match):
    """The path of the page with the match's terms, which the phone has open."""
    phone.go(f"/matches/{match}/terms")
    return f"/matches/{match}/terms"


def entries(app, match=1):
    """Return the evenings that were set for a match, in order."""
    return [
        row.body["evening"]
        for row in rows(app, MatchEvents)
        if row.kind == "evening set" and row.match_id == match
    ]


def change_stakes(store, number, stakes):
    season = next(each for each in seasons.seasons(store) if each.id == number)
    season_commands.change_season(store, replace(season, stakes=stakes))


def shown_date(page):
    return page.find("Played on", "input")["value"]


@pytest.mark.both_databases
def test_a_match_moves_to_another_evening_of_the_same_season(app, phone, match, terms):
    assert shown_date(phone.page) == EVENING
    phone.type("Played on", BEFORE)
    page = phone.tap("Save")

    assert page.path == f"{terms}?saved=1"
    assert "Saved. Counts towards Winter." in page.words
    assert shown_date(page) == BEFORE
    assert phone.tap("Show the evening").path == f"/nights/{BEFORE}"
    assert "moved to this evening" in phone.page.words
    assert "nothing" not in phone.go(f"/nights/{BEFORE}").title
    assert entries(app) == [BEFORE]


@pytest.mark.parametrize(
    ("evening", "sentence", "then"),
    [
        (SUMMER, "This moves the match from Winter to Autumn.", "Counts towards Autumn"),
        ("2025-06-01", "This moves the match from Winter to Autumn.", "Counts towards Autumn"),
    ],
)
def test_before_saving_the_page_says_to_which_season_the_match_moves(
    app, phone, terms, evening, sentence, then
):
    phone.type("Played on", evening)
    page = phone.tap("Save")

    assert page.status == 422
    assert page.reasons == [f"{sentence} Save again to confirm."]
    assert shown_date(page) == evening
    assert entries(app) == []

    page = phone.tap("Save")
    assert f"Saved. {then}." in page.words
    assert entries(app) == [evening]


def test_the_page_says_if_the_match_then_counts_for_no_season_or_for_one(
    store, app, phone, match, terms
):
    season_commands.remove_season(store, 1)
    phone.type("Played on", SUMMER)
    page = phone.tap("Save")
    assert page.reasons == ["The match will no longer count towards Winter. Save again to confirm."]
    assert "Saved. Does not count towards any season." in phone.tap("Save").words

    phone.type("Played on", EVENING)
    page = phone.tap("Save")
    assert page.reasons == ["The match will count towards Winter. Save again to confirm."]


@pytest.mark.parametrize(
    ("autumn", "winter", "sentence"),
    [
        (Stakes("cents", {"jabberwocky": 50}), NO_STAKES, "Its stake will be 0.50."),
        (NO_STAKES, Stakes("cents", {"jabberwocky": 25}), "It will lose its stake of 0.25."),
        (
            Stakes("counters", {"jabberwocky": 1}),
            Stakes("counters", {"jabberwocky": 3}),
            "Its stake changes from 3 counters to one counter.",
        ),
        (
            Stakes("cents", {"jabberwocky": 50, "loba": 10}),
            Stakes("cents", {"jabberwocky": 50}),
            "",
        ),
    ],
)
def test_before_saving_the_page_says_how_the_stake_changes_with_the_season(
    store, phone, terms, autumn, winter, sentence
):
    for season, stakes in ((1, autumn), (2, winter)):
        change_stakes(store, season, stakes)
    phone.type("Played on", SUMMER)

    [reason] = phone.tap("Save").reasons

    moved = reason.partition("This moves the match from Winter to Autumn.")[2]
    assert moved.removesuffix("Save again to confirm.").strip() == sentence


def test_a_match_with_its_own_stake_keeps_the_stake_in_the_other_season(store, phone, terms):
    change_stakes(store, 1, Stakes("cents", {"jabberwocky": 50}))
    phone.set("stake", "nothing")
    phone.type("Played on", SUMMER)

    page = phone.tap("Save")

    assert "stake" not in page.alerts[0]


def test_another_date_than_the_confirmed_one_asks_again(app, phone, terms):
    phone.type("Played on", SUMMER)
    phone.tap("Save")
    phone.type("Played on", "2025-10-29")

    assert phone.tap("Save").status == 422
    assert entries(app) == []
    assert phone.tap("Save").status == 200
    assert entries(app) == ["2025-10-29"]


def test_a_season_that_was_chosen_needs_no_confirmation(app, phone, terms):
    phone.tap("Friendly: no season")
    phone.type("Played on", SUMMER)

    assert "Saved. Friendly." in phone.tap("Save").words
    assert entries(app) == [SUMMER]


def test_a_match_can_be_moved_back_and_forth(app, phone, terms):
    for evening in (BEFORE, EVENING, BEFORE, EVENING):
        phone.type("Played on", evening)
        assert shown_date(phone.tap("Save")) == evening

    assert entries(app) == [BEFORE, EVENING, BEFORE, EVENING]


def test_saving_the_form_unchanged_or_without_the_field_writes_no_entry(app, phone, terms):
    assert phone.tap("Save").status == 200
    phone.request("POST", terms, [("season", "itself"), ("stake", "season")])

    assert entries(app) == []


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("tonight", "Enter a date such as 2026-11-19."),
        ("2025-02-30", "Enter a date such as 2026-11-19."),
        ("2099-01-01", "Choose the current evening or an earlier one."),
    ],
)
def test_an_invalid_date_is_refused_beside_the_field_and_stays(
    app, phone, match, terms, typed, reason
):
    phone.type("Played on", typed)
    phone.tap("No stake")
    page = phone.tap("Save")

    assert page.status == 422
    assert page.reasons == [reason]
    assert shown_date(page) == typed
    field = page.find("Played on", "input")
    assert page.by_id(field["aria-describedby"].split()[1]).words == reason
    assert entries(app) == []
    assert "Stake: none" not in phone.go(terms).words  # nothing else was saved either
    assert [box["value"] for box in phone.page.root.all("input") if "checked" in box] == [
        "itself",
        "season",
        "cents",
    ]


def test_the_last_date_of_the_field_is_the_current_evening(phone, terms):
    before = MACHINE.evening(int(time.time()))
    last = phone.go(terms).find("Played on", "input")["max"]

    assert last in (before, MACHINE.evening(int(time.time())))


def test_a_match_of_a_closed_season_has_no_field_and_a_sent_date_is_refused(
    store, app, phone, match, terms
):
    phone.type("Played on", BEFORE)
    season_commands.close_season(store, 2)
    page = phone.tap("Save")

    assert page.status == 422
    assert page.reasons == [
        "This match belongs to Winter, which is closed. Reopen the season first."
    ]
    assert 'type="date"' not in phone.go(terms).text
    assert entries(app) == []


def test_an_imported_result_keeps_its_evening_and_the_page_says_so(store, app, phone):
    import_results(store, "date;game;Ana;Bruno\n24/12/2024;Loba;101;40\n")
    page = phone.go("/matches/1/terms")
    assert 'type="date"' not in page.text
    assert "and keep the evening from their file." in page.words

    fields = [("season", "itself"), ("stake", "season"), ("evening", "2024-12-25")]
    page = phone.request("POST", "/matches/1/terms", fields)
    assert (page.status, entries(app)) == (422, [])
    assert "undo the import and import a corrected file." in page.alerts[0]


def test_the_evening_of_a_running_match_can_be_set_and_stays_when_it_ends(app, log, phone):
    match = commands.start_match(
        log, "jabberwocky", ("1", "2", "3"), {"schedule": [1]}, CommandMeta("start", 1)
    )
    phone.go(f"/matches/{match}/terms")
    phone.type("Played on", SUMMER)
    assert phone.tap("Save").status == 200
    for stage, said in (("bids", dict.fromkeys("123", 1)), ("tricks", {"1": 1, "2": 0, "3": 0})):
        sent = CommandMeta(stage, int(time.time()))
        commands.record_stage(log, match, 1, stage, {stage: said}, sent)

    assert "Counts towards Autumn" in phone.go(f"/matches/{match}").words
    assert f'href="/nights/{SUMMER}"' in phone.page.text


def test_the_history_names_the_phone_and_the_evening(phone, match, terms):
    phone.type("Played on", BEFORE)
    phone.tap("Save")

    said = "moved the match to the evening of Sun 2 Nov 2025."
    assert f"{NAME} {said}" in phone.go(f"/matches/{match}/history").words
    assert f"{NAME} {said}" in phone.client.get(f"/matches/{match}/history.txt").text


def test_other_phones_are_told_that_the_match_and_the_statistics_changed(
    app, store, phone, match, terms
):
    hub = app.extensions[HUB_KEY]
    topics = [Topic(store.league_id, match=match), Topic(store.league_id)]
    before = [hub.current_token(topic) for topic in topics]

    phone.type("Played on", BEFORE)
    phone.tap("Save")

    after = [hub.current_token(topic) for topic in topics]
    assert all(one != other for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize(("right", "status"), [(Right.VIEWER, 403), (Right.SCORER, 303)])
def test_scorers_set_the_evening_and_viewers_do_not(app, match, right, status):
    add_phone(app, right=right, token="another")
    client = app.test_client()
    client.token = "another"

    fields = {"season": "itself", "stake": "season", "evening": BEFORE}
    assert client.post(f"/matches/{match}/terms", data=fields).status_code == status
    assert entries(app) == ([BEFORE] if status == 303 else [])


# ---------------------------------------------------------------- two phones


def test_the_evening_and_the_stake_saved_on_two_phones_are_both_kept(
    app, phone, another_phone, terms
):
    another_phone.go(terms)
    phone.type("Played on", BEFORE)
    phone.tap("Save")
    another_phone.tap("No stake")
    page = another_phone.tap("Save")

    assert page.status == 200
    assert shown_date(page) == BEFORE
    assert "nothing" in [box["value"] for box in page.root.all("input") if "checked" in box]


def test_two_phones_that_set_different_evenings_conflict(app, phone, another_phone, terms):
    another_phone.go(terms)
    phone.type("Played on", BEFORE)
    phone.tap("Save")
    another_phone.type("Played on", "2025-11-03")
    page = another_phone.tap("Save")

    assert page.status == 409
    assert "Played on Sun 2 Nov 2025" in page.words
    assert shown_date(page) == "2025-11-03"
    assert entries(app) == [BEFORE]
    assert another_phone.tap("Save").status == 200
    assert entries(app) == [BEFORE, "2025-11-03"]


def test_pictures_feed_and_bg_stats_have_the_time_on_the_new_evening(phone, match, terms):
    phone.type("Played on", BEFORE)
    phone.tap("Save")

    feed = phone.client.get("/results.atom").text
    at = time.strftime("%Y-%m-%dT%H", time.gmtime(evening_timestamp(BEFORE)))
    assert f"<published>{at}" in feed
    day = at.partition("T")[0]
    assert f"playDate%22%3A%22{day}%20" in phone.go(f"/matches/{match}").text
