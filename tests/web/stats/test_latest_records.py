"""The record that was broken last, at the top of the page of records."""

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.clocks import evening_timestamp
from tests.web.loba_matches import add_friends, play_four_matches, play_loba

POT = ("2026-11-12", {"3": 0, "1": 11, "2": 12, "4": 13})  # four stakes, which Chus wins


def rows(page, section):
    return [line.words for line in page.part(section).all("li")]


def test_the_latest_record_is_shown_with_its_previous_value(phone, app):
    play_four_matches(app)
    assert "Latest record" not in phone.go("/records").words
    play_loba(app, *POT)
    page = phone.go("/records")

    said = page.part("Latest record").words
    assert "Biggest pot won Loba Chus · Thu 12 Nov 2026 · before: 3 4" in said
    assert "Biggest pot won Chus · Thu 12 Nov 2026 · before: 3 4" in rows(page, "Loba")
    assert phone.tap("Show the match").path == "/matches/5"


def test_a_record_reached_seven_times_is_not_shown_as_the_latest(phone, app):
    play_four_matches(app)
    play_loba(app, *POT)
    for minutes in range(1, 6):
        play_loba(app, *POT, minutes)
    assert "Latest record" in phone.go("/records").words
    play_loba(app, *POT, 6)

    assert "Chus · 7 times · last: Thu 12 Nov 2026" in rows(phone.go("/records"), "Loba")[2]
    assert "Biggest pot" not in phone.page.part("Latest record").words


def test_a_streak_can_be_the_latest_record(phone, app):
    add_friends(app)
    for minutes, winner in enumerate("1133322"):
        others = dict.fromkeys({"1", "2", "3"} - {winner}, 20)
        play_loba(app, "2026-11-12", {winner: 0, **others}, minutes)

    assert phone.go("/records").part("Latest record").words == (
        "Latest record Wins in a row Chus · Thu 12 Nov 2026 · before: 2 3 Show the match"
    )
    assert phone.tap("Show the match").path == "/matches/5"


def test_the_latest_record_names_all_players_who_set_it_together(phone, log, app):
    add_friends(app)
    for hour, (bids, tricks) in enumerate([((0, 0, 1), (0, 0, 2)), ((1, 1, 1), (1, 1, 0))]):
        at = evening_timestamp("2026-11-12") + 3600 * hour
        options = {"schedule": [2], "scoring": "ten_plus_bid"}
        start = CommandMeta(f"start {hour}", at)
        match = commands.start_match(log, "jabberwocky", ("1", "2", "3"), options, start)
        for stage, values in (("bids", bids), ("tricks", tricks)):
            answers = {stage: dict(zip("123", values, strict=True))}
            commands.record_stage(log, match, 1, stage, answers, CommandMeta(stage, at))

    said = phone.go("/records").part("Latest record").words
    assert "Highest total Jabberwocky" in said
    assert "Ana and Bruno · Thu 12 Nov 2026 · before: 10 11" in said
