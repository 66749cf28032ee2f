"""The TV page: a large read-only view of the league for a shared screen.

During a club night, it shows that night's tables (`club/tv.py`). Otherwise, it shows the running
match that was changed last, or the podium of a match for 30 minutes after its end. If there is no
such match, it shows the season's table.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from flask import Blueprint, current_app, g, render_template, url_for

from scorekeeper.league import match_lists
from scorekeeper.league.match_lists import ListedMatch
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match import outcome
from scorekeeper.match.log import MatchNotFound
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.rules.fields import Field
from scorekeeper.stats.scheme_text import scheme_title
from scorekeeper.stats.schemes import ALL_TIME_SCHEME
from scorekeeper.web import i18n
from scorekeeper.web.dates import now
from scorekeeper.web.extension_keys import ASSETS_KEY
from scorekeeper.web.league import match_cards
from scorekeeper.web.league.club import tv as club_tv
from scorekeeper.web.match import sheet_view
from scorekeeper.web.match.context import current_log
from scorekeeper.web.match.page import next_question
from scorekeeper.web.match.podium import podium_steps
from scorekeeper.web.match.saved_entries import earlier_number_fields, side_number
from scorekeeper.web.match.sheet_view import SheetColumn
from scorekeeper.web.seasons import season_table
from scorekeeper.web.shared.base_url import external_base_url
from scorekeeper.web.shared.page_cache import snapshot_for_page
from scorekeeper.web.shared.player_chips import with_common_initials
from scorekeeper.web.shared.qr_code import qr_code_svg
from scorekeeper.web.shared.session import current_store

bp = Blueprint("tv", __name__)
PODIUM_DURATION_S = 30 * 60  # seconds that a podium is shown after the end of a match
ABANDONED_AFTER_S = 12 * 60 * 60  # seconds without a change, after which a match is not shown
MAX_TABLE_ROWS = 10  # rows of the season's table
cached_qr_code_svg = lru_cache(8)(qr_code_svg)


class SideLine(NamedTuple):
    """A side's entries so far in this deal (such as bids), and its points in the last deal."""

    column: SheetColumn
    earlier_answers: tuple[int | None, ...]
    last_points: int | None
    is_dealer: bool
    is_next: bool
    is_out: bool


@bp.get("/tv")
def show() -> str:
    """Show the page for the current state of the league."""
    # Read this before the snapshot, because a token that is too old only causes an extra refresh.
    g.extra_key = match_lists.running_match_versions(current_store())
    snapshot = snapshot_for_page()
    if night := club_tv.night_to_show(snapshot):
        return render_template(
            "league/club/tv.html",
            people=snapshot.league_state.people,
            screen=club_tv.build_screen(night, snapshot),
            ranking_rows=club_tv.RANKING_ROWS,
            **shared_context(),
        )
    return match_or_season(snapshot)


def match_or_season(snapshot: StatsSnapshot) -> str:
    """Render the page with a match, if there is one to show, and the season's table."""
    people = snapshot.league_state.people
    season = snapshot.league_state.current_season(now())
    table = season_table.build_season_table(snapshot, season)
    lines = (table.ranked_lines or table.lines)[:MAX_TABLE_ROWS]
    match = find_match_to_show()
    shown_people = {line.row.player: people[line.row.player] for line in lines}
    shown_people |= match.people if match else {}
    shown_people = with_common_initials(shown_people, snapshot.league_state.current_keys)
    if match:
        match = replace(match, people={key: shown_people[key] for key in match.people})
    try:
        shown = match_context(match) if match else {}
    except MatchNotFound:
        match, shown = None, {}
    names = {key: person.name for key, person in people.items()}
    i18n.set_page_names(
        names | (sheet_view.names_by_key(shown["sheet"], match.people) if match else {})
    )
    return render_template(
        "league/tv.html",
        people=shown_people,
        season=season,
        match=match,
        standings_lines=lines,
        scheme_title=scheme_title(season.scheme if season else ALL_TIME_SCHEME),
        **shared_context(),
        **shown,
    )


def shared_context() -> Mapping[str, Any]:
    """Return the variables of every TV page.

    These are the asset version, and the address for joining as text and as a QR code.
    """
    return {
        "asset_version": asset_version(),
        "join_address": join_address(),
        "qr_code": cached_qr_code_svg(f"{external_base_url()}{url_for('join.show')}"),
    }


def find_match_to_show() -> ListedMatch | None:
    """Return the match to show: a running or recently ended match, whichever changed last.

    Returns None if there is no such match.
    """
    store = current_store()
    playing = next(iter(match_lists.running_matches(store, limit=1)), None)
    if playing and playing.changed_at < now() - ABANDONED_AFTER_S:
        playing = None
    ended = match_lists.last_match_ended_since(store, since=now() - PODIUM_DURATION_S)
    if ended and playing:
        return ended if (ended.ended_at or 0) > playing.changed_at else playing
    return playing or ended


def match_context(match: ListedMatch) -> Mapping[str, Any]:
    """Return the template variables of a match."""
    sheet = current_log().sheet(match.id)
    shown = {"sheet": sheet, "game": sheet.game}
    if sheet.is_over:
        return shown | {
            "steps": podium_steps(sheet, match.people),
            "winners": sheet.winners,
            "winner_count": len(outcome.winners(sheet)),
        }
    question, earlier_fields = next_question(sheet), earlier_number_fields(sheet)
    side_lines = [
        side_line(sheet, column, earlier_fields, question.next_seat if question else None)
        for column in sheet_view.build_columns(sheet, match.people)
    ]
    return shown | {
        "card": match_cards.running_match_card(match),
        "answer_labels": [field.label for field in earlier_fields],
        "side_lines": side_lines,
    }


def side_line(
    sheet: Scoresheet, column: SheetColumn, earlier_fields: list[Field], next_seat: str | None
) -> SideLine:
    position, seats = sheet.position, [person.key for person in column.people]
    return SideLine(
        column,
        tuple(side_number(sheet, field, column) for field in earlier_fields),
        sheet.played_deals[-1].points.get(column.side) if sheet.played_deals else None,
        position.dealer in seats,
        next_seat in seats,
        all(seat in position.eliminated for seat in seats),
    )


def asset_version() -> str:
    """Return a digest of all static files.

    The TV page reloads itself when the digest changes.
    """
    hashes = current_app.extensions[ASSETS_KEY]
    return hashlib.sha256(repr(sorted(hashes.items())).encode()).hexdigest()[:16]


def join_address() -> str:
    """Return the join page's address without the scheme, for typing."""
    return f"{external_base_url()}{url_for('join.show')}".partition("://")[2]
