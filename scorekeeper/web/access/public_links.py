"""Pages on which owners create and withdraw public links."""

import contextlib
from itertools import count
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import public_links
from scorekeeper.access.devices import PermissionLost
from scorekeeper.access.public_links import CURRENT_SEASON, PublicLinkNotFound, PublicSubject
from scorekeeper.db.access_tables import PublicLinkKind
from scorekeeper.errors import Refused
from scorekeeper.league import match_lists
from scorekeeper.league.state import LeagueState
from scorekeeper.match.names import validate_name
from scorekeeper.match.shown_names import ShownNames
from scorekeeper.messages import Message, say
from scorekeeper.rules import game_name
from scorekeeper.web.access import revocations
from scorekeeper.web.access.public_subjects import (
    choice_groups,
    link_name,
    match_of,
    parse_subject,
    subject_exists,
    subject_text,
    subject_value,
)
from scorekeeper.web.i18n import translate_sentence
from scorekeeper.web.shared import session
from scorekeeper.web.shared.base_url import external_base_url
from scorekeeper.web.shared.confirmation import ask_first
from scorekeeper.web.shared.page_cache import snapshot_for_page
from scorekeeper.web.shared.qr_code import qr_code_svg
from scorekeeper.web.shared.session import current_store

bp = Blueprint("public_links", __name__)
NAME_REQUIRED = say("Enter a name for the link, such as “For the club’s page”.")
SUBJECT_REQUIRED = say("Choose what the link shows.")
NAMES_REQUIRED = say("Choose how the link shows names.")
NOT_FOUND = say(
    "There is nothing to share at this address. The season or match may have been deleted."
)
NAME_STYLES = {
    ShownNames.FULL: (say("Full names"), say("Ana Moreno")),
    ShownNames.FIRST: (say("First name and initial"), say("Ana M.")),
    ShownNames.INITIALS: (say("Initials only"), say("AM")),
}


class NewLink(NamedTuple):
    """The address of a new link, the text to share, the HTML to embed, and the picture's address.

    The last two are empty for a feed.
    """

    address: str
    text: str
    embed: str
    picture: str


class LinkForm(NamedTuple):
    """The values of the form, as entered."""

    subject: PublicSubject
    name: str = ""
    names: str = ShownNames.FIRST.value
    indexed: bool = False


@bp.get("/showings")
def show() -> ResponseReturnValue:
    """Show all public links and a form for a new link.

    The subject in `?shows=` is preselected in the form.
    """
    return render_link_form(LinkForm(requested_subject()))


def requested_subject() -> PublicSubject:
    """Return the subject in `?shows=`, such as "match-7".

    Returns the current season if the value is missing or invalid. Aborts with 404 if the value is
    valid but its season or match does not exist.
    """
    subject = parse_subject(request.args.get("shows", "")) or CURRENT_SEASON
    if not subject_exists(subject, snapshot_for_page().league_state):
        abort(404, NOT_FOUND)
    return subject


@bp.post("/showings")
def create() -> ResponseReturnValue:
    """Create a link and show its address, which cannot be shown again."""
    posted = request.form
    subject = parse_subject(posted.get("shows", ""))
    form = LinkForm(
        subject or CURRENT_SEASON,
        posted.get("name", ""),
        posted.get("names", ""),
        "indexed" in posted,
    )
    if subject is None or not subject_exists(subject, snapshot_for_page().league_state):
        return render_link_form(form._replace(subject=CURRENT_SEASON), SUBJECT_REQUIRED)
    if form.names not in set(ShownNames):
        return render_link_form(form, NAMES_REQUIRED)
    try:
        name = validate_name(form.name.strip() or default_name(subject), NAME_REQUIRED)
    except Refused as refusal:
        return render_link_form(form, refusal.problems[0].reason)
    try:
        secret = public_links.create_public_link(
            current_store(),
            name,
            subject,
            ShownNames(form.names),
            indexed=form.indexed,
            by=session.current_device().id,
        )
    except PermissionLost:
        return redirect(url_for(".show"), code=303)
    return render_link_form(LinkForm(subject), secret=secret)


