"""Assemble the Flask application: settings, security, pages, and the event log they use."""

import os
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Flask

from scorekeeper import config, paths
from scorekeeper.match.log import Log
from scorekeeper.web import (
    assets,
    concurrency,
    dates,
    error_pages,
    i18n,
    money_text,
    offline,
    post_only,
    rules,
    security,
    templating,
    unfolding,
)
from scorekeeper.web.extension_keys import LOG_KEY
from scorekeeper.web.indentation import CollapseWhitespace
from scorekeeper.web.match import routes

# Pages that do not need a database.
BLUEPRINTS: tuple[Blueprint, ...] = (routes.bp, rules.bp, offline.bp)


class SyncFlask(Flask):
    """Flask without the check for `async def` before each call, because no view here is async."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func


def build_app(given: Mapping[str, Any], log: Log | None) -> Flask:
    """Return the application, with `given` overriding the environment's settings.

    Pages use `log`. If it is None, they use the event log in the configured database.
    """
    app = SyncFlask(
        "scorekeeper",
        static_folder=str(paths.static_dir()),
        template_folder=str(paths.templates_dir()),
    )
    app.config.from_mapping(config.from_environment(os.environ))
    app.config.from_mapping(given)
    app.jinja_options = {
        **app.jinja_options,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "extensions": [CollapseWhitespace],
    }
    templating.init_app(app)
    unfolding.init_app(app)
    security.init_app(app)
    error_pages.init_app(app)
    post_only.init_app(app)
    assets.init_app(app)
    i18n.init_app(app)
    dates.init_app(app)
    money_text.init_app(app)
    for pages in BLUEPRINTS:
        app.register_blueprint(pages)
    app.extensions[LOG_KEY] = attach_database_log(app) if log is None else log
    app.before_request(security.refuse_null_characters)  # last, because it reads the body
    app.wsgi_app = concurrency.ConcurrencyLimiter(app.wsgi_app)  # type: ignore[method-assign]  # as in Flask's manual
    return app


def attach_database_log(app: Flask) -> Log:
    # This is imported here so that the match pages run without the database packages if `build_app`
    # is given a log.
    from scorekeeper.server import database_app

    return database_app.attach_database(app)
