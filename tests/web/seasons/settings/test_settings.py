"""Each setting of a new season is saved and explained."""

import time

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.league import season_commands, seasons
from scorekeeper.league.season_merge import SEASON_PARTS
from scorekeeper.league.seasons import Season
from scorekeeper.messages import render
from scorekeeper.stats.schemes import Scheme
from scorekeeper.web.seasons import season_form
from scorekeeper.web.seasons.conflict import current_values
from tests.clocks import evening_date
from tests.league.season_changes import UNUSUAL
from tests.web.seasons.settings.page import newest_season, open_settings


def test_a_form_opened_and_sent_unchanged_gives_the_same_season():
    form = season_form.form_from_season(UNUSUAL)

    sent = season_form.SeasonForm(MultiDict(season_form.shown_values(form)))
    assert sent.validate()
    assert sent.season(UNUSUAL.id, UNUSUAL.closed_at) == UNUSUAL


def test_a_conflict_in_each_part_can_be_put_in_words():
    # "each" is yes or no, so two phones that change it always choose the same value.
    parts = [name for name in SEASON_PARTS if name != "each"]

    for saved in (Season(1, "Autumn"), UNUSUAL):
        lines = [render(line, {}) for line in current_values(saved, parts)]
        assert len(set(lines)) == len(parts)


def test_a_season_needs_only_a_name(phone, app):
    assert open_settings(phone, app) == seasons.Season(1, "Autumn", scheme=Scheme())
    assert phone.page.title == "Autumn"
    assert phone.go("/season").title == "Autumn"


@pytest.mark.parametrize(
    ("measure", "words"),
    [
        ("places", "Points by place, from first place down: 5–3–2–1."),
        ("wins", "Each win counts as 1. A shared win counts as 1 for each winner."),
        ("beaten", "Beating everyone counts as 1, and last place as 0"),
        ("strength", "A rating. Everyone starts at 1000"),
    ],
)
def test_every_measure_is_saved_and_explained(phone, app, measure, words):
    assert open_settings(phone, app, measure=measure).scheme == Scheme(measure)
    assert words in phone.page.words


def test_game_points_cannot_combine_games_won_by_low_and_by_high_points(phone, app):
    phone.go("/season/new")
    phone.set("name", "Points")
    phone.set("measure", "points")
    page = phone.tap("Create the season")
    sentence = (
        "Game points cannot combine games in which low points win with games "
        "in which high points win. Choose only games of one kind: Chinchón and "
        "Loba, or the other games."
    )
    assert (page.status, page.by_id("no-measure").words) == (422, sentence)

    for game in ("Jabberwocky", "Gin rummy", "Jaguar", "Jamón"):
        phone.tap(game)
    phone.tap("Create the season")

    assert (newest_season(app).scheme.measure, newest_season(app).games) == (
        "points",
        ("chinchon", "loba"),
    )


def test_dates_and_scoring_settings_are_saved_and_explained(phone, app):
    season = open_settings(
        phone,
        app,
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

    assert (season.starts, season.ends) == ("2026-10-01", "2026-12-31")
    assert season.scheme == Scheme("places", False, (8, 5, 3), "higher", "best", 4, 50, 3)
    assert (
        "Points by place, from first place down: 8–5–3. Players who share a place each get "
        "the points for the higher place. The best 4"
        " matches count. Results are added up over the season."
        " Each match played adds a bonus of 0.50."
        " Players are ranked once they have played 3 matches."
    ) in phone.page.words


def test_a_season_after_the_first_starts_tonight_by_default(store, phone):
    assert phone.go("/season/new").find("From", "input")["value"] == ""
    season_commands.create_season(store, Season(0, "Spring"))
    this_evening = evening_date(int(time.time()))

    assert phone.go("/season/new").find("From", "input")["value"] == this_evening
    assert phone.go("/season/new?like=1").find("From", "input")["value"] == this_evening
