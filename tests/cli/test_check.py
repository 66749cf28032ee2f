"""`check` reports problems. With `--repair`, it saves a copy and then repairs the problems."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import update

from scorekeeper.cli.main import main
from scorekeeper.db.tables import Players
from scorekeeper.server import engines
from tests.databases import create_bare_app
from tests.filled_league import fill_league
from tests.transfer.exports import decode_document


@pytest.fixture
def file(sqlite, monkeypatch):
    """The database file of the league that the commands use."""
    monkeypatch.setenv("SCOREKEEPER_DATABASE", sqlite)
    app = create_bare_app(sqlite)
    fill_league(app, matches=8, seed=3)
    engines.engine_of(app).dispose()
    return Path(sqlite.removeprefix("sqlite:///"))


def read_output(capsys, *command):
    status = main(list(command))
    return status, capsys.readouterr().out.splitlines()


def test_check_reports_no_problems_in_a_sound_league(file, capsys):
    assert read_output(capsys, "check") == (0, ["No problems were found in the league."])


@pytest.mark.parametrize("option", ["--repair", "--mend"])  # --mend is the older name of --repair
def test_check_reports_and_repairs_problems_and_keeps_a_copy(option, file, capsys):
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE player SET merged_into = 1 WHERE id = 2")
    shutil.copy(file, before := file.with_name("before"))

    status, lines = read_output(capsys, "check")
    assert status == 1
    assert lines[0].endswith("Run `scorekeeper check --repair` to repair this.")
    status, lines = read_output(capsys, "check", option)

    assert (status, lines[-1]) == (0, "No problems were found in the league.")
    copy = Path(lines[0].removeprefix("Saved a copy before the repair: "))
    assert copy.name == f"{file.name}.before-repair-1"
    assert people(copy) == people(before)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            "UPDATE player SET colour = 'red' WHERE id = 2",
            "The value of colour in the table player cannot be read: 'red'. It is in the row with"
            " league_id 1, id 2.",
        ),
        (
            "UPDATE league SET name = x'ff'",
            "The value of name in the table league cannot be read: X'FF'. It is in the row"
            " with id 1.",
        ),
        (
            "UPDATE match_event SET match_id = 'x' WHERE match_id = 2 AND version = 1",
            "The value of match_id in the table match_event cannot be read: 'x'. It is in the row"
            " with league_id 1, match_id 'x', version 1.",
        ),
    ],
)
def test_a_value_of_the_wrong_type_is_reported(file, tmp_path, capsys, change, problem):
    """Only SQLite can store such a value."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(change)
    advice = "Restore a backup with `scorekeeper restore`."

    assert read_output(capsys, "check") == (1, [f"League 1: {problem} {advice}"])
    assert main(["export", str(tmp_path / "league.jsonl")]) == 1
    assert capsys.readouterr().err == f"The league cannot be exported. {problem} {advice}\n"
    assert main(["backup", str(tmp_path / "copy.sqlite")]) == 0
    assert problem in capsys.readouterr().err


def test_check_reports_seats_of_a_missing_player(file, capsys):
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DELETE FROM player WHERE id = 2")  # foreign keys are off here

    status, lines = read_output(capsys, "check")

    assert status == 1
    assert any(
        "of the table match_player refer to rows that do not exist." in line for line in lines
    )


def test_check_and_export_name_a_value_that_cannot_be_read(file, tmp_path, capsys):
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("INSERT INTO terms VALUES (1, 1, 0, NULL, 'not JSON')")
    problem = (
        "The value of stake in the table terms (seasons and stakes of matches) cannot be read:"
    )
    problem += " not JSON. It is in the row with league_id 1, match_id 1."
    problem += " Restore a backup with `scorekeeper restore`."

    for command in (["check"], ["check", "--repair"]):
        assert read_output(capsys, *command) == (1, [f"League 1: {problem}"])
    assert main(["export", str(tmp_path / "league.jsonl")]) == 1
    assert capsys.readouterr().err == f"The league cannot be exported. {problem}\n"


