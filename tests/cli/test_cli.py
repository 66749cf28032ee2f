"""The subcommands of `scorekeeper`: arguments, help, progress and a full disk."""

import io
import re
import sqlite3
import sys
from contextlib import closing

import pytest

from scorekeeper.cli.main import COMMANDS, main
from tests.modules import ROOT


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


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_rebuild_draws_a_progress_bar_in_a_terminal_and_clears_it(league, monkeypatch):
    monkeypatch.setattr(sys, "stderr", screen := Terminal())

    assert main(["rebuild"]) == 0

    assert "█" in screen.getvalue()
    assert screen.getvalue().endswith("\r")
    assert "33%" in screen.getvalue()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_has_an_example(command, capsys):
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])

    assert left.value.code == 0
    assert f"Example:\n  scorekeeper {command}" in capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_a_document_shows_the_command(command):
    documents = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = re.compile(rf"\bscorekeeper {command}\b")

    assert [file.name for file in documents if shown.search(file.read_text())]


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
