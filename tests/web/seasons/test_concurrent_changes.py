"""Season pages while a match is in progress, or while statistics are recomputed."""

import pytest

from scorekeeper.league import (
    match_terms_commands,
    player_merge,
    roster,
    season_commands,
)
from scorekeeper.league.seasons import MatchTerms
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rights import Right
from scorekeeper.stats.schemes import Scheme
from scorekeeper.web.extension_keys import LOG_KEY, STATS_CACHE_KEY
from tests.held_recomputing import held_recomputing
from tests.members import add_phone
from tests.web.loba_matches import (
    EVENINGS,
    add_friends,
    correct_loba,
    create_season,
    deal_answers,
    play_loba,
    table_columns,
)


@pytest.fixture
def running(app):
    """A function that starts a match of Loba, plays one deal and returns the match.

    Its argument `left` is {key: points left}.
    """

    def running(left, key="running"):
        log = app.extensions[LOG_KEY]
        match = commands.start_match(log, "loba", tuple(left), {}, CommandMeta(key, 1_790_000_000))
        commands.record_stage(
            log, match, 1, "cards", deal_answers(left), CommandMeta("r", 1_790_000_000)
        )
        return match

    return running


def projected_rows(page):
    return page.items("If the match in progress")


def test_the_season_page_projects_the_standings_after_the_running_match(phone, app, running):
    add_friends(app)
    create_season(app)
    play_loba(app, "2026-10-01", {"1": 0, "2": 30, "3": 20})
    running({"1": 30, "2": 0, "3": 20})

    page = phone.go("/season")

    # Points of Ana, Bruno and Chus: 5, 2 and 3 in one match, and 2, 5 and 3 in the other.
    assert projected_rows(page) == [
        "place 1 Bruno up 2 3.50+1.50",
        "place 2 Ana down 1 3.50−1.50",
        "place 3 Chus down 1 3.000.00",
    ]
    assert (
        "Bruno would go up 2 places. Bruno finished ahead of Ana in the last "
        "match that both played."
    ) in page.words
    assert table_columns(page, "Player") == ["Ana", "Chus", "Bruno"]


def test_the_projected_standings_mark_shared_places(phone, app, running):
    add_friends(app)
    create_season(app)
    running({"1": 0, "2": 30, "3": 30})

    rows = projected_rows(phone.go("/season"))

    assert rows == ["place 1 Ana 5.00", "place 2, shared Bruno 2.50", "place 2, shared Chus 2.50"]


def test_a_running_friendly_match_has_no_projected_standings(store, phone, app, running):
    add_friends(app)
    create_season(app)
    match = running({"1": 30, "2": 0})
    assert len(projected_rows(phone.go("/season"))) == 2

    match_terms_commands.set_match_terms(store, match, MatchTerms(is_season_chosen=True))

    assert "If the match in progress ended now" not in phone.go("/season").words
    assert "If the match in progress ended now" not in phone.go("/season/all").words


def test_a_running_match_without_a_deal_has_no_projected_standings(phone, app):
    add_friends(app)
    create_season(app)
    log = app.extensions[LOG_KEY]
    commands.start_match(log, "loba", ("1", "2"), {}, CommandMeta("k", 1))

    assert "If the match in progress ended now" not in phone.go("/season").words


def test_projected_standings_rank_fewer_points_first_if_the_lowest_wins(phone, app, running):
    add_friends(app)
    create_season(app, scheme=Scheme("points", per_match=False), games=("loba",))
    play_loba(app, "2026-10-01", {"1": 0, "2": 30, "3": 20})
    running({"1": 5, "2": 0, "3": 40})

    page = phone.go("/season")

    assert table_columns(page, "Player", "Points") == [
        ("Ana", "0"),
        ("Chus", "20"),
        ("Bruno", "30"),
    ]
    assert projected_rows(page) == [
        "place 1 Ana unchanged 5+5",
        "place 2 Bruno up 1 300",
        "place 3 Chus down 1 60+40",
    ]


# ---------------------------------------------------------------- recomputing


@pytest.fixture
def hold_up(app, monkeypatch):
    """A function that holds up recomputing from now on, and returns an event.

    Recomputing continues when a test sets the event.
    """
    with held_recomputing(app, monkeypatch) as hold:
        yield hold


