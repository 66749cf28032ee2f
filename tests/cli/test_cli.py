"""The commands of `scorekeeper`: input, output and exit status."""

import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.cli.main import main
from tests.databases import opened
from tests.filled_league import fill_league
from tests.transfer.leagues import decoded

MATCH = {"game": "jabberwocky", "players": ["Ana", "Ben", "Cem"], "rounds": []}
REFUSED = {"game": "jabberwocky", "players": ["Ana"], "rounds": []}


@pytest.fixture
def score(tmp_path, capfdbinary):
    """Return score(text, bytes or JSON value), which returns (exit status, stdout, stderr)."""

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
        pytest.param("", "This is not JSON. Line 1, column 1: Expecting value.", id="nothing"),
        pytest.param("{", "This is not JSON", id="cut off"),
        pytest.param("5", "This JSON is not a match document", id="a number"),
        pytest.param('"gin"', "This JSON is not a match document", id="a word"),
        pytest.param("null", "This JSON is not a match document", id="null"),
        pytest.param("[{}, 5]", "Item 2 of the list is not a match", id="a number in a list"),
        pytest.param("[[{}]]", "Item 1 of the list is not a match", id="a list in a list"),
        pytest.param('{"a": NaN}', "NaN is not a number", id="NaN"),
        pytest.param('{"a": -Infinity}', "-Infinity is not a number", id="Infinity"),
        pytest.param('{"a": 1, "a": 2}', 'This JSON has the key "a" twice', id="a name twice"),
        pytest.param(
            '{"r": [{"a": 1, "a": 2}]}', 'has the key "a" twice', id="a name twice, inside"
        ),
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
        pytest.param({}, id="nothing in it"),
        pytest.param({"game": 5}, id="a number for a game"),
        pytest.param({"game": []}, id="a list for a game"),
        pytest.param(MATCH | {"rounds": {}}, id="rounds that are no list"),
        pytest.param(MATCH | {"rounds": [None]}, id="a round that is none"),
        pytest.param(MATCH | {"players": [1, 2, 3]}, id="numbers for names"),
        pytest.param(MATCH | {"options": []}, id="options that are no object"),
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


def scorekeeper(*arguments, **options):
    command = [sys.executable, "-m", "scorekeeper", *arguments]
    return subprocess.run(command, capture_output=True, check=False, timeout=60, **options)


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


@pytest.mark.parametrize(
    ("command", "step"),
    [(["demo", "--seed", "2"], "INSERT ON match_event"), (["rebuild"], "DELETE ON match")],
)
def test_a_full_disk_gives_a_one_line_error_in_demo_and_rebuild(
    command, step, sqlite, monkeypatch, capsys
):
    monkeypatch.setenv("SCOREKEEPER_DATABASE", sqlite)
    main(["demo", "--matches", "1"])
    with closing(sqlite3.connect(sqlite.removeprefix("sqlite:///"))) as connection:
        connection.execute(
            f"CREATE TRIGGER full BEFORE {step} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
        )
    capsys.readouterr()

    status = main(command)

    complaint = capsys.readouterr().err
    assert status == 1
    assert complaint.count("\n") == 1
    assert "cannot be used: the disk is full." in complaint


@pytest.fixture
def league(sqlite, monkeypatch):
    """Create a league of three matches for the commands to work on."""
    monkeypatch.setenv("SCOREKEEPER_DATABASE", sqlite)
    fill_league(opened(sqlite), matches=3, seed=1)


def test_export_writes_to_a_file_or_to_standard_output(league, tmp_path, capfdbinary):
    file = tmp_path / "league.jsonl"

    assert main(["export", str(file)]) == main(["export"]) == main(["export", "-"]) == 0

    printed, complaint = capfdbinary.readouterr()
    assert printed == 2 * file.read_bytes()
    assert complaint == b""
    assert decoded(file.read_bytes())["format"] == "scorekeeper league"


def test_export_replaces_an_existing_file_only_with_overwrite(league, tmp_path, capsys):
    file = tmp_path / "league.jsonl"
    file.write_text("mine")

    assert main(["export", str(file)]) == 1
    assert (
        "already exists. Choose another name, or use --overwrite to replace it.\n"
        in capsys.readouterr().err
    )
    assert file.read_text() == "mine"
    assert main(["export", str(file), "--overwrite"]) == 0
    assert file.read_text().startswith("{")
    assert [each.name for each in tmp_path.glob("*league.jsonl*")] == ["league.jsonl"]


