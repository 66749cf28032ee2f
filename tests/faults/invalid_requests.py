"""Paths, fields and headers that make a request to a route invalid."""

import re

from scorekeeper.web.match.questions.inputs import QUICK_INPUT
from tests.faults.strange_inputs import FROM_ELSEWHERE, HERE, METHODS, NOWHERE

BAD_NAMES = ("", "   ", "\u202eevil", "a" * 41, "a\nb", "\u200b", "😀" * 41)
# Values of the `was` field in the form for a new match: the previous choices.
AGREED = [
    f'{{"game":"{game}","seats":[],"dealer":"","given":{{}},"own":[]}}'
    for game in ("gin", "jabberwocky", "jaguar")
]
UNREADABLE = ("x", "1.5", "9" * 30, "--1", "٣", "<b>", "\u202e")

SECRETS = "FUZZ_SECRETS"  # the secrets of real links, by the first part of their address

# For each game: the number of players, the options, and fields that are always validated.
ASKED = {
    "jabberwocky": (3, {}, ("bids-1", "bids.bids-1")),
    "jaguar": (5, {}, ("points", "hand.points")),
    "jamon": (4, {"deals": None}, ("went_out", "count.went_out")),
    "chinchon": (3, {}, ("closer", "cards.closer")),
    "loba": (3, {"limit": 25}, ("went_out", "cards.went_out")),
    "gin": (2, {}, ("result", "hand.result")),
    "gin with pairs": (4, {}, ("hand-1.result", "hand-2.result")),
}

# The open questions of the running matches: match, deal, stage.
NEXT = [
    ("1", "2", "bids"),
    ("3", "2", "hand"),
    ("5", "2", "count"),
    ("5", "2", "call-1"),
    ("7", "2", "cards"),
    ("9", "1", "back"),
    ("11", "2", "hand"),
    ("13", "1", "hand-2"),
]
MISSING_IDS = ("0", "999", "2147483647", "2147483648", "9" * 400)
# Fields of answers, which are sent to every endpoint that is not listed below.
ANSWER_FIELDS = [pair for _, _, names in ASKED.values() for pair in names] + ["calls", "tricks-1"]


def addresses(app, stranger, rule):
    """Return (path, whether everything that the path names exists) for this route."""
    path, there = rule.rule, True
    if "number" in rule.arguments and stranger.maybe(0.6):
        match, number, stage = stranger.one(NEXT)
        number = number if "stage" in rule.arguments else "1"
        path = path.replace("<int:match_id>", match).replace("<int:number>", number)
        path = path.replace("<int:night_id>", "1")
        return path.replace("<stage>", stage).replace("<int:asked_number>", "2"), True
    for name in sorted(rule.arguments):
        piece, is_there = place(stranger, name)
        if name == "secret" and stranger.maybe(0.7):
            piece, is_there = stranger.one(app.config[SECRETS][rule.rule.split("/")[1]]), True
        there = there and is_there
        path = re.sub(rf"<(int:|path:)?{name}>", lambda _, piece=piece: piece, path)
    return path, there


def place(stranger, name):
    """Return (path segment, whether the object that it names exists)."""
    if name in {"filename", "stage", "game", "date", "season_key"} and stranger.maybe(0.4):
        return stranger.path_piece() or "x", False
    if stranger.maybe(0.25):
        return stranger.one(NOWHERE), False
    known = {
        "match_id": [str(n) for n in range(1, 15)],
        "number": ["1", "2"],
        **{key: ["1", "2"] for key in ("device_id", "invitation_id", "passkey_id", "link_id")},
        "asked_number": ["1", "2", "3"],
        "player_id": [str(n) for n in range(1, 7)],
        "stage": ["bids", "tricks", "hand", "count", "call-1", "cards", "back", "hand-1", "hand-2"],
        "game": ["loba", "gin"],
        "version": ["0"],
        "name": ["core.js", "../wsgi.py"],
        "filename": ["css/base.css", "js/core.js", "../wsgi.py"],
        "season_id": ["1", "2"],
        "season_key": ["1", "2", "all"],
        "action": ["undo", "redo", "reopen"],
        "date": ["1970-01-01", "2026-02-29", "2026-12-31"],
        "payment_id": ["1"],
        "import_id": ["1"],
        "night_id": ["1"],
        "table": ["1", "2"],
        "secret": ["nothing"],
    }
    return stranger.one(known[name]), True


# Fields for each of these forms, with the invalid value `wrong`, by endpoint.
INVALID_VALUES = {
    "players.merge": lambda wrong: [("name", wrong)],
    "season_settings.create": lambda wrong: [("save", "1"), ("measure", wrong)],
    "season_settings.update": lambda wrong: [("save", "1"), ("table", wrong)],
    "match_terms.save": lambda wrong: [
        ("unit", "counters"),
        ("amount", wrong),
        ("season", "2"),
        ("stake", "own"),
        ("evening", wrong),
    ],
    "club_coming.answer": lambda wrong: [("who", wrong)],
    "club.create": lambda wrong: [("evening", wrong), ("size", wrong)],
    "club.update": lambda wrong: [("evening", wrong), ("size", wrong)],
    "club_draws.draw": lambda wrong: [("seen", wrong)],
    "club_draws.swap": lambda wrong: [("seen", wrong)],
    "club_draws.start": lambda wrong: [("seen", wrong)],
    "club_table_players.save": lambda wrong: [("seen", wrong)],
    "league_page.change_time_zone": lambda wrong: [("zone", wrong)],
    "league_page.change_all_time_minimum": lambda wrong: [("minimum", wrong)],
    "league_page.change_currency": lambda wrong: [("currency", wrong)],
    "invitations.invite": lambda wrong: [("many", wrong)],
    "money.settle": lambda wrong: [
        ("amount", wrong),
        ("payer", "1"),
        ("payee", "2"),
        ("unit", "cents"),
    ],
}

