"""The permission that each route requires, and a league with data at every route's address.

The rows are written by hand and not read from web/permissions.py, because they test that module.
"""

import tempfile
from pathlib import Path

from sqlalchemy import select

from scorekeeper import create_app
from scorekeeper.access import public_links
from scorekeeper.db.base import Base
from scorekeeper.db.tables import Leagues
from scorekeeper.league.club import coming as club_coming
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.browser import leagues
from tests.databases import create_league_file
from tests.members import add_phone
from tests.shared import shared

ANYBODY, VIEWER, SCORER, OWNER = range(4)

# Route -> the lowest permission that may use it.
ROUTES = {
    "GET /static/css/base.css": ANYBODY,
    "GET /static/icons/icons.svg": ANYBODY,
    "GET /static/js/0/core.js": ANYBODY,
    "GET /health": ANYBODY,
    "GET /robots.txt": ANYBODY,
    "GET /offline": ANYBODY,
    "GET /service-worker.js": ANYBODY,
    "GET /rules": ANYBODY,
    "GET /rules/gin": ANYBODY,
    "GET /join": ANYBODY,
    "GET /join/secret": ANYBODY,
    "POST /join": ANYBODY,
    "POST /join/code": ANYBODY,
    "POST /join/forget": ANYBODY,
    "POST /passkey/ask": ANYBODY,
    "POST /passkey": ANYBODY,
    "GET /shown/SHOWN": ANYBODY,
    "GET /shown/SHOWN/board": ANYBODY,
    "GET /shown/SHOWN/embed": ANYBODY,
    "GET /shown/SHOWN/picture.png": ANYBODY,
    "GET /shown/SHOWN/now": ANYBODY,
    "GET /shown/SHOWN/stream": ANYBODY,
    "GET /shown/FEED/results.atom": ANYBODY,
    "GET /club/at/secret/1": ANYBODY,
    "GET /coming/COMING": ANYBODY,
    "POST /coming/COMING": ANYBODY,
    "GET /": VIEWER,
    "GET /matches": VIEWER,
    "GET /matches.csv": VIEWER,
    "GET /matches/thrown-away": VIEWER,
    "GET /matches/11": VIEWER,
    "GET /matches/11/sheet": VIEWER,
    "GET /matches/11/sheet.csv": VIEWER,
    "GET /matches/11/sheet/board": VIEWER,
    "GET /matches/11/faces": VIEWER,
    "GET /matches/11/history": VIEWER,
    "GET /matches/11/history.txt": VIEWER,
    "GET /matches/11/rounds/1/bids": VIEWER,
    "GET /matches/11/rounds/1/bids/look": VIEWER,
    "GET /matches/11/rounds/1/bids/mine": VIEWER,
    "POST /matches/11/rounds/1/bids/mine": VIEWER,
    "GET /league": VIEWER,
    "GET /live/now": VIEWER,
    "GET /live/stream": VIEWER,
    "GET /money": VIEWER,
    "GET /matches/11/picture.png": VIEWER,
    "GET /nights": VIEWER,
    "GET /nights/2026-09-06": VIEWER,
    "GET /nights/2026-09-06/card.png": VIEWER,
    "GET /phone": VIEWER,
    "POST /phone": VIEWER,
    "POST /phone/leave": VIEWER,
    "POST /phone/notices": VIEWER,
    "POST /phone/notices/key": VIEWER,
    "GET /players": VIEWER,
    "GET /players/1": VIEWER,
    "GET /records": VIEWER,
    "GET /results.atom": VIEWER,
    "GET /results/14": VIEWER,
    "GET /rounds.csv": VIEWER,
    "GET /season": VIEWER,
    "GET /season/2": VIEWER,
    "GET /season/2/games": VIEWER,
    "GET /season/2/review": VIEWER,
    "GET /season/2/review.png": VIEWER,
    "GET /players/1/review": VIEWER,
    "GET /players/1/review.png": VIEWER,
    "GET /season/2/crosstable": VIEWER,
    "GET /season/2/crosstable.csv": VIEWER,
    "GET /ratings": VIEWER,
    "GET /ratings.csv": VIEWER,
    "GET /season/2/standings.csv": VIEWER,
    "GET /standings.csv": VIEWER,
    "GET /tv": VIEWER,
    "GET /club": VIEWER,
    "GET /club/1": VIEWER,
    "GET /club/1/rounds/1/check": VIEWER,
    "GET /club/1/tables/1": VIEWER,
    "GET /club/new": SCORER,
    "POST /club/new": SCORER,
    "GET /club/1/edit": SCORER,
    "POST /club/1/edit": SCORER,
    "GET /club/1/people": SCORER,
    "POST /club/1/people": SCORER,
    "POST /club/1/rounds/2/draw": SCORER,
    "POST /club/1/rounds/2/swap": SCORER,
    "POST /club/1/rounds/2/start": SCORER,
    "GET /club/1/rounds/2/tables/1": SCORER,
    "POST /club/1/rounds/2/tables/1": SCORER,
    "POST /club/1/end": SCORER,
    "POST /club/1/reopen": SCORER,
    "GET /matches/new": SCORER,
    "POST /matches/new": SCORER,
    "POST /first": SCORER,
    "POST /matches/11/rounds/1/bids": SCORER,
    "GET /matches/11/ahead": SCORER,
    "POST /matches/11/rounds/1/bids/look": SCORER,
    "GET /matches/11/rounds/1/correct": SCORER,
    "GET /matches/11/rounds/1/correct/look": SCORER,
    "GET /matches/11/rounds/1/correct/2": SCORER,
    "GET /matches/11/rounds/1/correct/2/look": SCORER,
    "POST /matches/11/rounds/1/correct": SCORER,
    "POST /matches/11/rounds/1/correct/2": SCORER,
    "POST /matches/11/rounds/1/correct/2/look": SCORER,
    "POST /matches/11/rounds/1/correct/look": SCORER,
    "POST /matches/11/rounds/1/correct/drop": SCORER,
    "GET /matches/11/confirm/undo": SCORER,
    "POST /matches/11/undo": SCORER,
    "POST /matches/11/redo": SCORER,
    "GET /matches/11/end": SCORER,
    "POST /matches/11/close": SCORER,
    "POST /matches/11/reopen": SCORER,
    "POST /matches/11/throw-away": SCORER,
    "POST /matches/11/bring-back": SCORER,
    "POST /matches/11/rematch": SCORER,
    "GET /matches/11/terms": SCORER,
    "POST /matches/11/terms": SCORER,
    "POST /money/settled": SCORER,
    "POST /money/1/undo": SCORER,
    "POST /money/1/redo": SCORER,
    "POST /players": SCORER,
    "POST /matches/11/lost-entries": OWNER,
    "POST /league": OWNER,
    "POST /league/time-zone": OWNER,
    "POST /league/all-time": OWNER,
    "POST /league/currency": OWNER,
    "GET /players/1/edit": OWNER,
    "POST /players/3/name": OWNER,
    "GET /matches/11/names": OWNER,
    "POST /matches/11/names": OWNER,
    "POST /players/3/hide": OWNER,
    "POST /players/3/show": OWNER,
    "POST /players/3/remove": OWNER,
    "POST /players/3/same": OWNER,
    "POST /players/3/part": OWNER,
    "GET /season/new": OWNER,
    "POST /season/new": OWNER,
    "GET /season/2/edit": OWNER,
    "POST /season/2/edit": OWNER,
    "POST /season/2/current": OWNER,
    "POST /season/2/close": OWNER,
    "POST /season/2/reopen": OWNER,
    "POST /season/2/remove": OWNER,
    "GET /in-and-out": OWNER,
    "GET /export.json": OWNER,
    "GET /export.jsonl": OWNER,
    "GET /restore": OWNER,
    "POST /restore": OWNER,
    "GET /import": OWNER,
    "POST /import": OWNER,
    "GET /import/2": OWNER,
    "POST /import/2": OWNER,
    "GET /import/1/running": OWNER,
    "POST /import/1/undo": OWNER,
    "POST /import/1/redo": OWNER,
    "GET /invite": OWNER,
    "POST /invite": OWNER,
    "POST /invite/1/longer": OWNER,
    "POST /invite/1/newcomers": OWNER,
    "POST /invite/1/withdraw": OWNER,
    "GET /phones": OWNER,
    "POST /phones": OWNER,
    "POST /phones/2/out": OWNER,
    "POST /phones/links/1/withdraw": OWNER,
    "POST /phones/recovery": OWNER,
    "POST /phones/seen": OWNER,
    "POST /phones/passkeys/ask": OWNER,
    "POST /phones/passkeys": OWNER,
    "POST /phones/passkeys/1/remove": OWNER,
    "GET /club/1/codes": OWNER,
    "POST /club/1/codes": OWNER,
    "POST /club/1/link": OWNER,
    "POST /club/1/link/withdraw": OWNER,
    "POST /club/1/codes/withdraw": OWNER,
    "GET /showings": OWNER,
    "POST /showings": OWNER,
    "POST /showings/1/withdraw": OWNER,
}


