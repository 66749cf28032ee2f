"""The money page: balances, who pays whom, and payments that were recorded."""

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.league import payments
from scorekeeper.league.payments import StalePayment
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.commands import Refused
from scorekeeper.match.strict_json import parse_small_int
from scorekeeper.messages import say
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem
from scorekeeper.web import money_text
from scorekeeper.web.seasons.accounts import build_accounts, season_id_of
from scorekeeper.web.seasons.season_table import ALL_TIME_KEY
from scorekeeper.web.seasons.views import find_season
from scorekeeper.web.shared.page_cache import snapshot_for_page
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.stake_labels import stake_label_by_game

bp = Blueprint("money", __name__)
bp.app_template_filter("format_amount")(money_text.format_amount)
bp.app_template_filter("format_signed_amount")(money_text.format_signed_amount)
STALE_PAYMENT = Problem(
    "overtaken",
    say(
        "A payment between these two players was recorded after this page was opened. "
        "The amounts are now up to date."
    ),
    "key",
)


@bp.get("/money")
def show() -> ResponseReturnValue:
    """Money of the season `?season=`, by default the current one; "all" for all time."""
    return page()


def page(problems: Sequence[Problem] = (), status: int = 200) -> ResponseReturnValue:
    snapshot = snapshot_for_page()
    season = requested_season(snapshot, request.values.get("season", ""))
    body = render_template(
        "stats/money.html",
        snapshot=snapshot,
        league_state=snapshot.league_state,
        people=snapshot.league_state.people,
        season=season,
        games=GAMES,
        accounts=build_accounts(snapshot, season),
        which=season.id if season else ALL_TIME_KEY,
        settled=payments.recent_payments(
            current_store(), season_id_of(season), snapshot.league_state.current_keys
        ),
        stakes=season.stakes if season else None,
        stakes_for=stake_label_by_game(),
        problems=problems,
        page_url=url_for(".show", season=season.id if season else ALL_TIME_KEY),
    )
    return body, status


def requested_season(snapshot: StatsSnapshot, requested: str) -> Season | None:
    """The season of an address, by default the current one; None for all time.

    Raises NotFound.
    """
    return (
        find_season(requested)
        if requested
        else snapshot.league_state.season(snapshot.league_state.current)
    )


# ---------------------------------------------------------------- payments


@bp.post("/money/settled")
def settle() -> ResponseReturnValue:
    """Record a payment; 422 if it is refused, 409 if the two have paid since the page was opened.

    The statistics snapshot is opened only afterwards, so that an error page shows current balances.
    """
    which = request.form.get("season", ALL_TIME_KEY)
    season = None if which == ALL_TIME_KEY else parse_small_int(which) or 0
    payer, payee, amount = (
        parse_small_int(request.form.get(name, "")) or 0 for name in ("payer", "payee", "amount")
    )
    unit, key = request.form.get("unit", ""), request.form.get("key", "")[:200]
    seen = request.form.get("seen", "")
    try:
        payment = payments.NewPayment(payer, payee, amount, unit, season)
        payments.record_payment(current_store(), payment, key, seen=seen)
    except Refused as refusal:
        return page(refusal.problems, 422)
    except StalePayment:
        return page([STALE_PAYMENT], 409)
    return redirect_to_money("settled")


@bp.post("/money/<int:payment>/undo")
def undo(payment: int) -> ResponseReturnValue:
    """Undo a payment that was recorded by mistake."""
    payments.undo_payment(current_store(), payment)
    return redirect_to_money("settled")


@bp.post("/money/<int:payment>/redo")
def redo(payment: int) -> ResponseReturnValue:
    """Redo a payment that was undone."""
    payments.redo_payment(current_store(), payment)
    return redirect_to_money("settled")


def redirect_to_money(anchor: str) -> ResponseReturnValue:
    """Redirect to the money page of the posted season."""
    season = request.form.get("season", ALL_TIME_KEY)
    which = season if parse_small_int(season) is not None else ALL_TIME_KEY
    return redirect(url_for(".show", season=which, _anchor=anchor), code=303)
