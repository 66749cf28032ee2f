"""The settings of a new season: its scoring, tie-breaks and stakes, and invalid values."""

import time

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.league import season_commands, seasons
from scorekeeper.league.season_merge import SEASON_PARTS
from scorekeeper.league.seasons import Season
from scorekeeper.messages import render
from scorekeeper.rules import GAMES
from scorekeeper.server import engines
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.stakes import Stakes
from scorekeeper.web.seasons import season_form
from scorekeeper.web.seasons.conflict import current_values
from tests.clocks import evening_date
from tests.league.season_changes import UNUSUAL
from tests.web.lobas import season
from tests.web.season_form import fill, fill_places, place_boxes, places

DATE_EXPECTED = "Enter a date from 1900 to 2099 as year, month and day, such as 2026-10-01."


def newest_season(app):
    """Return the season that was created last, from the database."""
    return max(seasons.seasons(engines.store_of(app)), key=lambda each: each.id, default=None)


def typed(phone, name):
    return next(e for e in phone.page.root.all("input") if e["name"] == name)


def open_settings(phone, app, **typing):
    """Create a season with these values and return it from the database."""
    phone.go("/season/new")
    fill(phone, **{"name": "Autumn", **typing})
    page = phone.tap("Create the season")
    assert page.path == f"/season/{newest_season(app).id}", page.alerts
    return newest_season(app)


def test_a_form_opened_and_sent_unchanged_gives_the_same_season():
    form = season_form.form_from_season(UNUSUAL)

    sent = season_form.SeasonForm(MultiDict(season_form.shown_values(form)))
    assert sent.validate()
    assert sent.season(UNUSUAL.id, UNUSUAL.closed_at) == UNUSUAL


def test_a_conflict_in_each_part_can_be_put_in_words():
    parts = [name for name in SEASON_PARTS if name != "each"]  # two edits of a yes or no agree

    for saved in (Season(1, "Autumn"), UNUSUAL):
        lines = [render(line, {}) for line in current_values(saved, parts)]
        assert len(set(lines)) == len(parts)


def test_a_season_needs_only_a_name(phone, table):
    assert open_settings(phone, table) == seasons.Season(1, "Autumn", scheme=Scheme())
    assert phone.page.title == "Autumn"
    assert phone.go("/season").title == "Autumn"


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        ("places", "Points by place, from first place down: 5–3–2–1."),
        ("wins", "Each match won counts 1. A shared win counts 1 for each winner."),
        ("beaten", "Beating everybody counts 1, and last place counts 0"),
        ("strength", "A rating. Everybody starts at 1000"),
    ],
)
def test_every_measure_is_saved_and_explained(phone, table, measure, words):
    assert open_settings(phone, table, measure=measure).scheme == Scheme(measure)
    assert words in phone.page.words


def test_game_points_cannot_combine_games_won_by_low_and_by_high_points(phone, table):
    phone.go("/season/new")
    phone.set("name", "Points")
    phone.set("measure", "points")
    page = phone.tap("Create the season")
    sentence = (
        "Game points cannot combine games in which low points win with games "
        "in which high points win. Choose only from Chinchón, Loba, or only "
        "from the other games."
    )
    assert (page.status, page.by_id("no-measure").words) == (422, sentence)

    for game in ("Jabberwocky", "Gin rummy", "Jaguar", "Jamón"):
        phone.tap(game)
    phone.tap("Create the season")

    assert (newest_season(table).scheme.measure, newest_season(table).games) == (
        "points",
        ("chinchon", "loba"),
    )


