"""The phone that asks in all that is measured: it owns every league."""

import time

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from scorekeeper.access import Right
from scorekeeper.admissions import WITHOUT, admit
from scorekeeper.db import engine_of
from scorekeeper.devices import added
from scorekeeper.here import FIRST
from scorekeeper.membership import Device
from scorekeeper.secrecy import kept

TOKEN = "of-every-phone-that-measures"
NAME = f"scorekeeper-{FIRST}"
COOKIE = {"Cookie": f"{NAME}={TOKEN}"}


def let_in(app: Flask) -> None:
    """It belongs to the first league of this database from now on."""
    now = int(time.time())
    values = {
        "name": "bench",
        "right": Right.OWNER.value,
        "player_id": None,
        "invitation_id": None,
        "joined_at": now,
        "seen_at": now,
        "out_at": None,
    }
    with engine_of(app).begin() as connection:
        if connection.scalar(select(Device.id).where(Device.token == kept(TOKEN))) is None:
            number = added(connection, FIRST, TOKEN, values)
            admit(connection, FIRST, number, WITHOUT, None, now)


def browser(app: Flask) -> FlaskClient:
    """It asks the application in this process."""
    phone = app.test_client()
    phone.set_cookie(NAME, TOKEN)
    return phone
