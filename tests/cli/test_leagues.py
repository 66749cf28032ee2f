"""Several leagues on one server. Each has its own path, phones and statistics."""

import re
import weakref

import pytest

from scorekeeper import create_app
from scorekeeper.cli import leagues
from scorekeeper.errors import ConfigError
from scorekeeper.runtime.gc_tuning import gc_disabled
from scorekeeper.server import engines
from scorekeeper.web.extension_keys import LEAGUE_CACHE_KEY
from tests.databases import create_league_file
from tests.web.phone import Phone


@pytest.fixture
def app(tmp_path, monkeypatch):
    file = create_league_file(tmp_path / "leagues.sqlite")
    monkeypatch.setenv("SCOREKEEPER_DATABASE", file)
    app = create_app({"TESTING": True})
    yield app
    engines.engine_of(app).dispose()


@pytest.fixture
def sunday(app):
    """The phone of a second league's owner."""
    phone = Phone(app)
    phone.client.token = None
    phone.go(leagues.create_league("Sunday table").path)
    phone.tap("Join Sunday table")
    assert phone.page.path == "/l/2/"
    return phone


def test_each_league_has_its_own_players_and_matches(app, sunday):
    first = Phone(app)
    for phone, root in ((first, ""), (sunday, "/l/2")):
        phone.go(f"{root}/")
        phone.tap("3")
        page = phone.tap("Just deal")
        assert page.path == f"{root}/matches/1"
    sunday.set("bids-1", 1)

    sunday.go("/l/2/players/1/edit")
    sunday.type("New name for Ace", "Zoë")
    page = sunday.tap("Rename")
    assert "Zoë" in page.words
    assert "Zoë" not in first.go("/players").words
    assert "Sunday table" in sunday.go("/l/2/").words
    for path in ("season", "records", "matches", "money", "phones", "export.jsonl", "matches.csv"):
        assert sunday.go(f"/l/2/{path}").status == 200, path


def test_pages_of_a_league_link_only_to_its_own_path(sunday):
    for path in ("", "players", "season", "records", "matches/new", "invite", "phone"):
        text = sunday.go(f"/l/2/{path}").text
        leads = set(re.findall(r' (?:href|src|action|hx-get|hx-post)="(/[^"]*)"', text))
        assert [each for each in sorted(leads) if not each.startswith("/l/2/")] == [], path


def test_the_owner_of_one_league_has_no_access_to_another(app, sunday):
    assert Phone(app).go("/l/2/players").status == 404
    assert sunday.go("/players").status == 404


def test_an_owner_link_can_be_used_by_only_one_device(app):
    path = leagues.create_owner_link(1)
    phones = [Phone(app), Phone(app)]
    for phone in phones:
        phone.client.token = None
        phone.go(path)
    phones[0].tap("Join Card table")

    assert phones[0].go("/phones").status == 200
    phones[1].tap("Join Card table")
    assert phones[1].go("/phones").status == 404


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (lambda: leagues.create_owner_link(7), "There is no league 7 in this database."),
        (lambda: leagues.create_league(" "), "Enter a name for the league."),
    ],
)
def test_a_missing_league_or_an_empty_league_name_is_refused(app, command, sentence):
    with pytest.raises(ConfigError, match=sentence):
        command()


def test_the_league_cache_evicts_the_least_recently_used_league(app, monkeypatch):
    league_cache = app.extensions[LEAGUE_CACHE_KEY]
    monkeypatch.setattr(league_cache, "size", 2)
    phones = []
    for name in ("Sunday table", "Monday table", "Tuesday table"):
        phones.append(Phone(app))
        phones[-1].client.token = None
        phones[-1].go(leagues.create_league(name).path)
        phones[-1].tap(f"Join {name}")

    assert list(league_cache.entries) == [3, 4]
    assert "Sunday table" in phones[0].go("/l/2/players").text
    assert list(league_cache.entries) == [4, 2]


def test_an_evicted_league_leaves_memory_without_a_garbage_collection(app, sunday):
    with gc_disabled():
        sunday.go("/l/2/")
        sunday.tap("3")
        sunday.tap("Just deal")
        for path in ("", "season/all", "records", "players", "money", "matches/1/sheet"):
            assert sunday.go(f"/l/2/{path}").status == 200, path
        log, stats_cache = app.extensions[LEAGUE_CACHE_KEY].pop(2)
        cached = [weakref.ref(each) for each in (log, stats_cache, stats_cache.snapshot)]

        del log, stats_cache

        assert [each() for each in cached] == [None, None, None]
