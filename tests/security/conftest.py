"""A league that is attacked."""

import pytest

from tests.security import routes


@pytest.fixture(scope="session")
def file(tmp_path_factory):
    """The database of a league with something at every address. Tests change copies of it."""
    file = tmp_path_factory.mktemp("attacked") / "leagues.sqlite"
    routes.made(file)
    return file
