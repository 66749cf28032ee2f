"""Restoring a league from a backup or an export, and keeping the replaced data."""

import resource
import sqlite3
from contextlib import closing, contextmanager

import pytest

from scorekeeper.access.invitations import InvalidInvitation, get_by_secret, invite
from scorekeeper.cli.main import main
from scorekeeper.league.club.codes import set_codes
from scorekeeper.rights import Right
from scorekeeper.server import engines
from tests.club_league import create_night
from tests.databases import create_bare_app
from tests.transfer.backups.backup_files import add_matches, complaint, contents, run_statement


@pytest.mark.parametrize("kind", ["backup", "export"])
def test_a_lost_league_is_restored_from_a_backup_or_an_export(league, tmp_path, capsys, kind):
    copy = tmp_path / "copy"
    assert main([kind, str(copy)]) == 0
    before = contents(league)
    league.unlink()

    assert main(["restore", str(copy)]) == 0

    assert capsys.readouterr().out == f"The data was restored from {copy}.\n"
    assert contents(league) == before
    assert not list(league.parent.glob(".restore*"))


def test_restore_replaces_matches_only_with_overwrite_and_keeps_the_old_data(
    league, tmp_path, capsys
):
    copy = tmp_path / "copy.sqlite"
    main(["backup", str(copy)])
    add_matches(league, matches=1, seed=9)
    before = contents(league)

    assert "The database already contains matches." in complaint(capsys, "restore", str(copy))
    assert contents(league) == before

    for number in (1, 2):
        assert main(["restore", str(copy), "--overwrite"]) == 0
        old_copy = league.with_name(f"league.sqlite.before-restore-{number}")
        assert f"The previous data was saved to {old_copy}." in capsys.readouterr().out
        assert contents(league) == contents(copy)
    assert contents(league.with_name("league.sqlite.before-restore-1")) == before


def test_restore_replaces_the_file_that_a_link_leads_to(league, tmp_path, monkeypatch, capsys):
    """The link could be in a container, and the file on a volume that outlives the container."""
    copy, link = tmp_path / "copy.sqlite", tmp_path / "linked" / "link.sqlite"
    main(["backup", str(copy)])
    add_matches(league, matches=1, seed=9)
    link.parent.mkdir()
    link.symlink_to(league)
    monkeypatch.setenv("SCOREKEEPER_DATABASE", str(link))
    capsys.readouterr()

    assert main(["restore", str(copy), "--overwrite"]) == 0

    old_copy = league.with_name("league.sqlite.before-restore-1")
    assert f"The previous data was saved to {old_copy}." in capsys.readouterr().out
    assert link.is_symlink()
    assert contents(league) == contents(copy) != contents(old_copy)


def test_restore_is_refused_while_the_server_runs(league, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite"
    main(["backup", str(copy)])
    before = contents(league)
    with closing(sqlite3.connect(league)) as server:
        server.execute("SELECT count(*) FROM match_event").fetchone()

        said = complaint(capsys, "restore", str(copy), "--overwrite")

    assert said == f"{league} is in use. Stop the server, then try again.\n"
    assert contents(league) == before
    assert main(["restore", str(copy), "--overwrite"]) == 0


@pytest.mark.parametrize("kind", ["backup", "export"])
def test_restore_to_a_full_disk_is_refused_with_a_reason(league, tmp_path, capsys, kind):
    copy = tmp_path / "copy"
    main([kind, str(copy)])
    before = contents(league)

    with full_disk():
        said = complaint(capsys, "restore", str(copy), "--overwrite")

    assert said.startswith(f"{league} cannot be written: ")
    assert contents(league) == before
    assert not list(league.parent.glob(".restore*"))


@contextmanager
def full_disk():
    """Let this process write only the first 50 kB of each file."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_restoring_an_export_ends_the_codes_for_the_tables_of_club_nights(league, tmp_path):
    """An export contains no codes, so ending a restored night could not make them invalid."""
    copy, app = tmp_path / "copy.jsonl", create_bare_app(f"sqlite:///{league}")
    store = engines.store_of(app)
    codes, link = invite(store, Right.SCORER, "Tables"), invite(store, Right.VIEWER, "Friends")
    set_codes(store, create_night(store, ()), lambda _connection, _before: codes.invitation)
    engines.engine_of(app).dispose()
    assert main(["export", str(copy)]) == 0

    assert main(["restore", str(copy), "--overwrite"]) == 0

    assert get_by_secret(store, link.link).id == link.invitation
    with pytest.raises(InvalidInvitation):
        get_by_secret(store, codes.link)
    engines.engine_of(app).dispose()


def test_restoring_a_backup_over_another_league_requires_overwrite(league, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite"
    assert main(["backup", str(copy)]) == 0
    for table in ("match_event", "match", "match_player"):
        run_statement(league, f"UPDATE {table} SET league_id = 2")

    assert "The database already contains matches." in complaint(capsys, "restore", str(copy))
