"""Small faces beside a match: who looks at it now, and who wrote in it last."""

from typing import NamedTuple

from flask import Blueprint, current_app, g
from flask.typing import ResponseReturnValue

from scorekeeper.live.hub import Hub, Topic
from scorekeeper.live.presence import Viewer
from scorekeeper.match.log import Person
from scorekeeper.web.current_league import current_league_id
from scorekeeper.web.match.context import MatchView, current_log, match_or_404, render_match
from scorekeeper.web.shared.page_cache import get_stats_snapshot

bp = Blueprint("faces", __name__, url_prefix="/matches")
MAX_FACES = 12  # faces; the others are counted


class ViewerFace(NamedTuple):
    """A phone: whose it is (None: nobody's), what it is called; whether it wrote last, and
    whether it is here or has only left that pen behind.
    """

    person: Person | None
    name: str
    pen: bool
    here: bool


class ViewerFaces(NamedTuple):
    """Those that are shown, how many more there are, and a word for all of them together."""

    shown: list[ViewerFace]
    more: int
    word: str


@bp.get("/<int:match_id>/faces")
def show(match_id: int) -> ResponseReturnValue:
    """The part alone, for a page that was told that somebody came or went."""
    return render_match("matches/_faces.html", match_or_404(match_id))


@bp.app_template_global("viewer_faces")
def viewer_faces(match: MatchView) -> ViewerFaces:
    """Who is here, whoever asks included."""
    hub: Hub = current_app.extensions["scorekeeper.live"]
    topic = Topic(current_league_id(), match.id)
    there = {each.device: each for each in (*hub.presence.here(topic), *own_viewer())}
    found = [
        ViewerFace(
            person_of(match, each.player), each.name, each.device == match.sheet.device, True
        )
        for _, each in sorted(there.items())
    ]
    if match.sheet.device not in there:
        found += last_writer_face(match)
    found.sort(key=lambda face: not face.pen)
    return ViewerFaces(found[:MAX_FACES], len(found[MAX_FACES:]), hub.presence.word(topic))


def own_viewer() -> list[Viewer]:
    phone = g.get("phone")
    return [Viewer(phone.id, phone.name, phone.player_id)] if phone else []


def last_writer_face(match: MatchView) -> list[ViewerFace]:
    """The phone that wrote last and does not look now."""
    device = match.sheet.device
    name = None if device is None else current_log().devices(match.id).get(device)
    return [ViewerFace(None, name, pen=True, here=False)] if name else []


def person_of(match: MatchView, player: int | None) -> Person | None:
    """Whose it is: one of those who play, or somebody else of the league."""
    if player is None:
        return None
    key = str(player)
    return match.people.get(key) or get_stats_snapshot().facts.people.get(key)
