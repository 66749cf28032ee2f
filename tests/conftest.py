"""What all tests share: the databases, which of them the pages are tried on, and what apps know."""

from flask import Flask

from scorekeeper.web import drawing
from tests.apps import Pages, Route
from tests.members import Member

drawing.Environment = Pages
Flask.url_rule_class = Route
Flask.test_client_class = Member
pytest_plugins = ["tests.databases"]


def pytest_addoption(parser):
    parser.addoption(
        "--database",
        choices=["sqlite", "postgresql"],
        default="sqlite",
        help="what the tests of pages keep their matches in",
    )
