"""The latest results as an Atom feed."""

import re
from collections.abc import Mapping
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import werkzeug
from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from scorekeeper.db.tables import Matches
from scorekeeper.league import match_lists, settings
from scorekeeper.league.match_lists import ListedMatch
from scorekeeper.match.outcome import MatchState
from scorekeeper.messages import AndList, Message, say
from scorekeeper.rules import game_name
from scorekeeper.web.dates import iso_utc
from scorekeeper.web.i18n import isolate_bidi, translate_sentence
from scorekeeper.web.shared.session import current_store

bp = Blueprint("feeds", __name__)
MAX_ENTRIES = 50
ATOM_MIMETYPE = "application/atom+xml"
ATOM_NAMESPACE = "http://www.w3.org/2005/Atom"
# Characters that XML 1.0 does not allow, not even as references.
INVALID_XML_CHARACTERS = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@bp.get("/results.atom")
def results() -> ResponseReturnValue:
    """Show the latest matches that ended, newest first.

    The status is 304 if nothing has changed.
    """
    return feed_response(url_for(".results", _external=True))


def feed_response(feed_url: str) -> werkzeug.Response:
    """Return the feed with an ETag.

    `feed_url` is the feed's own URL, which the feed contains.
    """
    response = Response(
        build_feed(match_lists.recent_matches(current_store(), MAX_ENTRIES), feed_url),
        mimetype=ATOM_MIMETYPE,
    )
    response.headers["Cache-Control"] = "private, no-cache"
    response.add_etag()
    return response.make_conditional(request)


def build_feed(matches: list[ListedMatch], feed_url: str, *, has_links: bool = True) -> bytes:
    """Return the feed as XML (RFC 4287). The id of an entry is the same on every server.

    `has_links` adds links to pages that only members can open. Without links, the text of an entry
    is its content instead of its summary, because RFC 4287 requires a link or content.
    """
    name = settings.get_league(current_store()).name
    root = Element("feed", xmlns=ATOM_NAMESPACE)
    add_element(root, "title", translate_sentence(say("{league}: results", league=name), {}))
    add_element(root, "id", feed_url)
    add_element(root, "updated", iso_utc(max((match.changed_at for match in matches), default=0)))
    SubElement(root, "link", rel="self", type=ATOM_MIMETYPE, href=feed_url)
    if has_links:
        add_page_link(root, url_for("home.show", _external=True))
    add_element(SubElement(root, "author"), "name", name)
    beginnings = match_identities([match.id for match in matches])
    for match in matches:
        entry = SubElement(root, "entry")
        fill_entry(entry, match, beginnings[match.id])
        lines = "\n".join(
            translate_sentence(line, {}) for line in entry_lines(match, isolated_names(match))
        )
        if has_links:
            add_page_link(entry, url_for("matches.show", match_id=match.id, _external=True))
            add_element(entry, "summary", lines)
        else:
            add_element(entry, "content", lines)
    indent(root)
    text: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def match_identities(matches: list[int]) -> dict[int, Mapping[str, Any]]:
    """Return each match's key and start time, by id. Together, they identify it on any server."""
    store = current_store()
    query = select(Matches.id, Matches.key, Matches.started_at).where(
        Matches.league_id == store.league_id, Matches.id.in_(matches)
    )
    with store.read() as connection:
        return {row["id"]: dict(row) for row in connection.execute(query).mappings()}


def fill_entry(entry: Element, match: ListedMatch, beginning: Mapping[str, Any]) -> None:
    """Add a result's title, id and dates to its feed entry.

    The caller adds the text and the link.
    """
    add_element(entry, "title", translate_sentence(entry_title(match, isolated_names(match)), {}))
    # A name-based UUID is the same for this match on every server.
    name = f"scorekeeper match {beginning['started_at']} {beginning['key']}"
    add_element(entry, "id", uuid5(NAMESPACE_URL, name).urn)
    add_element(entry, "published", iso_utc(match.ended_at or match.changed_at))
    add_element(entry, "updated", iso_utc(match.changed_at))


def isolated_names(match: ListedMatch) -> dict[str, str]:
    return {key: isolate_bidi(person.name) for key, person in match.people.items()}


def add_page_link(parent: Element, address: str) -> None:
    SubElement(parent, "link", rel="alternate", type="text/html", href=address)


def entry_title(match: ListedMatch, names: Mapping[str, str]) -> Message:
    game = game_name(match.game)
    winners = [names[key] for key in match.summary["winners"]]
    if match.state is MatchState.UNFINISHED or not winners:
        return say("{game}: left unfinished", game=game)
    return say("{game}: {who} won", game=game, who=AndList(winners))


def entry_lines(match: ListedMatch, names: Mapping[str, str]) -> list[Message]:
    """Return a line for each player, sorted by place.

    A match without standings, such as an unfinished match, gets a single line with all names.
    """
    if not match.standings:
        return [say("{who}", who=list(names.values()))]
    order = sorted(match.standings.items(), key=lambda item: item[1].place)
    return [
        say("{n}. {who}", n=each.place, who=names[key])
        if each.points is None
        else say("{n}. {who}: {points}", n=each.place, who=names[key], points=each.points)
        for key, each in order
    ]


def add_element(parent: Element, name: str, text: str) -> None:
    SubElement(parent, name).text = INVALID_XML_CHARACTERS.sub("\N{REPLACEMENT CHARACTER}", text)
