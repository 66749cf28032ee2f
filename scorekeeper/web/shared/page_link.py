"""Links to the pages that a phone may open, shown as rows with a title and a line."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scorekeeper.messages import Message
from scorekeeper.web.templating import has_page


class PageLink(NamedTuple):
    """A link to a page or a download.

    `line` describes it, and `values` complete its URL.
    """

    endpoint: str
    title: Message
    line: Message
    icon: str = "next"
    values: Mapping[str, int | str] = {}


def accessible_links(links: Iterable[PageLink]) -> list[PageLink]:
    """Return the links to pages that exist in this application and that the phone may open."""
    return [link for link in links if has_page(link.endpoint)]
