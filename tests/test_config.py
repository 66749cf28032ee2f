"""Settings from the environment: accepted and refused values."""

from pathlib import Path

import pytest
from flask import request

from scorekeeper import create_app
from scorekeeper.config import database_url, from_environment
from scorekeeper.errors import ConfigError
from scorekeeper.match.log import MemoryLog
from scorekeeper.web import permissions
from tests.members import outside_phone


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("postgres://ana@there/scores", "postgresql+psycopg://ana@there/scores"),
        ("postgresql://ana@there/scores?x=1", "postgresql+psycopg://ana@there/scores?x=1"),
        ("postgresql+psycopg://there/scores", "postgresql+psycopg://there/scores"),
        ("sqlite:////srv/scores.sqlite", "sqlite:////srv/scores.sqlite"),
        ("/srv/scores.sqlite", "sqlite:////srv/scores.sqlite"),
        ("sqlite://", "sqlite://"),
        ("sqlite:///:memory:", "sqlite://"),
    ],
)
def test_database_settings_are_normalised_to_sqlalchemy_urls(given, url):
    assert database_url(given) == url


@pytest.mark.parametrize("given", ["scores.sqlite", "sqlite:///scores.sqlite"])
def test_a_relative_database_file_is_in_the_working_directory(given, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert database_url(given) == f"sqlite:///{tmp_path}/scores.sqlite"


@pytest.mark.parametrize("given", ["mysql://there/scores", "sqlite:///", "http://there"])
def test_an_unsupported_database_is_refused(given):
    with pytest.raises(ConfigError, match="SCOREKEEPER_DATABASE must be a file"):
        database_url(given)


def test_host_names_are_split_at_commas_and_lowercased():
    settings = from_environment({"SCOREKEEPER_HOSTS": "Cards.example.org, ,scores.example"})

    assert settings["HOSTS"] == ("cards.example.org", "scores.example")


@pytest.fixture
def scheme_behind(tmp_path, monkeypatch):
    """A function that returns the host URL seen with this number of trusted proxies."""
    monkeypatch.setitem(permissions.REQUIRED_RIGHTS, "where", permissions.PUBLIC)

    def host_url(proxies):
        app = create_app(
            {"SQLALCHEMY_DATABASE_URI": str(tmp_path / "scores.sqlite"), "PROXY": proxies}
        )
        app.add_url_rule("/where", view_func=where)
        stranger = outside_phone(app)
        response = stranger.get(
            "/where", headers={"X-Forwarded-Proto": "https", "X-Forwarded-Host": "localhost:1"}
        )
        return response.text

    return host_url


def where():
    return request.host_url


def test_forwarded_headers_are_trusted_only_if_a_proxy_is_configured(scheme_behind):
    assert scheme_behind(0) == "http://localhost/"
    assert scheme_behind(1) == "https://localhost:1/"


def test_an_app_with_a_memory_log_writes_no_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    create_app({}, log=MemoryLog({}))

    assert list(Path().iterdir()) == []
