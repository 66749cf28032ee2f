"""The page of one player's season in review, with its picture to share."""

from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import NotFound
from scorekeeper.league.roster import PLAYER_NOT_FOUND
from scorekeeper.league.season_review import load_review
from scorekeeper.league.seasons import SEASON_NOT_FOUND, Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.messages import Message, Name, say
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web.dates import now
from scorekeeper.web.shared.page_cache import cache_page, season_ranking, snapshot_for_page
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.stats.player_review_text import player_highlights
from scorekeeper.web.stats.records_view import MAX_CHIPS, RecordRow
from scorekeeper.web.stats.review_share import SEASON_KEY, picture_response, share_text
from scorekeeper.web.stats.review_text import Highlight
from scorekeeper.web.stats.reviews import records_broken

bp = Blueprint("player_reviews", __name__)


class PlayerReviewPage(NamedTuple):
    """The highlights of a player's season, and the league records that the player broke in it."""

    highlights: tuple[Highlight, ...]
    records: tuple[RecordRow, ...]


@bp.get("/players/<int:player_id>/review")
@cache_page()
def show(player_id: int) -> ResponseReturnValue:
    """Show a player's review of season `?season=`, by default the current one.

    A merged entry redirects to the player that it was merged into.
    """
    snapshot, key = snapshot_for_page(), str(player_id)
    if key in snapshot.league_state.current_keys:
        merged_into, season_id = snapshot.league_state.current_keys[key], request.args.get("season")
        return redirect(url_for(".show", player_id=int(merged_into), season=season_id), code=303)
    season = season_of_member(snapshot, key)
    page = build_player_review(snapshot, key, season)
    page_url = url_for(".show", player_id=player_id, season=season.id)
    return render_template(
        "stats/player_review.html",
        snapshot=snapshot,
        people=snapshot.league_state.people,
        season=season,
        person=snapshot.league_state.people[key],
        review=page,
        max_chips=MAX_CHIPS,
        review_text=share_text(snapshot, review_title(key), season, page.highlights, page_url),
        picture_url=url_for(".picture", player_id=player_id, season=season.id),
        page_url=page_url,
    )


@bp.get("/players/<int:player_id>/review.png")
def picture(player_id: int) -> ResponseReturnValue:
    """Return the picture to share, or abort with 404 if the player has no match in the season."""
    snapshot, key = snapshot_for_page(), str(player_id)
    season = season_of_member(snapshot, key)
    page = build_player_review(snapshot, key, season)
    if not page.highlights:
        abort(404, say("The picture appears once the player has finished a match in this season."))
    highlights = [
        highlight if highlight.players else highlight._replace(players=(key,))
        for highlight in page.highlights
    ]
    return picture_response(snapshot, review_title(key), season, highlights)


def review_title(key: str) -> Message:
    return say("{who} in {season}", who=Name(key), season=Name(SEASON_KEY))


def season_of_member(snapshot: StatsSnapshot, key: str) -> Season:
    """Return the requested season, by default the current one.

    Raises NotFound if the season or the player does not exist.
    """
    if key not in snapshot.league_state.players:
        raise NotFound(PLAYER_NOT_FOUND)
    number = parse_small_int(request.args.get("season", ""))
    league_state = snapshot.league_state
    season = league_state.season(number) if number else league_state.current_season(now())
    if season is None:
        raise NotFound(SEASON_NOT_FOUND)
    return season


def build_player_review(snapshot: StatsSnapshot, key: str, season: Season) -> PlayerReviewPage:
    review = load_review(current_store(), snapshot, season)
    if key not in review.players:
        return PlayerReviewPage((), ())
    row = next((row for row in season_ranking(snapshot, season) if row.player == key), None)
    return PlayerReviewPage(
        tuple(player_highlights(review, key, season, row)),
        tuple(
            record
            for record in records_broken(snapshot, review)
            if record.set_by and record.set_by.player == key
        ),
    )
