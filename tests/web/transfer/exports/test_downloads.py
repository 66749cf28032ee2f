"""Downloads of the league: compression, and limits on their number, memory and disk space."""

import re
import tracemalloc
import zlib

import pytest

from scorekeeper.cli import demo
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.transfer.league_json import VERSION
from scorekeeper.web.transfer import spool
from tests.members import add_phone
from tests.transfer.exports import decode_document
from tests.web.addresses import addresses
from tests.web.transfer.exports.match_time import EVENING_AT


@pytest.mark.both_databases
def test_the_export_contains_the_whole_league_as_one_document(app, played):
    response = app.test_client().get("/export.jsonl")

    assert response.mimetype == "application/jsonl"
    name = response.headers["Content-Disposition"]
    assert re.fullmatch(r'attachment; filename="scorekeeper-20\d\d-\d\d-\d\d\.jsonl"', name)
    whole = decode_document(response.get_data())
    assert whole["version"] == VERSION
    assert [row["name"] for row in whole["players"]] == ["Ana", "=Bruno", "Chus"]
    assert len(whole["log"]) == 5


def test_the_export_address_of_older_versions_gives_the_same_document(app, played):
    client = app.test_client()
    old, new = (client.get(f"/export.json{end}") for end in ("", "l"))

    assert old.get_data() == new.get_data()
    assert old.headers["Content-Disposition"] == new.headers["Content-Disposition"]


def test_a_download_is_compressed(app, played):
    response = app.test_client().get("/export.jsonl", headers={"Accept-Encoding": "deflate"})

    assert response.headers["Content-Encoding"] == "deflate"
    assert decode_document(zlib.decompress(response.get_data()))["version"] == VERSION


def size_and_peak(client, path):
    tracemalloc.start()
    size = sum(len(chunk) for chunk in client.get(path).response)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size, most


def test_concurrent_downloads_are_limited_per_phone_and_in_total(app, played):
    """At most two downloads run per phone, and four in total.

    Any further download gets a 503, but answers can still be saved. A download that was read to its
    end or aborted makes room for another.
    """
    for name in ("b", "c"):
        add_phone(app, token=f"phone-{name}", name=name)
    phones = [app.test_client() for _ in range(3)]
    for client, name in zip(phones[1:], ("b", "c"), strict=True):
        client.token = f"phone-{name}"
    paths = addresses(app, ".jsonl", ".csv", season_key="all")

    assert "/export.jsonl" in paths
    for path in paths:
        check_limits(played, phones, path)


def check_limits(log, phones, path):
    """Check the limits on downloads of this address.

    Downloads above a limit are refused, and a download that ends makes room for another.
    """
    under_way = [client.get(path) for client in phones[:1] * 2]
    assert phones[0].get(path).status_code == 503
    under_way += [client.get(path) for client in phones[1:2] * 2]
    refused = phones[2].get(path)

    assert [response.status_code for response in under_way] == [200] * 4
    assert refused.status_code == 503
    assert "Several downloads are running." in refused.text
    assert refused.headers["Retry-After"] == "10"
    commands.start_match(log, "gin", ("1", "2"), {}, CommandMeta(path, EVENING_AT + 400))
    assert under_way[0].data
    under_way.append(phones[2].get(path))
    under_way[1].close()
    under_way.append(phones[2].get(path))
    assert [response.status_code for response in under_way[4:]] == [200] * 2
    assert phones[0].head(path).status_code == 503
    for response in under_way:
        response.close()
    for _ in range(5):
        with phones[0].head(path) as response:
            assert response.status_code == 200


def test_a_download_needs_no_connection_of_the_pool(app, played, monkeypatch):
    """Even while a client does not read its download, all connections in the pool are free."""
    response = app.test_client().get("/export.jsonl")
    sent = iter(response.response)
    first = next(sent)

    assert engines.engine_of(app).pool.checkedout() == 0
    assert decode_document(first + b"".join(sent))["version"] == VERSION


def test_a_download_is_refused_if_the_disk_has_little_space(app, played, monkeypatch):
    monkeypatch.setattr(spool, "MIN_FREE_BYTES", 1 << 60)

    response = app.test_client().get("/export.jsonl")

    assert response.status_code == 507
    assert "The server’s disk is full, so this file cannot be prepared." in response.text
    monkeypatch.undo()
    assert app.test_client().get("/export.jsonl").status_code == 200


@pytest.mark.thorough
def test_the_memory_of_an_export_does_not_grow_with_the_matches(app, monkeypatch):
    # With chunks this small, even a small league has many chunks.
    for name in (
        "scorekeeper.runtime.text_chunks.CHUNK_CHARS",
        "scorekeeper.transfer.league_json.dump.BATCH_SIZE",
        "scorekeeper.web.transfer.result_export_rows.BATCH_SIZE",
    ):
        monkeypatch.setattr(name, 100)
    used = {}
    client = app.test_client()
    for matches in (20, 100):
        demo.fill_league(app, matches=matches, seed=1)
        for path in ("/export.jsonl", "/matches.csv", "/rounds.csv"):
            if matches == 20:
                assert client.get(path).data  # fills the caches first
            used[path, matches] = size_and_peak(client, path)

    for path in ("/export.jsonl", "/matches.csv", "/rounds.csv"):
        (size, most), (larger, more) = used[path, 20], used[path, 100]
        assert larger > 4 * size
        assert more < 2 * most, path  # includes garbage that is not collected yet
