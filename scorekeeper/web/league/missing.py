"""What is asked for and is not there: 404 with a sentence, wherever in a page it is noticed."""

from collections.abc import Mapping

from flask import Flask
from flask.typing import ResponseReturnValue

from scorekeeper.imports import NoImport
from scorekeeper.league import NobodyThere
from scorekeeper.payments import NoPayment
from scorekeeper.rules.words import Say, say
from scorekeeper.seasons import NoSeason
from scorekeeper.web.guard import not_found

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
