"""The page of a finished match: its places, story and pot."""

import pytest

from scorekeeper.web.match.context import duration_text
from tests.rules.notation import text
from tests.web.match_phone import sit_down

TEN = ("Ana", "Ben", "Cem", "Dora", "Eva", "Fritz", "Gus", "Hana", "Ivo", "Jana")


def steps(page):
    """Return each step of the podium as (names, result, place)."""
    return [
        (
            *(span.words for span in step.all("span") if "podium" in span["class"]),
            step.all("b")[0].words,
        )
        for step in page.root.all("ol")[0].all("li")
    ]


def podium(page):
    return next(part for part in page.root.all("section") if part["aria-label"] == "Podium")


def lines_below(page):
    """Return the lines below the podium."""
    return [p.words for p in podium(page).all("p")]


def story(page):
    return [each.words for each in podium(page).all("ul")[0].all("li")]


def jabberwocky(app):
    """Play three deals in which Ana makes every bid, and return the phone."""
    phone = sit_down(app, "jabberwocky", 3, schedule=[3, 3, 3])
    phone.save(bids=(1, 0, 1))
    phone.save(tricks=(1, 2, 0))
    for _ in range(2):
        phone.save(bids=(1, 0, 1))
        phone.save(tricks=(1, 1, 1))
    return phone


def test_the_page_of_a_finished_match_has_its_story(app):
    page = jabberwocky(app).page

    assert page.title == "Ana wins"
    assert page.root.all("title")[0].words == "Ana wins · Jabberwocky · Card table"
    assert story(page) == [
        "Ana led from the first deal to the last.",
        "Ana made their bid most often: 3 times in 3 deals.",
        "Ana made their bid 3 times in a row, from Deal 1 to Deal 3.",
        "Ana won by one point, ahead of Cem.",
    ]


def test_the_page_of_a_finished_match_links_to_its_league(app):
    phone = jabberwocky(app)

    page = phone.tap("League: Card table")

    assert (page.path, page.title) == ("/league", "League")


def test_an_unfinished_match_has_a_chart_but_no_story(app):
    phone = sit_down(app, "jaguar", 5)
    for _ in range(2):
        phone.save(jaguar="1", friend="2", points="80")
    phone.at("end")
    page = phone.tap("Leave it unfinished")

    assert "How it went" in page.words
    assert "trailed" not in page.words
    assert page.root.all("polyline")


def test_many_players_on_one_step_are_counted_there_and_named_below(app):
    jamon = sit_down(app, "jamon", 10)
    page = jamon.save(went_out="1", counters=(5,) * 10)

    assert page.title == "Ana wins"
    assert steps(page) == [
        ("Ana", "23 counters", "place 1"),
        ("9 players", "3 counters", "place 2"),
    ]
    assert lines_below(page) == [f"2 {' '.join(TEN[1:])} 3 counters"]


def marks(page):
    """Return (player's key, text) of each element that scripts can mark as the user's own."""
    return [(e["data-of"], e.words) for e in podium(page).walk() if "data-of" in e]


def test_on_a_shared_place_each_name_has_the_key_of_its_player(app):
    phone = sit_down(app, "jabberwocky", 5, schedule=[3])
    phone.save(bids=(1, 1, 0, 0, 0))
    page = phone.save(tricks=(1, 1, 1, 0, 0))

    names = [("1", "Ana"), ("2", "Ben"), ("4", "Dora"), ("5", "Eva")]
    assert marks(page) == [*names, ("3", "Cem 0 points place 5")]


def test_the_title_counts_five_players_who_share_the_win(app):
    phone = sit_down(app, "jaguar", 5)
    phone.tap("All pass")
    phone.at("end")
    assert phone.page.find("End now: 5 players share the win", "button")

    page = phone.tap("End now")

    assert page.title == "5 players share the win"


def test_the_title_names_three_players_who_share_the_win(app):
    phone = sit_down(app, "jabberwocky", 4, schedule=[4])
    phone.save(bids=(1, 1, 1, 2))
    page = phone.save(tricks=(1, 1, 1, 1))

    assert page.title == "Ana, Ben and Cem win"


def test_a_player_who_came_back_pays_more_and_the_pot_states_the_reason(app):
    loba = sit_down(app, "loba", 3, limit=20)
    loba.save(went_out="1", deadwood=(None, 10, 25))
    loba.save(**{"reenlist-3": "yes"})
    loba.save(went_out="1", deadwood=(None, 30, 30))
    page = loba.save(**{"reenlist-2": "no", "reenlist-3": "no"})

    assert page.items("The pot") == [
        "Cem came back once and pays Ana 2",
        "Ben pays Ana 1",
    ]
    rest = "The winner’s own stakes make up the rest of the pot."
    assert f"Each player put in 1, and 1 each time they came back. {rest}" in page.words


def test_the_pot_of_an_unfinished_match_has_no_winner(app):
    loba = sit_down(app, "loba", 3)
    loba.save(went_out="1", deadwood=(None, 10, 25))
    loba.at("end")
    page = loba.tap("Leave it unfinished")

    assert "Nobody won the pot." in page.words
    assert "the rest of the pot" not in page.words


def test_a_match_without_stakes_shows_no_pot(app):
    loba = sit_down(app, "loba", 3, limit=10, stake=0, max_reenlist=0)
    page = loba.save(went_out="1", deadwood=(None, 12, 12))

    assert page.title == "Ana wins"
    assert "The pot" not in page.words


def test_the_settlement_of_three_gin_players_is_explained(app):
    gin = sit_down(app, "gin", 3, target=10)
    page = gin.save(result="gin", knocker="2", deadwood=(None, 0, 50))

    assert page.title == "Ben wins"
    assert "Each player then pays or gets only the balance." in page.words
    assert "Ana and Cem have no points and each pay Ben 100 more." in page.words


@pytest.mark.parametrize(
    ("seconds", "duration"),
    [
        (0, "one minute"),
        (119 * 60 + 59, "119 minutes"),
        (125 * 60, "2 h 5 min"),
        (24 * 3600, "more than one day"),
        (70 * 24 * 3600 + 5, "more than 70 days"),
    ],
)
def test_a_long_match_has_its_duration_in_hours_or_days(seconds, duration):
    assert text(duration_text(seconds)) == duration
