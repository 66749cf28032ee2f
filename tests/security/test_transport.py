"""Shared caches store no pages, proxy logs contain no secrets, and proxies use TLS."""

import re
from pathlib import Path

import pytest
from flask import request

from scorekeeper import create_app
from scorekeeper.server import engines
from tests.members import add_phone
from tests.security.people import MAY, OUTSIDE, any_phone
from tests.security.routes import ROUTES, open_app, with_public_link

HOSTING = (Path(__file__).parents[2] / "docs/hosting.md").read_text()
CACHED_ELSEWHERE = ("/static/",)  # the same files for everyone, without league data
FORWARDED = {"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"}


@pytest.fixture(scope="module")
def app(file):
    app = open_app(file)
    yield app
    engines.engine_of(app).dispose()


@pytest.mark.cases(3)
@pytest.mark.parametrize("who", MAY)
def test_no_shared_cache_may_store_a_response_of_a_league(app, who):
    """This applies to the pages that the phone may open, and to the refusals of all other pages."""
    checked = 0
    for route in ROUTES:
        path = route.split()[1]
        if path.startswith(CACHED_ELSEWHERE):
            continue
        if route.startswith("POST") and who not in OUTSIDE:
            continue  # would change the league, and a response to POST is not cached anyway
        response = any_phone(app).request(who, with_public_link(app, route))
        said = {part.strip() for part in response.headers["Cache-Control"].split(",")}
        assert said & {"private", "no-store"}, (route, said)
        assert not said & {"public", "s-maxage", "immutable"}, (route, said)
        checked += 1
    assert checked > 60


def test_static_files_are_the_only_addresses_that_a_shared_cache_may_store(app):
    public = [
        route
        for route in ROUTES
        if route.startswith("GET")
        and "private" not in (said := cache_control(app, route))
        and "no-store" not in said
    ]

    assert public == [
        "GET /static/css/base.css",
        "GET /static/icons/icons.svg",
        "GET /static/js/0/core.js",
    ]


def cache_control(app, route):
    return (
        any_phone(app)
        .request("an owner", with_public_link(app, route))
        .headers.get("Cache-Control", "")
    )


# ---------------------------------------------------------------- behind a proxy


def block(start):
    """Return the code block in docs/hosting.md that begins with these words."""
    return next(each for each in HOSTING.split("```\n") if each.startswith(start))


def test_the_nginx_example_listens_only_with_tls():
    server = block("map $uri $logged_uri")

    assert re.findall(r"listen\s+([^;]+);", server) == ["443 ssl http2"]
    assert "ssl_certificate " in server
    assert "ssl_certificate_key " in server


def paths_with_a_secret(app):
    """Return a path for each route with a secret in its address, in two leagues."""
    rules = [rule.rule for rule in app.url_map.iter_rules() if "<secret>" in rule.rule]
    paths = [re.sub("<[^>]+>", "7", rule.replace("<secret>", "S3CR3T")) for rule in rules]
    assert {"/join/S3CR3T", "/club/at/S3CR3T/7", "/coming/S3CR3T"} <= set(paths)
    return [*paths, *(f"/l/2{path}" for path in paths)]


def test_the_nginx_example_logs_no_secret(app):
    lines = block("map $uri $logged_uri").splitlines()[1:3]
    pattern, logged = next(line.split() for line in lines if line.strip().startswith("~"))

    for path in paths_with_a_secret(app):
        match = re.search(pattern.removeprefix("~"), path)
        assert match, path
        assert "S3CR3T" not in logged.replace("$1", match[1]), path


def test_the_caddy_example_logs_no_secret(app):
    filters = block("cards.example.org")
    [(pattern, logged)] = re.findall(r'request>uri regexp "(.+)" "(.+)"', filters)

    for path in paths_with_a_secret(app):
        for address in (path, f"{path}?mine=1"):
            shown = re.sub(pattern, logged.replace("$1", r"\1"), address)
            assert shown != address
            assert "S3CR3T" not in shown, address


def test_the_nginx_example_replaces_the_forwarded_headers_of_clients():
    """A client's forwarded header is replaced, not extended, so it is never trusted."""
    headers = dict(re.findall(r"proxy_set_header (\S+) (\S+);", block("map $uri $logged_uri")))

    assert headers == {
        "Host": "$host",
        "X-Forwarded-For": "$remote_addr",
        "X-Forwarded-Proto": "$scheme",
        "X-Forwarded-Host": "$http_host",
    }
    assert set(headers) >= FORWARDED


def test_the_caddy_example_serves_a_domain_name_with_tls():
    """Caddy obtains a certificate for a name without `http://` and redirects http to https."""
    first = block("cards.example.org {").splitlines()[0]

    assert first == "cards.example.org {"
    assert "tls off" not in HOSTING
    assert "http://cards" not in HOSTING


def test_the_proxy_examples_connect_only_to_this_machine():
    assert set(re.findall(r"(?:proxy_pass http://|reverse_proxy )(\S+?);?\n", HOSTING)) == {
        "127.0.0.1:8000"
    }
    assert "scorekeeper serve --local" in HOSTING


@pytest.mark.parametrize(("proxies", "address"), [(1, "10.0.0.9"), (2, "10.0.0.8")])
def test_only_the_configured_number_of_proxies_is_trusted(database, proxies, address):
    """A client claims an address, and each proxy adds the address of its own client."""
    app = create_app({"SQLALCHEMY_DATABASE_URI": database, "TESTING": True, "PROXY": proxies})
    add_phone(app, token="mine")
    seen = []
    app.before_request(lambda: seen.append(request.remote_addr) and None)
    client = app.test_client()
    client.token = "mine"
    client.get("/players", headers={"X-Forwarded-For": "6.6.6.6, 10.0.0.8, 10.0.0.9"})
    engines.engine_of(app).dispose()

    assert seen == [address]
