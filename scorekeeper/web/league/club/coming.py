"""The secret link of a club night, for answering yes, maybe or no without joining the league.

Its page shows the players' names and answers, and gives no access to the rest of the league.
"""

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.db.club_tables import ANSWERS
from scorekeeper.errors import NotFound, Refused
from scorekeeper.league import roster, settings
from scorekeeper.league.club import coming as club_coming
from scorekeeper.league.club import nights as club_nights
from scorekeeper.league.club.nights import ClubNight
from scorekeeper.messages import Message, say
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web import i18n
from scorekeeper.web.access.join import set_private_headers
from scorekeeper.web.dates import now
from scorekeeper.web.league.club import confirmations as club_confirmations
from scorekeeper.web.league.club.night_view import night_title
from scorekeeper.web.league.club.nights import RefusedAction, night_page
from scorekeeper.web.shared import session
from scorekeeper.web.shared.base_url import external_base_url, is_for_this_machine_only
from scorekeeper.web.shared.confirmation import ask_first
from scorekeeper.web.shared.player_search import player_picker
from scorekeeper.web.shared.qr_code import qr_code_svg
from scorekeeper.web.shared.session import current_store

bp = Blueprint("club_coming", __name__)
ANSWER_LABELS = {"yes": say("Yes"), "maybe": say("Maybe"), "no": say("No")}
LINK_NOT_FOUND = say(
    "This link is wrong, was withdrawn, or is for a club night that has ended. Ask for a new one."
)
ANSWER_REQUIRED = say("Choose yes, maybe or no.")


def night_or_404(secret: str) -> ClubNight:
    try:
        return club_coming.night_by_secret(current_store(), secret[:64])
    except NotFound:
        abort(404, LINK_NOT_FOUND)


@bp.get("/coming/<secret>")
def show(secret: str) -> ResponseReturnValue:
    """Show the question, with the answer that the player in `?who=` has given.

    If `?who=` is missing, show the answer that this phone's player has given.
    """
    who = request.args.get("who") or str(g.get("me", ""))
    return render_answer_form(night_or_404(secret), who)


@bp.post("/coming/<secret>")
def answer(secret: str) -> ResponseReturnValue:
    """Save or remove a player's answer, or search for a player.

    If the form contains "search", nothing is saved and the page shows the players that the query
    finds. If the form contains "remove", the answer is removed.
    """
    night = night_or_404(secret)
    who, chosen_answer = request.form.get("who", ""), request.form.get("answer", "")
    if "search" in request.form:
        return render_answer_form(night, who, chosen_answer)
    player, removes = parse_small_int(who), "remove" in request.form
    if player is None:
        return render_answer_form(night, who, chosen_answer, club_coming.NAME_REQUIRED)
    if chosen_answer not in ANSWERS and not removes:
        return render_answer_form(night, who, chosen_answer, ANSWER_REQUIRED)
    try:
        if removes:
            club_coming.remove_attendance(current_store(), night.id, player, now())
        else:
            club_coming.save_attendance(current_store(), night.id, player, chosen_answer, now())
    except Refused as refusal:
        return render_answer_form(night, who, chosen_answer, refusal.problems[0].reason)
    return redirect(url_for(".show", secret=secret, who=player, saved=1), code=303)


def render_answer_form(
    night: ClubNight, who: str, chosen_answer: str = "", reason: Message | None = None
) -> ResponseReturnValue:
    store = current_store()
    night_players = {each.key: each for each in club_nights.night_players(store, night.id)}
    answers = [each.answer for each in night_players.values()]
    chosen = night_players.get(who)
    saved = chosen.answer if chosen else None
    players = roster.players(store)
    people = {player.key for player in players}
    i18n.set_page_names({player.key: player.name for player in players})
    text = render_template(
        "league/club/coming.html",
        league=settings.get_league(store),
        night=night,
        title=night_title(night),
        **player_picker(players, request.form.get("q", "")),
        chosen_key=who,
        chosen_answer=chosen_answer or saved or "",
        answered_at=chosen.answered_at if chosen and saved else None,
        labels=ANSWER_LABELS,
        counts={each: answers.count(each) for each in ANSWERS},
        is_saved="saved" in request.args and request.method == "GET" and who in people,
        reason=reason,
    )
    return set_private_headers(session.no_store_response(text, 422 if reason else 200))


# ---------------------------------------------------------------- the link


@bp.post("/club/<int:night_id>/link")
def create(night_id: int) -> ResponseReturnValue:
    """Create a link and show its address, which cannot be shown again.

    If there is already a link, the user must first confirm that it stops working.
    """
    store = current_store()
    replacing = club_confirmations.new_link(club_nights.get_night(store, night_id))
    if replacing and (confirmation := ask_first(replacing)):
        return confirmation
    try:
        secret = club_coming.create_link(store, night_id)
    except Refused as refusal:
        return night_page(night_id, RefusedAction([refusal.problems[0].reason]))
    night = club_nights.get_night(store, night_id)
    session.current_notifier().club_night_announced(
        store, night_id, night_title(night), f"coming/{secret}", session.current_device().id
    )
    address = external_base_url() + url_for(".show", secret=secret)
    text = render_template(
        "league/club/coming_link.html",
        night=night,
        address=address,
        qr_code=qr_code_svg(address),
        is_for_this_machine_only=is_for_this_machine_only(),
    )
    return session.no_store_response(text)


@bp.post("/club/<int:night_id>/link/withdraw")
def withdraw(night_id: int) -> ResponseReturnValue:
    """Withdraw the link after the user has confirmed this, but keep the answers."""
    night = club_nights.get_night(current_store(), night_id)
    if confirmation := ask_first(club_confirmations.link_withdrawal(night)):
        return confirmation
    club_coming.withdraw_link(current_store(), night_id)
    return redirect(url_for("club.show", night_id=night_id), code=303)
