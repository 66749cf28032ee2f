"""What all tests share: the databases, and which of them the pages are tried on."""

from flask import Flask

from tests.members import Member

Flask.test_client_class = Member
pytest_plugins = ["tests.databases"]


def pytest_addoption(parser):
    parser.addoption(
        "--database",
        choices=["sqlite", "postgresql"],
        default="sqlite",
        help="what the tests of pages keep their matches in",
    )
