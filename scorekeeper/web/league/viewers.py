"""The viewers of a match, shown as small player chips, and the phone that saved last."""

from typing import NamedTuple

from flask import Blueprint, current_app, g
from flask.typing import ResponseReturnValue

from scorekeeper.live.hub import Hub
from scorekeeper.live.presence import Viewer
from scorekeeper.live.topics import Topic
from scorekeeper.match.people import Person
from scorekeeper.web.extension_keys import HUB_KEY
from scorekeeper.web.match.context import MatchView, current_log, match_or_404, render_match
from scorekeeper.web.shared.page_cache import get_stats_snapshot
from scorekeeper.web.shared.session import current_store

bp = Blueprint("viewers", __name__, url_prefix="/matches")
MAX_FACES = 12  # further viewers are only counted


class ViewerFace(NamedTuple):
    """A phone with its player (if any) and its name.

    `is_here` is true if the phone is showing the match now.
    """

    person: Person | None
    name: str
    saved_last: bool
    is_here: bool


class ViewerFaces(NamedTuple):
    """The faces to show, the number of other viewers, and a digest of all viewers."""

    shown: tuple[ViewerFace, ...]
    more: int
    digest: str


@bp.get("/<int:match_id>/faces")
def show(match_id: int) -> ResponseReturnValue:
    """Return only the faces of a match's viewers.

    Pages fetch them when the viewers have changed.
    """
    return render_match("match/_viewers.html", match_or_404(match_id))


@bp.app_template_global("viewer_faces")
def viewer_faces(match: MatchView) -> ViewerFaces:
    """Return a match's viewers, including this phone.

    The phone that saved last comes first, even if it is not viewing the match now.
    """
    hub: Hub = current_app.extensions[HUB_KEY]
    topic = Topic(current_store().league_id, match.id)
    by_device = {each.device: each for each in (*hub.presence.viewers(topic), *own_viewer())}
    faces = [
        ViewerFace(
            player_of_phone(match, each.player), each.name, each.device == match.sheet.device, True
        )
        for _, each in sorted(by_device.items())
    ]
    if match.sheet.device not in by_device:
        faces += last_writer_face(match)
    faces.sort(key=lambda face: not face.saved_last)
    return ViewerFaces(tuple(faces[:MAX_FACES]), len(faces[MAX_FACES:]), hub.presence.digest(topic))


def own_viewer() -> list[Viewer]:
    phone = g.get("device")
    return [Viewer(phone.id, phone.name, phone.player_id)] if phone else []


def last_writer_face(match: MatchView) -> list[ViewerFace]:
    """Return a list with the face of the phone that saved last.

    The list is empty if the phone's name is unknown.
    """
    device = match.sheet.device
    name = None if device is None else current_log().device_names(match.id).get(device)
    return [ViewerFace(None, name, saved_last=True, is_here=False)] if name else []


def player_of_phone(match: MatchView, player: int | None) -> Person | None:
    """Return a phone's player, even if the player is not in this match.

    Returns None if the phone has no player.
    """
    if player is None:
        return None
    key = str(player)
    return match.people.get(key) or get_stats_snapshot().league_state.people.get(key)
