"""The fixture that the security tests share: a league with data at every address."""

import pytest

from tests.security import routes


@pytest.fixture(scope="session")
def file(tmp_path_factory):
    """Return the file of a database with data at every address; tests change copies of it."""
    file = tmp_path_factory.mktemp("attacked") / "leagues.sqlite"
    routes.made(file)
    return file
