"""The league that receives invalid requests, and the phones that send them."""

import time

import pytest

from scorekeeper import create_app
from scorekeeper.access import devices, invitations, public_links
from scorekeeper.access.public_links import FEED
from scorekeeper.league import payments, roster, season_commands
from scorekeeper.league.club import codes as club_codes
from scorekeeper.league.club import coming as club_coming
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.shown_names import ShownNames
from scorekeeper.rights import Right
from scorekeeper.server import engines
from scorekeeper.transfer.results_import import jobs
from scorekeeper.web import permissions, templating
from tests import club_league
from tests.faults.invalid_requests import ASKED, SECRETS
from tests.members import TOKEN, add_phone

# For each permission, the cookie of the phone that has it.
SESSIONS = {Right.OWNER: TOKEN, Right.SCORER: "scorer", Right.VIEWER: "viewer"}
OLD_RESULTS = b"date;game;player;place\n2023-09-03;Loba;Ana;1\n2023-09-03;Loba;Ben;2\n"
FRIENDS = ("Ana", "Ben", "Cem", "Dora", "Eva")
DEALS = {
    "jabberwocky": [
        ("bids", {"bids": {"1": 1, "2": 0, "3": 1}}),
        ("tricks", {"tricks": {"1": 1, "2": 1, "3": 1}}),
    ],
    "jaguar": [("hand", {"jaguar": "1", "friend": "2", "points": 80})],
    "jamon": [("count", {"went_out": "1", "counters": {"1": 5, "2": 5, "3": 5, "4": 5}})],
    "chinchon": [("cards", {"closer": "1", "deadwood": {"1": 0, "2": 20, "3": 30}})],
    "loba": [("cards", {"went_out": "1", "clean": False, "deadwood": {"1": 0, "2": 20, "3": 30}})],
    "gin": [("hand", {"result": "knock", "knocker": "1", "deadwood": {"1": 5, "2": 20}})],
    "gin with pairs": [("hand-1", {"pair": ["1", "2"], "result": "draw"})],
}


def open_fuzzed_app(database):
    """Yield an app on this empty league, with a running and a deleted match of each game.

    The league also has an open and a closed season, a payment, a club night, links of every kind
    and an uploaded CSV file. Exceptions are raised instead of being turned into a 500.
    """
    app = create_app({"SQLALCHEMY_DATABASE_URI": database, "TESTING": True})
    for right in (Right.SCORER, Right.VIEWER):
        add_phone(app, right, SESSIONS[right])
    store = engines.store_of(app)
    keys = tuple(roster.add_player(store, name).key for name in FRIENDS)
    log = app.extensions["scorekeeper.log"]
    for game, (seats, options, _) in ASKED.items():
        for end in ("", "over"):
            play(log, game, keys[:seats], options, end)
    season_commands.create_season(store, Season(0, "Spring"), at=0)
    season_commands.close_season(store, 1, at=1)
    season_commands.create_season(store, Season(0, "Autumn"), at=2)
    payments.record_payment(store, payments.NewPayment(1, 2, 100, "cents", 2), "paid", at=3)
    night = club_league.create_night(store, keys, size=3)
    club_league.draw_round(store, night)
    jobs.store_upload(store, "old.csv", OLD_RESULTS, "old", int(time.time()))
    app.config[SECRETS] = secrets_by_route(store, night)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(devices, "SEEN_UPDATE_INTERVAL_S", 10_000)  # no last-seen updates
        yield app


def rendered_once(render_template):
    """Wrap a function that renders error pages.

    The wrapper renders each page only once for all requests that get it.
    """
    pages = {}

    def render(template, **values):
        key = (
            template,
            repr(sorted(values.items())),
            permissions.current_right(),
            templating.is_part_request(),
            templating.league_name(),
        )
        if key not in pages:
            pages[key] = render_template(template, **values)
        return pages[key]

    return render


def secrets_by_route(store, night):
    """Create links of every kind.

    Returns {first part of the address: secrets of the links}.
    """
    made = invitations.invite(store, Right.SCORER, "Tables")
    club_codes.set_codes(store, night, lambda *_: made.invitation)
    subjects = [
        FEED,
        public_links.one_season(1),
        public_links.one_season(2),
        public_links.one_evening("1970-01-01"),
        *(public_links.one_match(match) for match in (1, 3, 12)),
    ]
    return {
        "shown": [
            public_links.create_public_link(store, "Shown", subject, names)
            for subject in subjects
            for names in (ShownNames.FULL, ShownNames.INITIALS)
        ],
        "coming": [club_coming.create_link(store, night)],
        "club": [made.link],
        "join": [made.link, invitations.invite(store, Right.VIEWER, "Friends").link],
    }


def play(log, game, players, options, end):
    """Play one deal of a match, and if `end` is set, end the match and delete it."""
    count = iter(range(100))
    match = commands.start_match(
        log, game.split()[0], players, options, CommandMeta(f"{game}{end}", 0)
    )
    for stage, answers in DEALS[game]:
        commands.record_stage(log, match, 1, stage, answers, CommandMeta(f"{game}{next(count)}", 1))
    if end:
        commands.close(log, match, "unfinished", CommandMeta("end", 2))
        commands.delete(log, match, CommandMeta("away", 3))
