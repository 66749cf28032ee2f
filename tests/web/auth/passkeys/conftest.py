"""Fixtures for tests of passkeys: the phone of an owner, and a phone outside the league."""

import pytest


@pytest.fixture
def owner(table):
    return table.test_client()


@pytest.fixture
def stranger(table):
    client = table.test_client()
    client.token = None
    return client
