"""Every page of a league names the league and links to its League page.

The pages are listed in routes.py, and the league has data at each address.
"""

import re
import shutil

import pytest

from scorekeeper.access import public_links
from scorekeeper.league import settings
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests.security.people import any_phone
from tests.security.routes import ROUTES, open_app
from tests.web.page import parse

NAME = "Thursday <i>table</i>"
RUNNING = "/matches/18"
# These pages are the same for every league.
OF_NO_LEAGUE = {"/offline", "/join"}
# The bar of a match page has no room for the league's name. The score sheet, one tap away, names
# the league and links to its League page.
BARS_OF_MATCHES = {"/matches/11", "/matches/11/rounds/1/correct", RUNNING}


@pytest.fixture(scope="module")
def league_app(file, tmp_path_factory):
    """The league of routes.py with another name and a running match."""
    league_app = open_app(shutil.copy(file, tmp_path_factory.mktemp("named") / "league.sqlite"))
    store = engines.store_of(league_app)
    settings.rename_league(store, NAME)
    log = league_app.extensions["scorekeeper.log"]
    match = commands.start_match(log, "jabberwocky", ("1", "2", "3"), {}, CommandMeta("new", 1))
    assert f"/matches/{match}" == RUNNING
    yield league_app
    engines.engine_of(league_app).dispose()


@pytest.fixture(scope="module")
def pages(league_app):
    """The owner's pages as {path: root element}, without parts of pages."""
    client, roots = any_phone(league_app), {}
    paths = [route.split()[1] for route in ROUTES if route.startswith("GET")]
    for path in (*paths, RUNNING):
        response = client.request("an owner", f"GET {path}")
        if response.status_code == 200 and response.mimetype == "text/html":
            root = parse(response.text)
            if root.all("title"):
                roots[path] = root
    assert len(roots) > 50
    return {path: page for path, page in roots.items() if path not in OF_NO_LEAGUE}


def header(page):
    """Return the page's header. A TV page has no header, so return the whole page."""
    return next(iter(page.all("header")), page)


def has_link_to_league(page):
    return "/league" in [link["href"] for link in page.all("a")]


def test_every_page_names_its_league_in_the_title(pages):
    titles = {path: page.all("title")[0].words for path, page in pages.items()}

    assert {title for title in titles.values() if title.count(NAME) != 1} == set()


def test_every_header_names_its_league_except_in_the_bar_of_a_match(pages):
    assert {path for path, page in pages.items() if NAME not in header(page).words} == (
        BARS_OF_MATCHES
    )


def test_every_header_leads_to_the_league_page_except_in_the_bar_of_a_match(pages):
    assert {path for path, page in pages.items() if not has_link_to_league(header(page))} == (
        BARS_OF_MATCHES
    )


def test_every_bar_of_a_match_leads_to_its_score_sheet_which_leads_to_the_league_page(
    league_app, pages
):
    for path in BARS_OF_MATCHES:
        [link] = [each for each in pages[path].all("a") if each["aria-label"] == "Score sheet"]
        response = any_phone(league_app).request("an owner", f"GET {link['href']}")

        assert has_link_to_league(header(parse(response.text))), path


def test_no_page_contains_an_identifier_of_code(pages):
    """The texts include labels for screen readers, and texts that only empty fields show."""
    faults = {}
    for path, page in pages.items():
        labels = [each[name] for each in page.walk() for name in ("aria-label", "placeholder")]
        words = " ".join([page.words, *(label for label in labels if label)])
        if identifiers := re.findall(r"[^\W\d]+_\w+|\b(?:True|False|null)\b", words):
            faults[path] = identifiers

    assert faults == {}


@pytest.mark.parametrize("page", ["", "/embed"])
def test_a_public_match_names_its_league(league_app, page):
    match = public_links.one_match(11)
    secret = public_links.create_public_link(engines.store_of(league_app), "World", match)
    root = parse(any_phone(league_app).request("a stranger", f"GET /shown/{secret}{page}").text)

    assert NAME in root.all("title")[0].words
    assert NAME in header(root).words


def test_an_error_page_names_its_league_for_members_only(league_app):
    titles = {
        who: parse(any_phone(league_app).request(who, "GET /matches/99").text).all("title")[0].words
        for who in ("a viewer", "a stranger", "a removed phone")
    }

    assert [who for who, title in titles.items() if NAME in title] == ["a viewer"]
    assert titles["a stranger"].endswith("· Scorekeeper")


def test_the_first_visit_names_its_league(phone):
    page = phone.go("/")

    assert "Card table" in header(page.root).words
    assert page.root.all("title")[0].words == "Start · Card table"
