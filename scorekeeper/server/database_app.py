"""The part of the application that needs a database: storage, pages, compression, proxy.

app.py imports this module only when the caller passes no log.
"""

from importlib.util import find_spec

from flask import Blueprint, Flask
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import create_app
from scorekeeper.access.rate_limit import CodeRateLimiter
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.live.hub import Hub
from scorekeeper.live.topics import Topic
from scorekeeper.match.log import Log
from scorekeeper.notices.delivery import DeliveryQueue
from scorekeeper.notices.notifier import Notifier
from scorekeeper.runtime.log_redaction import install_log_redaction
from scorekeeper.server import engines
from scorekeeper.server.bare_app import configure_database_url, with_migrated_database
from scorekeeper.web.access import (
    invitations,
    join,
    notices,
    passkeys,
    phones,
    public_links,
    this_phone,
)
from scorekeeper.web.dates import local_evening
from scorekeeper.web.extension_keys import (
    ASK_BEFORE_RESTORE_KEY,
    CODE_LIMITER_KEY,
    EVENING_OF_KEY,
    FIRST_STORE_KEY,
    HUB_KEY,
    LOAD_CLOCK_KEY,
    LOAD_CURRENCY_KEY,
    NEXT_STEP_KEY,
    NOTIFIER_KEY,
    SECOND_MATCH_KEY,
    STATS_CACHE_KEY,
    TRANSLATE_KEY,
)
from scorekeeper.web.league import (
    first_visit,
    home,
    league_page,
    lost_entries,
    match_list,
    new_match,
    players,
    seat_names,
    streams,
    tv,
    unreadable,
    viewers,
)
from scorekeeper.web.league.club import after_match as club_after_match
from scorekeeper.web.league.club import coming as club_coming
from scorekeeper.web.league.club import confirmations as club_confirmations
from scorekeeper.web.league.club import draw_check as club_draw_check
from scorekeeper.web.league.club import draws as club_draws
from scorekeeper.web.league.club import nights as club_nights
from scorekeeper.web.league.club import people as club_people
from scorekeeper.web.league.club import table_players as club_table_players
from scorekeeper.web.league.club import tables as club_tables
from scorekeeper.web.ops import health, request_log
from scorekeeper.web.public import feed as public_feed
from scorekeeper.web.public import live as public_live
from scorekeeper.web.public import pages as public_pages
from scorekeeper.web.public import pictures as public_pictures
from scorekeeper.web.public import robots
from scorekeeper.web.seasons import match_terms, season_lifecycle, season_settings, seasons
from scorekeeper.web.shared import db_errors, late_requests, not_found, page_cache, session
from scorekeeper.web.stats import (
    cross_tables,
    evening_list,
    evenings,
    money,
    player_pages,
    player_reviews,
    rating_lists,
    records,
    reviews,
)
from scorekeeper.web.stats.pictures import match_picture, typefaces
from scorekeeper.web.transfer import (
    downloads,
    feeds,
    index,
    league_export,
    league_import,
    result_exports,
    results_import,
    table_exports,
)

