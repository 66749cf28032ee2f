"""Scripts and stylesheets as they are served: compacted, and cached by browsers."""

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.match.log import MemoryLog
from scorekeeper.web.assets import compact_stylesheet, remove_style_comments

STATIC = Path(__file__).resolve().parents[2] / "static"
SCRIPTS = STATIC / "js"


@pytest.fixture(scope="module")
def app() -> Flask:
    return create_app(log=MemoryLog({}))


def test_scripts_are_served_without_comments_but_with_their_code_and_line_numbers(app):
    """Their first line asks the browser to compile all functions while the script loads."""
    phone = app.test_client()
    served = {file: phone.get(f"/static/js/0/{file.name}").text for file in SCRIPTS.glob("*.js")}

    assert served
    for file, text in served.items():
        assert text.startswith("//# allFunctionsCalledOnLoad\n")
        code = text.removeprefix("//# allFunctionsCalledOnLoad")
        for old, new in zip(file.read_text().split("\n"), code.split("\n"), strict=True):
            assert old.startswith(new), (file.name, old)
            assert old == new or old.removeprefix(new).lstrip().startswith("//"), (file.name, old)
    left = [line for text in served.values() for line in text.split("\n") if " // " in line]
    assert len(left) < 20, left


def test_stylesheets_are_served_without_comments_and_keep_their_rules_and_line_numbers(app):
    phone = app.test_client()
    files = sorted((STATIC / "css").glob("*.css"))
    for file in files:
        own = file.read_text()
        served = phone.get(f"/static/css/{file.name}").text

        assert "/*" not in served, file.name
        assert len(served.split("\n")) == len(own.split("\n")), file.name
        # No text in these files contains comment markers.
        parts = [part.partition("*/")[2] if n else part for n, part in enumerate(own.split("/*"))]
        # Only spaces differ. Spaces that separate words are kept.
        assert "".join(served.split()) == "".join("".join(parts).split()), file.name
        assert len(served) < len("".join(parts)), file.name
    assert files


@pytest.mark.parametrize(
    ("stylesheet", "served"),
    [
        (b"a { }  /* why */\nb { }", b"a { }  \nb { }"),
        (b"/* two\nlines */\na { }", b"\n\na { }"),
        (b"a { inset: 0 /* none */ 1px; }", b"a { inset: 0  1px; }"),
        (b'a::before { content: "/* shown */"; }', b'a::before { content: "/* shown */"; }'),
        (b"a::before { content: '\\'/*' } /**/", b"a::before { content: '\\'/*' } "),
        (b"/* it's */ a { } /* \" */ b { }", b" a { }  b { }"),
    ],
)
def test_only_comments_are_removed_from_a_stylesheet(stylesheet, served):
    assert remove_style_comments(stylesheet) == served


@pytest.mark.parametrize(
    ("stylesheet", "served"),
    [
        (
            b"a:is(.b, .c) > d :hover {\n  inset: 0 1px;\n}",
            b"a:is(.b,.c) > d :hover{\ninset:0 1px;\n}",
        ),
        (b"a { --x: 1px; } /* why */ b { }", b"a{--x:1px;}b{}"),
        (b"a {\n  grid: auto /\n    1fr 2fr;\n}", b"a{\ngrid:auto /\n1fr 2fr;\n}"),
        (
            b"@media (width < 9rem) and (height >= 2rem) { a { } }",
            b"@media (width < 9rem) and (height >= 2rem){a{}}",
        ),
        (
            b'a { grid: "b  c" calc(1px + 2px); content: ": {"; }',
            b'a{grid:"b  c" calc(1px + 2px);content:": {";}',
        ),
    ],
    ids=["selectors", "comment", "lines", "media", "quotes"],
)
def test_a_stylesheet_is_served_without_needless_spaces(stylesheet, served):
    assert compact_stylesheet(stylesheet) == served


@pytest.mark.parametrize(
    ("path", "mimetype"),
    [("js/0/core.js", "text/javascript"), ("css/base.css", "text/css")],
    ids=["script", "stylesheet"],
)
def test_an_unchanged_file_gives_304(app, path, mimetype):
    first = app.test_client().get(f"/static/{path}")

    again = app.test_client().get(
        f"/static/{path}", headers={"If-None-Match": first.headers["ETag"]}
    )

    assert first.mimetype == mimetype
    assert (again.status_code, again.data) == (304, b"")


def test_browsers_keep_a_stylesheet_for_a_year_only_at_the_address_with_its_hash(app):
    phone = app.test_client()
    with app.test_request_context():
        address = app.jinja_env.globals["asset"]("css/base.css")

    kept, other = phone.get(address), phone.get("/static/css/base.css?v=0")

    assert "immutable" in kept.headers["Cache-Control"]
    assert other.headers["Cache-Control"] == "no-cache"


def test_a_missing_stylesheet_gives_404(app):
    assert app.test_client().get("/static/css/none.css").status_code == 404


@pytest.mark.parametrize("name", ["none.js", "..", "..%2fjs%2fcore.js"])
def test_only_scripts_are_served_as_scripts(app, name):
    assert app.test_client().get(f"/static/js/0/{name}").status_code == 404
