"""Refused origins, hosts and request bodies, error pages, and the headers of every response."""

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
    """A client that reads every response in full, so that no file stays open."""

    def open(self, *arguments, **options):
        return super().open(*arguments, buffered=True, **options)


@pytest.fixture
def phone(app):
    return Reader(app, use_cookies=False)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({"Sec-Fetch-Site": "same-origin"}, 200, id="our own page"),
        pytest.param({"Sec-Fetch-Site": "none"}, 200, id="typed into the address bar"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, 403, id="another site"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, 403, id="a neighbour on the same domain"),
        pytest.param(
            {"Sec-Fetch-Site": "cross-site", **HERE}, 403, id="Sec-Fetch-Site before Origin"
        ),
        pytest.param(HERE, 200, id="our own page on a home network"),
        pytest.param({"Origin": "http://localhost:81"}, 403, id="another port"),
        pytest.param({"Origin": "https://localhost"}, 403, id="another scheme"),
        pytest.param({"Origin": "http://evil.example"}, 403, id="another origin"),
        pytest.param({"Origin": "null"}, 403, id="an opaque origin"),
        pytest.param({"Cookie": "device=1"}, 403, id="a browser without these headers"),
        pytest.param({}, 200, id="a program without cookies"),
    ],
)
def test_origin_headers_decide_whether_a_post_is_accepted(phone, headers, status):
    response = phone.post("/said", data={"bid": "2"}, headers=headers)

    assert response.status_code == status


def test_a_refused_cross_site_post_states_that_nothing_was_saved(phone):
    refused = phone.post("/said", headers={"Sec-Fetch-Site": "cross-site"})

    assert "This request came from another site, so nothing was saved." in refused.text


def test_a_cross_site_get_is_allowed(phone):
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
def test_configured_host_names_and_ip_addresses_are_own_hosts(host):
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
def test_other_and_malformed_host_names_are_not_own_hosts(host):
    assert not is_own_host(host, frozenset({"localhost"}))


@pytest.mark.parametrize("host", ["evil.example", "evil.example/", "a b", "[::1", "x\x7f", "é"])
def test_a_request_for_an_unknown_host_name_is_refused_with_an_explanation(phone, host):
    refused = phone.get("/deal/3", headers={"Host": host})

    assert refused.status_code == 400
    assert refused.text.startswith("This server does not accept that host name")


def test_a_host_name_from_the_settings_is_accepted(phone):
    assert phone.get("/deal/3", headers={"Host": "table.example"}).status_code == 200


@pytest.mark.parametrize("path", ["/deal/3", "/nowhere", "/broken", "/static/icons/icons.svg"])
def test_every_response_has_the_security_headers(phone, path):
    headers = phone.get(path).headers

    assert headers["Content-Security-Policy"] == CONTENT_POLICY
    assert "unsafe" not in CONTENT_POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "screen-wake-lock=(self)" in headers["Permissions-Policy"]


def test_responses_to_htmx_omit_headers_that_only_affect_documents(phone):
    headers = phone.get("/deal/3", headers={"HX-Request": "true"}).headers

    assert headers["Content-Security-Policy"] == CONTENT_POLICY
    assert "Permissions-Policy" not in headers
    assert "Referrer-Policy" not in headers


@pytest.mark.parametrize("path", ["/static/css/base.css", "/static/js/core.js"])
def test_styles_and_scripts_have_only_the_headers_that_affect_them(phone, path):
    headers = phone.get(path).headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Content-Security-Policy" not in headers


def test_cross_origin_opener_policy_is_sent_only_over_https(phone):
    secure = phone.get("/deal/3", base_url="https://localhost")

    assert secure.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Cross-Origin-Opener-Policy" not in phone.get("/deal/3").headers


def test_hsts_is_sent_over_https_if_configured(phone, monkeypatch):
    name = "Strict-Transport-Security"
    assert name not in phone.get("/deal/3", base_url="https://localhost").headers

    monkeypatch.setitem(phone.application.config, "HSTS", 31536000)

    assert phone.get("/deal/3", base_url="https://localhost").headers[name] == "max-age=31536000"
    assert name not in phone.get("/deal/3").headers  # browsers ignore it over http


def test_pages_are_private_and_revalidated_on_every_visit(phone):
    assert phone.get("/deal/3").headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        pytest.param("/nowhere", 404, "This page does not exist.", id="no page"),
        pytest.param(
            "/said", 405, "This page does not accept this kind of request.", id="wrong method"
        ),
        pytest.param("/broken", 500, "Everything already saved is safe.", id="an exception"),
    ],
)
def test_error_pages_have_an_explanation_and_a_home_link_but_no_traceback(
    phone, path, status, sentence
):
    page = phone.get(path)

    assert page.status_code == status
    assert sentence in page.text
    assert 'href="/"' in page.text
    assert "Traceback" not in page.text
    assert "a mistake of ours" not in page.text


def test_a_405_response_lists_the_allowed_methods(phone):
    assert "POST" in phone.get("/said").headers["Allow"]


def test_an_error_response_to_htmx_replaces_the_whole_body(phone):
    headers = phone.get("/nowhere", headers={"HX-Request": "true"}).headers

    assert (headers["HX-Retarget"], headers["HX-Reswap"]) == ("body", "innerHTML")


def test_a_body_over_the_size_limit_is_refused(phone):
    refused = phone.post("/said", data={"bid": "2" * 70_000})

    assert refused.status_code == 413
    assert "The request is too large" in refused.text


def test_a_body_without_a_length_is_refused(phone):
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
def test_malformed_addresses_cause_no_server_error(phone, path, status):
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
def test_malformed_bodies_cause_no_server_error(phone, body, kind, status):
    assert phone.post("/said", data=body, content_type=kind).status_code == status


def test_a_static_file_is_immutable_only_under_its_current_hash(app, phone):
    with app.test_request_context():
        address = app.jinja_env.globals["asset"]("css/base.css")

    with_version = phone.get(address)
    asked_again = phone.get("/static/css/base.css?v=0000")

    assert with_version.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert asked_again.headers["Cache-Control"] == "no-cache"
    assert with_version.data == asked_again.data


def test_a_script_is_immutable_only_under_the_hash_of_all_scripts(app, phone):
    with app.test_request_context():
        address = app.jinja_env.globals["asset"]("js/core.js")
        imported = app.jinja_env.globals["asset"]("js/dom.js")

    with_version = phone.get(address)
    asked_again = phone.get("/static/js/0000/core.js")

    assert imported == address.replace("core.js", "dom.js")  # imported as "./dom.js"
    assert with_version.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert asked_again.headers["Cache-Control"] == "no-cache"
    assert with_version.data == asked_again.data


def test_an_unchanged_static_file_gives_304(phone):
    first = phone.get("/static/css/base.css")

    again = phone.get("/static/css/base.css", headers={"If-None-Match": first.headers["ETag"]})

    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("name", ["../wsgi.py", "..%2fwsgi.py", "%2e%2e/wsgi.py", "css", "%00"])
def test_only_files_inside_the_static_folder_are_served(phone, name):
    assert phone.get(f"/static/{name}").status_code in {400, 404}
