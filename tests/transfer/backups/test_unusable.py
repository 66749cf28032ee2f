"""Restoring an unusable backup or export is refused and changes nothing."""

import pytest

from scorekeeper.cli.main import main
from scorekeeper.errors import ConfigError
from scorekeeper.transfer import backups
from tests.transfer.backups.backup_files import complaint, contents, run_statement
from tests.transfer.exports import decode_document, encode_document

NEWER = "UPDATE alembic_version SET version_num = '9999'"


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        pytest.param(NEWER, "is from a newer version of Scorekeeper", id="newer"),
        pytest.param("DROP TABLE match_event", "is not a Scorekeeper database.", id="another"),
        pytest.param("DELETE FROM match", "is damaged. Use an older backup.", id="damaged"),
    ],
)
def test_restoring_an_unusable_database_is_refused(league, tmp_path, capsys, spoil, sentence):
    copy = tmp_path / "copy.sqlite"
    main(["backup", str(copy)])
    run_statement(copy, spoil)
    before = contents(league)

    assert sentence in complaint(capsys, "restore", str(copy), "--overwrite")
    assert contents(league) == before


def test_restoring_a_truncated_database_is_refused(league, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite"
    main(["backup", str(copy)])
    copy.write_bytes(copy.read_bytes()[: 5 * 4096])

    with pytest.raises(ConfigError):
        backups.check_database(copy)
    assert main(["restore", str(copy), "--overwrite"]) == 1


def test_restoring_an_invalid_export_leaves_the_league_unchanged(league, tmp_path, capsys):
    file = tmp_path / "league.jsonl"
    main(["export", str(file)])
    whole = decode_document(file.read_bytes())
    whole["log"][1]["version"] = 7
    file.write_bytes(encode_document(whole))
    before = contents(league)

    assert "entry 7 cannot follow entry 1" in complaint(capsys, "restore", str(file), "--overwrite")
    assert contents(league) == before
    assert not list(league.parent.glob("*before*"))
