"""Random invalid requests: bodies, files, headers and paths that no browser sends.

Each request that could change something is poisoned: it has a value that no form accepts, names a
match or player that does not exist, or requests something that the match does not allow.
"""

import random
import re
import sqlite3
from contextlib import closing
from functools import cache
from urllib.parse import quote, quote_from_bytes

from scorekeeper.web.entered_values import LABELS, NEW_NAME_PREFIX, STAKE_PREFIX
from tests.modules import ROOT

HERE = {"Origin": "http://localhost"}
NOWHERE = ("0", "999", "2147483647", "2147483648", "-1", "1.0", "0x1", "٣", "9" * 400, "%00", "%ff")
TEXTS = (
    "",
    " ",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "−1",
    "7",
    "99",
    "999999",
    "1000000",
    "9" * 300,
    "1e9",
    "0x1F",
    "1.5",
    "NaN",
    "true",
    "null",
    "None",
    "[]",
    "{}",
    '{"game":"gin"}',
    "[[[[[[[[[[",
    "٣",
    "½",
    "②",
    "\x00",
    "a\x00b",
    "\ufeff",
    "\u202e\u2066",
    "\ud7ff",
    "\uffff",
    "😀" * 50,
    "é" * 400,
    "\r\n\r\n",
    "{n}",
    "{who}",
    "%s%n",
    "{0.__class__}",
    "{{ 7*7 }}",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "nobody",
    "yes",
    "no",
    "knock",
    "gin",
    "draw",
    "normal",
    "run",
    "7S",
    "10D",
    "0>1",
    "1>1",
    ">",
    "../../etc/passwd",
    "=1+1",
    "A+B",
    "1-1",
    "x" * 5000,
    "9" * 5000,
    "9" * 5000 + ">0",
)
NAMES = (
    "key",
    "seen",
    "step",
    "how",
    "do",
    "was",
    "plays",
    "game",
    "seats",
    "first_dealer",
    "up",
    "down",
    "rest",
    "kept",
    "bids-1",
    "bids-9",
    "tricks-1",
    "reneges-2",
    "points",
    "jaguar",
    "friend",
    "called",
    "bid_points",
    "went_out",
    "counters-1",
    "cards-1",
    "calls",
    "closer",
    "close",
    "deadwood-1",
    "defective-1",
    "clean",
    "reenlist-1",
    "result",
    "knocker",
    "pair",
    "upcard-rank",
    "upcard-suit",
    "bids.bids-1",
    "tricks.tricks-1",
    "cards.deadwood-1",
    "hand-1.pair",
    "hand.result",
    "back.reenlist-1",
    "gin-target",
    "gin-preset",
    "gin-oklahoma",
    "jabberwocky-schedule",
    "jaguar-point_bands",
    "jaguar-hands",
    "",
    "\x00",
    "😀",
    "a" * 300,
    "bids-1[]",
    "__proto__",
    *LABELS,  # the typed fields of other forms, such as names, dates and amounts
    f"{NEW_NAME_PREFIX}1",
    f"{STAKE_PREFIX}loba",
)
TYPES = (
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-16",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/json",
    "text/plain",
    "text/xml",
    "\xff\xfe",
    "",
    "image/png",
    "multipart/form-data; boundary=" + "y" * 300,
)
ODD_HEADERS = (
    ("HX-Request", "true"),
    ("HX-Request", "maybe"),
    ("Accept-Language", "xx-ééé;q=9"),
    ("Range", "bytes=9-1"),
    ("If-None-Match", '"' + "a" * 500),
    ("If-Modified-Since", "yesterday"),
    ("Cookie", "session=x; =; ;;"),
    ("Accept-Encoding", "br;q=x, *;q=-1"),
    ("X-Forwarded-For", "'"),
    ("X-Forwarded-Prefix", "//evil"),
    ("Authorization", "Basic !!!"),
    ("Referer", "javascript:1"),
    ("Content-Encoding", "gzip"),
    ("X-HTTP-Method-Override", "DELETE"),
    ("Accept", "*/*;q=2"),
)
FROM_ELSEWHERE = (
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", **HERE},
    {"Cookie": "session=1"},
    {"Origin": "http://localhost:81"},
)
METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "get")


