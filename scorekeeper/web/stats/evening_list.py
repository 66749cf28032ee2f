"""The list of evenings by month, with links to years and a search by date and player."""

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.clock import is_evening_date
from scorekeeper.league.evening_list import (
    ListedEvening,
    list_evenings,
    list_evenings_of_players,
)
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.messages import Message, Name, say
from scorekeeper.web.dates import full_date
from scorekeeper.web.shared.page_cache import cache_page, snapshot_for_page
from scorekeeper.web.shared.player_search import search_players
from scorekeeper.web.shared.session import current_store

bp = Blueprint("evening_list", __name__)
# These limits keep a page with large text under five screens of a small phone.
PAGE_SIZE = 16  # evenings
MAX_HEIGHT = 24  # evenings and headings of months
MAX_NAMED = 3  # players found by a search who are named above the list


@dataclass(frozen=True)
class EveningSearch:
    """A search for evenings: the typed date, the first letters of names, and what was found.

    `players` are the players whose names begin with these letters, or None if no letters were
    typed.
    """

    date: str = ""
    query: str = ""
    players: frozenset[str] | None = None
    notice: Message | None = None
    is_invalid: bool = False  # whether `notice` is about the date

    @property
    def url_values(self) -> dict[str, Any]:
        """The part of a URL's query that keeps the search for a player on other pages."""
        return {} if self.players is None else {"q": self.query}


@bp.get("/nights")
@cache_page()
def show() -> ResponseReturnValue:
    """Show evenings, latest first.

    `?before=` shows only evenings before a date. `?date=` searches for an evening. `?q=` searches
    for the evenings of players by the first letters of their names. With `?date=` and `?q=`, only
    evenings up to the date are shown.
    """
    before, typed = (request.args.get(name, "").strip() for name in ("before", "date"))
    search = search_for_players(request.args.get("q", ""), typed)
    if typed and not is_evening_date(typed):
        reason = say("This is not a date. Enter a date such as {example}.", example="2026-11-19")
        return render_evening_list(None, replace(search, notice=reason, is_invalid=True)), 422
    if search.players is not None:
        return render_evening_list(day_after(typed) if typed else date_or_none(before), search)
    if not typed:
        return render_evening_list(date_or_none(before), search)
    return open_evening(typed, search)


def search_for_players(query: str, date: str) -> EveningSearch:
    """Return the search with the players whose names match `query`, if it has letters."""
    search = search_players(snapshot_for_page().league_state.people, query)
    if not search.is_active:
        return EveningSearch(date)
    current_keys = snapshot_for_page().league_state.current_keys
    players = frozenset(current_keys.get(key, key) for key in search.keys)
    return EveningSearch(date, search.query, players)


def open_evening(date: str, search: EveningSearch) -> ResponseReturnValue:
    """Redirect to the evening of this date.

    If there is no evening on this date, show the evenings before the date. If there are no earlier
    evenings either, show all evenings.
    """
    store, snapshot = current_store(), snapshot_for_page()
    nearest = list_evenings(store, snapshot.league_state, 1, before=day_after(date))
    if nearest and nearest[0].date == date:
        return redirect(url_for("evenings.show", date=date))
    reason = (
        say("No match ended on {date}. These are the earlier evenings.", date=full_date(date))
        if nearest
        else say("No match ended on or before {date}.", date=full_date(date))
    )
    return render_evening_list(
        date if nearest else None, replace(search, notice=reason, is_invalid=True)
    )


def render_evening_list(before: str | None, search: EveningSearch) -> str:
    snapshot = snapshot_for_page()
    evenings = find_evenings(snapshot, before, search)
    shown = evenings[: evenings_on_page(evenings)]
    if search.players is not None and not search.notice:
        search = replace(
            search,
            notice=found_players_notice(search.players, search.date, any_evening=bool(shown)),
        )
    return render_template(
        "stats/evening_list.html",
        snapshot=snapshot,
        league_state=snapshot.league_state,
        people=snapshot.league_state.people,
        months=evenings_by_month(shown),
        next_page_before=shown[-1].date if len(evenings) > len(shown) else None,
        is_first_page=before is None,
        years=years_played(snapshot),
        search=search,
        page_url=url_for(".show", before=before, **search.url_values),
    )


def evenings_on_page(evenings: Sequence[ListedEvening]) -> int:
    """Return how many of these evenings fit on one page, with headings for their months."""
    months: set[str] = set()
    for number, evening in enumerate(evenings[:PAGE_SIZE]):
        months.add(evening.date[:7])
        if number + 1 + len(months) > MAX_HEIGHT:
            return number
    return min(len(evenings), PAGE_SIZE)


def find_evenings(
    snapshot: StatsSnapshot, before: str | None, search: EveningSearch
) -> list[ListedEvening]:
    """Return the evenings of one page, and one further evening if there are older ones."""
    store, limit = current_store(), PAGE_SIZE + 1
    if search.players is None:
        return list_evenings(store, snapshot.league_state, limit, before)
    return list_evenings_of_players(store, snapshot.league_state, search.players, limit, before)


def found_players_notice(players: Collection[str], date: str, *, any_evening: bool) -> Message:
    """Return the sentence above the evenings of the players that were found.

    If `date` is not empty, these are only the evenings up to this date.
    """
    if not players:
        return say("No player found. Type the first letters of a name, or choose only a date.")
    who: Message | list[Name] = [Name(key) for key in sorted(players, key=int)]
    if len(players) > MAX_NAMED:
        who = say("any of the {n} players found", n=len(players))
    if date and any_evening:
        return say("Evenings with {who} on or before {date}", who=who, date=full_date(date))
    if date:
        return say("No evening with {who} on or before {date}.", who=who, date=full_date(date))
    return (
        say("Evenings with {who}", who=who)
        if any_evening
        else say("No evening with {who}.", who=who)
    )


def date_or_none(text: str) -> str | None:
    return text if is_evening_date(text) else None


def evenings_by_month(evenings: list[ListedEvening]) -> list[tuple[str, list[ListedEvening]]]:
    """Return the first day and the evenings of each month."""
    months = groupby(evenings, lambda evening: evening.date[:7])
    return [(f"{month}-01", list(listed)) for month, listed in months]


def years_played(snapshot: StatsSnapshot) -> list[int]:
    """Return the years with an evening that counts, latest first."""
    evenings = snapshot.season_stats(None).aggregate.evenings
    return sorted({int(evening[:4]) for evening in evenings}, reverse=True)


def day_after(date: str) -> str:
    """Return the day after an ISO date such as "2026-11-19", also as an ISO date."""
    return (dt.date.fromisoformat(date) + dt.timedelta(days=1)).isoformat()
