"""The league as one document and as three tables, and a league from such a document."""

import csv
import io
import re
import tracemalloc
import zlib
from fractions import Fraction
from threading import Event, Thread

import pytest

from scorekeeper import create_app
from scorekeeper.cli import demo
from scorekeeper.league import roster, season_commands
from scorekeeper.league import stats_cache as stats_cache_module
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.match import commands as verbs
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.stats.league_stats import LeagueStats
from scorekeeper.stats.schemes import Scheme
from scorekeeper.transfer.league_json import VERSION
from scorekeeper.web.transfer import exports, spool
from tests.members import add_phone
from tests.transfer.leagues import decoded, encoded
from tests.web.results import jabberwocky, loba

EVENING_AT = 1_763_150_400  # 2025-11-14 20:00 UTC


@pytest.fixture
def friends(store):
    """Ana, =Bruno and Chus, keys 1 to 3."""
    for name in ("Ana", "=Bruno", "Chus"):
        roster.add_player(store, name, at=0)


@pytest.fixture
def played(store, table, friends):
    """A Loba match of two deals that Ana won, and a gin match left unfinished; returns the log."""
    log = table.extensions["scorekeeper.log"]
    season_commands.create_season(
        store, Season(0, "-Autumn", scheme=Scheme("wins", a_match=False)), at=0
    )
    agreed = {"limit": 40, "max_reenlist": 0, "stake": 0}
    verbs.start_match(log, "loba", ("1", "2"), agreed, CommandMeta("a", EVENING_AT))
    for number, cards in ((1, 30), (2, 12)):
        said = {"went_out": "1", "deadwood": {"1": 0, "2": cards}}
        verbs.record_stage(
            log, 1, number, "cards", said, CommandMeta(f"b{number}", EVENING_AT + 60 * number)
        )
    verbs.start_match(log, "gin", ("1", "2", "3"), {}, CommandMeta("c", EVENING_AT + 200))
    verbs.close(log, 2, "unfinished", CommandMeta("d", EVENING_AT + 300))
    return log


