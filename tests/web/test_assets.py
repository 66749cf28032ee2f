"""Scripts as they are served: without their comments, and cached by browsers."""

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.match.log import MemoryLog

SCRIPTS = Path(__file__).resolve().parents[2] / "static" / "js"


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(log=MemoryLog({}))


def test_scripts_are_served_without_comments_and_keep_their_code_and_line_numbers(app):
    phone = app.test_client()
    served = {file: phone.get(f"/static/js/0/{file.name}").text for file in SCRIPTS.glob("*.js")}

    assert served
    for file, text in served.items():
        for old, new in zip(file.read_text().split("\n"), text.split("\n"), strict=True):
            assert old.startswith(new), (file.name, old)
            assert old == new or old.removeprefix(new).lstrip().startswith("//"), (file.name, old)
    left = [line for text in served.values() for line in text.split("\n") if " // " in line]
    assert len(left) < 20, left


def test_an_unchanged_script_gives_304(app):
    first = app.test_client().get("/static/js/0/core.js")

    again = app.test_client().get(
        "/static/js/0/core.js", headers={"If-None-Match": first.headers["ETag"]}
    )

    assert first.mimetype == "text/javascript"
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("name", ["none.js", "..", "..%2fjs%2fcore.js"])
def test_only_scripts_are_served_as_scripts(app, name):
    assert app.test_client().get(f"/static/js/0/{name}").status_code == 404
