"""An evening's page: players, matches, and changes in the standings."""

from random import Random

import pytest

from scorekeeper.clock import is_evening_date
from scorekeeper.league import evening, match_terms_commands, roster, season_commands
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.stats.schemes import Scheme
from tests.clocks import MACHINE, evening_date, evening_timestamp
from tests.web.results import jabberwocky, let_win
from tests.web.stats.evenings.page import ANA, BRUNO, CHUS, DINA, FIRST, SECOND, THIRD, rows


def test_an_evening_shows_its_winners_players_and_times(phone, two_evenings):
    page = phone.go(f"/nights/{SECOND}")

    assert page.title == "Wednesday 12 November 2025"
    assert "Bruno won Loba" in page.part("Bruno won Loba").words
    assert "One match, 3 players, from 21:00 to 21:02" in page.words
    assert "Bruno, Ana and Chus played" in page.words


def test_a_match_that_ended_on_the_next_day_is_shown_with_both_days(phone, log, two_evenings):
    began = evening_timestamp(SECOND) + 24 * 3600
    match = commands.start_match(log, "jamon", (ANA, BRUNO), {}, CommandMeta("long", began))
    commands.close(log, match, "unfinished", CommandMeta("end", began + 23 * 3600))

    page = phone.go("/nights/2025-11-14")

    times = "from Thu 13 Nov 20:00 2025 to Fri 14 Nov 19:00 2025"
    assert f"One match, 2 players, {times}" in page.words
    assert page.words.count("Thu 13 Nov 20:00 2025 to Fri 14 Nov 19:00") == 2


def test_a_match_is_shown_with_places_points_and_season_points(phone, two_evenings):
    page = phone.go(f"/nights/{SECOND}")

    assert page.items("Loba") == [
        "place 1 Bruno 0 5 Points",
        "place 2 Ana 35 3 Points",
        "place 3 Chus 30 2 Points",
    ]
    assert phone.tap("Score sheet: Loba").path == f"/matches/{two_evenings}/sheet"


def test_changes_show_place_and_figure_before_and_after(phone, two_evenings):
    page = phone.go(f"/nights/{SECOND}")

    assert rows(page, "Changes in Autumn") == [
        "Ana 1 to 1 unchanged 5.00 to 4.00",
        "Bruno 2, shared to 2 unchanged 2.50 to 3.75",
        "Chus 2, shared to 3 down 1 2.50 to 2.25",
    ]


def test_on_the_first_evening_all_players_were_unranked_before(phone, two_evenings):
    page = phone.go(f"/nights/{FIRST}")

    assert rows(page, "Changes in Autumn") == [
        "Ana not ranked to 1 – to 5.00",
        "Bruno not ranked to 2, shared – to 2.50",
        "Chus not ranked to 2, shared – to 2.50",
    ]


def test_settling_up_covers_that_evening_only(phone, two_evenings):
    assert phone.go(f"/nights/{FIRST}").items("Settling up") == [
        "Bruno pays Ana 0.25",
        "Chus pays Ana 0.25",
    ]
    page = phone.go(f"/nights/{SECOND}")
    assert "2 payments settle all debts from this evening." in page.part("Settling up").words
    assert page.items("Settling up") == ["Ana pays Bruno 0.50", "Chus pays Bruno 0.50"]
    assert phone.tap("All open payments").path == "/money?season=1"


@pytest.mark.both_databases
def test_an_evening_links_to_the_previous_and_next_evenings(phone, two_evenings):
    phone.go(f"/nights/{SECOND}")
    assert phone.tap("Wednesday 5 November").path == f"/nights/{FIRST}"
    assert phone.tap("Wednesday 12 November").path == f"/nights/{SECOND}"
    assert phone.tap("Play").path == "/"


