"""Above a page of the standings without the phone's player, the player's own row is shown."""

import pytest

from scorekeeper.league import settings
from scorekeeper.messages import render
from scorekeeper.stats.schemes import Scheme
from scorekeeper.web.seasons.own_row import ordinal
from tests.web.loba_matches import (
    add_friends,
    create_season,
    fill_large_season,
    play_loba,
    table_texts,
)
from tests.web.own_rows import own_rows
from tests.web.phone import phone_of


def test_the_row_of_the_phones_player_leads_to_its_page(app):
    fill_large_season(app, 64)
    phone = phone_of(app, 64)
    assert own_rows(phone.go("/season/1")) == ["Player 64 49th of 64, shared 1.00"]

    page = phone.tap("Player 64")

    assert page.path == "/season/1?from=57&rows=page#standing-64"
    assert page.by_id("standing-64")["tabindex"] == "-1"
    assert own_rows(page) == []


def test_phones_get_their_own_rows_from_the_same_cached_page(app, phone):
    fill_large_season(app, 64)
    last, other, first = phone_of(app, 64), phone_of(app, 63), phone_of(app, 1)

    for _ in range(2):
        assert own_rows(last.go("/season")) == ["Player 64 49th of 64, shared 1.00"]
        assert len(own_rows(other.go("/season"))) == 1
        assert own_rows(first.go("/season")) == []
        assert own_rows(phone.go("/season")) == []
    assert "own row" not in phone.page.text


def test_play_shows_the_row_of_the_phones_player_below_the_first_three(app, phone):
    fill_large_season(app, 64)
    last, first = phone_of(app, 64), phone_of(app, 1)
    assert own_rows(first.go("/")) == []
    assert own_rows(phone.go("/")) == []
    assert own_rows(last.go("/")) == ["Player 64 49th of 64, shared 1.00"]

    page = last.tap("Player 64")

    assert page.path == "/season/1?from=57&rows=page#standing-64"
    assert page.by_id("standing-64")


def test_all_time_shows_the_row_of_the_phones_player_too(app, store):
    fill_large_season(app, 64)
    settings.set_all_time_minimum(store, 1)
    phone = phone_of(app, 1)

    assert own_rows(phone.go("/season/all")) == []
    assert own_rows(phone.go("/season/all?from=51")) == ["Player 1 1st of 64, shared 1.00"]


def test_a_table_by_game_shows_the_row_of_the_phones_player_below_the_first_rows(app):
    fill_large_season(app, 64)
    phone = phone_of(app, 64)
    page = phone.go("/season/1/games")
    assert own_rows(page) == ["Player 64 49th of 64, shared 1.00"]

    page = phone.tap("Player 64")

    assert page.path == "/season/1/games?game=loba&from=57#standing-loba-64"
    assert page.by_id("standing-loba-64")["tabindex"] == "-1"
    assert own_rows(page) == []
    assert len(own_rows(phone.go("/season/1/games?game=loba"))) == 1


def test_the_own_row_of_a_short_table_by_game_leads_to_its_fold(app):
    fill_large_season(app, 16)
    phone = phone_of(app, 16)
    page = phone.go("/season/1/games")
    [address] = [link["href"] for link in page.root.all("a") if "open=" in link["href"]]

    page = phone.go(address)

    assert page.path == "/season/1/games?open=loba#standing-loba-16"
    assert "open" in page.by_id("standing-loba-16").closest("details")


def test_the_changes_of_an_evening_show_the_row_of_the_phones_player_if_it_is_folded(app):
    fill_large_season(app, 64)
    phone = phone_of(app, 64)
    assert own_rows(phone_of(app, 1).go("/nights/2026-10-01")) == []
    page = phone.go("/nights/2026-10-01")
    assert own_rows(page) == ["Player 64 49th of 64, shared 1.00"]
    [address] = [link["href"] for link in page.root.all("a") if "from=" in link["href"]]

    page = phone.go(address)

    assert page.path == "/nights/2026-10-01?open=1&from=49#change-1-64"
    assert page.by_id("change-1-64")["tabindex"] == "-1"
    assert own_rows(page) == []


def test_a_player_who_is_not_ranked_yet_sees_their_own_row(app):
    add_friends(app, *(f"Player {n}" for n in range(1, 61)))
    create_season(app, scheme=Scheme(min_matches=2))
    for day in ("2026-10-01", "2026-10-02"):
        for first in range(1, 57, 4):
            play_loba(app, day, {str(first + n): n * 11 for n in range(4)}, first)
    play_loba(app, "2026-10-03", {"57": 0, "58": 15, "59": 29})

    assert own_rows(phone_of(app, 59).go("/season/1")) == ["Player 59 Not ranked yet 2.00"]


def test_a_player_outside_the_table_sees_no_row_above_it(app):
    fill_large_season(app, 64)
    add_friends(app, "Newcomer")

    assert own_rows(phone_of(app, 65).go("/season/1")) == []


def test_no_row_is_shown_above_a_short_table(app):
    fill_large_season(app, 8)

    page = phone_of(app, 8).go("/season/1")

    assert len(table_texts(page)) == 8
    assert own_rows(page) == []


@pytest.mark.parametrize(
    ("n", "text"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (112, "112th"), (121, "121st")],
)
def test_ordinals_have_the_right_suffix(n, text):
    assert render(ordinal(n), {}) == text


def test_play_lists_up_to_five_players_if_they_share_the_third_place(app, phone):
    fill_large_season(app, 64)  # 16 players share the first place

    rows = phone.go("/").part("Autumn").all("tbody")[0].all("tr")

    assert [row.all("b")[0].words for row in rows] == ["1, shared"] * 5
