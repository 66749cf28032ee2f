"""Names that mean something to HTML, templates, spreadsheets, SQL or Python stay plain text.

This holds on every page and in every export.
"""

import csv
import io
import re
import shutil
from collections import Counter
from xml.etree import ElementTree as ET

import pytest
from sqlalchemy import update

from scorekeeper.db.access_tables import Devices
from scorekeeper.db.tables import ImportJobs, Leagues, Players, Seasons
from scorekeeper.match import names
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
LAST_SEEN_AT = 1_790_000_000  # long ago, so that no phone stops being online between two leagues
FORMULA = re.compile(r"[=+\-@\t\r]")
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def named(file, folder, people):
    """Return {path: (status, type, body)} of a league whose names are all replaced by these."""
    app = opened(shutil.copy(file, folder / f"{len(list(folder.iterdir()))}.sqlite"))
    with engines.engine_of(app).begin() as connection:
        for number, name in enumerate(people, 1):
            called = {"name": names.normalise_name(name), "folded": names.name_key(name)}
            connection.execute(update(Players).where(Players.id == number).values(called))
        for number in (1, 2):
            called = {"name": people[number], "folded": names.name_key(people[number])}
            connection.execute(update(Seasons).where(Seasons.id == number).values(called))
        for kind, name in ((Leagues, people[0]), (Devices, people[3]), (ImportJobs, people[4])):
            connection.execute(update(kind).values(name=name))
        connection.execute(update(Devices).values(seen_at=LAST_SEEN_AT))
    client = app.test_client()
    found = {}
    for path in PATHS:
        answer = client.get(shown(app, f"GET {path}").split()[1])
        found[path] = (answer.status_code, answer.mimetype, answer.data)
        answer.close()
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
    return {path: body for path, (_, kind, body) in answers.items() if kind in kinds}


def test_status_and_content_type_are_the_same_as_with_plain_names(plain, nasty):
    _, answers = nasty

    assert {path: answer[:2] for path, answer in answers.items()} == {
        path: answer[:2] for path, answer in plain.items()
    }
    assert len(of_kind(plain, "text/html")) > 30


def test_pages_have_the_same_elements_as_with_plain_names(plain, nasty):
    """Elements and attributes are the same as with plain names: no name opens or closes a tag."""
    _, answers = nasty
    for path, body in of_kind(answers, "text/html").items():
        assert elements(body) == elements(plain[path][2]), path


def elements(body):
    root = Reader(body.decode()).root
    return Counter((each.tag, *sorted(each.attrs)) for each in root.walk())


def test_names_are_shown_unchanged_on_the_players_page(nasty):
    people, answers = nasty
    words = Reader(answers["/players"][2].decode()).root.words

    for name in people[:-1]:  # the last player is merged and shown under another name
        assert " ".join(names.normalise_name(name).split()) in words


def test_no_link_or_form_leads_to_a_script_or_another_site(nasty):
    _, answers = nasty
    for path, body in of_kind(answers, "text/html").items():
        for element in Reader(body.decode()).root.walk():
            for name in ("href", "src", "action", "formaction"):
                leads = element[name].lower()
                assert not leads.startswith(("javascript:", "data:text", "//")), (path, leads)


def test_csv_files_keep_their_rows_and_columns_and_contain_no_formulas(plain, nasty):
    _, answers = nasty
    for path, body in of_kind(answers, "text/csv").items():
        rows = cells(body)
        assert [len(row) for row in rows] == [len(row) for row in cells(plain[path][2])], path
        for cell in (cell for row in rows for cell in row):
            assert not FORMULA.match(cell) or NUMBER.fullmatch(cell), (path, cell)


def cells(body):
    return list(csv.reader(io.StringIO(body.decode("utf-8-sig"), newline="")))


def test_feeds_have_the_same_elements_as_with_plain_names(plain, nasty):
    _, answers = nasty
    for path, body in of_kind(answers, "application/atom+xml").items():
        assert tags(body) == tags(plain[path][2]), path


def tags(body):
    return [each.tag for each in ET.fromstring(body).iter()]


def test_the_export_contains_the_names_unchanged(nasty):
    people, answers = nasty
    whole = decoded(answers["/export.jsonl"][2])

    found = [each["name"] for each in whole["players"][:PLAYERS]]
    assert found == [names.normalise_name(name) for name in people]
    assert whole["league"]["name"] == people[0]
