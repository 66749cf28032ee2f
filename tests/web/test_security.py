"""Refused origins, host names and bodies; error pages; the headers of every response."""

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.match.log import MemoryLog
from scorekeeper.web.security import CONTENT_POLICY, is_own_host

HERE = {"Origin": "http://localhost"}


@pytest.fixture(scope="module")
def app() -> Flask:
    app = create_app({"HOSTS": ("table.example",)}, log=MemoryLog({}))
    app.config["PROPAGATE_EXCEPTIONS"] = False

    @app.post("/said")
    def said():
        return request.form.get("bid", "nothing")

    @app.get("/deal/<int:number>")
    def deal(number):
        return f"<p>Deal {number}</p>"

    @app.get("/broken")
    def broken():
        raise RuntimeError("a mistake of ours")

    return app


class Reader(FlaskClient):
    """A client that reads every response to its end, so that no file stays open."""

    def open(self, *arguments, **options):
        return super().open(*arguments, buffered=True, **options)


@pytest.fixture
def phone(app):
    return Reader(app, use_cookies=False)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({"Sec-Fetch-Site": "same-origin"}, 200, id="our own page"),
        pytest.param({"Sec-Fetch-Site": "none"}, 200, id="typed by the person"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, 403, id="another site"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, 403, id="a neighbour on the same domain"),
        pytest.param({"Sec-Fetch-Site": "cross-site", **HERE}, 403, id="the browser's word first"),
        pytest.param(HERE, 200, id="our own page on a home network"),
        pytest.param({"Origin": "http://localhost:81"}, 403, id="another port"),
        pytest.param({"Origin": "https://localhost"}, 403, id="another scheme"),
        pytest.param({"Origin": "http://evil.example"}, 403, id="another origin"),
        pytest.param({"Origin": "null"}, 403, id="an origin that hides itself"),
        pytest.param({"Cookie": "device=1"}, 403, id="a browser that says nothing"),
        pytest.param({}, 200, id="a program without cookies"),
    ],
)
def test_a_change_comes_from_our_own_pages(phone, headers, status):
    answer = phone.post("/said", data={"bid": "2"}, headers=headers)

    assert answer.status_code == status


def test_a_stranger_is_told_that_nothing_was_saved(phone):
    refused = phone.post("/said", headers={"Sec-Fetch-Site": "cross-site"})

    assert "This request came from another site, so nothing was saved." in refused.text


def test_looking_is_free_from_anywhere(phone):
    assert phone.get("/deal/3", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8000",
        "127.0.0.1:8000",
        "192.168.1.23:8000",
        "100.64.0.7",
        "[::1]:8000",
        "[fe80::1]",
        "table.local:8000",
        "table.fritz.box",
        "localhost.",
    ],
)
def test_known_names_and_addresses_are_ours(host):
    assert is_own_host(host, frozenset({"localhost", "table.local", "table.fritz.box"}))


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "localhost@evil.example",
        "localhost:x",
        "192.168.1",
        "0x7f.1",
        "::1",
        "[::1",
        "a b",
    ],
)
def test_any_other_name_is_not(host):
    assert not is_own_host(host, frozenset({"localhost"}))


@pytest.mark.parametrize("host", ["evil.example", "evil.example/", "a b", "[::1", "x\x7f", "é"])
def test_a_name_pointed_here_by_a_stranger_is_refused_in_a_sentence(phone, host):
    refused = phone.get("/deal/3", headers={"Host": host})

    assert refused.status_code == 400
    assert refused.text.startswith("This server does not accept that host name")


def test_a_name_in_the_settings_is_known(phone):
    assert phone.get("/deal/3", headers={"Host": "table.example"}).status_code == 200


@pytest.mark.parametrize("path", ["/deal/3", "/nowhere", "/broken", "/static/icons/icons.svg"])
def test_every_answer_carries_the_headers(phone, path):
    headers = phone.get(path).headers

    assert headers["Content-Security-Policy"] == CONTENT_POLICY
    assert "unsafe" not in CONTENT_POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "screen-wake-lock=(self)" in headers["Permissions-Policy"]


def test_what_htmx_fetches_leaves_out_what_is_read_of_a_document_alone(phone):
    headers = phone.get("/deal/3", headers={"HX-Request": "true"}).headers

    assert headers["Content-Security-Policy"] == CONTENT_POLICY
    assert "Permissions-Policy" not in headers
    assert "Referrer-Policy" not in headers


@pytest.mark.parametrize("path", ["/static/css/base.css", "/static/js/core.js"])
def test_what_a_page_brings_with_it_says_only_what_it_can_use(phone, path):
    headers = phone.get(path).headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Content-Security-Policy" not in headers


def test_windows_are_kept_apart_where_the_browser_listens(phone):
    secure = phone.get("/deal/3", base_url="https://localhost")

    assert secure.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Cross-Origin-Opener-Policy" not in phone.get("/deal/3").headers


