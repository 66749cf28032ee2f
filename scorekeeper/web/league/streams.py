"""Where things stand, for pages that keep themselves up to date: as a stream, or asked for.

Neither says more than a token; the phone fetches its own page again, with its own rights.
"""

import random
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

from flask import Blueprint, Response, abort, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from scorekeeper.live.hub import Hub, Subscription, Topic
from scorekeeper.live.presence import Viewer
from scorekeeper.match.strict_json import parse_small_int
from scorekeeper.messages import say
from scorekeeper.web.current_league import current_league_id
from scorekeeper.web.shared import session
from scorekeeper.web.shared.page_cache import live_attributes

bp = Blueprint("streams", __name__, url_prefix="/live")
bp.app_template_global("live_attributes")(live_attributes)
MAX_STREAMS_PER_DEVICE = 8  # streams: so many tabs are looked at nowhere
STREAM_DURATION_S = 600  # seconds of a stream, give or take a tenth: then the phone opens another
HEARTBEAT_INTERVAL_S = (
    20  # seconds until it says again what it said, so that both sides know it is there
)
RETRY_FIELD = "retry: 1000\n\n"  # milliseconds after which a phone opens another
STREAM_HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # nginx would hold it back until there is enough of it
}


def get_hub() -> Hub:
    hub: Hub = current_app.extensions["scorekeeper.live"]
    return hub


def requested_topic() -> Topic:
    """The match of the request, or without one the league; 404 for what is no number."""
    said = request.args.get("match")
    match = None if said is None else parse_small_int(said)
    if said is not None and match is None:
        abort_no_match()
    return Topic(current_league_id(), match)


def abort_no_match() -> NoReturn:
    abort(404, say("There is no such match. It may have been on another server."))


@bp.get("/stream")
def stream() -> ResponseReturnValue:
    """Server-sent events: where it stands now, and whenever it has moved.

    204 when there are enough streams, or enough of this phone: a browser does not try again then,
    and the page asks `now`.
    """
    hub, what, may_look, who = (
        get_hub(),
        requested_topic(),
        session.access_checker(),
        current_viewer(),
    )
    if hub.streams >= current_app.config["STREAMS"]:
        return "", 204
    if hub.streams_of(what.league, who.device) >= MAX_STREAMS_PER_DEVICE:
        return "", 204
    place = hub.come(what, who.device)
    if place is None:
        abort_no_match()
    answer = Response(
        server_sent_events(hub, place, may_look),
        mimetype="text/event-stream",
        headers=STREAM_HEADERS,
    )
    if what.match:  # of who looks at the league nobody is told
        hub.presence.come(what, who)
        answer.call_on_close(lambda: hub.presence.leave(what, who))
    answer.call_on_close(lambda: hub.leave(what, place, who.device))
    return answer


def current_viewer() -> Viewer:
    phone = session.current_device()
    return Viewer(phone.id, phone.name, phone.player_id)


def server_sent_events(
    hub: Hub, place: Subscription, may_look: Callable[[], bool]
) -> Iterator[str]:
    """The events. Nobody waits here with a connection to the database."""
    ends = time.monotonic() + STREAM_DURATION_S * random.uniform(0.9, 1.1)
    said, asked, known = None, None, place.now.here
    yield RETRY_FIELD
    while time.monotonic() < ends:
        said = hub.wait_for_change(place, said, HEARTBEAT_INTERVAL_S)
        if said.token is None or (said.doors != asked and not may_look()):
            return
        asked = said.doors  # as long as nothing changes at the doors, nobody is put out
        if said.here != known:
            known = said.here
            yield f"event: here\ndata:{known}\n\n"
        yield f"data: {said.token}\n\n"


@bp.get("/now")
def poll() -> ResponseReturnValue:
    """The same token as JSON, and a word for who looks; 304 for who has both already."""
    hub, what = get_hub(), requested_topic()
    token = hub.now(what)
    if token is None:
        abort_no_match()
    said = {"at": token}
    if what.match:
        hub.presence.ask(what, current_viewer())
        said["here"] = hub.presence.word(what)
    answer = jsonify(said)
    answer.headers["Cache-Control"] = "no-store"
    answer.set_etag(" ".join(said.values()))
    return answer.make_conditional(request)
