"""The TV page shows the latest match, its podium for half an hour, and then the season."""

import re

import pytest

from scorekeeper.league import roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.web.league.tv import ABANDONED_AFTER_S, PODIUM_DURATION_S


@pytest.fixture
def people(store):
    season_commands.create_season(store, Season(0, "Autumn 2026"))
    return tuple(roster.add_player(store, name).key for name in ("Ana", "Bruno", "Chus"))


def tv_page(phone):
    """Return the large heading of the TV page, and the text of its main part."""
    page = phone.go("/tv")
    assert page.status == 200
    return page.root.all("h1")[0].words, page.by_id("main").words


def start_match(log, people, at, game="jabberwocky", **options):
    return commands.start_match(log, game, people, options, CommandMeta(f"begun {game} {at}", at))


def bid(log, match, people, at):
    bids = dict(zip(people, (2, 0, 3), strict=True))
    commands.record_stage(log, match, 1, "bids", {"bids": bids}, CommandMeta("bids", at))


def play_match(log, people, at):
    """Play a match that all of `people` except the last win."""
    match = start_match(log, people, at, schedule=[1])
    tricks = {**dict.fromkeys(people, 0), people[-1]: 1}
    commands.record_stage(
        log, match, 1, "bids", {"bids": dict.fromkeys(people, 0)}, CommandMeta("b", at)
    )
    commands.record_stage(log, match, 1, "tricks", {"tricks": tricks}, CommandMeta("t", at))


def test_the_season_is_shown_before_the_first_match(phone, people):
    assert tv_page(phone)[0] == "Autumn 2026"


def test_a_running_match_shows_the_bids_and_the_next_player(phone, people, log, now):
    bid(log, start_match(log, people, now, schedule=[9]), people, now)

    title, words = tv_page(phone)

    assert title == "Jabberwocky"
    assert "Tricks 9 cards, Ana deals" in words
    assert re.search(r"Ana deals 2 0", words)
    assert re.search(r"Bruno next 0 0", words)


def test_the_match_changed_last_is_shown(phone, people, log, now):
    first = start_match(log, people, now - 100, schedule=[9])
    start_match(log, people, now - 50, "chinchon")
    assert tv_page(phone)[0] == "Chinchón"

    bid(log, first, people, now)

    assert tv_page(phone)[0] == "Jabberwocky"


def test_an_abandoned_match_is_not_shown(phone, people, log, now):
    start_match(log, people, now - ABANDONED_AFTER_S - 60)

    assert tv_page(phone)[0] == "Autumn 2026"


def test_the_podium_is_shown_for_half_an_hour(phone, people, log, now):
    play_match(log, people, now - PODIUM_DURATION_S + 60)

    title, words = tv_page(phone)

    assert title.endswith("win")
    assert "Autumn 2026" in words


def test_the_season_is_shown_again_after_the_podium(phone, people, log, now):
    play_match(log, people, now - PODIUM_DURATION_S - 60)

    assert tv_page(phone)[0] == "Autumn 2026"


def test_the_next_match_replaces_the_podium(phone, people, log, now):
    play_match(log, people, now - 60)
    start_match(log, people, now, "chinchon")

    assert tv_page(phone)[0] == "Chinchón"


def test_the_tv_page_has_only_the_link_to_the_league_page_and_no_invitation_code(
    phone, people, log, now
):
    start_match(log, people, now)
    page = phone.go("/tv")

    main = page.by_id("main")
    assert [each["href"] for each in main.all("a", "button", "form", "input")] == ["/league"]
    assert re.search(r"\S/join$", main.words)


def initials_by_name(page):
    """Return {name: its initials} for each player in the tables of the TV page."""
    found = {}
    for cell in page.root.all("th"):
        chips = [each for each in cell.walk() if "token" in each["class"]]
        for chip, name in zip(chips, cell.all("bdi"), strict=True):
            found.setdefault(name.words, set()).add("".join(chip.inside).strip())
    return found


def test_a_player_has_the_same_initials_in_the_match_and_in_the_standings(
    store, phone, people, log, now
):
    anna = roster.add_player(store, "Anna").key
    play_match(log, (*people[1:], anna), now - 20)
    play_match(log, people, now - 10)
    start_match(log, people, now)

    found = initials_by_name(phone.go("/tv"))

    assert found == {"Ana": {"An"}, "Anna": {"A2"}, "Bruno": {"B"}, "Chus": {"C"}}
