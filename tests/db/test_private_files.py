"""The league's files are private, so other users of the machine cannot read them."""

import os
import stat

import pytest

from scorekeeper import create_app
from scorekeeper.cli.main import main
from scorekeeper.server import engines
from tests.server.http_requests import START, post
from tests.server.processes import serving


@pytest.fixture(autouse=True)
def usual_umask():
    """The umask of most systems, which makes new files readable by everyone."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder):
    """Return {name: permission bits} of a folder ("") and of each file in it."""
    files = {"": folder, **{file.name: file for file in folder.iterdir()}}
    return {name: oct(stat.S_IMODE(file.stat().st_mode)) for name, file in files.items()}


def test_a_database_created_by_the_server_and_its_folder_are_private(tmp_path):
    file = tmp_path / "kept" / "league.sqlite"
    with serving(tmp_path, SCOREKEEPER_DATABASE=str(file)) as (_, host, port):
        post(host, port, "/first", START)
        by_name = modes(file.parent)

    assert by_name.pop("") == "0o700"
    assert "league.sqlite-wal" in by_name
    assert set(by_name.values()) == {"0o600"}


def test_a_database_created_under_another_wsgi_server_is_private(tmp_path):
    """Scorekeeper does not set the umask of other WSGI servers."""
    file = tmp_path / "kept" / "league.sqlite"
    app = create_app({"SQLALCHEMY_DATABASE_URI": str(file)})
    engines.upgrade(app)
    by_name = modes(file.parent)
    engines.engine_of(app).dispose()

    assert set(by_name.values()) == {"0o700", "0o600"}


def test_opening_an_existing_database_removes_access_of_others_but_not_its_group(tmp_path):
    file = tmp_path / "league.sqlite"
    file.touch(mode=0o644)

    create_app({"SQLALCHEMY_DATABASE_URI": str(file)})

    assert modes(tmp_path)["league.sqlite"] == "0o640"


@pytest.mark.parametrize("command", ["backup", "export"])
def test_backups_and_exports_are_private(tmp_path, monkeypatch, capsys, command):
    copy, league = tmp_path / "copy", str(tmp_path / "league.sqlite")
    app = create_app({"SQLALCHEMY_DATABASE_URI": league})
    engines.upgrade(app)
    engines.engine_of(app).dispose()
    monkeypatch.setenv("SCOREKEEPER_DATABASE", league)

    assert main([command, str(copy)]) == 0
    assert capsys.readouterr().err == ""
    assert oct(stat.S_IMODE(copy.stat().st_mode)) == "0o600"
