"""The CSV exports of matches, deals and standings."""

import csv
import io
import re
from fractions import Fraction
from pathlib import Path
from threading import Event, Thread

import pytest

from scorekeeper.league import match_terms_commands, season_commands
from scorekeeper.league import stats_cache as stats_cache_module
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.stats.league_stats import LeagueStats
from scorekeeper.stats.schemes import Scheme
from scorekeeper.web.extension_keys import LOG_KEY, STATS_CACHE_KEY
from scorekeeper.web.transfer import table_exports
from tests.web.addresses import addresses
from tests.web.results import jabberwocky, loba
from tests.web.transfer.exports.match_time import EVENING_AT

EXPORT_PAGE = Path(__file__).parents[4] / "docs" / "export.md"


def rows(client, path):
    response = client.get(path)
    assert response.status_code == 200
    assert response.data.startswith(b"\xef\xbb\xbf")
    assert response.mimetype == "text/csv"
    return list(csv.reader(io.StringIO(response.get_data().decode("utf-8-sig"), newline="")))


def column(client, path, heading):
    headings, *lines = rows(client, path)
    return [line[headings.index(heading)] for line in lines]


def test_matches_csv_has_a_line_per_match_and_player(app, played):
    assert rows(app.test_client(), "/matches.csv") == [
        ["match", "evening", "game", "season", "player", "place", "points", "won"],
        ["1", "2025-11-14", "Loba", "'-Autumn", "Ana", "1", "0", "1"],
        ["1", "2025-11-14", "Loba", "'-Autumn", "'=Bruno", "2", "42", "0"],
        ["2", "2025-11-14", "Gin rummy", "'-Autumn", "Ana", "", "", ""],
        ["2", "2025-11-14", "Gin rummy", "'-Autumn", "'=Bruno", "", "", ""],
        ["2", "2025-11-14", "Gin rummy", "'-Autumn", "Chus", "", "", ""],
    ]


def test_matches_csv_has_no_season_for_a_friendly_match(store, app, played):
    match_terms_commands.set_match_terms(store, 1, MatchTerms(True, None))

    assert column(app.test_client(), "/matches.csv", "season")[:2] == ["", ""]


def test_rounds_csv_has_a_line_per_deal_and_side(app, played):
    assert rows(app.test_client(), "/rounds.csv") == [
        ["match", "game", "deal", "side", "points", "total"],
        ["1", "Loba", "1", "Ana", "0", "0"],
        ["1", "Loba", "1", "'=Bruno", "30", "30"],
        ["1", "Loba", "2", "Ana", "0", "0"],
        ["1", "Loba", "2", "'=Bruno", "12", "42"],
    ]


@pytest.mark.both_databases
def test_csv_exports_omit_deleted_matches(app, played):
    commands.delete(played, 1, CommandMeta("away", EVENING_AT + 900))
    client = app.test_client()

    assert column(client, "/matches.csv", "match") == ["2", "2", "2"]
    assert rows(client, "/rounds.csv")[1:] == []


def test_standings_csv_has_a_season_all_time_or_both(app, played):
    client = app.test_client()
    heads = ["season", "place", "player", "matches", "wins", "figure"]
    season = [["'-Autumn", "1", "Ana", "1", "1", "1"], ["'-Autumn", "2", "'=Bruno", "1", "0", "0"]]
    ever = [["All time", "", "Ana", "1", "1", "1"], ["All time", "", "'=Bruno", "1", "0", "0"]]

    assert rows(client, "/season/1/standings.csv") == [heads, *season]
    assert rows(client, "/season/all/standings.csv") == [heads, *ever]
    assert rows(client, "/standings.csv") == [heads, *season, *ever]
    assert client.get("/season/9/standings.csv").status_code == 404


@pytest.mark.parametrize(
    ("value", "digits"),
    [
        (Fraction(5, 2), "2.5"),
        (Fraction(-14), "-14"),
        (Fraction(2, 3), "0.67"),
        (Fraction(0), "0"),
        (Fraction(1200), "1200"),
        (Fraction(-1, 1000), "0"),
        (Fraction(-1, 2), "-0.5"),
    ],
)
def test_figures_are_exported_as_decimal_numbers(value, digits):
    assert table_exports.to_decimal_text(value) == digits


@pytest.mark.parametrize(
    ("measure", "play", "figures"),
    [("places", jabberwocky, ["5", "2.5", "2.5"]), ("points", loba, ["0", "30", "35"])],
    ids=["halves", "the lower wins"],
)
def test_standings_csv_has_decimal_figures(store, app, friends, measure, play, figures):
    scheme = Scheme(measure, per_match=False)
    season_commands.create_season(store, Season(0, "Autumn", scheme=scheme), at=0)
    play(app.extensions[LOG_KEY], "1", "2", "3", evening="2025-11-05")

    assert column(app.test_client(), "/season/1/standings.csv", "figure") == figures


@pytest.mark.both_databases
def test_standings_csv_waits_until_the_statistics_are_computed(app, played, monkeypatch, request):
    """After a restart, pages wait only briefly for the statistics.

    The CSV file waits until all statistics are computed.
    """
    client, stats_cache = app.test_client(), app.extensions[STATS_CACHE_KEY]
    whole = rows(client, "/standings.csv")
    is_writing, may_go_on, add, files = Event(), Event(), LeagueStats.add, []
    request.addfinalizer(may_go_on.set)

    def held(league_stats, result):
        is_writing.set()
        assert may_go_on.wait(30)
        add(league_stats, result)

    for name, value in (
        ("INLINE_RECOMPUTE_LIMIT", 0),
        ("FIRST_LOAD_TIMEOUT_S", 0.0),
        ("REFRESH_TIMEOUT_S", 0.0),
    ):
        monkeypatch.setattr(stats_cache_module, name, value)
    monkeypatch.setattr(LeagueStats, "add", held)
    stats_cache.snapshot = None
    asked = Thread(target=lambda: files.append(rows(client, "/standings.csv")))
    asked.start()
    assert is_writing.wait(30)
    may_go_on.set()
    asked.join()

    assert files == [whole]
    assert len(whole) == 5


def test_pages_and_files_say_that_the_statistics_could_not_be_computed(app, played, monkeypatch):
    def fail(league_stats, result):
        raise ArithmeticError("this result cannot be counted")

    monkeypatch.setattr(LeagueStats, "add", fail)
    client = app.test_client()
    page, file = client.get("/season"), client.get("/standings.csv")

    assert page.status_code == 200
    assert "The latest changes are missing here." in page.text
    assert "The statistics could not be computed." in page.text
    assert "Recalculating" not in page.text
    assert file.status_code == 503
    assert "The statistics could not be computed. Everything saved is safe." in file.text


def test_csv_exports_of_an_empty_league_have_only_the_documented_header_line(app):
    listed = re.findall(r"^\| `(\w+\.csv)` \| (.+) \|$", EXPORT_PAGE.read_text(), re.MULTILINE)
    columns = {file: re.findall("`(.+?)`", names) for file, names in listed}
    paths = addresses(app, ".csv", season_key="all")

    assert {path.rpartition("/")[2] for path in paths} == columns.keys()
    for path in paths:
        assert rows(app.test_client(), path) == [columns[path.rpartition("/")[2]]], path


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/matches.csv", "matches.csv"),
        ("/rounds.csv", "rounds.csv"),
        ("/season/1/standings.csv", "standings-1.csv"),
    ],
)
def test_csv_exports_are_attachments_with_a_file_name(app, played, path, name):
    response = app.test_client().get(path)

    assert response.headers["Content-Disposition"] == f'attachment; filename="{name}"'
