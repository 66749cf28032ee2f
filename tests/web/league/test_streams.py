"""Streams and polls report versions, and pages contain the version that they show."""

import re

import pytest

from scorekeeper import create_app
from scorekeeper.league import player_merge, player_renames, roster
from scorekeeper.match.log import MemoryLog
from scorekeeper.rights import Right
from scorekeeper.web.league.streams import MAX_STREAMS_PER_DEVICE
from tests.confirmations import post_twice
from tests.members import add_phone
from tests.web.match_phone import sit_down
from tests.web.streams import Stream

pytestmark = pytest.mark.both_databases

LIVE = re.compile(r'data-live="([^"]*)" data-at="([^"]*)"')


@pytest.fixture
def writer(app, hub):
    return sit_down(app, "jabberwocky", 3)


def followed_version(page):
    """Return the topic that a page follows, and the version that it shows."""
    return LIVE.search(page.text).groups()


def test_a_stream_sends_the_current_version_and_every_later_one(app, hub, writer):
    with Stream(app.test_client(), "/live/stream?match=1") as stream:
        assert stream.read_event() == "retry: 1000"
        assert stream.read_event() == "1"
        writer.save(bids=(0, 0, 1))
        assert stream.read_event() == "2"
        assert hub.streams == 1
    assert hub.streams == 0


def test_the_stream_of_a_removed_device_ends_at_once(app, hub, writer):
    number = add_phone(app, Right.VIEWER, "viewer")
    client = app.test_client()
    client.token = "viewer"
    with Stream(client, "/live/stream?match=1") as stream:
        assert [stream.read_event(), stream.read_event()] == ["retry: 1000", "1"]
        post_twice(app.test_client(), f"/phones/{number}/out")
        with pytest.raises(StopIteration):
            stream.read_event()
    assert client.get("/live/now?match=1").status_code == 404


def test_stream_headers_prevent_buffering_and_caching(app, writer):
    with Stream(app.test_client(), "/live/stream") as stream:
        headers = stream.response.headers

    assert headers["Content-Type"].startswith("text/event-stream")
    assert (headers["Cache-Control"], headers["X-Accel-Buffering"]) == ("no-store", "no")


def test_a_stream_above_the_limit_gets_204_so_the_browser_does_not_retry(app, hub, writer):
    app.config["STREAMS"] = 1
    client = app.test_client()
    with Stream(client, "/live/stream?match=1"):
        assert client.get("/live/stream?match=1").status_code == 204
        assert client.get("/live/now?match=1").json["at"] == "1"
    with Stream(client, "/live/stream?match=1") as stream:
        assert stream.response.status_code == 200


@pytest.mark.parametrize("match", ["2", "no", "1000000000000"])
@pytest.mark.parametrize("way", ["stream", "now"])
def test_streams_and_polls_of_an_unknown_match_are_not_found(app, hub, writer, way, match):
    assert app.test_client().get(f"/live/{way}?match={match}").status_code == 404
    assert hub.streams == 0


def test_a_poll_with_the_current_etag_gets_304(app, writer):
    client = app.test_client()
    first = client.get("/live/now?match=1")
    known = {"If-None-Match": first.headers["ETag"]}

    assert client.get("/live/now?match=1", headers=known).status_code == 304
    writer.save(bids=(0, 0, 1))
    assert client.get("/live/now?match=1", headers=known).json["at"] == "2"


def test_a_match_page_and_its_sheet_hold_the_version_of_the_log(app, writer):
    saved = writer.save(bids=(0, 0, 1))

    # The version of a page with a question also counts submissions: "2-0".
    assert (followed_version(saved), followed_version(writer.at("sheet"))) == (
        ("match 1", "2-0"),
        ("match 1", "2"),
    )