def default_name(subject: PublicSubject) -> str:
    """Return the name of a new link: its kind, and the lowest number that is not in use."""
    taken = {link.name for link in public_links.active_public_links(current_store())}
    names = (translate_sentence(link_name(subject, n), {}) for n in count(1))
    return next(name for name in names if name not in taken)


def render_link_form(
    form: LinkForm, reason: Message | None = None, secret: str = ""
) -> ResponseReturnValue:
    league_state = snapshot_for_page().league_state
    new = describe_new_link(form.subject, secret, league_state) if secret else None
    links = public_links.active_public_links(current_store())
    ids = [link.match_id for link in links if link.match_id]
    matches = match_lists.matches_by_id(current_store(), ids)
    text = render_template(
        "access/public_links.html",
        form=form,
        chosen_subject=subject_value(form.subject),
        choice_groups=choice_groups(form.subject, league_state),
        name_styles=NAME_STYLES,
        back_link=back_link(form.subject),
        link_rows=[
            (link, subject_text(link.subject, league_state, matches.get(link.match_id or 0)))
            for link in links
        ],
        reason=reason,
        new_link=new,
        qr_code=qr_code_svg(new.address) if new else "",
    )
    return session.no_store_response(text, 422 if reason else 200)


def describe_new_link(subject: PublicSubject, secret: str, league_state: LeagueState) -> NewLink:
    is_feed = subject.kind is PublicLinkKind.FEED
    endpoint = "public_feed.results" if is_feed else "public_pages.show"
    address = external_base_url() + url_for(endpoint, secret=secret)
    if is_feed:
        return NewLink(address, address, "", "")
    title = share_title(subject, league_state)
    frame = render_template(
        "access/_embed_code.html",
        address=external_base_url() + url_for("public_pages.embed", secret=secret),
        title=title,
    )
    picture = url_for("public_pictures.picture", secret=secret)
    return NewLink(address, f"{title}\n{address}", frame.strip(), picture)


def share_title(subject: PublicSubject, league_state: LeagueState) -> str:
    """Return the first line of the text to share.

    It does not contain players' names, because the link may shorten them.
    """
    match subject.kind:
        case PublicLinkKind.SEASON | PublicLinkKind.EVENING:
            title = subject_text(subject, league_state)
        case PublicLinkKind.LAST_EVENING:
            title = say("The latest evening")
        case PublicLinkKind.MATCH:
            match = match_of(subject)
            title = say("{game}", game=game_name(match.game)) if match else say("A match")
        case _:
            title = say("The standings")
    return translate_sentence(say("{league}: {what}", league=league_state.name, what=title), {})


def back_link(subject: PublicSubject) -> tuple[str, Message]:
    """Return the address and title of the page where owners share this subject."""
    match subject.kind:
        case PublicLinkKind.MATCH:
            return url_for("matches.sheet", match_id=subject.match_id), say("Score sheet")
        case PublicLinkKind.SEASON:
            return url_for("seasons.show", season_key=subject.season_id), say("Season")
        case PublicLinkKind.EVENING:
            return url_for("evenings.show", date=subject.evening), say("Evening")
        case _:
            return url_for("league_page.show"), say("League")


@bp.post("/showings/<int:link_id>/withdraw")
def withdraw(link_id: int) -> ResponseReturnValue:
    """Withdraw a public link after asking for confirmation."""
    address = url_for(".show", shows=request.form.get("shows") or None)
    with contextlib.suppress(PublicLinkNotFound):
        back = address, say("Public links")
        if confirmation := ask_first(
            revocations.public_withdrawal_question(current_store(), link_id, back)
        ):
            return confirmation
        public_links.withdraw_public_link(current_store(), link_id)
    return redirect(address, code=303)
