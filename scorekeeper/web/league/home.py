"""The home page, which is called *Play*, with running and recent matches.

In a league without matches, it has the form for the first match instead.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce, wraps
from operator import or_

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.access import access_news
from scorekeeper.league import match_lists
from scorekeeper.league.club import night_lists as club_night_lists
from scorekeeper.league.match_lists import ListedMatch
from scorekeeper.match import commands, outcome
from scorekeeper.match.commands import Refused
from scorekeeper.match.log import MatchNotFound
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message, mentions, say
from scorekeeper.rights import Right
from scorekeeper.rules import GAMES
from scorekeeper.rules.common import dealer_sentence
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Problem
from scorekeeper.rules.validation import MATCH_OVER
from scorekeeper.web import i18n, permissions
from scorekeeper.web.auth import invitations
from scorekeeper.web.dates import now
from scorekeeper.web.league import first_players
from scorekeeper.web.league.club.night_view import night_title
from scorekeeper.web.league.first_players import PLAYING_CARD_NAMES
from scorekeeper.web.league.own_match import MAX_RUNNING, own_parts
from scorekeeper.web.match import sheet_view
from scorekeeper.web.match.context import command_meta, current_log, new_key
from scorekeeper.web.match.sheet_view import SheetColumn
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
PLAYER_COUNTS = range(2, len(PLAYING_CARD_NAMES) + 1)
DEFAULT_PLAYER_COUNT = 4


@dataclass(frozen=True)
class RunningMatchCard:
    """A running match on the home page."""

    match: ListedMatch
    sheet: Scoresheet
    leaders: tuple[SheetColumn, ...]
    others: tuple[SheetColumn, ...]
    lead_points: (
        int  # points between first and second place; 0 if several lead or points do not decide
    )
    deal_count: int | None  # the number of deals, if it is fixed
    next_title: Message
    next_note: Message


NEWS_PLACEHOLDER = Markup("<!-- news -->")  # replaced for each request, after the page cache
NO_NEWS = Markup()


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
    if (is_first or "first" in request.args) and permissions.may_access("home.first_match"):
        return first_visit_of_address()
    return render_home(running, recent)


def render_home(running: Sequence[ListedMatch], recent: Sequence[ListedMatch]) -> str:
    """Render the page with running and recent matches, the season and the club nights."""
    store = current_store()
    is_many = len(running) > MAX_MATCH_CARDS + MAX_OTHERS
    card_count = CARDS_OF_MANY if is_many else MAX_MATCH_CARDS
    cards = list(running_match_cards(running[:card_count]))
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


def running_match_cards(matches: Iterable[ListedMatch]) -> Iterator[RunningMatchCard]:
    """Yield a card for each readable match. The page lists unreadable matches separately."""
    for match in matches:
        with suppress(MatchNotFound):
            yield running_match_card(match)


def running_match_card(match: ListedMatch) -> RunningMatchCard:
    sheet = current_log().sheet(match.id)
    columns = {column.side: column for column in sheet_view.build_columns(sheet, match.people)}
    order = [columns[side] for place in outcome.current_places(sheet) for side in place.seats]
    leaders = tuple(column for column in order if column.leads)
    others = tuple(column for column in order if not column.leads)
    position, asked_stage = sheet.position, sheet.asked_stage
    about, dealer = sheet.game.display.deal_subtitle(position), dealer_sentence(position)
    return RunningMatchCard(
        match,
        sheet,
        leaders,
        others,
        lead_points=lead_in_points(sheet.game, leaders, others),
        deal_count=sheet.game.deals(sheet.setup) if sheet.game.deals else None,
        next_title=sheet.game.display.title(position, asked_stage.stage)
        if asked_stage
        else MATCH_OVER,
        next_note=about
        if mentions(about, position.dealer)
        else say("{one}, {two}", one=about, two=dealer),
    )


def lead_in_points(
    game: Game, leaders: Sequence[SheetColumn], others: Sequence[SheetColumn]
) -> int:
    """Return the points between first and second place.

    Returns 0 if several players lead or if points do not decide.
    """
    if len(leaders) != 1 or not others:
        return 0
    return max(0, (others[0].total - leaders[0].total) * (1 if game.low_wins else -1))


# ---------------------------------------------------------------- the first visit


def first_game() -> Game:
    return next(iter(GAMES.values()))


def first_visit_of_address() -> ResponseReturnValue:
    """Render the form for the first match with the choices in the address, or with the defaults."""
    game = GAMES.get(request.args.get("game", ""), first_game())
    usual = max(DEFAULT_PLAYER_COUNT, len(first_players.named_players(current_store())))
    seats = parse_player_count(request.args.get("seats", "")) or usual
    return first_visit(game, seats, news=NEWS_PLACEHOLDER)


def first_visit(
    game: Game, seats: int, problems: Sequence[Problem] = (), news: Markup = NO_NEWS
) -> ResponseReturnValue:
    """Render the form for the first match, with the game and the number of players.

    The names of players can be entered later.
    """
    people = first_players.named_players(current_store())
    i18n.set_page_names({each.key: each.name for each in people})
    page = render_template(
        "league/first_visit.html",
        games=list(GAMES.values()),
        game=game,
        seats=min(max(seats, game.seats[0]), game.seats[-1]) if not problems else seats,
        numbers=PLAYER_COUNTS,
        cards=PLAYING_CARD_NAMES,
        named_keys=[each.key for each in people],
        problems=problems,
        key=request.form.get("key", "")[:64] or new_key(),
        news=news,
    )
    return page, 422 if problems else 200


def parse_player_count(text: str) -> int:
    """Return the number of players in `text`, or 0 if it is not in PLAYER_COUNTS."""
    return int(text) if text in map(str, PLAYER_COUNTS) else 0


@bp.post("/first")
def first_match() -> ResponseReturnValue:
    """Start the first match, with the named players on the page and players named after cards.

    Redirects to the form for a new match if the form contains "names", if other players were added
    since, or if there are more players than seats. In that form, users choose the players first.
    If the posted form contains "invite", an owner then sees the code that lets other people join.
    """
    game = GAMES.get(request.form.get("game", ""), first_game())
    if "names" in request.form:
        return redirect(url_for("new_match.show", game=game.slug), code=303)
    seats = parse_player_count(request.form.get("seats", ""))
    if seats not in game.seats:
        few = say(
            "{game} is for {least} to {most} players.",
            game=game.name,
            least=game.seats[0],
            most=game.seats[-1],
        )
        return first_visit(game, seats, [Problem("bad_players", few, "seats")])
    shown = request.form.get("named", "").split()
    people = first_players.first_players(current_store(), seats, shown)
    if people is None:
        return redirect(url_for("new_match.show", game=game.slug), code=303)
    try:
        match = commands.start_match(current_log(), game.slug, people, {}, command_meta())
    except Refused as refusal:
        return first_visit(game, seats, refusal.problems)
    if "invite" in request.form and permissions.may_access("invitations.invite"):
        return invitations.invite_table()
    return redirect(url_for("matches.show", match_id=match), code=303)
