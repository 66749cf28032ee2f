"""The points for each place, each in its own box."""

import pytest

from tests.web.season_form import fill_places, place_boxes, place_points
from tests.web.seasons.settings.page import newest_season


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ("", "Enter a whole number for each place, such as 5, 3, 2 and 1."),
        ("5 3½", "Enter a whole number for each place, such as 5, 3, 2 and 1."),
        (
            "1 2 3",
            "A better place cannot get fewer points than a worse one."
            " Enter the highest number first.",
        ),
        ("1001", "Enter points for at most 20 places, and at most 1000 points for each."),
    ],
)
def test_invalid_points_for_places_are_explained_below_their_boxes(phone, app, points, sentence):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    fill_places(phone, points)
    page = phone.tap("Create the season")

    assert page.status == 422
    assert place_points(phone) == points
    [described] = {box["aria-describedby"] for box in place_boxes(phone)}
    assert page.by_id(described).words == sentence
    assert page.reasons == [sentence]
    assert newest_season(app) is None


def test_each_place_has_a_box_and_more_can_be_added_up_to_twenty(phone, app):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    assert place_points(phone) == "5 3 2 1"
    place_boxes(phone)[0].attrs["value"] = "8"

    phone.tap("Place")
    assert [box["value"] for box in place_boxes(phone)] == ["8", "3", "2", "1", ""]
    assert [phone.page.name(box) for box in place_boxes(phone)] == [
        f"Place {number}" for number in range(1, 6)
    ]
    for _ in range(15):
        phone.tap("Place")
    assert len(place_boxes(phone)) == 20
    assert phone.page.by_id("more-places") is None

    phone.tap("Create the season")
    assert newest_season(app).scheme.place_points == (8, 3, 2, 1)


def test_an_empty_box_between_two_places_is_refused(phone):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    place_boxes(phone)[1].attrs["value"] = ""

    page = phone.tap("Create the season")

    assert page.status == 422
    assert [box["value"] for box in place_boxes(phone)] == ["5", "", "2", "1"]


@pytest.mark.parametrize(
    ("text", "points"), [("8, 5-3", (8, 5, 3)), (" 9 4 ", (9, 4)), ("7", (7,))]
)
def test_points_for_places_in_one_text_are_still_read(app, text, points):
    data = {"name": "Autumn", "games": "gin", "measure": "places", "each": "match", "save": "1"}
    data |= {"shared": "average", "which": "all", "count": "10", "unit": "", "table": text}

    assert app.test_client().post("/season/new", data=data).status_code == 303
    assert newest_season(app).scheme.place_points == points
