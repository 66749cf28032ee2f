"""The page of one evening: matches, players, effects on seasons, and text and picture to share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.clock import is_evening_date
from scorekeeper.league.evening import (
    EveningMatch,
    Settlement,
    adjacent_evenings,
    load_evening,
    settlements_of,
)
from scorekeeper.league.evening_standings import (
    StandingsChange,
    match_value_by_player,
    standings_changes,
)
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.messages import Message, Name, say, say_n
from scorekeeper.rules import GAMES
from scorekeeper.stats.results import PlayerResult
from scorekeeper.stats.scheme_text import column_heading, format_value
from scorekeeper.stats.schemes import single_match_scheme
from scorekeeper.web import i18n, money_text
from scorekeeper.web.dates import full_date
from scorekeeper.web.i18n import isolate_bidi, translate_sentence
from scorekeeper.web.seasons.season_table import is_lower_better
from scorekeeper.web.shared.page_cache import cache_page, snapshot_for_page
from scorekeeper.web.shared.qr_code import external_base_url
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.stats import share_image
from scorekeeper.web.stats.share_image import Chip, EveningCard, MatchLine

bp = Blueprint("evenings", __name__)
MAX_HEADLINE_MATCHES = 3  # matches that the headline names
MAX_TEXT_PLAYERS = 5  # players of each season's table in the shared text


@dataclass(frozen=True)
class EveningMatchView:
    """A match of the evening. `values` is its value in its season, formatted, by player."""

    match: EveningMatch
    season: Season | None
    seats: tuple[PlayerResult, ...]
    values: dict[str, str]
    values_title: Message | None

    @property
    def winners(self) -> list[str]:
        return [seat.player for seat in self.seats if seat.finish.won]


@dataclass(frozen=True)
class SeasonChange:
    """A season's table around the evening: each row with its figures before and after."""

    season: Season
    table: tuple[tuple[StandingsChange, str, str], ...]

    @property
    def rows(self) -> list[tuple[StandingsChange, str, str]]:
        """The rows that the evening changed."""
        return [row for row in self.table if row[0].is_affected]

    @property
    def ties(self) -> list[Message]:
        return [change.after.tie for change, _, _ in self.rows if change.after.tie]

    @property
    def top(self) -> list[Message]:
        """The first ranks after the evening, as sentences, best first."""
        return [
            say(
                "{place} {who} {figure}",
                place=change.after.place,
                who=Name(change.after.player),
                figure=after,
            )
            for change, _, after in self.table[:MAX_TEXT_PLAYERS]
            if change.after.place
        ]


@dataclass(frozen=True)
class EveningView:
    """The data of an evening for its page, its text and its picture."""

    date: str
    matches: tuple[EveningMatchView, ...]  # the first ones; `more` counts the others
    more: int
    hours: tuple[int, int] | None
    players: tuple[str, ...]
    changed: tuple[SeasonChange, ...]
    due: tuple[Settlement, ...]

    @property
    def count(self) -> int:
        """The number of matches."""
        return len(self.matches) + self.more

    @property
    def headline(self) -> list[Message]:
        """The winner of each match, such as "Dina won Loba, Edu won Jaguar"."""
        won = [each for each in self.matches if each.winners]
        found = [
            say(
                "{who} won {game}",
                who=[Name(key) for key in each.winners],
                game=GAMES[each.match.game].name,
            )
            for each in won[:MAX_HEADLINE_MATCHES]
        ]
        return [*found, say("and more")] if won[MAX_HEADLINE_MATCHES:] else found


@bp.get("/nights/<date>")
@cache_page()
def show(date: str) -> ResponseReturnValue:
    """The page of one evening, "2026-11-12"."""
    evening = find_evening(date)
    snapshot = snapshot_for_page()
    before, after = adjacent_evenings(current_store(), snapshot.league_state.clock, date)
    return render_template(
        "stats/evening.html",
        snapshot=snapshot,
        league_state=snapshot.league_state,
        people=snapshot.league_state.people,
        date=date,
        evening=evening,
        games=GAMES,
        before=before,
        after=after,
        page_url=url_for(".show", date=date),
        title=full_date(date),
        text=share_text(snapshot, evening) if evening else "",
        address=external_base_url() + url_for(".show", date=date),
        picture=external_base_url() + url_for(".card", date=date),
        main_season=evening.changed[0].season if evening and evening.changed else None,
    )


