"""Documents that are invalid or impossible are refused with a sentence, and nothing changes."""

import gzip
import json
import sys
import zipfile
from io import BytesIO

import pytest

from scorekeeper.db.tables import Matches
from scorekeeper.league import roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.strict_json import InvalidDocuments
from scorekeeper.server import engines
from scorekeeper.transfer.league_json import VERSION
from scorekeeper.transfer.league_json.load import load_league
from scorekeeper.transfer.league_json.row_check import ImportConflict
from tests.databases import rows
from tests.transfer.leagues import brought, decoded, encoded, written

BIDS = {"bids": {"1": 1, "2": 1, "3": 0}}
TRICKS = {"tricks": {"1": 1, "2": 0, "3": 0}}


@pytest.fixture
def database(sqlite):
    """Use SQLite only: these documents are refused before anything is written."""
    return sqlite


@pytest.fixture
def whole(app, log, people):
    """A league with one match of one complete deal, as a decoded document."""
    match = commands.start_match(
        log, "jabberwocky", people, {"schedule": [1]}, CommandMeta("start", 1000)
    )
    commands.record_stage(log, match, 1, "bids", BIDS, CommandMeta("bids", 1001))
    commands.record_stage(log, match, 1, "tricks", TRICKS, CommandMeta("tricks", 1002))
    return decoded(written(app))


def refusal(app, document, version=VERSION):
    """Load a document that must be refused; return the sentence and check that nothing changed."""
    before = written(app)
    text = document if isinstance(document, bytes) else encoded(document, version)
    with pytest.raises((InvalidDocuments, ImportConflict)) as refused:
        brought(app, text)
    assert written(app) == before
    assert str(refused.value).endswith(".")
    return str(refused.value)


def packed(data):
    found = BytesIO()
    with zipfile.ZipFile(found, "w") as archive:
        archive.writestr("league.json", data)
    return found.getvalue()


DEEP = b'{"format":"scorekeeper league","version":2,"league":' + b"[" * 100_000


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(b"", "This file is empty.", id="nothing"),
        pytest.param(b" \n ", "This file is incomplete: it ends in line 2.", id="blank"),
        pytest.param(
            b"hello", "This is not a Scorekeeper export: it is not a JSON object.", id="text"
        ),
        pytest.param(
            b"[]", "This is not a Scorekeeper export: it is not a JSON object.", id="list"
        ),
        pytest.param(b"{}", "This is not a Scorekeeper export.", id="empty object"),
        pytest.param(b'{"a":1}', "This is not a Scorekeeper export.", id="another object"),
        pytest.param(b'{"a":1} x', "This is not a Scorekeeper export.", id="more"),
        pytest.param(b'{"a":NaN}', "This is not JSON: NaN is not a number.", id="NaN"),
        pytest.param(
            b'{"a":1,"a":2}', 'This JSON has the key "a" twice in one object.', id="twice"
        ),
        pytest.param(
            b'{"a":{"b":1,"b":2}}', 'This JSON has the key "b" twice in one object.', id="inside"
        ),
        pytest.param(b'{"a" 1}', "This is not JSON: a colon is missing in line 1.", id="colon"),
        pytest.param(
            b'{"a":1\n"b":2}', "This is not JSON: a comma is missing in line 2.", id="comma"
        ),
        pytest.param(b"{1:1}", "This is not JSON: a name is missing in line 1.", id="name"),
        pytest.param(b'{"a":[1,\n2,}', "This is not JSON. Line 2: Expecting value.", id="value"),
        pytest.param(b'{"a":"\xff"}', "This is not UTF-8 text: byte 7 is invalid.", id="UTF-8"),
        pytest.param(
            "{}".encode("utf-16"), "This is not UTF-8 text: byte 1 is invalid.", id="UTF-16"
        ),
        pytest.param(
            b'{"a":' + b"9" * 5000 + b"}",
            "This JSON contains a number with too many digits.",
            id="digits",
        ),
        pytest.param(
            b'{"a":"' + b"x" * (3 << 20),
            "Line 1 is too long.",
            id="a long string",
        ),
        pytest.param(b'{"a":"\\ud800"}', "There is an invalid character in line 1.", id="half"),
        pytest.param(b'{"a":{"\\u0000":1}}', "There is an invalid character in line 1.", id="nul"),
        pytest.param(DEEP, "This JSON is nested too deeply for an export.", id="deep"),
        pytest.param(
            b" " * (2 << 20),
            "This is not an export: it contains too much white space.",
            id="spaces",
        ),
        pytest.param(
            gzip.compress(b"{}"), "This file is compressed (gzip). Unpack it first.", id="gzip"
        ),
        pytest.param(
            packed(b"{}"),
            "This file is compressed (zip). Unpack it, then choose the file in it.",
            id="zip",
        ),
        pytest.param(
            b"SQLite format 3\0" + bytes(100),
            "This file is a database, not an export. Use `scorekeeper restore`.",
            id="database",
        ),
    ],
)
def test_a_file_that_is_not_an_export_is_refused_with_a_reason(app, data, sentence):
    assert refusal(app, data) == sentence


