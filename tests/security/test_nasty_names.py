"""Names that mean something to HTML, templates, spreadsheets, SQL or Python stay plain text.

This holds on every page, in every refusal and in every export. The names are those of players (one
of them merged), seasons, phones, invitations, public links, passkeys, an import and the league.
"""

import csv
import io
import re
import shutil
from collections import Counter
from functools import cached_property
from xml.etree import ElementTree as ET

import pytest
from sqlalchemy import insert, update

from scorekeeper.access import invitations, public_links
from scorekeeper.db.access_tables import Devices, Passkeys
from scorekeeper.db.tables import ImportJobs, Leagues, Players, Seasons
from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import names
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.security.routes import ROUTES, opened, shown
from tests.transfer.leagues import decoded
from tests.web.phone import Reader

NASTY = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    "</title></textarea></script></template>",
    "<!-- <b> -->",
    "]]><x/>",
    "&lt;b&gt; &amp; &#39; &nbsp",
    "{{ 7 * 7 }}{{ config }}",
    "{% raw %}{# x #}",
    "${7*7} #{7*7} <%= 7 %>",
    "%s %d %(name)s %n %",
    "{0} {name} {who} {n}",
    "=1+1",
    "+1 234",
    "-2+3",
    "@SUM(A1:A9)",
    '=HYPERLINK("http://example.invalid")',
    'a,b;"c" d',
    "'; DROP TABLE player; --",
    "../../etc/passwd",
    "javascript:alert(1)",
    "null",
    "undefined",
    "true",
    "__proto__",
    "NaN",
    r"\u0022\x22 \n \\",
    "שרה",
    "مرحبا (abc) 12",
    "😀👨‍👩‍👧‍👦🏳️‍🌈",
    "Z̸̢̛͎͈a̷l̶g̵o̷",
    "\u0130stanbul \u0131I ß \ufb00",
    "\u200ba\u200bb",
    "W" * names.MAX_NAME_LENGTH,
    "\uff11\uff12\uff13",
)
PLAYERS = 6
GROUPS = [NASTY[first : first + PLAYERS] for first in range(0, len(NASTY), PLAYERS)]
PLAIN = ("Player A", "Player B", "Player C", "Player D", "Player E", "Player F")
PATHS = [
    route.split()[1]
    for route in ROUTES
    if route.startswith("GET") and not re.search(r"stream|static|secret|rules", route)
]
EMPTY_FORMS = [route for route in ROUTES if route.startswith("POST")]
LAST_SEEN_AT = 1_790_000_000  # long ago, so that no phone stops being online between two leagues
FORMULA = re.compile(r"[=+\-@\t\r]")
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


TOO_LONG = "x" * 200  # after a name, so that the form is refused and shows what was typed
# POST requests that are refused with status 422, with the values that name somebody or something.
REFUSED = {
    "/players": lambda people: {"name": people[0]},
    "/players/3/name": lambda people: {"name": people[0]},
    "/players/3/same": lambda people: {"name": people[0]},
    "/players/3/remove": lambda people: {},
    "/league": lambda people: {"name": people[1] + TOO_LONG},
    "/phone": lambda people: {"name": people[2] + TOO_LONG},
    "/showings": lambda people: {
        "name": people[3] + TOO_LONG,
        "shows": "feed",
        "names": "full",
    },
    "/invite": lambda people: {"lasts": "1", "name": people[4] + TOO_LONG},
    "/season/new": lambda people: {"save": "1", "name": people[1]},
    "/join/code": lambda people: {"code": people[1]},
    "/matches/11/terms": lambda people: {
        "season": "2",
        "stake": "own",
        "unit": "counters",
        "amount": people[5],
    },
}


def add_named_rows(app, people):
    """Add an invitation, a public link, a passkey and a season with each of these names."""
    store = engines.store_of(app)
    for number, name in enumerate(people, 10):
        invitations.invite(store, Right.VIEWER, name, by=1, at=LAST_SEEN_AT)
        public_links.create_public_link(store, name, public_links.FEED)
        season = season_commands.create_season(
            store, Season(0, f"Season {number}", "1990-01-01", "1990-01-31"), at=0
        )
        called = {"name": name, "folded": names.name_key(name)}
        with store.write() as connection:
            connection.execute(update(Seasons).where(Seasons.id == season.id).values(called))
            key = {
                "credential": f"key{number:05}",
                "public_key": b"",
                "sign_count": 0,
                "made_at": 0,
            }
            connection.execute(
                insert(Passkeys).values(league_id=1, id=number, name=name, host="localhost", **key)
            )


