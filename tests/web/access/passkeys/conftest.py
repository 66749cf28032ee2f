"""Fixtures for tests of passkeys: an owner's phone, and a phone outside the league."""

import pytest

from tests.members import outside_phone


@pytest.fixture
def owner(app):
    return app.test_client()


@pytest.fixture
def stranger(app):
    return outside_phone(app)
