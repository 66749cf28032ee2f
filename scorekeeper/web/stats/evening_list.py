"""The list of evenings by month, with a jump to a year and a search by date."""

import datetime as dt
from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.clock import is_evening_date
from scorekeeper.league.evening_list import ListedEvening, list_evenings
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.messages import Message, say
from scorekeeper.web.dates import full_date
from scorekeeper.web.shared.page_cache import cache_page, snapshot_for_page
from scorekeeper.web.shared.session import current_store

bp = Blueprint("evening_list", __name__)
PAGE_SIZE = 30  # evenings; with month headings, less than five phone screens


@dataclass(frozen=True)
class DateSearch:
    """A search for a date that found no evening: the typed text and the reason."""

    typed: str
    reason: Message


@bp.get("/nights")
@cache_page()
def show() -> ResponseReturnValue:
    """Show evenings, latest first.

    `?before=` shows only those before a date, and `?date=` searches for an evening.
    """
    before = request.args.get("before", "")
    typed = request.args.get("date", "").strip()
    if not typed:
        return page(before if is_evening_date(before) else None)
    if not is_evening_date(typed):
        reason = say("This is not a date. Enter a date such as {example}.", example="2026-11-19")
        return page(None, DateSearch(typed, reason)), 422
    store, snapshot = current_store(), snapshot_for_page()
    nearest = list_evenings(store, snapshot.league_state, 1, before=day_after(typed))
    if nearest and nearest[0].date == typed:
        return redirect(url_for("evenings.show", date=typed))
    reason = (
        say("No match ended on {date}. These are the evenings before it.", date=full_date(typed))
        if nearest
        else say("No match ended on {date} or before it.", date=full_date(typed))
    )
    return page(typed if nearest else None, DateSearch(typed, reason))


def page(before: str | None, search: DateSearch | None = None) -> str:
    snapshot = snapshot_for_page()
    found = list_evenings(current_store(), snapshot.league_state, PAGE_SIZE + 1, before)
    shown = found[:PAGE_SIZE]
    return render_template(
        "stats/evening_list.html",
        snapshot=snapshot,
        league_state=snapshot.league_state,
        people=snapshot.league_state.people,
        months=by_month(shown),
        older=shown[-1].date if len(found) > PAGE_SIZE else None,
        is_first=before is None,
        years=years_played(snapshot),
        search=search,
        page_url=url_for(".show", before=before),
    )


def by_month(evenings: list[ListedEvening]) -> list[tuple[str, list[ListedEvening]]]:
    """Return the first day and the evenings of each month."""
    months = groupby(evenings, lambda evening: evening.date[:7])
    return [(f"{month}-01", list(found)) for month, found in months]


def years_played(snapshot: StatsSnapshot) -> list[int]:
    """Return the years with an evening that counts, latest first."""
    evenings = snapshot.season_stats(None).aggregate.evenings
    return sorted({int(evening[:4]) for evening in evenings}, reverse=True)


def day_after(date: str) -> str:
    """Return the day after an ISO date such as "2026-11-19", also as an ISO date."""
    return (dt.date.fromisoformat(date) + dt.timedelta(days=1)).isoformat()
