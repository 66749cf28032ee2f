"""Amounts of the evenings before the latest eight, which are on further pages."""

from datetime import date, timedelta

import pytest

from scorekeeper.league import money_by_evening, roster, season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.stats.stakes import Stakes
from tests.web.results import jabberwocky

FIRST = date(2025, 1, 6)
STAKES = Stakes("cents", {"jabberwocky": 25})
ANA, BRUNO, CHUS = "1", "2", "3"


@pytest.fixture
def evenings(log, store):
    """The dates of 65 weekly evenings. On each, Ana wins 0.25 from Bruno and 0.25 from Chus."""
    for name in ("Ana", "Bruno", "Chus"):
        roster.add_player(store, name)
    season_commands.create_season(store, Season(0, "Autumn", stakes=STAKES))
    dates = [(FIRST + timedelta(weeks=n)).isoformat() for n in range(65)]
    for evening in dates:
        jabberwocky(log, ANA, BRUNO, CHUS, evening=evening)
    return dates


def listed_dates(page):
    """Return the dates of the evenings that the table links to."""
    rows = next(
        each for each in page.root.all("table") if "Amounts won and lost" in each.words
    ).all("th")
    return [link["href"].rpartition("/")[2] for row in rows for link in row.all("a")]


@pytest.mark.both_databases
@pytest.mark.parametrize("closed", [False, True])
def test_the_list_of_evenings_goes_back_to_the_first(phone, store, evenings, closed):
    if closed:
        season_commands.close_season(store, 1, at=1)
    pages = [listed_dates(phone.go("/money?season=1"))]
    while "Older evenings" in phone.page.words:
        pages.append(listed_dates(phone.tap("Older evenings")))

    assert [len(page) for page in pages] == [8, 30, 27]
    assert [each for page in pages for each in page] == evenings[::-1]
    assert listed_dates(phone.tap("Latest evenings")) == pages[0]


def test_all_time_has_the_same_evenings(phone, evenings):
    page = phone.go(f"/money?season=all&before={evenings[35]}")

    assert listed_dates(page) == evenings[34:4:-1]
    assert "+0.50" in page.words


def test_a_page_of_older_evenings_shows_nothing_else_and_so_stays_short(phone, evenings):
    headings = [each.words for each in phone.go("/money?season=1").root.all("h2")]
    assert headings == ["2 payments settle everything", "Balance", "Stakes"]

    page = phone.tap("Older evenings")

    assert page.root.all("h2") == []
    assert len(listed_dates(page)) == 30


def test_a_page_reads_a_limited_number_of_results(phone, evenings, monkeypatch):
    monkeypatch.setattr(money_by_evening, "MAX_RESULTS", 10)
    pages = [listed_dates(phone.go(f"/money?season=1&before={evenings[25]}"))]
    while "Older evenings" in phone.page.words:
        pages.append(listed_dates(phone.tap("Older evenings")))

    assert [len(page) for page in pages] == [10, 10, 5]
    assert [each for page in pages for each in page] == evenings[24::-1]


def test_an_invalid_before_parameter_shows_the_latest_evenings(phone, evenings):
    assert listed_dates(phone.go("/money?season=1&before=x")) == evenings[:56:-1]