@shared
def attacked_database():
    """Return the bytes of a database with two leagues, which is created only once per run.

    The first league has a phone with each permission and a removed phone.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "leagues.sqlite"
        create_database(file)
        return file.read_bytes()


def create_database(file):
    app = open_app(create_league_file(file))
    leagues.fill_varied_league(app)
    add_phone(app, Right.VIEWER, "a-viewer")
    add_phone(app, Right.SCORER, "a-scorer")
    add_phone(app, Right.SCORER, "a-removed-phone", removed_at=1)
    with engines.engine_of(app).begin() as connection:
        connection.execute(Leagues.__table__.insert().values(id=2, name="Others", last_player=0))
    add_phone(app, Right.OWNER, "anothers-owner", league=2)
    engines.engine_of(app).dispose()


def open_app(file):
    return create_app({"SQLALCHEMY_DATABASE_URI": str(file), "TESTING": True})


def with_public_link(app, route):
    """Return the route with the secret of a new link in place of the word SHOWN, FEED or COMING."""
    if "COMING" in route:
        secret = club_coming.create_link(engines.store_of(app), 1)
        return route.replace("COMING", secret)
    if "SHOWN" not in route and "FEED" not in route:
        return route
    subject = public_links.one_match(11) if "SHOWN" in route else public_links.FEED
    secret = public_links.create_public_link(engines.store_of(app), "World", subject)
    return route.replace("SHOWN", secret).replace("FEED", secret)


def rows_without_devices(app):
    """Return {table: rows} without devices, because each device's row records its last visit."""
    with engines.engine_of(app).connect() as connection:
        return {
            name: connection.execute(select(table)).all()
            for name, table in Base.metadata.tables.items()
            if name != "device"
        }
