"""The front room: tonight's matches and the last ones; on a first visit, the first match."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce, wraps
from operator import or_

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.access import arrivals
from scorekeeper.league import match_lists, roster
from scorekeeper.league.match_lists import Played
from scorekeeper.league.roster import Player
from scorekeeper.match import commands, outcome
from scorekeeper.match.commands import Refused
from scorekeeper.match.log import Missing
from scorekeeper.match.names import folded
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Say, mentions, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.common import dealer_sentence
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Problem
from scorekeeper.web import i18n, permissions
from scorekeeper.web.i18n import spoken
from scorekeeper.web.match import sheets
from scorekeeper.web.match.context import new_key, sent, the_log
from scorekeeper.web.match.sheets import Head
from scorekeeper.web.permissions import TITLES, Right
from scorekeeper.web.seasons import season_table
from scorekeeper.web.shared.page_cache import kept, open_books

bp = Blueprint("leagues", __name__)
IN_FULL = 3  # running matches that are shown whole
CARDS = (
    say("Ace"),
    say("King"),
    say("Queen"),
    say("Jack"),
    say("Ten"),
    say("Nine"),
    say("Eight"),
    say("Seven"),
    say("Six"),
    say("Five"),
)
NUMBERS = range(2, len(CARDS) + 1)
USUAL_NUMBER = 4


@dataclass(frozen=True)
class Card:
    """A running match on the front page."""

    match: Played
    sheet: Scoresheet
    leaders: tuple[Head, ...]
    others: tuple[Head, ...]
    ahead: int  # points between the one leader and who is second; 0 where that says nothing
    deals: int | None  # how many there will be, if that was agreed
    next: Say
    next_line: Say


NEWS = "<!-- news -->"  # where it stands in the page that all owners share
NO_NEWS = Markup()


def with_news(view: Callable[[], ResponseReturnValue]) -> Callable[[], ResponseReturnValue]:
    """Put what this owner has not seen yet into the page, which is drawn once for all of them."""

    @wraps(view)
    def page() -> ResponseReturnValue:
        answer = view()
        shows, *more = answer if isinstance(answer, tuple) else (answer,)
        if not isinstance(shows, str):
            return answer
        news = (
            arrivals.news_for(g.phone)
            if permissions.right() is Right.OWNER and "phone" in g
            else None
        )
        shown = render_template("leagues/_news.html", news=news, titles=TITLES) if news else ""
        shows = shows.replace(NEWS, shown, 1)
        return (shows, *more) if more else shows

    return page


@bp.get("/")
@with_news
@kept(match_lists.being_played)
def home() -> ResponseReturnValue:
    """What is being played and what was; or the first visit."""
    running, recent = match_lists.running(), match_lists.recent()
    nobody = not running and not recent and not roster.players(include_hidden=True)
    if nobody and permissions.may("leagues.first_match"):
        game = GAMES.get(request.args.get("game", ""), first_game())
        seats = number_in(request.args.get("seats", "")) or USUAL_NUMBER
        return first_visit(game, seats, news=Markup(NEWS))
    cards = list(cards_of(running[:IN_FULL]))
    facts = (books := open_books()).facts
    season = facts.season(facts.current)
    i18n.call(reduce(or_, (sheets.names_of(c.sheet, c.match.people) for c in cards), {}))
    return render_template(
        "leagues/home.html",
        league=facts,
        season=season,
        table=season_table.table_of(books, season) if season else None,
        people=facts.people,
        cards=cards,
        more=running[IN_FULL:],
        unreadable=match_lists.unreadable(),
        recent=recent,
        games=GAMES,
        books=books,
        here=url_for(".home"),
        NEWS=Markup(NEWS),
    )


def cards_of(matches: Iterable[Played]) -> Iterator[Card]:
    """Those that cannot be read are shown as such instead."""
    for match in matches:
        with suppress(Missing):
            yield card(match)


def card(match: Played) -> Card:
    sheet = the_log().sheet(match.id)
    heads = {head.side: head for head in sheets.heads(sheet, match.people)}
    order = [heads[side] for place in outcome.podium(sheet) for side in place.seats]
    leaders = tuple(head for head in order if head.leads)
    others = tuple(head for head in order if not head.leads)
    position, asked = sheet.position, sheet.asked
    about, dealer = sheet.game.about(position), dealer_sentence(position)
    return Card(
        match,
        sheet,
        leaders,
        others,
        ahead=distance(sheet.game, leaders, others),
        deals=sheet.game.deals(sheet.setup) if sheet.game.deals else None,
        next=sheet.game.title(position, asked.stage) if asked else say("The match is over."),
        next_line=about
        if mentions(about, position.dealer)
        else say("{one}, {two}", one=about, two=dealer),
    )


def distance(game: Game, leaders: Sequence[Head], others: Sequence[Head]) -> int:
    """Points between first and second, where the lead is one of points."""
    if len(leaders) != 1 or not others:
        return 0
    return max(0, (others[0].total - leaders[0].total) * (1 if game.low_wins else -1))


# ---------------------------------------------------------------- the first visit


def first_game() -> Game:
    return next(iter(GAMES.values()))


def first_visit(
    game: Game, seats: int, problems: Sequence[Problem] = (), news: Markup = NO_NEWS
) -> ResponseReturnValue:
    """Choose a game, say how many you are, deal. Names can wait."""
    page = render_template(
        "leagues/first_visit.html",
        games=list(GAMES.values()),
        game=game,
        seats=min(max(seats, game.seats[0]), game.seats[-1]) if not problems else seats,
        numbers=NUMBERS,
        cards=CARDS,
        problems=problems,
        key=request.form.get("key", "")[:64] or new_key(),
        NEWS=news,
    )
    return page, 422 if problems else 200


def number_in(text: str) -> int:
    """A number of players, or 0 for anything else."""
    return int(text) if text in map(str, NUMBERS) else 0


@bp.post("/first")
def first_match() -> ResponseReturnValue:
    """The first hand is dealt to players who are called after cards until they get names."""
    game = GAMES.get(request.form.get("game", ""), first_game())
    seats = number_in(request.form.get("seats", ""))
    if seats not in game.seats:
        few = say(
            "{game} is for {least} to {most} players.",
            game=game.name,
            least=game.seats[0],
            most=game.seats[-1],
        )
        return first_visit(game, seats, [Problem("bad_players", few, "seats")])
    people = called_after_cards(seats)
    if people is None:
        return redirect(url_for("new_match.show"), code=303)
    try:
        match = commands.start(the_log(), game.slug, people, {}, sent())
    except Refused as refusal:
        return first_visit(game, seats, refusal.problems)
    return redirect(url_for("matches.show", match_id=match), code=303)


def called_after_cards(seats: int) -> tuple[str, ...] | None:
    """Keys of Ace, King and so on; None in a league that has people with names of their own."""
    names = [spoken(card, {}) for card in CARDS]
    cards = {folded(name) for name in names}
    if {folded(each.name) for each in roster.players(True, True)} - cards:
        return None
    return tuple((roster.called(name) or added(name)).key for name in names[:seats])


def added(name: str) -> Player:
    """The player of that name, whoever was quicker to add him."""
    try:
        return roster.add_player(name)
    except Refused:
        there = roster.called(name)
        if there is None:
            raise
        return there
