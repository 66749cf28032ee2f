"""Small faces beside a match: who looks at it now, and who wrote in it last."""

from typing import NamedTuple

from flask import Blueprint, current_app, g
from flask.typing import ResponseReturnValue

from scorekeeper.live.hub import Hub, Topic
from scorekeeper.live.presence import Looker
from scorekeeper.match.log import Person
from scorekeeper.web.current_league import here
from scorekeeper.web.match.context import Match, opened, render, the_log
from scorekeeper.web.shared.page_cache import looked_into

bp = Blueprint("faces", __name__, url_prefix="/matches")
MOST = 12  # faces; the others are counted


class Face(NamedTuple):
    """A phone: whose it is (None: nobody's), what it is called; whether it wrote last, and
    whether it is here or has only left that pen behind.
    """

    person: Person | None
    name: str
    pen: bool
    here: bool


class Faces(NamedTuple):
    """Those that are shown, how many more there are, and a word for all of them together."""

    shown: list[Face]
    more: int
    word: str


@bp.get("/<int:match_id>/faces")
def show(match_id: int) -> ResponseReturnValue:
    """The part alone, for a page that was told that somebody came or went."""
    return render("matches/_faces.html", opened(match_id))


@bp.app_template_global("faces")
def faces(match: Match) -> Faces:
    """Who is here, whoever asks included."""
    hub: Hub = current_app.extensions["scorekeeper.live"]
    topic = Topic(here(), match.id)
    there = {each.device: each for each in (*hub.presence.here(topic), *myself())}
    found = [
        Face(person(match, each.player), each.name, each.device == match.sheet.device, True)
        for _, each in sorted(there.items())
    ]
    if match.sheet.device not in there:
        found += left_the_pen(match)
    found.sort(key=lambda face: not face.pen)
    return Faces(found[:MOST], len(found[MOST:]), hub.presence.word(topic))


def myself() -> list[Looker]:
    phone = g.get("phone")
    return [Looker(phone.id, phone.name, phone.player_id)] if phone else []


def left_the_pen(match: Match) -> list[Face]:
    """The phone that wrote last and does not look now."""
    device = match.sheet.device
    name = None if device is None else the_log().devices(match.id).get(device)
    return [Face(None, name, pen=True, here=False)] if name else []


def person(match: Match, player: int | None) -> Person | None:
    """Whose it is: one of those who play, or somebody else of the league."""
    if player is None:
        return None
    key = str(player)
    return match.people.get(key) or looked_into().facts.people.get(key)
