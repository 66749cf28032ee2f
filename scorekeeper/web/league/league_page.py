"""The League page: the league's settings, and links to its other pages."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.db.store import Store
from scorekeeper.league import currency, match_lists, seasons, settings, time_zone
from scorekeeper.messages import Message, say
from scorekeeper.runtime.time_zones import machine_time_zone, time_zones_by_region
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.stats.currencies import CURRENCIES
from scorekeeper.stats.league_stats import ALL_TIME_KEY
from scorekeeper.web.dates import now
from scorekeeper.web.league import other_leagues
from scorekeeper.web.seasons import season_confirmations
from scorekeeper.web.shared import session
from scorekeeper.web.shared.base_url import is_loopback_host
from scorekeeper.web.shared.confirmation import ask_first
from scorekeeper.web.shared.page_link import PageLink, accessible_links
from scorekeeper.web.shared.session import current_store
from scorekeeper.web.transfer.index import IMPORT_LINKS

bp = Blueprint("league_page", __name__)

PHONE_LINKS = (
    PageLink("invitations.show", say("Invite"), say("A code or a link for more phones"), "plus"),
    PageLink(
        "phones.show",
        say("Phones and links"),
        say("Who can view, keep score and change settings"),
        "people",
    ),
    PageLink(
        "public_links.show",
        say("Public links"),
        say("A match or the results, for people outside the league"),
        "share",
    ),
    PageLink(
        "this_phone.show", say("This phone"), say("Its name and player, and how to leave"), "phone"
    ),
)
RESULT_LINKS = (
    PageLink("match_list.show", say("All matches"), say("Latest first"), "sheet"),
    PageLink("club.index", say("Club nights"), say("One evening with several tables"), "people"),
    PageLink(
        "match_list.deleted_matches",
        say("Deleted matches"),
        say("From the last {n} days", n=match_lists.LISTED_AFTER_DELETION_DAYS),
        "erase",
    ),
    PageLink(
        "tv.show",
        say("TV page"),
        say("The current match, club night or standings, for a large screen"),
    ),
    PageLink("rules.index", say("Rules"), say("Each game and its house rules"), "book"),
)
TRANSFER_LINKS = (
    PageLink(
        "league_export.league_document", say("Backup"), say("The whole league in one file"), "share"
    ),
    *IMPORT_LINKS,
    PageLink(
        "transfer.show",
        say("All imports and exports"),
        say("Also as CSV for spreadsheets, and a feed of results"),
        "history",
    ),
)


REGION_TITLES = {
    "Africa": say("Africa"),
    "America": say("America"),
    "Antarctica": say("Antarctica"),
    "Arctic": say("Arctic"),
    "Asia": say("Asia"),
    "Atlantic": say("Atlantic"),
    "Australia": say("Australia"),
    "Europe": say("Europe"),
    "Indian": say("Indian Ocean"),
    "Pacific": say("Pacific"),
}


class RefusedName(NamedTuple):
    """A refused name for the league and the reason, for the macro forms.name_form."""

    typed: str
    reason: Message
    form: str = "league"


@bp.get("/league")
def show() -> ResponseReturnValue:
    """Show the forms for the league's settings, and the links."""
    return render_league_page({})


@bp.post("/league")
def rename() -> ResponseReturnValue:
    """Rename the league."""
    name = request.form.get("name", "")
    return save_setting("name", lambda store: settings.rename_league(store, name), url_for(".show"))


@bp.post("/league/time-zone")
def change_time_zone() -> ResponseReturnValue:
    """Set the league's time zone.

    An empty choice means the server's time zone.
    """
    zone = request.form.get("zone") or None

    def change(store: Store) -> ResponseReturnValue | None:
        time_zone.refuse_unknown_zone(zone)
        question = season_confirmations.zone_change(store, zone)
        if question and (asked := ask_first(question)):
            return asked
        time_zone.set_time_zone(store, zone)
        return None

    return save_setting("zone", change, url_of_saved("time-zone"))


@bp.post("/league/all-time")
def change_all_time_minimum() -> ResponseReturnValue:
    """Set how many matches the all-time ranking requires.

    If the field is empty, the number is determined automatically.
    """
    typed = request.form.get("minimum")
    is_automatic = typed is not None and not typed.strip()
    number = None if is_automatic else parse_small_int((typed or "").strip()) or 0
    return save_setting(
        "minimum",
        lambda store: settings.set_all_time_minimum(store, number),
        url_for(".show", _anchor="all-time"),
    )


@bp.post("/league/currency")
def change_currency() -> ResponseReturnValue:
    """Set the league's currency.

    An empty choice means that money is shown without a symbol.
    """
    chosen = request.form.get("currency")  # an incomplete form changes nothing

    def change(store: Store) -> None:
        if chosen is not None:
            currency.set_currency(store, chosen or None)

    return save_setting("currency", change, url_of_saved("currency"))


def save_setting(
    field: str, change: Callable[[Store], ResponseReturnValue | None], then: str
) -> ResponseReturnValue:
    """Call `change`, then redirect to `then`. If it raises Refused, show the reason at `field`.

    If `change` returns a page that asks for confirmation, return that page.
    """
    return session.change_and_redirect(
        lambda: change(current_store()), lambda reason: render_league_page({field: reason}), then
    )


def url_of_saved(form_id: str) -> str:
    """Return the URL of the form, which then says that it was saved.

    A script submits the form as soon as something is chosen, so no button shows that it was saved.
    """
    return url_for(".show", saved=form_id, _anchor=form_id)


def render_league_page(problems: Mapping[str, Message]) -> ResponseReturnValue:
    """Return the page.

    `problems` maps the name of each refused field to the reason.
    """
    league = settings.get_league(current_store())
    regions = [
        (title, [(name, place_name(name)) for name in time_zones_by_region()[region]])
        for region, title in REGION_TITLES.items()
    ]
    body = render_template(
        "league/league_page.html",
        league=league,
        problems=problems,
        refused_name=refused_name(problems),
        currency=request.form.get("currency", league.currency or ""),
        currencies=CURRENCIES.values(),
        saved_form_id="" if problems else request.args.get("saved", ""),
        all_time_minimum=request.form.get("minimum", league.all_time_minimum or ""),
        zone_regions=regions,
        listed_zones={name for _, zones in regions for name, _ in zones},
        server_zone=machine_time_zone(),
        league_links=other_leagues.league_links(),
        link_groups=[
            (say("Phones"), accessible_links(PHONE_LINKS)),
            (say("Seasons and money"), accessible_links(season_links(current_store()))),
            (say("Matches and results"), accessible_links(RESULT_LINKS)),
            (say("Import and export"), accessible_links(TRANSFER_LINKS)),
        ],
        is_secure=request.is_secure or is_loopback_host(),
    )
    return (body, 422) if problems else body


def refused_name(problems: Mapping[str, Message]) -> RefusedName | None:
    if "name" not in problems:
        return None
    return RefusedName(request.form.get("name", ""), problems["name"])


def place_name(zone: str) -> str:
    """Return the place in a zone's name, such as "New York" for "America/New_York"."""
    return zone.partition("/")[2].replace("_", " ")


def season_links(store: Store) -> list[PageLink]:
    """Return links to the current season's settings (if there is one), a new season, and money."""
    current = seasons.current_season(store, now())
    links = []
    if current is not None:
        links.append(
            PageLink(
                "season_settings.edit",
                say("Settings of {season}", season=current.name),
                say("Dates, games, scoring and stakes"),
                "edit",
                {"season_id": current.id},
            )
        )
    return [
        *links,
        PageLink(
            "season_settings.new",
            say("New season"),
            say("Its dates, games, scoring and stakes"),
            "plus",
        ),
        PageLink("money.show", say("Money"), say("Balances of the current season"), "pot"),
        PageLink(
            "money.show",
            say("Settle up"),
            say("Payments due across all seasons"),
            "pot",
            {"season": ALL_TIME_KEY},
        ),
    ]
