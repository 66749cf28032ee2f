"""Where things stand, for pages that keep themselves up to date: as a stream, or asked for.

Neither says more than a token; the phone fetches its own page again, with its own rights.
"""

import random
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

from flask import Blueprint, Response, abort, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from scorekeeper.live.hub import Hub, Place, Topic
from scorekeeper.live.presence import Looker
from scorekeeper.match.strict_json import small_number
from scorekeeper.messages import say
from scorekeeper.web.current_league import here
from scorekeeper.web.shared import session
from scorekeeper.web.shared.page_cache import follows

bp = Blueprint("streams", __name__, url_prefix="/live")
bp.app_template_global("follows")(follows)
OF_ONE_PHONE = 8  # streams: so many tabs are looked at nowhere
LASTS = 600  # seconds of a stream, give or take a tenth: then the phone opens another
QUIET = 20  # seconds until it says again what it said, so that both sides know it is there
AGAIN = "retry: 1000\n\n"  # milliseconds after which a phone opens another
HEADERS = {
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # nginx would hold it back until there is enough of it
}


def the_hub() -> Hub:
    hub: Hub = current_app.extensions["scorekeeper.live"]
    return hub


def topic() -> Topic:
    """The match of the request, or without one the league; 404 for what is no number."""
    said = request.args.get("match")
    match = None if said is None else small_number(said)
    if said is not None and match is None:
        nothing_there()
    return Topic(here(), match)


def nothing_there() -> NoReturn:
    abort(404, say("There is no such match. It may have been on another server."))


@bp.get("/stream")
def stream() -> ResponseReturnValue:
    """Server-sent events: where it stands now, and whenever it has moved.

    204 when there are enough streams, or enough of this phone: a browser does not try again then,
    and the page asks `now`.
    """
    hub, what, may_look, who = the_hub(), topic(), session.still_in(), looker()
    if hub.streams >= current_app.config["STREAMS"]:
        return "", 204
    if hub.streams_of(what.league, who.device) >= OF_ONE_PHONE:
        return "", 204
    place = hub.come(what, who.device)
    if place is None:
        nothing_there()
    answer = Response(told(hub, place, may_look), mimetype="text/event-stream", headers=HEADERS)
    if what.match:  # of who looks at the league nobody is told
        hub.presence.come(what, who)
        answer.call_on_close(lambda: hub.presence.leave(what, who))
    answer.call_on_close(lambda: hub.leave(what, place, who.device))
    return answer


def looker() -> Looker:
    phone = session.this_phone()
    return Looker(phone.id, phone.name, phone.player_id)


def told(hub: Hub, place: Place, may_look: Callable[[], bool]) -> Iterator[str]:
    """The events. Nobody waits here with a connection to the database."""
    ends = time.monotonic() + LASTS * random.uniform(0.9, 1.1)
    said, asked, known = None, None, place.now.here
    yield AGAIN
    while time.monotonic() < ends:
        said = hub.other_than(place, said, QUIET)
        if said.token is None or (said.doors != asked and not may_look()):
            return
        asked = said.doors  # as long as nothing changes at the doors, nobody is put out
        if said.here != known:
            known = said.here
            yield f"event: here\ndata:{known}\n\n"
        yield f"data: {said.token}\n\n"


@bp.get("/now")
def now() -> ResponseReturnValue:
    """The same token as JSON, and a word for who looks; 304 for who has both already."""
    hub, what = the_hub(), topic()
    token = hub.now(what)
    if token is None:
        nothing_there()
    said = {"at": token}
    if what.match:
        hub.presence.ask(what, looker())
        said["here"] = hub.presence.word(what)
    answer = jsonify(said)
    answer.headers["Cache-Control"] = "no-store"
    answer.set_etag(" ".join(said.values()))
    return answer.make_conditional(request)
