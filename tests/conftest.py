"""What all tests share: the databases, which of them the pages are tried on, and what apps know."""

import gc

from flask import Flask

from scorekeeper.bulk import look_seldom
from scorekeeper.web import drawing
from tests.apps import Pages, Route
from tests.browser import version
from tests.members import Member

drawing.Environment = Pages
Flask.url_rule_class = Route
Flask.test_client_class = Member
pytest_plugins = ["tests.databases"]


look_seldom()


def pytest_report_header():
    return f"Chromium: {version.version()}"


def pytest_collection_finish():
    gc.freeze()  # thousands of tests stay in memory until the last


def pytest_addoption(parser):
    parser.addoption(
        "--database",
        choices=["sqlite", "postgresql"],
        default="sqlite",
        help="what the tests of pages keep their matches in",
    )