def test_dates_and_scoring_settings_are_saved_and_explained(phone, table):
    found = open_settings(
        phone,
        table,
        starts="2026-10-01",
        ends="2026-12-31",
        each="sum",
        table="8 5 3",
        shared="higher",
        which="best",
        count="4",
        bonus="0,5",
        minimum="3",
    )

    assert (found.starts, found.ends) == ("2026-10-01", "2026-12-31")
    assert found.scheme == Scheme("places", False, (8, 5, 3), "higher", "best", 4, 50, 3)
    assert (
        "Points by place, from first place down: 8–5–3. Players who share a place each get "
        "the points for the higher place. The best 4"
        " matches count. Results are added up over the season."
        " Each match played adds a bonus of 0.50."
        " Players are ranked once they have played 3 matches."
    ) in phone.page.words


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("name", "  ", "Enter a name for the season."),
        ("name", "x" * 41, "A name can have at most 40 characters, not 41."),
        ("starts", "1 October", DATE_EXPECTED),
        ("starts", "1899-12-31", DATE_EXPECTED),
        ("ends", "2026-02-30", DATE_EXPECTED),
        ("ends", "2026-1-1", DATE_EXPECTED),
        ("ends", "2100-01-01", DATE_EXPECTED),
        ("ends", "2020-01-01", "The last evening cannot be before the first evening."),
        ("count", "0", "Enter a whole number from 1 to 1000."),
        ("count", "٣", "Enter a whole number from 1 to 1000."),
        ("minimum", "-1", "Enter a whole number from 0 to 1000."),
        ("minimum", "1001", "Enter a whole number from 0 to 1000."),
        ("bonus", "half", "Enter an amount such as 50 or 0.50, or leave the field empty."),
        ("bonus", "0.505", "Enter an amount such as 50 or 0.50, or leave the field empty."),
    ],
)
def test_an_invalid_value_is_explained_beside_its_field(phone, table, name, text, sentence):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    phone.set("starts", "2026-10-01")
    phone.set(name, text)
    page = phone.tap("Create the season")

    assert page.status == 422
    field = typed(phone, name)
    assert (field["value"], field["aria-invalid"]) == (text, "true")
    assert page.by_id(field["aria-describedby"]).words == sentence
    assert page.alerts == [f"Not saved yet {sentence}"]
    assert newest_season(table) is None


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
def test_invalid_points_for_places_are_explained_below_their_boxes(phone, table, points, sentence):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    fill_places(phone, points)
    page = phone.tap("Create the season")

    assert page.status == 422
    assert places(phone) == points
    [described] = {box["aria-describedby"] for box in place_boxes(phone)}
    assert page.by_id(described).words == sentence
    assert page.alerts == [f"Not saved yet {sentence}"]
    assert newest_season(table) is None


def test_each_place_has_a_box_and_more_can_be_added_up_to_twenty(phone, table):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    assert places(phone) == "5 3 2 1"
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
    assert newest_season(table).scheme.table == (8, 3, 2, 1)


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
def test_points_for_places_in_one_text_are_still_read(table, text, points):
    data = {"name": "Autumn", "games": "gin", "measure": "places", "each": "match", "save": "1"}
    data |= {"shared": "average", "which": "all", "count": "10", "unit": "", "table": text}

    assert table.test_client().post("/season/new", data=data).status_code == 303
    assert newest_season(table).scheme.table == points


def test_a_season_without_games_is_refused(phone, table):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    for game in GAMES.values():
        phone.tap(game.name)
    page = phone.tap("Create the season")

    assert (page.status, page.by_id("no-games").words) == (422, "Choose at least one game.")


def test_two_seasons_cannot_have_the_same_name(phone, table):
    season(table)
    phone.go("/season/new")
    phone.set("name", "AUTUMN")

    page = phone.tap("Create the season")

    assert page.alerts == ["Not saved yet There is already a season called Autumn."]
    assert typed(phone, "name")["value"] == "AUTUMN"


def test_invalid_values_of_fields_that_do_not_apply_are_ignored(phone, table):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    fill_places(phone, "nonsense")
    phone.set("count", "0")
    phone.set("measure", "strength")
    phone.set("amount-gin", "a lot")
    phone.tap("Create the season")

    assert (newest_season(table).scheme, newest_season(table).stakes) == (
        Scheme("strength"),
        Stakes(),
    )


# ---------------------------------------------------------------- the order of tie-breaks


