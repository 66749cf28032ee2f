"""The web application put together: settings, guard, pages, and the log they work on."""

import os
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Flask

from scorekeeper import config, paths
from scorekeeper.match.log import Log
from scorekeeper.web import assets, concurrency, dates, i18n, rules, security, templating
from scorekeeper.web.indentation import CollapseWhitespace
from scorekeeper.web.match import views

# The pages that need no database, each module's `bp`.
BLUEPRINTS: tuple[Blueprint, ...] = (views.bp, rules.bp)


def build_app(given: Mapping[str, Any], log: Log | None) -> Flask:
    """An application on this log; without one, on the database of the settings."""
    app = Flask(
        "scorekeeper",
        static_folder=str(paths.static_dir()),
        template_folder=str(paths.templates_dir()),
    )
    app.config.from_mapping(config.from_environment(os.environ))
    app.config.from_mapping(given)
    app.jinja_options = {
        "trim_blocks": True,
        "lstrip_blocks": True,
        "extensions": [CollapseWhitespace],
    }
    templating.init_app(app)
    security.init_app(app)
    assets.init_app(app)
    i18n.init_app(app)
    dates.init_app(app)
    for pages in BLUEPRINTS:
        app.register_blueprint(pages)
    app.extensions["scorekeeper.log"] = attach_database_log(app) if log is None else log
    app.before_request(security.refuse_null_characters)  # reads what was sent, so only at the end
    app.wsgi_app = concurrency.ConcurrencyLimiter(app.wsgi_app)  # type: ignore[method-assign]
    return app


def attach_database_log(app: Flask) -> Log:
    # The one import inside a function in this program's web half: with a log handed in, the
    # same pages run where there is no database to import, as on a phone without network.
    from scorekeeper.server import database_app

    return database_app.attach_database(app)
