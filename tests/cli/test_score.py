"""`scorekeeper score` prints results and refusals as JSON and sets the exit status."""

import json
import subprocess
import sys

import pytest

from scorekeeper.cli.main import main
from tests.cli.processes import scorekeeper

MATCH = {"game": "jabberwocky", "players": ["Ana", "Ben", "Cem"], "rounds": []}
REFUSED = {"game": "jabberwocky", "players": ["Ana"], "rounds": []}


@pytest.fixture
def score(tmp_path, capfdbinary):
    """A function that scores text, bytes or a JSON value.

    It returns (exit status, stdout, stderr).
    """

    def run(given):
        if not isinstance(given, str | bytes):
            given = json.dumps(given)
        file = tmp_path / "match.json"
        file.write_bytes(given.encode() if isinstance(given, str) else given)
        status = main(["score", str(file)])
        printed, complaint = capfdbinary.readouterr()
        return status, printed.decode(), complaint.decode()

    return run


def test_scoring_one_match_prints_one_result(score):
    status, printed, complaint = score(MATCH)

    assert (status, complaint) == (0, "")
    assert json.loads(printed)["totals"] == {"Ana": 0, "Ben": 0, "Cem": 0}


def test_scoring_a_list_prints_a_list(score):
    status, printed, _ = score([MATCH, MATCH])

    assert status == 0
    assert [one["finished"] for one in json.loads(printed)] == [False, False]


def test_scoring_an_empty_list_prints_an_empty_list(score):
    assert score([])[:2] == (0, "[]\n")


def test_one_refused_match_in_a_list_makes_the_exit_status_1(score):
    status, printed, complaint = score([MATCH, REFUSED])

    scored, refused = json.loads(printed)
    assert (status, complaint) == (1, "")
    assert "totals" in scored
    assert (refused["code"], refused["round"]) == ("bad_players", 0)


def test_names_in_any_script_are_printed_unescaped(score):
    names = ["Íñigo", "李雷", "🂡 עדנה"]
    printed = score(MATCH | {"players": names})[1]

    assert all(name in printed for name in names)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        pytest.param("", "This is not JSON. Line 1, column 1: a value is missing.", id="empty"),
        pytest.param("[1 2]", "Line 1, column 4: a comma is missing.", id="no comma"),
        pytest.param('{"a" 1}', "Line 1, column 6: a colon is missing.", id="no colon"),
        pytest.param("{a: 1}", "column 2: a name in double quotes is missing.", id="no name"),
        pytest.param('{"a', "column 2: a closing quotation mark is missing.", id="no quote"),
        pytest.param(
            '{"a\n', "a string contains a line break or a control character.", id="newline"
        ),
        pytest.param('["\\x"]', "a string contains an invalid escape sequence.", id="escape"),
        pytest.param("{} {}", "Line 1, column 4: there is extra text at the end.", id="two"),
        pytest.param("{", "This is not JSON", id="cut off"),
        pytest.param("5", "This JSON is not a match document", id="a number"),
        pytest.param('"gin"', "This JSON is not a match document", id="a word"),
        pytest.param("null", "This JSON is not a match document", id="null"),
        pytest.param("[{}, 5]", "Item 2 of the list is not a match", id="a number in a list"),
        pytest.param("[[{}]]", "Item 1 of the list is not a match", id="a list in a list"),
        pytest.param('{"a": NaN}', "NaN is not allowed", id="NaN"),
        pytest.param('{"a": -Infinity}', "-Infinity is not allowed", id="Infinity"),
        pytest.param('{"a": 1, "a": 2}', 'This JSON has the key "a" twice', id="a key twice"),
        pytest.param('{"r": [{"a": 1, "a": 2}]}', 'has the key "a" twice', id="a nested key twice"),
        pytest.param("[" * 100_000, "nested too deeply for a match", id="very deep"),
        pytest.param('{"a":' * 100_000, "nested too deeply for a match", id="very deep objects"),
        pytest.param(
            "[" + "9" * 5000 + "]",
            "contains a number with too many digits",
            id="a very long number",
        ),
        pytest.param(b"\xff\xfe{\x00}\x00", "This is not UTF-8 text: byte 1", id="UTF-16"),
        pytest.param(b'{"a": "\xff"}', "This is not UTF-8 text: byte 8", id="a wrong byte"),
        pytest.param("\x00", "This is not JSON", id="a null character"),
    ],
)
def test_input_that_is_not_a_match_document_gives_a_one_line_error(score, text, complaint):
    status, printed, complained = score(text)

    assert (status, printed) == (2, "")
    assert complaint in complained
    assert "Traceback" not in complained
    assert complained.endswith(".\n")
    assert complained.count("\n") == 1


@pytest.mark.parametrize(
    "document",
    [
        pytest.param({}, id="an empty object"),
        pytest.param({"game": 5}, id="a number for a game"),
        pytest.param({"game": []}, id="a list for a game"),
        pytest.param(MATCH | {"rounds": {}}, id="rounds that are not a list"),
        pytest.param(MATCH | {"rounds": [None]}, id="a round that is null"),
        pytest.param(MATCH | {"players": [1, 2, 3]}, id="numbers for names"),
        pytest.param(MATCH | {"options": []}, id="options that are not an object"),
        pytest.param(MATCH | {"closed": "yes"}, id="a word for closed"),
        pytest.param(MATCH | {"rounds": [{"bids": 10**4000}]}, id="a long number"),
        pytest.param(MATCH | {"rounds": [{"bids": 1e308}]}, id="a large number"),
    ],
)
def test_an_invalid_match_document_gives_a_json_error_and_status_1(score, document):
    status, printed, complaint = score(document)

    assert (status, complaint) == (1, "")
    assert set(json.loads(printed)) == {"error", "code", "round"}


def test_a_lone_surrogate_gives_a_json_error_and_status_1(score):
    status, printed, _ = score('{"game": "\\ud800", "players": [], "rounds": []}')

    assert status == 1
    assert json.loads(printed)["code"]


def test_a_byte_order_mark_is_ignored(score):
    assert score(b"\xef\xbb\xbf" + json.dumps(MATCH).encode())[0] == 0


def test_scoring_a_missing_file_gives_a_one_line_error(capsys, tmp_path):
    missing = tmp_path / "none.json"

    assert main(["score", str(missing)]) == 2
    assert capsys.readouterr().err == f"{missing} cannot be read: No such file or directory.\n"


def test_scoring_a_folder_gives_an_error(capsys, tmp_path):
    assert main(["score", str(tmp_path)]) == 2
    assert "cannot be read: Is a directory." in capsys.readouterr().err


def test_a_match_can_be_scored_from_standard_input():
    done = scorekeeper("score", "-", input=json.dumps(MATCH).encode())

    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["next_dealer"] == "Ana"


def test_scoring_imports_neither_web_framework_nor_database():
    code = (
        "import sys; from scorekeeper.cli.main import main; main(['score', '-']);"
        "print(sorted({'flask', 'jinja2', 'sqlalchemy', 'gunicorn'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=b"[]", capture_output=True, check=True, timeout=60
    )

    assert done.stdout == b"[]\n[]\n"


def test_scoring_into_a_closed_pipe_prints_no_error():
    with subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "score", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        process.stdin.write(json.dumps([MATCH] * 500).encode())
        process.stdin.close()
        assert process.stderr.read() == b""
