"""The last results as an Atom feed, for whoever follows the league in a feed reader."""

import re
from collections.abc import Mapping
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import werkzeug
from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from scorekeeper.db.engines import db, reader
from scorekeeper.db.models import Match
from scorekeeper.league import match_lists, roster
from scorekeeper.league.match_lists import Played
from scorekeeper.messages import Say, say
from scorekeeper.rules import GAMES
from scorekeeper.web.current_league import here
from scorekeeper.web.i18n import iso, isolated, spoken

bp = Blueprint("feeds", __name__)
LATELY = 50  # results
ATOM = "application/atom+xml"
NAMESPACE = "http://www.w3.org/2005/Atom"
# What XML 1.0 has no room for, even written as a number.
UNWRITABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@bp.get("/results.atom")
def results() -> ResponseReturnValue:
    """The last matches that ended, the last first; asked again, only if something changed."""
    return answer(url_for(".results", _external=True))


def answer(here: str) -> werkzeug.Response:
    """The feed, which says that it stands at this address."""
    response = Response(feed(match_lists.recent(LATELY), here), mimetype=ATOM)
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    return response.make_conditional(request)


def feed(matches: list[Played], here: str) -> bytes:
    """The feed as RFC 4287 has it; every entry keeps its id, wherever the league moves."""
    name = roster.current_league().name
    root = Element("feed", xmlns=NAMESPACE)
    put(root, "title", spoken(say("{league}: results", league=name), {}))
    put(root, "id", here)
    put(root, "updated", iso(max((match.changed_at for match in matches), default=0)))
    SubElement(root, "link", rel="self", type=ATOM, href=here)
    SubElement(
        root,
        "link",
        rel="alternate",
        type="text/html",
        href=url_for("leagues.home", _external=True),
    )
    put(SubElement(root, "author"), "name", name)
    beginnings = began([match.id for match in matches])
    for match in matches:
        entry(SubElement(root, "entry"), match, beginnings[match.id])
    indent(root)
    text: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def began(matches: list[int]) -> dict[int, Mapping[str, Any]]:
    """The key and the time each was started with: what tells it from all others anywhere."""
    ask = select(Match.id, Match.key, Match.started_at).where(
        Match.league_id == here(), Match.id.in_(matches)
    )
    with reader(db.engine).connect() as connection:
        return {row["id"]: dict(row) for row in connection.execute(ask).mappings()}


def entry(found: Element, match: Played, beginning: Mapping[str, Any]) -> None:
    """One result."""
    address = url_for("matches.show", match_id=match.id, _external=True)
    names = {key: isolated(person.name) for key, person in match.people.items()}
    put(found, "title", spoken(title(match, names), {}))
    # The name of a name: the same for the same match, on every server it is ever on.
    name = f"scorekeeper match {beginning['started_at']} {beginning['key']}"
    put(found, "id", uuid5(NAMESPACE_URL, name).urn)
    put(found, "published", iso(match.ended_at or match.changed_at))
    put(found, "updated", iso(match.changed_at))
    SubElement(found, "link", rel="alternate", type="text/html", href=address)
    put(found, "summary", "\n".join(spoken(line, {}) for line in lines(match, names)))


def title(match: Played, names: Mapping[str, str]) -> Say:
    game = GAMES[match.game].name
    winners = [names[key] for key in match.summary["winners"]]
    if match.state == "unfinished" or not winners:
        return say("{game}: left unfinished", game=game)
    return say("{game}: {who} won", game=game, who=winners)


def lines(match: Played, names: Mapping[str, str]) -> list[Say]:
    """A line for each player, the first place first; of unfinished matches who played."""
    if not match.standings:
        return [say("{who}", who=list(names.values()))]
    order = sorted(match.standings.items(), key=lambda item: item[1].place)
    return [
        say("{n}. {who}", n=each.place, who=names[key])
        if each.points is None
        else say("{n}. {who}: {points}", n=each.place, who=names[key], points=each.points)
        for key, each in order
    ]


def put(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", text)