# Forms that are refused because of an invalid name.
NAME_FORMS = {
    "players.add",
    "players.rename",
    "league_page.rename",
    "public_links.create",
    "this_phone.change",
}


def invalid_fields(stranger, endpoint):
    """Return fields that cause the form of this endpoint to be refused."""
    wrong = stranger.one(UNREADABLE)
    if endpoint in NAME_FORMS:
        return [("name", stranger.one(BAD_NAMES))]
    if endpoint == "seat_names.rename":
        return [(f"called-{n}", stranger.one(BAD_NAMES)) for n in range(1, 7)]
    if endpoint in INVALID_VALUES:
        return INVALID_VALUES[endpoint](wrong)
    if endpoint == "new_match.submit":
        return [("name", stranger.one(BAD_NAMES[2:])), ("was", stranger.one(AGREED))]
    if endpoint == "first_visit.start":
        return [("seats", wrong)]
    if endpoint in {"matches.undo", "matches.redo"}:
        return [("step", wrong)]
    # A valid quick answer would be saved, because it replaces all other fields of the stage.
    quick_answers = [(QUICK_INPUT, wrong)] if stranger.maybe(0.5) else []
    return [
        *quick_answers,
        *((name, wrong) for name in ANSWER_FIELDS),
        *((f"reenlist-{n}", "x") for n in (1, 2, 3)),
    ]


# Routes that need no form. If the objects that the path names exist, cross-site headers make the
# request invalid.
FORMS_WITHOUT_FIELDS = {
    "matches.drop_draft",
    "matches.close",
    "matches.reopen",
    "matches.delete",
    "matches.restore",
    "matches.rematch",
    "lost_entries.accept",
    "players.hide",
    "players.unhide",
    "players.unmerge",
    "season_lifecycle.close",
    "season_lifecycle.reopen",
    "season_lifecycle.make_current",
    "season_lifecycle.remove",
    "money.undo",
    "money.redo",
    "results_import.change",
    "phones.remove_device",
    "phones.withdraw_invitation",
    "phones.create_recovery_code",
    "invitations.extend",
    "invitations.change_newcomers",
    "invitations.withdraw",
    "public_links.withdraw",
    "club.end",
    "club.reopen",
    "club_people.save",
    "club_coming.create",
    "club_coming.withdraw",
    "club_tables.create",
    "club_tables.withdraw",
    "this_phone.leave",
    "notices.key",
    "passkeys.registration_options",
    "passkeys.authentication_options",
    "passkeys.remove",
}


def strange_request(app, stranger, rule):
    """Return an invalid request to this route, with any method and from any site."""
    method = "POST" if "POST" in rule.methods and stranger.maybe(0.85) else stranger.one(METHODS)
    if method == "POST" and "POST" not in rule.methods:
        method = "GET"
    path, there = addresses(app, stranger, rule)
    headers = stranger.headers()
    if there and rule.endpoint in FORMS_WITHOUT_FIELDS:
        headers = stranger.one(FROM_ELSEWHERE)
    return request_with(stranger, rule, path, method, headers)


def direct_request(app, stranger, rule):
    """Return an invalid request that usually reaches the view of this route."""
    path, headers = addresses(app, stranger, rule)[0], dict(stranger.odd_headers()) | HERE
    if rule.endpoint in FORMS_WITHOUT_FIELDS:
        path = re.sub("<int:[a-z_]+>", lambda _: stranger.one(MISSING_IDS), rule.rule)
        headers = headers if rule.arguments else stranger.one(FROM_ELSEWHERE)
    return request_with(stranger, rule, path, "POST" if "POST" in rule.methods else "GET", headers)


def request_with(stranger, rule, path, method, headers):
    data, kind = b"", ""
    if method == "POST" or stranger.maybe(0.2):
        data, kind = stranger.body(invalid_fields(stranger, rule.endpoint))
    return {
        "path": path + stranger.query(),
        "method": method,
        "data": data,
        "content_type": kind,
        "headers": headers,
    }


REFUSED_STATUSES = {400, 403, 404, 405, 411, 413}  # of requests that reach no view
UNKNOWN_METHODS = ("PUT", "DELETE", "PATCH", "TRACE", "PROPFIND")  # no route accepts these
# Each of these makes a POST to any route invalid before a view runs.
REFUSALS = (
    *({"headers": headers} for headers in FROM_ELSEWHERE),
    *({"method": method, "headers": HERE} for method in UNKNOWN_METHODS),
    {"headers": HERE, "query": "?q=%00"},
    {"headers": HERE, "data": b"name=a%00b", "content_type": "application/x-www-form-urlencoded"},
    {"headers": {**HERE, "Transfer-Encoding": "chunked"}},
    {"headers": {**HERE, "Host": "evil.example"}},
    {"headers": HERE, "length": 10**12},
)


def refused_request(app, stranger, rule):
    """Return a request that is refused before the route's view runs, whatever else it contains."""
    path, _ = addresses(app, stranger, rule)
    request = {"method": "POST", "query": stranger.query(), **stranger.one(REFUSALS)}
    request["headers"] = dict(stranger.odd_headers()) | request["headers"]
    return {**request, "path": path + request["query"]}
