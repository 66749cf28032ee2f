"""The TV page during a club night: the round, its tables and their totals."""

import pytest

from scorekeeper.league import player_merge, roster
from tests import big_league
from tests.clocks import evening_date
from tests.club_league import (
    FIRST_NAMES,
    add_people,
    create_night,
    draw_round,
    end_night,
    play_out,
    round_matches,
    start_round,
)


def test_the_tv_page_shows_tonights_tables_until_the_night_ends(phone, store, log, people, now):
    night = create_night(store, people, size=4, evening=evening_date(now))
    assert "Table 1" not in phone.go("/tv").words
    draw_round(store, night)
    assert phone.go("/tv").title == "Round 1: find your table"
    start_round(store, log, night)
    assert phone.go("/tv").title == "Round 1"

    end_night(store, night)

    assert "Table 1" not in phone.go("/tv").words


def test_the_tv_page_says_which_of_two_nights_with_the_same_date_it_shows(
    phone, store, people, now
):
    for name, here in (("Autumn cup", people[:4]), ("Juniors", people[4:7])):
        night = create_night(store, here, size=4, evening=evening_date(now), name=name)
        draw_round(store, night)
    assert "Juniors" in phone.go("/tv").words
    assert "Autumn cup" not in phone.page.words

    end_night(store, night)

    assert "Autumn cup" in phone.go("/tv").words


def test_the_tv_page_also_shows_tables_where_an_earlier_round_is_still_played(
    phone, store, log, people, now
):
    night = create_night(store, people, size=4, evening=evening_date(now))
    draw_round(store, night)
    start_round(store, log, night)
    first, second = round_matches(store, night)
    play_out(log, first, at=now)
    draw_round(store, night, 2)
    start_round(store, log, night, 2)

    assert "Table 2 Round 1" in phone.go("/tv").words
    assert set(tv_totals(phone)) == set(FIRST_NAMES[:8])
    play_out(log, second, at=now)
    assert "Table 2" not in phone.go("/tv").words


def test_no_two_tables_on_the_tv_page_have_the_same_number(phone, store, log, now):
    night = create_night(store, add_people(store, 12), size=4, evening=evening_date(now))
    draw_round(store, night)
    start_round(store, log, night)
    first, _, third = round_matches(store, night)
    for match in (first, third):
        play_out(log, match, at=now)
    draw_round(store, night, 2)

    assert "table 2 was still in use" in phone.go(f"/club/{night}").words
    phone.tap("Start 2 matches")
    headings = [each.words for each in phone.go("/tv").by_id("main").all("h2")]
    assert headings[:3] == ["Table 1", "Table 2 Round 1", "Table 3"]


@pytest.mark.parametrize(
    ("people", "shown", "more"), [(59, 29, ""), (115, 56, "One more table is")]
)
def test_the_tv_page_shows_up_to_56_tables(phone, store, now, people, shown, more):
    keys = big_league.add_players(store, big_league.NAMES[:people])
    evening = evening_date(now)
    night = create_night(store, keys, game="gin", options={}, size=2, evening=evening)
    draw_round(store, night)

    page = phone.go("/tv")

    tables = [each.words for each in page.by_id("main").all("h2")][:-1]
    assert tables == [f"Table {n}" for n in range(1, shown + 1)]
    assert (f"{more} on the club night’s page." in page.words) == bool(more)


def test_the_tv_page_shows_the_total_of_a_player_who_was_merged_since(
    phone, store, log, people, now
):
    night = create_night(store, people, size=4, evening=evening_date(now))
    draw_round(store, night)
    start_round(store, log, night)
    match = round_matches(store, night)[0]
    winner = log.sheet(match).setup.players[1]
    play_out(log, match, winner)
    totals = tv_totals(phone)
    zita = roster.add_player(store, "Zita")

    player_merge.merge_players(store, int(winner), zita.id)

    names = dict(zip(people, FIRST_NAMES, strict=False))
    assert totals[names[winner]] == max(totals.values())
    assert tv_totals(phone) == {
        "Zita" if name == names[winner] else name: total for name, total in totals.items()
    }


def test_the_tv_page_shows_the_total_of_a_pair_at_both_of_its_players(
    phone, store, log, people, now
):
    night = create_night(store, people[:4], "gin", {}, size=4, evening=evening_date(now))
    draw_round(store, night)
    start_round(store, log, night)

    assert sorted(tv_totals(phone)) == ["Ana", "Bruno", "Chus", "Dina"]
    assert set(tv_totals(phone).values()) == {"0"}


def test_winners_are_marked_and_have_the_same_chips_at_their_table_and_in_the_ranking(
    phone, store, log, now
):
    keys = big_league.add_players(store, big_league.NAMES[:40])[::5]
    night = create_night(store, keys, size=4, evening=evening_date(now))
    draw_round(store, night)
    start_round(store, log, night)
    match = round_matches(store, night)[0]
    winner = log.sheet(match).setup.players[1]
    play_out(log, match, winner, at=now)

    page = phone.go("/tv")

    items = [each for each in page.by_id("main").all("li") if len(each.all("bdi")) == 1]
    won = [each.all("bdi")[0].words for each in items if "won" in each.words.split()]
    assert won == [big_league.NAMES[int(winner) - 1]]
    players = [each for each in items if each.all("b")]
    chips = [(each["class"], chip_of(each)) for each in (*players[:4], *page.root.all("tr")[1:])]
    assert len(chips) == 8
    assert len(set(chips)) == 4


def chip_of(row):
    [chip] = [each for each in row.walk() if "token" in each["class"].split()]
    return "".join(chip.inside).strip()


def tv_totals(phone):
    """Return {name: total} of the people whose totals the TV page shows."""
    totals = {}
    for item in phone.go("/tv").by_id("main").all("li"):
        if len(item.all("bdi")) == 1 and item.all("b"):
            totals[item.all("bdi")[0].words] = item.all("b")[0].words
    return totals
