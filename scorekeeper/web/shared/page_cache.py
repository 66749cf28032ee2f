"""The league's books, for pages: opened up to date, everybody called by name.

A page that shows nothing but the books is drawn once for each state of them (`kept`).
"""

from collections.abc import Callable, Hashable
from datetime import date
from functools import wraps
from weakref import WeakKeyDictionary

from flask import current_app, g, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import StatsCache, StatsSnapshot
from scorekeeper.live.hub import league_token
from scorekeeper.stats.aggregate import Aggregate
from scorekeeper.stats.ranking import StandingsRow, build_standings
from scorekeeper.stats.schemes import Scheme
from scorekeeper.web import i18n, permissions, templating


def get_stats_cache() -> StatsCache:
    keeper: StatsCache = g.get("bookkeeper") or current_app.extensions["scorekeeper.books"]
    return keeper


def get_stats_snapshot() -> StatsSnapshot:
    """The books as they were when this request first asked."""
    if "books" not in g:
        g.books = get_stats_cache().open()
    books: StatsSnapshot = g.books
    return books


def snapshot_for_page() -> StatsSnapshot:
    """The books as they are now; from here on sentences of this page know everybody's name."""
    books = get_stats_snapshot()
    i18n.set_page_names({key: person.name for key, person in books.facts.people.items()})
    return books


VIEWER_PLACEHOLDER = ' data-me=""'  # in the frame of a page: whose the phone is


def no_extra_key() -> Hashable:
    return None


def cache_page(
    besides: Callable[[], Hashable] = no_extra_key,
) -> Callable[[Callable[..., ResponseReturnValue]], Callable[..., ResponseReturnValue]]:
    """For a view that shows the books and what `besides` returns, and nothing else.

    Its page must be the same for everybody with the same right: no key of a form may be in it.
    Whose the phone is, is written into the frame afterwards, for a script that marks what is his.
    """

    def keeping(view: Callable[..., ResponseReturnValue]) -> Callable[..., ResponseReturnValue]:
        @wraps(view)
        def page(**values: object) -> ResponseReturnValue:
            books = get_stats_snapshot()
            g.besides = besides()
            me = str(g.pop("me", ""))
            mine = f' data-me="{books.facts.now.get(me, me)}"'
            if books.is_recomputing:  # pages that were drawn before do not say so
                return view(**values)
            key = (
                request.root_url,
                request.full_path,
                templating.is_part_request(),
                permissions.current_right(),
                date.today(),
                g.besides,
            )
            found = books.page(key)
            if found is None:
                answer = view(**values)
                if not isinstance(answer, str):
                    return answer
                found = books.cache_page(key, answer)
            return found.replace(VIEWER_PLACEHOLDER, mine, 1)

        return page

    return keeping


def live_attributes() -> Markup:
    """For the <main> of a page that shows the league: that it keeps up with it, and where the
    league stood before the page was drawn. Most pages show what the books say and not the matches
    that are being played. The answer to a form that was refused stays as it is.
    """
    if request.method == "POST":
        return Markup()
    change, playing = get_stats_snapshot().facts.change, g.get("besides")
    what, at = ("books", change) if playing is None else ("league", league_token(change, playing))
    return Markup(' data-live="{}" data-at="{}"').format(what, at)


RankingKey = tuple[int, Scheme, frozenset[str]]
# Tables of seasons; gone with the ledger they are from.
RANKING_CACHE: WeakKeyDictionary[Aggregate, tuple[RankingKey, list[StandingsRow]]] = (
    WeakKeyDictionary()
)


def season_ranking(books: StatsSnapshot, season: Season) -> list[StandingsRow]:
    """The season's table as it is now. Old seasons are not put in order again for every match
    of a new one: the records look at all of them.
    """
    scope = books.book(season).scope
    made_of = scope.matches, season.scheme, books.facts.hidden
    known = RANKING_CACHE.get(scope)
    if known is None or known[0] != made_of:
        known = RANKING_CACHE[scope] = (
            made_of,
            build_standings(season.scheme, scope, books.facts.hidden),
        )
    return known[1]