def test_a_truncated_export_is_refused_wherever_it_ends(app, another_league, whole):
    text = written(app)
    for end in range(1, len(text) - 2, 7):
        sentence = refusal(another_league, text[:end])
        assert "incomplete" in sentence or "Expecting" in sentence


class Endless:
    """A file of endless spaces that counts how many bytes were read."""

    def __init__(self):
        self.read_so_far = 0

    def seek(self, *where):
        return 0

    def tell(self):
        return 0

    def read(self, size):
        self.read_so_far += size
        return b" " * size


def test_a_file_of_endless_spaces_is_refused_within_2_mib(app):
    spaces = Endless()
    with pytest.raises(InvalidDocuments):
        load_league(engines.store_of(app), spaces)

    assert spaces.read_so_far < 2 << 20


@pytest.mark.parametrize("layout", [2, VERSION])
def test_an_export_of_a_newer_version_is_refused(another_league, whole, layout):
    whole["version"] = VERSION + 1
    whole["motto"] = "Aces high"
    whole["players"][0]["avatar"] = "fox"

    assert refusal(another_league, whole, layout) == (
        "This file is from a newer version of Scorekeeper: update Scorekeeper, then import "
        "it again."
    )


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("version", 0, "This is not a Scorekeeper export."),
        ("version", "1", "This is not a Scorekeeper export."),
        ("version", True, "This is not a Scorekeeper export."),
        ("format", "league", "This is not a Scorekeeper export."),
        ("changed_at", -1, "This is not a Scorekeeper export."),
        ("log", {}, "This export is incomplete: “log” is missing."),
        ("league", [], "This export is incomplete: “league” is missing."),
        ("league", 3, "Line 1, league: this is not an object."),
        ("league", {}, "Line 1, league: “name” is missing."),
        ("extra", 1, 'An export has no "extra".'),
    ],
)
@pytest.mark.parametrize("version", [2, VERSION])
def test_an_invalid_header_is_refused(another_league, whole, name, value, sentence, version):
    whole[name] = value
    if version == VERSION and name == "log":
        sentence = 'An export has no "log".'  # rows of the log are not in the header

    assert refusal(another_league, whole, version) == sentence


@pytest.mark.parametrize(
    "head", ['{"format":"scorekeeper league","version":2,"more":[', '{"more":[' + "1," * 1001]
)
def test_an_unknown_section_is_refused_before_its_content_is_read(app, head):
    """The text after the section's name is not even JSON."""
    sentence = refusal(app, f"{head}1,2,and so on for 150 MB".encode())

    known = sentence == 'An export has no "more".'
    assert known or sentence == "This is not a Scorekeeper export."


