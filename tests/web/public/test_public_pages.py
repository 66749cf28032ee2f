"""A public link shows a season, an evening or a match to anyone, and nothing else."""

import calendar
import re
import time
from itertools import islice, permutations

import pytest

from scorekeeper.access.public_links import (
    CURRENT_SEASON,
    FEED,
    LAST_EVENING,
    one_evening,
    one_match,
    one_season,
)
from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.shown_names import ShownNames
from scorekeeper.stats.stakes import Stakes
from tests.web.match_phone import sit_down
from tests.web.public.conftest import FIRST
from tests.web.results import jabberwocky

pytestmark = pytest.mark.both_databases
SUBJECTS = {
    "current season": CURRENT_SEASON,
    "season": one_season(2),
    "last evening": LAST_EVENING,
    "evening": one_evening(FIRST),
    "match": one_match(2),
}


# ---------------------------------------------------------------- what is shown


def test_a_season_shows_standings_last_evening_records_and_earlier_champions(
    create_link, open_public_page, league_players
):
    page = open_public_page(create_link(CURRENT_SEASON))

    assert page.title == "Autumn"
    assert "2 matches, 2 evenings" in page.words
    assert [row.all("th")[0].words for row in page.part("Standings").all("tr")[1:]] == [
        "Ana M.",
        "Bruno O.",
        "Ana R.",
        "Chus V.",
    ]
    assert page.items("Ana M. leads")[0].startswith("Ana M.")
    assert page.items("Latest evening") == ["Bruno O. won Loba"]
    assert page.items("Champions")[0].startswith("Chus V. Summer")
    assert page.find("Loba", "details").all("li")


def test_a_closed_season_shows_its_champion_and_no_other_season(
    create_link, open_public_page, league_players
):
    page = open_public_page(create_link(one_season(1)))

    assert page.title == "Summer"
    assert "Chus V. is champion" in page.words
    assert "closed" in page.words
    assert "Autumn" not in page.words
    assert "Champions" not in page.words


def test_the_current_season_is_the_one_that_is_current_now(
    store, create_link, open_public_page, league_players
):
    path, fixed = create_link(CURRENT_SEASON), create_link(one_season(2))
    season_commands.create_season(store, Season(0, "Winter", "2026-01-01"))

    assert open_public_page(path).title == "Winter"
    assert "No standings yet" in open_public_page(path).words
    assert open_public_page(fixed).title == "Autumn"


def test_without_a_season_all_time_is_shown(store, create_link, open_public_page):
    roster.add_player(store, "Ana Moreno")

    page = open_public_page(create_link(CURRENT_SEASON))

    assert page.title == "All time"
    assert "No standings yet" in page.words


def test_an_evening_shows_winners_and_places(create_link, open_public_page, league_players):
    page = open_public_page(create_link(one_evening(FIRST)))

    assert page.title.startswith("Wednesday 5 November")
    assert "Ana M. won Jabberwocky" in page.words
    assert [each.all("bdi")[0].words for each in page.part("Jabberwocky").all("li")] == [
        "Ana M.",
        "Ana R.",
        "Bruno O.",
    ]
    assert "pays" not in page.words


def test_no_address_of_a_public_evening_shows_its_payments(
    store, create_link, open_public_page, league_players
):
    stakes = Stakes("cents", {"jabberwocky": 25})
    season_commands.change_season(store, Season(2, "Autumn", "2025-10-01", stakes=stakes))
    path = create_link(one_evening(FIRST))

    page = open_public_page(f"{path}?open=pays-cents")

    assert "Settling up" not in page.words
    assert "0.25" not in page.words
    assert "Ana M. won Jabberwocky" in page.words


def test_a_link_to_the_last_evening_follows_new_evenings(
    create_link, open_public_page, log, league_players
):
    path = create_link(LAST_EVENING)
    assert open_public_page(path).title.startswith("Wednesday 12 November")

    jabberwocky(log, *league_players, evening="2025-11-19")

    assert open_public_page(path).title.startswith("Wednesday 19 November")


def test_an_evening_without_matches_says_so(create_link, open_public_page, league_players):
    assert (
        "No matches on this evening"
        in open_public_page(create_link(one_evening("2025-11-06"))).words
    )


