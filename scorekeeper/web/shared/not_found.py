"""Error handlers that turn "not found" exceptions into a 404 page with a sentence."""

from collections.abc import Mapping

from flask import Flask
from flask.typing import ResponseReturnValue

from scorekeeper.league.payments import PaymentNotFound
from scorekeeper.league.roster import PlayerNotFound
from scorekeeper.league.seasons import SeasonNotFound
from scorekeeper.messages import Message, say
from scorekeeper.transfer.results_import.jobs import ImportNotFound
from scorekeeper.web.security import not_found_page

NOT_FOUND_MESSAGES: Mapping[type[Exception], Message] = {
    PlayerNotFound: say("There is no such player. They may have been removed."),
    ImportNotFound: say("This file is no longer stored: choose it again."),
    PaymentNotFound: say("There is no such payment."),
    SeasonNotFound: say("There is no such season. It may have been removed."),
}


def init_app(app: Flask) -> None:
    for kind in NOT_FOUND_MESSAGES:
        app.register_error_handler(kind, handle_missing)


def handle_missing(error: Exception) -> ResponseReturnValue:
    return not_found_page(NOT_FOUND_MESSAGES[type(error)])
