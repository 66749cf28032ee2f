"""If two phones edit the same season, both changes are saved, or the second phone shows both."""

import pytest

from scorekeeper.league import seasons
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.stakes import Stakes
from tests.web.loba_matches import add_friends, create_season
from tests.web.season_form import fill_fields, place_points

pytestmark = pytest.mark.both_databases

STAKES = Stakes("cents", {"gin": 50})


@pytest.fixture(autouse=True)
def autumn(app):
    add_friends(app)
    return create_season(app, starts="2026-10-01", games=("gin", "loba"), stakes=STAKES)


@pytest.fixture
def season_in_database(store):
    """A function that reads the season from the database."""

    def season_in_database():
        return seasons.seasons(store)[0]

    return season_in_database


@pytest.fixture
def open_on_both(phone, another_phone):
    for each in (phone, another_phone):
        each.go("/season/1/edit")


def save(phone, **typing):
    fill_fields(phone, **typing)
    return phone.tap("Save")


@pytest.mark.usefixtures("open_on_both")
def test_changes_to_different_fields_on_two_phones_are_both_saved(
    phone, another_phone, season_in_database
):
    save(phone, name="Gold", bonus="2", amount__loba="1.00", measure="wins", each="sum")
    another_phone.tap("Move Wins up")  # the form is rendered again with its original values
    page = save(another_phone, minimum="3", ends="2026-12-31")

    assert page.path == "/season/1"
    season = season_in_database()
    assert (season.name, season.starts, season.ends) == ("Gold", "2026-10-01", "2026-12-31")
    assert season.scheme == Scheme(
        "wins", False, bonus_hundredths=200, min_matches=3, tie_breaks=("wins", "head", "last")
    )
    assert season.stakes == Stakes("cents", {"gin": 50, "loba": 100})


@pytest.mark.usefixtures("open_on_both")
def test_a_conflicting_change_is_shown_and_saved_on_the_second_attempt(
    phone, another_phone, season_in_database
):
    save(phone, name="Gold", table="9 4", minimum="5")
    page = save(another_phone, table="8 3", minimum="3", bonus="1")

    assert page.status == 409
    [saved] = page.reasons
    assert saved.startswith("Saved now: Points for places: 9–4;")
    assert "Matches needed to be ranked: 5" in saved
    assert "Gold" not in saved  # only the other phone changed the name
    assert season_in_database().scheme == Scheme(place_points=(9, 4), min_matches=5)
    fields = [page.by_id(name)["value"] for name in ("name", "minimum", "bonus")]
    assert [*fields, place_points(another_phone)] == ["Gold", "3", "1", "8 3"]

    assert another_phone.tap("Save").path == "/season/1"
    assert season_in_database().scheme == Scheme(
        place_points=(8, 3), min_matches=3, bonus_hundredths=100
    )
    assert season_in_database().name == "Gold"


@pytest.mark.parametrize(
    ("typing", "line"),
    [
        ({"name": "Gold"}, "Name: Gold"),
        ({"starts": "2026-11-01"}, "First and last evening: Sun 1 Nov 2026 to –"),
        ({"measure": "beaten"}, "Games and scoring: Loba, Gin rummy; Share of opponents"),
        ({"games": "jaguar"}, "Games and scoring: Loba, Gin rummy, Jaguar; Points for"),
        (
            {"shared": "higher"},
            "Points for places: 5–3–2–1; players who share a place get the points "
            "for the higher place",
        ),
        ({"which": "best"}, "Which matches count: the best 10"),
        ({"count": "4", "which": "drop"}, "Which matches count: all but the worst 4"),
        ({"bonus": "0.5"}, "Attendance bonus: 0.50"),
        ({"ties": "wins"}, "Tie-breaks: Wins"),
        ({"ties": ""}, "Tie-breaks: Shared place"),
        ({"amount__gin": "1"}, "Stakes: Gin rummy 1.00"),
        ({"unit": ""}, "Stakes: nothing"),
    ],
    ids=str,
)
@pytest.mark.usefixtures("open_on_both")
def test_a_conflict_shows_the_saved_values_in_words(phone, another_phone, typing, line):
    save(phone, **typing)
    page = save(
        another_phone,
        name="Silver",
        ends="2027-01-01",
        measure="strength",
        shared="higher",
        table="7 2",
        which="best",
        count="3",
        bonus="9",
        ties="last",
        amount__loba="3",
    )

    assert page.status == 409
    assert line in page.alerts[0]


@pytest.mark.usefixtures("open_on_both")
def test_equal_changes_on_two_phones_do_not_conflict(phone, another_phone, season_in_database):
    save(phone, name="Gold", bonus="2")
    assert save(another_phone, name=" Gold ", bonus="2.00").path == "/season/1"

    assert season_in_database().name == "Gold"


@pytest.mark.usefixtures("open_on_both")
def test_a_season_closed_on_another_phone_can_still_be_renamed(
    phone, another_phone, season_in_database
):
    phone.go("/season/1")
    phone.tap("Close Autumn")
    assert save(another_phone, name="Gold").path == "/season/1"

    assert (season_in_database().name, season_in_database().closed_at is None) == ("Gold", False)


def test_a_form_without_original_values_is_saved_completely(app, season_in_database):
    data = {
        "name": "Gold",
        "games": ["gin"],
        "measure": "wins",
        "each": "match",
        "table": "5",
        "shared": "average",
        "which": "all",
        "count": "10",
        "minimum": "0",
        "bonus": "",
        "unit": "",
        "save": "1",
    }
    assert app.test_client().post("/season/1/edit", data=data).status_code == 303

    assert season_in_database() == seasons.Season(
        1, "Gold", games=("gin",), scheme=Scheme("wins", place_points=(5,))
    )


@pytest.mark.parametrize("text", ["9" * 500, "½", "", "-1"])
def test_invalid_original_values_cause_no_server_error(phone, app, text):
    page = phone.go("/season/1/edit")
    for box in page.root.all("input"):
        if box["name"].startswith("was-"):
            box.attrs["value"] = text

    assert save(phone, bonus="2").status in {200, 409}
