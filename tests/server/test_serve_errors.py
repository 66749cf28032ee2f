"""A server that cannot start prints one line, which says why and what to do."""

import socket
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from scorekeeper.cli.main import main
from tests.server.processes import CHECKOUT, ROOT, TIMEOUT_S, closed_port


@pytest.fixture
def refusal(tmp_path, monkeypatch, capsys):
    """A function that runs `serve`, which must fail, and returns its stderr.

    The command runs in this process, because starting another process takes most of a second.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "orig_argv", [*CHECKOUT, "serve"])

    def run(*arguments, database=None):
        if database is not None:
            monkeypatch.setenv("SCOREKEEPER_DATABASE", str(database))
        assert main(["serve", "--port", "0", *arguments]) == 1
        printed, complaint = capsys.readouterr()
        assert printed == ""
        return complaint

    return run


@pytest.mark.parametrize(
    ("arguments", "command"),
    [
        pytest.param(["--local"], "serve --local", id="this machine"),
        pytest.param(["--host", "127.0.0.2"], "serve --host 127.0.0.2", id="one address"),
        pytest.param([], "serve", id="everywhere"),
    ],
)
def test_a_port_in_use_gives_an_error_that_suggests_the_same_command(refusal, arguments, command):
    with socket.create_server(("0.0.0.0", 0)) as other:
        port = other.getsockname()[1]
        said = refusal(*arguments, "--port", str(port))

    assert said == (
        f"Port {port} is in use by another program. Stop that program, or choose another port, for"
        f" example with `{sys.executable} -m scorekeeper {command} --port {port + 1}`.\n"
    )


@pytest.mark.thorough
def test_a_port_in_use_under_make_run_suggests_make_run(tmp_path):
    """Run this checkout's Makefile, with the tests' Python as its virtual environment."""
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    (tmp_path / "requirements.lock").touch()
    (tmp_path / ".venv" / "ready").touch()
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        how = f"ARGS=--local --port {port}"
        make = ["make", "-f", str(ROOT / "Makefile"), "-C", str(tmp_path), "run", how]
        tried = subprocess.run(make, capture_output=True, text=True, check=False, timeout=TIMEOUT_S)

    assert f'for example with `make run ARGS="--local --port {port + 1}"`.\n' in tried.stderr
    assert tried.returncode != 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(["--port", "70000"], "Port 70000 does not exist", id="no such port"),
        pytest.param(["--host", "192.0.2.1"], "cannot listen on 192.0.2.1", id="not our address"),
        pytest.param(["--host", "no such name"], "cannot listen on no such name", id="no name"),
    ],
)
def test_an_invalid_port_or_host_gives_a_one_line_error(refusal, arguments, sentence):
    said = refusal(*arguments)

    assert sentence in said
    assert said.count("\n") == 1


def test_an_unusable_data_folder_gives_a_one_line_error(tmp_path, refusal):
    (tmp_path / "paper").write_text("not a folder")
    place = tmp_path / "paper" / "scorekeeper.sqlite"

    said = refusal("--local", database=place)

    assert said.startswith(f"Matches cannot be stored in {place.parent}: ")
    assert said.count("\n") == 1


def test_a_file_that_is_not_a_database_gives_a_one_line_error(tmp_path, refusal):
    file = tmp_path / "shopping.sqlite"
    file.write_text("eggs, flour, cards\n" * 100)

    said = refusal("--local", database=file)

    assert str(file) in said
    assert said.count("\n") == 1
    assert file.read_text().startswith("eggs")


def test_a_database_from_a_newer_version_gives_a_one_line_error(tmp_path, refusal):
    file = tmp_path / "newer.sqlite"
    with closing(sqlite3.connect(file)) as newer:
        newer.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        newer.execute("INSERT INTO alembic_version VALUES ('9999')")
        newer.commit()

    said = refusal("--local", database=f"sqlite:///{file}")

    assert "from a newer version of Scorekeeper" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SCOREKEEPER_DATABASE", "mysql://somewhere/scores"),
        ("SCOREKEEPER_PROXY", "yes"),
        ("SCOREKEEPER_STREAMS", "-1"),
        ("SCOREKEEPER_HSTS", "a year"),
        ("SCOREKEEPER_LOG", "xml"),
        ("SCOREKEEPER_METRICS", "9100"),
    ],
)
def test_an_invalid_setting_gives_a_one_line_error(name, value, monkeypatch, capsys):
    monkeypatch.setenv(name, value)

    assert main(["serve", "--port", "0"]) == 1

    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(name)
    assert said.err.count("\n") == 1


def test_an_unreachable_database_gives_a_one_line_error_without_its_password(refusal):
    with closed_port() as port:
        nowhere = f"postgresql://ana:secret@127.0.0.1:{port}/scores"
        said = refusal(database=nowhere)

    assert "127.0.0.1" in said
    assert "secret" not in said
    assert said.count("\n") == 1
