"""Live updates of public pages: a stream that sends only the version of the page.

A page that shows another version reloads. Streams are limited per IP address. In total, they may
use only a share of the server's streams, and the rest is reserved for the league's phones. Beyond
the limits, a page polls.
"""

import random
import time
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, abort, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from scorekeeper.access import public_links
from scorekeeper.access.public_links import PublicLink
from scorekeeper.live.hub import Hub, Subscription, TopicState
from scorekeeper.live.stream_counts import StreamLimits, TooManyStreams
from scorekeeper.live.topics import Topic
from scorekeeper.web.league.streams import (
    HEARTBEAT_INTERVAL_S,
    RETRY_FIELD,
    STREAM_DURATION_S,
    STREAM_HEADERS,
    get_hub,
)
from scorekeeper.web.public.opened_link import NOT_FOUND, find_public_link, with_public_headers
from scorekeeper.web.public.pages import PAGES
from scorekeeper.web.shared.session import current_store

bp = Blueprint("public_live", __name__)
MAX_STREAMS_PER_ADDRESS = 32  # people in one home or club share an address
SHARE_OF_STREAMS = 0.5  # the share for public pages; the rest is reserved for phones of a league


@bp.get("/shown/<secret>/stream")
def stream(secret: str) -> ResponseReturnValue:
    """Stream server-sent events: the version now and after every change.

    Returns 204 if a limit on streams is reached, and the page polls instead.
    """
    link = find_public_link(secret, PAGES)
    hub, topic, address = get_hub(), topic_of(link), f"address {request.remote_addr}"
    total = current_app.config["STREAMS"] * SHARE_OF_STREAMS
    try:
        limits = StreamLimits(total, MAX_STREAMS_PER_ADDRESS)
        subscription = hub.open_stream(topic, address, limits)
    except TooManyStreams:
        return "", 204
    if subscription is None:
        abort(404, NOT_FOUND)
    response = Response(
        events(hub, topic, subscription, access_checker(link)),
        mimetype="text/event-stream",
        headers=STREAM_HEADERS,
    )
    response.call_on_close(lambda: hub.close_stream(topic, subscription, address))
    return with_public_headers(response, may_index=False)


def topic_of(link: PublicLink) -> Topic:
    return Topic(current_store().league_id, link.match_id, is_public=link.match_id is not None)


def access_checker(link: PublicLink) -> Callable[[], bool]:
    """Return a function that checks whether the link still works.

    The function can be called outside a request.
    """
    store, number = current_store(), link.id
    return lambda: public_links.is_active_public_link(store, number)


def events(
    hub: Hub, topic: Topic, subscription: Subscription, is_active: Callable[[], bool]
) -> Iterator[str]:
    """Yield one stream's events for about STREAM_DURATION_S, or until the link is withdrawn."""
    spread = random.uniform(0.9, 1.1)  # noqa: S311  # so that browsers do not all reconnect at once
    ends = time.monotonic() + STREAM_DURATION_S * spread
    state: TopicState | None = None
    checked_version = None
    yield RETRY_FIELD
    while time.monotonic() < ends:
        state = hub.wait_for_change(subscription, state, HEARTBEAT_INTERVAL_S)
        if state.token is None or (state.access_version != checked_version and not is_active()):
            return
        checked_version = state.access_version
        yield f"data: {public_version(topic, state.token)}\n\n"


def public_version(topic: Topic, token: str) -> str:
    """Return the version in a topic's token, without the part for the league's running matches."""
    return token if topic.is_public else token.partition(".")[0]


@bp.get("/shown/<secret>/now")
def poll(secret: str) -> ResponseReturnValue:
    """Return the version as JSON.

    The status is 304 if the version is unchanged. Each open frame sends this request every four
    seconds, so it reads only the link and the version.
    """
    link = find_public_link(secret, PAGES)
    topic = topic_of(link)
    token = get_hub().current_token(topic)
    if token is None:
        abort(404, NOT_FOUND)
    version = public_version(topic, token)
    response = jsonify({"at": version})
    response.headers["Cache-Control"] = "no-store"
    response.set_etag(version)
    response.make_conditional(request)
    return with_public_headers(response, may_index=False)
