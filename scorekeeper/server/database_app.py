"""What the application needs on a server and a phone does without: database, compression, proxy.

Imported by app.py only when no log was handed in.
"""

from importlib.util import find_spec

from flask import Blueprint, Flask
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import config, create_app
from scorekeeper.access.rate_limit import CodeRateLimiter
from scorekeeper.db import engines
from scorekeeper.db.rebuild import has_missing_results, rebuild
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.live.hub import Hub
from scorekeeper.match.log import Log
from scorekeeper.messages import say
from scorekeeper.runtime.log_redaction import install_log_redaction
from scorekeeper.web.auth import devices, invite, join, passkeys, public_links, this_device
from scorekeeper.web.current_league import FIRST_LEAGUE_ID
from scorekeeper.web.league import (
    home,
    match_list,
    new_match,
    players,
    public_pages,
    seat_names,
    streams,
    tv,
    unreadable,
    viewers,
)
from scorekeeper.web.ops import health, request_log
from scorekeeper.web.seasons import match_terms, settings, views
from scorekeeper.web.shared import db_errors, not_found, session
from scorekeeper.web.stats import evening, match_image_view, money, player, records
from scorekeeper.web.transfer import csv_import, downloads, exports, feed, index

# The pages that need the database, each module's `bp`.
BLUEPRINTS: tuple[Blueprint, ...] = (
    player.bp,
    exports.bp,
    viewers.bp,
    feed.bp,
    health.bp,
    index.bp,
    invite.bp,
    join.bp,
    home.bp,
    money.bp,
    new_match.bp,
    match_image_view.bp,
    evening.bp,
    csv_import.bp,
    match_list.bp,
    devices.bp,
    players.bp,
    views.bp,
    settings.bp,
    records.bp,
    public_links.bp,
    public_pages.bp,
    streams.bp,
    match_terms.bp,
    seat_names.bp,
    this_device.bp,
    tv.bp,
)
# On plain http phones ask for gzip and deflate alone; for all others the smallest first. An answer
# is compressed while somebody waits; a file once for the year a phone keeps it.
COMPRESSION = {
    "COMPRESS_ALGORITHM": ["br", "zstd", "gzip", "deflate"],
    "COMPRESS_ALGORITHM_STREAMING": ["br", "zstd", "deflate"],
    "COMPRESS_LEVEL": 3,
    "COMPRESS_DEFLATE_LEVEL": 9,
}


def attach_database(app: Flask) -> Log:
    """The database of this application's settings, and the pages that need it."""
    configure_database_url(app)
    engines.init_app(app)
    session.init_app(app)
    downloads.init_app(app)
    not_found.init_app(app)
    db_errors.init_app(app)
    unreadable.init_app(app)
    request_log.init_app(app)
    install_log_redaction()
    app.extensions[join.CODE_RATE_LIMITER] = CodeRateLimiter()
    for pages in BLUEPRINTS:
        app.register_blueprint(pages)
    if find_spec("webauthn"):  # the extra `passkeys`
        app.register_blueprint(passkeys.bp)
    for name, value in COMPRESSION.items():
        app.config.setdefault(name, value)
    Compress(app)
    if hops := app.config["PROXY"]:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]  # as Flask's manual has it
            app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops
        )
    engine = engines.engine_of(app)
    app.extensions["scorekeeper.books"] = StatsCache(engine, FIRST_LEAGUE_ID)
    app.extensions["scorekeeper.live"] = Hub(engine)
    return SqlLog(engine, FIRST_LEAGUE_ID)


def configure_database_url(app: Flask) -> None:
    url = config.database_url(app.config["SQLALCHEMY_DATABASE_URI"])
    if url.startswith("postgresql") and find_spec("psycopg") is None:
        raise config.ConfigError(
            say(
                "PostgreSQL needs its driver: `pip install 'scorekeeper[postgres]'`,"
                " then try again."
            )
        )
    file = config.database_file(url)
    if file is not None:
        config.ensure_database_folder(file)
    app.config["SQLALCHEMY_DATABASE_URI"] = url


def create_migrated_app() -> Flask:
    """The application of the environment, its database made or brought up to date."""
    return with_migrated_database(create_app())


def with_migrated_database(app: Flask) -> Flask:
    """This application, its database made or brought up to date."""
    engines.upgrade(app)
    if has_missing_results(app):
        rebuild(app)
    return app
