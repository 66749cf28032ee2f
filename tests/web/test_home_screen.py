"""The app on a phone's home screen: its manifest and its icons."""

import struct
from urllib.parse import urljoin, urlsplit

import pytest

from scorekeeper import create_app
from scorekeeper.match.log import MemoryLog
from tests.web.page import Page


@pytest.fixture(scope="module")
def stranger():
    """A browser without a cookie, because browsers send none when they fetch a manifest."""
    return create_app({}, log=MemoryLog({})).test_client()


def link(page, kind):
    return next(e["href"] for e in page.root.all("link") if e["rel"] == kind)


def fetch_file(client, address):
    """Return the bytes of a static file, and close the response, which closes the file."""
    with client.get(address) as response:
        assert response.status_code == 200
        return response.data


def side_of(png):
    """Return (width, height) of a PNG, from its first chunk."""
    assert png.startswith(b"\x89PNG")
    return struct.unpack(">II", png[16:24])


def manifest_of(client, folder):
    """Return (address, content) of the manifest to which a page in this folder links."""
    base = f"http://localhost{folder}"
    page = Page(200, "/rules", client.get("/rules", base_url=base).text)
    address = link(page, "manifest")
    with client.get(address.removeprefix(folder), base_url=base) as response:
        assert response.mimetype == "application/manifest+json"
        return address, response.json


@pytest.mark.parametrize("folder", ["", "/l/2"])
def test_the_manifest_starts_the_app_in_its_own_league(stranger, folder):
    address, said = manifest_of(stranger, folder)

    assert urlsplit(urljoin(address, said["start_url"])).path == f"{folder}/"
    assert urlsplit(urljoin(address, said["scope"])).path == f"{folder}/"
    assert (said["name"], said["display"]) == ("Scorekeeper", "standalone")


def test_the_manifests_pictures_exist_in_their_stated_sizes(stranger):
    address, said = manifest_of(stranger, "")
    pictures = {
        each["src"]: fetch_file(stranger, urljoin(address, each["src"]))
        for each in said["icons"] + said["screenshots"]
    }

    assert pictures.pop("icons/card.svg").startswith(b"<svg")
    assert {src: side_of(png) for src, png in pictures.items()} == {
        "icons/plain-192.png": (192, 192),
        "icons/plain-512.png": (512, 512),
        "icons/maskable-512.png": (512, 512),
        "pictures/bids.png": (360, 740),
        "pictures/season-laptop.png": (1280, 800),
    }
    assert [each["sizes"] for each in said["icons"] + said["screenshots"]] == [
        "192x192",
        "512x512",
        "512x512",
        "any",
        "360x740",
        "1280x800",
    ]
    assert [each["purpose"] for each in said["icons"]] == ["any", "any", "maskable", "any"]
    assert max(map(len, pictures.values())) < 100_000


def test_the_manifest_has_the_colours_of_the_pages_in_both_schemes(stranger):
    _, said = manifest_of(stranger, "")
    page = Page(200, "/rules", stranger.get("/rules").text)

    metas = [e["content"] for e in page.root.all("meta") if e["name"] == "theme-color"]
    assert metas == [said["theme_color"], said["color_scheme_dark"]["theme_color"]]
    grounds = (
        f"light-dark({said['background_color']},{said['color_scheme_dark']['background_color']})"
    )
    assert f"--ground:{grounds};".encode() in fetch_file(stranger, "/static/css/base.css")


def test_the_apple_touch_icon_is_a_small_png_of_180_pixels(stranger):
    page = Page(200, "/rules", stranger.get("/rules").text)

    picture = fetch_file(stranger, link(page, "apple-touch-icon"))
    assert side_of(picture) == (180, 180)
    assert len(picture) < 4000
