"""After a backup is written, it is read again, and its problems are reported."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine

from scorekeeper.cli.main import main
from scorekeeper.server import engines
from scorekeeper.transfer import backups
from tests.databases import create_bare_app
from tests.filled_league import fill_league
from tests.transfer.backups.backup_files import contents, run_statement


def test_backup_verifies_the_copy_and_reports_its_problems(league, tmp_path, capsys):
    run_statement(league, "UPDATE player SET merged_into = 1 WHERE id = 2")
    copy = tmp_path / "copy.sqlite"

    assert main(["backup", str(copy)]) == 0

    said = capsys.readouterr()
    assert said.out == ""
    assert "are merged into one player, but both have seats in match" in said.err
    assert contents(copy) == contents(league)
    assert [file.name for file in tmp_path.glob("copy*")] == ["copy.sqlite"]


def test_backup_reports_nothing_for_a_sound_league_or_with_no_verify(league, tmp_path, capsys):
    assert main(["backup", str(tmp_path / "whole.sqlite")]) == 0
    run_statement(league, "UPDATE player SET merged_into = 1 WHERE id = 2")
    assert main(["backup", "--no-verify", str(tmp_path / "copy.sqlite")]) == 0

    assert capsys.readouterr() == ("", "")


def test_a_damaged_league_is_copied_and_reported_as_damaged(league, tmp_path, capsys):
    run_statement(league, "UPDATE match_player SET player_id = 999 WHERE match_id = 1 AND seat = 0")
    copy = tmp_path / "copy.sqlite"

    assert main(["backup", str(copy)]) == 0

    said = f"League 1: The copy was written to {copy}, but it failed the check: {copy} is damaged."
    said += " Use an older backup. Keep your older backups."
    assert capsys.readouterr().err.startswith(said)
    assert copy.exists()


def test_a_damaged_copy_does_not_replace_the_only_good_one(league, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite"
    assert main(["backup", str(copy)]) == 0
    before = contents(copy)

    assert main(["backup", str(copy), "--overwrite"]) == 0
    assert [file.name for file in tmp_path.glob("copy*")] == ["copy.sqlite"]
    run_statement(league, "UPDATE match_player SET player_id = 999 WHERE match_id = 1 AND seat = 0")
    for _ in range(2):
        assert main(["backup", str(copy), "--overwrite"]) == 0

        assert "it failed the check" in capsys.readouterr().err
        assert contents(tmp_path / "copy.sqlite.older") == before
        assert contents(copy) == contents(league)


def test_a_copy_with_a_value_that_cannot_be_read_does_not_replace_the_only_good_one(
    league, tmp_path, capsys
):
    copy = tmp_path / "copy.sqlite"
    assert main(["backup", str(copy)]) == 0
    before = contents(copy)
    run_statement(league, "INSERT INTO terms VALUES (1, 1, 0, NULL, 'not JSON')")

    assert main(["backup", str(copy), "--overwrite"]) == 0

    assert "The value of stake in the table terms" in capsys.readouterr().err
    assert contents(tmp_path / "copy.sqlite.older") == before


def test_a_refused_backup_leaves_no_second_copy(league, tmp_path):
    copy = tmp_path / "copy.sqlite"
    assert main(["backup", str(copy)]) == 0

    assert main(["backup", str(copy)]) == 1

    assert [file.name for file in tmp_path.glob("copy*")] == ["copy.sqlite"]


@pytest.fixture
def postgresql_league(postgresql, monkeypatch):
    """The address of a league with two matches, which the commands use on PostgreSQL."""
    monkeypatch.setenv("SCOREKEEPER_DATABASE", postgresql)
    app = create_bare_app(postgresql)
    fill_league(app, matches=2, seed=1)
    engines.engine_of(app).dispose()
    return postgresql


def run_on_postgresql(address, statement):
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


def flip(file, at):
    """Change the lowest bit of the byte at this position in a file."""
    data = bytearray(file.read_bytes())
    data[at] ^= 1
    file.write_bytes(data)


DAMAGE = {
    "a digit": lambda file: flip(file, file.read_bytes().index(b'"changed_at":') + 14),
    "cut off": lambda file: file.write_bytes(file.read_bytes()[:-9]),
    "empty": lambda file: file.write_bytes(b""),
    "missing": Path.unlink,
}


@pytest.mark.pg
@pytest.mark.parametrize("damage", DAMAGE)
def test_backup_of_postgresql_finds_a_damaged_copy(
    postgresql_league, tmp_path, monkeypatch, capsys, damage
):
    """The file is damaged between writing and verification, as a faulty disk might do."""
    file = tmp_path / "league.jsonl"
    fsync = backups.fsync_path

    def fsync_and_damage(path):
        fsync(path)
        if path == file.parent:  # the last step of writing the file
            DAMAGE[damage](file)

    monkeypatch.setattr(backups, "fsync_path", fsync_and_damage)

    assert main(["backup", str(file)]) == 0

    assert f"was written to {file}, but it failed the check: " in capsys.readouterr().err


@pytest.mark.pg
def test_backup_of_postgresql_reads_the_copy_unless_told_otherwise(
    postgresql_league, tmp_path, capsys
):
    file = tmp_path / "league.jsonl"

    assert main(["backup", str(file)]) == 0
    assert capsys.readouterr().err == ""
    run_on_postgresql(postgresql_league, "UPDATE player SET merged_into = 1 WHERE id = 2")
    assert main(["backup", "--overwrite", "--no-verify", str(file)]) == 0
    assert capsys.readouterr().err == ""
    assert main(["backup", "--overwrite", str(file)]) == 0

    said = capsys.readouterr().err
    assert "are merged into one player, but both have seats in match" in said
    assert "An export of this league cannot be restored: " in said


@pytest.mark.pg
def test_backup_of_postgresql_without_a_value_that_cannot_be_read_keeps_the_older_copy(
    postgresql_league, tmp_path, capsys
):
    file = tmp_path / "league.jsonl"
    assert main(["backup", str(file)]) == 0
    before = file.read_bytes()
    run_on_postgresql(postgresql_league, "INSERT INTO terms VALUES (1, 1, false, NULL, '7')")

    assert main(["backup", str(file), "--overwrite", "--no-verify"]) == 1
    assert "The league cannot be exported." in capsys.readouterr().err
    assert file.read_bytes() == before
    assert main(["backup", str(file), "--overwrite"]) == 0

    assert "The value of stake in the table terms" in capsys.readouterr().err
    assert (tmp_path / "league.jsonl.older").read_bytes() == before
    assert file.read_bytes() != before