def test_changes_include_all_players_of_an_evening_with_two_matches(phone, log):
    jabberwocky(log, DINA, ANA, BRUNO, evening=FIRST)
    jabberwocky(log, CHUS, ANA, BRUNO, evening=SECOND)
    jabberwocky(log, CHUS, ANA, DINA, evening=SECOND, hour=2)

    page = phone.go(f"/nights/{SECOND}")
    assert rows(page, "Changes in Autumn") == [
        "Chus not ranked to 1 – to 5.00",
        "Dina 1 to 2 down 1 5.00 to 3.75",
        "Ana 2, shared to 3, shared down 1 2.50 to 2.50",
        "Bruno 2, shared to 3, shared down 1 2.50 to 2.50",
    ]


def test_later_matches_do_not_change_the_page_of_an_older_evening(store, phone, log):
    """Play random matches, and move some of them into or out of the season.

    The season ranks players who have played at least two matches.
    """
    season_commands.change_season(
        store, Season(1, "Autumn", starts="2025-10-03", scheme=Scheme(min_matches=2))
    )
    rng, said = Random(4), {}
    for number in range(1, 13):
        date = f"2025-10-{number:02}"
        for hour in range(rng.randint(1, 3)):
            match = jabberwocky(log, *rng.sample("1234", 3), evening=date, hour=hour)
            if rng.random() < 0.3:
                terms = MatchTerms(True, rng.choice((1, None)))
                match_terms_commands.set_match_terms(store, match, terms)
        page = phone.go(f"/nights/{date}")
        said[date] = [part.words for part in page.root.all("section", "table")][:-1]

    assert "Tie-break: " in str(said)
    for date, words in said.items():
        page = phone.go(f"/nights/{date}")
        assert [part.words for part in page.root.all("section", "table")][:-1] == words


def test_correcting_a_match_updates_the_evening_at_once(phone, log):
    match = jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST)
    jabberwocky(log, DINA, ANA, BRUNO, evening=SECOND)
    assert "Ana won Jabberwocky" in phone.go(f"/nights/{FIRST}").words

    let_win(log, match, CHUS)

    page = phone.go(f"/nights/{FIRST}")
    assert "Chus won Jabberwocky" in page.words
    assert rows(page, "Changes in Autumn")[0] == "Chus not ranked to 1 – to 5.00"
    assert page.items("Settling up") == ["Bruno pays Chus 0.25", "Ana pays Chus 0.25"]


@pytest.mark.parametrize(
    ("agreed", "how"), [({}, "unfinished"), ({"deals": None}, "closed")], ids=["left", "closed"]
)
def test_an_unfinished_match_is_listed_but_does_not_count(phone, log, agreed, how):
    now = evening_timestamp(FIRST)
    match = commands.start_match(log, "jamon", (ANA, DINA), agreed, CommandMeta("j", now))
    commands.close(log, match, how, CommandMeta("u", now + 60))

    page = phone.go(f"/nights/{FIRST}")
    assert "Nobody won" in page.words
    assert "unfinished, does not count" in page.part("Jamón").words
    assert "Changes in" not in page.words
    assert "Settling up" not in page.words
    assert "Jamón: left unfinished" in page.by_id("text").words


def test_a_friendly_match_is_marked_and_settles_nothing(store, phone, log, two_evenings):
    match_terms_commands.set_match_terms(store, two_evenings, MatchTerms(True, None))

    page = phone.go(f"/nights/{SECOND}")
    assert "does not count towards any season" in page.part("Loba").words
    assert "Changes in" not in page.words
    assert "Settling up" not in page.words


def test_an_evening_with_matches_of_two_seasons_shows_changes_in_both(
    store, phone, log, two_evenings
):
    other = season_commands.create_season(store, Season(0, "Cup", games=("gin",))).id
    match = jabberwocky(log, CHUS, ANA, BRUNO, evening=SECOND, hour=2)
    match_terms_commands.set_match_terms(store, match, MatchTerms(True, other))

    page = phone.go(f"/nights/{SECOND}")
    assert rows(page, "Changes in Cup")[0] == "Chus not ranked to 1 – to 5.00"
    assert rows(page, "Changes in Autumn")[0] == "Ana 1 to 1 unchanged 5.00 to 4.00"