class Answer:
    """The status, content type and body of a response; a page is parsed once."""

    def __init__(self, response):
        self.status, self.type = response.status_code, response.mimetype
        self.body = response.data
        response.close()

    @cached_property
    def root(self):
        return Reader(self.body.decode()).root

    @cached_property
    def elements(self):
        return Counter((each.tag, *sorted(each.attrs)) for each in self.root.walk())

    @cached_property
    def words(self):
        """The words of a page, without the characters that isolate the direction of a name."""
        return re.sub("[\u2066-\u2069]", "", self.root.words)

    @cached_property
    def descriptions(self):
        """The texts of a page for previews, and for screen readers that do not see pictures."""
        return [
            each["alt"] or each["content"]
            for each in self.root.all("meta", "img")
            if each["property"] not in {"og:image", "og:url"}
        ]


def named(file, folder, people):
    """Return {path: Answer} of a league whose names are all replaced by these."""
    app = opened(shutil.copy(file, folder / f"{len(list(folder.iterdir()))}.sqlite"))
    with engines.engine_of(app).begin() as connection:
        for number, name in enumerate(people, 1):
            called = {"name": names.normalise_name(name), "folded": names.name_key(name)}
            connection.execute(update(Players).where(Players.id == number).values(called))
        for number in (1, 2):
            called = {"name": f"{people[number]}.", "folded": f"season {number}"}
            connection.execute(update(Seasons).where(Seasons.id == number).values(called))
        for kind, name in ((Leagues, people[0]), (Devices, people[3]), (ImportJobs, people[4])):
            connection.execute(update(kind).values(name=name))
        connection.execute(update(Devices).values(seen_at=LAST_SEEN_AT))
    add_named_rows(app, [names.normalise_name(name) for name in people])
    client = app.test_client()
    found = {}
    for path in PATHS:
        found[path] = Answer(client.get(shown(app, f"GET {path}").split()[1]))
    for path, form in REFUSED.items():
        found[f"POST {path}"] = Answer(client.post(path, data=form(people)))
    for route in EMPTY_FORMS:
        found[f"{route} without a form"] = Answer(client.post(route.removeprefix("POST ")))
    engines.engine_of(app).dispose()
    return found


@pytest.fixture(scope="module")
def plain(file, tmp_path_factory):
    return named(file, tmp_path_factory.mktemp("plain"), PLAIN)


@pytest.fixture(scope="module", params=GROUPS, ids=lambda group: group[0])
def nasty(request, file, tmp_path_factory):
    """Return (names, the responses of all paths with these names)."""
    return request.param, named(file, tmp_path_factory.mktemp("nasty"), request.param)


def of_kind(answers, *kinds):
    return {path: answer for path, answer in answers.items() if answer.type in kinds}


def test_status_and_content_type_are_the_same_as_with_plain_names(plain, nasty):
    _, answers = nasty

    assert {path: (answer.status, answer.type) for path, answer in answers.items()} == {
        path: (answer.status, answer.type) for path, answer in plain.items()
    }
    assert len(of_kind(plain, "text/html")) > 30


def test_pages_have_the_same_elements_as_with_plain_names(plain, nasty):
    """Elements and attributes are the same as with plain names: no name opens or closes a tag."""
    _, answers = nasty
    for path, answer in of_kind(answers, "text/html").items():
        assert answer.elements == plain[path].elements, path


def squeezed(name):
    """A name as the words of a page contain it."""
    return " ".join(names.normalise_name(name).split())


def test_the_list_of_players_shows_names_unchanged(nasty):
    people, answers = nasty
    words = answers["/players"].words

    for name in people[:-1]:  # the last one is merged
        assert squeezed(name) in words


@pytest.mark.parametrize("path", ["/players/1/edit", "/phones", "/showings"])
def test_names_are_shown_unchanged_on_pages(nasty, path):
    """Those of all players, one of them merged, and those of links, seasons and passkeys."""
    people, answers = nasty
    words = answers[path].words

    for name in people:
        assert squeezed(name) in words
    if path == "/players/1/edit":
        assert f"Also entered as {squeezed(people[-1])}. Both count as one player." in words


