"""Pages and files show dates and times in the league's time zone."""

import time

import pytest

from scorekeeper.clock import clock_in
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.league import season_commands, zone_moves
from scorekeeper.league.match_evening import set_match_evening
from scorekeeper.league.seasons import Season
from scorekeeper.league.settings import get_league
from scorekeeper.league.time_zone import set_time_zone
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.web.extension_keys import LOG_KEY
from tests.members import outside_phone
from tests.web.match_phone import sit_down

# 22:30 in Madrid on 19 November 2026: 11:30 in Honolulu, and 06:30 the next day in Tokyo.
AT = clock_in("Europe/Madrid").evening_timestamp("2026-11-19") + 9000


@pytest.fixture
def match(app):
    """The path of a match that ended at `AT`, years after it began."""
    match = sit_down(app, "jabberwocky", ["Ana", "Ben", "Cem"], schedule=[1]).match
    log = app.extensions[LOG_KEY]
    for stage, answers in (("bids", (1, 1, 0)), ("tricks", (1, 0, 0))):
        said = {stage: dict(zip("123", answers, strict=True))}
        commands.record_stage(log, match, 1, stage, said, CommandMeta(stage, AT))
    return f"/matches/{match}"


def times(page):
    """Return (text, `data-time`) of each time on a page.

    A script uses `data-time` to show the time in the browser's own zone.
    """
    return [(each.words, each["data-time"]) for each in page.root.all("time")]


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("zone", "day", "clock"),
    [
        ("Europe/Madrid", "Thu 19 Nov 2026", "22:30"),
        ("Asia/Tokyo", "Fri 20 Nov 2026", "06:30"),
        ("Pacific/Honolulu", "Thu 19 Nov 2026", "11:30"),
    ],
)
def test_the_history_and_its_text_are_in_the_zone_of_the_league(
    store, phone, match, zone, day, clock
):
    set_time_zone(store, zone)

    assert (clock, "") in times(phone.go(f"{match}/history"))
    text = phone.client.get(f"{match}/history.txt").text
    assert f"{day}, Deal 1\n{clock}  " in text


def test_a_league_without_a_zone_leaves_the_zone_to_the_browser(phone, match):
    shown = times(phone.go(f"{match}/history"))

    assert shown
    assert {style for _, style in shown} == {"clock", "day"}


def test_evenings_pages_and_files_follow_the_zone_at_once(store, phone, match):
    season_commands.create_season(store, Season(0, "Autumn", "2026-11-20"), at=0)
    for zone, evening, ended in (
        ("Europe/Madrid", "2026-11-19", "Thu 19 Nov 22:30"),
        ("Asia/Tokyo", "2026-11-20", "Fri 20 Nov 06:30"),
    ):
        set_time_zone(store, zone)
        assert f'href="/nights/{evening}"' in phone.go("/nights").text
        assert f'href="/nights/{evening}"' in phone.go(match).text
        assert (ended, "") in times(phone.go(f"/nights/{evening}"))
        lines = phone.client.get("/matches.csv").text.splitlines()
        assert {line.split(",")[1] for line in lines[1:]} == {evening}
        counts = "Counts towards Autumn" in phone.go(match).words
        assert counts is (evening == "2026-11-20")


@pytest.mark.both_databases
def test_a_zone_that_moves_matches_between_seasons_asks_first(store, phone, match):
    set_time_zone(store, "Europe/Madrid")
    season_commands.create_season(store, Season(0, "Autumn", ends="2026-11-19"))
    season_commands.create_season(store, Season(0, "Winter", starts="2026-11-20"))
    phone.go("/league")
    phone.choose("Time zone", "Tokyo")

    asked = phone.tap("Save the time zone")
    assert asked.status == 422
    assert "One match will move from Autumn to Winter." in asked.words
    assert get_league(store).time_zone == "Europe/Madrid"

    assert phone.tap("Change the time zone").status == 200
    assert get_league(store).time_zone == "Asia/Tokyo"
    assert "one match" in phone.go("/season/2").words


def test_a_match_that_was_moved_stays_in_its_season_in_another_zone(store, phone, match):
    set_time_zone(store, "Europe/Madrid")
    season_commands.create_season(store, Season(0, "Autumn", ends="2026-11-19"))
    season_commands.create_season(store, Season(0, "Winter", starts="2026-11-20"))
    moves = zone_moves.moves_in_zone(store, "Asia/Tokyo")
    assert [(move.before.name, move.after.name, move.matches) for move in moves] == [
        ("Autumn", "Winter", 1)
    ]

    sent = CommandMeta("evening", AT + 60)
    set_match_evening(store, SqlLog(store), 1, "2026-11-19", sent)

    assert zone_moves.moves_in_zone(store, "Asia/Tokyo") == []


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_file_of_an_export_and_a_new_season_have_the_date_in_the_zone(store, phone, zone):
    """It is never the same date in both of these zones."""
    set_time_zone(store, zone)
    season_commands.create_season(store, Season(0, "Autumn"), at=0)
    clock, now = clock_in(zone), time.time()

    headers = phone.client.get("/export.jsonl").headers
    starts = phone.go("/season/new").find("From", "input")["value"]

    dates = {clock.date(int(now)), clock.date(int(time.time()))}
    assert headers["Content-Disposition"].partition("scorekeeper-")[2][:10] in dates
    assert starts in {clock.evening(int(now)), clock.evening(int(time.time()))}


def test_the_zone_is_read_with_the_phone(store, phone, match, count_queries):
    set_time_zone(store, "Asia/Tokyo")

    # Phone (with its league's name and zone), players, season, all seasons, table at a club night.
    assert count_queries(match) == {match: 5}


def test_every_page_of_a_member_tells_scripts_the_zone_of_the_league(store, phone, match):
    set_time_zone(store, "Europe/Madrid")
    paths = (match, "/", "/season", "/rules/gin")
    assert {body_of(phone.go(path))["data-zone"] for path in paths} == {"Europe/Madrid"}

    set_time_zone(store, "Asia/Tokyo")

    assert {body_of(phone.go(path))["data-zone"] for path in paths} == {"Asia/Tokyo"}


def test_outsiders_do_not_learn_the_zone(app, store, match):
    set_time_zone(store, "Asia/Tokyo")
    stranger = outside_phone(app)

    for path in ("/join", "/rules/gin", match):
        assert "Tokyo" not in stranger.get(path).text


def body_of(page):
    [body] = page.root.all("body")
    return body
