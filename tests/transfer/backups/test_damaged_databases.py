"""If the database file is damaged, every command says so and advises restoring a backup."""

import pytest

from scorekeeper.cli.main import main
from tests.transfer.backups.backup_files import complaint, contents

COMMANDS = {
    "serve": ["--port", "0"],
    "check": [],
    "check --repair": [],
    "rebuild": [],
    "owner-link": [],
    "export": ["league.jsonl"],
    "backup": ["copy.sqlite"],
    "backup --no-verify": ["copy.sqlite"],
}
DAMAGE = {
    "database disk image is malformed": lambda data: data[: len(data) // 2],
    "file is not a database": lambda data: bytes(100) + data[100:],
}
COPIED = "No backup was written. The damaged file was copied unchanged to copy.sqlite.damaged-1.\n"


@pytest.mark.parametrize("reason", DAMAGE)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_on_a_damaged_database_advises_to_restore_a_backup(
    league, tmp_path, monkeypatch, capsys, command, reason
):
    monkeypatch.chdir(tmp_path)
    league.write_bytes(DAMAGE[reason](league.read_bytes()))

    said = complaint(capsys, *command.split(), *COMMANDS[command])

    assert said.removesuffix(COPIED).rstrip() == (
        f"The database {league} cannot be used: {reason}. Restore a backup with `scorekeeper"
        " restore`, or set SCOREKEEPER_DATABASE to another database."
    )
    is_backup = command.startswith("backup")
    assert said.endswith(COPIED) is is_backup
    written = list(tmp_path.glob("*copy*")) + list(tmp_path.glob("*.jsonl*"))
    assert [file.name for file in written] == ["copy.sqlite.damaged-1"] * is_backup


@pytest.mark.parametrize("is_link", [False, True])
def test_each_backup_of_a_damaged_database_copies_its_files_unchanged(
    league, tmp_path, monkeypatch, capsys, is_link
):
    copy = tmp_path / "copy.sqlite"
    if is_link:
        link = tmp_path / "link.sqlite"
        link.symlink_to(league)
        monkeypatch.setenv("SCOREKEEPER_DATABASE", str(link))
    league.write_bytes(league.read_bytes()[:20_000])
    wal = league.with_name(league.name + "-wal")
    wal.write_bytes(b"the latest deals")

    for number in (1, 2):
        assert f"{copy}.damaged-{number}." in complaint(capsys, "backup", str(copy))
        damaged = copy.with_name(f"copy.sqlite.damaged-{number}")
        assert damaged.read_bytes() == league.read_bytes()
        assert damaged.with_name(f"{damaged.name}-wal").read_bytes() == b"the latest deals"
        assert damaged.stat().st_mode & 0o777 == 0o600


def test_a_backup_of_a_damaged_database_leaves_the_older_backup(league, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite"
    assert main(["backup", str(copy)]) == 0
    before = contents(copy)
    league.write_bytes(league.read_bytes()[:20_000])

    assert f"{league} cannot be used" in complaint(capsys, "backup", str(copy), "--overwrite")

    assert contents(copy) == before
    names = sorted(file.name for file in tmp_path.glob("copy*"))
    assert names == ["copy.sqlite", "copy.sqlite.damaged-1"]
    assert main(["restore", str(copy), "--overwrite"]) == 0
    assert main(["check"]) == 0
