"""What the application needs on a server and a phone does without: database, compression, proxy.

Imported by app.py only when no log was handed in.
"""

from importlib.util import find_spec

from flask import Blueprint, Flask
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import config, create_app, db
from scorekeeper.books import Bookkeeper
from scorekeeper.discreet import be_discreet
from scorekeeper.guessing import Guesses
from scorekeeper.here import FIRST
from scorekeeper.live import Hub
from scorekeeper.log import Log
from scorekeeper.rebuild import is_behind, rebuild
from scorekeeper.rules.words import say
from scorekeeper.sqllog import SqlLog
from scorekeeper.web.league import (
    careers,
    door,
    downloads,
    exports,
    faces,
    feeds,
    health,
    in_and_out,
    inviting,
    joining,
    leagues,
    match_pictures,
    missing,
    money,
    new_match,
    nights,
    old_results,
    passkeys,
    past_matches,
    phones,
    players,
    records,
    season_settings,
    seasons,
    seat_names,
    showings,
    shown,
    streams,
    terms,
    this_phone,
    trouble,
    unreadable,
    wall,
    watching,
)

# The pages that need the database, each module's `bp`.
PAGES: tuple[Blueprint, ...] = (
    careers.bp,
    exports.bp,
    faces.bp,
    feeds.bp,
    health.bp,
    in_and_out.bp,
    inviting.bp,
    joining.bp,
    leagues.bp,
    money.bp,
    new_match.bp,
    match_pictures.bp,
    nights.bp,
    old_results.bp,
    past_matches.bp,
    phones.bp,
    players.bp,
    seasons.bp,
    season_settings.bp,
    records.bp,
    showings.bp,
    shown.bp,
    streams.bp,
    terms.bp,
    seat_names.bp,
    this_phone.bp,
    wall.bp,
)
# On plain http phones ask for gzip and deflate alone; for all others the smallest first. An answer
# is compressed while somebody waits; a file once for the year a phone keeps it.
COMPRESSION = {
    "COMPRESS_ALGORITHM": ["br", "zstd", "gzip", "deflate"],
    "COMPRESS_ALGORITHM_STREAMING": ["br", "zstd", "deflate"],
    "COMPRESS_LEVEL": 3,
    "COMPRESS_DEFLATE_LEVEL": 9,
}


def attach(app: Flask) -> Log:
    """The database of this application's settings, and the pages that need it."""
    find_database(app)
    db.init_app(app)
    door.init_app(app)
    downloads.init_app(app)
    missing.init_app(app)
    trouble.init_app(app)
    unreadable.init_app(app)
    watching.init_app(app)
    be_discreet()
    app.extensions[joining.GUESSES] = Guesses()
    for pages in PAGES:
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
    engine = db.engine_of(app)
    app.extensions["scorekeeper.books"] = Bookkeeper(engine, FIRST)
    app.extensions["scorekeeper.live"] = Hub(engine)
    return SqlLog(engine, FIRST)


def find_database(app: Flask) -> None:
    url = config.database_url(app.config["SQLALCHEMY_DATABASE_URI"])
    if url.startswith("postgresql") and find_spec("psycopg") is None:
        raise config.CannotStart(
            say(
                "PostgreSQL needs its driver: `pip install 'scorekeeper[postgres]'`,"
                " then try again."
            )
        )
    file = config.database_file(url)
    if file is not None:
        config.make_room(file)
    app.config["SQLALCHEMY_DATABASE_URI"] = url


def migrated_app() -> Flask:
    """The application of the environment, its database made or brought up to date."""
    return migrated(create_app())


def migrated(app: Flask) -> Flask:
    """This application, its database made or brought up to date."""
    db.upgrade(app)
    if is_behind(app):
        rebuild(app)
    return app