def test_browsers_are_told_to_use_https_alone_when_that_is_asked_for(phone):
    name = "Strict-Transport-Security"
    assert name not in phone.get("/deal/3", base_url="https://localhost").headers

    phone.application.config["HSTS"] = 31536000

    assert phone.get("/deal/3", base_url="https://localhost").headers[name] == "max-age=31536000"
    assert name not in phone.get("/deal/3").headers  # browsers ignore it over http


def test_pages_are_asked_for_again_on_every_visit(phone):
    assert phone.get("/deal/3").headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        pytest.param("/nowhere", 404, "This page does not exist.", id="no page"),
        pytest.param(
            "/said", 405, "This page does not accept this kind of request.", id="wrong way"
        ),
        pytest.param("/broken", 500, "Everything saved before is safe.", id="our mistake"),
    ],
)
def test_an_error_is_one_sentence_and_a_way_home(phone, path, status, sentence):
    page = phone.get(path)

    assert page.status_code == status
    assert sentence in page.text
    assert 'href="/"' in page.text
    assert "Traceback" not in page.text
    assert "a mistake of ours" not in page.text


def test_a_wrong_way_names_the_right_one(phone):
    assert "POST" in phone.get("/said").headers["Allow"]


def test_an_error_page_takes_the_place_of_the_page_not_of_a_part(phone):
    headers = phone.get("/nowhere", headers={"HX-Request": "true"}).headers

    assert (headers["HX-Retarget"], headers["HX-Reswap"]) == ("body", "innerHTML")


def test_too_much_is_not_read(phone):
    refused = phone.post("/said", data={"bid": "2" * 70_000})

    assert refused.status_code == 413
    assert "The request is too large" in refused.text


def test_a_body_that_does_not_say_its_length_is_not_read(phone):
    refused = phone.post("/said", headers={"Transfer-Encoding": "chunked"})

    assert refused.status_code == 411
    assert "must include its length" in refused.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        pytest.param("/deal/%00", 400, id="null in the path"),
        pytest.param("/deal/3?why=%00", 400, id="null in the query"),
        pytest.param("/deal/3?%00=1", 400, id="null in a name"),
        pytest.param("/deal/%ff%fe", 404, id="not UTF-8"),
        pytest.param("/deal/3?why=%ff", 200, id="not UTF-8 in the query"),
        pytest.param("/deal/%ed%a0%80", 404, id="half a character"),
        pytest.param("/deal/2147483648", 404, id="larger than a column"),
        pytest.param("/deal/" + "9" * 5000, 404, id="five thousand digits"),
        pytest.param("/deal/-1", 404, id="negative"),
        pytest.param("/deal/٣", 404, id="digits of another script"),
        pytest.param("/deal/2147483647", 200, id="the largest"),
    ],
)
def test_odd_addresses_are_no_mistake_of_ours(phone, path, status):
    assert phone.get(path).status_code == status


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        pytest.param(b"bid=%00", "application/x-www-form-urlencoded", 400, id="null"),
        pytest.param(b"bid=%ff", "application/x-www-form-urlencoded", 200, id="not UTF-8"),
        pytest.param(b"\xff\xfe&=", "application/x-www-form-urlencoded", 200, id="raw bytes"),
        pytest.param(b"--x\r\n", "multipart/form-data; boundary=x", 200, id="broken parts"),
        pytest.param(b"--x", "multipart/form-data", 200, id="parts without boundary"),
        pytest.param(b"{", "application/json", 200, id="not a form"),
        pytest.param(b"bid=2", "text/plain; charset=\xff", 200, id="odd type"),
    ],
)
def test_odd_bodies_are_no_mistake_of_ours(phone, body, kind, status):
    assert phone.post("/said", data=body, content_type=kind).status_code == status


def test_a_static_file_is_kept_for_good_by_its_hash(app, phone):
    with app.test_request_context():
        address = app.jinja_env.globals["asset"]("css/base.css")

    kept = phone.get(address)
    asked_again = phone.get("/static/css/base.css?v=0000")

    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert asked_again.headers["Cache-Control"] == "no-cache"
    assert kept.data == asked_again.data


def test_a_script_is_kept_for_good_by_the_hash_of_all_scripts(app, phone):
    with app.test_request_context():
        address = app.jinja_env.globals["asset"]("js/core.js")
        imported = app.jinja_env.globals["asset"]("js/dom.js")

    kept = phone.get(address)
    asked_again = phone.get("/static/js/0000/core.js")

    assert imported == address.replace("core.js", "dom.js")  # what `import "./dom.js"` asks for
    assert kept.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert asked_again.headers["Cache-Control"] == "no-cache"
    assert kept.data == asked_again.data


def test_an_unchanged_static_file_is_not_sent_twice(phone):
    first = phone.get("/static/css/base.css")

    again = phone.get("/static/css/base.css", headers={"If-None-Match": first.headers["ETag"]})

    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("name", ["../wsgi.py", "..%2fwsgi.py", "%2e%2e/wsgi.py", "css", "%00"])
def test_static_files_are_all_that_is_served(phone, name):
    assert phone.get(f"/static/{name}").status_code in {400, 404}