def test_pages_show_the_old_standings_and_a_notice_while_recomputing(phone, app, hold_up):
    add_friends(app)
    create_season(app)
    match = play_loba(app, *EVENINGS[0])
    assert "Recalculating" not in phone.go("/season").words
    may_go_on = hold_up()
    correct_loba(app, match, {"1": 30, "2": 0, "3": 20})

    page = phone.go("/season")
    assert page.by_id("recounting").words.startswith("Recalculating.")
    assert page.by_id("recounting")["role"] == "status"
    assert table_columns(page, "Player") == ["Ana", "Chus", "Bruno"]
    assert "Recalculating" in phone.go("/season/1/games").words

    may_go_on.set()
    app.extensions[STATS_CACHE_KEY].wait_until_current()
    page = phone.go("/season")
    assert "Recalculating" not in page.words
    assert table_columns(page, "Player") == ["Bruno", "Chus", "Ana"]


def test_pages_name_the_player_of_the_requesting_phone_while_recomputing(app, hold_up):
    add_friends(app)
    create_season(app)
    match = play_loba(app, *EVENINGS[0])
    add_phone(app, Right.VIEWER, "brunos", player_id=2)
    brunos = app.test_client()
    brunos.token = "brunos"
    brunos.get("/season")
    hold_up()
    correct_loba(app, match, {"1": 30, "2": 0, "3": 20})

    page = brunos.get("/season").text

    assert "Recalculating" in page
    assert 'data-me="2"' in page


def test_new_seasons_players_and_evenings_have_pages_while_recomputing(store, phone, app, hold_up):
    """The old statistics do not include the merge, or the new season, player and evening."""
    add_friends(app, "Ana", "Bruno", "Chus", "Anna")
    create_season(app)
    play_loba(app, "2026-10-01", {"1": 0, "2": 30, "4": 20})
    phone.go("/season")
    may_go_on = hold_up()
    player_merge.merge_players(store, 4, 3)
    roster.add_player(store, "Dina")
    spring = create_season(app, "Spring", starts="2026-01-01", ends="2026-06-30")
    phone.go("/season")
    play_loba(app, "2026-03-05", {"1": 0, "5": 30})  # earlier than all other results

    new = {
        f"/season/{spring}": "Spring",
        f"/season/{spring}/games": "Spring by game",
        f"/season/{spring}/edit": "Spring",
        f"/money?season={spring}": "Money",
        f"/records?season={spring}": "Records",
        f"/players/5?season={spring}": "Dina",
        "/players/5": "Dina",
        "/players/3": "Chus",
        "/nights/2026-03-05": "Thursday 5 March",
        "/season/1": "Autumn",
        "/records": "Records",
        "/": "Card table",
        "/season/all": "All time",
    }
    for path, title in new.items():
        page = phone.go(path)
        assert (page.status, title in page.title) == (200, True), path
    assert phone.client.get("/nights/2026-03-05/card.png").status_code == 200
    assert table_columns(phone.go("/season/1"), "Player") == ["Ana", "Chus", "Bruno"]
    assert "No standings yet" not in phone.go(f"/season/{spring}").words

    may_go_on.set()
    app.extensions[STATS_CACHE_KEY].wait_until_current()
    assert table_columns(phone.go(f"/season/{spring}"), "Player") == ["Ana", "Dina"]


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/season/1",
        "/season/1?from=51",
        "/season/all?from=2",
        "/season/1/games",
        "/players/1",
        "/players/1?season=1",
        "/players/1?season=1&rivals=all",
        "/records",
        "/records?season=1",
        "/money?season=1",
        "/money?season=all",
        "/nights/2026-10-01",
    ],
)
def test_the_recomputing_notice_reloads_the_same_address(phone, app, hold_up, path):
    add_friends(app)
    create_season(app)
    match = play_loba(app, *EVENINGS[0])
    phone.go(path)
    hold_up()
    correct_loba(app, match, {"1": 30, "2": 0, "3": 20})

    assert phone.go(path).by_id("recounting")["hx-get"] == path


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/", "The standings appear after the first finished match"),
        ("/", "0 matches"),
        ("/season", "No standings yet"),
        ("/season/2", "No champion"),
        ("/records", "No records yet"),
        ("/money", "Nobody owes anyone anything"),
    ],
)
def test_no_page_shows_an_empty_league_during_the_first_computation(
    store, phone, app, hold_up, path, sentence
):
    add_friends(app)
    create_season(app)
    create_season(app, "Cup", games=("gin",))
    season_commands.close_season(store, 2)
    season_commands.select_current_season(store, 1)
    assert sentence in phone.go(path).words
    play_loba(app, *EVENINGS[0])
    may_go_on = hold_up()
    app.extensions[STATS_CACHE_KEY].snapshot = None

    page = phone.go(path)
    assert page.by_id("recounting").words.startswith("Recalculating.")
    assert sentence not in page.words
    assert "0 matches" not in page.words

    may_go_on.set()
    app.extensions[STATS_CACHE_KEY].wait_until_current()
    assert phone.go(path).by_id("recounting") is None