def rows(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.data.startswith(b"\xef\xbb\xbf")
    assert answer.mimetype == "text/csv"
    return list(csv.reader(io.StringIO(answer.get_data().decode("utf-8-sig"), newline="")))


def test_matches_csv_has_a_line_per_match_and_player(table, played):
    assert rows(table.test_client(), "/matches.csv") == [
        ["match", "evening", "game", "season", "player", "place", "points", "won"],
        ["1", "2025-11-14", "Loba", "'-Autumn", "Ana", "1", "0", "1"],
        ["1", "2025-11-14", "Loba", "'-Autumn", "'=Bruno", "2", "42", "0"],
        ["2", "2025-11-14", "Gin rummy", "'-Autumn", "Ana", "", "", ""],
        ["2", "2025-11-14", "Gin rummy", "'-Autumn", "'=Bruno", "", "", ""],
        ["2", "2025-11-14", "Gin rummy", "'-Autumn", "Chus", "", "", ""],
    ]


def test_matches_csv_has_no_season_for_a_friendly_match(store, table, played):
    season_commands.set_match_terms(store, 1, MatchTerms(True, None))

    assert [row[3] for row in rows(table.test_client(), "/matches.csv")[1:3]] == ["", ""]


def test_rounds_csv_has_a_line_per_deal_and_side(table, played):
    assert rows(table.test_client(), "/rounds.csv") == [
        ["match", "game", "deal", "side", "points", "total"],
        ["1", "Loba", "1", "Ana", "0", "0"],
        ["1", "Loba", "1", "'=Bruno", "30", "30"],
        ["1", "Loba", "2", "Ana", "0", "0"],
        ["1", "Loba", "2", "'=Bruno", "12", "42"],
    ]


@pytest.mark.both_databases
def test_csv_exports_omit_deleted_matches(table, played):
    verbs.delete(played, 1, CommandMeta("away", EVENING_AT + 900))
    client = table.test_client()

    assert [row[0] for row in rows(client, "/matches.csv")[1:]] == ["2", "2", "2"]
    assert rows(client, "/rounds.csv")[1:] == []


def test_standings_csv_of_a_season_of_all_time_and_of_both(table, played):
    client = table.test_client()
    heads = ["season", "place", "player", "matches", "wins", "figure"]
    season = [["'-Autumn", "1", "Ana", "1", "1", "1"], ["'-Autumn", "2", "'=Bruno", "1", "0", "0"]]
    ever = [["All time", "", "Ana", "1", "1", "1"], ["All time", "", "'=Bruno", "1", "0", "0"]]

    assert rows(client, "/season/1/standings.csv") == [heads, *season]
    assert rows(client, "/season/all/standings.csv") == [heads, *ever]
    assert rows(client, "/standings.csv") == [heads, *season, *ever]
    assert client.get("/season/9/standings.csv").status_code == 404


@pytest.mark.parametrize(
    ("value", "digits"),
    [
        (Fraction(5, 2), "2.5"),
        (Fraction(-14), "-14"),
        (Fraction(2, 3), "0.67"),
        (Fraction(0), "0"),
        (Fraction(1200), "1200"),
        (Fraction(-1, 1000), "0"),
        (Fraction(-1, 2), "-0.5"),
    ],
)
def test_figures_are_exported_as_decimal_numbers(value, digits):
    assert exports.to_decimal_text(value) == digits


@pytest.mark.parametrize(
    ("measure", "play", "figures"),
    [("places", jabberwocky, ["5", "2.5", "2.5"]), ("points", loba, ["0", "30", "35"])],
    ids=["halves", "the lower wins"],
)
def test_standings_csv_has_decimal_figures(store, table, friends, measure, play, figures):
    scheme = Scheme(measure, a_match=False)
    season_commands.create_season(store, Season(0, "Autumn", scheme=scheme), at=0)
    play(table.extensions["scorekeeper.log"], "1", "2", "3", evening="2025-11-05")

    table_of = rows(table.test_client(), "/season/1/standings.csv")[1:]
    assert [row[5] for row in table_of] == figures


@pytest.mark.both_databases
def test_standings_csv_waits_until_the_statistics_are_computed(table, played, monkeypatch, request):
    """After a start, pages show partial statistics, but a file waits for complete statistics."""
    client, stats_cache = table.test_client(), table.extensions["scorekeeper.stats_cache"]
    whole = rows(client, "/standings.csv")
    is_writing, may_go_on, add, found = Event(), Event(), LeagueStats.add, []
    request.addfinalizer(may_go_on.set)

    def held(league_stats, result):
        is_writing.set()
        assert may_go_on.wait(30)
        add(league_stats, result)

    for name, value in (
        ("INLINE_RECOMPUTE_LIMIT", 0),
        ("FIRST_LOAD_TIMEOUT_S", 0.0),
        ("REFRESH_TIMEOUT_S", 0.0),
    ):
        monkeypatch.setattr(stats_cache_module, name, value)
    monkeypatch.setattr(LeagueStats, "add", held)
    stats_cache.snapshot = None
    asked = Thread(target=lambda: found.append(rows(client, "/standings.csv")))
    asked.start()
    assert is_writing.wait(30)
    may_go_on.set()
    asked.join()

    assert found == [whole]
    assert len(whole) == 5


def test_pages_and_files_say_that_the_statistics_could_not_be_computed(table, played, monkeypatch):
    def fail(league_stats, result):
        raise ArithmeticError("this result cannot be counted")

    monkeypatch.setattr(LeagueStats, "add", fail)
    client = table.test_client()
    page, file = client.get("/season"), client.get("/standings.csv")

    assert page.status_code == 200
    assert "The latest changes are missing here." in page.text
    assert "The statistics could not be computed." in page.text
    assert "Recalculating" not in page.text
    assert file.status_code == 503
    assert "The statistics could not be computed. Everything saved is safe." in file.text


@pytest.mark.parametrize("path", ["/matches.csv", "/rounds.csv", "/standings.csv"])
def test_csv_exports_of_an_empty_league_have_only_a_header_line(table, path):
    assert len(rows(table.test_client(), path)) == 1


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/matches.csv", "matches.csv"),
        ("/rounds.csv", "rounds.csv"),
        ("/season/1/standings.csv", "standings-1.csv"),
    ],
)
def test_csv_exports_are_attachments_with_a_file_name(table, played, path, name):
    answer = table.test_client().get(path)

    assert answer.headers["Content-Disposition"] == f'attachment; filename="{name}"'