def test_a_missing_section_is_refused(another_league, whole):
    del whole["terms"]

    sentence = refusal(another_league, whole, version=2)

    assert sentence == "This export is incomplete: “terms” is missing."


@pytest.mark.parametrize("version", [2, VERSION])
def test_data_after_the_end_is_refused(another_league, whole, version):
    sentence = refusal(another_league, encoded(whole, version) + b"\n{}")

    assert sentence == "This is not JSON: there is more after its end."


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"7", "Line 2, 7: this is not an object."),
        (b"[]", "Line 2, []: this is not an object."),
        (b"{}", "Line 2, null: there is no such section."),
        (b'{"section":["log"]}', 'Line 2, ["log"]: there is no such section.'),
        (b'{"section":"tournaments"}', 'Line 2, "tournaments": there is no such section.'),
        (b'{"section":"players"}', "Line 2, players: “id” is missing."),
        (b'{"section":"end","rows":1}', 'Line 2, end: "rows" is not allowed here.'),
        (b'{"section":"end"', "This file is incomplete: it ends in line 2."),
        (b'{"section":"end"}{"section":"end"}', "This is not JSON: there is more after its end."),
        (b"", "This file is incomplete: it ends in line 2."),
        (b"NaN", "This is not JSON: NaN is not a number."),
        (b'{"section":"players","id":1,"id":2}', 'This JSON has the key "id" twice in one object.'),
        (
            b'{"section":"players","id":' + b"9" * 5000,
            "This JSON contains a number with too many digits.",
        ),
        (
            b'{"section":"players","id":' + b"[" * 100_000,
            "This JSON is nested too deeply for an export.",
        ),
        (b'{"section":"players","name":"' + b"x" * (3 << 20), "Line 2 is too long."),
        (b'{"section":"players","name":"\\ud800"}', "There is an invalid character in line 2."),
        (b'{"section":"players","name":"\xff"}', "This is not UTF-8 text: byte"),
        (b" " * (2 << 20) + b"7", "Line 2, 7: this is not an object."),
    ],
)
def test_a_line_that_is_not_a_row_is_refused(another_league, whole, line, sentence):
    head = encoded(whole).splitlines()[0]

    assert refusal(another_league, head + b"\n" + line).startswith(sentence)


@pytest.mark.parametrize("version", [2, VERSION])
def test_a_row_nested_near_the_recursion_limit_is_refused(another_league, whole, version):
    """Parsing, copying and writing JSON reach Python's limit at slightly different depths."""
    text, seen = encoded(whole, version), set()
    for depth in range(sys.getrecursionlimit() - 60, sys.getrecursionlimit()):
        deep = b'"options": {"deep": ' + b"[" * depth + b"]" * depth + b", "
        seen.add(refusal(another_league, text.replace(b'"options": {', deep)))

    assert "This JSON is nested too deeply for an export." in seen


