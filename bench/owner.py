"""The phone that asks in all that is measured: it owns every league. And those that look on."""

import time

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.access.admissions import NO_INVITATION_ID, admit
from scorekeeper.access.devices import insert_device
from scorekeeper.db.access_models import Device
from scorekeeper.db.engines import engine_of
from scorekeeper.runtime.tokens import token_hash
from scorekeeper.web.current_league import FIRST_LEAGUE_ID
from scorekeeper.web.league.streams import MAX_STREAMS_PER_DEVICE
from scorekeeper.web.permissions import Right

TOKEN = "of-every-phone-that-measures"
NAME = f"scorekeeper-{FIRST_LEAGUE_ID}"
COOKIE = {"Cookie": f"{NAME}={TOKEN}"}


def let_in(
    app: Flask, token: str = TOKEN, right: Right = Right.OWNER, league: int = FIRST_LEAGUE_ID
) -> None:
    """A phone belongs to this league from now on."""
    now = int(time.time())
    values = {
        "name": "bench",
        "right": right.value,
        "player_id": None,
        "invitation_id": None,
        "joined_at": now,
        "seen_at": now,
        "out_at": None,
    }
    with engine_of(app).begin() as connection:
        known = select(Device.id).where(
            Device.league_id == league, Device.token == token_hash(token)
        )
        if connection.scalar(known) is None:
            number = insert_device(connection, league, token, values)
            admit(connection, league, number, NO_INVITATION_ID, None, now)


def let_look(app: Flask, streams: int) -> None:
    """Phones enough for so many streams."""
    for number in range(0, streams, MAX_STREAMS_PER_DEVICE):
        let_in(app, looker(number), Right.VIEWER)


def looker(stream: int) -> str:
    """What the phone of this stream, from 0, is known by."""
    return f"looks-on-{stream // MAX_STREAMS_PER_DEVICE}-in-all-that-measures"


def browser(app: Flask) -> FlaskClient:
    """It asks the application in this process."""
    phone = app.test_client()
    phone.set_cookie(NAME, TOKEN)
    return phone