@pytest.mark.both_databases
def test_the_export_contains_the_whole_league_as_one_document(table, played):
    answer = table.test_client().get("/export.jsonl")

    assert answer.mimetype == "application/jsonl"
    name = answer.headers["Content-Disposition"]
    assert re.fullmatch(r'attachment; filename="scorekeeper-20\d\d-\d\d-\d\d\.jsonl"', name)
    whole = decoded(answer.get_data())
    assert whole["version"] == VERSION
    assert [row["name"] for row in whole["players"]] == ["Ana", "=Bruno", "Chus"]
    assert len(whole["log"]) == 5


def test_the_export_address_of_older_versions_gives_the_same_document(table, played):
    client = table.test_client()
    old, new = (client.get(f"/export.json{end}") for end in ("", "l"))

    assert old.get_data() == new.get_data()
    assert old.headers["Content-Disposition"] == new.headers["Content-Disposition"]


def test_a_download_is_compressed(table, played):
    answer = table.test_client().get("/export.jsonl", headers={"Accept-Encoding": "deflate"})

    assert answer.headers["Content-Encoding"] == "deflate"
    assert decoded(zlib.decompress(answer.get_data()))["version"] == VERSION


def most_used(client, path):
    tracemalloc.start()
    size = sum(len(chunk) for chunk in client.get(path).response)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size, most


@pytest.mark.parametrize("path", ["/export.jsonl", "/matches.csv", "/rounds.csv", "/standings.csv"])
def test_concurrent_downloads_are_limited_per_phone_and_in_total(table, played, path):
    """Two downloads run per phone and four in all.

    The next download gets a 503, but answers can be saved. A place becomes free when a download is
    read to its end or is aborted.
    """
    for name in ("b", "c"):
        add_phone(table, token=f"phone-{name}", name=name)
    phones = [table.test_client() for _ in range(3)]
    for client, name in zip(phones[1:], ("b", "c"), strict=True):
        client.token = f"phone-{name}"

    under_way = [client.get(path) for client in phones[:1] * 2]
    assert phones[0].get(path).status_code == 503
    under_way += [client.get(path) for client in phones[1:2] * 2]
    refused = phones[2].get(path)

    assert [answer.status_code for answer in under_way] == [200] * 4
    assert refused.status_code == 503
    assert "Several downloads are running." in refused.text
    assert refused.headers["Retry-After"] == "10"
    verbs.start_match(played, "gin", ("1", "2"), {}, CommandMeta("meanwhile", EVENING_AT + 400))
    assert under_way[0].data
    under_way.append(phones[2].get(path))
    under_way[1].close()
    under_way.append(phones[2].get(path))
    assert [answer.status_code for answer in under_way[4:]] == [200] * 2
    assert phones[0].head(path).status_code == 503
    for answer in under_way:
        answer.close()
    for _ in range(5):
        with phones[0].head(path) as answer:
            assert answer.status_code == 200


def test_a_download_needs_no_connection_of_the_pool(table, played, monkeypatch):
    """Nobody reads the download, and every connection that saves can use is free again."""
    answer = table.test_client().get("/export.jsonl")
    sent = iter(answer.response)
    first = next(sent)

    assert engines.engine_of(table).pool.checkedout() == 0
    assert decoded(first + b"".join(sent))["version"] == VERSION


def test_a_download_is_refused_if_the_disk_has_little_space(table, played, monkeypatch):
    monkeypatch.setattr(spool, "MIN_FREE_BYTES", 1 << 60)

    answer = table.test_client().get("/export.jsonl")

    assert answer.status_code == 507
    assert "The server’s disk is full, so this file cannot be prepared." in answer.text
    monkeypatch.undo()
    assert table.test_client().get("/export.jsonl").status_code == 200