def test_season_names_are_shown_unchanged_in_the_list_of_seasons(nasty):
    people, answers = nasty
    words = answers["/season/2"].words

    for name in people:
        assert squeezed(name) in words


def test_refusals_name_what_was_entered_unchanged(nasty):
    people, answers = nasty
    for path, form in REFUSED.items():
        answer = answers[f"POST {path}"]
        assert answer.status == 422, path
        root = answer.root
        shown = root.words, *(each["value"] for each in root.walk())
        shown = [" ".join(each.split()) for each in shown]
        for typed in form(people).values():
            assert any(" ".join(typed.split()) in each for each in shown), path
    words = answers["POST /players/3/same"].words
    assert f"{squeezed(people[2])} and {squeezed(people[0])} played in the same match" in words


def test_no_link_or_form_leads_to_a_script_or_another_site(nasty):
    _, answers = nasty
    for path, answer in of_kind(answers, "text/html").items():
        for element in answer.root.walk():
            for name in ("href", "src", "action", "formaction"):
                leads = element[name].lower()
                assert not leads.startswith(("javascript:", "data:text", "//")), (path, leads)


def test_csv_files_keep_their_rows_and_columns_and_contain_no_formulas(plain, nasty):
    _, answers = nasty
    for path, answer in of_kind(answers, "text/csv").items():
        rows = cells(answer.body)
        assert [len(row) for row in rows] == [len(row) for row in cells(plain[path].body)], path
        for cell in (cell for row in rows for cell in row):
            assert not FORMULA.match(cell) or NUMBER.fullmatch(cell), (path, cell)


def cells(body):
    return list(csv.reader(io.StringIO(body.decode("utf-8-sig"), newline="")))


def renamed(text, people):
    """Replace the plain names in a text by these; drop what isolates their direction."""
    called = dict(zip(PLAIN, (names.normalise_name(name) for name in people), strict=True))
    text = re.sub("Player [A-F]", lambda found: called[found[0]], text)
    return re.sub("[\u2066-\u2069]", "", text)


def test_csv_files_contain_the_names_with_no_more_than_apostrophes(plain, nasty):
    people, answers = nasty
    for path, answer in of_kind(answers, "text/csv").items():
        before, after = cells(plain[path].body), cells(answer.body)
        expected = [[bare(renamed(cell, people)) for cell in row] for row in before]
        assert sorted([bare(cell) for cell in row] for row in after) == sorted(expected), path


def bare(cell):
    return cell.replace("'", "")


def test_the_history_as_text_contains_the_names_unchanged(plain, nasty):
    people, answers = nasty
    path = "/matches/11/history.txt"

    before, after = plain[path].body.decode(), answers[path].body.decode()
    assert renamed(after, PLAIN) == renamed(before, people)


def test_feeds_have_the_same_elements_as_with_plain_names_and_contain_the_names(plain, nasty):
    people, answers = nasty
    for path, answer in of_kind(answers, "application/atom+xml").items():
        assert tags(answer.body) == tags(plain[path].body), path
        found, expected = texts(answer.body), texts(plain[path].body)
        assert [renamed(each, PLAIN) for each in found] == [
            renamed(each, people) for each in expected
        ], path


def tags(body):
    return [each.tag for each in ET.fromstring(body).iter()]


def texts(body):
    found = (each.text or "" for each in ET.fromstring(body).iter())
    return [re.sub("/shown/[^/]+", "/shown/SECRET", text) for text in found]


def test_previews_of_links_contain_the_names_and_texts_for_pictures_do_not(plain, nasty):
    """The names in a picture are drawn; its text for screen readers has none."""
    people, answers = nasty
    for path, answer in of_kind(answers, "text/html").items():
        before, after = plain[path].descriptions, answer.descriptions
        assert [renamed(each, PLAIN) for each in after] == [
            renamed(each, people) for each in before
        ], path
    assert any("Player A" in each for each in plain["/shown/SHOWN"].descriptions)


def test_the_export_contains_the_names_unchanged(nasty):
    people, answers = nasty
    for path in ("/export.jsonl", "/export.json"):
        whole = decoded(answers[path].body)
        called = [names.normalise_name(name) for name in people]

        assert [each["name"] for each in whole["players"][:PLAYERS]] == called
        assert {each["name"] for each in whole["seasons"]} >= set(called)
        assert whole["league"]["name"] == people[0]
        assert people[4] in [each["name"] for each in whole["imports"]]