@pytest.mark.pg
def test_on_postgresql_each_league_is_exported_before_it_is_repaired(
    postgresql, tmp_path, monkeypatch, capsys
):
    monkeypatch.setenv("SCOREKEEPER_DATABASE", postgresql)
    monkeypatch.chdir(tmp_path)
    app = create_bare_app(postgresql)
    fill_league(app, matches=2, seed=1)
    assert main(["new-league", "The other"]) == 0
    with engines.engine_of(app).begin() as connection:
        connection.execute(update(Players).where(Players.id == 2).values(merged_into=1))
    engines.engine_of(app).dispose()
    capsys.readouterr()

    lines = read_output(capsys, "check", "--repair")[1]

    assert lines[:2] == [
        f"Saved a copy before the repair: {tmp_path / name}"
        for name in ("scorekeeper.jsonl.before-repair-1", "scorekeeper-2.jsonl.before-repair-1")
    ]
    names = [
        decode_document(each.read_bytes())["league"]["name"] for each in tmp_path.glob("*repair-1")
    ]
    assert "The other" in names


def people(file):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("SELECT * FROM player").fetchall()


def test_check_of_a_missing_league_is_refused_with_a_reason(file, capsys):
    assert main(["check", "--league", "9"]) == 1
    assert capsys.readouterr().err == "There is no league 9 in this database.\n"


@pytest.mark.parametrize("left", [0, 2])
def test_a_repair_keeps_the_result_of_a_match_that_has_lost_entries_of_its_log(file, capsys, left):
    results = "SELECT seat, player_id, place, points FROM match_player WHERE match_id = ?"
    with closing(sqlite3.connect(file)) as connection, connection:
        query = "SELECT id FROM match WHERE state = 'over' AND version > 2"
        (match,) = connection.execute(query).fetchone()
        before = connection.execute(results, [match]).fetchall()
        gone = "DELETE FROM match_event WHERE match_id = ? AND version > ?"
        connection.execute(gone, [match, left])

    _, same = read_output(capsys, "check")
    status, lines = read_output(capsys, "check", "--repair")

    assert (status, lines) == (1, same)
    assert lines[0].startswith(f"League 1: Match {match} (")
    assert lines[0].endswith("Restore a backup with `scorekeeper restore`.")
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute(results, [match]).fetchall() == before


@pytest.mark.parametrize("damaged", ["[no json", "[" * 1500 + "]" * 1500], ids=["text", "nested"])
@pytest.mark.parametrize("column", ["summary", "result"])
def test_invalid_json_in_a_derived_row_is_found_and_repaired(file, capsys, column, damaged):
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(f"UPDATE match SET {column} = '{damaged}' WHERE id = 2")

    assert read_output(capsys, "check")[1] == [
        "League 1: The stored results of these matches differ from the log: 2."
        " Run `scorekeeper check --repair` to repair this."
    ]
    assert read_output(capsys, "check", "--repair")[0] == 0


def test_entries_of_a_missing_league_are_found_and_kept_in_a_repair(file, capsys):
    moved = "SELECT count(*) FROM match_event WHERE league_id = 9"
    with closing(sqlite3.connect(file)) as connection, connection:
        for table in ("match_event", "match", "match_player"):
            name = "id" if table == "match" else "match_id"
            connection.execute(f"UPDATE {table} SET league_id = 9 WHERE {name} = 8")
        connection.execute("UPDATE match_player SET points = 7 WHERE match_id = 2")
        before = connection.execute(moved).fetchone()

    status, lines = read_output(capsys, "check", "--repair")

    assert status == 1
    assert any(
        "rows of the table match_event refer to rows that do not exist." in line for line in lines
    )
    assert not any("differ from the log" in line for line in lines)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute(moved).fetchone() == before


def test_rebuild_names_the_missing_player_of_a_match_and_changes_nothing(file, capsys):
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("DELETE FROM player WHERE id = 2")  # foreign keys are off here
        seats = "SELECT match_id, seat, player_id, points FROM match_player ORDER BY 1, 2"
        before = connection.execute(seats).fetchall()
    first = min(match for match, _, player, _ in before if player == 2)

    status = main(["rebuild"])

    refusal = capsys.readouterr().err
    assert status != 0
    assert f"Match {first} of league 1 has a seat for player 2, whose row is missing" in refusal
    assert "Restore a backup with `scorekeeper restore`." in refusal
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute(seats).fetchall() == before
