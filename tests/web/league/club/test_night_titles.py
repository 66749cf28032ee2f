"""The titles of club nights with the same name, or without one, on the same date."""

import pytest

from tests.club_league import add_people


def create(phone, evening, name=""):
    phone.go("/club/new")
    phone.set("evening", evening)
    phone.set("name", name)
    phone.tap("Create club night")


def listed_nights(phone):
    rows = [row for row in phone.go("/club").root.all("a") if row["class"] == "row"]
    return [row.all("span")[1].words for row in rows]


@pytest.mark.both_databases
def test_nights_without_a_name_on_one_date_are_numbered(phone, store):
    add_people(store, 3)
    for evening, name in (
        ("2026-09-21", ""),
        ("2026-09-21", "Cup"),
        ("2026-09-21", ""),
        ("2026-09-22", ""),
    ):
        create(phone, evening, name)

    assert listed_nights(phone) == [
        "Tuesday 22 September 2026",
        "Monday 21 September 2026, 2nd night",
        "Cup",
        "Monday 21 September 2026",
    ]
    assert "Monday 21 September 2026, 2nd night" in phone.go("/club/3").words
    assert "2nd night" not in phone.go("/club/1").words
    assert "2nd night" not in phone.go("/club/4").words


@pytest.mark.both_databases
def test_nights_of_the_same_name_on_one_date_are_numbered(phone, store):
    add_people(store, 3)
    for evening, name in (
        ("2026-09-21", "Club night"),
        ("2026-09-21", "Cup"),
        ("2026-09-21", "Club night"),
        ("2026-09-22", "Club night"),
    ):
        create(phone, evening, name)

    assert listed_nights(phone) == ["Club night", "Club night (2nd)", "Cup", "Club night"]
    assert "Club night (2nd)" in phone.go("/club/3").words
    assert "(2nd)" not in phone.go("/club/1").words
