"""Evenings and times of day in a time zone, including when the clocks change."""

import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from scorekeeper.clock import LeagueClock, clock_in, is_evening_date
from scorekeeper.runtime.time_zones import machine_time_zone, time_zone_names, time_zones_by_region


@pytest.fixture
def tz(monkeypatch):
    """A function that sets the time zone of this process. The zone is reset after the test."""

    def set_zone(name):
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


def utc(text):
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("zone", "at", "evening", "time_of_day"),
    [
        ("UTC", "2026-11-20T04:59:59", "2026-11-19", "04:59"),
        ("UTC", "2026-11-20T05:00:00", "2026-11-20", "05:00"),
        ("Europe/Madrid", "2026-11-20T03:59:59", "2026-11-19", "04:59"),
        ("Europe/Madrid", "2026-11-20T04:00:00", "2026-11-20", "05:00"),
        # The clocks change, so the night is an hour longer or shorter.
        ("Europe/Madrid", "2026-10-25T02:59:59", "2026-10-24", "03:59"),
        ("Europe/Madrid", "2026-10-25T03:00:00", "2026-10-25", "04:00"),
        ("Europe/Madrid", "2026-03-29T03:59:59", "2026-03-28", "05:59"),
        ("Europe/Madrid", "2026-03-29T04:00:00", "2026-03-29", "06:00"),
        ("America/Los_Angeles", "2026-11-20T04:00:00", "2026-11-19", "20:00"),
        ("Asia/Kathmandu", "2026-11-19T23:14:00", "2026-11-19", "04:59"),
        ("Asia/Kathmandu", "2026-11-19T23:15:00", "2026-11-20", "05:00"),
        ("Pacific/Kiritimati", "2026-11-19T15:00:00", "2026-11-20", "05:00"),
        ("Europe/Madrid", "1955-09-03T19:00:00", "1955-09-03", "20:00"),
    ],
)
def test_an_evening_lasts_until_five_in_the_morning_of_its_zone(zone, at, evening, time_of_day):
    clock = clock_in(zone)

    assert (clock.evening(utc(at)), clock.time_of_day(utc(at))) == (evening, time_of_day)


@pytest.mark.parametrize(
    ("zone", "dates"),
    [
        # In Madrid, 02:00 is missing in March and occurs twice in October.
        ("Europe/Madrid", ["2026-03-28", "2026-03-29", "2026-10-24", "2026-10-25"]),
        ("America/Havana", ["2026-03-07", "2026-03-08", "2026-10-31", "2026-11-01"]),
        ("Africa/Cairo", ["2026-04-23", "2026-04-24", "2026-10-29", "2026-10-30"]),
        ("Pacific/Apia", ["2011-12-29", "2011-12-31"]),  # there was no 30 December
        (None, ["1900-01-01", "2028-02-29", "2099-12-31"]),
    ],
)
def test_an_evening_contains_its_bounds_and_its_usual_time_when_clocks_change(zone, dates):
    clock = clock_in(zone)

    for evening in dates:
        first, end = clock.evening_bounds(evening)
        assert clock.evening(first) == clock.evening(end - 1) == evening
        assert clock.evening(first - 1) < evening < clock.evening(end)
        assert clock.time_of_day(clock.evening_timestamp(evening)) == "20:00"
        assert clock.evening(clock.evening_timestamp(evening)) == evening


def test_the_usual_time_of_an_evening_is_twenty_in_the_zone():
    assert clock_in("Europe/Madrid").evening_timestamp("2026-07-01") == utc("2026-07-01T18:00:00")
    assert clock_in("America/Lima").evening_timestamp("2026-07-01") == utc("2026-07-02T01:00:00")


@pytest.mark.parametrize(
    ("zone", "at", "evening", "then"),
    [
        ("Europe/Madrid", "2026-11-19T21:34:05", "2026-11-12", "2026-11-12T21:34:05"),
        ("Europe/Madrid", "2026-11-19T21:34:05", "2026-11-19", "2026-11-19T21:34:05"),
        ("Europe/Madrid", "2026-11-19T21:34:05", "2026-12-31", "2026-12-31T21:34:05"),
        # 00:30 the next day still belongs to the night after the evening.
        ("Europe/Madrid", "2026-11-19T23:30:00", "2026-11-12", "2026-11-12T23:30:00"),
        # 20:00 in winter and in summer: the clocks have changed in between.
        ("Europe/Madrid", "2026-11-19T19:00:00", "2026-07-01", "2026-07-01T18:00:00"),
        # 04:30 on the morning when the clocks go back an hour is after the end of the evening.
        ("Europe/Madrid", "2026-11-20T03:30:00", "2026-10-24", "2026-10-25T02:59:59"),
        # 05:10 on the morning when the clocks go forward is before the start of the evening.
        ("Europe/Madrid", "2026-11-19T04:10:00", "2026-03-29", "2026-03-29T04:00:00"),
        ("Asia/Tokyo", "2026-11-19T20:30:00", "2026-11-18", "2026-11-17T20:30:00"),
    ],
)
def test_a_time_on_another_evening_has_the_same_time_of_day(zone, at, evening, then):
    clock = clock_in(zone)

    moved = clock.on_evening(utc(at), evening)

    assert moved == utc(then)
    assert clock.evening(moved) == evening


def test_without_another_evening_a_time_stays_the_same():
    assert clock_in("Europe/Madrid").on_evening(1_790_000_000, None) == 1_790_000_000


@pytest.mark.parametrize("name", [None, "", "Europe/Atlantis", "../../etc/passwd"])
def test_without_a_known_zone_the_clock_uses_the_machines_zone(name):
    assert clock_in(name) == LeagueClock()
    assert clock_in(name).zone_name is None


def test_a_clock_has_the_name_of_its_zone():
    assert clock_in("Asia/Calcutta").zone_name == "Asia/Calcutta"  # an old name
    assert clock_in("UTC") == LeagueClock(ZoneInfo("UTC"))


def test_every_listed_zone_exists_and_regions_are_in_order():
    listed = [name for zones in time_zones_by_region().values() for name in zones]

    assert len(listed) > 400
    assert listed == sorted(set(listed))
    assert set(listed) <= time_zone_names()
    assert "Europe/Madrid" in time_zones_by_region()["Europe"]
    assert "Factory" not in time_zone_names()
    for name in sorted(time_zone_names()):
        assert clock_in(name).zone_name == name


@pytest.mark.parametrize(
    ("set_to", "name"),
    [("America/Lima", "America/Lima"), (":Asia/Tokyo", "Asia/Tokyo"), ("XYZ-3", "XYZ")],
)
def test_the_machines_zone_is_named_after_the_setting_tz(tz, set_to, name):
    tz(set_to)

    assert machine_time_zone() == name


def test_is_evening_date_accepts_only_existing_dates():
    assert is_evening_date("2028-02-29")
    for text in ("2026-02-29", "2026-2-1", "1899-12-31", "2100-01-01", "tonight", ""):
        assert not is_evening_date(text)
