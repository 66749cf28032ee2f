"""What is asked for and is not there: 404 with a sentence, wherever in a page it is noticed."""

from collections.abc import Mapping

from flask import Flask
from flask.typing import ResponseReturnValue

from scorekeeper.league.payments import NoPayment
from scorekeeper.league.roster import NobodyThere
from scorekeeper.league.seasons import NoSeason
from scorekeeper.messages import Say, say
from scorekeeper.transfer.results_import.jobs import NoImport
from scorekeeper.web.security import not_found

SENTENCES: Mapping[type[Exception], Say] = {
    NobodyThere: say("There is no such player. Somebody may have removed him."),
    NoImport: say("This file is not kept any more: choose it again."),
    NoPayment: say("There is no such payment."),
    NoSeason: say("There is no such season. Somebody may have taken it out."),
}


def init_app(app: Flask) -> None:
    for kind in SENTENCES:
        app.register_error_handler(kind, is_missing)


def is_missing(error: Exception) -> ResponseReturnValue:
    return not_found(SENTENCES[type(error)])
