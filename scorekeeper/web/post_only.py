"""Redirects from an address that accepts only forms to the page of that form.

A browser sends a GET request to such an address if the user reloads, restores or shares the page
that a form opened, for example the page of a refused form.
"""

from collections.abc import Iterator

from flask import Flask, current_app, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import MethodNotAllowed
from werkzeug.routing import MapAdapter

from scorekeeper.web.error_pages import error_page


def init_app(app: Flask) -> None:
    app.register_error_handler(MethodNotAllowed, redirect_to_page)


def redirect_to_page(error: MethodNotAllowed) -> ResponseReturnValue:
    adapter = current_app.create_url_adapter(request)
    if adapter is not None and request.method in {"GET", "HEAD"}:
        for path in parent_paths(request.path):
            if is_page(adapter, path):
                return redirect(request.script_root + path, code=303)
    return error_page(error)


def parent_paths(path: str) -> Iterator[str]:
    """Yield the paths above this one, nearest first.

    For /season/1/close, they are /season/1, /season and /.
    """
    while path.strip("/"):
        path = path.rstrip("/").rpartition("/")[0] or "/"
        yield path


def is_page(adapter: MapAdapter, path: str) -> bool:
    return adapter.test(path, method="GET")