def test_rows_must_be_in_order_of_section_and_id(another_league, whole):
    whole["players"].append(whole["players"][2] | {"id": 4, "name": "Dina"})
    head, *rows, end = encoded(whole).splitlines()
    names = [json.loads(row)["section"] for row in rows]
    assert names == ["players"] * 4 + ["log"] * 3

    sentence = refusal(another_league, b"\n".join([head, rows[1], rows[0], *rows[2:], end]))

    assert sentence == "Line 3, players: rows must be in the order of their numbers, each once."
    sentence = refusal(another_league, b"\n".join([head, *rows[:3], *rows[4:], rows[3], end]))
    assert sentence == "Line 8, players: these rows must come before “log”."


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (lambda whole: whole["players"][0].update(colour=11), "Expected int <= 10."),
        (lambda whole: whole["players"][0].update(name=""), "Expected a name of 1 to 40"),
        (lambda whole: whole["seasons"].append(SEASON | {"starts": "1"}), "such as 2026-10-01."),
        (
            lambda whole: whole["kept"].append(KEPT | {"game": "mus"}),
            "one of: jabberwocky,",
        ),
        (lambda whole: whole["kept"].append(KEPT | {"result": [["1"]]}), "got 1 at [0]."),
        (lambda whole: whole["log"][0]["body"].update(rules="1"), "Expected int, got str."),
        (
            lambda whole: whole["seasons"].append(SEASON | {"starts": "1899-12-31"}),
            "Expected a date from 1900 to 2099, such as 2026-10-01.",
        ),
        (
            lambda whole: whole["seasons"].append(SEASON | {"ends": "2100-01-01"}),
            "Expected a date from 1900 to 2099, such as 2026-10-01.",
        ),
        (
            lambda whole: whole["log"].append(
                NOTED | {"body": NOTED["body"] | {"night": "1000-01-01"}}
            ),
            "Expected a date from 1900 to 2099, such as 2026-10-01.",
        ),
        (
            lambda whole: whole["kept"].append(KEPT | {"ended_at": -2_208_988_801}),
            "Expected int >= -2208988800.",
        ),
        (
            lambda whole: whole["kept"].append(KEPT | {"ended_at": 4_102_531_201}),
            "Expected int <= 4102531200.",
        ),
        (lambda whole: whole["log"][2].update(at=4_102_444_800), "Expected int <= 4102358400."),
    ],
)
def test_a_refusal_states_the_expected_value(another_league, whole, spoil, expected):
    spoil(whole)

    assert expected in refusal(another_league, whole)


def change(section, number, **columns):
    def changed(whole):
        whole[section][number] |= columns

    return changed


def corrected(**columns):
    """Return a change that adds an event: a correction to the same answers, with `columns`."""
    stages = [["bids", BIDS], ["tricks", TRICKS]]

    def changed(whole):
        row = {"version": 4, "kind": "round corrected", "key": "fix", "at": 1003}
        body = {"round": 1, "stages": stages} | columns
        whole["log"].append(whole["log"][2] | row | {"body": body})

    return changed


def body(number, **columns):
    def changed(whole):
        whole["log"][number]["body"] |= columns

    return changed


def drop(section, number, *columns):
    def dropped(whole):
        for name in columns:
            del whole[section][number][name]

    return dropped


def remove(section, number):
    return lambda whole: whole[section].pop(number)


def add(section, **row):
    return lambda whole: whole[section].append(row)


def circle(whole):
    whole["players"][0]["merged_into"], whole["players"][1]["merged_into"] = 2, 1


