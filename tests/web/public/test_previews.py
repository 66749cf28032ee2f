"""Previews of public pages, and what search engines and other sites may do with the pages."""

import pytest

from scorekeeper.access.public_links import CURRENT_SEASON, one_evening, one_match
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.shown_names import ShownNames
from tests.web.public.conftest import FIRST

pytestmark = pytest.mark.both_databases


def tags(page):
    return {
        tag["property"] or tag["name"]: tag["content"]
        for tag in page.root.all("meta")
        if tag["content"]
    }


def test_previews_name_the_first_places_and_the_picture_opens_without_a_cookie(
    create_link, open_public_page, stranger, league_players
):
    path = create_link(CURRENT_SEASON, ShownNames.INITIALS)
    shown = tags(open_public_page(path))

    assert shown["og:title"] == "Autumn · Card table"
    assert shown["og:description"].startswith("1. AM ")
    assert shown["og:url"].endswith(path)
    assert shown["og:url"].startswith("http://")
    assert shown["twitter:card"] == "summary_large_image"
    picture = stranger.get(shown["og:image"])
    assert (picture.status_code, picture.mimetype) == (200, "image/png")
    assert picture.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert picture.data[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")


@pytest.mark.parametrize(
    ("subject", "title", "description"),
    [
        (one_match(3), "Bruno O. wins", "Loba, 2 deals: 1. Bruno O."),
        (one_evening(FIRST), "Wednesday 5 November 2025", "Ana M. won Jabberwocky."),
        (one_evening("2025-11-06"), "Thursday 6 November 2025", "No matches on this evening"),
    ],
    ids=["match", "evening", "empty evening"],
)
def test_previews_describe_matches_and_evenings(
    create_link, open_public_page, league_players, subject, title, description
):
    shown = tags(open_public_page(create_link(subject)))

    assert shown["og:title"].startswith(title)
    assert shown["og:description"].startswith(description)


def test_previews_announce_a_picture_only_if_there_is_one(
    create_link, open_public_page, stranger, log, league_players
):
    commands.delete(log, 3, CommandMeta("delete", 2_000_000_000))
    for subject in (one_match(3), one_evening("2025-11-06")):
        path = create_link(subject)
        shown = tags(open_public_page(path))
        assert "og:image" not in shown
        assert shown["twitter:card"] == "summary"
        assert stranger.get(f"{path}/picture.png").status_code == 404


# ---------------------------------------------------------------- headers and search engines


@pytest.mark.parametrize("path", ["", "/embed", "/picture.png"])
def test_search_engines_list_a_page_only_if_the_owner_allows_it(
    create_link, stranger, league_players, path
):
    hidden = stranger.get(create_link(CURRENT_SEASON) + path)
    allowed = stranger.get(create_link(CURRENT_SEASON, indexed=True) + path)

    assert hidden.headers["X-Robots-Tag"] == "noindex"
    assert "X-Robots-Tag" not in allowed.headers
    assert b"noindex" not in allowed.data
    assert path == "/picture.png" or b'<meta name="robots" content="noindex">' in hidden.data


def test_robots_may_open_public_pages_only(stranger):
    assert stranger.get("/robots.txt").text.splitlines() == [
        "User-agent: *",
        "Allow: /shown/",
        "Allow: /l/*/shown/",
        "Allow: /static/",
        "Disallow: /",
    ]


@pytest.mark.parametrize("path", ["", "/embed", "/picture.png", "/now"])
def test_the_address_is_not_passed_on_and_unchanged_content_is_not_sent_again(
    create_link, stranger, league_players, path
):
    address = create_link(CURRENT_SEASON) + path
    first = stranger.get(address)
    again = stranger.get(address, headers={"If-None-Match": first.headers["ETag"]})

    assert first.headers["Referrer-Policy"] == "no-referrer"
    assert first.headers["Cache-Control"] in {"private, no-cache", "no-store"}
    assert "Set-Cookie" not in first.headers
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("path", ["/embed", "/board"])
def test_other_sites_may_frame_only_the_pages_for_frames(
    create_link, stranger, league_players, path
):
    address = create_link(one_match(2))

    assert "frame-ancestors *" in stranger.get(address + path).headers["Content-Security-Policy"]
    policy = stranger.get(address).headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
