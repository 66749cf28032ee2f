"""The error handler that turns NotFound into a 404 page with its sentence."""

from flask import Flask
from flask.typing import ResponseReturnValue

from scorekeeper.errors import NotFound
from scorekeeper.web.error_pages import not_found_page


def init_app(app: Flask) -> None:
    app.register_error_handler(NotFound, handle_missing)


def handle_missing(error: NotFound) -> ResponseReturnValue:
    return not_found_page(error.sentence)
