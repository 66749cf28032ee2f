"""The app on a phone's home screen: its manifest and its icons."""

import struct
from urllib.parse import urljoin, urlsplit

import pytest

from scorekeeper import create_app
from scorekeeper.match.log import MemoryLog
from tests.web.phone import Page


@pytest.fixture(scope="module")
def stranger():
    """A browser without a cookie: browsers fetch manifests without one."""
    return create_app({}, log=MemoryLog({})).test_client()


def link(page, kind):
    return next(e["href"] for e in page.root.all("link") if e["rel"] == kind)


def fetched(client, address):
    """Return the bytes of a static file, which stays open until the response is closed."""
    with client.get(address) as answer:
        assert answer.status_code == 200
        return answer.data


def side_of(png):
    """Return (width, height) of a PNG, from its first chunk."""
    assert png.startswith(b"\x89PNG")
    return struct.unpack(">II", png[16:24])


def manifest_of(client, folder):
    """Return the address of the manifest that a page in this folder names, and its content."""
    base = f"http://localhost{folder}"
    page = Page(200, "/rules", client.get("/rules", base_url=base).text)
    address = link(page, "manifest")
    with client.get(address.removeprefix(folder), base_url=base) as answer:
        assert answer.mimetype == "application/manifest+json"
        return address, answer.json


@pytest.mark.parametrize("folder", ["", "/l/2"])
def test_the_manifest_starts_the_app_in_its_own_league(stranger, folder):
    address, said = manifest_of(stranger, folder)

    assert urlsplit(urljoin(address, said["start_url"])).path == f"{folder}/"
    assert urlsplit(urljoin(address, said["scope"])).path == f"{folder}/"
    assert (said["name"], said["display"]) == ("Scorekeeper", "standalone")


def test_the_manifest_icons_exist_in_their_stated_sizes(stranger):
    address, said = manifest_of(stranger, "")
    png, drawing = (urljoin(address, icon["src"]) for icon in said["icons"])

    assert [icon["sizes"] for icon in said["icons"]] == ["512x512", "any"]
    assert side_of(fetched(stranger, png)) == (512, 512)
    assert fetched(stranger, drawing).startswith(b"<svg")


def test_the_apple_touch_icon_is_a_small_png_of_180_pixels(stranger):
    page = Page(200, "/rules", stranger.get("/rules").text)

    picture = fetched(stranger, link(page, "apple-touch-icon"))
    assert side_of(picture) == (180, 180)
    assert len(picture) < 4000
