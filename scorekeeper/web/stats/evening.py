"""One evening: who was here, what was played and what it changed; a picture to share it with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.db.evenings import is_night
from scorekeeper.league import evening
from scorekeeper.league.evening import Change, Open, Sitting, worth_alone
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import Books
from scorekeeper.messages import Name, Say, say, say_n
from scorekeeper.rules import GAMES
from scorekeeper.stats.results import Seat
from scorekeeper.stats.scheme_text import heading, written
from scorekeeper.stats.schemes import for_one_match
from scorekeeper.web import i18n, money_text
from scorekeeper.web.dates import in_full
from scorekeeper.web.i18n import isolated, spoken
from scorekeeper.web.seasons.season_table import counts_low
from scorekeeper.web.shared.page_cache import kept, open_books
from scorekeeper.web.shared.qr_code import outside
from scorekeeper.web.stats import share_image
from scorekeeper.web.stats.share_image import Chip, Line, Postcard

bp = Blueprint("nights", __name__)
WON = 3  # matches that the headline names
IN_TEXT = 5  # players of a season's table in what is shared


@dataclass(frozen=True)
class Played:
    """A match of the evening. `worth` is what it brought in its season, by player."""

    match: Sitting
    season: Season | None
    seats: tuple[Seat, ...]
    worth: dict[str, str]
    worth_title: Say | None

    @property
    def winners(self) -> list[str]:
        return [seat.player for seat in self.seats if seat.finish.won]


@dataclass(frozen=True)
class Changed:
    """A season's table: each row with its figures before and after."""

    season: Season
    table: tuple[tuple[Change, str, str], ...]

    @property
    def rows(self) -> list[tuple[Change, str, str]]:
        """What changed."""
        return [row for row in self.table if row[0].touched]

    @property
    def ties(self) -> list[Say]:
        return [change.after.tie for change, _, _ in self.rows if change.after.tie]

    @property
    def top(self) -> list[Say]:
        """Who stands where after the evening, best first."""
        return [
            say(
                "{place} {who} {figure}",
                place=change.after.place,
                who=Name(change.after.player),
                figure=after,
            )
            for change, _, after in self.table[:IN_TEXT]
            if change.after.place
        ]


@dataclass(frozen=True)
class Evening:
    """All of an evening that its page, its text and its picture tell."""

    night: str
    matches: tuple[Played, ...]  # the first of them
    more: int
    hours: tuple[int, int] | None
    players: tuple[str, ...]
    changed: tuple[Changed, ...]
    due: tuple[Open, ...]

    @property
    def count(self) -> int:
        """How many matches there were."""
        return len(self.matches) + self.more

    @property
    def headline(self) -> list[Say]:
        """ "Dina took Loba, Edu took Jaguar"."""
        won = [each for each in self.matches if each.winners]
        found = [
            say(
                "{who} took {game}",
                who=[Name(key) for key in each.winners],
                game=GAMES[each.match.game].name,
            )
            for each in won[:WON]
        ]
        return [*found, say("and more")] if won[WON:] else found


@bp.get("/nights/<night>")
@kept()
def show(night: str) -> ResponseReturnValue:
    """One evening, "2026-11-12"."""
    tonight = found(night)
    books = open_books()
    before, after = evening.neighbours(night)
    return render_template(
        "nights/show.html",
        books=books,
        facts=books.facts,
        people=books.facts.people,
        night=night,
        tonight=tonight,
        games=GAMES,
        before=before,
        after=after,
        here=url_for(".show", night=night),
        title=in_full(night),
        text=as_text(books, tonight) if tonight else "",
        address=outside() + url_for(".show", night=night),
        picture=outside() + url_for(".card", night=night),
        main_season=tonight.changed[0].season if tonight and tonight.changed else None,
    )


def found(night: str) -> Evening | None:
    """The evening as it stands, None if nothing was played; 404 for what is none."""
    if not is_night(night):
        abort(404, say("There is no such evening."))
    books = open_books()
    whole = evening.whole(books.facts, night)
    if not whole.sittings:
        return None
    seasons = dict.fromkeys(books.facts.season(played.season) for played in whole.played)
    return Evening(
        night,
        tuple(shown(books, match) for match in whole.sittings),
        whole.more,
        whole.hours,
        whole.players,
        changed=tuple(
            change
            for season in seasons
            if season
            for change in [changed(books, season, night)]
            if change.rows
        ),
        due=tuple(evening.open_after(whole.played)),
    )