@pytest.mark.parametrize(
    "date",
    [
        "2025-02-30",
        "2025-13-01",
        "yesterday",
        "20251112",
        "2025-11-12x",
        "1899-12-31",
        "9999-12-31",
        "\uff12\uff10\uff12\uff15-11-12",
    ],
)
def test_an_invalid_date_is_not_found(phone, date):
    assert phone.go(f"/nights/{date}").status == 404
    assert phone.client.get(f"/nights/{date}/card.png").status_code == 404


def test_an_evening_without_matches_links_to_the_next_evening(phone, two_evenings):
    page = phone.go("/nights/2025-11-08")

    assert page.status == 200
    assert "No matches on this evening" in page.words
    assert phone.tap("Wednesday 12 November").path == f"/nights/{SECOND}"
    assert phone.client.get("/nights/2025-11-08/card.png").status_code == 404


def test_evening_bounds_and_dates_agree_on_clock_changes_and_leap_days():
    for date in ("2025-03-30", "2025-10-26", "2025-12-31", "2028-02-29"):
        first, end = MACHINE.evening_bounds(date)
        assert evening_date(first) == evening_date(end - 1) == date
        assert evening_date(first - 1) < date < evening_date(end)
    assert not is_evening_date("2025-02-29")
    assert is_evening_date("2028-02-29")


def test_matches_over_the_limit_are_counted_but_not_listed(store, phone, log, monkeypatch):
    """Two of five matches are shown. All five count towards seasons, payments and attendance."""
    monkeypatch.setattr(evening, "MAX_MATCHES_SHOWN", 2)
    cup = season_commands.create_season(store, Season(0, "Cup", games=("gin",))).id
    ids = [jabberwocky(log, ANA, BRUNO, CHUS, evening=FIRST, hour=hour) for hour in range(4)]
    match_terms_commands.set_match_terms(store, ids[3], MatchTerms(True, cup))
    edu = roster.add_player(store, "Edu").key
    now = evening_timestamp(FIRST) + 5 * 3600
    last = commands.start_match(log, "jamon", (DINA, edu), {}, CommandMeta("j", now))
    commands.close(log, last, "unfinished", CommandMeta("u", now + 60))

    page = phone.go(f"/nights/{FIRST}")
    assert "5 matches, 5 players, from 20:00 to 01:01" in page.words
    assert "Bruno, Chus, Ana, Dina and Edu played" in page.words
    assert page.text.count('<h2 id="match-') == 2
    assert "3 more matches are not listed, but they count too." in page.words
    assert page.items("Settling up") == ["Bruno pays Ana 0.75", "Chus pays Ana 0.75"]
    assert rows(page, "Changes in Cup")[0] == "Ana not ranked to 1 – to 5.00"
    assert "".join(page.by_id("text").inside).splitlines()[1:4] == [
        "Jabberwocky: Ana won",
        "Jabberwocky: Ana won",
        "and 3 more matches",
    ]


@pytest.mark.both_databases
def test_the_number_of_queries_does_not_grow_with_the_matches(log, count_queries):
    pages = (f"/nights/{THIRD}", "/nights/2025-10-03", "/money", "/matches/1/terms")
    jabberwocky(log, ANA, BRUNO, CHUS, evening="2025-10-03")
    jabberwocky(log, ANA, BRUNO, CHUS, evening=THIRD)
    few = count_queries(*pages)
    for day in range(4, 24):
        jabberwocky(log, ANA, BRUNO, CHUS, evening=f"2025-10-{day:02}")

    assert count_queries(*pages) == few
    assert max(few.values()) <= 8


def test_a_match_shows_the_attendance_bonus_that_the_changes_include(store, phone, two_evenings):
    scheme = Scheme(per_match=False, bonus_hundredths=25)
    season_commands.change_season(store, Season(1, "Autumn", scheme=scheme))
    page = phone.go(f"/nights/{FIRST}")

    assert [line.split()[-2:] for line in page.items("Jabberwocky")] == [
        ["5.25", "Points"],
        ["2.75", "Points"],
        ["2.75", "Points"],
    ]
    assert [row.split()[-1] for row in rows(page, "Changes in Autumn")] == ["5.25", "2.75", "2.75"]
