"""Version tokens for live updates, sent as server-sent events or in response to polls.

Only tokens are sent. A phone with an older token fetches its page again, with its own permissions.
"""

import random
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

from flask import Blueprint, Response, abort, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from scorekeeper.live.hub import Hub, Subscription
from scorekeeper.live.presence import Viewer
from scorekeeper.live.stream_counts import StreamLimits, TooManyStreams
from scorekeeper.live.topics import Topic
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web.extension_keys import HUB_KEY
from scorekeeper.web.match.context import MATCH_NOT_FOUND
from scorekeeper.web.shared import session
from scorekeeper.web.shared.page_cache import live_attributes, own_row_placeholder
from scorekeeper.web.shared.session import current_store

bp = Blueprint("streams", __name__, url_prefix="/live")
bp.app_template_global("live_attributes")(live_attributes)
bp.app_template_global("own_row_placeholder")(own_row_placeholder)
MAX_STREAMS_PER_DEVICE = 8  # open tabs; beyond that, a page polls
STREAM_DURATION_S = 600  # seconds ± 10%; then the phone opens another stream
HEARTBEAT_INTERVAL_S = 20  # seconds; repeating the token reveals a dead connection to both sides
RETRY_FIELD = "retry: 1000\n\n"  # milliseconds until the browser reconnects
STREAM_HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # otherwise, nginx buffers the events
}


def get_hub() -> Hub:
    hub: Hub = current_app.extensions[HUB_KEY]
    return hub


def requested_topic() -> Topic:
    """Return the match in `?match=` as the topic, or the league if the parameter is missing.

    Aborts with 404 if the parameter is not a number.
    """
    text = request.args.get("match")
    match = None if text is None else parse_small_int(text)
    if text is not None and match is None:
        abort_no_match()
    return Topic(current_store().league_id, match)


def abort_no_match() -> NoReturn:
    abort(404, MATCH_NOT_FOUND)


@bp.get("/stream")
def stream() -> ResponseReturnValue:
    """Send the topic's token now and after every change, as server-sent events.

    Responds with 404 if the match does not exist, and with 204 if the server or this phone has
    reached its limit on streams. After a 204, the browser does not reconnect, and the page polls
    `/live/now`.
    """
    hub, topic, may_look, viewer = (
        get_hub(),
        requested_topic(),
        session.access_checker(),
        current_viewer(),
    )
    limits = StreamLimits(current_app.config["STREAMS"], MAX_STREAMS_PER_DEVICE)
    try:
        subscription = hub.open_stream(topic, viewer.device, limits)
    except TooManyStreams:
        return "", 204
    if subscription is None:
        abort_no_match()
    response = Response(
        server_sent_events(hub, subscription, may_look),
        mimetype="text/event-stream",
        headers=STREAM_HEADERS,
    )
    if topic.match:  # only matches have a list of viewers
        hub.presence.add_stream(topic, viewer)
        response.call_on_close(lambda: hub.presence.remove_stream(topic, viewer))
    response.call_on_close(lambda: hub.close_stream(topic, subscription, viewer.device))
    return response


def current_viewer() -> Viewer:
    phone = session.current_device()
    return Viewer(phone.id, phone.name, phone.player_id)


def server_sent_events(
    hub: Hub, subscription: Subscription, may_look: Callable[[], bool]
) -> Iterator[str]:
    """Yield one stream's events, without a database connection while the stream waits.

    The stream ends after about STREAM_DURATION_S, or when the match no longer exists or the phone
    loses access.
    """
    spread = random.uniform(0.9, 1.1)  # noqa: S311  # so that phones do not all reconnect at once
    ends = time.monotonic() + STREAM_DURATION_S * spread
    state, checked_version, viewers = None, None, subscription.state.viewers_digest
    yield RETRY_FIELD
    while time.monotonic() < ends:
        state = hub.wait_for_change(subscription, state, HEARTBEAT_INTERVAL_S)
        if state.token is None or (state.access_version != checked_version and not may_look()):
            return
        checked_version = state.access_version  # access is checked again only after a change
        if state.viewers_digest != viewers:
            viewers = state.viewers_digest
            yield f"event: here\ndata:{viewers}\n\n"
        yield f"data: {state.token}\n\n"


@bp.get("/now")
def poll() -> ResponseReturnValue:
    """Return the topic's token as JSON, and for a match also a digest of its viewers.

    Responds with 304 if both are unchanged.
    """
    hub, topic = get_hub(), requested_topic()
    token = hub.current_token(topic)
    if token is None:
        abort_no_match()
    state = {"at": token}
    if topic.match:
        hub.presence.add_poll(topic, current_viewer())
        state["here"] = hub.presence.digest(topic)
    response = jsonify(state)
    response.headers["Cache-Control"] = "no-store"
    response.set_etag(" ".join(state.values()))
    return response.make_conditional(request)
