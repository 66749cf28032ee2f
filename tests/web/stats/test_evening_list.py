"""The list of evenings: order, winners, pages, years, and the search by date and player."""

import pytest

from scorekeeper.league import evening_list, player_merge, roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.web.stats import evening_list as view
from tests.web.results import jabberwocky, loba

ANA, BRUNO, CHUS = "1", "2", "3"


@pytest.fixture(autouse=True)
def people(store):
    for name in ("Ana", "Bruno", "Chus"):
        roster.add_player(store, name)


def listed_evenings(page):
    """Return {month: texts of its evenings}."""
    return {
        card.all("h2")[0].words: [row.words for row in card.all("li")]
        for card in page.root.all("section")
        if card["class"] == "card"
    }


def test_before_the_first_match_the_page_says_when_an_evening_appears(phone):
    page = phone.go("/nights")

    assert page.title == "Evenings"
    assert "An evening is listed here when its first match has ended." in page.words
    assert phone.tap("New match").path == "/matches/new"


@pytest.mark.both_databases
def test_evenings_are_listed_by_month_with_matches_players_and_winners(phone, log):
    jabberwocky(log, ANA, BRUNO, CHUS, evening="2025-10-29")
    jabberwocky(log, BRUNO, ANA, CHUS, evening="2025-11-12")
    loba(log, BRUNO, ANA, CHUS, evening="2025-11-12", hour=2)
    jabberwocky(log, CHUS, ANA, BRUNO, evening="2025-11-12", hour=3)

    assert listed_evenings(phone.go("/nights")) == {
        "November 2025": ["Wednesday 12 3 matches, 3 players · Bruno won 2"],
        "October 2025": ["Wednesday 29 one match, 3 players · Ana won"],
    }
    assert phone.tap("Wednesday 12").title == "Wednesday 12 November 2025"
    assert phone.tap("Back to Evenings").path == "/nights"


def test_after_a_merge_the_wins_belong_to_one_player(phone, log, store):
    jabberwocky(log, ANA, BRUNO, CHUS, evening="2025-11-12")
    dina = roster.add_player(store, "Dina").key
    loba(log, dina, BRUNO, CHUS, evening="2025-11-12", hour=2)
    player_merge.merge_players(store, int(dina), int(ANA))

    assert listed_evenings(phone.go("/nights")) == {
        "November 2025": ["Wednesday 12 2 matches, 3 players · Ana won 2"]
    }


def test_an_unfinished_match_makes_an_evening_without_players(phone, log):
    match = commands.start_match(log, "loba", (ANA, BRUNO), {}, CommandMeta("a", 1_700_000_000))
    commands.close(log, match, "unfinished", CommandMeta("b", 1_700_000_100))

    assert listed_evenings(phone.go("/nights")) == {"November 2023": ["Tuesday 14 one match"]}


def test_long_lists_have_pages_and_years(phone, log, monkeypatch):
    monkeypatch.setattr(view, "PAGE_SIZE", 2)
    monkeypatch.setattr(evening_list, "BATCH_SIZE", 2)
    for evening in ("2023-03-01", "2024-04-03", "2024-05-08", "2025-06-04", "2025-06-11"):
        for hour in (0, 2):
            jabberwocky(log, ANA, BRUNO, CHUS, evening=evening, hour=hour)

    assert [len(rows) for rows in listed_evenings(phone.go("/nights")).values()] == [2]
    assert list(listed_evenings(phone.tap("Older evenings"))) == ["May 2024", "April 2024"]
    assert list(listed_evenings(phone.tap("Older evenings"))) == ["March 2023"]
    assert list(listed_evenings(phone.tap("Latest evenings"))) == ["June 2025"]
    assert list(listed_evenings(phone.tap("2024"))) == ["May 2024", "April 2024"]


def test_the_headings_of_months_take_up_room_too(phone, log):
    for month in range(1, 13):
        jabberwocky(log, ANA, BRUNO, CHUS, evening=f"2024-{month:02}-05")
    for day in range(1, 18):
        jabberwocky(log, ANA, BRUNO, CHUS, evening=f"2025-01-{day:02}")

    pages = [listed_evenings(phone.go("/nights"))]
    pages += [listed_evenings(phone.tap("Older evenings")) for _ in range(2)]

    assert [sum(map(len, months.values())) for months in pages] == [16, 12, 1]
    assert len(pages[1]) == 12


def search(phone, date):
    phone.go("/nights")
    phone.type("Date of an evening", date)
    return phone.tap("Find")


def test_a_search_opens_the_evening_of_that_date(phone, log):
    jabberwocky(log, ANA, BRUNO, CHUS, evening="2025-11-12")

    assert search(phone, "2025-11-12").path == "/nights/2025-11-12"


