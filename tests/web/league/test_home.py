"""The front page: running matches and recent matches."""

import pytest

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from tests.web.phone import phone_of

JAGUAR = {"jaguar": "1", "friend": "2", "points": 80}


def jaguar(log, friends, key, *, close=False):
    match = commands.start_match(log, "jaguar", friends, {}, CommandMeta(key, 1000))
    stage = log.sheet(match).asked_stage.stage
    commands.record_stage(log, match, 1, stage, JAGUAR, CommandMeta(f"{key}-1", 2000))
    if close:
        commands.close(log, match, "closed", CommandMeta(f"{key}-2", 3000))
    return match


def test_a_running_match_shows_the_leader_and_the_next_stage(phone, log, friends):
    jaguar(log, friends, "a")

    page = phone.go("/")

    assert "Ana leads one ahead of Bruno with 2" in page.words
    assert "Bruno 1" in page.words
    assert "Edu −1" in page.words
    assert "Next: Hand 2. Bruno deals · bids first." in page.words
    assert phone.tap("Continue").path == "/matches/1"


def test_the_matches_of_fifteen_tables_are_all_listed_with_their_players(phone, log, friends):
    matches = [jaguar(log, friends, f"table {n}") for n in range(15)]
    phone.go("/")

    pages = [phone.tap("All 15 matches in progress"), phone.tap("Next rows")]

    links = {link["href"] for page in pages for link in page.by_id("main").all("a")}
    assert {f"/matches/{match}" for match in matches} <= links
    assert [page.words.count("in progress Ana, Bruno, Chus, Dina, Edu") for page in pages] == [
        12,
        3,
    ]


def test_players_who_share_the_lead_are_named_together(phone, log, friends):
    commands.start_match(log, "jabberwocky", friends, {}, CommandMeta("a", 1000))
    bids = {"2": 1, "3": 0, "4": 0, "5": 0, "1": 0}
    tricks = {"2": 1, "3": 2, "4": 0, "5": 0, "1": 0}
    commands.record_stage(log, 1, 1, "bids", {"bids": bids}, CommandMeta("b", 1))
    commands.record_stage(log, 1, 1, "tricks", {"tricks": tricks}, CommandMeta("c", 1))

    page = phone.go("/")

    assert "Ana, Bruno, Dina and Edu lead with 1" in page.words
    assert "Deal 2 of 13" in page.words
    assert "Next: Bids. 4 cards, Bruno deals." in page.words

    commands.close(log, 1, "closed", CommandMeta("d", 2000))

    assert "Jabberwocky: Ana, Bruno, Dina and Edu won" in phone.go("/").words


def test_no_leader_is_shown_before_the_first_deal(phone, log, friends):
    commands.start_match(log, "jabberwocky", friends, {}, CommandMeta("a", 1))

    page = phone.go("/")

    assert "lead" not in page.words
    assert "Ana 0" in page.words


def test_running_matches_after_the_third_are_in_a_list(phone, log, friends):
    for number in range(4):
        jaguar(log, friends, f"m{number}")

    page = phone.go("/")

    assert len([h for h in page.root.all("h2") if h.words == "Jaguar"]) == 3
    assert "Another match in progress Jaguar: in progress" in page.words


def test_without_a_season_the_recent_matches_are_beside_the_running_match(
    phone, store, log, friends
):
    jaguar(log, friends, "over", close=True)
    assert phone.go("/").by_id("last").closest("section").parent["id"] == "main"
    jaguar(log, friends, "running")
    beside = phone.go("/").by_id("last").closest("section").parent
    assert "New match" in beside.words

    season_commands.create_season(store, Season(0, "Autumn"))

    below = phone.go("/").by_id("last").closest("section")
    assert (below.parent["id"], below["class"]) == ("main", "card wide")


def test_the_recent_matches_are_beside_several_running_matches(phone, store, log, friends):
    season_commands.create_season(store, Season(0, "Autumn"))
    jaguar(log, friends, "over", close=True)
    jaguar(log, friends, "first")
    jaguar(log, friends, "second")

    beside = phone.go("/").by_id("last").closest("section")

    assert "New match" in beside.parent.words
    assert beside["class"] == "card"


def test_only_one_button_is_gold(phone, log, friends):
    def gold():
        tags = phone.page.root.all("a", "button")
        return [tag.words for tag in tags if "button--gold" in tag["class"]]

    phone.go("/")
    assert gold() == ["Deal & invite"]

    jaguar(log, friends, "a")
    jaguar(log, friends, "b")
    phone.go("/")
    assert gold() == ["Continue"]
    assert phone.tap("Continue: Jaguar").path == "/matches/1"


def test_recent_matches_show_the_winner_and_link_to_the_match(phone, log, friends):
    match = jaguar(log, friends, "a", close=True)

    page = phone.go("/")

    assert "Jaguar: Ana won Wed 31 Dec 1969 · 2 points" in page.words
    assert phone.tap("Jaguar: Ana won").path == f"/matches/{match}"


def test_a_list_has_no_points_of_a_game_that_may_count_counters(phone, log, friends):
    match = commands.start_match(log, "jamon", friends, {}, CommandMeta("a", 1000))
    counters = dict(zip(friends, (3, 7, 5, 9, 1), strict=True))
    answers = {"went_out": friends[0], "counters": counters}
    commands.record_stage(log, match, 1, "count", answers, CommandMeta("b", 2000))

    page = phone.go("/")

    assert "Jamón: Ana won Wed 31 Dec 1969 · one deal" in page.words


@pytest.mark.both_databases
def test_the_number_of_queries_does_not_grow_with_the_number_of_matches(
    log, friends, count_queries
):
    pages = ("/", "/matches", "/matches/new", "/matches/thrown-away", "/players")
    for number in range(4):
        jaguar(log, friends, f"a{number}", close=number == 0)
    few = count_queries(*pages)
    for number in range(12):
        jaguar(log, friends, f"b{number}", close=number % 2)

    assert count_queries(*pages) == few
    assert few["/"] == 4  # for the phone, changes, running matches and an owner's news
    assert max(few.values()) <= 16


def test_the_players_own_match_is_linked_above_the_others(app, log, friends):
    own = jaguar(log, friends, "own")
    phone, name = phone_of(app, friends[0]), "Go to my match"
    assert name not in phone.go("/").words

    for number in range(3):
        commands.start_match(
            log, "loba", friends[1:4], {}, CommandMeta(f"other {number}", 5000 + number)
        )
    assert "Go to my match Jaguar" in phone.go("/").words
    assert phone.tap(name).path == f"/matches/{own}"
    assert name not in phone_of(app, friends[1]).go("/").words