# The blueprints for pages that need the database.
BLUEPRINTS: tuple[Blueprint, ...] = (
    player_pages.bp,
    viewers.bp,
    feeds.bp,
    health.bp,
    index.bp,
    invitations.bp,
    join.bp,
    home.bp,
    first_visit.bp,
    league_page.bp,
    lost_entries.bp,
    money.bp,
    new_match.bp,
    match_picture.bp,
    evenings.bp,
    evening_list.bp,
    club_nights.bp,
    club_people.bp,
    club_draws.bp,
    club_table_players.bp,
    club_draw_check.bp,
    club_coming.bp,
    club_tables.bp,
    results_import.bp,
    league_export.bp,
    league_import.bp,
    match_list.bp,
    phones.bp,
    players.bp,
    seasons.bp,
    season_settings.bp,
    season_lifecycle.bp,
    records.bp,
    reviews.bp,
    player_reviews.bp,
    cross_tables.bp,
    rating_lists.bp,
    result_exports.bp,
    table_exports.bp,
    public_links.bp,
    notices.bp,
    public_pages.bp,
    public_feed.bp,
    public_pictures.bp,
    public_live.bp,
    robots.bp,
    streams.bp,
    match_terms.bp,
    seat_names.bp,
    this_phone.bp,
    tv.bp,
)
# The encoding with the smallest output comes first. Over plain http, browsers accept only gzip and
# deflate. A request waits while its page is compressed, so gzip uses a low level. Static files are
# streamed. Over plain http, they are compressed with deflate, at the highest level because a phone
# caches them for a year.
COMPRESSION = {
    "COMPRESS_ALGORITHM": ["br", "zstd", "gzip", "deflate"],
    "COMPRESS_ALGORITHM_STREAMING": ["br", "zstd", "deflate"],
    "COMPRESS_LEVEL": 4,
    "COMPRESS_DEFLATE_LEVEL": 9,
}


def attach_database(app: Flask) -> Log:
    """Attach the database, its pages and its extensions to the app, and return its event log.

    Raises ConfigError if the database or a typeface cannot be used as configured.
    """
    configure_database_url(app)
    engines.init_app(app)
    session.init_app(app)
    late_requests.init_app(app)
    downloads.init_app(app)
    not_found.init_app(app)
    db_errors.init_app(app)
    unreadable.init_app(app)
    lost_entries.init_app(app)
    request_log.init_app(app)
    typefaces.init_app(app)
    install_log_redaction()
    app.extensions[EVENING_OF_KEY] = local_evening
    app.extensions[ASK_BEFORE_RESTORE_KEY] = club_confirmations.ask_before_restore
    app.extensions[NEXT_STEP_KEY] = club_after_match.next_step
    app.extensions[SECOND_MATCH_KEY] = club_confirmations.second_match_sentences
    app.extensions[CODE_LIMITER_KEY] = CodeRateLimiter()
    register_pages(app)
    add_middleware(app)
    store = engines.store_of(app)
    app.extensions[FIRST_STORE_KEY] = store
    app.extensions[LOAD_CLOCK_KEY] = page_cache.load_current_clock
    app.extensions[LOAD_CURRENCY_KEY] = page_cache.load_stored_currency
    stats_cache = app.extensions[STATS_CACHE_KEY] = StatsCache(store)
    hub = app.extensions[HUB_KEY] = Hub(store.engine)
    log = SqlLog(store)
    attach_notices(app, hub).attach(log, stats_cache)
    return log


def register_pages(app: Flask) -> None:
    for pages in BLUEPRINTS:
        app.register_blueprint(pages)
    if find_spec("webauthn"):  # the extra `passkeys`
        app.register_blueprint(passkeys.bp)


def add_middleware(app: Flask) -> None:
    """Compress responses, and read the client's address from the headers of the proxies."""
    for name, value in COMPRESSION.items():
        app.config.setdefault(name, value)
    Compress(app).compress_mimetypes_set.add("application/jsonl")  # exports
    if hops := app.config["PROXY"]:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]  # as in Flask's manual
            app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops
        )


def attach_notices(app: Flask, hub: Hub) -> Notifier:
    """Create this process's notifier. `PUSH_TO_LOOPBACK` is a setting for tests only."""
    deliveries = DeliveryQueue(to_loopback=app.config.get("PUSH_TO_LOOPBACK", False))

    def phones_showing(league: int, match: int) -> list[int]:
        return [each.device for each in hub.presence.viewers(Topic(league, match))]

    notifier = Notifier(deliveries, app.extensions[TRANSLATE_KEY], phones_showing)
    app.extensions[NOTIFIER_KEY] = notifier
    return notifier


def create_migrated_app() -> Flask:
    """Create the application from the environment, and create or migrate its database."""
    return with_migrated_database(create_app())
