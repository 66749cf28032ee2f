"""Public pages are rendered once per change and updated live, within limits.

If a link is withdrawn, its open pages say so.
"""

import threading
from collections import Counter
from contextlib import contextmanager

import flask
import pytest

from scorekeeper.access import public_links
from scorekeeper.access.public_links import CURRENT_SEASON, LAST_EVENING, one_match, one_season
from scorekeeper.league import player_renames, season_commands, stats_cache
from scorekeeper.league.seasons import Season
from scorekeeper.stats.league_stats import LeagueStats
from scorekeeper.web.extension_keys import STATS_CACHE_KEY
from scorekeeper.web.public.live import MAX_STREAMS_PER_ADDRESS
from tests.members import outside_phone
from tests.web.match_phone import sit_down
from tests.web.results import jabberwocky
from tests.web.streams import Stream

VIEWERS = 100


@contextmanager
def count_rendered(app):
    """Yield a counter: how often each template of a public page is rendered in this block."""
    counts = Counter()

    def note(_app, template, **_more):
        if template.name.startswith("public/") and "/_" not in template.name:
            counts[template.name] += 1

    with flask.template_rendered.connected_to(note, app):
        yield counts


def look(app, path):
    """Let `VIEWERS` clients request the page at the same time, and return the responses."""
    responses, ready = [], threading.Barrier(VIEWERS)

    def view():
        client = outside_phone(app)
        ready.wait()
        responses.append(client.get(path))

    threads = [threading.Thread(target=view) for _ in range(VIEWERS)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return responses


@pytest.mark.parametrize(
    ("subject", "path", "template"),
    [
        (CURRENT_SEASON, "", "public/season.html"),
        (CURRENT_SEASON, "/embed", "public/season_embed.html"),
        (LAST_EVENING, "", "public/evening.html"),
        (one_match(2), "", "public/match.html"),
    ],
    ids=["season", "frame", "evening", "match"],
)
def test_a_hundred_viewers_cause_one_render_per_change(
    app, create_link, log, store, league_players, subject, path, template
):
    address = create_link(subject) + path
    with count_rendered(app) as renders:
        responses = look(app, address)
        assert {response.status_code for response in responses} == {200}
        assert renders == {template: 1}

        player_renames.rename_players(store, {1: "Zoe Zafra"})
        changed = look(app, address)
        assert renders == {template: 2}

    assert (
        len({response.data for response in responses}) == len({each.data for each in changed}) == 1
    )
    assert "Zoe Z." in changed[0].text


def test_an_unknown_query_parameter_causes_no_render(app, create_link, stranger, league_players):
    address = create_link(CURRENT_SEASON)
    with count_rendered(app) as renders:
        for number in range(5):
            stranger.get(f"{address}?again={number}")

    assert renders == {"public/season.html": 1}


def test_a_poll_for_an_unchanged_page_renders_nothing(app, create_link, stranger, league_players):
    address = create_link(CURRENT_SEASON) + "/now"
    tag = stranger.get(address).headers["ETag"]
    with count_rendered(app) as renders:
        responses = [stranger.get(address, headers={"If-None-Match": tag}) for _ in range(5)]

    assert {(response.status_code, response.data) for response in responses} == {(304, b"")}
    assert renders == {}


def test_each_order_of_the_standings_is_rendered_once(app, create_link, stranger, league_players):
    address = create_link(CURRENT_SEASON)
    with count_rendered(app) as renders:
        for order in ("place", "name", "matches", "wins", "change", "x"):
            for first in (1, 2, 50, 51, 9999):
                stranger.get(f"{address}?sort={order}&from={first}")
        stranger.get(f"{address}/embed")
        stranger.get(f"{address}/embed?sort=name&from=2")

    assert renders == {"public/season.html": 4, "public/season_embed.html": 1}


@pytest.mark.both_databases
def test_a_stream_reports_the_change_when_a_match_ends(
    hub, create_link, stranger, log, league_players, open_public_page
):
    address = create_link(CURRENT_SEASON)
    with Stream(stranger, address + "/stream") as stream:
        assert stream.read_event() == "retry: 1000"
        before = stream.read_event()
        assert open_public_page(address).by_id("live")["data-at"] == before

        jabberwocky(log, *league_players, evening="2025-11-19")
        after = stream.read_event()
        while after == before:
            after = stream.read_event()

    assert before.isdigit()
    assert int(after) > int(before)
    assert open_public_page(address).by_id("live")["data-at"] == after


def test_a_stream_of_a_match_reports_its_version_without_submissions(
    app, hub, create_link, stranger, open_public_page
):
    writer = sit_down(app, "jabberwocky", 3)
    address = create_link(one_match(1))
    with Stream(stranger, address + "/stream") as stream:
        assert stream.read_event() == "retry: 1000"
        before = stream.read_event()
        assert before.startswith("1.")
        writer.save(bids=(0, 0, 1))
        after = stream.read_event()
        assert after == before.replace("1.", "2.", 1)

    assert open_public_page(address).by_id("live")["data-at"] == after
    assert stranger.get(address + "/now").json == {"at": after}


@pytest.mark.both_databases
def test_a_stream_of_a_match_reports_a_player_who_is_renamed(
    app, hub, store, create_link, stranger, open_public_page
):
    sit_down(app, "jabberwocky", 3)
    address = create_link(one_match(1))
    with Stream(stranger, address + "/stream") as stream:
        assert stream.read_event() == "retry: 1000"
        before = stream.read_event()
        assert open_public_page(address).by_id("live")["data-at"] == before

        player_renames.rename_players(store, {1: "Zoe Zafra"})
        after = stream.read_event()
        while after == before:
            after = stream.read_event()

    page = open_public_page(address)
    assert page.by_id("live")["data-at"] == after
    assert "Zoe Z." in page.words
    assert stranger.get(address + "/now").json == {"at": after}


def test_streams_are_limited_per_address(app, hub, create_link, stranger, league_players):
    address = create_link(CURRENT_SEASON) + "/stream"
    app.config["STREAMS"] = 1000
    streams = [Stream(stranger, address) for _ in range(MAX_STREAMS_PER_ADDRESS)]

    assert {each.response.status_code for each in streams} == {200}
    assert stranger.get(address).status_code == 204
    for each in streams:
        each.response.close()
    with Stream(stranger, address) as stream:
        assert stream.response.status_code == 200


def test_public_streams_leave_half_of_all_streams_to_members(
    app, hub, create_link, stranger, league_players
):
    address = create_link(CURRENT_SEASON) + "/stream"
    app.config["STREAMS"] = 2
    with Stream(stranger, address) as stream:
        assert stream.response.status_code == 200
        assert stranger.get(address).status_code == 204
        with Stream(app.test_client(), "/live/stream") as members:
            assert members.response.status_code == 200


# ---------------------------------------------------------------- withdrawn


@pytest.mark.both_databases
@pytest.mark.parametrize("path", ["", "/embed", "/board", "/picture.png", "/now", "/stream"])
def test_a_withdrawn_link_stops_at_the_next_request(
    create_link, store, stranger, league_players, path
):
    address = create_link(one_match(2)) + path
    with stranger.get(address, buffered=False) as response:
        assert response.status_code == 200

    public_links.withdraw_public_link(store, 1)
    response = stranger.get(address)

    assert response.status_code == 410
    assert "This link was withdrawn" in response.text
    assert "Ana" not in response.text
    assert response.headers["X-Robots-Tag"] == "noindex"


def test_an_open_stream_of_a_withdrawn_link_ends_at_once(
    hub, create_link, store, stranger, league_players
):
    with Stream(stranger, create_link(CURRENT_SEASON) + "/stream") as stream:
        stream.read_event(), stream.read_event()
        public_links.withdraw_public_link(store, 1)
        with pytest.raises(StopIteration):
            stream.read_event()


def test_an_open_stream_of_a_removed_season_ends_at_once(
    hub, create_link, store, stranger, league_players
):
    season = season_commands.create_season(store, Season(0, "Winter"))
    address = create_link(one_season(season.id))
    with Stream(stranger, address + "/stream") as stream:
        stream.read_event(), stream.read_event()
        season_commands.remove_season(store, season.id)
        with pytest.raises(StopIteration):
            stream.read_event()

    assert stranger.get(address).status_code == 404


def test_other_links_work_after_one_is_withdrawn(create_link, store, stranger, league_players):
    first, second = create_link(CURRENT_SEASON), create_link(CURRENT_SEASON)
    public_links.withdraw_public_link(store, 1)

    assert [stranger.get(first).status_code, stranger.get(second).status_code] == [410, 200]


def test_an_unknown_secret_is_not_found(stranger, league_players):
    assert stranger.get("/shown/unknown").status_code == 404
    assert stranger.get("/shown/" + "x" * 5000).status_code == 404


def test_a_season_does_not_claim_to_be_empty_while_its_results_are_recomputed(
    app, create_link, open_public_page, league_players, monkeypatch
):
    path, may_go_on, add = create_link(one_season(2)), threading.Event(), LeagueStats.add

    def held(league_stats, result):
        assert may_go_on.wait(30)
        add(league_stats, result)

    monkeypatch.setattr(stats_cache, "INLINE_RECOMPUTE_LIMIT", 0)
    monkeypatch.setattr(stats_cache, "FIRST_LOAD_TIMEOUT_S", 0.0)
    monkeypatch.setattr(LeagueStats, "add", held)

    page, frame = open_public_page(path), open_public_page(path + "/embed")
    may_go_on.set()
    app.extensions[STATS_CACHE_KEY].wait_until_current()

    assert "No matches yet" not in page.words
    assert "No standings yet" not in frame.words
    assert "Recalculating" in frame.words
    assert "Ana M." in open_public_page(path + "/embed").words
