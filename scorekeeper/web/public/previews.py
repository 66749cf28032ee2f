"""Previews of public links in chats: a title, a description and a picture."""

from typing import NamedTuple

from flask import url_for

from scorekeeper.web.shared.base_url import external_base_url


class LinkPreview(NamedTuple):
    """The preview of a link.

    `picture` is an absolute URL. There is no picture of an evening without matches or of a deleted
    match.
    """

    title: str
    description: str
    address: str
    picture: str


def link_preview(secret: str, title: str, description: str, version: object) -> LinkPreview:
    """Return the preview of a link.

    Its picture has a new URL for each `version`.
    """
    base = external_base_url()
    return LinkPreview(
        title,
        description,
        base + url_for("public_pages.show", secret=secret),
        base + url_for("public_pictures.picture", secret=secret, v=version),
    )
