"""The blueprint of a match: the URL of every view, and the functions for templates.

The views need a log, but no database.
"""

from flask import Blueprint
from flask.typing import RouteCallable

from scorekeeper.web.extension_keys import ENTERED_ANSWERS_KEY
from scorekeeper.web.match import (
    bg_stats,
    entered_answers,
    leaderboard,
    lifecycle,
    match_exports,
    match_rules,
    page,
    prefetch,
    submission_routes,
    views,
)
from scorekeeper.web.match.correcting import correction_page
from scorekeeper.web.match.history import history_page
from scorekeeper.web.match.questions import client_data

MATCH = "/<int:match_id>"
STAGE = f"{MATCH}/rounds/<int:number>/<stage>"
CORRECTION = f"{MATCH}/rounds/<int:number>/correct"
LATER_DEAL = f"{CORRECTION}/<int:asked_number>"  # a later deal that the correction makes invalid

# The views by URL. A view's name is part of its endpoint, such as "matches.show". A URL keeps its
# words when its view is renamed, because open pages and links contain it.
GET_ROUTES: tuple[tuple[str, RouteCallable], ...] = (
    (MATCH, views.show),
    (STAGE, views.redirect_to_match),
    (f"{STAGE}/look", views.redirect_to_match),
    (f"{STAGE}/mine", views.redirect_to_match),
    (f"{MATCH}/sheet", views.sheet),
    (f"{MATCH}/sheet/board", views.board),
    (f"{MATCH}/sheet.csv", match_exports.csv_sheet),
    (f"{MATCH}/ahead", prefetch.upcoming_questions),  # the current and predicted questions
    (CORRECTION, correction_page.correction_form),
    (LATER_DEAL, correction_page.correction_form),
    (f"{CORRECTION}/look", correction_page.redirect_to_correction),
    (f"{LATER_DEAL}/look", correction_page.redirect_to_correction),
    (f"{MATCH}/history", history_page.history),
    (f"{MATCH}/history.txt", history_page.history_as_text),
    (f"{MATCH}/confirm/<action>", lifecycle.confirm_change),
    (f"{MATCH}/end", lifecycle.end_form),
)
POST_ROUTES: tuple[tuple[str, RouteCallable], ...] = (
    (STAGE, views.record),
    (f"{STAGE}/look", views.preview),  # shows the question again, with the effect of the values
    (f"{STAGE}/mine", submission_routes.submit_values),  # the values of the phone's own player
    (CORRECTION, correction_page.correct),
    (LATER_DEAL, correction_page.correct),
    (f"{CORRECTION}/look", correction_page.preview_correction),
    (f"{LATER_DEAL}/look", correction_page.preview_correction),
    (f"{CORRECTION}/drop", correction_page.drop_draft),  # discards the draft of the correction
    (f"{MATCH}/undo", lifecycle.undo),
    (f"{MATCH}/redo", lifecycle.redo),
    (f"{MATCH}/close", lifecycle.close),  # ends the match early
    (f"{MATCH}/reopen", lifecycle.reopen),
    (f"{MATCH}/throw-away", lifecycle.delete),
    (f"{MATCH}/bring-back", lifecycle.restore),
    (f"{MATCH}/rematch", lifecycle.rematch),
)


def build_blueprint() -> Blueprint:
    bp = Blueprint("matches", __name__, url_prefix="/matches")
    for address, view in GET_ROUTES:
        bp.get(address)(view)
    for address, view in POST_ROUTES:
        bp.post(address)(view)
    bp.record(
        lambda state: state.app.extensions.update(
            {ENTERED_ANSWERS_KEY: entered_answers.entered_answers}
        )
    )
    bp.app_template_global("result_text")(match_exports.result_text)
    bp.app_template_filter("line_parts")(page.line_parts)
    bp.app_template_global("required_seat_field")(page.required_seat_field)
    bp.app_template_global("leaderboard")(leaderboard.leaderboard)
    bp.app_template_global("rules_of_match")(match_rules.rules_of_match)
    bp.app_template_global("bg_stats_url")(bg_stats.bg_stats_url)
    bp.app_template_global("live_data")(client_data.live_data)
    return bp


bp = build_blueprint()
