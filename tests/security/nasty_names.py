"""Nasty names, and the responses of a league in which every name is nasty."""

import re
import shutil
from collections import Counter
from functools import cached_property

from sqlalchemy import insert, update

from scorekeeper.access import invitations, public_links
from scorekeeper.db.access_tables import Devices, Passkeys
from scorekeeper.db.import_tables import ImportJobs
from scorekeeper.db.tables import Leagues, Players, Seasons
from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.match import names
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.security.routes import ROUTES, open_app, with_public_link
from tests.web.page import parse

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
# For the sample: an attribute's end, closing tags, an entity, a template, a placeholder, a formula.
WORST = tuple(NASTY[number] for number in (2, 4, 7, 8, 12, 17))
# Each name begins with a different word, because a narrow page would put a shared first word into
# its own element.
PLAIN = ("A Player", "B Player", "C Player", "D Player", "E Player", "F Player")
PATHS = [
    route.split()[1]
    for route in ROUTES
    if route.startswith("GET") and not re.search(r"stream|static|secret|rules", route)
]
EMPTY_FORMS = [route for route in ROUTES if route.startswith("POST")]
LARGE_HIDDEN, LARGE_ONLY = "data-large-hidden", "large-only"  # an attribute, and a class
CHART_NAME = "plot__who"  # a class
LAST_SEEN_AT = 1_790_000_000  # long ago, so that no phone goes offline while the tests run
TOO_LONG = "x" * 200  # appended to a name, so that the form is refused and shows what was typed
# POST requests that are refused with status 422, with the form values that contain names.
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
                "created_at": 0,
            }
            connection.execute(
                insert(Passkeys).values(league_id=1, id=number, name=name, host="localhost", **key)
            )


def is_large_only(element):
    """Return whether this element, or the one around it, is shown only with large text."""
    return any(LARGE_ONLY in each["class"].split() for each in (element, element.parent) if each)


class StoredResponse:
    """The status, content type and body of a response. A page is parsed only once."""

    def __init__(self, response):
        self.status, self.type = response.status_code, response.mimetype
        self.body = response.data
        response.close()

    @cached_property
    def root(self):
        return parse(self.body.decode())

    @cached_property
    def elements(self):
        """The number of elements with each combination of tag and attributes.

        With large text, more of a page is collapsed if names are long. The attribute that hides
        these parts, and the link that shows them, do not count. Neither do the names beside a
        chart's lines: a long name is there once for each width at which it is cut.
        """
        return Counter(
            (each.tag, *sorted(each.attrs.keys() - {LARGE_HIDDEN}))
            for each in self.root.walk()
            if not is_large_only(each) and CHART_NAME not in each["class"].split()
        )

    @cached_property
    def words(self):
        """The words of a page, without the characters that isolate a name's text direction."""
        return re.sub("[\u2066-\u2069]", "", self.root.words)

    @cached_property
    def descriptions(self):
        """The texts in a page for link previews, and the alternative texts of its pictures."""
        return [
            each["alt"] or each["content"]
            for each in self.root.all("meta", "img")
            if each["property"] not in {"og:image", "og:url"}
        ]


def name_league(file, folder, people):
    """Return {path: StoredResponse} of a league in which all names are replaced with these."""
    app = open_app(shutil.copy(file, folder / f"{len(list(folder.iterdir()))}.sqlite"))
    with engines.engine_of(app).begin() as connection:
        for number, name in enumerate(people, 1):
            called = {"name": names.validate_name(name), "folded": names.name_key(name)}
            connection.execute(update(Players).where(Players.id == number).values(called))
        for number in (1, 2):
            called = {"name": f"{people[number]}.", "folded": f"season {number}"}
            connection.execute(update(Seasons).where(Seasons.id == number).values(called))
        for kind, name in ((Leagues, people[0]), (Devices, people[3]), (ImportJobs, people[4])):
            connection.execute(update(kind).values(name=name))
        connection.execute(update(Devices).values(seen_at=LAST_SEEN_AT))
    add_named_rows(app, [names.validate_name(name) for name in people])
    client = app.test_client()
    responses = {}
    for path in PATHS:
        responses[path] = StoredResponse(
            client.get(with_public_link(app, f"GET {path}").split()[1])
        )
    for path, form in REFUSED.items():
        responses[f"POST {path}"] = StoredResponse(client.post(path, data=form(people)))
    for route in EMPTY_FORMS:
        responses[f"{route} without a form"] = StoredResponse(
            client.post(route.removeprefix("POST "))
        )
    engines.engine_of(app).dispose()
    return responses
