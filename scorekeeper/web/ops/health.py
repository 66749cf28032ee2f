"""The health check for process supervisors. It reports only whether the database responds."""

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from scorekeeper.db.connections import autocommit_engine
from scorekeeper.db.tables import Leagues
from scorekeeper.messages import say
from scorekeeper.web.i18n import translate_sentence
from scorekeeper.web.shared.session import current_store

bp = Blueprint("health", __name__)
PROBE_QUERY = select(Leagues.id).limit(1)
DATABASE_DOWN = say("The database is not responding.")


@bp.get("/health")
def show() -> ResponseReturnValue:
    """Respond with 200 if the database responds, otherwise with 503, as JSON."""
    try:
        with autocommit_engine(current_store().engine).connect() as connection:
            connection.execute(PROBE_QUERY).first()
    except (DBAPIError, NoConnection):
        return with_no_store(
            jsonify(status="trouble", why=translate_sentence(DATABASE_DOWN, {}))
        ), 503
    return with_no_store(jsonify(status="ok"))


def with_no_store(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response
