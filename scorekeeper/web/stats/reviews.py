"""The page of a season in review, with its picture to share."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import NotFound
from scorekeeper.league.season_review import load_review
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.messages import Name, say
from scorekeeper.rules import GAMES
from scorekeeper.stats.league_stats import ACROSS_GAMES
from scorekeeper.stats.review import SeasonReview
from scorekeeper.web.seasons import own_row
from scorekeeper.web.seasons.podium import build_podium
from scorekeeper.web.seasons.season_table import SeasonTable, TableLine, build_season_table
from scorekeeper.web.seasons.season_urls import find_season
from scorekeeper.web.shared.page_cache import cache_page, snapshot_for_page
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.shared.table_pages import requested_first_row
from scorekeeper.web.stats.records_view import (
    LEAGUE_RECORD_LABELS,
    MAX_CHIPS,
    RecordRow,
    record_rows,
    records_by_variant,
)
from scorekeeper.web.stats.review_share import SEASON_KEY, picture_response, share_text
from scorekeeper.web.stats.review_text import (
    Highlight,
    HighlightLink,
    champion_highlights,
    last_win_links,
    season_highlights,
)

bp = Blueprint("reviews", __name__)
PAGE_SIZE = 16  # links to players' reviews on one page
UNFOLDED = 4  # links that are not collapsed if there are more than MAX_UNFOLDED players
MAX_UNFOLDED = 12
MAX_RECORDS = 6  # records broken in the season that the page lists
TITLE = say("{season} in review", season=Name(SEASON_KEY))
NO_REVIEW_OF_ALL_TIME = say("A review covers a single season. Choose a season on the season page.")


@dataclass(frozen=True)
class ReviewPage:
    """The data of the page.

    `records` are the records that were broken in this season and not since. `champion_links` lead
    to the champions' last wins.
    """

    matches: int
    evenings: int
    champions: tuple[TableLine, ...]
    champion_links: tuple[HighlightLink, ...]
    highlights: tuple[Highlight, ...]
    records: tuple[RecordRow, ...]


def own_review_row(me: str, season_key: str) -> Mapping[str, str]:
    """Return a row with a link to the review of the phone's player, as {"reviews": row}.

    The mapping is empty if this page lists the review outside its collapsed list, or if the player
    is not in the standings.
    """
    season, snapshot = reviewed_season(season_key), snapshot_for_page()
    table, first = build_season_table(snapshot, season), requested_first_row(request.args)
    number = own_row.row_number(snapshot, ("season", season.id), table, me)
    if number is None or first <= number < first + unfolded_count(table):
        return {}
    address = url_for("player_reviews.show", player_id=int(me), season=season.id)
    return {"reviews": own_row.render_line(snapshot, table, table.lines[number - 1], address)}


@bp.get("/season/<season_key>/review")
@cache_page(own_rows=own_review_row)
def show(season_key: str) -> ResponseReturnValue:
    """Show a season's review.

    The status is 404 for all time, which has no review. `?from=` is the number of the first player
    in the list of all players' reviews.
    """
    season, snapshot = reviewed_season(season_key), snapshot_for_page()
    first = requested_first_row(request.args)
    table = build_season_table(snapshot, season)
    review = build_review_page(snapshot, season, table)
    page_url = url_for(".show", season_key=season.id)
    return render_template(
        "stats/review.html",
        snapshot=snapshot,
        league_state=snapshot.league_state,
        people=snapshot.league_state.people,
        season=season,
        table=table,
        review=review,
        podium=build_podium(table, snapshot.league_state.people),
        max_chips=MAX_CHIPS,
        lines=table.lines[first - 1 : first - 1 + PAGE_SIZE],
        first_row=first,
        page_size=PAGE_SIZE,
        unfolded_count=unfolded_count(table),
        review_text=share_text(snapshot, TITLE, season, highlights_to_share(review), page_url),
        picture_url=url_for(".picture", season_key=season.id),
        page_url=page_url,
    )


def unfolded_count(table: SeasonTable) -> int:
    """Return how many links to players' reviews are always shown, outside the collapsed list."""
    return MAX_UNFOLDED if len(table.lines) <= MAX_UNFOLDED else UNFOLDED


@bp.get("/season/<season_key>/review.png")
def picture(season_key: str) -> ResponseReturnValue:
    """Return the picture to share.

    The status is 404 for all time and for a season without a finished match.
    """
    season, snapshot = reviewed_season(season_key), snapshot_for_page()
    review = build_review_page(snapshot, season, build_season_table(snapshot, season))
    highlights = highlights_to_share(review)
    if not highlights:
        abort(404, say("The picture is available after the first finished match."))
    return picture_response(snapshot, TITLE, season, highlights)


def highlights_to_share(review: ReviewPage) -> list[Highlight]:
    """Return the highlights to share, the champions first."""
    return [*champion_highlights(review.champions), *review.highlights]


def reviewed_season(season_key: str) -> Season:
    """Return the season with this id in a URL. Raises NotFound if it does not exist or is "all"."""
    season = find_season(season_key)
    if season is None:
        raise NotFound(NO_REVIEW_OF_ALL_TIME)
    return season


def build_review_page(snapshot: StatsSnapshot, season: Season, table: SeasonTable) -> ReviewPage:
    review = load_review(current_store(), snapshot, season)
    champions = table.leaders if season.closed_at is not None else ()
    return ReviewPage(
        len(review.match_ids),
        len(review.matches_by_evening),
        champions,
        last_win_links(review.deciding, [line.row.player for line in champions]),
        tuple(season_highlights(review, season, table)),
        tuple(records_broken(snapshot, review)[:MAX_RECORDS]),
    )


def records_broken(snapshot: StatsSnapshot, review: SeasonReview) -> list[RecordRow]:
    """Return the league's records that were broken in this season and not since, newest first."""
    best, people = snapshot.season_stats(None).records.best, snapshot.league_state.people
    rows = [*record_rows(best, ACROSS_GAMES, LEAGUE_RECORD_LABELS, people)]
    for game in GAMES.values():
        rows += [row for _, records in records_by_variant(best, game, people) for row in records]
    broken = [
        (holder.evening, holder.match, row)
        for row in rows
        if row.record.before is not None and (holder := row.set_by)
        if holder.match in review.match_ids
    ]
    broken.sort(key=lambda each: each[:2], reverse=True)
    return [with_game(row) for _, _, row in broken]


def with_game(row: RecordRow) -> RecordRow:
    """Return the row with its game in the label, for a list of several games."""
    if row.game is None:
        return row
    return row._replace(label=say("{game}: {record}", game=row.game, record=row.label))
