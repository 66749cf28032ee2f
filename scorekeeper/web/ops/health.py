"""Whether this server is well: for who starts it anew when it is not, and says nothing else."""

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from scorekeeper.db.engines import db, reader
from scorekeeper.db.models import League
from scorekeeper.messages import say
from scorekeeper.web.i18n import spoken

bp = Blueprint("health", __name__)
ASK = select(League.id).limit(1)
SILENT = say("The database does not answer.")


@bp.get("/health")
def show() -> ResponseReturnValue:
    """200 when the database answers, 503 when not."""
    try:
        with reader(db.engine).connect() as connection:
            connection.execute(ASK).first()
    except (DBAPIError, NoConnection):
        return fresh(jsonify(status="trouble", why=spoken(SILENT, {}))), 503
    return fresh(jsonify(status="ok"))


def fresh(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer
