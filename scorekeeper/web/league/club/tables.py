"""QR codes for the tables of a club night. Each code opens the match at its table.

A code contains the secret of an invitation, so a phone outside the league first joins as a scorer.
The invitation expires when the night ends. The server stores only the hash of the secret, so the
page reads the secret from a cookie on the phone that created the codes.
"""

import contextlib

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from sqlalchemy import Connection

from scorekeeper.access import invitations
from scorekeeper.access.devices import DeviceNotFound
from scorekeeper.access.invitations import InvalidInvitation
from scorekeeper.club.sizes import MAX_TABLES
from scorekeeper.errors import Refused
from scorekeeper.league.club import codes as club_codes
from scorekeeper.league.club import night_lists as club_night_lists
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club import rounds as club_rounds
from scorekeeper.league.club import table_players as club_table_players
from scorekeeper.league.club.nights import ClubNight
from scorekeeper.messages import render, say
from scorekeeper.rights import Right, is_right_sufficient
from scorekeeper.web import permissions
from scorekeeper.web.access import join
from scorekeeper.web.access.join_request import LINK, set_destination
from scorekeeper.web.dates import medium_date
from scorekeeper.web.league.club import confirmations as club_confirmations
from scorekeeper.web.league.club.night_view import night_title
from scorekeeper.web.shared import session
from scorekeeper.web.shared.base_url import external_base_url, is_for_this_machine_only
from scorekeeper.web.shared.confirmation import ask_first
from scorekeeper.web.shared.qr_code import qr_code_svg
from scorekeeper.web.shared.session import current_store

bp = Blueprint("club_tables", __name__)
SPARE_TABLES = 2  # extra tables that get a code, for people who arrive later
CODES_COOKIE_MAX_AGE_S = 24 * 60 * 60  # seconds; the phone shows the codes for a day


@bp.get("/club/<int:night_id>/tables/<int:table>")
def show(night_id: int, table: int) -> ResponseReturnValue:
    """Redirect to the newest match at this table, or to the night if there is none."""
    store = current_store()
    night = club_nights.get_night(store, night_id)
    return redirect(address_of_match(night, table), code=303)


def address_of_match(night: ClubNight, table: int) -> str:
    rounds = club_rounds.night_rounds(current_store(), night.id)
    match = rounds.newest_match(table)
    if match is None:
        return url_for("club.show", night_id=night.id)
    return url_for("matches.show", match_id=match.id)


@bp.app_template_global("table_of_open_night")
def table_of_open_night(match_id: int) -> tuple[int, int] | None:
    """Return the club night's id and the table number of a match.

    Returns None if the match has no club night or the night has ended.
    """
    store = current_store()
    place = club_table_players.night_and_table(store, match_id)
    return place if place and club_nights.get_night(store, place[0]).is_open else None


@bp.get("/club/at/<secret>/<int:table>")
def scan(secret: str, table: int) -> ResponseReturnValue:
    """Redirect a phone that scans a QR code.

    A scorer's phone opens the match, and any other phone opens the join page.

    The redirect changes nothing, so a messenger that fetches the address does not join.
    """
    night = night_of_code(secret)
    right = permissions.current_right()
    if night and right is not None and is_right_sufficient(right, Right.SCORER):
        response = redirect(address_of_match(night, table), code=303)
    else:
        response = join.redirect_to_join(current_store().league_id, LINK, secret[:64])
        if night:
            path = f"club/{night.id}/tables/{min(table, MAX_TABLES)}"
            set_destination(response, current_store().league_id, path)
    return join.set_private_headers(response)


def night_of_code(secret: str) -> ClubNight | None:
    """Return the open night whose codes contain this secret, or None if there is no such night."""
    try:
        invitation = invitations.get_by_secret(current_store(), secret[:64])
    except InvalidInvitation:
        return None
    nights = club_night_lists.open_nights(current_store())
    return next((night for night in nights if night.invitation_id == invitation.id), None)


# ---------------------------------------------------------------- the codes


@bp.get("/club/<int:night_id>/codes")
def codes(night_id: int) -> ResponseReturnValue:
    """Show the tables' codes, on screen or for printing."""
    store = current_store()
    night = club_nights.get_night(store, night_id)
    secret = shown_secret(night)
    wanted = tables_of(night)
    tables = [table_code(secret, n) for n in range(1, min(wanted, MAX_TABLES) + 1)]
    text = render_template(
        "league/club/codes.html",
        night=night,
        title=night_title(night),
        tables=tables if secret else (),
        without_code=max(wanted - SPARE_TABLES - MAX_TABLES, 0),
        is_for_this_machine_only=is_for_this_machine_only(),
    )
    return session.no_store_response(text)


def table_code(secret: str, number: int) -> tuple[int, Markup]:
    """Return a table's number and its QR code."""
    return number, qr_code_svg(
        external_base_url() + url_for("club_tables.scan", secret=secret, table=number)
    )


def tables_of(night: ClubNight) -> int:
    """Return how many tables need a code, including SPARE_TABLES spare tables."""
    store = current_store()
    rounds = club_rounds.night_rounds(store, night.id).rounds
    here = sum(1 for each in club_nights.night_players(store, night.id) if each.here)
    most = max((len(each.tables) for each in rounds), default=-(-here // night.settings.size))
    return most + SPARE_TABLES


@bp.post("/club/<int:night_id>/codes")
def create(night_id: int) -> ResponseReturnValue:
    """Create new codes. If this makes earlier codes invalid, ask for confirmation first."""
    store, by = current_store(), session.current_device().id
    night = club_nights.get_night(store, night_id)
    replacing = club_confirmations.new_codes(night)
    if replacing and (confirmation := ask_first(replacing)):
        return confirmation
    name = render(say("Tables on {evening}", evening=medium_date(night.settings.evening)), {})
    links: list[str] = []

    def replace(connection: Connection, before: int | None) -> int:
        created = invitations.invite(store, Right.SCORER, name, by=by, transaction=connection)
        end_codes(connection, before)
        links.append(created.link)
        return created.invitation

    response = redirect(url_for("club_tables.codes", night_id=night_id), code=303)
    # The errors mean that the night has ended, or that the phone was removed during this request.
    with contextlib.suppress(Refused, DeviceNotFound):
        club_codes.set_codes(store, night_id, replace)
        session.set_cookie(response, cookie_name(night), links[0], CODES_COOKIE_MAX_AGE_S, "Strict")
    return response


@bp.post("/club/<int:night_id>/codes/withdraw")
def withdraw(night_id: int) -> ResponseReturnValue:
    """Make the codes invalid after the user has confirmed this.

    Phones that joined with the codes remain in the league.
    """
    store = current_store()
    night = club_nights.get_night(store, night_id)
    if confirmation := ask_first(club_confirmations.codes_withdrawal(night)):
        return confirmation
    with contextlib.suppress(Refused):  # the codes expired when the night ended
        club_codes.set_codes(store, night_id, end_codes)
    response = redirect(url_for("club_tables.codes", night_id=night_id), code=303)
    session.delete_cookie(response, cookie_name(night))
    return response


def end_codes(connection: Connection, invitation: int | None) -> None:
    """End the invitation of a night's codes. Does nothing if `invitation` is None."""
    if invitation is not None:
        invitations.expire_invitation(current_store(), invitation, transaction=connection)


def cookie_name(night: ClubNight) -> str:
    return session.secure_cookie_name(f"scorekeeper-codes-{current_store().league_id}-{night.id}")


def shown_secret(night: ClubNight) -> str:
    """Return the secret in this phone's cookie if the night's codes contain it, else ""."""
    secret = request.cookies.get(cookie_name(night), "")
    try:
        invitation = invitations.get_by_secret(current_store(), secret)
    except InvalidInvitation:
        return ""
    return secret if night.is_open and invitation.id == night.invitation_id else ""
