"""The titles of club nights without a name on the same date."""

import pytest

from tests.club_league import add_people


def create(phone, evening, name=""):
    phone.go("/club/new")
    phone.set("evening", evening)
    phone.set("name", name)
    phone.tap("Create club night")


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

    rows = [row for row in phone.go("/club").root.all("a") if row["class"] == "row"]
    listed = [row.all("span")[1].words for row in rows]
    assert listed == [
        "Tuesday 22 September 2026",
        "Monday 21 September 2026, 2nd night",
        "Cup",
        "Monday 21 September 2026",
    ]
    assert "Monday 21 September 2026, 2nd night" in phone.go("/club/3").words
    assert "2nd night" not in phone.go("/club/1").words
    assert "2nd night" not in phone.go("/club/4").words
