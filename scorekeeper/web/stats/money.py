"""The money page: balances, payments due, and payments that were recorded."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.clock import is_evening_date
from scorekeeper.errors import Refused
from scorekeeper.league import payments
from scorekeeper.league.money_by_evening import older_evenings
from scorekeeper.league.payments import StalePayment
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.messages import AndList, Message, Name, say, say_n
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.stats.league_stats import ALL_TIME_KEY
from scorekeeper.stats.stakes import CENTS, COUNTERS
from scorekeeper.web import money_text
from scorekeeper.web.dates import now
from scorekeeper.web.i18n import isolate_bidi, translate_sentence
from scorekeeper.web.seasons.season_balances import (
    Account,
    DuePayment,
    build_accounts,
    season_id_of,
    with_older_evenings,
)
from scorekeeper.web.seasons.season_urls import find_season
from scorekeeper.web.shared.page_cache import snapshot_for_page
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.stake_labels import stake_label_by_game
from scorekeeper.web.stats import money_long_lists
from scorekeeper.web.templating import current_player_key

bp = Blueprint("money", __name__)
PART = "part"  # the input for a part of the amount that is due
STALE_PAYMENT = Problem(
    "overtaken",
    say(
        "A payment between these two players was recorded after this page was opened. "
        "The amounts are now up to date."
    ),
    "key",
)


class RefusedPart(NamedTuple):
    """A refused partial payment: the key of the payment that is due, and the typed amount."""

    key: str
    typed: str


@bp.get("/money")
def show() -> ResponseReturnValue:
    """Show the money of season `?season=`, by default the current one.

    `?season=all` shows all time. `?open=` opens a long list (`money_long_lists`), and `?from=` is
    the number of its first row.
    """
    return render_money()


def render_money(
    problems: Sequence[Problem] = (), status: int = 200, refused_part: RefusedPart | None = None
) -> ResponseReturnValue:
    snapshot = snapshot_for_page()
    state = snapshot.league_state
    season = requested_season(snapshot, request.values.get("season", ""))
    accounts, is_older = requested_accounts(snapshot, season)
    key = current_player_key()
    me = state.current_keys.get(key, key)
    body = render_template(
        "stats/money.html",
        snapshot=snapshot,
        league_state=state,
        people=state.people,
        season=season,
        games=GAMES,
        accounts=accounts,
        is_older=is_older,
        refused_part=refused_part,
        settlement_text=settlement_text(snapshot, season, accounts),
        season_key=season.id if season else ALL_TIME_KEY,
        recent_payments=payments.recent_payments(
            current_store(), season_id_of(season), state.current_keys
        ),
        all_time_due=count_all_time_payments(snapshot, season),
        stakes=season.stakes if season else None,
        stake_labels=stake_label_by_game(),
        problems=problems,
        shown_payments={
            each.unit: money_long_lists.shown_payments(each, me, refused_part and refused_part.key)
            for each in accounts
        },
        shown_balances={each.unit: money_long_lists.shown_balances(each, me) for each in accounts},
        is_list_open="open" in request.args,
        page_size=money_long_lists.PAGE_SIZE,
        money_url=url_for(".show"),
        page_url=url_for(".show", season=season.id if season else ALL_TIME_KEY),
    )
    return body, status


def requested_accounts(
    snapshot: StatsSnapshot, season: Season | None
) -> tuple[list[Account], bool]:
    """Return the accounts, and whether they show older evenings instead of the latest evenings.

    `?before=` requests the evenings before a date.
    """
    accounts = build_accounts(snapshot, season)
    before = request.args.get("before", "")
    if not is_evening_date(before):
        return accounts, False
    older = older_evenings(current_store(), snapshot.league_state, season, before)
    return with_older_evenings(accounts, older), True


def count_all_time_payments(snapshot: StatsSnapshot, season: Season | None) -> int:
    """Return how many payments are due across all seasons.

    Returns 0 if the page already shows these payments, or if there is no other season.
    """
    if season is None or len(snapshot.league_state.seasons) < 2:
        return 0
    return sum(len(account.due) for account in build_accounts(snapshot, None))


def requested_season(snapshot: StatsSnapshot, requested: str) -> Season | None:
    """Return the season requested in a URL, or None for all time.

    If `requested` is empty, return the current season, if there is one. Raises NotFound if the
    requested season does not exist.
    """
    return find_season(requested) if requested else snapshot.league_state.current_season(now())


def settlement_text(
    snapshot: StatsSnapshot, season: Season | None, accounts: Sequence[Account]
) -> str:
    """Return the payments due as text for a chat: a line for each player who pays or is paid."""
    names = {key: isolate_bidi(person.name) for key, person in snapshot.league_state.people.items()}
    title = say("{league}: payments due", league=snapshot.league_state.name)
    if season:
        title = say(
            "{league}, {season}: payments due",
            league=snapshot.league_state.name,
            season=season.name,
        )
    return "\n".join(
        translate_sentence(line, names) for line in (title, *settlement_lines(accounts))
    )


def settlement_lines(accounts: Sequence[Account]) -> Iterator[Message]:
    for account in accounts:
        players = dict.fromkeys(key for due in account.due for key in (due.payer, due.payee))
        for player in players:
            pays = [
                say("{amount} to {who}", amount=amount_text(due, account), who=Name(due.payee))
                for due in account.due
                if due.payer == player
            ]
            gets = [
                say("{amount} from {who}", amount=amount_text(due, account), who=Name(due.payer))
                for due in account.due
                if due.payee == player
            ]
            if pays:
                yield say("{who} pays {payments}", who=Name(player), payments=AndList(pays))
            if gets:
                yield say("{who} gets {payments}", who=Name(player), payments=AndList(gets))


def amount_text(due: DuePayment, account: Account) -> str | Message:
    if account.unit == COUNTERS:
        return say_n("one counter", "{n} counters", due.amount)
    return money_text.format_amount(due.amount, account.unit)


# ---------------------------------------------------------------- payments


@bp.post("/money/settled")
def settle() -> ResponseReturnValue:
    """Record a payment.

    The status is 422 if the payment is refused, and 409 if it comes from a stale page. The
    statistics snapshot is taken only afterwards, because an error page must show current balances.
    """
    season_key = request.form.get("season", ALL_TIME_KEY)
    season = None if season_key == ALL_TIME_KEY else parse_small_int(season_key) or 0
    payer, payee, amount = (
        parse_small_int(request.form.get(name, "")) or 0 for name in ("payer", "payee", "amount")
    )
    unit, key = request.form.get("unit", ""), request.form.get("key", "")[:200]
    seen = request.form.get("seen", "")
    if PART in request.form:
        typed = request.form[PART]
        part = money_text.parse_amount(typed) if unit == CENTS else parse_small_int(typed.strip())
        if part is None or not 1 <= part <= amount:
            return render_money([part_problem(amount, unit)], 422, RefusedPart(key, typed))
        amount, key = part, f"{key} part {part}"
    try:
        payment = payments.NewPayment(payer, payee, amount, unit, season)
        payments.record_payment(current_store(), payment, key, seen=seen)
    except Refused as refusal:
        return render_money(refusal.problems, 422)
    except StalePayment:
        return render_money([STALE_PAYMENT], 409)
    return redirect_to_money("settled")


@bp.post("/money/<int:payment_id>/undo")
def undo(payment_id: int) -> ResponseReturnValue:
    """Undo a payment that was recorded by mistake."""
    payments.undo_payment(current_store(), payment_id)
    return redirect_to_money("settled")


@bp.post("/money/<int:payment_id>/redo")
def redo(payment_id: int) -> ResponseReturnValue:
    """Redo a payment that was undone."""
    payments.redo_payment(current_store(), payment_id)
    return redirect_to_money("settled")


def part_problem(due: int, unit: str) -> Problem:
    return Problem(
        "bad_part",
        say(
            "Enter an amount from {least} to {most}.",
            least=money_text.format_amount(1, unit),
            most=money_text.format_amount(due, unit),
        ),
        PART,
    )


def redirect_to_money(anchor: str) -> ResponseReturnValue:
    """Redirect to the money page of the posted season."""
    season = request.form.get("season", ALL_TIME_KEY)
    season_key = season if parse_small_int(season) is not None else ALL_TIME_KEY
    return redirect(url_for(".show", season=season_key, _anchor=anchor), code=303)