def order(page):
    return [row.all("b")[0].words for row in page.part("Tie-breaks").all("li")]


HEAD, WINS = "1. Head to head", "2. Wins"
LAST, SHARED = "3. Last match together", "4. Shared place"


def test_tie_breaks_can_be_moved_removed_and_added(phone, table):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    assert order(phone.page) == [HEAD, WINS, LAST, SHARED]

    phone.tap("Move Wins up")
    phone.tap("Move Wins down")
    phone.tap("Move Last match together up")
    phone.tap("Remove Head to head")
    assert order(phone.page)[:2] == ["1. Last match together", "2. Wins"]
    phone.tap("Matches")
    assert typed(phone, "name")["value"] == "Autumn"
    phone.tap("Create the season")

    assert newest_season(table).scheme.ties == ("last", "wins", "played")
    assert (
        "Players who are level are separated by the last match together, wins, matches played"
        in phone.page.words
    )


def test_the_first_tie_break_cannot_move_up_nor_the_last_down(phone):
    """The buttons are `aria-disabled`, so they keep their place and the focus."""
    page = phone.go("/season/new")
    before = order(page)

    for words in ("Move Head to head up", "Move Last match together down"):
        assert page.find(words, "button")["aria-disabled"] == "true"
        phone.tap(words)
        assert order(phone.page) == before


def test_all_tie_breaks_can_be_removed(phone, table):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    for each in ("Head to head", "Wins", "Last match together"):
        phone.tap(f"Remove {each}")
    assert order(phone.page) == ["1. Shared place"]
    phone.tap("Create the season")

    assert newest_season(table).scheme.ties == ()
    assert "Players who are level share the place." in phone.page.words
    phone.go("/season/1/edit")
    assert order(phone.page) == ["1. Shared place"]


# ---------------------------------------------------------------- stakes


def test_stakes_can_be_in_money_or_in_counters(phone, table):
    found = open_settings(phone, table, unit="cents", amount__gin="0.05", amount__jabberwocky="1,5")
    assert found.stakes == Stakes("cents", {"jabberwocky": 150, "gin": 5})
    phone.go("/season/1/edit")
    assert [typed(phone, f"amount-{game}")["value"] for game in ("gin", "jabberwocky", "loba")] == [
        "0.05",
        "1.50",
        "",
    ]

    found = open_settings(phone, table, name="Other", unit="counters", amount__gin="5")
    assert found.stakes == Stakes("counters", {"gin": 5})
    phone.go("/season/2/edit")
    assert typed(phone, "amount-gin")["value"] == "5"


@pytest.mark.parametrize("unit", ["cents", "counters"])
def test_stakes_without_an_amount_are_no_stakes(phone, table, unit):
    assert open_settings(phone, table, unit=unit).stakes == Stakes()


@pytest.mark.parametrize(
    ("unit", "text", "sentence"),
    [
        ("cents", "a lot", "Enter an amount such as 0.50, or leave the field empty for no stake."),
        (
            "counters",
            "0.50",
            "Enter a whole number of counters, or leave the field empty for no stake.",
        ),
    ],
)
def test_an_invalid_stake_is_explained_beside_its_field(phone, table, unit, text, sentence):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    phone.set("unit", unit)
    phone.set("amount-gin", text)
    page = phone.tap("Create the season")

    field = typed(phone, "amount-gin")
    assert (page.status, field["value"], field["aria-invalid"]) == (422, text, "true")
    assert page.by_id(field["aria-describedby"]).words == sentence
    assert "open" in field.around("details")


def test_a_season_after_the_first_starts_tonight_by_default(store, phone):
    assert phone.go("/season/new").find("From", "input")["value"] == ""
    season_commands.create_season(store, Season(0, "Spring"))
    this_evening = evening_date(int(time.time()))

    assert phone.go("/season/new").find("From", "input")["value"] == this_evening
    assert phone.go("/season/new?like=1").find("From", "input")["value"] == this_evening
