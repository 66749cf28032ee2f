"""Multipliers for high bids in Jaguar on the new-match page, in rows of two fields."""

import pytest

from scorekeeper.league import roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.web.league.new_match.page import house_rules_text


@pytest.fixture
def jaguar(phone):
    """A phone on the new-match page, with Jaguar, its options and five players."""
    phone.go("/matches/new")
    phone.type("Add a name", "Edu")
    phone.tap("Jaguar")
    phone.tap("Add")
    return phone


def bands(page):
    """Return the point bands as the rows show them, such as "71 ×2"."""
    rows = [e for e in page.root.all("div") if e["class"] == "bands__row"]
    return [" ×".join(box["value"] for box in row.all("input")) for row in rows]


def band_problem(page):
    problem = page.by_id("no-point_bands")
    return problem and problem.words


def start_on_an_older_page(phone, typed):
    """Tap Start on an older page, which has one field for all bands.

    Returns the page that follows.
    """
    start = phone.page.find("Start", "button")
    rows = ("jaguar-point_bands-from", "jaguar-point_bands-times")
    filled = phone.form_values(phone.page.form_of(start), start)
    older = [(name, value) for name, value in filled if name not in rows]
    return phone.request("POST", "/matches/new", [*older, ("jaguar-point_bands", typed)])


def type_two_bands(jaguar):
    jaguar.type("Row 1: from", "71")
    jaguar.type("Row 1: times", "2")
    jaguar.tap("Add a row")
    jaguar.type("Row 2: from", "81")
    jaguar.type("Row 2: times", "3")


def test_point_bands_are_entered_in_rows_of_two_fields(jaguar, log):
    assert bands(jaguar.page) == [" ×"]
    jaguar.type("Row 1: from", "71")
    jaguar.type("Row 1: times", "2")
    assert bands(jaguar.tap("Add a row")) == ["71 ×2", " ×"]
    jaguar.type("Row 2: from", "81")
    jaguar.type("Row 2: times", "3")
    assert bands(jaguar.tap("Add a row")) == ["71 ×2", "81 ×3", " ×"]
    jaguar.tap("Start")

    assert log.sheet(1).setup.options["point_bands"] == [[71, 2], [81, 3]]


def test_point_bands_return_when_jaguar_is_chosen_again(jaguar, log):
    type_two_bands(jaguar)
    jaguar.tap("Loba")
    jaguar.tap("Show the options of this game")
    jaguar.tap("Jaguar")

    assert bands(jaguar.tap("Show the options of this game")) == ["71 ×2", "81 ×3"]
    jaguar.tap("Start")
    assert log.sheet(1).setup.options["point_bands"] == [[71, 2], [81, 3]]


def test_removing_a_point_band_keeps_the_other_rows(jaguar, log):
    type_two_bands(jaguar)

    assert bands(jaguar.tap("Remove row 1")) == ["81 ×3"]
    assert bands(jaguar.tap("Remove row 1")) == [" ×"]
    jaguar.tap("Start")
    assert log.sheet(1).setup.options["point_bands"] is None


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        pytest.param(("81", ""), "Row 2 needs both numbers.", id="half"),
        pytest.param(("71", "3"), "Rows 1 and 2 both start at 71 points.", id="twice"),
        pytest.param(
            ("121", "3"),
            "Row 2 cannot be used. Each row of “Multipliers for high bids” must have a different"
            " bid, from 0 to 120 points, and a multiplier of 1 or more.",
            id="too high",
        ),
        pytest.param(
            ("81", "x"),
            "Row 2 cannot be used. Each row of “Multipliers for high bids” must have a different"
            " bid, from 0 to 120 points, and a multiplier of 1 or more.",
            id="a letter",
        ),
    ],
)
def test_an_invalid_point_band_is_named_and_kept_as_typed(jaguar, second, sentence):
    jaguar.type("Row 1: from", "71")
    jaguar.type("Row 1: times", "2")
    jaguar.tap("Add a row")
    jaguar.type("Row 2: from", second[0])
    jaguar.type("Row 2: times", second[1])
    page = jaguar.tap("Start")

    assert page.status == 422
    assert page.reasons == [sentence]
    assert band_problem(page) == sentence
    assert bands(page) == ["71 ×2", " ×".join(second)]


@pytest.mark.parametrize(
    ("typed", "found"),
    [("71 ×2, 81x3", [[71, 2], [81, 3]]), ("", None)],
    ids=["two bands", "none"],
)
def test_an_older_page_with_one_field_for_point_bands_is_accepted(jaguar, log, typed, found):
    start_on_an_older_page(jaguar, typed)

    assert log.sheet(1).setup.options["point_bands"] == found


def test_invalid_point_bands_from_an_older_page_are_refused_with_a_reason(jaguar):
    page = start_on_an_older_page(jaguar, "71 twice")

    assert page.status == 422
    assert band_problem(page).startswith(
        "Each row of “Multipliers for high bids” must have a different bid"
    )


def test_point_bands_of_the_last_match_are_prefilled(store, phone, log):
    roster.add_player(store, "Edu")
    options = {"point_bids": True, "point_bands": [[71, 2], [101, 5]]}
    commands.start_match(log, "jaguar", ("1", "2", "3", "4", "5"), options, CommandMeta("a", 1))

    page = phone.go("/matches/new")

    assert bands(page) == ["71 ×2", "101 ×5"]
    assert house_rules_text(page).startswith(
        "Same rules as last time. 2 differ from the standard rules."
    )
