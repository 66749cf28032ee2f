"""Opening a public link by its secret, with names in the link's style.

`open_public_link` replaces the request's statistics and log with copies that contain only the names
that the link shows. A public view therefore cannot read other names.
"""

from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import replace

from flask import Response, abort, g, make_response, render_template

from scorekeeper.access import public_links
from scorekeeper.access.public_links import PublicLink, PublicLinkNotFound, PublicLinkWithdrawn
from scorekeeper.db.column_types import PublicLinkKind
from scorekeeper.league.state import LeagueState, Member
from scorekeeper.league.stats_snapshot import StatsSnapshot
from scorekeeper.match.log import Log, Person, TableState, initials
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.match.shown_names import ShownNames, shown_names
from scorekeeper.messages import say
from scorekeeper.web.i18n import translate_sentence
from scorekeeper.web.match.context import current_log
from scorekeeper.web.security import allow_framing
from scorekeeper.web.shared import session
from scorekeeper.web.shared.page_cache import get_stats_snapshot
from scorekeeper.web.shared.session import current_store

MAX_SECRET_LENGTH = 64  # characters; secrets are shorter
NOT_FOUND = say("This link does not exist. Check that the address is complete.")


def open_public_link(secret: str, kinds: Collection[PublicLinkKind]) -> PublicLink:
    """Return the link with this secret, and limit the request to the names that the link shows.

    Aborts with 410 for a withdrawn link, and with 404 for one that does not exist or is of another
    kind. The response is the same for everybody, even for a phone in the league.
    """
    try:
        link = public_links.get_by_secret(current_store(), secret[:MAX_SECRET_LENGTH])
    except PublicLinkWithdrawn:
        abort(withdrawn_response())
    except PublicLinkNotFound:
        abort(404, NOT_FOUND)
    if link.kind not in kinds:
        abort(404, NOT_FOUND)
    forget_phone()
    session.load_current_league()
    g.stats_snapshot = snapshot_with_names(get_stats_snapshot(), link.names)
    if link.names is not ShownNames.FULL:
        g.log = ShownLog(current_log(), g.stats_snapshot.league_state.people)
    return link


def forget_phone() -> None:
    """Treat the request like one from outside the league, without a cookie in the response."""
    g.right, g.me, g.token = None, "", None


def withdrawn_response() -> Response:
    """Return the page for a withdrawn link, which can also be framed."""
    forget_phone()
    response = make_response(render_template("public/withdrawn.html"), 410)
    return with_public_headers(allow_framing(response), may_index=False)


def with_public_headers(response: Response, *, may_index: bool) -> Response:
    """Add the headers of all public pages.

    With them, browsers send the page's URL to no other site. Search engines may list the page only
    if `may_index` is true.
    """
    response.headers["Referrer-Policy"] = "no-referrer"
    if not may_index:
        response.headers["X-Robots-Tag"] = "noindex"
    return response


# ---------------------------------------------------------------- names


def snapshot_with_names(snapshot: StatsSnapshot, style: ShownNames) -> StatsSnapshot:
    """Return the same statistics with players named in this style.

    Each snapshot caches one copy for each style.
    """
    if style is ShownNames.FULL:
        return snapshot
    return snapshot.cached(
        ("names", style),
        lambda: replace(
            snapshot,
            league_state=state_with_names(snapshot.league_state, style),
            cached_values=OrderedDict(),
            pages=OrderedDict(),
        ),
    )


def state_with_names(league_state: LeagueState, style: ShownNames) -> LeagueState:
    full = {key: member.person.name for key, member in league_state.members.items()}
    names = shown_names(full, style, unnamed_player())
    letters = initials(names)
    members = {
        key: Member(
            member.person._replace(name=names[key], initials=letters[key]), hidden=member.hidden
        )
        for key, member in league_state.members.items()
    }
    return replace(league_state, members=members)


def people_with_names(
    people: Mapping[str, Person], shown: Mapping[str, Person]
) -> dict[str, Person]:
    """Return the same people by key, named as in `shown`.

    Their initials are unique among them.
    """
    names = {key: shown[key].name if key in shown else unnamed_player() for key in people}
    letters = initials(names)
    return {
        key: person._replace(name=names[key], initials=letters[key])
        for key, person in people.items()
    }


def unnamed_player() -> str:
    return translate_sentence(say("Player"), {})


class ShownLog:
    """The part of a log that public pages read, with the names that a link shows."""

    def __init__(self, log: Log, shown: Mapping[str, Person]) -> None:
        self.log, self.shown = log, shown

    def sheet(self, match: int, at: int | None = None) -> Scoresheet:
        return self.log.sheet(match, at)

    def table_state(self, match: int) -> TableState:
        """Return the players under their shown names, without submissions."""
        state = self.log.table_state(match)
        return TableState(people_with_names(state.people, self.shown), (), state.version)