SEASON = {
    "id": 1,
    "name": "Autumn",
    "starts": None,
    "ends": None,
    "games": None,
    "scheme": {},
    "stakes": {},
    "created_at": 0,
    "closed_at": None,
}
KEPT = {
    "season": 1,
    "match": 1,
    "ended_at": 5,
    "game": "gin",
    "result": [["1", 0, 1, 1, 2, 1, 5, 0, {}, {}]],
    "stake": None,
}
PAID = {
    "id": 1,
    "payer": 1,
    "payee": 2,
    "amount": 5,
    "unit": "cents",
    "season": None,
    "key": "k",
    "at": 0,
    "undone_at": None,
}
NIGHT = {
    "id": 1,
    "evening": "2026-10-01",
    "name": "",
    "game": "loba",
    "options": {},
    "size": 4,
    "method": "chance",
    "key": "k",
    "created_at": 0,
    "ended_at": None,
}
AWAY = {
    "match": 1,
    "version": 4,
    "kind": "match thrown away",
    "at": 5,
    "device": None,
    "key": "x",
    "body": {},
}
NOTED = {
    "match": 2,
    "version": 1,
    "kind": "result noted",
    "at": 5,
    "device": None,
    "key": "old",
    "body": {
        "game": "gin",
        "players": ["1", "2"],
        "places": [1, 2],
        "points": [None, 3],
        "night": "2023-09-03",
        "number": 0,
        "batch": 7,
    },
}


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        pytest.param(
            change("players", 0, name=" Ana"), 'players: “name” cannot be " Ana".', id="name"
        ),
        pytest.param(
            change("players", 0, colour=11), "players: “colour” cannot be 11.", id="colour"
        ),
        pytest.param(
            change("players", 0, colour=True), "players: “colour” cannot be true.", id="true"
        ),
        pytest.param(change("players", 0, hidden=0), "players: “hidden” cannot be 0.", id="flag"),
        pytest.param(
            change("players", 1, id=1), "rows must be in the order of their numbers", id="twice"
        ),
        pytest.param(
            change("players", 1, name="ANA"),
            "the name ANA is already taken by number 1.",
            id="same name",
        ),
        pytest.param(
            change("players", 0, avatar=1), 'players: "avatar" is not allowed here.', id="column"
        ),
        pytest.param(drop("players", 0, "hidden"), "players: “hidden” is missing.", id="no column"),
        pytest.param(
            change("players", 0, merged_into=9), "1 cannot be merged into player 9.", id="merged"
        ),
        pytest.param(circle, "player 1 cannot be merged into player 1.", id="a circle"),
        pytest.param(
            add("seasons", **SEASON | {"scheme": {"measure": "luck"}}),
            "seasons: “scheme” cannot be",
            id="scheme",
        ),
        pytest.param(
            add("seasons", **SEASON | {"stakes": {"unit": "pesos", "amounts": {}}}),
            "seasons: “stakes” cannot be",
            id="stakes",
        ),
        pytest.param(
            add("seasons", **SEASON | {"starts": "2026-02-30"}),
            'seasons: “starts” cannot be "2026-02-30".',
            id="a day",
        ),
        pytest.param(
            add("seasons", **SEASON | {"games": ["mus"]}), "“games” cannot be", id="games"
        ),
        pytest.param(add("kept", **KEPT), "kept: there is no season number 1.", id="no season"),
        pytest.param(add("kept", **KEPT | {"result": [["1"]]}), "“result” cannot be", id="result"),
        pytest.param(
            add("terms", match=1, chosen=True, season=3, stake=None),
            "terms: there is no season number 3.",
            id="terms",
        ),
        pytest.param(
            add("payments", **PAID | {"payee": 9}), "there is no player number 9.", id="payment"
        ),
        pytest.param(add("payments", **PAID | {"amount": 0}), "“amount” cannot be 0.", id="amount"),
        pytest.param(
            add("payments", **PAID | {"amount": 2**40}),
            "“amount” cannot be 10995",
            id="too much money",
        ),
        pytest.param(
            change("log", 1, kind="bids shouted"), '“kind” cannot be "bids shouted".', id="kind"
        ),
        pytest.param(change("log", 1, at=-1), "“at” cannot be -1.", id="time"),
        pytest.param(
            change("log", 1, at=2**62),
            "“at” cannot be 4611686018427387904.",
            id="a time no clock knows",
        ),
        pytest.param(
            change("players", 1, merged_into=1),
            "match 1: entry 1 is not possible. Two of its players are the same person.",
            id="twice at the table",
        ),
        pytest.param(change("log", 1, at=1.5), "“at” cannot be 1.5.", id="half a second"),
        pytest.param(change("log", 1, version=2**40), "“version” cannot be", id="version"),
        pytest.param(change("log", 1, body=[]), "“body” cannot be [].", id="body"),
        pytest.param(remove("log", 0), "match 1: entry 2 must follow entry 0.", id="no start"),
        pytest.param(remove("log", 1), "match 1: entry 3 must follow entry 1.", id="a gap"),
        pytest.param(
            change("log", 2, key="bids"), "The same key appears twice in one match.", id="key"
        ),
        pytest.param(
            body(0, game="mus"), "“game” has an invalid value in “match started”.", id="game"
        ),
        pytest.param(
            body(0, players=["1", "2", "9"]), "There is no player number 9.", id="stranger"
        ),
        pytest.param(
            body(0, players=["1", "2", "02"]), "“players” has an invalid value", id="no key"
        ),
        pytest.param(
            body(0, players=["1", "1", "2"]), "Each player needs a different name.", id="two"
        ),
        pytest.param(body(0, players=["1"]), "Jabberwocky is for 3 to", id="too few"),
        pytest.param(body(0, options={"schedule": [99]}), "entry 1 is not possible.", id="option"),
        pytest.param(
            body(0, options={}), "The tricks must add up to 3, not 1.", id="usual options"
        ),
        pytest.param(
            body(0, rules=2), "Its rules are from a newer version of Scorekeeper.", id="rules"
        ),
        pytest.param(body(0, deck=40), "“deck” is not allowed in “match started”.", id="field"),
        pytest.param(body(1, round=2), "It does not fit the entries before it.", id="deal"),
        pytest.param(body(1, stage="tricks"), "It does not fit the entries before it.", id="stage"),
        pytest.param(
            body(1, answers={"bids": {"1": 1, "2": 0, "3": 0}}),
            "match 1: entry 2 is not possible. The bids must not add up to 1",
            id="bids",
        ),
        pytest.param(
            body(1, answers={"bids": {"1": True, "2": 1, "3": 0}}),
            "must be a whole number.",
            id="true for one",
        ),
        pytest.param(
            body(1, answers={"bids": {"1": 1, "2": 1, "9": 0}}),
            "9 is not in this match.",
            id="not in it",
        ),
        pytest.param(
            body(1, answers={"bids": {"1": 1, "2": 1}}), "enter a number for Chus.", id="missing"
        ),
        pytest.param(
            lambda whole: whole["log"][1].update(kind="match closed", body={"how": "so"}),
            "“how” has an invalid value in “match closed”.",
            id="how",
        ),
        pytest.param(
            lambda whole: whole["log"][2].update(kind="step withdrawn", body={"step": 1}),
            "entry 3 is not possible. It does not fit the entries before it.",
            id="undo",
        ),
        pytest.param(
            lambda whole: whole["log"][2].update(kind="match brought back", body={}),
            "entry 3 is not possible. It does not fit the entries before it.",
            id="back",
        ),
        pytest.param(
            lambda whole: whole["log"][2].update(
                kind="match started", body=whole["log"][0]["body"]
            ),
            "entry 3 is not possible. It does not fit the entries before it.",
            id="two starts",
        ),
        pytest.param(
            lambda whole: whole["log"].extend((AWAY, AWAY | {"version": 5, "key": "y"})),
            "entry 5 is not possible. It does not fit the entries before it.",
            id="away twice",
        ),
        pytest.param(
            lambda whole: whole["log"].extend(row | {"match": 2} for row in list(whole["log"])),
            "is in the file twice, or already exists",
            id="a start twice",
        ),
        pytest.param(
            corrected(later="all"),
            "“later” has an invalid value in “round corrected”.",
            id="later is no list",
        ),
        pytest.param(
            corrected(later=[[2, []], [1]]), "“later” has an invalid value", id="later deal"
        ),
        pytest.param(
            corrected(later=[[2, []]]),
            "entry 4 is not possible. It does not fit the entries before it.",
            id="later than all",
        ),
        pytest.param(
            corrected(later=[[1, []]]),
            "entry 4 is not possible. It does not fit the entries before it.",
            id="later is itself",
        ),
        pytest.param(add("log", **NOTED), "There is no import number 7.", id="import"),
        pytest.param(
            add("log", **NOTED | {"body": NOTED["body"] | {"places": [1, 3]}}),
            "These places are not possible in one match.",
            id="places",
        ),
        pytest.param(
            add("log", **NOTED | {"body": NOTED["body"] | {"points": [1]}}),
            "Every player must have a place, and points or null.",
            id="points",
        ),
        pytest.param(
            add("log", **NOTED | {"body": NOTED["body"] | {"players": ["1", "1"]}}),
            "These players cannot play this game.",
            id="seats",
        ),
        pytest.param(
            lambda whole: whole["league"].update(current_season=4),
            "The current season is number 4, which is not in this file.",
            id="current",
        ),
    ],
)
@pytest.mark.parametrize("version", [2, VERSION])
def test_an_invalid_or_impossible_row_is_refused_with_a_reason(
    another_league, whole, spoil, sentence, version
):
    spoil(whole)

    assert sentence in refusal(another_league, whole, version)


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        pytest.param(
            add("club_players", night=4, player=1, here=True, answer=None, at=1),
            "club_players: there is no club night number 4.",
            id="no club night",
        ),
        pytest.param(
            add("club_nights", **NIGHT | {"method": "by hand"}),
            '“method” cannot be "by hand".',
            id="a way of drawing",
        ),
    ],
)
def test_an_invalid_row_of_a_club_night_is_refused_with_a_reason(
    another_league, whole, spoil, sentence
):
    spoil(whole)

    assert sentence in refusal(another_league, whole)


