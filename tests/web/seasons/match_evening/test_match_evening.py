"""Setting a match's evening, on the page with its season and stake."""

import time

import pytest

from scorekeeper.league import season_commands
from scorekeeper.live.topics import Topic
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from scorekeeper.web.extension_keys import HUB_KEY
from tests.clocks import MACHINE, evening_timestamp
from tests.members import NAME, add_phone
from tests.transfer.result_files import import_results
from tests.web.seasons.match_evening.evenings import BEFORE, EVENING, SUMMER, entries, shown_date


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