def test_importing_the_same_export_again_reports_nothing_new(
    league, sqlite, tmp_path, monkeypatch, capsys
):
    file = tmp_path / "league.jsonl"
    main(["export", str(file)])
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(tmp_path / "empty.sqlite"))

    assert main(["import", str(file)]) == main(["import", str(file)]) == 0

    first, again = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"Imported: 3 matches, \d+ entries, 10 players, 0 seasons\.", first)
    assert again == "Nothing was added, because everything in the file is already here."


def test_the_league_option_selects_a_league_and_a_missing_one_is_an_error(league, tmp_path, capsys):
    file, sunday = tmp_path / "league.jsonl", tmp_path / "sunday.jsonl"
    main(["new-league", "Sunday table"])
    main(["export", str(file)])

    assert main(["export", str(sunday), "--league", "2"]) == 0
    assert decoded(sunday.read_bytes())["log"] == []
    assert main(["import", str(file), "--league", "2"]) == 0
    assert main(["export", str(sunday), "--league", "2", "--overwrite"]) == 0
    assert decoded(sunday.read_bytes())["log"] == decoded(file.read_bytes())["log"]
    capsys.readouterr()

    for command in (["export", str(sunday)], ["import", str(file)], ["owner-link"]):
        assert main([*command, "--league", "3"]) == 1
        assert capsys.readouterr().err == "There is no league 3 in this database.\n"


def test_an_export_can_be_imported_from_standard_input(league, tmp_path, capfdbinary):
    main(["export"])
    text = capfdbinary.readouterr()[0]

    done = scorekeeper(
        "import",
        "-",
        input=text,
        cwd=tmp_path,
        env={
            **os.environ,
            "SCOREKEEPER_DATABASE": str(tmp_path / "piped.sqlite"),
            "PYTHONPATH": str(Path(__file__).parents[2]),
        },
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"Imported: 3 matches, ")


@pytest.mark.parametrize(
    ("text", "status", "complaint"),
    [
        pytest.param("", 2, "This file is empty.", id="nothing"),
        pytest.param("{", 2, "This file is incomplete: it ends in line 1.", id="cut off"),
        pytest.param(
            '{"format": "scorekeeper league", "version": 9}',
            2,
            "This file is from a newer version of Scorekeeper",
            id="newer",
        ),
    ],
)
def test_importing_or_restoring_an_invalid_file_gives_a_one_line_error(
    league, tmp_path, capsys, text, status, complaint
):
    file = tmp_path / "league.jsonl"
    file.write_text(text)

    assert main(["import", str(file)]) == main(["restore", str(file), "--overwrite"]) == status
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 2
    assert said.err.startswith(complaint)


def test_importing_an_export_that_contradicts_the_league_is_refused(league, tmp_path, capsys):
    file = tmp_path / "league.jsonl"
    main(["export", str(file)])
    file.write_text(file.read_text().replace('"name":"Ana"', '"name":"Anne"'))

    assert main(["import", str(file)]) == 1
    assert "number 1 is called Anne in this file and Ana in this league." in capsys.readouterr().err


@pytest.mark.parametrize("command", ["import", "restore"])
def test_importing_or_restoring_a_missing_file_gives_a_one_line_error(
    league, tmp_path, capsys, command
):
    missing = tmp_path / "none.json"

    assert main([command, str(missing)]) == 2
    assert capsys.readouterr().err == f"{missing} cannot be read: No such file or directory.\n"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_rebuild_draws_a_progress_bar_in_a_terminal_and_clears_it(league, monkeypatch):
    monkeypatch.setattr(sys, "stderr", screen := Terminal())

    assert main(["rebuild"]) == 0

    assert "█" in screen.getvalue()
    assert screen.getvalue().endswith("\r")
    assert "33%" in screen.getvalue()


@pytest.mark.parametrize(
    "command",
    ["serve", "score", "demo", "rebuild", "export", "import", "backup", "restore"],
)
def test_the_help_of_a_command_has_an_example(command, capsys):
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])

    assert left.value.code == 0
    assert f"Example:\n  scorekeeper {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [[], ["shuffle"], ["serve", "--port", "x"], ["demo", "--matches", "-1"], ["score"]],
    ids=" ".join,
)
def test_invalid_arguments_give_status_2(arguments, capsys):
    with pytest.raises(SystemExit) as left:
        main(arguments)

    assert left.value.code == 2
    assert "Traceback" not in capsys.readouterr().err