def test_a_changed_name_changes_the_version_of_a_match_and_of_its_pages(app, store, hub, writer):
    with Stream(app.test_client(), "/live/stream?match=1") as stream:
        assert [stream.read_event(), stream.read_event()] == ["retry: 1000", "1"]
        player_renames.rename_players(store, {1: "Anna"})
        assert stream.read_event() == "1.1"
        roster.add_player(store, "Dora")
        other = roster.add_player(store, "Bruno B.")
        player_merge.merge_players(store, 2, other.id)
        assert stream.read_event() == "1.2"
        player_merge.unmerge_player(store, 2)
        assert stream.read_event() == "1.3"

    assert followed_version(writer.reload()) == ("match 1", "1-0.3")
    assert followed_version(writer.at("sheet")) == ("match 1", "1.3")
    assert app.test_client().get("/live/now?match=1").json["at"] == "1.3"


@pytest.mark.parametrize(
    ("path", "follows"),
    [
        ("/", "league"),
        ("/matches", "league"),
        ("/players", "statistics"),
        ("/season", "league"),
        ("/season/all/games", "statistics"),
        ("/records", "statistics"),
        ("/money", "statistics"),
        ("/players/1", "statistics"),
        ("/nights/2026-10-01", "statistics"),
    ],
)
def test_every_league_page_holds_the_version_it_was_rendered_at(store, app, writer, path, follows):
    def now():
        token = app.test_client().get("/live/now").json["at"]
        return token if follows == "league" else token.partition(".")[0]

    for _ in ("drawn", "kept"):
        assert followed_version(writer.go(path)) == (follows, now())
    writer.reload()
    writer.save(bids=(0, 0, 1))
    player_renames.rename_players(store, {1: "Anna"})
    assert followed_version(writer.go(path)) == (follows, now())


@pytest.mark.parametrize("path", ["/matches/new", "/import", "/season/new", "/matches/1/end"])
def test_pages_with_forms_are_not_updated_live(writer, path):
    page = writer.go(path)

    assert page.status == 200
    assert not LIVE.search(page.text)


def test_pages_are_not_updated_live_without_a_database():
    writer = sit_down(create_app({}, log=MemoryLog({})), "jabberwocky", 3)

    assert "data-live" not in writer.page.text
    assert "live.js" not in writer.page.text


# ---------------------------------------------------------------- the page without its frame

PART = {"Scorekeeper-Part": "yes"}
KEY = re.compile(r'name="key" value="[^"]*"')


@pytest.mark.parametrize("path", ["/matches/1", "/matches/1/sheet", "/", "/records", "/tv"])
def test_a_fragment_request_returns_the_page_without_its_frame(app, writer, path):
    client = app.test_client()
    part = client.get(path, headers=PART).text
    whole = client.get(path, follow_redirects=True).text

    assert "<body" not in part
    assert re.search("<title>.*?</title>", part)[0] in whole
    inside = KEY.sub("", part.partition("</title>")[2].strip())
    assert "data-live=" in inside
    assert inside in KEY.sub("", whole)


def test_a_page_and_its_fragment_are_cached_separately(app, writer):
    client = app.test_client()
    sizes = [len(client.get("/records", headers=how).text) for how in ({}, PART, {}, PART)]

    assert sizes[:2] == sizes[2:]
    assert sizes[0] > sizes[1]


def test_the_number_of_streams_per_device_is_limited(app, hub, writer):
    address = "/live/stream?match=1"
    add_phone(app, Right.VIEWER, "friend")
    friend = app.test_client()
    friend.token = "friend"
    open_now = [Stream(app.test_client(), address) for _ in range(MAX_STREAMS_PER_DEVICE)]
    try:
        assert app.test_client().get(address).status_code == 204
        with Stream(friend, address) as stream:
            assert stream.response.status_code == 200
    finally:
        for stream in open_now:
            stream.response.close()

    assert (hub.streams, dict(hub.counts.by_client)) == (0, {})
    with Stream(app.test_client(), address) as stream:
        assert stream.response.status_code == 200