def find_evening(date: str) -> EveningView | None:
    """The evening, None if nothing was played; aborts with 404 if the date is not valid."""
    if not is_evening_date(date):
        abort(404, say("This evening does not exist."))
    snapshot = snapshot_for_page()
    whole = load_evening(current_store(), snapshot.league_state, date)
    if not whole.matches:
        return None
    seasons = dict.fromkeys(snapshot.league_state.season(played.season) for played in whole.played)
    return EveningView(
        date,
        tuple(build_match_view(snapshot, match) for match in whole.matches),
        whole.more,
        whole.hours,
        whole.players,
        changed=tuple(
            change
            for season in seasons
            if season
            for change in [build_season_change(snapshot, season, date)]
            if change.rows
        ),
        due=tuple(settlements_of(whole.played)),
    )


def build_match_view(snapshot: StatsSnapshot, match: EveningMatch) -> EveningMatchView:
    if match.played is None:
        return EveningMatchView(match, None, (), {}, None)
    season = snapshot.league_state.season(match.played.season)
    seats = sorted(match.played.result.seats, key=lambda seat: seat.finish.place)
    if season is None:
        return EveningMatchView(match, None, tuple(seats), {}, None)
    scheme, low = single_match_scheme(season.scheme), match.played.result.low_wins
    values = {
        player: format_value(scheme, value, low=low and scheme.measure == "points")
        for player, value in match_value_by_player(season.scheme, match.played).items()
    }
    return EveningMatchView(match, season, tuple(seats), values, column_heading(scheme))


def build_season_change(snapshot: StatsSnapshot, season: Season, date: str) -> SeasonChange:
    rows = standings_changes(current_store(), snapshot, season, date)
    low = is_lower_better(season.scheme, [change.after for change in rows])

    def figure(change: StandingsChange) -> tuple[StandingsChange, str, str]:
        before = format_value(season.scheme, change.before.value, low=low) if change.before else ""
        return change, before, format_value(season.scheme, change.after.value, low=low)

    return SeasonChange(season, tuple(figure(change) for change in rows))


# ---------------------------------------------------------------- sharing


def share_text(snapshot: StatsSnapshot, evening: EveningView) -> str:
    """The evening as a few lines of text, with its address."""
    names = {key: isolate_bidi(person.name) for key, person in snapshot.league_state.people.items()}
    lines = [
        say(
            "{league}, {evening}",
            league=snapshot.league_state.name,
            evening=full_date(evening.date),
        ),
        *(match_sentence(each) for each in evening.matches),
        *([more_matches_text(evening.more)] if evening.more else ()),
        *(
            say("{season}: {table}", season=each.season.name, table=each.top)
            for each in evening.changed
        ),
        *payment_lines(evening.due),
    ]
    text = "\n".join(translate_sentence(line, names) for line in lines)
    return f"{text}\n{external_base_url()}{url_for('.show', date=evening.date)}"


def more_matches_text(n: int) -> Message:
    return say_n("and one more match", "and {n} more matches", n)


def match_sentence(each: EveningMatchView) -> Message:
    game = GAMES[each.match.game].name
    if not each.winners:
        return say("{game}: left unfinished", game=game)
    return say("{game}: {who} won", game=game, who=[Name(key) for key in each.winners])


def payment_lines(due: Sequence[Settlement]) -> Iterator[Message]:
    for each in due:
        for payer, payee, amount in each.payments:
            text = money_text.format_amount(amount, each.unit)
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


@bp.get("/nights/<date>/card.png")
def card(date: str) -> ResponseReturnValue:
    """The link preview of the evening (PNG), with an ETag of its content."""
    evening = find_evening(date)
    if evening is None:
        abort(404, say("No matches were played on this evening."))
    response = Response(
        share_image.render_png(build_evening_card(snapshot_for_page(), evening)),
        mimetype="image/png",
    )
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    return response.make_conditional(request)


def build_evening_card(snapshot: StatsSnapshot, evening: EveningView) -> EveningCard:
    people, calls = snapshot.league_state.people, i18n.page_names.get()

    def chip(key: str) -> Chip:
        person = people[key]
        return Chip(person.colour, person.initials, person.name)

    won = [each for each in evening.matches if each.winners]
    lines = [
        MatchLine(GAMES[each.match.game].name, tuple(chip(key) for key in each.winners))
        for each in won[: share_image.MAX_MATCHES]
    ]
    return EveningCard(
        snapshot.league_state.name,
        translate_sentence(full_date(evening.date), calls),
        tuple(lines),
        tuple(
            (str(change.after.place), chip(change.after.player), figure)
            for each in evening.changed[:1]
            for change, _, figure in each.table[: share_image.MAX_STANDINGS]
            if change.after.place
        ),
        translate_sentence(say("Won tonight"), calls)
        if lines
        else translate_sentence(say("Nobody won"), calls),
        evening.changed[0].season.name if evening.changed else "",
    )