@pytest.mark.parametrize("version", [2, VERSION])
def test_a_refusal_states_the_line_number_in_the_file(another_league, whole, version):
    text = encoded(whole, version, separators=(",", ":")).decode().replace("},", "},\n")
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines, start=1) if '"kind":"stage recorded"' in line)
    spoilt = "\n".join(lines).replace('"bids":{"1":1', '"bids":{"1":7')

    assert refusal(another_league, spoilt.encode()).startswith(f"Line {number}, match 1: entry 2 ")


# ---------------------------------------------------------------- into a league with data


def test_a_different_match_with_the_same_id_is_refused(app, another_league, whole):
    brought(another_league, encoded(whole))
    whole["log"][2]["body"]["answers"]["reneges"] = {"1": 0}

    assert "match 1: entry 3 of the league differs from entry 3 of the file." in refusal(
        another_league, whole
    )


def test_a_different_player_with_the_same_id_is_refused(app, another_league, whole):
    roster.add_player(engines.store_of(another_league), "Bruno", at=0)

    sentence = refusal(another_league, whole)

    assert "players: number 1 is called Ana in this file and Bruno in this league." in sentence


def test_a_match_continued_in_both_leagues_is_refused(app, another_league, log, whole):
    brought(another_league, encoded(whole))
    commands.delete(log, 1, CommandMeta("here", 2000))
    whole["log"].append(AWAY)

    assert "was continued in both places" in refusal(app, whole)