@pytest.mark.parametrize(
    ("date", "sentence"),
    [
        (
            "2025-11-20",
            "No match ended on Thursday 20 November 2025. These are the earlier evenings.",
        ),
        ("2025-01-01", "No match ended on or before Wednesday 1 January 2025."),
        ("12 November", "This is not a date. Enter a date such as 2026-11-19."),
    ],
)
def test_a_search_without_a_result_says_so_and_lists_evenings(phone, log, date, sentence):
    jabberwocky(log, ANA, BRUNO, CHUS, evening="2025-11-12")
    page = search(phone, date)

    assert page.by_id("found").words == sentence
    assert page.find("Date of an evening", "input")["value"] == date
    assert list(listed_evenings(page)) == ["November 2025"]


@pytest.mark.parametrize("query", ["?before=x", "?before=2025-13-01", "?before=", "?date="])
def test_invalid_query_parameters_show_the_latest_evenings(phone, log, query):
    jabberwocky(log, ANA, BRUNO, CHUS, evening="2025-11-12")

    assert list(listed_evenings(phone.go(f"/nights{query}"))) == ["November 2025"]


def search_player(phone, letters, date=""):
    phone.go("/nights")
    phone.type("Find a player", letters)
    phone.type("Date of an evening", date)
    return phone.tap("Find")


@pytest.fixture
def cecilia(store, log):
    """The key of Cecília Úbeda Ruiz, who played on two evenings but not on a later one."""
    cecilia = roster.add_player(store, "Cecília Úbeda Ruiz").key
    jabberwocky(log, cecilia, BRUNO, CHUS, evening="2025-10-29")
    jabberwocky(log, ANA, BRUNO, CHUS, evening="2025-11-12")
    loba(log, BRUNO, cecilia, CHUS, evening="2025-11-12", hour=2)
    jabberwocky(log, ANA, BRUNO, CHUS, evening="2025-11-19")
    return cecilia


@pytest.mark.both_databases
@pytest.mark.parametrize("letters", ["ceci", "CECÍ", "ub ru", " ruiz "])
def test_a_search_for_a_player_lists_the_evenings_on_which_they_played(phone, cecilia, letters):
    page = search_player(phone, letters)

    assert page.by_id("found").words == "Evenings with Cecília Úbeda Ruiz"
    assert page.find("Find a player", "input")["value"] == letters.strip()
    assert listed_evenings(page) == {
        "November 2025": ["Wednesday 12 2 matches, 4 players · Bruno and Ana won"],
        "October 2025": ["Wednesday 29 one match, 3 players · Cecília Úbeda Ruiz won"],
    }
    assert "November 2025" in listed_evenings(phone.tap("Latest evenings"))


@pytest.mark.parametrize(
    ("letters", "date", "found", "evenings"),
    [
        (
            "ceci",
            "2025-11-11",
            "Evenings with Cecília Úbeda Ruiz on or before Tuesday 11 November 2025",
            ["October 2025"],
        ),
        (
            "c",
            "2025-10-29",
            "Evenings with Chus, Cecília Úbeda Ruiz on or before Wednesday 29 October 2025",
            ["October 2025"],
        ),
        (
            "ceci",
            "2025-10-28",
            "No evening with Cecília Úbeda Ruiz on or before Tuesday 28 October 2025.",
            [],
        ),
        (
            "xy",
            "",
            "No player found. Type the first letters of a name, or choose only a date.",
            [],
        ),
    ],
)
def test_a_search_for_a_player_and_a_date_lists_evenings_up_to_it(
    phone, cecilia, letters, date, found, evenings
):
    page = search_player(phone, letters, date)

    assert page.by_id("found").words == found
    assert list(listed_evenings(page)) == evenings
    assert page.find("Date of an evening", "input")["value"] == date


def test_a_search_finds_the_evenings_of_merged_players_and_unfinished_matches(
    phone, log, store, cecilia
):
    dina = roster.add_player(store, "Dina").key
    match = commands.start_match(log, "loba", (dina, BRUNO), {}, CommandMeta("a", 1_700_000_000))
    commands.close(log, match, "unfinished", CommandMeta("b", 1_700_000_100))
    player_merge.merge_players(store, int(dina), int(cecilia))

    assert list(listed_evenings(search_player(phone, "ceci"))) == [
        "November 2025",
        "October 2025",
        "November 2023",
    ]


def test_pages_and_years_keep_the_search_for_a_player(phone, cecilia, log, monkeypatch):
    monkeypatch.setattr(view, "PAGE_SIZE", 1)
    jabberwocky(log, cecilia, BRUNO, CHUS, evening="2024-04-03")

    assert list(listed_evenings(search_player(phone, "ceci"))) == ["November 2025"]
    assert list(listed_evenings(phone.tap("Older evenings"))) == ["October 2025"]
    assert list(listed_evenings(phone.tap("2024"))) == ["April 2024"]
    assert phone.page.find("Find a player", "input")["value"] == "ceci"


def test_many_players_found_are_counted(phone, cecilia, monkeypatch):
    monkeypatch.setattr(view, "MAX_NAMED", 1)

    page = search_player(phone, "c")
    assert page.by_id("found").words == "Evenings with any of the 2 players found"


def test_a_search_without_letters_shows_the_latest_evenings(phone, cecilia):
    assert not search_player(phone, " - ").by_id("found")
