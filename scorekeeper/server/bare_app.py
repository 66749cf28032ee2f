"""The application without its pages, for commands that need only the database.

Importing and creating it takes a fraction of the time that the whole application takes.
"""

import logging
import os
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from flask import Flask
from sqlalchemy import Engine

from scorekeeper import config
from scorekeeper.db.connections import autocommit_engine, db_errors_as_config_error
from scorekeeper.db.lost_entries import matches_with_lost_entries
from scorekeeper.db.rebuild import has_missing_results, rebuild
from scorekeeper.errors import ConfigError
from scorekeeper.messages import say
from scorekeeper.server import engines

logger = logging.getLogger(__name__)


def create_bare_app(given: Mapping[str, Any] | None = None) -> Flask:
    """Return the application without pages.

    The settings in `given` override the settings from the environment. Raises ConfigError if the
    database cannot be used as configured.
    """
    app = Flask("scorekeeper", static_folder=None)
    app.config.from_mapping(config.from_environment(os.environ))
    app.config.from_mapping(given or {})
    configure_database_url(app)
    engines.init_app(app)
    return app


def configure_database_url(app: Flask) -> None:
    url = config.database_url(app.config["SQLALCHEMY_DATABASE_URI"])
    if url.startswith("postgresql") and find_spec("psycopg") is None:
        raise ConfigError(
            say(
                "The PostgreSQL driver is not installed. Run `pip install "
                "'scorekeeper[postgres]'`, then try again."
            )
        )
    file = config.database_file(url)
    if file is not None:
        config.ensure_database_folder(file)
    app.config["SQLALCHEMY_DATABASE_URI"] = url


def with_migrated_database(app: Flask) -> Flask:
    """Create or migrate the app's database, rebuild missing results, and return the app.

    Raises ConfigError if the database cannot be used.
    """
    engines.upgrade(app)
    engine = engines.engine_of(app)
    with db_errors_as_config_error(engine):
        if has_missing_results(engine):
            rebuild(engine)
            log_lost_entries(engine)
    return app


def log_lost_entries(engine: Engine) -> None:
    """Log each match whose rows a rebuild has kept because its log has lost entries."""
    with autocommit_engine(engine).connect() as connection:
        for row in matches_with_lost_entries(connection):
            logger.error(
                "Match %s of league %s has lost entries of its log: %s of %s are left. Its stored"
                " result was kept.",
                row.id,
                row.league_id,
                row.left,
                row.version,
            )
