"""The league's statistics for pages, and a cache of rendered pages.

A page that shows only statistics is rendered once per statistics snapshot (`cache_page`).
"""

import re
from collections.abc import Callable, Hashable, Mapping
from functools import wraps
from weakref import WeakKeyDictionary

from flask import abort, current_app, g, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.clock import LeagueClock
from scorekeeper.db.league_clock import load_clock
from scorekeeper.db.store import Store
from scorekeeper.league.currency import stored_currency
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import StatsCache, StatsFailed
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.live.topics import league_token
from scorekeeper.stats.aggregate import Aggregate
from scorekeeper.stats.ranking import StandingsRow, build_standings
from scorekeeper.stats.schemes import Scheme
from scorekeeper.web import i18n, permissions, templating
from scorekeeper.web.dates import now
from scorekeeper.web.extension_keys import STATS_CACHE_KEY
from scorekeeper.web.shared.session import current_store


def get_stats_cache() -> StatsCache:
    stats_cache: StatsCache = g.get("stats_cache") or current_app.extensions[STATS_CACHE_KEY]
    return stats_cache


def snapshot_when_current() -> StatsSnapshot:
    """Return the statistics once they are current. Abort with 503 if they cannot be computed."""
    try:
        return get_stats_cache().wait_until_current()
    except StatsFailed as failure:
        abort(503, failure.sentence)


def get_stats_snapshot() -> StatsSnapshot:
    """Return this request's statistics snapshot.

    All calls during one request return the same snapshot.
    """
    if "stats_snapshot" not in g:
        g.stats_snapshot = get_stats_cache().get_snapshot()
        if "league_name" in g:  # both must come from the snapshot that the page is cached with
            g.league_name = g.stats_snapshot.league_state.name
            g.clock = g.stats_snapshot.league_state.clock
    snapshot: StatsSnapshot = g.stats_snapshot
    return snapshot


def load_current_clock() -> LeagueClock:
    """Return the league's clock.

    The clock comes from this request's snapshot or, if none is loaded, from the database.
    """
    if "stats_snapshot" in g:
        return get_stats_snapshot().league_state.clock
    store = current_store()
    with store.read() as connection:
        return load_clock(connection, store.league_id)


def load_stored_currency() -> str | None:
    """Return the stored currency of this request's league.

    The currency comes from this request's snapshot or, if none is loaded, from the database.
    """
    if "stats_snapshot" in g:
        return get_stats_snapshot().league_state.settings.currency
    return stored_currency(current_store())


def snapshot_for_page() -> StatsSnapshot:
    """Return this request's snapshot, and set its player names for this page's sentences."""
    snapshot = get_stats_snapshot()
    i18n.set_page_names({key: person.name for key, person in snapshot.league_state.people.items()})
    return snapshot


# This attribute is in each page's frame. After caching, the key of the phone's player is filled in.
VIEWER_PLACEHOLDER = ' data-me=""'
# This comment marks where a page may show the row of the phone's player, which is filled in after
# caching.
OWN_ROW_PLACEHOLDER = re.compile(r"<!--own row ([\w.~%-]*)-->")
OwnRows = Callable[..., Mapping[str, str]]


def with_viewer(response: ResponseReturnValue, me: str) -> ResponseReturnValue:
    """Fill in the key of the phone's player (`me`) if the response is a page with the placeholder.

    Returns the response.
    """
    match response:
        case str():
            return response.replace(VIEWER_PLACEHOLDER, f' data-me="{me}"', 1)
        case (str() as body, int() as status):
            return body.replace(VIEWER_PLACEHOLDER, f' data-me="{me}"', 1), status
    return response


def own_row_placeholder(table: str) -> Markup:
    """Return the placeholder for the player's own row in `table`.

    `table` may contain letters, digits and "_.~%-".
    """
    return Markup("<!--own row {}-->").format(table)


def fill_own_rows(page: str, rows: Mapping[str, str]) -> str:
    """Return the page with each placeholder replaced with its table's row, or removed."""
    return OWN_ROW_PLACEHOLDER.sub(lambda match: rows.get(match[1], ""), page)


def no_extra_key(_store: Store) -> Hashable:
    return None


def no_own_rows(_me: str, **_values: object) -> Mapping[str, str]:
    return {}


def page_key(clock: LeagueClock) -> tuple[Hashable, ...]:
    """Return a cache key for everything the requested page depends on, except the snapshot."""
    at = now()
    return (
        request.root_url,
        request.full_path,
        templating.is_part_request(),
        permissions.current_right(),
        clock.date(at),  # pages omit the current year
        clock.evening(at),  # the home page lists club nights from this evening on
        g.extra_key,
    )


def cache_page(
    extra_key: Callable[[Store], Hashable] = no_extra_key,
    own_rows: OwnRows = no_own_rows,
) -> Callable[[Callable[..., ResponseReturnValue]], Callable[..., ResponseReturnValue]]:
    """Decorate a view to cache its page.

    The page may depend only on statistics, on `extra_key`, and on today's date and evening in the
    league's time zone.

    The page must be the same for all phones with the same access, so it must have no form key. The
    phone's player is filled in after caching, for a script that marks the player's rows. The rows
    that `own_rows(player's key, **values of the URL)` returns then replace their placeholders.
    A page is not cached while statistics are recomputed.
    """

    def decorate(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
        @wraps(view)
        def cached_view(**values: object) -> ResponseReturnValue:
            snapshot = get_stats_snapshot()
            g.extra_key = extra_key(current_store())
            me = str(g.pop("me", ""))
            me = snapshot.league_state.current_keys.get(me, me)
            if snapshot.is_recomputing:  # cached pages have no notice of the recomputation
                return with_viewer(view(**values), me)
            key = page_key(snapshot.league_state.clock)
            stored = snapshot.cached_page(key)
            if stored is None:
                response = view(**values)
                if not isinstance(response, str):
                    return with_viewer(response, me)
                stored = snapshot.cache_page(key, response)
            rows = own_rows(me, **values) if me else {}
            return with_viewer(fill_own_rows(stored, rows), me)

        return cached_view

    return decorate


def live_attributes() -> Markup:
    """Return the topic and its version, as attributes for the <main> of a page with live updates.

    The topic is "statistics" or, on a page that also shows running matches, "league". The response
    to a POST has no such attributes, because a refused form must not be replaced.
    """
    if request.method == "POST":
        return Markup()
    change, playing = get_stats_snapshot().league_state.change, g.get("extra_key")
    topic, version = (
        ("statistics", change) if playing is None else ("league", league_token(change, playing))
    )
    return Markup(' data-live="{}" data-at="{}"').format(topic, version)


RankingKey = tuple[int, Scheme, frozenset[str]]
# Season standings. An entry is dropped with the aggregate that it was built from.
RANKING_CACHE: WeakKeyDictionary[Aggregate, tuple[RankingKey, list[StandingsRow]]] = (
    WeakKeyDictionary()
)


def season_ranking(snapshot: StatsSnapshot, season: Season) -> list[StandingsRow]:
    """Return the season's standings, best first.

    The standings are cached per season, because the records page ranks all seasons, and a new match
    changes only one season.
    """
    aggregate = snapshot.season_stats(season).aggregate
    hidden = snapshot.league_state.hidden_in(season)
    made_of = aggregate.matches, season.scheme, hidden
    cached = RANKING_CACHE.get(aggregate)
    if cached is None or cached[0] != made_of:
        cached = RANKING_CACHE[aggregate] = (
            made_of,
            build_standings(season.scheme, aggregate, hidden),
        )
    return cached[1]