class Stranger:
    """A generator of random requests. The seed determines the requests."""

    def __init__(self, seed):
        self.rng = random.Random(seed)

    def one(self, things):
        return self.rng.choice(things)

    def maybe(self, chance=0.5):
        return self.rng.random() < chance

    def noise(self, most=60):
        return self.rng.randbytes(self.rng.randrange(most))

    def text(self):
        text = self.one(TEXTS) if self.maybe(0.8) else self.noise().decode("utf-8", "replace")
        # Null characters are rare, because a text with one is refused before anything else is read.
        return text if self.maybe(0.05) else text.replace("\x00", "")

    def path_piece(self):
        if self.maybe(0.3):
            return quote_from_bytes(self.noise(20), safe="")
        return url_encoded(self.text()[:200])

    def query(self):
        if self.maybe(0.4):
            return ""
        names = ["\x00"] if self.maybe(0.03) else self.rng.sample(query_names(), k=4)
        pairs = [f"{url_encoded(name)}={self.path_piece()}" for name in names]
        return "?" + self.one(("&", "&", ";", "&&&")).join(pairs)

    def headers(self):
        return {**(HERE if self.maybe(0.9) else {}), **dict(self.odd_headers())}

    def odd_headers(self):
        return [self.one(ODD_HEADERS) for _ in range(self.rng.randrange(3))]

    def pairs(self, poison):
        """Return (name, value) pairs for a form.

        The pairs in `poison` come first, because forms use the first value of each name.
        """
        more = [(self.one(NAMES), self.text()) for _ in range(self.rng.randrange(12))]
        more = more if self.maybe(0.05) else [(n, v) for n, v in more if "\x00" not in n]
        spoiled = {name for name, _ in poison}
        if self.maybe(0.3):
            more += more[:4]
        return [*poison, *((name, value) for name, value in more if name not in spoiled)]

    def body(self, poison):
        """Return (bytes, content type) of a request.

        The body might not match its type, in which case the server finds no fields in it.
        """
        pairs = self.pairs(poison)
        kind = self.rng.randrange(12)
        if kind < 7:
            form = "&".join(f"{url_encoded(name)}={url_encoded(value)}" for name, value in pairs)
            return form.encode(), TYPES[0]
        if kind < 9:
            return self.parts(pairs), "multipart/form-data; boundary=x"
        if kind == 9 and self.maybe(0.3):
            return b"x=" + b"y" * 70_000, TYPES[0]
        return self.noise(400), self.one(TYPES)

    def parts(self, pairs):
        """Return fields and files as a multipart body, which is truncated one time in five."""
        lines = []
        for name, value in pairs:
            file = (
                '; filename="../../x.py"' if self.maybe(0.1) and name not in dict(pairs[:2]) else ""
            )
            head = f'--x\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'
            lines.append(
                head.encode("utf-8", "replace") + value.encode("utf-8", "replace") + b"\r\n"
            )
        whole = b"".join(lines) + b"--x--\r\n"
        return whole[: self.rng.randrange(len(whole))] if self.maybe(0.2) else whole


@cache
def query_names():
    """Return the names of all query parameters that a page reads."""
    code = "".join(
        path.read_text() for path in sorted((ROOT / "scorekeeper" / "web").rglob("*.py"))
    )
    # Some functions get `request.args` as their argument `asked`.
    read = re.findall(r'\b(?:args|values|asked)\.get(?:list)?\(\s*"(\w+)"', code)
    return sorted({*read, *re.findall(r'"(\w+)" (?:not )?in request\.args', code)})


@cache
def url_encoded(text):
    return quote(text, safe="", errors="replace")


def table_contents(file):
    """Return {table: sorted rows as text} of every table in this SQLite file."""
    with closing(sqlite3.connect(file)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name: sorted(map(repr, connection.execute(f"SELECT * FROM {name}")))
            for (name,) in names
        }