def shown(books: Books, match: Sitting) -> Played:
    if match.played is None:
        return Played(match, None, (), {}, None)
    season = books.facts.season(match.played.season)
    seats = sorted(match.played.result.seats, key=lambda seat: seat.finish.place)
    if season is None:
        return Played(match, None, tuple(seats), {}, None)
    scheme, low = for_one_match(season.scheme), match.played.result.low_wins
    worth = {
        player: written(scheme, value, low=low and scheme.measure == "points")
        for player, value in worth_alone(season.scheme, match.played).items()
    }
    return Played(match, season, tuple(seats), worth, heading(scheme))


def changed(books: Books, season: Season, night: str) -> Changed:
    rows = evening.changes(books, season, night)
    low = counts_low(season.scheme, [change.after for change in rows])

    def figure(change: Change) -> tuple[Change, str, str]:
        before = written(season.scheme, change.before.value, low=low) if change.before else ""
        return change, before, written(season.scheme, change.after.value, low=low)

    return Changed(season, tuple(figure(change) for change in rows))


# ---------------------------------------------------------------- to share


def as_text(books: Books, tonight: Evening) -> str:
    """The evening in a few lines, with its address."""
    names = {key: isolated(person.name) for key, person in books.facts.people.items()}
    lines = [
        say("{league}, {evening}", league=books.facts.name, evening=in_full(tonight.night)),
        *(line_of(each) for each in tonight.matches),
        *([more_matches(tonight.more)] if tonight.more else ()),
        *(
            say("{season}: {table}", season=each.season.name, table=each.top)
            for each in tonight.changed
        ),
        *payment_lines(tonight.due),
    ]
    text = "\n".join(spoken(line, names) for line in lines)
    return f"{text}\n{outside()}{url_for('.show', night=tonight.night)}"


def more_matches(n: int) -> Say:
    return say_n("and one more match", "and {n} more matches", n)


def line_of(each: Played) -> Say:
    game = GAMES[each.match.game].name
    if not each.winners:
        return say("{game}: left unfinished", game=game)
    return say("{game}: {who} won", game=game, who=[Name(key) for key in each.winners])


def payment_lines(due: Sequence[Open]) -> Iterator[Say]:
    for each in due:
        for payer, payee, amount in each.payments:
            text = money_text.coins(amount, each.unit)
            if each.unit == "counters":
                yield say(
                    "{payer} pays {payee} {amount} counters",
                    payer=Name(payer),
                    payee=Name(payee),
                    amount=text,
                )
            else:
                yield say(
                    "{payer} pays {payee} {amount}",
                    payer=Name(payer),
                    payee=Name(payee),
                    amount=text,
                )


@bp.get("/nights/<night>/card.png")
def card(night: str) -> ResponseReturnValue:
    """The picture that others see with the link; another one as soon as a name is another."""
    tonight = found(night)
    if tonight is None:
        abort(404, say("Nothing was played that evening."))
    response = Response(share_image.drawn(to_draw(open_books(), tonight)), mimetype="image/png")
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    return response.make_conditional(request)


def to_draw(books: Books, tonight: Evening) -> Postcard:
    people, calls = books.facts.people, i18n.called.get()

    def chip(key: str) -> Chip:
        person = people[key]
        return Chip(person.colour, person.initials, person.name)

    won = [each for each in tonight.matches if each.winners]
    lines = [
        Line(GAMES[each.match.game].name, tuple(chip(key) for key in each.winners))
        for each in won[: share_image.LINES]
    ]
    return Postcard(
        books.facts.name,
        spoken(in_full(tonight.night), calls),
        tuple(lines),
        tuple(
            (str(change.after.place), chip(change.after.player), figure)
            for each in tonight.changed[:1]
            for change, _, figure in each.table[: share_image.TOP]
            if change.after.place
        ),
        spoken(say("Won tonight"), calls) if lines else spoken(say("Nobody won"), calls),
        tonight.changed[0].season.name if tonight.changed else "",
    )