def test_the_memory_of_an_export_does_not_grow_with_the_matches(table, monkeypatch):
    # Chunks small enough for a small league to have many of them.
    for name in (
        "scorekeeper.transfer.league_json.dump.CHUNK_CHARS",
        "scorekeeper.transfer.league_json.dump.BATCH_SIZE",
        "scorekeeper.web.transfer.csv_rows.BATCH_SIZE",
    ):
        monkeypatch.setattr(name, 100)
    used = {}
    client = table.test_client()
    for matches in (30, 150):
        demo.fill_league(table, matches=matches, seed=1)
        for path in ("/export.jsonl", "/matches.csv", "/rounds.csv"):
            most_used(client, path)  # fills the caches first
            used[path, matches] = most_used(client, path)

    for path in ("/export.jsonl", "/matches.csv", "/rounds.csv"):
        (size, most), (larger, more) = used[path, 30], used[path, 150]
        assert larger > 4 * size
        assert more < 1.5 * most, path


# ---------------------------------------------------------------- import


def sent(table, data):
    """Return the response to this file; the body is made by hand, as browsers make it."""
    head = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\n'
        b"Content-Type: application/jsonl\r\n\r\n"
    )
    return table.test_client().post(
        "/restore",
        data=head + data + b"\r\n--x--\r\n",
        content_type="multipart/form-data; boundary=x",
        headers={"Origin": "http://localhost"},
    )


@pytest.fixture
def elsewhere(tmp_path):
    """Another server with an empty league."""
    app = create_app({"SQLALCHEMY_DATABASE_URI": str(tmp_path / "else.sqlite"), "TESTING": True})
    engines.upgrade(app)
    add_phone(app)
    yield app
    engines.engine_of(app).dispose()


@pytest.mark.both_databases
def test_an_export_can_be_imported_on_another_server(table, played, elsewhere):
    whole = table.test_client().get("/export.jsonl").get_data()

    answer = sent(elsewhere, whole)

    assert answer.status_code == 200
    assert "Imported: 2 matches, 5 entries, 3 players, one season." in answer.text
    assert elsewhere.test_client().get("/export.jsonl").get_data() == whole
    assert "Ana" in elsewhere.test_client().get("/season/1").text
    again = sent(elsewhere, whole)
    assert "Nothing was added, because everything in the file is already here." in again.text


def test_an_export_of_an_older_version_can_be_imported(table, played, elsewhere):
    whole = table.test_client().get("/export.jsonl").get_data()

    answer = sent(elsewhere, encoded(decoded(whole), version=2))

    assert answer.status_code == 200
    assert elsewhere.test_client().get("/export.jsonl").get_data() == whole


@pytest.mark.both_databases
def test_a_conflicting_export_is_refused_and_changes_nothing(table, played):
    client = table.test_client()
    before = client.get("/export.jsonl").get_data()
    spoilt = before.replace(b'"2":30', b'"2":31')

    answer = sent(table, spoilt)

    assert answer.status_code == 422
    assert "match 1: entry 2 of the league differs from entry 2 of the file." in answer.text
    assert client.get("/export.jsonl").get_data() == before


def test_a_missing_file_is_refused_with_an_explanation(phone, friends):
    phone.go("/restore")
    page = phone.tap("Import")

    assert page.status == 422
    assert page.alerts == ["Nothing was changed Choose a file first."]


def test_the_higher_upload_limit_applies_only_to_the_restore_route(table):
    large = b" " * (3 << 20)

    assert "it contains too much white space." in sent(table, large).text
    assert table.test_client().post("/players", data={"name": large}).status_code == 413


def test_a_cross_site_import_is_refused(table):
    answer = table.test_client().post("/restore", headers={"Origin": "http://evil.example"})

    assert answer.status_code == 403


def test_the_import_and_export_page_links_to_all_exports_and_the_import(phone, friends):
    page = phone.go("/in-and-out")

    assert {link["href"] for link in page.root.all("a")} >= {
        "/restore",
        "/export.jsonl",
        "/matches.csv",
        "/rounds.csv",
        "/standings.csv",
        "/results.atom",
    }
    assert phone.tap("Restore from a backup file").title == "Restore from a backup file"
