"""If the file of the database is damaged, every command says so and advises to restore a backup."""

import pytest

from scorekeeper.cli.main import main
from tests.transfer.backups.backup_files import complaint, contents

COMMANDS = {
    "serve": ["--port", "0"],
    "check": [],
    "check --mend": [],
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


@pytest.mark.parametrize("reason", DAMAGE)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_on_a_damaged_database_advises_to_restore_a_backup(
    league, tmp_path, monkeypatch, capsys, command, reason
):
    monkeypatch.chdir(tmp_path)
    league.write_bytes(DAMAGE[reason](league.read_bytes()))

    assert complaint(capsys, *command.split(), *COMMANDS[command]) == (
        f"The database {league} cannot be used: {reason}. Restore a backup with `scorekeeper"
        " restore`, or set SCOREKEEPER_DATABASE to another database.\n"
    )
    assert not list(tmp_path.glob("*copy*")) + list(tmp_path.glob("*.jsonl*"))


def test_a_backup_of_a_damaged_database_leaves_the_older_backup(league, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite"
    assert main(["backup", str(copy)]) == 0
    before = contents(copy)
    league.write_bytes(league.read_bytes()[:20_000])

    assert f"{league} cannot be used" in complaint(capsys, "backup", str(copy), "--overwrite")

    assert contents(copy) == before
    assert [file.name for file in tmp_path.glob("copy*")] == ["copy.sqlite"]
    assert main(["restore", str(copy), "--overwrite"]) == 0
    assert main(["check"]) == 0