def test_a_finished_match_shows_podium_and_sheet(create_link, open_public_page, league_players):
    page = open_public_page(create_link(one_match(3)))

    assert page.title == "Loba"
    assert "finished · 2 deals · Wed 12 Nov 2025" in page.words
    assert page.by_id("board")
    podium = next(each for each in page.root.all("section") if each["aria-label"] == "Podium")
    assert podium.all("bdi")[0].words == "Bruno O."


def test_the_story_of_a_match_has_no_second_full_stop_after_a_shortened_name(
    create_link, open_public_page, league_players
):
    page = open_public_page(create_link(one_match(1)))

    assert page.items("How it went")[-1].endswith("won by one point, ahead of Ana M. and Bruno O.")


def test_a_frame_of_a_finished_match_shows_the_final_result(
    app, log, create_link, open_public_page
):
    sit_down(app, "gin", 2)
    answers = {"result": "knock", "knocker": "1", "deadwood": {"1": 5, "2": 24}}
    commands.record_stage(
        log, 1, 1, log.sheet(1).asked_stage.stage, answers, CommandMeta("deal", 60)
    )
    commands.close(log, 1, "closed", CommandMeta("end", 120))
    path = create_link(one_match(1))

    page, frame = open_public_page(path), open_public_page(path + "/embed")

    final = [each.words for each in page.root.all("span") if each["class"] == "podium__what"]
    assert final[0].startswith("39, ")  # 19 points and a box
    assert [row.words.split(" ", 3)[-1] for row in frame.root.all("li")] == final


def test_a_frame_of_an_evening_shows_ten_matches_and_counts_the_others(
    log, create_link, open_public_page, league_players
):
    for seats in islice(permutations(league_players, 3), 12):
        jabberwocky(log, *seats, evening=FIRST)

    frame = open_public_page(create_link(one_evening(FIRST)) + "/embed")

    assert len(frame.root.all("li")) == 10
    assert "2 more matches" in frame.words


def test_a_frame_of_a_finished_match_shows_partners_in_one_row(app, create_link, open_public_page):
    gin = sit_down(app, "gin", 4, target=10)
    gin.save(pair="0", result="gin", knocker="1", deadwood=(None, 50, None, None))
    gin.save(pair="0", result="draw")

    frame = open_public_page(create_link(one_match(1)) + "/embed")

    rows = [[name.words for name in row.all("bdi")] for row in frame.root.all("li")]
    assert rows == [["Ana", "Cem"], ["Ben", "Dora"]]


@pytest.mark.parametrize("path", ["", "/board", "/embed"], ids=["page", "sheet", "frame"])
def test_a_page_shows_the_time_it_was_rendered(app, create_link, open_public_page, path):
    sit_down(app, "jaguar", 5)

    before = int(time.time())
    page = open_public_page(create_link(one_match(1)) + path)

    [shown] = [each for each in page.root.all("p") if each.words.startswith("As of")]
    [moment] = shown.all("time")
    at = calendar.timegm(time.strptime(moment["datetime"], "%Y-%m-%dT%H:%M:%SZ"))
    assert before <= at <= time.time()
    assert moment["data-time"] == "both"


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
def test_a_public_page_has_no_link_into_the_league(
    create_link, open_public_page, league_players, subject
):
    path = create_link(subject)
    links = [link["href"] for link in open_public_page(path).root.all("a")]
    assert [link for link in links if not link.startswith(("#", path))] == []

    [out] = open_public_page(path + "/embed").root.all("a")
    assert (out["href"], out["target"], out["rel"]) == (path, "_blank", "noopener noreferrer")


def test_a_member_gets_the_same_page_as_a_stranger(app, create_link, stranger, league_players):
    path = create_link(CURRENT_SEASON)
    shown = stranger.get(path)
    member = app.test_client().get(path)

    assert member.data == shown.data
    assert "Set-Cookie" not in member.headers


def test_the_feed_contains_shown_names_and_no_address_of_a_member_page(
    create_link, stranger, league_players
):
    text = stranger.get(create_link(FEED, ShownNames.INITIALS) + "/results.atom").text

    assert "Loba: BO won" in text
    assert re.findall('rel="alternate"', text) == []
    assert "<content>1. BO" in text


def test_a_season_link_ends_with_its_season(store, create_link, stranger, log, league_players):
    season_commands.create_season(store, Season(0, "Empty", "2030-01-01"))
    path = create_link(one_season(3))
    assert stranger.get(path).status_code == 200

    season_commands.remove_season(store, 3)

    assert stranger.get(path).status_code == 404
