"""The phones that take part in all measurements: an owner of every league, and viewers."""

import time

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.access.admissions import NO_INVITATION_ID, admit
from scorekeeper.access.devices import insert_device
from scorekeeper.db.access_tables import Devices
from scorekeeper.db.store import FIRST_LEAGUE_ID
from scorekeeper.rights import Right
from scorekeeper.runtime.tokens import token_hash
from scorekeeper.server.engines import engine_of
from scorekeeper.web.league.streams import MAX_STREAMS_PER_DEVICE

TOKEN = "of-every-phone-that-measures"
COOKIE_NAME = f"scorekeeper-{FIRST_LEAGUE_ID}"
COOKIE = {"Cookie": f"{COOKIE_NAME}={TOKEN}"}


def add_phone(
    app: Flask, token: str = TOKEN, right: Right = Right.OWNER, league: int = FIRST_LEAGUE_ID
) -> None:
    """Add a phone with this token to the league, unless the league already has it."""
    now = int(time.time())
    values = {
        "name": "bench",
        "right": right.value,
        "player_id": None,
        "invitation_id": None,
        "joined_at": now,
        "seen_at": now,
        "removed_at": None,
    }
    with engine_of(app).begin() as connection:
        known = select(Devices.id).where(
            Devices.league_id == league, Devices.token == token_hash(token)
        )
        if connection.scalar(known) is None:
            number = insert_device(connection, league, token, values)
            admit(connection, league, number, NO_INVITATION_ID, None, now)


def add_viewers(app: Flask, streams: int) -> None:
    """Add enough viewer phones for this many streams."""
    for number in range(0, streams, MAX_STREAMS_PER_DEVICE):
        add_phone(app, viewer_token(number), Right.VIEWER)


def viewer_token(stream: int) -> str:
    """Return the token of the viewer phone that opens this stream. Streams are numbered from 0."""
    return f"looks-on-{stream // MAX_STREAMS_PER_DEVICE}-in-all-that-measures"


def owner_client(app: Flask) -> FlaskClient:
    """Return a test client of the application in this process, with the owner's cookie."""
    phone = app.test_client()
    phone.set_cookie(COOKIE_NAME, TOKEN)
    return phone
