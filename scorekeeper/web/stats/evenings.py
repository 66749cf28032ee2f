"""The page for one evening, with its text and its picture to share.

Evenings have addresses such as `/nights/2026-11-19`. Addresses of club nights begin with `/club/`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.clock import is_evening_date
from scorekeeper.league.evening import adjacent_evenings
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.messages import AndList, Message, Name, say, say_n
from scorekeeper.rules import GAMES, game_name
from scorekeeper.web import i18n
from scorekeeper.web.dates import full_date
from scorekeeper.web.i18n import isolate_bidi, translate_sentence
from scorekeeper.web.seasons import own_row
from scorekeeper.web.seasons.podium import marked_place
from scorekeeper.web.shared.base_url import external_base_url
from scorekeeper.web.shared.page_cache import cache_page, snapshot_for_page
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.shared.table_pages import first_row_of_page, requested_first_row
from scorekeeper.web.stats.evening_long_lists import MAX_FOLDED, PAGE_SIZE, requested_list
from scorekeeper.web.stats.evening_payments import (
    EveningAccount,
    evening_accounts,
    payment_lines,
)
from scorekeeper.web.stats.evening_view import EveningMatchView, EveningView, build_evening_view
from scorekeeper.web.stats.pictures import evening_image
from scorekeeper.web.stats.pictures.evening_image import EveningPicture, MatchLine
from scorekeeper.web.stats.pictures.share_image import PlayerChip, png_response

bp = Blueprint("evenings", __name__)


def own_changes(me: str, date: str) -> Mapping[str, str]:
    """Return the player's rows that the lists of changes hide, by row key.

    There is a list of changes for each season.
    """
    snapshot = snapshot_for_page()

    def make() -> dict[str, list[tuple[int, Message, str, int]]]:
        folded = defaultdict(list)
        evening = build_evening_view(snapshot, date) if is_evening_date(date) else None
        for standings in evening.standings if evening else ():
            first_number = len(standings.changed_rows) - len(standings.folded_rows) + 1
            for number, row in enumerate(standings.folded_rows, start=first_number):
                change, _, figure = row
                text = own_row.place_text(
                    change.after.place, standings.ranked_count, is_shared=change.after.is_shared
                )
                first = first_row_of_page(number, PAGE_SIZE)
                folded[change.after.player].append((standings.season.id, text, figure, first))
        return folded

    rows = snapshot.cached(("folded changes", date), make).get(me)
    if not rows:
        return {}
    page, person = url_for(".show", date=date), snapshot.league_state.people[me]
    shown = (
        request.args.get("open", ""),
        first_row_of_page(requested_first_row(request.args), PAGE_SIZE),
    )
    return {
        f"changed-{season}": own_row.render_row(
            person, text, figure, f"{page}?open={season}&from={first}#change-{season}-{me}"
        )
        for season, text, figure, first in rows
        if shown != (str(season), first)
    }


@bp.get("/nights/<date>")
@cache_page(own_rows=own_changes)
def show(date: str) -> ResponseReturnValue:
    """Show the page for the evening with this ISO date.

    `?open=` names a list that is shown instead of the evening (`evening_long_lists`), and `?from=`
    is the number of one of its rows.
    """
    evening = find_evening(date)
    snapshot = snapshot_for_page()
    before, after = adjacent_evenings(current_store(), snapshot.league_state.clock, date)
    accounts = evening_accounts(snapshot, evening) if evening else ()
    return render_template(
        "stats/evening.html",
        snapshot=snapshot,
        league_state=snapshot.league_state,
        people=snapshot.league_state.people,
        date=date,
        evening=evening,
        accounts=accounts,
        games=GAMES,
        previous_evening=before,
        next_evening=after,
        page_url=url_for(".show", date=date),
        long_list=requested_list(evening, accounts, request.args),
        max_folded=MAX_FOLDED,
        title=full_date(date),
        evening_text=share_text(snapshot, evening, accounts) if evening else "",
        evening_url=external_base_url() + url_for(".show", date=date),
        main_season=evening.standings[0].season if evening and evening.standings else None,
    )


def find_evening(date: str) -> EveningView | None:
    """Return the evening, or None if nothing was played.

    Aborts with 404 if the date is invalid.
    """
    if not is_evening_date(date):
        abort(404, say("This evening does not exist."))
    return build_evening_view(snapshot_for_page(), date)


# ---------------------------------------------------------------- sharing


def share_text(
    snapshot: StatsSnapshot, evening: EveningView, accounts: Sequence[EveningAccount]
) -> str:
    """Return the evening as a few lines of text.

    There is no link, because only members could open it.
    """
    names = {key: isolate_bidi(person.name) for key, person in snapshot.league_state.people.items()}
    lines = [
        say(
            "{league}, {evening}",
            league=snapshot.league_state.name,
            evening=full_date(evening.date),
        ),
        *(match_sentence(each) for each in evening.matches),
        *([more_matches_text(evening.unlisted_count)] if evening.unlisted_count else ()),
        *(
            say("{season}: {table}", season=each.season.name, table=each.top_sentences)
            for each in evening.standings
        ),
        *payment_lines(accounts),
        *(
            say(
                "A match was corrected after {season} was closed. The standings and payments of "
                "that season have not changed.",
                season=each.name,
            )
            for each in evening.corrected
        ),
    ]
    return "\n".join(translate_sentence(line, names) for line in lines)


def more_matches_text(n: int) -> Message:
    return say_n("and one more match", "and {n} more matches", n)


def match_sentence(each: EveningMatchView) -> Message:
    game = game_name(each.match.game)
    if not each.winners:
        return say("{game}: left unfinished", game=game)
    return say("{game}: {who} won", game=game, who=AndList(Name(key) for key in each.winners))


@bp.get("/nights/<date>/card.png")
def picture(date: str) -> ResponseReturnValue:
    """Return the picture of the evening (PNG), or abort with 404 if nothing was played."""
    evening = find_evening(date)
    if evening is None:
        abort(404, say("No matches were played on this evening."))
    return png_response(
        evening_image.render_png(build_evening_picture(snapshot_for_page(), evening))
    )


def build_evening_picture(snapshot: StatsSnapshot, evening: EveningView) -> EveningPicture:
    people, names = snapshot.league_state.people, i18n.page_names.get()

    def chip(key: str) -> PlayerChip:
        person = people[key]
        return PlayerChip(person.colour, person.initials, person.name)

    leaders = tuple(
        (marked_place(change.after), chip(change.after.player), figure)
        for each in evening.standings[:1]
        for change, _, figure in each.table[: evening_image.MAX_STANDINGS]
        if change.after.place
    )
    limit = evening_image.MAX_MATCHES if leaders else evening_image.MAX_MATCHES_ALONE
    won = [each for each in evening.matches if each.winners]
    note = say("{n} of {total} matches", n=limit, total=len(won)) if len(won) > limit else say("")
    return EveningPicture(
        snapshot.league_state.name,
        translate_sentence(full_date(evening.date), names),
        tuple(
            MatchLine(game_name(each.match.game), tuple(chip(key) for key in each.winners))
            for each in won[:limit]
        ),
        leaders,
        translate_sentence(say("Winners") if won else say("Nobody won"), names),
        season_heading(evening),
        translate_sentence(note, names),
        translate_sentence(tied_note(evening), names),
    )


def tied_note(evening: EveningView) -> Message:
    """Return how many players share the last place in the picture but are not in it, or ""."""
    rows = [change.after for each in evening.standings[:1] for change, _, _ in each.table]
    shown, others = rows[: evening_image.MAX_STANDINGS], rows[evening_image.MAX_STANDINGS :]
    place = shown[-1].place if shown else None
    more = sum(place is not None and row.place == place for row in others)
    return (
        say_n("and one more in place {place}", "and {n} more in place {place}", more, place=place)
        if more
        else say("")
    )


def season_heading(evening: EveningView) -> str:
    """Return the name of the season whose first places the picture shows, or ""."""
    if not evening.standings:
        return ""
    season = evening.standings[0].season
    if season not in evening.corrected:
        return season.name
    return translate_sentence(
        say("{season}, not including later corrections", season=season.name), i18n.page_names.get()
    )
