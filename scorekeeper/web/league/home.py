"""The home page, which is called *Play*, with running and recent matches.

In a league without matches, it has the form for the first match instead.
"""

from collections.abc import Callable, Sequence
from functools import reduce, wraps
from operator import or_

from flask import Blueprint, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.access import access_news
from scorekeeper.league import match_lists
from scorekeeper.league.club import night_lists as club_night_lists
from scorekeeper.league.match_lists import ListedMatch
from scorekeeper.rights import Right
from scorekeeper.rules import GAMES
from scorekeeper.web import i18n, permissions
from scorekeeper.web.dates import now
from scorekeeper.web.league import first_players, first_visit, match_cards
from scorekeeper.web.league.club.night_view import night_title
from scorekeeper.web.league.own_match import MAX_RUNNING, own_parts
from scorekeeper.web.match import sheet_view
from scorekeeper.web.permissions import RIGHT_TITLES
from scorekeeper.web.seasons import own_row, season_table
from scorekeeper.web.shared.page_cache import cache_page, snapshot_for_page
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.shared.table_pages import first_row_of_page, requested_first_row

bp = Blueprint("home", __name__)
MAX_NIGHTS = 2  # open club nights, from tonight on, that the page links to
MAX_MATCH_CARDS = 3  # running matches shown as cards
MAX_OTHERS = 3  # running matches shown as links; if there are more, they are on pages of their own
CARDS_OF_MANY = 2  # running matches shown as cards if there are such pages
RUNNING_PAGE_SIZE = 12  # rows on such a page, which takes fewer than five phone screens
RUNNING = "running"  # value of `?open=`
MAX_RECENT, MAX_RECENT_BELOW_CARDS = 10, 5  # finished matches; 5 if all cards are shown
NEWS_PLACEHOLDER = Markup("<!-- news -->")  # replaced for each request, after the page cache


def with_news(view: Callable[[], ResponseReturnValue]) -> Callable[[], ResponseReturnValue]:
    """Decorate a view so that its page shows the owner's unseen news.

    The page is cached once for each permission, without the news.
    """

    @wraps(view)
    def view_with_news() -> ResponseReturnValue:
        response = view()
        shows, *more = response if isinstance(response, tuple) else (response,)
        if not isinstance(shows, str):
            return response
        news = (
            access_news.unseen_news(current_store(), g.device)
            if permissions.current_right() is Right.OWNER and "device" in g
            else None
        )
        shown = (
            render_template("league/_access_news.html", news=news, right_titles=RIGHT_TITLES)
            if news
            else ""
        )
        shows = shows.replace(NEWS_PLACEHOLDER, shown, 1)
        return (shows, *more) if more else shows

    return view_with_news


@bp.get("/")
@with_news
@cache_page(match_lists.running_match_versions, own_parts)
def show() -> ResponseReturnValue:
    """Show running and recent matches.

    In a league without matches, a phone that may start a match gets the form for the first match
    instead, even after the first players were added. With `?first=1`, it gets this form even if
    another phone has started a match in the meantime. `?open=running` lists all running matches
    instead, from row `?from=`.
    """
    store = current_store()
    running = match_lists.running_matches(store, MAX_RUNNING)
    if request.args.get("open") == RUNNING:
        return running_page(running)
    has_all_cards = len(running) >= MAX_MATCH_CARDS
    recent = match_lists.recent_matches(
        store, MAX_RECENT_BELOW_CARDS if has_all_cards else MAX_RECENT
    )
    is_first = not (running or recent) and first_players.is_new_league(store)
    if (is_first or "first" in request.args) and permissions.may_access("first_visit.start"):
        return first_visit.requested_form(NEWS_PLACEHOLDER)
    return render_home(running, recent)


def render_home(running: Sequence[ListedMatch], recent: Sequence[ListedMatch]) -> str:
    """Render the page with running and recent matches, the season and the club nights."""
    store = current_store()
    is_many = len(running) > MAX_MATCH_CARDS + MAX_OTHERS
    card_count = CARDS_OF_MANY if is_many else MAX_MATCH_CARDS
    cards = list(match_cards.running_match_cards(running[:card_count]))
    league_state = (snapshot := snapshot_for_page()).league_state
    season = league_state.current_season(now())
    table = season_table.build_season_table(snapshot, season) if season else None
    i18n.set_page_names(
        reduce(or_, (sheet_view.names_by_key(c.sheet, c.match.people) for c in cards), {})
    )
    return render_template(
        "league/home.html",
        league_state=league_state,
        season=season,
        table=table,
        leaders=own_row.top_lines(table) if table else [],
        people=league_state.people,
        cards=cards,
        running_count=len(running) if is_many else 0,
        matches_without_card=[] if is_many else running[card_count:],
        unreadable_matches=match_lists.unreadable_matches(store),
        open_nights=club_night_lists.nights_from(
            store, league_state.clock.evening(now()), MAX_NIGHTS
        ),
        night_title=night_title,
        recent_matches=recent,
        games=GAMES,
        snapshot=snapshot,
        page_url=url_for(".show"),
        news=NEWS_PLACEHOLDER,
    )


def running_page(running: Sequence[ListedMatch]) -> str:
    """Render a page of the list of running matches."""
    row = min(requested_first_row(request.args), max(len(running), 1))
    first = first_row_of_page(row, RUNNING_PAGE_SIZE)
    return render_template(
        "league/running_matches.html",
        league_state=snapshot_for_page().league_state,
        matches=running[first - 1 : first - 1 + RUNNING_PAGE_SIZE],
        total=len(running),
        first_row=first,
        page_size=RUNNING_PAGE_SIZE,
        games=GAMES,
        page_url=url_for(".show"),
    )