def test_a_season_with_the_same_id_and_other_settings_is_refused(app, another_league, whole):
    whole["seasons"].append(SEASON)
    brought(another_league, encoded(whole))
    whole["seasons"][0]["ends"] = "2026-12-24"

    assert (
        "seasons: the “ends” of number 1 in the league differs from the one in the file."
        in refusal(another_league, whole)
    )


def test_new_results_for_a_closed_season_are_refused(app, another_league, whole):
    whole["seasons"].append(SEASON | {"closed_at": 9})
    brought(another_league, encoded(whole))
    whole["kept"].append(KEPT)

    assert "season 1 is closed here and does not include match 1." in refusal(another_league, whole)


def test_an_imported_result_is_loaded_with_its_import_job(app, another_league, whole):
    made = {
        "id": 7,
        "name": "a.csv",
        "key": "k",
        "state": "written",
        "lines": 2,
        "bad": 0,
        "matches": 1,
        "done": 1,
        "ranges": [[2, 2]],
        "newcomers": [],
        "at": 5,
        "undone_at": None,
    }
    whole["imports"].append(made)
    whole["league"]["last_import"] = 7
    whole["log"].append(NOTED)

    brought(another_league, encoded(whole))

    assert decoded(written(another_league)) == whole
    assert [row.state for row in rows(another_league, Matches)] == ["over", "noted"]
