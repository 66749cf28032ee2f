"""`scorekeeper export` and `import`: files, standard input and output, and refusals."""

import re
import sqlite3
import sys
from contextlib import closing

import pytest

from scorekeeper.cli.main import main
from tests.databases import create_league_file
from tests.transfer.exports import decode_document


def test_export_writes_to_a_file_or_to_standard_output(league, tmp_path, capfdbinary):
    file = tmp_path / "league.jsonl"

    assert main(["export", str(file)]) == main(["export"]) == main(["export", "-"]) == 0

    printed, complaint = capfdbinary.readouterr()
    assert printed == 2 * file.read_bytes()
    assert complaint == b""
    assert decode_document(file.read_bytes())["format"] == "scorekeeper league"


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


def test_export_reports_problems_of_the_league_on_standard_error(sqlite, league, tmp_path, capsys):
    file = tmp_path / "league.jsonl"
    with closing(sqlite3.connect(sqlite.removeprefix("sqlite:///"))) as connection, connection:
        seats = connection.execute("SELECT player_id FROM match_player WHERE match_id = 1")
        (one,), (other,), *_ = seats.fetchall()
        connection.execute("UPDATE player SET merged_into = ? WHERE id = ?", (one, other))
        connection.execute("DELETE FROM match_event WHERE match_id = 3")

    assert main(["export", str(file)]) == 0

    lost, twice = capsys.readouterr().err.splitlines()
    assert lost.startswith("League 1: Match 3 (")
    assert lost.endswith(" are left. Restore a backup with `scorekeeper restore`.")
    assert " are merged into one player, but both have seats in match " in twice
    assert twice.endswith(". Run `scorekeeper check --repair` to repair this.")
    assert file.exists()


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
    assert decode_document(sunday.read_bytes())["log"] == []
    assert main(["import", str(file), "--league", "2"]) == 0
    assert main(["export", str(sunday), "--league", "2", "--overwrite"]) == 0
    assert decode_document(sunday.read_bytes())["log"] == decode_document(file.read_bytes())["log"]
    capsys.readouterr()

    for command in (["export", str(sunday)], ["import", str(file)], ["owner-link"]):
        assert main([*command, "--league", "3"]) == 1
        assert capsys.readouterr().err == "There is no league 3 in this database.\n"


def test_an_export_can_be_imported_from_standard_input(league, tmp_path, capsys, monkeypatch):
    file = tmp_path / "league.jsonl"
    main(["export", str(file)])
    monkeypatch.setenv("SCOREKEEPER_DATABASE", create_league_file(tmp_path / "piped.sqlite"))
    with file.open() as piped:
        monkeypatch.setattr(sys, "stdin", piped)
        status = main(["import", "-"])

    printed, complaint = capsys.readouterr()
    assert (status, complaint) == (0, "")
    assert printed.startswith("Imported: 3 matches, ")


@pytest.mark.parametrize(
    ("text", "status", "complaint"),
    [
        pytest.param("", 2, "This file is empty.", id="nothing"),
        pytest.param("{", 2, "This file is incomplete: it ends on line 1.", id="cut off"),
        pytest.param(
            '{"format": "scorekeeper league", "version": 9}',
            2,
            "This file was made by a newer version of Scorekeeper",
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
    assert "id 1 is called Anne in this file but Ana in this league." in capsys.readouterr().err


@pytest.mark.parametrize("command", ["import", "restore"])
def test_importing_or_restoring_a_missing_file_gives_a_one_line_error(
    league, tmp_path, capsys, command
):
    missing = tmp_path / "none.json"

    assert main([command, str(missing)]) == 2
    assert capsys.readouterr().err == f"{missing} cannot be read: No such file or directory.\n"
