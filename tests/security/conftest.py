"""Fixtures that the security tests share: a league with data at every address, and phones."""

import pytest

from tests.page_fixtures import app, database, phone, pytest_generate_tests
from tests.security import routes
from tests.web.access.newcomers import Newcomer

__all__ = ["app", "database", "phone", "pytest_generate_tests"]


@pytest.fixture(scope="session")
def file(tmp_path_factory):
    """The file of a database that has data at every address. Tests change copies of it."""
    file = tmp_path_factory.mktemp("attacked") / "leagues.sqlite"
    file.write_bytes(routes.attacked_database())
    return file


@pytest.fixture
def friend(app):
    return Newcomer(app)
