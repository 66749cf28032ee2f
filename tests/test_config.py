"""Settings from the environment: what is accepted, and what is refused."""

from pathlib import Path

import pytest
from flask import request

from scorekeeper import create_app
from scorekeeper.config import database_url, from_environment
from scorekeeper.errors import ConfigError
from scorekeeper.match.log import MemoryLog
from scorekeeper.web import permissions


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
def test_a_database_may_be_given_as_people_write_it(given, url):
    assert database_url(given) == url


@pytest.mark.parametrize("given", ["scores.sqlite", "sqlite:///scores.sqlite"])
def test_a_file_without_a_folder_is_in_this_one(given, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert database_url(given) == f"sqlite:///{tmp_path}/scores.sqlite"


@pytest.mark.parametrize("given", ["mysql://there/scores", "sqlite:///", "http://there"])
def test_another_database_is_refused_in_a_sentence(given):
    with pytest.raises(ConfigError, match="SCOREKEEPER_DATABASE must be a file"):
        database_url(given)


def test_names_come_with_commas():
    settings = from_environment({"SCOREKEEPER_HOSTS": "Cards.example.org, ,scores.example"})

    assert settings["HOSTS"] == ("cards.example.org", "scores.example")


@pytest.fixture
def scheme_behind(tmp_path, monkeypatch):
    """Return a function: number of trusted proxies -> URL scheme seen if a proxy reports https."""
    monkeypatch.setitem(permissions.REQUIRED_RIGHTS, "where", permissions.PUBLIC)

    def ask(proxies):
        app = create_app(
            {"SQLALCHEMY_DATABASE_URI": str(tmp_path / "scores.sqlite"), "PROXY": proxies}
        )
        app.add_url_rule("/where", view_func=where)
        stranger = app.test_client()
        stranger.token = None
        answer = stranger.get(
            "/where", headers={"X-Forwarded-Proto": "https", "X-Forwarded-Host": "localhost:1"}
        )
        return answer.text

    return ask


def where():
    return request.host_url


def test_a_proxy_is_believed_only_when_there_is_one(scheme_behind):
    assert scheme_behind(0) == "http://localhost/"
    assert scheme_behind(1) == "https://localhost:1/"


def test_a_log_handed_in_leaves_no_trace_on_disk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    create_app({}, log=MemoryLog({}))

    assert list(Path().iterdir()) == []
